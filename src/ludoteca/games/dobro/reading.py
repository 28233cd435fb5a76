"""How a written position or view of Dobro becomes a record."""

from collections import Counter
from typing import Any

from ludoteca.core.errors import brief, require
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.dobro.cards import BOX, CARD_NAMES, MOST_SEATS, TWO_SEAT_BOX, packed
from ludoteca.games.dobro.ends import rounds
from ludoteca.games.dobro.reachable import finished, require_reachable
from ludoteca.games.dobro.tables import ASIDE_CARDS, TOP_VALUE, Phase

Json = dict[str, Any]


def read_position(state: State, position: Json) -> None:
    """Fill a record in which seats and options are already written; BadPosition if it cannot be."""
    require_all_cards(position)
    read_course(state, position)
    read_points(state, position["points"])
    read_cards(state, position)
    require_reachable(state)


def read_course(state: State, position: Json) -> None:
    phases = [phase.name.lower() for phase in Phase]
    require(position["phase"] in phases, "phase", f"one of {', '.join(phases)}")
    state.phase = phases.index(position["phase"])
    for seat in position["to_act"]:
        state.to_act |= 1 << number("to_act", seat, 0, state.seats - 1)
    state.this_round = number("round", position["round"], 1, rounds(state))
    state.direction = number("direction", position["direction"], -1, 1)
    state.value = number("value", position["value"], 0, TOP_VALUE)
    state.last_leader = number("last_leader", position["last_leader"], 0, state.seats - 1)
    state.forgetful = NOBODY
    if position["forgetful"] is not None:
        state.forgetful = number("forgetful", position["forgetful"], 0, state.seats - 1)


def read_points(state: State, points: list[list[int]]) -> None:
    require(len(points) == finished(state), "points", f"{finished(state)} rounds are finished")
    for done, each in enumerate(points):
        state.points[done, : state.seats] = [number("points", one, 0, MOST_SEATS) for one in each]


def number(field: str, value: Any, low: int, high: int) -> int:
    fits = type(value) is int and low <= value <= high
    require(fits, field, f"a whole number from {low} to {high}, not {brief(value)}")
    return int(value)


def read_cards(state: State, position: Json) -> None:
    for field, places in (("hands", state.hands), ("piles", state.piles)):
        require(len(position[field]) == state.seats, field, "one list of cards for each seat")
        for seat, cards in enumerate(position[field]):
            places[seat] = packed(kinds(cards))
    state.aside = packed(kinds(position["aside"]))
    state.table_count = len(position["table"])
    state.table[: state.table_count] = kinds(position["table"])
    state.deck_left = len(position["deck"])
    state.deck[: state.deck_left] = kinds(position["deck"])[::-1]


def kinds(cards: list[str]) -> list[int]:
    return [CARD_NAMES.index(card) for card in cards]


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
