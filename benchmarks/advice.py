"""Can the advice be trusted? Hints against a longer search, games that follow the first hint, puzzles again.

python benchmarks/advice.py positions --game dobro --count 200
python benchmarks/advice.py games --game dobro --count 100
python benchmarks/advice.py puzzles --game dobro

`positions`: from games between beginners, skilled players and masters. How often is the first hint not
clearly worse than another action by an independent search in ten times the worlds? Are all lists ordered by
what they print, and is no action above one that dominates it? `games`: one seat follows the first hint among
skilled bots; how are its decisions graded by the review? `puzzles`: is the solution of every puzzle kept with
the game the best again, by three errors, in up to twenty times the worlds of a hint, and other ones than
those in which it was found? `--lines` prints every exception, and now and then what was counted so far.

The independent search tries every action in up to ten times the worlds of a hint. It ends earlier where no
further world could change its answer: where the first hint is four errors away from being clearly worse.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import ludoteca
from ludoteca import Game, Table, bots
from ludoteca.bots.advice import LEAST, Evaluation, Line, evaluate
from ludoteca.bots.hint import EACH, LONGEST, MOST_SHOWN, hints_of
from ludoteca.bots.observation import Observation, observe
from ludoteca.core.simultaneous import copied
from ludoteca.lab.bot_game import deal, play
from ludoteca.lab.review import GRADES, PLAYOUTS, Decision, ValueEstimator
from ludoteca.puzzles import puzzles_of
from ludoteca.puzzles.make_puzzles import COMPARED, NEAR

Json = dict[str, Any]
Setting = tuple[int, Json]  # seats, options

LEVELS = ("beginner", "skilled", "master")
TIMES = 10
FIRST = 8  # that part of the worlds may do
BEYOND_DOUBT = 4.0  # standard errors
FROM_GAME = 5  # positions
TOLD_EVERY = 20  # positions


def settings(game: Game) -> list[Setting]:
    """Every number of seats up to five, with every variant."""
    notation = game.notation
    return [
        (seats, options)
        for options in notation.OPTIONS
        for seats in notation.seat_range(options)
        if seats < 6
    ]


def positions(game: Game, seed: int) -> Iterator[tuple[str, Observation]]:
    """Decisions with a choice, some of each game."""
    luck, every = random.Random(seed), settings(game)
    for number in range(1 << 30):
        level, (seats, options) = LEVELS[number % len(LEVELS)], luck.choice(every)
        seen: list[Observation] = []
        noting = noted_player(bots.player(game, level), seen)
        play(deal(game, seats, options, seed, number), [noting] * seats, number)
        yield from ((level, one) for one in luck.sample(seen, min(FROM_GAME, len(seen))))


def noted_player(player: bots.Player, seen: list[Observation]) -> bots.Player:
    """The same player, whose decisions with a choice are kept."""

    def choose(observation: Observation, key: object) -> Json:
        if len(Table(observation.game, observation.states).legal_ids(observation.seat)) > 1:
            seen.append(observation)
        return player(observation, key)

    return choose


def examine(observation: Observation) -> Json:
    shown = hints_of(observation)
    ids = [observation.game.notation.read_action(one.action) for one in shown]
    longer = independent(observation, ids)
    first = longer.line(ids[0])
    printed = [round(one.figure * (100 if longer.measure == "victory" else 1)) for one in shown]
    table = Table(observation.game, observation.states.copy())
    better = observation.game.bots.HOOKS.dominated(table, observation.seat, table.legal_ids(observation.seat))
    return {
        "sound": first.equal,
        "ordered": printed == sorted(printed, reverse=True),
        "dominated": sum(better[one] not in ids[:place] for place, one in enumerate(ids) if one in better),
        "behind": round(first.behind, 4),
        "error": round(first.error, 4),
        "first": shown[0].action,
        "best": longer.best.action,
    }  # fmt: skip


def independent(observation: Observation, ids: list[int]) -> Evaluation:
    """Ten times the worlds of a hint, for those that it showed and for all others."""
    return evaluate(
        observation, TIMES * EACH // FIRST, MOST_SHOWN, ids, "independent", longest=FIRST * LONGEST,
        searched=TIMES * EACH, follow=lambda found: undecided(found, ids[0]),
    )  # fmt: skip


def undecided(found: Evaluation, first: int) -> list[int]:
    """The first hint and its rivals, while more worlds may change whether it is clearly worse."""
    own, least = found.line(first), LEAST[found.measure]
    if own is not found.best:
        return [first] if abs(own.behind - least) < BEYOND_DOUBT * own.doubt else []
    return [one.id for one in found.lines[1:] if rivals(one, least)]


def rivals(one: Line, least: float) -> bool:
    return one.behind + least < BEYOND_DOUBT * one.doubt


def report_positions(game: Game, count: int, seed: int, lines: bool) -> Json:
    found: Counter[str] = Counter()
    source = positions(game, seed)
    for number in range(count):
        level, observation = next(source)
        one = examine(observation)
        found.update(sound=one["sound"], ordered=one["ordered"], dominated=one["dominated"])
        found[f"sound_{level}"] += one["sound"]
        found[level] += 1
        if lines and not (one["sound"] and one["ordered"] and not one["dominated"]):
            view = {name: observation.view[name] for name in ("phase", "seats", "options")}
            print(json.dumps({"level": level, **view, **one}), flush=True)
        if lines and number % TOLD_EVERY == TOLD_EVERY - 1:
            print(json.dumps(found), flush=True)
    return dict(found)


def report_games(game: Game, count: int, seed: int, lines: bool) -> Json:
    found, luck, every = Counter(dict.fromkeys(GRADES, 0)), random.Random(seed), settings(game)
    for number in range(count):
        seats, options = luck.choice(every)
        judged = followed(game, seats, short(options), seed, number)
        found.update(one.grade for one in judged)
        for one in judged if lines else ():
            if one.grade not in GRADES[:2]:
                print(json.dumps({"game": number, "grade": one.grade, "loss": one.choice.loss}), flush=True)
        if lines:
            print(json.dumps({"games": number + 1, **found}), flush=True)
    decisions = sum(found.values())
    good = sum(found[grade] for grade in GRADES[:2])
    return {"games": count, "decisions": decisions, "good_or_better": good / decisions, **found}


def report_puzzles(game: Game, count: int, seed: int, lines: bool) -> Json:
    found: Counter[str] = Counter()
    for number, puzzle in enumerate(puzzles_of(game)[:count]):
        solution = game.notation.read_action(puzzle.solution)
        seen = observe(puzzle.table(game), puzzle.seat)
        again = evaluate(seen, puzzle.worlds, COMPARED, [solution], key=("again", seed), searched=EACH)
        best = again.best.id == solution
        clear = all(one.behind >= NEAR * one.error for one in again.lines[1:])
        found.update(puzzles=1, best=best, confirmed=best and clear)
        if lines and not (best and clear):
            rivals = [(one.action, one.behind, one.error, one.worlds) for one in again.lines]
            print(json.dumps({"puzzle": number, "solution": puzzle.solution, "found": rivals}), flush=True)
    return dict(found)


def short(options: Json) -> Json:
    """Where the number of rounds can be agreed on, two of them."""
    return {**options, "rounds": 2} if "rounds" in options or "variant" in options else options


def followed(game: Game, seats: int, options: Json, seed: int, number: int) -> list[Decision]:
    """The decisions of a seat that follows the first hint, each judged by the review."""
    table, found = deal(game, seats, options, seed, number), []
    estimator, mine = ValueEstimator(game, PLAYOUTS, number), number % seats
    skilled = bots.player(game, "skilled")

    def follow(observation: Observation, key: object) -> Json:
        action = hints_of(observation)[0].action
        before = copied(table)
        if len(before.legal_ids(mine)) > 1:
            choice = estimator.choice(before, mine, game.notation.read_action(action), len(found))
            found.append(Decision(mine, choice, seats == 1))
        return action

    play(table, [follow if seat == mine else skilled for seat in range(seats)], number)
    return found


REPORTS = {"positions": report_positions, "games": report_games, "puzzles": report_puzzles}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=REPORTS)
    parser.add_argument("--game", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", action="store_true")
    given = parser.parse_args()
    began = time.process_time()
    found = REPORTS[given.what](ludoteca.game(given.game), given.count, given.seed, given.lines)
    print(json.dumps({**vars(given), **found, "seconds": round(time.process_time() - began)}))


if __name__ == "__main__":
    main()
