"""How Pega em 6! is written: positions, views and events. See RULES.md, Notation."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.record import NOBODY, State
from ludoteca.core.record_fields import answered_once
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.actions import special_name
from ludoteca.games.pega_em_6.sets import cards_in, listed
from ludoteca.games.pega_em_6.state import ASIDE, HALF, HAND, PILE, POOL, RETURNED
from ludoteca.games.pega_em_6.tables import CARDS, SPECIALS, Variant

Json = dict[str, Any]

OPTIONAL_KEYS: tuple[str, ...] = ()
ALL_CARDS = (1 << CARDS + 1) - 2


# Positions and views


@dataclass(frozen=True)
class Eyes:
    """What somebody may look at: an allow-list."""

    hands: Collection[int]  # the seats whose hands
    choices: Collection[int]  # the seats whose chosen card, before it is revealed
    specials: Collection[int]  # the seats whose special cards
    out: bool  # the cards that are not in the round
    deck: bool  # the deck of special cards


def write_position(state: State) -> Json:
    """The whole truth."""
    seats = range(state.seats)
    return written(state, Eyes(seats, seats, seats, True, True))


@rule("P3", "P12", "P14")
def write_view(state: State, seat: int) -> Json:
    """What a seat, or a spectator (NOBODY), may know: its own cards and what lies open."""
    open_hands = state.variant == Variant.PROFESSIONAL
    hands = range(state.seats) if open_hands else (seat,)
    return written(state, Eyes(hands, (seat,), (seat,), open_hands, False))


def written(state: State, eyes: Eyes) -> Json:
    seats = range(state.seats)
    return {
        **lying_open(state),
        "hands": [shown(hand, seat in eyes.hands) for seat, hand in enumerate(hands_of(state))],
        "chosen": [write_choice(state, seat, state.revealed or seat in eyes.choices) for seat in seats],
        "out": shown(out_of_round(state), eyes.out),
        **write_specials(state, eyes),
    }


@answered_once
def lying_open(state: State) -> Json:
    """What everybody sees; of the rest, the places in the text."""
    seats = range(state.seats)
    return {
        "round": int(state.this_round),
        "trick": int(state.trick),
        "rows": [write_row(state, row) for row in range(state.row_count)],
        "hands": None,
        "chosen": None,
        "revealed": bool(state.revealed),
        "special_used": bool(state.special_used),
        "piles": [cards_in(state, PILE + seat) for seat in seats],
        "heads": [int(state.heads[seat]) for seat in seats],
        "totals": [int(state.totals[seat]) for seat in seats],
        "pool": cards_in(state, POOL),
        "out": None,
        "aside": cards_in(state, ASIDE),
        "returned": None,
        "specials": None,
        "special_deck": None,
        "special_discard": None,
        "first": None if state.first == NOBODY else int(state.first),
    }


@answered_once
def hands_of(state: State) -> list[list[int]]:
    return [cards_in(state, HAND + seat) for seat in range(state.seats)]


def write_row(state: State, row: int) -> Json:
    return {
        "cards": state.row_cards[row, : state.row_length[row]].tolist(),
        "seven": bool(state.row_seven[row]),
        "blocked": bool(state.row_blocked[row]),
        "fifth": bool(state.row_fifth[row]),
    }


def write_choice(state: State, seat: int, seen: bool) -> int | bool | None:
    card = int(state.chosen[seat])
    if not card:
        return None
    return card if seen else True


def write_specials(state: State, eyes: Eyes) -> Json:
    if state.variant != Variant.ANNIVERSARY:
        return {"returned": [], "specials": [], "special_deck": [], "special_discard": []}
    seats = range(state.seats)
    deck = [special_name(special) for special in state.special_deck[: state.special_deck_size][::-1]]
    return {
        "returned": [cards_in(state, RETURNED + seat) for seat in seats],
        "specials": [shown(kinds(state.specials[seat]), seat in eyes.specials) for seat in seats],
        "special_deck": shown(deck, eyes.deck),
        "special_discard": kinds(state.special_discard),
    }


def shown(cards: list[Any], seen: bool) -> list[Any] | int:
    """The cards themselves to those who may see them, to others their number."""
    return cards if seen else len(cards)


def kinds(counts: Any) -> list[str]:
    """Special cards, counted by kind, as a list sorted by name."""
    return [special_name(special) for special in range(SPECIALS) for _ in range(counts[special])]


@answered_once
def out_of_round(state: State) -> list[int]:
    """The cards that lie nowhere: they are not in this round."""
    low, high = np.bitwise_or.reduce(state.cards, axis=0).tolist()
    somewhere = low | high << HALF
    for card in state.chosen.tolist():
        somewhere |= 1 << card
    for row in range(state.row_count):
        for card in state.row_cards[row, : state.row_length[row]].tolist():
            somewhere |= 1 << card
    return listed(ALL_CARDS & ~somewhere)


# Events


def event_value(field: str, number: int) -> Any:
    """A number of an event as people write it."""
    if field == "row":
        return number + 1
    return special_name(number) if field in ("special", "drawn") else number
