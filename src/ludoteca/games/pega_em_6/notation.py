"""How Pega em 6! is written: options, positions, views and events. See RULES.md, Notation."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.pega_em_6.actions import action_kind, read_action, special_name, write_action
from ludoteca.games.pega_em_6.reading import fill_view, read_position
from ludoteca.games.pega_em_6.rules import score, won
from ludoteca.games.pega_em_6.sets import cards_in, listed
from ludoteca.games.pega_em_6.state import ASIDE, HALF, HAND, PILE, POOL, RETURNED
from ludoteca.games.pega_em_6.tables import (
    CARDS,
    EVENTS,
    MOST_ROUNDS,
    MOST_SEATS_OF,
    SPECIALS,
    Phase,
    Variant,
)

__all__ = [
    "OPTIONS",
    "EVENTS",
    "OPTIONAL_KEYS",
    "seat_range",
    "read_options",
    "write_options",
    "write_action",
    "read_action",
    "action_kind",
    "write_position",
    "write_view",
    "read_position",
    "fill_view",
    "event_value",
]

Json = dict[str, Any]

OPTIONAL_KEYS: tuple[str, ...] = ()
OPTIONS: tuple[Json, ...] = (
    {"variant": "basic"},
    {"variant": "professional"},
    {"variant": "anniversary"},
    {"variant": "basic", "rounds": 1},
    {"variant": "professional", "rounds": 2},
)


ALL_CARDS = (1 << CARDS + 1) - 2

# Options


def seat_range(options: Json) -> range:
    """The seat counts with which a variant can be played."""
    return range(2, MOST_SEATS_OF[variant_of(options)] + 1)


def variant_of(options: Json) -> Variant:
    name = "basic" if options.get("variant") is None else options["variant"]
    names = [variant.name.lower() for variant in Variant]
    if name not in names:
        raise BadOptions("bad_variant", f"variant is one of {', '.join(names)}, not {brief(name)}")
    return Variant(names.index(name))


@rule("P10", "P14")
def read_options(seats: int, options: Json) -> Json:
    """All options with their defaults: to 66 bull heads, or a number of rounds, but not both."""
    for name in options:
        if name not in ("variant", "target", "rounds"):
            raise BadOptions("unknown_option", f"there is no option {brief(name)}")
    variant = variant_of(options)
    target, rounds = positive(options, "target"), positive(options, "rounds")
    if seats not in seat_range(options):
        most = MOST_SEATS_OF[variant]
        raise BadOptions(
            "bad_seats", f"the {variant.name.lower()} variant is for 2 to {most} seats, not {brief(seats)}"
        )
    if target and rounds:
        raise BadOptions("target_and_rounds", "give a target or a number of rounds, not both", "P10")
    if variant == Variant.ANNIVERSARY:
        if target or rounds not in (None, 2):
            raise BadOptions("two_rounds", "the anniversary variant is played in two rounds", "P14")
        rounds = 2
    elif not rounds:
        target = target or 66
    return {"variant": variant.name.lower(), "target": target, "rounds": rounds}


def positive(options: Json, name: str) -> int | None:
    value = options.get(name)
    if value is not None and (type(value) is not int or not 1 <= value <= MOST_ROUNDS):
        raise BadOptions(
            f"bad_{name}", f"{name} is a whole number from 1 to {MOST_ROUNDS}, not {brief(value)}", "P10"
        )
    return value


def write_options(state: State, options: Json) -> None:
    state.variant = variant_of(options)
    state.target = options["target"] or 0
    state.rounds = options["rounds"] or 0


def options_of(state: State) -> Json:
    return {
        "variant": Variant(state.variant).name.lower(),
        "target": int(state.target) or None,
        "rounds": int(state.rounds) or None,
    }


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
        **write_course(state),
        "rows": [write_row(state, row) for row in range(state.row_count)],
        "hands": [shown(cards_in(state, HAND + seat), seat in eyes.hands) for seat in seats],
        "chosen": [write_choice(state, seat, state.revealed or seat in eyes.choices) for seat in seats],
        "revealed": bool(state.revealed),
        "special_used": bool(state.special_used),
        "piles": [cards_in(state, PILE + seat) for seat in seats],
        "heads": [int(state.heads[seat]) for seat in seats],
        "totals": [int(state.totals[seat]) for seat in seats],
        "pool": cards_in(state, POOL),
        "out": shown(out_of_round(state), eyes.out),
        "aside": cards_in(state, ASIDE),
        **write_specials(state, eyes),
        "first": None if state.first == NOBODY else int(state.first),
    }


def write_course(state: State) -> Json:
    seats = range(state.seats)
    return {
        "game": "pega-em-6",
        "seats": int(state.seats),
        "options": options_of(state),
        "phase": Phase(state.phase).name.lower(),
        "to_act": [seat for seat in seats if state.to_act >> seat & 1],
        "over": bool(state.phase == Phase.OVER),
        "winners": [seat for seat in seats if won(state, seat)],
        "scores": [int(score(state, seat)) for seat in seats],
        "round": int(state.this_round),
        "trick": int(state.trick),
    }


def write_row(state: State, row: int) -> Json:
    return {
        "cards": [int(card) for card in state.row_cards[row, : state.row_length[row]]],
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
    """Cards as they are to who may look at them, to others their number."""
    return cards if seen else len(cards)


def kinds(counts: Any) -> list[str]:
    """Special cards, counted by kind, as a list sorted by name."""
    return [special_name(special) for special in range(SPECIALS) for _ in range(counts[special])]


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
