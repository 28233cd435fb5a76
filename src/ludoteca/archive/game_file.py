"""The file of a finished game: its form, how it is read, and what can be wrong with it."""

import re
from typing import Annotated, Any, Literal

import msgspec

Json = dict[str, Any]
FORMAT = "ludoteca-game-1"
MOST_ACTIONS = 20_000

PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\ud800-\udfff]*\Z"  # no control characters: databases and logs refuse some
Short = Annotated[str, msgspec.Meta(max_length=64)]
Word = Annotated[str, msgspec.Meta(max_length=64, pattern=PRINTABLE)]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Seat = Annotated[int, msgspec.Meta(ge=0, le=99)]


Ended = Literal["agreement", "closed"] | None  # why a game ended, if not by the rules


class NotVerified(ValueError):
    """A file is not a game that the server was bound to and that follows the rules; the code says why."""

    def __init__(self, code: str, rule: str | None = None, **arguments: Any) -> None:
        about = "".join(f", {name} {value}" for name, value in arguments.items())
        super().__init__(f"{code}{about}" + (f" ({rule})" if rule else ""))
        self.code = code
        self.rule = rule
        self.arguments = arguments


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the file."""


class SeatPart(Part, frozen=True, omit_defaults=False):
    """Who had a seat at the end: a person, a bot, or a bot for a person who was away."""

    person: Short | None
    bot: Short | None


class FairnessPart(Part, frozen=True):
    """What the deal came from."""

    commitment: Hex
    entropy: list[Hex | None]
    seed: Hex


class Taken(Part, frozen=True):
    """One action that reached the table."""

    seat: Seat
    action: Json


class Begin(Part, frozen=True):
    """Where a continued game begins: at a whole position, or at one that fits what a seat saw."""

    position: Json | None = None
    view: Json | None = None
    seat: Seat | None = None


class GameFile(Part, frozen=True):
    """A finished game, with all that is needed to check it."""

    format: str
    version: Word
    game: Word
    options: Json
    seats: Annotated[list[SeatPart], msgspec.Meta(min_length=1, max_length=99)]
    fairness: FairnessPart
    actions: Annotated[list[Taken], msgspec.Meta(max_length=MOST_ACTIONS)]
    scores: list[int]
    winners: list[int]
    begin: Begin | None = None
    ended: Ended = None
    rules: Annotated[int, msgspec.Meta(ge=1, le=9999)] = 1  # the version of the game's rules
    practice: bool = False  # moves were taken back, whatever chance had shown


GAME_FILE = msgspec.json.Decoder(GameFile)  # made here, not by several threads at once: that crashes msgspec


def read_game_file(content: bytes | str) -> GameFile:
    try:
        return GAME_FILE.decode(content)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as wrong:
        raise NotVerified("malformed", where=json_path_of(wrong)) from None


def convert_game_file(content: Any) -> GameFile:
    try:
        return msgspec.convert(content, GameFile)
    except (msgspec.ValidationError, RecursionError) as wrong:
        raise NotVerified("malformed", where=json_path_of(wrong)) from None


def json_path_of(wrong: Exception) -> str:
    """Where the mistake is that msgspec found, as `$.action`; `$` for the whole."""
    found = re.search(r"at `(?:key in )?(\$[^`]*)`", str(wrong))
    return found[1] if found else "$"
