"""How Dobro is written: options, positions, views and events. See RULES.md, Notation."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.dobro.actions import action_kind, read_action, write_action
from ludoteca.games.dobro.cards import CARD_NAMES, KINDS, MOST_SEATS, count_of
from ludoteca.games.dobro.ends import finished, score, won
from ludoteca.games.dobro.reading import fill_view, read_position
from ludoteca.games.dobro.tables import EVENTS, Edition, Phase

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
    {"edition": "pt", "long": False, "draw": "auto"},
    {"edition": "en", "long": False, "draw": "auto"},
    {"edition": "pt", "long": True, "draw": "manual"},
    {"edition": "en", "long": True, "draw": "manual"},
)


# Options

CHOICES: dict[str, tuple[Any, ...]] = {
    "edition": ("pt", "en"),
    "long": (False, True),
    "draw": ("auto", "manual"),
}  # the default first


def seat_range(options: Json) -> range:
    """Two to six, whatever the options."""
    return range(2, MOST_SEATS + 1)


@rule("D17", "D20", "D21", "D23")
def read_options(seats: int, options: Json) -> Json:
    """All options with their defaults: edition `pt`, three rounds, automatic drawing."""
    for name in options:
        if name not in CHOICES:
            raise BadOptions("unknown_option", f"there is no option {brief(name)}")
    if seats not in seat_range(options):
        raise BadOptions("bad_seats", f"Dobro is for 2 to {MOST_SEATS} seats, not {brief(seats)}")
    return {name: chosen(options, name) for name in CHOICES}


def chosen(options: Json, name: str) -> Any:
    allowed = CHOICES[name]
    value = allowed[0] if options.get(name) is None else options[name]
    if type(value) is not type(allowed[0]) or value not in allowed:
        choices = " or ".join(repr(choice) for choice in allowed)
        raise BadOptions(f"bad_{name}", f"{name} is {choices}, not {brief(value)}")
    return value


def write_options(state: State, options: Json) -> None:
    state.edition = CHOICES["edition"].index(options["edition"])
    state.long_game = options["long"]
    state.manual = options["draw"] == "manual"


def options_of(state: State) -> Json:
    return {
        "edition": Edition(state.edition).name.lower(),
        "long": bool(state.long_game),
        "draw": "manual" if state.manual else "auto",
    }


# Positions and views


@dataclass(frozen=True)
class Eyes:
    """What somebody may look at: an allow-list."""

    hands: Collection[int]  # the seats whose hands
    pile: bool  # the draw pile and the cards set aside


def write_position(state: State) -> Json:
    """The whole truth."""
    return written(state, Eyes(range(state.seats), True))


@rule("D3", "D4")
def write_view(state: State, seat: int) -> Json:
    """What a seat, or a spectator (NOBODY), may know: its own hand and what everybody saw."""
    return written(state, Eyes((seat,), False))


def written(state: State, eyes: Eyes) -> Json:
    seats = range(state.seats)
    return {
        **write_course(state),
        "direction": int(state.direction),
        "value": int(state.value),
        "table": [CARD_NAMES[card] for card in state.table[: state.table_count]],
        "deck": shown([CARD_NAMES[card] for card in state.deck[: state.deck_left][::-1]], eyes.pile),
        "aside": shown(names(state.aside), eyes.pile),
        "hands": [shown(names(state.hands[seat]), seat in eyes.hands) for seat in seats],
        "piles": [names(state.piles[seat]) for seat in seats],
        "forgetful": None if state.forgetful == NOBODY else int(state.forgetful),
        "points": state.points[: finished(state), : state.seats].tolist(),
        "last_leader": int(state.last_leader),
    }


def write_course(state: State) -> Json:
    seats = range(state.seats)
    return {
        "game": "dobro",
        "seats": int(state.seats),
        "options": options_of(state),
        "phase": Phase(state.phase).name.lower(),
        "to_act": [seat for seat in seats if state.to_act >> seat & 1],
        "over": bool(state.phase == Phase.OVER),
        "winners": [seat for seat in seats if won(state, seat)],
        "scores": [int(score(state, seat)) for seat in seats],
        "round": int(state.this_round),
    }


def names(cards: int) -> list[str]:
    """Packed cards as people write them, sorted."""
    return [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(count_of(cards, kind))]


def shown(cards: list[str], seen: bool) -> list[str] | int:
    """Cards as they are to who may look at them, to others their number."""
    return cards if seen else len(cards)


# Events


def event_value(field: str, number: int) -> Any:
    """A number of an event as people write it."""
    if field == "drawn":
        return CARD_NAMES[number]
    return str(number) if field == "card" else number
