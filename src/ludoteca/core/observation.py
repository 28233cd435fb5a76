"""Observations: what a seat sees as one row of small integers, for programs that learn.

A game declares its channels once, in `observation.py`: the legend of the documentation, the bounds of the
environments and the tests are made from the same declaration.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt
from numba.extending import overload

from ludoteca.core import verbs
from ludoteca.core.compiled import AS_PART, compiled, entry
from ludoteca.core.record import State

if TYPE_CHECKING:
    from ludoteca.core.game import Game
    from ludoteca.core.table import Table

Json = dict[str, Any]
Numbers = npt.NDArray[np.int16]

SEATS = -1  # in a shape: as many as there are seats; the own seat is the first, then clockwise
BYTE = 8
SPREAD = np.array([[byte >> bit & 1 for bit in range(BYTE)] for byte in range(1 << BYTE)], dtype=np.int16)
LIMIT = 32_767  # what is higher or lower is cut off here


def always(options: Json) -> bool:
    return True


@dataclass(frozen=True)
class Channel:
    """A part of every observation: its name, its shape, what its numbers mean and how far they go."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    high: int = 1
    low: int = 0
    when: Callable[[Json], bool] = always  # is it there with these options?


class Observing(Protocol):
    """`observation.py` of a game: its own channels, and a compiled function that writes them in order."""

    @property
    def CHANNELS(self) -> tuple[Channel, ...]: ...  # noqa: N802

    def write(self, state: State, seat: int, numbers: Numbers, at: int) -> int: ...
    def longest(self, seats: int, options: Json) -> int: ...  # no game has more decisions


class OnlyCommon:
    """For a game that declares no channels of its own."""

    CHANNELS: tuple[Channel, ...] = ()

    @staticmethod
    @compiled
    def write(state: State, seat: int, numbers: Numbers, at: int) -> int:
        return at

    @staticmethod
    def longest(seats: int, options: Json) -> int:
        return 1_000_000


ONLY_COMMON: Observing = OnlyCommon()


def common_channels(phases: int) -> tuple[Channel, ...]:
    """What the observations of every game begin with."""
    return (
        Channel("phase", (phases,), "1 at the phase of the game"),
        Channel("to_act", (SEATS,), "1 if the seat may act now"),
        Channel("scores", (SEATS,), "the score so far", LIMIT, -LIMIT),
    )


class Layout:
    """The channels of one game with so many seats and these options, and where each begins."""

    def __init__(self, game: "Game", seats: int, options: Json) -> None:
        self.seats = seats
        every = (*common_channels(len(game.notation.phases)), *game.observation.CHANNELS)
        self.channels = tuple(channel for channel in every if channel.when(options))
        self.size = sum(prod(self.shape(channel)) for channel in self.channels)
        self.low = self._each(lambda channel: channel.low)
        self.high = self._each(lambda channel: channel.high)

    def shape(self, channel: Channel) -> tuple[int, ...]:
        return tuple(self.seats if length == SEATS else length for length in channel.shape)

    def parts(self) -> Iterator[tuple[Channel, slice]]:
        """Every channel and its place in an observation."""
        start = 0
        for channel in self.channels:
            stop = start + prod(self.shape(channel))
            yield channel, slice(start, stop)
            start = stop

    def read(self, numbers: Numbers) -> dict[str, Numbers]:
        """The channels of an observation by their names."""
        return {
            channel.name: numbers[..., place].reshape(*numbers.shape[:-1], *self.shape(channel))
            for channel, place in self.parts()
        }

    def _each(self, bound: Callable[[Channel], int]) -> Numbers:
        bounds = np.zeros(self.size, dtype=np.int16)
        for channel, place in self.parts():
            bounds[place] = bound(channel)
        return bounds


# Writing, channel after channel: each function returns where the next one begins. A slice is written quicker
# than single places: its index cannot be negative.


@compiled
def write_number(numbers: Numbers, at: int, number: int) -> int:
    numbers[at] = min(max(number, -LIMIT), LIMIT)
    return at + 1


@compiled
def write_sign(numbers: Numbers, at: int, length: int, place: int) -> int:
    """1 at one place, 0 elsewhere; nowhere if there is no such place."""
    part = numbers[at : at + length]
    for each in range(length):
        part[each] = 1 if each == place else 0
    return at + length


@compiled
def write_set(numbers: Numbers, at: int, length: int, members: int) -> int:
    """1 for every number in a set of bits, eight of them at a time."""
    part = numbers[at : at + length]
    whole = length // BYTE * BYTE
    for first in range(0, whole, BYTE):
        eight, spread = part[first : first + BYTE], SPREAD[(members >> first) & 255]
        for place in range(BYTE):
            eight[place] = spread[place]
    for member in range(whole, length):
        part[member] = (members >> member) & 1
    return at + length


@compiled
def write_list(numbers: Numbers, at: int, length: int, values: Any) -> int:
    part = numbers[at : at + length]
    for place in range(length):
        part[place] = values[place]
    return at + length


@compiled
def write_seats(state: State, seat: int, numbers: Numbers, at: int, values: Any) -> int:
    """A number for every seat, the own one first."""
    for place in range(state.seats):
        numbers[at + place] = values[seat_at(state, seat, place)]
    return at + state.seats


@compiled
def seat_at(state: State, seat: int, place: int) -> int:
    """The seat that sits so many places after this one, less than once around the table."""
    other = seat + place
    return other - state.seats if other >= state.seats else other  # a division takes ten times as long


@compiled
def write_common(state: State, seat: int, numbers: Numbers) -> int:
    at = write_sign(numbers, 0, phases(state), state.phase)
    for place in range(state.seats):
        at = write_number(numbers, at, state.to_act >> seat_at(state, seat, place) & 1)
    for place in range(state.seats):
        at = write_number(numbers, at, verbs.score(state, seat_at(state, seat, place)))
    return at


# The whole, found by the type of the record as the verbs are


def phases(state: State) -> int:
    return len(verbs.GAMES[state.dtype].notation.phases)


def write_own(state: State, seat: int, numbers: Numbers, at: int) -> int:
    return verbs.GAMES[state.dtype].observation.write(state, seat, numbers, at)


@overload(phases, strict=False, jit_options=AS_PART)
def compiled_phases(state: Any) -> Any:
    count = len(verbs.GAMES[state].notation.phases)
    return lambda state: count


@overload(write_own, strict=False, jit_options=AS_PART)
def compiled_write_own(state: Any, seat: Any, numbers: Any, at: Any) -> Any:
    write = verbs.GAMES[state].observation.write
    return lambda state, seat, numbers, at: write(state, seat, numbers, at)


@compiled
def write_observation(state: State, seat: int, numbers: Numbers) -> int:
    """Write what a seat sees, from nothing that it may not know; how many numbers is that?"""
    return write_own(state, seat, numbers, write_common(state, seat, numbers))


@entry
def observe_table(states: Any, seat: int, numbers: Numbers) -> int:
    return write_observation(states[0], seat, numbers)


def layout_of(table: "Table") -> Layout:
    return Layout(table.game, table.seats, table.game.notation.options_of(table.states[0]))


def observation_of(table: "Table", seat: int) -> Numbers:
    """What a seat at a table sees."""
    numbers = np.zeros(layout_of(table).size, dtype=np.int16)
    observe_table(table.states, seat, numbers)
    return numbers
