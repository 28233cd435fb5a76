"""What a seat cannot know, drawn anew."""

from ludoteca.core import chance
from ludoteca.core.compiled import compiled
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.special_deck import add_to_deck, draw_special, shuffle_deck
from ludoteca.games.pega_em_6.state import (
    HAND,
    RETURNED,
    holds,
    how_many,
    list_cards,
    put,
    row_with,
    special_cards,
)
from ludoteca.games.pega_em_6.tables import CARDS, EACH_SPECIAL, NO_CARD, NO_ROW, SPECIALS, Special, Variant


@rule("P3", "P12", "P14", "P18")
@compiled
def imagine(state: State, seat: int) -> None:
    """Redraw what `seat` cannot know: other hands, hidden choices, special cards and their deck."""
    if state.variant != Variant.PROFESSIONAL:
        imagine_hands(state, seat)
    if not state.revealed:
        imagine_choices(state, seat)
    if state.variant == Variant.ANNIVERSARY:
        imagine_specials(state, seat)
    for card in range(CARDS):
        state.shuffled[card] = 0


@compiled
def imagine_hands(state: State, seat: int) -> None:
    unseen = list_unseen(state, seat)
    chance.shuffle(state, state.shuffled, unseen, unseen)
    for other in range(state.seats):
        if other != seat:
            wanted = how_many(state, HAND + other) - how_many(state, RETURNED + other)
            for half in range(2):
                state.cards[HAND + other, half] = state.cards[RETURNED + other, half]
            for _ in range(wanted):
                unseen -= 1
                put(state, HAND + other, int(state.shuffled[unseen]))


@compiled
def list_unseen(state: State, seat: int) -> int:
    """Write the cards whose place `seat` does not know into `shuffled`; how many are they?"""
    unseen = 0
    for card in range(1, CARDS + 1):
        if not is_seen(state, seat, card):
            state.shuffled[unseen] = card
            unseen += 1
    return unseen


@compiled
def is_seen(state: State, seat: int, card: int) -> bool:
    for place in range(len(state.cards)):
        hidden = place < HAND + state.seats and place != HAND + seat
        if not hidden and holds(state, place, card):
            return True
    if state.revealed and is_chosen(state, card):
        return True
    return row_with(state, card) != NO_ROW


@compiled
def is_chosen(state: State, card: int) -> bool:
    for seat in range(state.seats):
        if state.chosen[seat] == card:
            return True
    return False


@compiled
def imagine_choices(state: State, seat: int) -> None:
    for other in range(state.seats):
        if other != seat and state.chosen[other] != NO_CARD:
            cards = list_cards(state, HAND + other, 0, state.shuffled, 0)
            state.chosen[other] = state.shuffled[chance.below(state, cards)]


@compiled
def imagine_specials(state: State, seat: int) -> None:
    state.special_deck_size = 0
    for place in range(len(state.special_deck)):
        state.special_deck[place] = 0
    for special in range(SPECIALS):
        add_to_deck(state, special, EACH_SPECIAL - seen_specials(state, seat, special))
    shuffle_deck(state)
    for other in range(state.seats):
        if other != seat:
            held = special_cards(state, other)
            for special in range(SPECIALS):
                state.specials[other, special] = 0
            for _ in range(held):
                draw_special(state, other)


@compiled
def seen_specials(state: State, seat: int, special: int) -> int:
    """How many special cards of a kind lie where `seat` sees them."""
    seen = int(state.special_discard[special])
    if seat != NOBODY:
        seen += state.specials[seat, special]
    for row in range(state.row_count):
        if special == Special.SEVEN:
            seen += state.row_seven[row]
        elif special == Special.BLOCK:
            seen += state.row_blocked[row]
        elif special == Special.FIFTH_ROW:
            seen += state.row_fifth[row]
    return seen
