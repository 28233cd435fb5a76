"""How a game is written, put together from the modules of its folder, and the keys that every game has."""

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol

from ludoteca.core.actions import Actions
from ludoteca.core.alphabet import Alphabet
from ludoteca.core.errors import BadPosition, brief, require
from ludoteca.core.record import State

if TYPE_CHECKING:
    from ludoteca.core.game import Game

Json = dict[str, Any]


class Writing(Protocol):
    """`notation.py`: events, and of positions and views the keys that only this game has."""

    @property
    def OPTIONAL_KEYS(self) -> tuple[str, ...]: ...  # noqa: N802  that may be left out: what all have seen

    def write_position(self, state: State) -> Json: ...
    def write_view(self, state: State, seat: int) -> Json: ...
    def event_value(self, field: str, number: int) -> Any: ...


class Reading(Protocol):
    """`reading.py`: a written position becomes a record, if it is consistent; a view becomes a position."""

    def read_position(self, state: State, position: Json) -> None: ...
    def fill_view(self, view: Json, seat: int) -> Json: ...


class Notation:
    """How a game's options, actions, positions, views and events are written."""

    def __init__(self, alphabet: Alphabet, actions: Actions, writing: Writing, reading: Reading) -> None:
        self.OPTIONS = alphabet.OPTIONS.samples
        self.each_option = alphabet.OPTIONS.each
        self.EVENTS = alphabet.Told.kinds()
        self.OPTIONAL_KEYS = writing.OPTIONAL_KEYS
        self.Phase = alphabet.Phase
        self.phases = names_of(alphabet.Phase)
        self.seat_range = alphabet.OPTIONS.seat_range
        self.read_options = alphabet.OPTIONS.read
        self.write_options = alphabet.OPTIONS.write
        self.options_of = alphabet.OPTIONS.of
        self.write_action = actions.write_action
        self.read_action = actions.read_action
        self.action_kind = actions.action_kind
        self.write_position = writing.write_position
        self.write_view = writing.write_view
        self.event_value = writing.event_value
        self.read_position = reading.read_position
        self.fill_view = reading.fill_view


def names_of(phase: type[IntEnum]) -> tuple[str, ...]:
    return tuple(one.name.lower() for one in phase)


def write_common(game: "Game", state: State) -> Json:
    """The keys that every position and every view begins with."""
    seats = range(state.seats)
    return {
        "game": game.id,
        "seats": int(state.seats),
        "options": game.notation.options_of(state),
        "phase": game.notation.phases[state.phase],
        "to_act": [seat for seat in seats if state.to_act >> seat & 1],
        "over": bool(state.to_act == 0),
        "winners": [seat for seat in seats if game.rules.won(state, seat)],
        "scores": [int(game.rules.score(state, seat)) for seat in seats],
    }


def read_common(phase: type[IntEnum], state: State, position: Json) -> None:
    """Phase and seats to act; what else is common is found out, and compared when it is written again."""
    for key in ("phase", "to_act"):
        if key not in position:
            raise BadPosition("missing_key", f"{key} is missing")
    phases = names_of(phase)
    require(position["phase"] in phases, "phase", f"one of {', '.join(phases)}")
    state.phase = phases.index(position["phase"])
    require(type(position["to_act"]) is list, "to_act", "a list of seats")
    for seat in position["to_act"]:
        there = type(seat) is int and 0 <= seat < state.seats
        require(there, "to_act", f"there is no seat {brief(seat)}")
        state.to_act |= 1 << seat
    over = position["phase"] == "over"
    require(over == (state.to_act == 0), "to_act", "nobody when the game is over, and only then")
