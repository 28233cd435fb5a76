"""Make puzzles from games between bots: decisions that went wrong, and a search that is sure of it.

A decision becomes a puzzle if a quick look says that it cost much, and a search in twenty times the worlds of
a hint confirms that one action is better than every other by far more than its error.
"""

import random
from collections.abc import Iterator
from typing import Any

from ludoteca import bots
from ludoteca.bots.advice import Evaluation, evaluate
from ludoteca.bots.hint import EACH
from ludoteca.bots.observation import observe
from ludoteca.core.game import Game
from ludoteca.core.simultaneous import copied
from ludoteca.core.table import Table
from ludoteca.lab.bot_game import deal, play
from ludoteca.puzzles.puzzle_file import Puzzle, PuzzleLine

Json = dict[str, Any]

LEVELS = ("beginner", "casual", "skilled")  # whose blunders are looked at
TRIED = 5  # times, by every level up to expert, to learn how often it misses the solution
LOOK = 150  # worlds of the quick look
TIMES = 20  # the worlds of a hint, to confirm
COMPARED = 5  # actions
GAP = {"victory": 0.05, "score": 6.0}  # the least by which the solution is ahead
FAR = 8.0  # standard errors
FEWEST = 3  # actions to choose from
FROM_GAME = 3  # puzzles, at most
DIGITS = 4


def make_puzzles(game: Game, seed: int) -> Iterator[Puzzle]:
    """One after the other, from deal after deal; the same seed makes the same ones."""
    luck, notation = random.Random(seed), game.notation
    settings = [(seats, options) for options in notation.OPTIONS for seats in notation.seat_range(options)]
    for number in range(1 << 30):
        seats, options = luck.choice([one for one in settings if one[0] <= 5])
        level = LEVELS[number % len(LEVELS)]
        found = 0
        for table, seat, action in decisions(deal(game, seats, options, seed, number), level, number):
            puzzle = puzzle_from(table, seat, action) if found < FROM_GAME else None
            if puzzle:
                found += 1
                yield puzzle


def decisions(table: Table, level: str, key: object) -> list[tuple[Table, int, Json]]:
    """Every decision of a game between bots of a level that has several answers, in random order."""
    found: list[tuple[Table, int, Json]] = []
    player = bots.player(table.game, level)

    def choose(observation: bots.Observation, key: object) -> Json:
        action = player(observation, key)
        if len(table.legal_ids(observation.seat)) >= FEWEST:
            found.append((copied(table), observation.seat, action))
        return action

    play(table, [choose] * table.seats, key)
    random.Random(str(key)).shuffle(found)
    return found


def puzzle_from(table: Table, seat: int, action: Json) -> Puzzle | None:
    """The puzzle of a decision, if it was a blunder and the solution is beyond doubt."""
    seen, id = observe(table, seat), table.game.notation.read_action(action)
    quick = evaluate(seen, LOOK, 2, [id])
    if quick.line(id).behind < GAP[quick.measure] or not apart(quick, 3.0):
        return None
    found = evaluate(seen, TIMES * EACH, COMPARED, [id], key="puzzle")
    if found.best.id != quick.best.id or not apart(found, FAR):
        return None
    missed = {level: miss_rate(seen, level, found.best.action) for level in bots.LEVELS[:-1]}
    lines = [PuzzleLine(one.action, *rounded(one.figure, one.behind, one.error)) for one in found.lines]
    exact = all(one.error == 0 for one in found.lines)
    return Puzzle(table.position(), seat, lines, found.best.worlds, missed, exact)


def apart(found: Evaluation, errors: float) -> bool:
    """Is the best ahead of every other by a lot, and by so many errors?"""
    gap = GAP[found.measure]
    return all(one.behind >= max(gap, errors * one.error) for one in found.lines[1:])


def miss_rate(seen: bots.Observation, level: str, solution: Json) -> float:
    chosen = [bots.choice_of(seen, level, number) for number in range(TRIED)]
    return sum(one != solution for one in chosen) / TRIED


def rounded(*figures: float) -> list[float]:
    return [round(one, DIGITS) for one in figures]
