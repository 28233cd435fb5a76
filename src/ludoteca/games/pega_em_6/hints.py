"""Why a card or a row: where it goes as the table lies now, and what that costs."""

from ludoteca.core.bot_hooks import Told
from ludoteca.core.record import State
from ludoteca.core.table import Table
from ludoteca.games.pega_em_6.alphabet import CARD, PICK, PLACE, TAKE
from ludoteca.games.pega_em_6.instinct import cheapest_heads, heads_of_row
from ludoteca.games.pega_em_6.rows import row_for
from ludoteca.games.pega_em_6.state import row_full
from ludoteca.games.pega_em_6.tables import HEADS, NO_ROW


def reason(table: Table, seat: int, action: int) -> Told | None:
    """Special cards and exchanges explain themselves by their chances alone."""
    state = table.states[0]
    if action < CARD:
        return "pick", {"card": action - PICK, "heads": int(HEADS[action - PICK])}
    if action < TAKE:
        return where_it_goes(state, action - CARD)
    if action < PLACE:
        return "takes", {"row": action - TAKE + 1, "heads": int(heads_of_row(state, action - TAKE))}
    return where_it_goes(state, int(state.chosen[seat])) if action == PLACE else None


def where_it_goes(state: State, card: int) -> Told:
    row = int(row_for(state, card))
    if row == NO_ROW:
        return "low", {"heads": int(cheapest_heads(state))}
    if row_full(state, row):
        return "full", {"row": row + 1, "heads": int(heads_of_row(state, row))}
    return "lands", {"row": row + 1, "place": int(state.row_length[row]) + 1}
