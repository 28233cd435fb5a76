"""The messages that a client sends, how a frame is read, and the commands that a table gives itself."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from ludoteca.archive.game_file import PRINTABLE, json_path_of
from ludoteca.server.errors import Refused
from ludoteca.server.store.models import Json, Person

CommandId = Annotated[str, msgspec.Meta(min_length=1, max_length=64, pattern=PRINTABLE)]
Seq = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=99)]
Word = Annotated[str, msgspec.Meta(max_length=64, pattern=PRINTABLE)]


class Message(msgspec.Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    pass


class Ping(Message):
    pass


class Command(Message):
    id: CommandId


class Act(Command):
    seq: Seq
    action: dict[str, Any]


class Sit(Command):
    seat: Seat | None = None
    entropy: str | None = None


class Ready(Command):
    entropy: str | None = None


class Leave(Command):
    pass


class Start(Command):
    fill: Word | None = None


class Bot(Command):
    seat: Seat
    bot: Word | None


class Kick(Command):
    seat: Seat


class Lock(Command):
    """The host lets nobody new sit down, or does again."""

    locked: bool = True


class Admit(Command):
    """To let somebody new have the seat of a person who was removed, when all agree."""

    seat: Seat
    agree: bool = True


class Say(Command):
    phrase: Word | None = None
    text: str | None = None


class Rematch(Command):
    """To play again with the same people, when all who are there want it."""

    offer: bool = True


class Agree(Command):
    """To end the game before its end, when all agree."""

    agree: bool = True


class TakeBack(Command, tag="take_back"):
    pass


class Take(Command):
    """The seat whose person was told this code, on another device."""

    code: Word


class Code(Command):
    """A question: the code that moves the own seat to another device."""


class Hint(Command):
    """A question: what could the own seat do, and what is to be expected of it? And why not this action?"""

    action: dict[str, Any] | None = None


class History(Command):
    """A question, so it is answered and not carried out."""

    before: Seq | None = None
    most: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 200


Incoming = (
    Ping
    | Act
    | Sit
    | Ready
    | Leave
    | Start
    | Bot
    | Kick
    | Lock
    | Admit
    | Say
    | Rematch
    | Agree
    | TakeBack
    | Take
    | Code
    | Hint
    | History
)
DECODER = msgspec.json.Decoder(Incoming)
ID = msgspec.json.Decoder(dict[str, Any])


def read_message(frame: str | bytes) -> Incoming:
    """The message of a frame; Refused, naming the place, if it is none."""
    try:
        return DECODER.decode(frame)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as wrong:
        raise Refused("malformed", where=json_path_of(wrong)) from None


def id_of(frame: str | bytes) -> str | None:
    """The id of a message that could not be read, for the answer."""
    try:
        given = ID.decode(frame).get("id")
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return given if isinstance(given, str) and len(given) <= 64 and given.isprintable() else None


# What a table asks of itself


@dataclass(frozen=True)
class BotAct:
    """A bot decided to act: on its own seat, or once for a person whose time is up."""

    seat: int
    seq: int
    action: Json
    late: bool = False


@dataclass(frozen=True)
class ForcedAct:
    """A person's only possible action; `visibly` if everybody can see that it is the only one."""

    seat: int
    seq: int
    action: Json
    visibly: bool


@dataclass(frozen=True)
class TooLate:
    """A person let the time run out again and again."""

    seat: int


@dataclass(frozen=True)
class AutoEnd:
    """Everybody agreed to end the game, but those who have been away for longer than this."""

    patience: int  # milliseconds


@dataclass(frozen=True)
class AutoRematch:
    """Everybody who is there wants to play again."""


@dataclass(frozen=True)
class AdminClose:
    """The admin ends what goes on at a table."""


@dataclass(frozen=True)
class AdminLock:
    """The admin locks a table, or unlocks it."""

    locked: bool


@dataclass(frozen=True)
class Lost:
    """A person has had no socket for a while."""

    person: Person


@dataclass(frozen=True)
class Back:
    """A person has a socket again."""

    person: Person


@dataclass(frozen=True)
class AutoStart:
    """Everybody is ready."""
