"""What is asked and answered about one's own profile, history and friends."""

from typing import Annotated

import msgspec

from ludoteca.server.openid.identities import KeptIdentity
from ludoteca.server.passkeys import Passkey
from ludoteca.server.people.history import Kind
from ludoteca.server.schemas import Answer, FinishedGame
from ludoteca.server.store.models import Id, Json, Person

PICTURES = 24
Picture = Annotated[int, msgspec.Meta(ge=0, lt=PICTURES)]


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """What is sent: these fields and no others."""


class NewPicture(Asked):
    """The number of a drawing; none for the first letter of the name."""

    picture: Picture | None


class WithCode(Asked):
    """Be the person of this code. `merge` if this device has a guest with games, which join that person's."""

    code: str
    merge: bool = False


class WithPasskey(Asked):
    """The same, with what the browser signed."""

    credential: Json
    merge: bool = False


class WithProvider(Asked):
    """The same, after signing in at the room's provider. If that identity is nobody's yet, `link` connects
    it to the guest of this device, `name` makes a guest if there is none.
    """

    merge: bool = False
    link: bool = False
    name: str | None = None


class ProviderAddress(Answer):
    """Where the browser signs in; it comes back by itself."""

    location: str


class NewPasskey(Asked):
    """What the browser made, and what its owner calls it."""

    name: str
    credential: Json


class RecoveryCode(Answer):
    """Told once. The link signs in whoever follows it; `qr` is the same as an SVG picture."""

    code: str
    link: str
    qr: str


class Keys(Answer):
    """With what one can come back: since when there is a code, passkeys, identities; and how many devices."""

    code_made_at: int | None
    devices: int
    passkeys: list[Passkey]
    identities: list[KeptIdentity]


class PasskeyOptions(Answer):
    """For `navigator.credentials`, as `PublicKeyCredential.parse...FromJSON` reads them."""

    options: Json


# History and statistics


class PlayedGame(FinishedGame, kw_only=True):
    """A finished game in one's own history: of which kind, on which place, how long."""

    kind: Kind
    place: int | None
    moves: int | None
    seconds: int | None


class History(Answer):
    """The latest games that fit what was asked for; `more` if there are older ones."""

    games: list[PlayedGame]
    more: bool
    counts: dict[str, dict[str, int]]  # by game and kind


class Moment(Answer):
    at: int
    score: int
    table: str


class Bar(Answer):
    """A bar of a histogram: where it begins, and how many scores it has."""

    start: int
    count: int


class VariantFigures(Answer, kw_only=True):
    """Games of the same options and number of seats, whose scores compare."""

    options: Json
    seats: int
    games: int
    won: int
    best: int
    best_table: str
    average: float
    median: float
    bars: list[Bar]
    places: list[int]  # how often first, second, ...
    moments: list[Moment]  # the latest scores, oldest first


class Opponent(Answer):
    """How a person did against another person, or a bot, at the same table."""

    person: str | None
    bot: str | None
    name: str | None
    games: int = 0
    ahead: int = 0
    behind: int = 0


class ReviewedGame(Answer, kw_only=True):
    """What a review said of the person's seat."""

    table: str
    over_at: int
    measure: str
    luck: float
    own: float
    decisions: int
    loss: float | None
    grades: dict[str, int]


class GameFigures(Answer, kw_only=True):
    game: str
    kind: Kind
    games: int
    won: int
    variants: list[VariantFigures]
    opponents: list[Opponent]
    reviewed: list[ReviewedGame]  # oldest first


class Statistics(Answer):
    games: list[GameFigures]


class Record(Answer):
    """A finished game among one's own that are like it: the best before, how many, and is it the best now?"""

    score: int
    best: int | None
    games: int
    is_best: bool


class TableRecord(Answer):
    record: Record | None


# Friends


class Friend(Answer):
    """Somebody this person has played with, and the last game of both."""

    person: Person
    games: int
    last_at: int
    game: str
    blocked: bool


class Friends(Answer):
    friends: list[Friend]
    blocked: list[Person]


class Invite(Asked):
    """Invite somebody to a table, or to a new one like the last game of both."""

    person: Id
    table: Id | None = None


class Block(Asked):
    """Whether somebody's talk and invitations are not shown, and no seat is given at the own tables."""

    person: Id
    blocked: bool
