"""Events: what happened at the table, told only when somebody listens, to each what it may know."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca.core.compiled import compiled
from ludoteca.core.numbered import Numbered
from ludoteca.core.record import State

Event = dict[str, Any]


@compiled
def tell(state: State, kind: int, seat: int, first: int, second: int) -> None:
    """Note that something happened, with up to three numbers. Where nobody listens it costs one test."""
    if state.listening:
        line = state.news_count
        state.news[line, 0] = kind
        state.news[line, 1] = seat
        state.news[line, 2] = first
        state.news[line, 3] = second
        state.news_count = line + 1


@dataclass(frozen=True)
class Kind:
    """A kind of event: its name, what its numbers are called, and which of them only its seat may know."""

    name: str
    fields: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()


class Secret(str):
    """The name of a number that only the seat of an event may know."""

    __slots__ = ()


class Events(Numbered):
    """The kinds of events of a game, counted from 0, each declared with the names of up to three numbers.

    class Told(Events):
        DREW = "seat", Secret("card"), "left"
        GAME_OVER = ()
    """

    fields: tuple[str, ...]

    def __new__(cls, *fields: str) -> "Events":
        return cls.counted(fields=fields)

    @classmethod
    def kinds(cls) -> tuple[Kind, ...]:
        """All kinds by their number."""
        return tuple(event.kind for event in cls)

    @property
    def kind(self) -> Kind:
        secret = tuple(field for field in self.fields if isinstance(field, Secret))
        return Kind(self.name.lower(), tuple(map(str, self.fields)), tuple(map(str, secret)))


def news_for(
    state: State, seat: int | None, kinds: tuple[Kind, ...], value: Callable[[str, int], Any]
) -> list[Event]:
    """The events since the last decision, as `seat` (None: a spectator) may know them."""
    return [one_event(line, seat, kinds, value) for line in state.news[: state.news_count].tolist()]


def one_event(
    line: list[int], seat: int | None, kinds: tuple[Kind, ...], value: Callable[[str, int], Any]
) -> Event:
    kind = kinds[line[0]]
    numbers = dict(zip(kind.fields, line[1:], strict=False))
    mine = seat is not None and numbers.get("seat") == seat
    shown = {name: value(name, n) for name, n in numbers.items() if mine or name not in kind.secret}
    return {"event": kind.name, **shown}
