"""What ratings of people know after how many games, found with people whose strength is known.

    python benchmarks/ratings.py order     # rank correlation with the truth, by seats and games; real games
    python benchmarks/ratings.py model     # the same by chance alone, for several drifts
    python benchmarks/ratings.py tricks    # a sandbagger, and a pair of friends

In `order` a person is a bot with noise: it plays its best in a share of its decisions, and anything in the
others. That share is the truth. The ratings are those of the server, by the same code.
"""

import argparse
import math
import random
from collections.abc import Callable, Sequence

import numpy as np

import ludoteca
from ludoteca import bots
from ludoteca.core.game import Game
from ludoteca.server.ratings import skill
from ludoteca.server.ratings.pools import Pool
from ludoteca.server.ratings.rated_games import Course, RatedGame
from ludoteca.server.ratings.skill import anchor, ranks_of

PEOPLE = 20
GAMES = (3, 5, 10, 20, 40, 80)  # of each person
Play = Callable[[Sequence[int], random.Random], list[int]]  # the places of the people at a table


def spearman(one: Sequence[float], two: Sequence[float]) -> float:
    ranks = [np.argsort(np.argsort(values)) for values in (one, two)]
    return float(np.corrcoef(*ranks)[0, 1])


def course_of(seats: int, play: Play, truth: Sequence[float], chance: random.Random) -> list[float]:
    """The rank correlation after 3, 5, 10 ... games of each person; tables are drawn by lot."""
    course = Course(ludoteca.game("pega-em-6"), Pool("pega-em-6", "none"), {})
    found, played = [], 0
    for games in GAMES:
        while played < games * len(truth) / seats:
            people = chance.sample(range(len(truth)), seats)
            rate(course, people, play(people, chance))
            played += 1
        found.append(spearman([course.skill(str(one)).mean for one in range(len(truth))], truth))
    return found


def rate(course: Course, people: Sequence[int], ranks: Sequence[int]) -> None:
    course.rate(RatedGame("", 0, tuple(map(str, people)), tuple(ranks)))


# Real games


def noisy_play(game: Game, options: dict[str, object], best: str, care: Sequence[float]) -> Play:
    """People who play like the bot `best` in a share of their decisions, and anything in the others."""

    def play(people: Sequence[int], chance: random.Random) -> list[int]:
        table = game.start(len(people), options, chance.randbytes(32))
        while not table.over:
            seat = table.to_act[0]
            bot = best if chance.random() < care[people[seat]] else "random"
            choice = bots.choice_of(bots.observe(table, seat), bot, chance.randbytes(8).hex())
            table.play(seat, choice)
        return ranks_of(table.scores, table.winners, game.better_score)

    return play


def show_order(game: str, best: str, options: dict[str, object], seats: Sequence[int], repeats: int) -> None:
    care = [number / (PEOPLE - 1) for number in range(PEOPLE)]
    one = ludoteca.game(game)
    print(f"{game} {options}, {PEOPLE} people who play `{best}` in 0 to 100 % of their decisions")
    print("seats " + " ".join(f"{games:>6}" for games in GAMES))
    for count in seats:
        rows = [
            course_of(count, noisy_play(one, options, best, care), care, random.Random(f"{count} {repeat}"))
            for repeat in range(repeats)
        ]
        print(f"{count:>5} " + " ".join(f"{value:6.2f}" for value in np.mean(rows, axis=0)), flush=True)


# By chance alone


def drawn_play(strength: Sequence[float]) -> Play:
    """Places drawn as the model says, from strengths on the scale that is shown."""

    def play(people: Sequence[int], chance: random.Random) -> list[int]:
        drawn = [
            strength[one] / (400 / math.log(10)) - math.log(-math.log(chance.random())) for one in people
        ]
        order = sorted(drawn, reverse=True)
        return [order.index(value) for value in drawn]

    return play


def show_model(repeats: int) -> None:
    truth = np.linspace(1200, 1800, PEOPLE)
    print("drift: rank correlation after 3 ... 80 games, four seats; truths within the interval;")
    print("distance of somebody who became 300 points stronger, 20 and 40 games later")
    usual = skill.DRIFT
    for part in (0, 200, 100, 50):
        skill.DRIFT = skill.SPREAD / part if part else 0.0
        skill.bradley_terry.cache_clear()
        rows, inside, behind = [], [], []
        for repeat in range(repeats):
            chance = random.Random(repeat)
            rows.append(course_of(4, drawn_play(truth), truth, chance))
            inside.append([coverage(truth, seats, random.Random(repeat)) for seats in (2, 4, 10)])
            behind.append(learner(random.Random(repeat)))
        lag = np.mean(behind, axis=0)
        name = f"sigma/{part}" if part else "none"
        told = " ".join(f"{value:5.2f}" for value in np.mean(rows, axis=0))
        print(
            f"{name:>10} {told}   {np.round(100 * np.mean(inside, axis=0))} %   {lag[0]:4.0f} {lag[1]:4.0f}",
            flush=True,
        )
    skill.DRIFT = usual
    skill.bradley_terry.cache_clear()


def coverage(truth: Sequence[float], seats: int, chance: random.Random) -> float:
    """How many truths lie within the interval after 40 games each, one seat a measured bot's."""
    course, play = anchored(), drawn_play([*truth, 1500])
    for _ in range(40 * len(truth) // (seats - 1)):
        people = [*chance.sample(range(len(truth)), seats - 1), len(truth)]
        rated(course, people, play(people, chance))
    found = [course.skill(str(one)) for one in range(len(truth))]
    return float(np.mean([abs(one.shown - real) <= one.uncertainty for one, real in zip(found, truth)]))


def anchored() -> Course:
    course = Course(ludoteca.game("pega-em-6"), Pool("pega-em-6", "none"), {})
    course.anchors = {"bot:skilled": anchor(1500)}
    return course


def rated(course: Course, people: Sequence[int], ranks: Sequence[int]) -> None:
    """The last one is the measured bot."""
    players = (*map(str, people[:-1]), "bot:skilled")
    course.rate(RatedGame("", 0, players, tuple(ranks)))


def learner(chance: random.Random) -> tuple[float, float]:
    """How far behind the truth a rating is 20 and 40 games after its person became 300 points stronger."""
    course, strength = anchored(), [1500.0, 1500.0]
    found = []
    for game in range(140):
        if game == 100:
            strength[0] = 1800
        people = [0, 1]
        rated(course, people, drawn_play(strength)(people, chance))
        if game in (119, 139):
            found.append(1800 - course.skill("0").shown)
    return float(found[0]), float(found[1])


# Tricks


def show_tricks(repeats: int) -> None:
    print("1600 after 50 honest games, then loses 10 on purpose, then plays honestly against 1500:")
    for games in (0, 10, 20, 40):
        found = [sandbagger(random.Random(one), games) for one in range(repeats)]
        print(f"  {games:>3} honest games later: {np.mean(found):5.0f}")
    print("friends of 1500 after 30 honest games; one loses to the other on purpose:")
    for games in (5, 10, 20, 50):
        won, lost = np.mean([friends(random.Random(one), games, 0) for one in range(repeats)], axis=0)
        later, _ = np.mean([friends(random.Random(one), games, 20) for one in range(repeats)], axis=0)
        print(f"  {games:>3} games: {won:5.0f} and {lost:5.0f}; the winner 20 games later {later:5.0f}")


def sandbagger(chance: random.Random, honest: int) -> int:
    course, strength = anchored(), [1600.0, 1500.0]
    for _ in range(50):
        rated(course, [0, 1], drawn_play(strength)([0, 1], chance))
    for _ in range(10):
        rated(course, [0, 1], [1, 0])
    for _ in range(honest):
        rated(course, [0, 1], drawn_play(strength)([0, 1], chance))
    return course.skill("0").shown


def friends(chance: random.Random, given: int, honest: int) -> tuple[int, int]:
    course, strength = anchored(), [1500.0, 1500.0, 1500.0]
    for one in (0, 1):
        for _ in range(30):
            rated(course, [one, 2], drawn_play(strength)([one, 2], chance))
    for _ in range(given):
        rate(course, [0, 1], [0, 1])
    for _ in range(honest):
        rated(course, [0, 2], drawn_play(strength)([0, 2], chance))
    return course.skill("0").shown, course.skill("1").shown


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what", choices=("order", "model", "tricks"))
    asked.add_argument("--repeats", type=int, default=5)
    asked.add_argument("--game", default="pega-em-6")
    asked.add_argument("--best", default="resolute")
    asked.add_argument("--seats", type=int, nargs="+", default=[2, 4, 6, 10])
    given = asked.parse_args()
    if given.what == "order":
        options: dict[str, object] = {"rounds": 1} if given.game == "pega-em-6" else {}
        show_order(given.game, given.best, options, given.seats, given.repeats)
    elif given.what == "model":
        show_model(given.repeats)
    else:
        show_tricks(given.repeats)


if __name__ == "__main__":
    main()
