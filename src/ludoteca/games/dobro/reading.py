"""How a written position or view of Dobro becomes a record, and which positions are consistent."""

from collections import Counter
from typing import Any

from ludoteca.core import bits
from ludoteca.core.errors import brief, require
from ludoteca.core.reading import each_seat, whole_number
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule_marks import rule
from ludoteca.games.dobro.alphabet import Phase
from ludoteca.games.dobro.cards import how_many, packed
from ludoteca.games.dobro.ends import finished, rounds
from ludoteca.games.dobro.plays import TOP_VALUE
from ludoteca.games.dobro.tables import ASIDE_CARDS, BOX, CARD_NAMES, HAND_CARDS, TWO_SEAT_BOX

Json = dict[str, Any]


def read_position(state: State, position: Json) -> None:
    """Fill a record in which the common keys are already written; BadPosition if it is not consistent."""
    require_all_cards(position)
    read_course(state, position)
    read_points(state, position["points"])
    read_cards(state, position)
    require_phase(state)
    require_hands(state)


def read_course(state: State, position: Json) -> None:
    state.this_round = whole_number("round", position["round"], 1, rounds(state))
    require(position["direction"] in (1, -1), "direction", "1 or -1")
    state.direction = position["direction"]
    state.value = whole_number("value", position["value"], 0, TOP_VALUE)
    state.last_leader = whole_number("last_leader", position["last_leader"], 0, state.seats - 1)
    state.forgetful = NOBODY
    if position["forgetful"] is not None:
        state.forgetful = whole_number("forgetful", position["forgetful"], 0, state.seats - 1)


def read_points(state: State, points: list[list[int]]) -> None:
    require(len(points) == finished(state), "points", f"{finished(state)} rounds are finished")
    for done, each in enumerate(points):
        for seat, one in enumerate(each_seat("points", each, state.seats)):
            state.points[done, seat] = whole_number("points", one, 0, state.seats)


def read_cards(state: State, position: Json) -> None:
    for field, places in (("hands", state.hands), ("piles", state.piles)):
        for seat, cards in enumerate(each_seat(field, position[field], state.seats)):
            places[seat] = packed(kinds(cards))
    state.aside = packed(kinds(position["aside"]))
    state.table_count = len(position["table"])
    state.table[: state.table_count] = kinds(position["table"])
    state.deck_left = len(position["deck"])
    state.deck[: state.deck_left] = kinds(position["deck"])[::-1]


def kinds(cards: list[str]) -> list[int]:
    return [CARD_NAMES.index(card) for card in cards]


# What fits the phase: with this the rules can play on, and always have an action


@rule("D15", "D17", "D18", "D19", "D21")
def require_phase(state: State) -> None:
    """One seat is to act until the end; a leader finds an empty table; a refill needs a draw pile."""
    require(bits.count(state.to_act) <= 1, "to_act", "one seat, or nobody when over")
    require(state.table_count or not state.value, "value", "0 while no card is in play")
    if state.phase == Phase.OVER:
        require(state.this_round == rounds(state), "phase", "over only after the last round")
        require(state.forgetful == NOBODY, "forgetful", "null when the game is over")
        require(state.deck_left == 0, "deck", "empty when the game is over")
    else:
        leads = state.phase == Phase.LEAD
        require(leads == (state.table_count == 0), "table", "empty in lead, and only then")
    if state.phase == Phase.REFILL:
        require(state.manual and state.deck_left, "phase", "refill needs manual drawing and cards to draw")


@rule("D3", "D16", "D17", "D19")
def require_hands(state: State) -> None:
    """No hand is larger than what is dealt, and none is empty but where the rules say so."""
    full = int(HAND_CARDS[state.seats])
    sizes = [how_many(state.hands[seat]) for seat in range(state.seats)]
    require(max(sizes) <= full, "hands", f"at most {full} cards")
    if state.phase == Phase.OVER:
        require(0 in sizes, "hands", "a hand is empty when the game is over")
        return
    if state.phase == Phase.REFILL:
        refilling = sizes.pop(bits.lowest(state.to_act))
        require(refilling < full, "hands", "the seat that may refill has a full hand")
    require(0 not in sizes, "hands", "a hand is empty")


# Cards


def cards_of(seats: int) -> Counter[str]:
    """The cards that so many seats play with, by name."""
    return Counter(CARD_NAMES[card] for card in (TWO_SEAT_BOX if seats == 2 else BOX))


def listed(position: Json) -> Counter[str]:
    """All cards that a position or view shows."""
    places = [position["table"], position["deck"], position["aside"], *position["hands"], *position["piles"]]
    return Counter(card for cards in places if isinstance(cards, list) for card in cards)


@rule("D1", "D2", "D4")
def require_all_cards(position: Json) -> None:
    """Every card of the box lies somewhere, and no other; with two seats ten are set aside."""
    there, wanted = listed(position), cards_of(position["seats"])
    for card in {*there, *wanted}:
        require(
            there[card] == wanted[card],
            "cards",
            f"of {brief(card)} there are {wanted[card]}, not {there[card]}",
        )
    aside = ASIDE_CARDS[position["seats"]]
    require(len(position["aside"]) == aside, "aside", f"{aside} cards are set aside")


# Views


def fill_view(view: Json, seat: int) -> Json:
    """Any position that fits a view: its hidden cards are dealt from those not seen."""
    unseen = cards_of(view["seats"]) - listed(view)
    left = sorted(unseen.elements(), key=CARD_NAMES.index)
    return {
        **view,
        "hands": [filled(hand, left) for hand in view["hands"]],
        "deck": filled(view["deck"], left),
        "aside": filled(view["aside"], left),
    }


def filled(cards: Any, unseen: list[str]) -> list[str]:
    """Cards that are seen, or as many of the unseen as their number says."""
    if isinstance(cards, list):
        return cards
    require(0 <= cards <= len(unseen), "cards", "the numbers of hidden cards do not add up")
    dealt, unseen[:] = unseen[:cards], unseen[cards:]
    return dealt
