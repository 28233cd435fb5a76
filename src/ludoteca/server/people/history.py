"""The games a person has finished, read from their stored results: of which kind, and on which place."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sql

from ludoteca.core.game import Game
from ludoteca.server.store.models import Daily, Json
from ludoteca.server.store.schema import entries, review_summaries, sittings, tables
from ludoteca.server.store.upserts import upsert

Kind = Literal["people", "bots", "daily", "practice", "imported"]
MOST_GAMES = 20_000  # of a person, the latest
CHOICES = ("act", "draft", "reveal")


class Result(msgspec.Struct):
    """What `finished/export.py` notes of a game that is over."""

    game: str
    options: Json
    origin: str | None
    ended: str | None
    seats: list[Json]
    people: list[str | None]
    scores: list[int]
    winners: list[int]
    rules: int = 1
    practice: bool = False


class DailyPart(msgspec.Struct):
    """Of how a table was made, only what tells a deal of the day."""

    daily: Daily | None = None


RESULT, DAILY = msgspec.json.Decoder(Result), msgspec.json.Decoder(DailyPart)  # made once, see store/queries


class Played(NamedTuple):
    """A finished game of a person; `you` is the person's seat at the end, if there was one."""

    table: str
    over_at: int
    starred: bool
    kind: Kind
    you: int | None
    result: Result

    @property
    def counts(self) -> bool:
        """Was it played to the end by the rules, by this person, and no move taken back at will?"""
        finished = self.result.ended is None and bool(self.result.scores)
        return self.you is not None and finished and not self.result.practice

    @property
    def score(self) -> int:
        assert self.you is not None
        return self.result.scores[self.you]

    @property
    def won(self) -> bool:
        return self.you in self.result.winners


def played_by(person: str, game: str | None = None) -> Callable[[sql.Connection], list[Played]]:
    """All finished games of a person, the latest first. A damaged row takes no other out of the list."""
    columns = sql.select(tables.c.id, tables.c.over_at, tables.c.result, tables.c.meta, sittings.c.starred)
    mine = columns.join(sittings, sittings.c.table_id == tables.c.id).where(sittings.c.person == person)
    over = mine.where(tables.c.result.is_not(None)).order_by(tables.c.over_at.desc()).limit(MOST_GAMES)

    def question(connection: sql.Connection) -> list[Played]:
        found = (played(person, row) for row in connection.execute(over))
        return [one for one in found if one and game in (None, one.result.game)]

    return question


def played(person: str, row: Any) -> Played | None:
    try:
        result, daily = RESULT.decode(row.result), DAILY.decode(row.meta).daily
    except (msgspec.DecodeError, UnicodeError):
        return None
    you = result.people.index(person) if person in result.people else None
    return Played(row.id, row.over_at, row.starred, kind_of(result, daily), you, result)


def kind_of(result: Result, daily: Daily | None) -> Kind:
    """Games that cannot be compared are kept apart."""
    if result.origin == "imported":
        return "imported"
    if result.practice or result.origin == "continued" or (daily and not daily.scored):
        return "practice"
    if daily:
        return "daily"
    return "people" if len(set(result.people) - {None}) > 1 else "bots"


def place_of(game: Game | None, one: Played) -> int | None:
    """1 for a winner; others count who scored better."""
    if not one.counts or game is None:
        return None
    if one.won:
        return 1
    better = sum(game.better_score * (score - one.score) > 0 for score in one.result.scores)
    return max(2, 1 + better)


class Length(NamedTuple):
    """How many choices were made in a game, and how long it took."""

    moves: int
    seconds: int


def lengths_of(table_ids: Sequence[str]) -> Callable[[sql.Connection], dict[str, Length]]:
    count, first, last = sql.func.count(), sql.func.min(entries.c.at), sql.func.max(entries.c.at)
    choices = sql.select(entries.c.table_id, count, last - first).group_by(entries.c.table_id)
    these = choices.where(entries.c.table_id.in_(table_ids), entries.c.did.in_(CHOICES))
    return lambda connection: {
        table: Length(moves, took // 1000) for table, moves, took in connection.execute(these)
    }


# Reviews


class ReviewedSeat(msgspec.Struct):
    """What is kept of a seat's review: luck and own play by measure, mean loss, and decisions by grade."""

    luck: dict[str, float]
    own: dict[str, float]
    decisions: int
    loss: float | None
    grades: dict[str, int]


class ReviewSummary(msgspec.Struct):
    measure: str
    seats: list[ReviewedSeat]


SUMMARY = msgspec.json.Decoder(ReviewSummary)


def reviews_of(person: str) -> Callable[[sql.Connection], dict[str, ReviewSummary]]:
    """Of a person's games, those that were reviewed."""
    columns = sql.select(review_summaries.c.table_id, review_summaries.c.seats)
    mine = columns.join(sittings, sittings.c.table_id == review_summaries.c.table_id)
    these = mine.where(sittings.c.person == person)
    return lambda connection: dict(readable(connection.execute(these)))


def readable(rows: Any) -> Iterator[tuple[str, ReviewSummary]]:
    for table, written in rows:
        try:
            yield table, SUMMARY.decode(written)
        except (msgspec.DecodeError, UnicodeError):
            continue


def keep_review(table_id: str, summary: ReviewSummary) -> Callable[[sql.Connection], None]:
    """Note a review, or the newer one."""
    row = {"table_id": table_id, "seats": msgspec.json.encode(summary)}

    def job(connection: sql.Connection) -> None:
        if connection.execute(sql.select(tables.c.id).where(tables.c.id == table_id)).first():
            upsert(connection, review_summaries, row)

    return job
