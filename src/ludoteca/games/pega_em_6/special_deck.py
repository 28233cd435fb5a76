"""The deck of special cards: dealing, exchanging, renewing."""

from ludoteca.core import chance
from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.alphabet import Told
from ludoteca.games.pega_em_6.tables import EACH_SPECIAL, SPECIALS, SPECIALS_DEALT


@rule("P13", "P23")
@compiled
def deal_specials(state: State) -> None:
    """Shuffle all special cards not in a hand; three more to each seat, or as many as there are for all."""
    gather(state)
    each = min(SPECIALS_DEALT, state.special_deck_size // state.seats)
    for seat in range(state.seats):
        for _ in range(each):
            draw_special(state, seat)


@compiled
def gather(state: State) -> None:
    state.special_deck_size = 0
    for special in range(SPECIALS):
        kept = 0
        for seat in range(state.seats):
            kept += state.specials[seat, special]
        add_to_deck(state, special, EACH_SPECIAL - kept)
        state.special_discard[special] = 0
    shuffle_deck(state)


@compiled
def add_to_deck(state: State, special: int, cards: int) -> None:
    for _ in range(cards):
        state.special_deck[state.special_deck_size] = special
        state.special_deck_size += 1


@compiled
def shuffle_deck(state: State) -> None:
    chance.shuffle(state, state.special_deck, state.special_deck_size, state.special_deck_size)


@compiled
def draw_special(state: State, seat: int) -> int:
    state.special_deck_size -= 1
    special = int(state.special_deck[state.special_deck_size])
    state.specials[seat, special] += 1
    return special


@rule("P22")
@compiled
def exchange_special(state: State, seat: int, special: int) -> None:
    """Discard a special card and draw the top one of the deck."""
    state.specials[seat, special] -= 1
    state.special_discard[special] += 1
    if state.special_deck_size == 0:
        renew_deck(state)
    drawn = draw_special(state, seat)
    tell(state, Told.EXCHANGED, seat, special, drawn)


@rule("P22")
@compiled
def renew_deck(state: State) -> None:
    """An empty deck is renewed by shuffling the discards, the one just discarded included."""
    for special in range(SPECIALS):
        add_to_deck(state, special, int(state.special_discard[special]))
        state.special_discard[special] = 0
    shuffle_deck(state)
    tell(state, Told.RENEWED, 0, 0, 0)
