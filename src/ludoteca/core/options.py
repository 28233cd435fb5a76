"""The options of a game: declared once, with their values, defaults and the seats they allow."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.record import State

Json = dict[str, Any]


@dataclass(frozen=True)
class Choice:
    """One of several values, the default first. The record counts them from 0."""

    name: str
    values: tuple[Any, ...]
    field: str | None = None  # of the record, if it has another name

    def read(self, value: Any) -> Any:
        if value is None:
            return self.values[0]
        if type(value) is not type(self.values[0]) or value not in self.values:
            raise BadOptions(f"bad_{self.name}", f"{self.name} is {self._allowed()}, not {brief(value)}")
        return value

    def _allowed(self) -> str:
        if len(self.values) == 2:
            return " or ".join(map(repr, self.values))
        return f"one of {', '.join(map(str, self.values))}"

    def number(self, value: Any) -> int:
        return self.values.index(value)

    def value(self, number: int) -> Any:
        return self.values[number]


@dataclass(frozen=True)
class Whole:
    """A whole number, or null. The record has 0 for null."""

    name: str
    low: int
    high: int
    rule: str | None = None
    field: str | None = None

    def read(self, value: Any) -> int | None:
        if value is not None and (type(value) is not int or not self.low <= value <= self.high):
            why = f"{self.name} is a whole number from {self.low} to {self.high}, not {brief(value)}"
            raise BadOptions(f"bad_{self.name}", why, self.rule)
        return value

    def number(self, value: int | None) -> int:
        return value or 0

    def value(self, number: int) -> int | None:
        return number or None


@dataclass(frozen=True)
class Seats:
    """How many seats may play."""

    low: int
    high: int
    what: str = "the game"  # that is for so many
    rule: str | None = None

    @property
    def range(self) -> range:
        return range(self.low, self.high + 1)


class Options:
    """Seats and options of a game. `samples` are options that between them show every variant.

    Where seats differ by variant, `seats` is a function of the options. `agree` completes options that
    depend on each other, or raises BadOptions.
    """

    def __init__(
        self,
        *each: Choice | Whole,
        seats: Seats | Callable[[Json], Seats],
        samples: tuple[Json, ...] = ({},),
        agree: Callable[[Json], Json] = dict,
    ) -> None:
        self.each = {option.name: option for option in each}
        self.seats = seats
        self.samples = samples
        self.agree = agree

    def seat_range(self, options: Json) -> range:
        """The seat counts that can play with these options."""
        return self._seats_for(self._values(options)).range

    def read(self, seats: int, options: Json) -> Json:
        """All options with their defaults; BadOptions if there are no such seats or options."""
        for name in options:
            if name not in self.each:
                raise BadOptions("unknown_option", f"there is no option {brief(name)}")
        values = self._values(options)
        allowed = self._seats_for(values)
        if seats not in allowed.range:
            why = f"{allowed.what} is for {allowed.low} to {allowed.high} seats, not {brief(seats)}"
            raise BadOptions("bad_seats", why, allowed.rule)
        return self.agree(values)

    def write(self, state: State, options: Json) -> None:
        """Note complete options in a record."""
        for name, option in self.each.items():
            setattr(state, option.field or name, option.number(options[name]))

    def of(self, state: State) -> Json:
        """The complete options of a record."""
        return {
            name: option.value(int(getattr(state, option.field or name)))
            for name, option in self.each.items()
        }

    def _values(self, options: Json) -> Json:
        return {name: option.read(options.get(name)) for name, option in self.each.items()}

    def _seats_for(self, values: Json) -> Seats:
        return self.seats if isinstance(self.seats, Seats) else self.seats(values)
