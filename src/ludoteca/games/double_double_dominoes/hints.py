"""Why a tile: the points it brings, and those it gives away."""

from ludoteca.core.bot_hooks import Told
from ludoteca.core.table import Table
from ludoteca.games.double_double_dominoes.alphabet import DISCARD, STOP
from ludoteca.games.double_double_dominoes.scoring import bonus, points_on
from ludoteca.games.double_double_dominoes.state import kind_of
from ludoteca.games.double_double_dominoes.tables import HIGH, LOW


def reason(table: Table, seat: int, action: int) -> Told | None:
    state = table.states[0]
    if action == STOP:
        return "stops", {}
    if action > STOP:
        return "discards", {"pips": int(LOW[action - DISCARD] + HIGH[action - DISCARD])}
    bonuses = [int(bonus(state, each, kind_of(action))) for each in range(state.seats)]
    points = int(points_on(action)) + bonuses.pop(seat)
    if not sum(bonuses):
        return ("scores", {"points": points}) if points else ("lays", {})
    return "gives", {"points": points, "given": sum(bonuses)}
