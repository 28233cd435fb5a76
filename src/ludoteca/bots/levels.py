"""Five levels for every game, each by how long it looks and how much it overlooks.

In its `bots.py` a game may set figures of its own with `levels`, the master's budget with `playouts`, the
manner of its playouts in `MANNERS`, and searches with names of their own in `BASELINES`.
"""

from dataclasses import dataclass
from typing import Any

from ludoteca.bots.evaluate import Plan
from ludoteca.core.game import Game

Json = dict[str, Any]
Figures = tuple[Any, ...]  # of a Level, in its order

NAMES = ("beginner", "casual", "skilled", "expert", "master")
MIDDLE = "skilled"
USUAL_PLAYOUTS = 2000
RANDOM = (0, 0, 0)  # the manners of a game that names none: its first simple bot, everywhere


@dataclass(frozen=True)
class Level:
    """A way to play: so many playouts a candidate, or the game's most (0), and what is overlooked.

    Going through its candidates, the best one first, the bot misses each with the probability `overlooks`:
    mostly it errs a little, seldom much, as people do.
    """

    each: int
    overlooks: float = 0.0
    halving: bool = True
    manners: tuple[int, int, int] | None = None  # as in Plan: others now, own later, others later
    for_victory: bool = True
    remembers: bool = False  # how each seat has played
    foresees: bool = False  # what others choose now, where their cards lie open

    def plan(self, game: Game, view: Json, candidates: int) -> Plan:
        playouts = self.each * candidates if self.each else most_playouts(game, view)
        manners = self.manners or manners_of(game)
        how = self.for_victory, self.remembers, self.foresees
        return Plan(playouts, None, self.halving, False, *manners, *how)


USUAL = {
    "beginner": Level(2, overlooks=0.45),
    "casual": Level(5, overlooks=0.25),
    "skilled": Level(15, overlooks=0.1),
    "expert": Level(50),
    "master": Level(0, remembers=True, foresees=True),
}


def manners_of(game: Game) -> tuple[int, int, int]:
    found: tuple[int, int, int] = getattr(game.bots, "MANNERS", RANDOM)
    return found


def most_playouts(game: Game, view: Json) -> int:
    """What one core does in about 100 ms: the master's budget."""
    ask = getattr(game.bots, "playouts", None)
    return int(ask(view)) if ask else USUAL_PLAYOUTS


def searchers(game: Game) -> tuple[str, ...]:
    """All bots of a game that search: the five levels, and baselines for matches."""
    return (*NAMES, *baselines(game))


def baselines(game: Game) -> dict[str, Figures]:
    found: dict[str, Figures] = getattr(game.bots, "BASELINES", {})
    return found


def level_of(game: Game, view: Json, name: str) -> Level:
    """What a name stands for at such a table."""
    ask = getattr(game.bots, "levels", None)
    own = {**baselines(game), **(ask(view) if ask else {})}
    return Level(*own[name]) if name in own else USUAL[name]
