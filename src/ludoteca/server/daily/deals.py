"""What is dealt on a day: seats, bots and the seed, the same for everybody who asks."""

import hashlib
import hmac
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from ludoteca import bots
from ludoteca.core.game import Game
from ludoteca.server.store.models import Daily, Person, Place

USUAL_SEATS = 4
OPPONENT = bots.MIDDLE
PUBLIC_KEY = b"ludoteca"  # of deals that are the same in every room, and no secret


def day_at(moment: int, zone: str) -> date:
    """The day in this time zone, at a moment in milliseconds since 1970."""
    return datetime.fromtimestamp(moment / 1000, UTC).astimezone(ZoneInfo(zone)).date()


def end_of(day: date, zone: str) -> int:
    """When the next day begins there, in milliseconds since 1970; a day may have 23 or 25 hours."""
    midnight = datetime.combine(day + timedelta(days=1), time(), ZoneInfo(zone))
    return round(midnight.timestamp() * 1000)


def daily_of(day: date, zone: str, scored: bool) -> Daily:
    return Daily(day.isoformat(), end_of(day, zone), scored)


def seats_of(game: Game) -> int:
    """Alone if the game allows it, else four with three bots."""
    possible = game.notation.seat_range({})
    if 1 in possible:
        return 1
    return USUAL_SEATS if USUAL_SEATS in possible else possible[-1]


def places_for(game: Game, person: Person) -> tuple[Place, ...]:
    return Place(person), *(Place(bot=OPPONENT) for _ in range(seats_of(game) - 1))


def seed_of(key: bytes, game: Game, day: str) -> str:
    """The seed of a game's deal on a day, which nobody can tell without the key."""
    said = f"ludoteca daily 1/{game.id}/{game.rules.VERSION}/{seats_of(game)}/{day}".encode()
    return hmac.new(key, said, hashlib.sha256).hexdigest()
