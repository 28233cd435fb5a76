"""The forms of what is answered over HTTP, for its description; a test compares them with real answers."""

from typing import Annotated, Any, Literal

import msgspec

from ludoteca.archive.game_file import GameFile, SeatPart, Taken
from ludoteca.server.store.models import Json, Person

__all__ = ["GameFile"]

Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Origin = Literal["continued", "imported"] | None
Ended = Literal["agreement"] | None


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """These fields and no others."""


class Problem(Form):
    """What was asked cannot be done: a code, what fills its sentence, and the rule if one was broken."""

    code: str
    arguments: Json
    rule: str | None


class Me(Form):
    person: Person | None


class RoomAbout(Form):
    version: str
    languages: list[str]
    phrases: list[str]
    most_name: int
    most_text: int


class OptionsAbout(Form):
    """A set of options, the lowest and highest number of seats, and all options with the defaults."""

    options: Json
    seats: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
    complete: Json


class GameAbout(Form):
    id: str
    name: str
    options: list[OptionsAbout]
    bots: list[str]
    usual_bot: str
    languages: list[str]


class Games(Form):
    games: list[GameAbout]


class RulesText(Form):
    language: str
    markdown: str


class SeatAbout(Form):
    seat: int
    person: Person | None
    bot: str | None
    away: bool
    present: bool
    ready: bool


class Summary(Form):
    """A table in a list."""

    table: str
    game: str
    options: Json
    open: bool
    chat: bool
    forced: bool
    take_back: bool
    hints: bool
    origin: Origin
    stage: Literal["gathering", "playing", "over"]
    host: str
    seats: list[SeatAbout]
    spectators: int
    link: str


class Summaries(Form):
    tables: list[Summary]


class Made(Form):
    """A new table, and the maker's seat."""

    table: str
    seat: int | None
    link: str


class FinishedAbout(Form):
    table: str
    link: str
    over_at: int
    game: str
    options: Json
    origin: Origin
    ended: Ended
    seats: list[SeatPart]
    scores: list[int]
    winners: list[int]
    you: int | None


class FinishedGames(Form):
    games: list[FinishedAbout]


class FrameAbout(Form):
    """The table after a step."""

    step: int
    actions: list[Taken]
    events: list[Json]
    view: Json
    position: Json


class Replay(Form):
    table: str
    game: str
    options: Json
    origin: Origin
    ended: Ended
    seats: list[SeatPart]
    scores: list[int]
    winners: list[int]
    last: int
    frames: list[FrameAbout]


class ReviewAbout(Form):
    """How far a review is, 0 to 1; `review` is null until it is ready."""

    table: str
    progress: float
    review: Json | None


class Fairness(Form):
    format: str
    game: str
    commitment: Hex
    entropy: list[Hex | None]
    seed: Hex | None
    key: Hex | None
    held: list[Literal["commitment", "entropy", "deal", "actions", "scores"]] | None


class Health(Form):
    status: Literal["ok", "stopping"]


Words = dict[str, str]
Description = dict[str, Any]
