"""Why a mark: the points it brings at once, the bonus it earns, and the dice it leaves."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

from ludoteca.core import bits
from ludoteca.core.bot_hooks import Told
from ludoteca.core.events import Event
from ludoteca.core.table import Table
from ludoteca.games.doppelt_so_clever.actions import write_action
from ludoteca.games.doppelt_so_clever.alphabet import BONUS, RETURN, SWEEP, TAKE
from ludoteca.games.doppelt_so_clever.marks import AREA_OF, MARKS, WRITES
from ludoteca.games.doppelt_so_clever.state import pool
from ludoteca.games.doppelt_so_clever.tables import Area, Track

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


def leaves(table: Table, seat: int, action: int) -> Told | None:
    """A die that is picked sends the lower ones to the tray, where others may take them."""
    if action >= SWEEP:
        return None
    before = bits.count(int(table.states[0].tray))
    table.play(seat, write_action(action))
    swept = bits.count(int(table.states[0].tray)) - before
    if swept < 0:  # the turn is over, and the tray is empty again
        return None
    return "sweeps", {"swept": swept, "left": bits.count(int(pool(table.states[0])))}


def dominated(table: Table, seat: int, actions: Sequence[int]) -> Mapping[int, int]:
    """A `?` with a free number: in blue and pink the highest, in green the highest or the lowest."""
    numbers = defaultdict(list)
    for action in actions:
        if BONUS <= action < TAKE and AREA_OF[(action - BONUS) % MARKS] >= Area.BLUE:
            colour, mark = divmod(action - BONUS, MARKS)
            numbers[colour, int(AREA_OF[mark])].append(action)
    best = {key: max(found, key=lambda one: preference(table, seat, one)) for key, found in numbers.items()}
    return {one: best[key] for key, found in numbers.items() for one in found if one != best[key]}


def preference(table: Table, seat: int, action: int) -> int:
    """In the second field of a green pair, which is subtracted, the lowest number is best."""
    mark = (action - BONUS) % MARKS
    subtracted = AREA_OF[mark] == Area.GREEN and table.states[0].filled[seat, Track.GREEN] % 2
    return -int(WRITES[mark]) if subtracted else int(WRITES[mark])
