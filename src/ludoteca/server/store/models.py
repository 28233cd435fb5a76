"""What is stored: people, how a table was made, and the rows of its log."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from ludoteca.archive.game_file import PRINTABLE

Json = dict[str, Any]
A_DAY = 24 * 3600  # seconds
Stage = Literal["gathering", "playing", "over"]
Id = Annotated[str, msgspec.Meta(max_length=64, pattern=PRINTABLE)]  # of whatever somebody asks for


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody with a name and perhaps a picture, the number of a drawing. All of it is public."""

    id: str
    name: str
    picture: int | None = None


class Process(msgspec.Struct, frozen=True):
    """A server process among those that share a database."""

    id: str
    address: str  # where the others reach it
    key: str  # shown by processes that forward visitors to it


class Place(msgspec.Struct, frozen=True):
    """Who has a seat: a person, a bot, both (the person is away and the bot plays on), or nobody."""

    person: Person | None = None
    bot: str | None = None
    ready: bool = False
    entropy: str | None = None

    @property
    def free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def away(self) -> bool:
        return self.person is not None and self.bot is not None


class Daily(msgspec.Struct, frozen=True):
    """The deal of a day; the first try is scored, others are practice."""

    day: str  # 2026-11-18, in the room's time zone
    ends_at: int  # milliseconds since 1970; until then the seed stays secret
    scored: bool


class EveningRound(msgspec.Struct, frozen=True):
    """A table of a club evening; the same deal is played at all tables of a round."""

    code: str
    round: int


class Meta(msgspec.Struct, frozen=True):
    """How a table was made."""

    id: str
    game: str
    options: Json  # all of them
    places: tuple[Place, ...]
    host: Person
    open: bool
    chat: bool
    start: Literal["host", "ready"]
    seed: str  # hex; leaves the server only when the game is over
    commitment: str
    version: str  # of the rules
    clock: int | None = None  # seconds for a move
    forced: bool = False  # forced moves are played automatically
    take_back: bool = False  # in solo and bot games
    hints: bool = True  # may be asked for
    origin: Literal["continued", "imported"] | None = None
    begin: Json | None = None  # where the game begins, if not with a deal
    daily: Daily | None = None
    rated: bool = False  # counts for the ratings of the people who play
    evening: EveningRound | None = None
    practice: bool = False  # one person and bots: every move can be taken back, and it counts nowhere

    @property
    def of_days(self) -> bool:
        """Is there so much time for a move that nobody sits and waits?"""
        return self.clock is not None and self.clock >= A_DAY


class Standing(msgspec.Struct, frozen=True):
    """How a game stands: the seats it waits for, the scores, and when it was last played."""

    to_act: list[int]
    scores: list[int]
    at: int


class Summary(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lists show of a table. It is stored beside the log, in the transaction that changes it.

    Only a table that is in nobody's memory has its standing here: else it would be written at every move.
    """

    stage: Stage
    host: str
    places: tuple[Place, ...]  # without entropy
    locked: bool = False
    standing: Standing | None = None

    @classmethod
    def of(cls, stage: Stage, host: Person, places: Iterable[Place], locked: bool = False) -> "Summary":
        return cls(stage, host.id, tuple(replace(place, entropy=None) for place in places), locked)


class StoredEntry(msgspec.Struct, frozen=True):
    """One row of a table's log, as the database has it; `table/entries.py` knows what it means."""

    seq: int
    did: str
    data: bytes  # JSON
    person: str | None = None  # the sender of the command
    command: str | None = None  # the command's id
    at: int = 0  # milliseconds since 1970
