"""Compile a game before it is needed, so that nobody waits for the compiler between two moves.

Each part compiles one thing a step, so that between two steps something more urgent can be compiled.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoteca.bots.evaluator import evaluate
from ludoteca.bots.hint import hints_of
from ludoteca.bots.levels import NAMES, level_of
from ludoteca.bots.observation import observe
from ludoteca.bots.registry import choice_of
from ludoteca.bots.search import Plan
from ludoteca.core import compiled
from ludoteca.core.game import Game
from ludoteca.core.table import Table, redrawn

Json = dict[str, Any]
Part = Callable[[Table], Iterator[None]]


def rules(table: Table) -> Iterator[None]:
    """What a table needs from its first moment."""
    seat = table.to_act[0]
    action = table.legal(seat)[0]
    yield
    redrawn(table.states, seat, 0)
    yield
    table.play(seat, action)
    yield
    assert len(table.scores) == table.seats


def simple_bots(table: Table) -> Iterator[None]:
    """What the game's simple bots need."""
    choice_of(observe(table, table.to_act[0]), table.game.bots.NAMES[0], 0)
    yield


def search(table: Table) -> Iterator[None]:
    """What all levels need, even if the first seat has no choice."""
    seat = table.to_act[0]
    evaluate(table.game, table.view(seat), seat, Plan(playouts=1))
    yield


def inference(table: Table) -> Iterator[None]:
    """What a level needs that tells from past play how each opponent plays."""
    seat = table.to_act[0]
    evaluate(table.game, table.view(seat), seat, Plan(playouts=1, infer_types=True))
    yield


def tree_search(table: Table) -> Iterator[None]:
    """What a level needs that looks several turns ahead, if any variant of the game has one."""
    seat = table.to_act[0]
    if looks_ahead(table.game):
        evaluate(table.game, table.view(seat), seat, Plan(playouts=1, tree=True))
        yield


def looks_ahead(game: Game) -> bool:
    """Does a level of any variant search in a tree?"""
    for options in game.notation.OPTIONS:
        table = game.start(game.notation.seat_range(options)[0], options, seed=0)
        view = table.view(table.to_act[0])
        if any(level_of(game, view, name).tree for name in NAMES):
            return True
    return False


def comparison(table: Table) -> Iterator[None]:
    """What hints need."""
    hints_of(observe(table, table.to_act[0]), each=1)
    yield


PARTS: tuple[Part, ...] = (rules, simple_bots, search, comparison, inference, tree_search)  # by urgency


def part_for(game: Game, view: Json, bot: str) -> Part:
    """What has to be compiled before this bot can choose."""
    if bot in game.bots.NAMES:
        return simple_bots
    level = level_of(game, view, bot)
    if level.tree:
        return tree_search
    return inference if level.infer_types else search


def warm_up(game: Game, seats: int, options: Json) -> None:
    """Compile everything that people and bots do at a table."""
    for part in PARTS:
        for _ in part(game.start(seats, options, seed=0)):
            pass
        note_on_disk(game, part)


def is_on_disk(game: Game, part: Part) -> bool:
    """Has this version compiled it before, so that it is only read? Plain rules need no compiling."""
    return compiled.PLAIN or mark_of(game, part).exists()


def note_on_disk(game: Game, part: Part) -> None:
    if not compiled.PLAIN:
        with suppress(OSError):  # then it is compiled again, which only takes time
            mark_of(game, part).touch()


def mark_of(game: Game, part: Part) -> Path:
    return compiled.CACHE / f"{game.id}.{part.__name__}"
