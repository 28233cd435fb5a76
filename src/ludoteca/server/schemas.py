"""The answers over HTTP: each struct is built by a handler, encoded as it is, and described in OpenAPI."""

from typing import Annotated, Any, Literal

import msgspec

from ludoteca.archive.fairness import Check
from ludoteca.archive.game_file import Ended, Hex, SeatPart, Taken
from ludoteca.server.store.models import Daily, EveningRound, Json, Person, Stage, Standing

Why = Literal["other_rules", "damaged"]  # today's rules do not lead to where a log says
Origin = Literal["continued", "imported"] | None
Words = dict[str, str]
Description = dict[str, Any]


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """These fields and no others."""


class Problem(Answer):
    """What was asked cannot be done: a code, what fills its sentence, and the rule if one was broken."""

    code: str
    arguments: Json
    rule: str | None


class Me(Answer, omit_defaults=True):
    """Who asks, and the ids of those whose talk and invitations this person does not want."""

    person: Person | None
    blocked: list[str] = []


class RoomInfo(Answer):
    version: str
    languages: list[str]
    phrases: list[str]
    most_name: int
    most_text: int
    notice: str | None
    draining: bool
    openid: str | None  # what a provider is called at which people may sign in


class PushKey(Answer):
    """The room's public key for Web Push, base64 for addresses."""

    key: str


class Subscribed(Answer):
    """Is this device told what waits for its person?"""

    subscribed: bool


class OptionSet(Answer):
    """A set of options, the lowest and highest number of seats, and all options with the defaults."""

    options: Json
    seats: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)]
    complete: Json


class GameInfo(Answer):
    id: str
    name: str
    options: list[OptionSet]
    bots: list[str]
    usual_bot: str
    languages: list[str]


class GameList(Answer):
    games: list[GameInfo]


class RulesText(Answer):
    language: str
    markdown: str


class LessonInfo(Answer):
    """A lesson in the list of a game's lessons; `options` are of a game in which it can be used."""

    id: str
    title: str
    about: str
    minutes: int
    steps: int
    options: Json


class LessonList(Answer):
    lessons: list[LessonInfo]


class LessonStep(Answer):
    """A step of a lesson: the table as the learner sees it, and what the coach says (null: finished).

    `answer` is what the coach says to a last move that is legal but not asked for: it was not made.
    `show` is an action that leads on, null where the learner only reads.
    """

    lesson: LessonInfo
    number: int
    seat: int
    view: Json
    legal: list[Json]
    events: list[Json]
    say: str | None
    answer: str | None
    show: Json | None


class PuzzleList(Answer):
    """How hard each puzzle of a game is, in their order, and the number of today's (null: there are none)."""

    puzzles: list[str]
    today: int | None


class PuzzleShown(Answer):
    """A puzzle: the table as the seat sees it, and what it may do."""

    seat: int
    difficulty: str
    view: Json
    legal: list[Json]


class PuzzleMove(Answer):
    """An action of a puzzle: the chance of winning (alone the score), and how far it is behind the best."""

    kind: str
    action: Json
    figure: float
    behind: float
    error: float
    reason: Json | None


class PuzzleAnswer(Answer):
    """Was it right? The best actions, the solution first, and by level how often bots miss it."""

    right: bool
    measure: str
    lines: list[PuzzleMove]
    worlds: int
    source: str
    missed: dict[str, float]


class Board(Answer):
    """A position that was set up: what each seat sees and may do, and what the last action brought."""

    position: Json
    views: list[Json]
    legal: list[list[Json]]
    events: list[Json]


class Analysis(Answer):
    """The best actions of a seat, the best one first, as in a hint; each was tried in so many worlds."""

    seat: int
    worlds: int
    candidates: list[Json]


class SeatInfo(Answer):
    """Who has a seat: a person, a bot, both (the person is away and the bot plays on), or nobody."""

    seat: int
    person: Person | None
    bot: str | None
    away: bool
    present: bool
    ready: bool
    bot_in: int | None  # milliseconds until a bot plays on for a person who has no socket


class TableSummary(Answer):
    """A table in a list: what everybody may know; `standing` only while a game runs."""

    table: str
    game: str
    options: Json
    open: bool
    chat: bool
    forced: bool
    take_back: bool
    hints: bool
    origin: Origin
    daily: Daily | None
    rated: bool
    evening: EveningRound | None
    practice: bool
    stage: Stage
    host: str
    seats: list[SeatInfo]
    spectators: int
    locked: bool
    standing: Standing | None
    link: str
    unreadable: bool  # its log cannot be read: nobody can open it


class TableList(Answer):
    tables: list[TableSummary]


class Invitation(Answer):
    """Somebody invites to a table."""

    host: Person
    table: TableSummary


class MyTables(Answer, omit_defaults=True):
    """One's own tables, and those to which somebody invites."""

    tables: list[TableSummary]
    invitations: list[Invitation] = []


class TableMade(Answer):
    """A new table, and the maker's seat."""

    table: str
    seat: int | None
    link: str


class DailyDeal(Answer):
    """Today's deal of a game, and the asker's scored try: not begun, its table, its score."""

    game: str
    day: str
    ends_at: int
    seats: int
    options: Json
    opponent: str | None
    tries: int
    table: str | None
    score: int | None


class DailyDeals(Answer):
    """The deals of the day; `zone` is where the day begins, `shared` if every room deals the same."""

    zone: str
    shared: bool
    deals: list[DailyDeal]


class DailyResult(Answer):
    """A row of a day's results: a person or a bot. A friend is somebody with whom one has played."""

    place: int
    name: str | None
    bot: str | None
    score: int
    you: bool
    friend: bool


class DailyResults(Answer):
    """The results of a deal; `playing` tries are not over, and `bots` says whether the bots have finished."""

    game: str
    day: str
    playing: int
    bots: bool
    results: list[DailyResult]


class RatedSeat(Answer):
    """What a game changed for the person on a seat; `uncertainty` is half of a 95 % interval."""

    seat: int
    before: int
    after: int
    uncertainty: int


class TableRatings(Answer):
    """What a finished game changed, seat by seat; not `rated`: nothing."""

    table: str
    rated: bool
    seats: list[RatedSeat]


class Rating(Answer):
    """A person or a bot in a leaderboard; a bot has a measured rating, and no games."""

    name: str | None
    bot: str | None
    rating: int
    uncertainty: int
    games: int | None
    you: bool


class Leaders(Answer):
    """One variant: the people with enough games, and the asker in any case; the best first."""

    options: Json
    ratings: list[Rating]


class Leaderboard(Answer):
    """All variants of a game that people have played; `fewest` games are enough to be listed."""

    game: str
    fewest: int
    variants: list[Leaders]


class EveningPerson(Answer):
    """Somebody who came; `gone` plays in no further round."""

    name: str
    gone: bool
    you: bool


class EveningTable(Answer):
    """A table of the last round: who sits there (null: a bot), and is its game over?"""

    number: int
    seats: list[str | None]
    over: bool


class EveningRow(Answer):
    """A person's points, 50 on average; no place until half of the rounds were played."""

    place: int | None
    name: str
    points: float
    rounds: int
    you: bool


class Evening(Answer):
    """An evening as a visitor sees it; `table` is the visitor's own in the round that is played."""

    code: str
    name: str
    game: str
    options: Json
    seats: int
    rounds: int
    clock: int | None
    rated: bool
    league: str | None
    made_at: int
    round: int
    stage: Literal["gathering", "playing", "between", "over"]
    organiser: bool
    joined: bool
    table: str | None
    people: list[EveningPerson]
    tables: list[EveningTable]
    standings: list[EveningRow]
    link: str


class EveningList(Answer):
    evenings: list[Evening]


class League(Answer):
    """Evenings of one organiser under one name, and the mean of everybody's points there."""

    league: str
    evenings: list[str]
    standings: list[EveningRow]


class ResultSeat(Answer):
    """A seat of a round: a person or a bot, the score, and the points of a person."""

    name: str | None
    score: int | None
    points: float | None


class ResultTable(Answer):
    """A table of a round that is over; `table` leads to its game."""

    round: int
    number: int
    table: str
    seats: list[ResultSeat]


class EveningResults(Answer):
    """All that an evening came to, for a file."""

    code: str
    name: str
    game: str
    options: Json
    standings: list[EveningRow]
    tables: list[ResultTable]


class ProgramSeat(Answer):
    """A program's seat, and the token with which it acts: `Authorization: Bearer ...`."""

    table: str
    seat: int
    person: Person
    token: str


class TextOfTable(Answer):
    """A table as text, as the visitor on this seat (or a spectator) may see it."""

    seq: int
    seat: int | None
    text: str


class Outcome(Answer, kw_only=True):
    """How a game ended.

    `kept`: why only that is known. The rules of the game have changed since, or its log is damaged.
    `practice`: moves could be taken back, and it counts nowhere.
    """

    game: str
    options: Json
    origin: Origin
    ended: Ended
    seats: list[SeatPart]
    scores: list[int]
    winners: list[int]
    kept: Why | None = None
    practice: bool = False


class FinishedGame(Outcome, kw_only=True):
    table: str
    link: str
    over_at: int
    you: int | None
    starred: bool


class FinishedGames(Answer):
    games: list[FinishedGame]


class ReplayFrame(Answer):
    """The table after a step."""

    step: int
    actions: list[Taken]
    events: list[Json]
    view: Json
    position: Json


class Replay(Outcome, kw_only=True):
    table: str
    last: int
    frames: list[ReplayFrame]


class ReviewProgress(Answer):
    """How far a review is, 0 to 1; `review` is null until it is ready, or for ever if `kept` says why."""

    table: str
    progress: float
    review: Json | None
    kept: Why | None = None


class Fairness(Answer):
    """What anybody needs to check the deal; when the game is over also the checks, made here."""

    format: str
    game: str
    commitment: Hex
    entropy: list[Hex | None]
    seed: Hex | None = None
    key: Hex | None = None
    held: list[Check] | None = None


Status = Literal["ok", "stopping", "database_away", "disk_full", "read_only", "failed"]


class Health(Answer):
    status: Status
