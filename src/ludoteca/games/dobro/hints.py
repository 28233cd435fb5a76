"""Why a play: the value it makes, and what stays in the hand."""

from ludoteca.core.bot_hooks import Told
from ludoteca.core.record import State
from ludoteca.core.table import Table
from ludoteca.games.dobro.alphabet import DRAW, END, TAKE
from ludoteca.games.dobro.cards import count_of, how_many
from ludoteca.games.dobro.plays import CARDS_OF, STAYS, WORTH
from ludoteca.games.dobro.rules import value_after
from ludoteca.games.dobro.tables import NUMBERS


def reason(table: Table, seat: int, action: int) -> Told | None:
    """With the pairs that stay: only the seat itself knows them."""
    state = table.states[0]
    if action in (TAKE, DRAW, END):
        return without_cards(state, action)
    code, value = value_made(state, action)
    left = cards_left(state, seat, action)
    return code, {"value": value, "left": how_many(left), "pairs": pairs_in(left)}


def open_reason(table: Table, seat: int, action: int) -> Told | None:
    """Everybody sees how many cards a hand has, and nobody which."""
    state = table.states[0]
    if action in (TAKE, DRAW, END):
        return without_cards(state, action)
    code, value = value_made(state, action)
    return f"{code}.seen", {"value": value, "left": how_many(cards_left(state, seat, action))}


def without_cards(state: State, action: int) -> Told:
    if action == TAKE:
        return "takes", {"cards": int(state.table_count)}
    return ("draws" if action == DRAW else "forgets"), {}


def value_made(state: State, action: int) -> tuple[str, int]:
    if WORTH[action] == STAYS:
        return "stays", int(state.value)
    value = int(value_after(state.value, WORTH[action]))
    return ("doubles" if value > WORTH[action] else "makes"), value


def cards_left(state: State, seat: int, action: int) -> int:
    return int(state.hands[seat]) - int(CARDS_OF[action])


def pairs_in(cards: int) -> int:
    """How many pairs of number cards these are."""
    return sum(count_of(cards, kind) // 2 for kind in range(NUMBERS))
