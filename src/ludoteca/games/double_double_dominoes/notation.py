"""How Double Double Dominoes is written: options, positions, views and events. See RULES.md, Notation."""

from collections.abc import Collection
from typing import Any

from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.record import State
from ludoteca.core.rule import rule
from ludoteca.games.double_double_dominoes.actions import (
    action_kind,
    read_action,
    write_action,
    write_placement,
    write_slot,
    write_tile,
)
from ludoteca.games.double_double_dominoes.known_notation import write_known
from ludoteca.games.double_double_dominoes.reading import fill_with, read_position
from ludoteca.games.double_double_dominoes.rules import score, won
from ludoteca.games.double_double_dominoes.tables import EVENTS, KINDS, MOST_SEATS, Phase, Reason

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

OPTIONAL_KEYS = ("known",)
OPTIONS: tuple[Json, ...] = ({}, {"goal": 20})
MOST_GOAL = 100


# Options


def seat_range(options: Json) -> range:
    """Two to four seats, or five and six with a third set."""
    return range(2, MOST_SEATS + 1)


@rule("T15")
def read_options(seats: int, options: Json) -> Json:
    """The goal may be agreed on, from 1 to 100; otherwise the number of seats decides."""
    for name in options:
        if name != "goal":
            raise BadOptions("unknown_option", f"there is no option {brief(name)}")
    if seats not in seat_range(options):
        raise BadOptions("bad_seats", f"the game is for 2 to {MOST_SEATS} seats, not {brief(seats)}", "T1")
    goal = options.get("goal")
    if goal is not None and (type(goal) is not int or not 1 <= goal <= MOST_GOAL):
        raise BadOptions(
            "bad_goal", f"goal is a whole number from 1 to {MOST_GOAL}, not {brief(goal)}", "T15"
        )
    return {"goal": goal}


def write_options(state: State, options: Json) -> None:
    state.goal = options["goal"] or 0


# Positions and views


def write_position(state: State) -> Json:
    """The whole truth."""
    return written(state, range(state.seats), True)


@rule("T4", "T10")
def write_view(state: State, seat: int) -> Json:
    """What a seat, or a spectator (NOBODY), may know: its own tiles and discards, and what lies open."""
    return written(state, (seat,), False)


def written(state: State, seen: Collection[int], boneyard: bool) -> Json:
    """What somebody may look at: the hands and discards of the seats `seen`, and the boneyard or not."""
    seats, known = range(state.seats), write_known(state)
    return {
        "game": "double-double-dominoes",
        "seats": int(state.seats),
        "options": {"goal": int(state.goal) or None},
        "phase": Phase(state.phase).name.lower(),
        "to_act": [seat for seat in seats if state.to_act >> seat & 1],
        "over": bool(state.phase == Phase.OVER),
        "winners": [seat for seat in seats if won(state, seat)],
        "scores": [int(score(state, seat)) for seat in seats],
        "board": [write_placement(int(laid)) for laid in state.laid[: state.laid_count]],
        "boneyard": write_boneyard(state) if boneyard else int(state.boneyard_size),
        "hands": [write_hand(state, seat) if seat in seen else int(state.hand_size[seat]) for seat in seats],
        "shown": [write_tile(state.shown[seat]) for seat in seats],
        "discards": [write_discard(state, line, seen) for line in range(state.discard_count)],
        "track": [int(state.track[seat]) for seat in seats],
        "last_double": int(state.laid_count) - 1 if state.phase == Phase.EXTEND else None,
        "last_turn": bool(state.boneyard_size == 0),
        **({"known": known} if known else {}),
    }


def write_boneyard(state: State) -> list[list[int]]:
    return [write_tile(kind) for kind in state.boneyard[: state.boneyard_size][::-1]]


def write_hand(state: State, seat: int) -> list[list[int]]:
    copies = [int(state.hands[seat]) >> 2 * kind & 3 for kind in range(KINDS)]
    return [write_tile(kind) for kind in range(KINDS) for _ in range(copies[kind])]


def write_discard(state: State, line: int, seen: Collection[int]) -> list[Any]:
    seat = int(state.discard_seat[line])
    return [seat, write_tile(state.discard_tile[line]) if seat in seen else None]


def fill_view(view: Json, seat: int) -> Json:
    """Any position that fits a view."""
    return write_position(fill_with(view, seat))


# Events


def event_value(field: str, number: int) -> Any:
    """A number of an event as people write it; a tile that lies turned counts on behind all kinds."""
    if field == "tile":
        return write_tile(number % KINDS)[:: -1 if number >= KINDS else 1]
    if field == "at":
        return write_slot(number)
    return Reason(number).name.lower() if field == "reason" else number
