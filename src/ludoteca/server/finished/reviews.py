"""Reviews of finished games: made in the background, step by step, once for all who ask."""

import asyncio
from typing import TYPE_CHECKING

import msgspec

from ludoteca.core.compiled import PLAIN
from ludoteca.lab.review import PLAYOUTS
from ludoteca.server.errors import Refused
from ludoteca.server.finished.jobs import review_game
from ludoteca.server.people.history import ReviewSummary, keep_review
from ludoteca.server.schemas import ReviewProgress
from ludoteca.server.work.fair_queue import Asker

if TYPE_CHECKING:
    from ludoteca.server.room import Room

EACH = 1 if PLAIN else PLAYOUTS
BUDGET = 120.0  # seconds of processor time
LONGEST = 5000  # entries of a log
SOON = 1.0  # seconds: who asks first may be told at once


async def review_progress(room: "Room", asker: Asker, table: str, entries: int, start: bool) -> bytes:
    """The review, or how far it is, as JSON.

    The first request starts it, unless it only looks; if nobody asks any more it is abandoned.
    """
    if entries > LONGEST:
        raise Refused("too_long")
    work, key = room.heavy_work, ("review", table)
    if not start and key not in work.jobs and key not in work.kept:
        return msgspec.json.encode(ReviewProgress(table, 0.0, None))
    fresh = key not in work.jobs
    found = work.find(asker, key, BUDGET, review_game, room.game_source, table, EACH)
    if isinstance(found, bytes):
        return found
    if fresh:
        found.done.add_done_callback(lambda done: keep_when_done(room, table, done))
    if not found.progress:
        await asyncio.wait({found.done}, timeout=SOON)
    if found.done.done():
        review: bytes = found.done.result()
        return review
    return msgspec.json.encode(ReviewProgress(table, found.progress, None))


class Reviewed(msgspec.Struct):
    """Of a review as it is answered, what is kept."""

    review: ReviewSummary | None = None


def keep_when_done(room: "Room", table: str, done: "asyncio.Future[bytes]") -> None:
    if not done.cancelled() and not done.exception():
        room.run_in_background(keep_summary(room, table, done.result()))


async def keep_summary(room: "Room", table: str, review: bytes) -> None:
    """For statistics: a review itself is made again when somebody asks for it."""
    summary = msgspec.json.decode(review, type=Reviewed).review
    if summary:
        await room.store.write(keep_review(table, summary))
