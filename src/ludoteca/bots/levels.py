"""Five levels for every game: how long each searches, and how often it misses a move.

A game may set figures of its own, and searches with names of their own, in the HOOKS of its `bots.py`.
"""

from typing import Any

from ludoteca.bots.search import Plan
from ludoteca.core.bot_hooks import Level
from ludoteca.core.game import Game

Json = dict[str, Any]

NAMES = ("beginner", "casual", "skilled", "expert", "master")
MIDDLE = "skilled"

USUAL = {
    "beginner": Level(playouts=2, miss_rate=0.45),
    "casual": Level(playouts=5, miss_rate=0.25),
    "skilled": Level(playouts=15, miss_rate=0.1),
    "expert": Level(playouts=50),
    "master": Level(playouts=None, infer_types=True, predict_choices=True),
}


def search_bots(game: Game) -> tuple[str, ...]:
    """All bots of a game that search: the five levels, and baselines to compare with."""
    return (*NAMES, *game.bots.HOOKS.baselines)


def level_of(game: Game, view: Json, name: str) -> Level:
    """The level or baseline of this name, for a seat that sees `view`."""
    hooks = game.bots.HOOKS
    return {**USUAL, **hooks.baselines, **hooks.levels(view)}[name]


def plan_for(level: Level, game: Game, view: Json, candidates: int) -> Plan:
    """The search of a level for a seat that has so many candidates."""
    hooks = game.bots.HOOKS
    bots = level.playout_bots or (hooks.outlook_bots if level.outlook else None) or hooks.playout_bots
    return Plan(
        playouts=hooks.master_playouts(view) if level.playouts is None else level.playouts * candidates,
        halving=level.halving,
        **bots._asdict(),
        for_victory=level.for_victory,
        infer_types=level.infer_types,
        predict_choices=level.predict_choices,
        outlook=level.outlook,
        tree=level.tree,
        patience=level.patience,
    )
