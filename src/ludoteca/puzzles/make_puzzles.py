"""Make puzzles: decisions that went wrong, and a search that is sure of it.

A decision becomes a puzzle if a quick look says that it cost much, and a search in twenty times the worlds of
a hint confirms that one action is better than every other by far more than its error.
"""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ludoteca import bots
from ludoteca.archive.recorded_steps import PlayedStep
from ludoteca.bots.advice import Evaluation, evaluate
from ludoteca.bots.hint import EACH
from ludoteca.bots.observation import observe
from ludoteca.core.game import Game
from ludoteca.core.simultaneous import copied
from ludoteca.core.table import Table
from ludoteca.lab.bot_game import deal, play
from ludoteca.puzzles.exact_solution import proved
from ludoteca.puzzles.puzzle_file import Puzzle, PuzzleLine

Json = dict[str, Any]
Decision = tuple[Table, int, Json]  # the table before it, the seat, and what it did

LEVELS = ("beginner", "casual", "skilled")  # whose blunders are looked at
TRIED = 5  # times, by every level up to expert, to learn how often it misses the solution
LOOK = 128  # worlds of the quick look
SEARCHED = 32  # worlds of the quick look for better actions
TIMES = 20  # the worlds of a hint, to confirm
FIRST = 8  # that part of them shows what need not be confirmed
COMPARED = 5  # actions
CONFIRMED = 3  # of them in all worlds: the solution and its nearest rivals
GAP = {"victory": 0.05, "score": 6.0}  # the least by which the solution is ahead
NEAR = 3.0  # standard errors that are asked for before the last world
FAR = 8.0  # and after it
FEWEST = 3  # actions to choose from
FROM_GAME = 3  # puzzles, at most
MOST_SEATS = 6
DIGITS = 4


def puzzles_of_deal(game: Game, seed: int, number: int) -> Iterator[Puzzle]:
    """From one game between bots of a level; the same seed and number make the same ones."""
    luck, notation = random.Random(f"{seed} {number}"), game.notation
    settings = [(seats, options) for options in notation.OPTIONS for seats in notation.seat_range(options)]
    seats, options = luck.choice([one for one in settings if one[0] <= MOST_SEATS])
    level = LEVELS[number % len(LEVELS)]
    found = decisions(deal(game, seats, options, seed, number), level, number)
    luck.shuffle(found)
    return puzzles_from(found)


def puzzles_of_game(steps: Iterable[PlayedStep]) -> Iterator[Puzzle]:
    """From a finished game, whoever played it; a puzzle does not tell."""
    found = puzzles_from(
        (step.before, seat, action)
        for step in steps
        for seat, action in step.taken
        if len(step.before.legal_ids(seat)) >= FEWEST
    )
    return (msgspec.structs.replace(one, source="games") for one in found)


def puzzles_from(found: Iterable[Decision]) -> Iterator[Puzzle]:
    """The first few puzzles among the decisions of a game."""
    made = 0
    for table, seat, action in found:
        puzzle = puzzle_from(table, seat, action) if made < FROM_GAME else None
        if puzzle:
            made += 1
            yield puzzle


def decisions(table: Table, level: str, key: object) -> list[Decision]:
    """Every decision of a game between bots of a level that has several answers."""
    found: list[Decision] = []
    player = bots.player(table.game, level)

    def choose(observation: bots.Observation, key: object) -> Json:
        action = player(observation, key)
        if len(table.legal_ids(observation.seat)) >= FEWEST:
            found.append((copied(table), observation.seat, action))
        return action

    play(table, [choose] * table.seats, key)
    return found


def puzzle_from(table: Table, seat: int, action: Json) -> Puzzle | None:
    """The puzzle of a decision, if it was a blunder and the solution is beyond doubt."""
    seen, id = observe(table, seat), table.game.notation.read_action(action)
    quick = evaluate(seen, LOOK, 2, [id], searched=SEARCHED)
    if quick.line(id).behind < GAP[quick.measure] or not apart(quick, NEAR):
        return None
    found = confirmed(seen, id)
    if found.best.id != quick.best.id or found.best.worlds < TIMES * EACH or not apart(found, FAR):
        return None
    missed = {level: miss_rate(seen, level, found.best.action) for level in bots.LEVELS[:-1]}
    lines = [PuzzleLine(one.action, *rounded(one.figure, one.behind, one.error)) for one in found.lines]
    exact = proved(table, seat, found.best.id)
    return Puzzle(table.position(), seat, lines, found.best.worlds, missed, exact)


def confirmed(seen: bots.Observation, played: int) -> Evaluation:
    """The best, its rivals and what was played, each in twenty times the worlds of a hint."""

    def follow(found: Evaluation) -> list[int]:
        rivals = [one.id for one in found.lines[:CONFIRMED]]
        return [*rivals, played] if apart(found, NEAR) else []

    worlds = TIMES * EACH // FIRST
    return evaluate(
        seen, worlds, COMPARED, [played], key="puzzle", longest=FIRST, searched=EACH, follow=follow
    )


def apart(found: Evaluation, errors: float) -> bool:
    """Is the best ahead of every other by a lot, and by so many errors?"""
    gap = GAP[found.measure]
    return all(one.behind >= max(gap, errors * one.error) for one in found.lines[1:])


def miss_rate(seen: bots.Observation, level: str, solution: Json) -> float:
    chosen = [bots.choice_of(seen, level, number) for number in range(TRIED)]
    return sum(one != solution for one in chosen) / TRIED


def rounded(*figures: float) -> list[float]:
    return [round(one, DIGITS) for one in figures]
