"""A finished game continued from any step, against bots."""

from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from ludoteca import bots
from ludoteca.server.errors import Refused
from ludoteca.server.finished.replay import Frame
from ludoteca.server.store.models import Json, Meta, Person, Place
from ludoteca.server.table.messages import Seat
from ludoteca.server.table.seats import STAND_IN

if TYPE_CHECKING:
    from ludoteca.server.room import Room


class Continue(msgspec.Struct, forbid_unknown_fields=True):
    """From which step a person goes on, on which seat, and against which bot.

    `redrawn`: what the seat could not know is dealt anew, so that having seen the replay does not help.
    """

    step: int
    seat: Seat
    bot: str | None = None
    hidden: Literal["same", "redrawn"] = "same"


class Beginning(NamedTuple):
    """Where a game goes on: what its table is to be like."""

    game: str
    options: Json
    seats: int
    forced: bool
    begin: Json


async def continue_from_step(room: "Room", person: Person, beginning: Beginning, wanted: Continue) -> Meta:
    """A new table where the game goes on from a step."""
    bot = STAND_IN if wanted.bot is None else wanted.bot
    if beginning.game not in room.games:
        raise Refused("unknown_game")
    if bot not in bots.names(room.games[beginning.game]):
        raise Refused("unknown_bot")
    places = tuple(
        Place(person) if seat == wanted.seat else Place(bot=bot) for seat in range(beginning.seats)
    )
    return await room.tables.add(
        game=beginning.game, options=beginning.options, places=places, host=person,
        open=False, chat=False, start="ready", clock=None, forced=beginning.forced, take_back=True,
        origin="continued", begin=beginning.begin,
    )  # fmt: skip


def where_to_begin(frame: Frame, wanted: Continue) -> Json:
    if wanted.hidden == "same":
        return {"position": frame.table.position()}
    return {"view": frame.table.view(wanted.seat), "seat": wanted.seat}
