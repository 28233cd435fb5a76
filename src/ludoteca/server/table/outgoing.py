"""The messages that a table sends: one struct each. A field that did not change is left out of `News`."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from ludoteca.archive.game_file import Ended, Hex
from ludoteca.server.schemas import Origin, SeatInfo, Why
from ludoteca.server.store.models import Daily, EveningRound, Json, Person, Stage


class Outgoing(msgspec.Struct, tag_field="type", tag=str.lower, kw_only=True):
    """A message of the server."""


class Pong(Outgoing, kw_only=True):
    """The answer to a ping."""


class Waking(Outgoing, kw_only=True):
    """The server is still compiling the game; the table is shown as soon as it can be."""


class Notice(Outgoing, kw_only=True):
    """The admin's message to everybody; null takes it back."""

    text: str | None


class Ack(Outgoing, kw_only=True):
    """A command was carried out and is on disk, as this step of the log."""

    id: str
    seq: int


class Code(Outgoing, kw_only=True):
    """The code that moves a seat to another device."""

    id: str
    code: str


class Hint(Outgoing, kw_only=True):
    """What a seat could do now, the best candidate first, and its other actions."""

    id: str
    seq: int
    seat: int
    measure: str  # what figures are: `victory` or, alone, `score`
    candidates: list[Json]
    others: list[Json]


class History(Outgoing, kw_only=True):
    """Steps of the past, as this audience may know them."""

    id: str
    since: int
    steps: list[Json]


class You(msgspec.Struct):
    """Who is told, and on which seat; a spectator has none."""

    person: Person | None
    seat: int | None


class FairnessState(msgspec.Struct):
    """What the deal comes from; the seed only when the game is over."""

    commitment: Hex
    entropy: list[Hex | None]
    seed: Hex | None


class ClockState(msgspec.Struct):
    """When whose time is up, and what the time is here: the reader's clock may be wrong."""

    seconds: int
    now: int
    due: list[int | None]
    late: list[int]


class EmptiedSeat(msgspec.Struct):
    """A seat from which a person was removed: who agrees that somebody new may have it, and is it open?"""

    seat: int
    agreed: list[int]
    open: bool


class TableFields(Outgoing, kw_only=True):
    """What can change at a table, as one audience may know it."""

    stage: Stage | UnsetType = UNSET
    host: str | UnsetType = UNSET
    seats: list[SeatInfo] | UnsetType = UNSET
    spectators: int | UnsetType = UNSET
    fairness: FairnessState | UnsetType = UNSET
    agreed: list[int] | UnsetType = UNSET
    locked: bool | UnsetType = UNSET
    emptied: list[EmptiedSeat] | UnsetType = UNSET
    clock: ClockState | UnsetType | None = UNSET
    can_take_back: bool | UnsetType = UNSET
    ended: Ended | UnsetType = UNSET
    view: Json | UnsetType | None = UNSET
    legal: list[Json] | UnsetType = UNSET
    draft: Json | UnsetType | None = UNSET
    chosen: list[int] | UnsetType = UNSET
    rematch_offers: list[int] | UnsetType = UNSET
    rematch: str | UnsetType | None = UNSET
    unplayable: Why | UnsetType | None = UNSET  # why the game is shown as it was kept and cannot go on


class About(TableFields, kw_only=True):
    """How a table was made, its secrets left out, and who is told."""

    table: str | UnsetType = UNSET
    game: str | UnsetType = UNSET
    options: Json | UnsetType = UNSET
    open: bool | UnsetType = UNSET
    chat: bool | UnsetType = UNSET
    forced: bool | UnsetType = UNSET
    take_back: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    origin: Origin | UnsetType = UNSET
    daily: Daily | UnsetType | None = UNSET
    rated: bool | UnsetType = UNSET
    evening: EveningRound | UnsetType | None = UNSET
    practice: bool | UnsetType = UNSET
    you: You | UnsetType = UNSET
    link: str | UnsetType = UNSET


class View(About, kw_only=True):
    """Everything that this audience may know now."""

    seq: int


class News(About, kw_only=True):
    """The last steps and what they changed; everything, for a reader who missed some."""

    since: int
    seq: int
    steps: list[Json]


class Refused(Outgoing, kw_only=True):
    """A command was refused: why, and how the table stands."""

    id: str | None
    code: str
    arguments: dict[str, Any]
    rule: str | None
    now: View


MESSAGES = Pong | Waking | Notice | Ack | Code | Hint | History | View | News | Refused
