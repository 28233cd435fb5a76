"""Why a play: the value it makes, and what stays in the hand."""

from ludoteca.core.bot_hooks import Told
from ludoteca.core.table import Table
from ludoteca.games.dobro.alphabet import DRAW, END, TAKE
from ludoteca.games.dobro.cards import count_of, how_many
from ludoteca.games.dobro.plays import CARDS_OF, STAYS, WORTH
from ludoteca.games.dobro.rules import value_after
from ludoteca.games.dobro.tables import NUMBERS


def reason(table: Table, seat: int, action: int) -> Told | None:
    state = table.states[0]
    if action == TAKE:
        return "takes", {"cards": int(state.table_count)}
    if action in (DRAW, END):
        return ("draws" if action == DRAW else "forgets"), {}
    left = int(state.hands[seat]) - int(CARDS_OF[action])
    kept = {"left": how_many(left), "pairs": pairs_in(left)}
    if WORTH[action] == STAYS:
        return "stays", {"value": int(state.value), **kept}
    value = int(value_after(state.value, WORTH[action]))
    return ("doubles" if value > WORTH[action] else "makes"), {"value": value, **kept}


def pairs_in(cards: int) -> int:
    """How many pairs of number cards these are."""
    return sum(count_of(cards, kind) // 2 for kind in range(NUMBERS))
