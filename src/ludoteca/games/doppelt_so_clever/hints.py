"""Why a mark: the points it brings at once, and the bonus it earns."""

from itertools import takewhile
from typing import Any

from ludoteca.core.bot_hooks import Told
from ludoteca.core.events import Event
from ludoteca.core.table import Table
from ludoteca.games.doppelt_so_clever.actions import write_action
from ludoteca.games.doppelt_so_clever.alphabet import RETURN

BONUSES = {"fox_won": "fox", "question_won": "question", "unlocked": "unlocks"}  # the dearest first
AFTERWARDS = ("turn_began", "round_began", "passive_began", "rolled")


def reason(table: Table, seat: int, action: int) -> Told | None:
    """Rolling, passing and the like explain themselves by their chances alone."""
    if action >= RETURN:
        return None
    before = table.scores[seat]
    table.play(seat, write_action(action))
    points = {"points": table.scores[seat] - before}
    at_once = takewhile(lambda event: event["event"] not in AFTERWARDS, table.events(seat))
    earned = [event for event in at_once if event["event"] in BONUSES and event["seat"] == seat]
    if not earned:
        return ("points", points) if points["points"] else ("prepares", {})
    dearest = min(earned, key=lambda event: list(BONUSES).index(event["event"]))
    return BONUSES[dearest["event"]], {**what_is_earned(dearest), **points}


def what_is_earned(event: Event) -> dict[str, Any]:
    return {name: event[name] for name in ("colour", "action") if name in event}
