"""A finished game continued from any step, against bots."""

import asyncio
from typing import TYPE_CHECKING, Literal

import msgspec

from ludoteca import bots
from ludoteca.server.errors import Refused
from ludoteca.server.finished.replay import Frame, finished
from ludoteca.server.store.models import Json, Meta, Person, Place
from ludoteca.server.table.messages import Seat
from ludoteca.server.table.seats import STAND_IN
from ludoteca.server.table.state import TableState

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


async def replay_frames(room: "Room", state: TableState) -> list[Frame]:
    finished(state)
    return await asyncio.to_thread(room.replays.of, state)


async def continue_from_step(room: "Room", person: Person, state: TableState, wanted: Continue) -> Meta:
    """A new table where the game goes on from a step."""
    frame = await frame_to_continue(room, state, wanted)
    bot = STAND_IN if wanted.bot is None else wanted.bot
    if bot not in bots.names(state.game):
        raise Refused("unknown_bot")
    seats = range(len(state.places))
    places = tuple(Place(person) if seat == wanted.seat else Place(bot=bot) for seat in seats)
    return await room.tables.add(
        game=state.meta.game, options=state.meta.options, places=places, host=person,
        open=False, chat=False, start="ready", clock=None, forced=state.meta.forced, take_back=True,
        origin="continued", begin=where_to_begin(frame, wanted),
    )  # fmt: skip


async def frame_to_continue(room: "Room", state: TableState, wanted: Continue) -> Frame:
    frames = await replay_frames(room, state)
    if not 0 <= wanted.step < len(frames):
        raise Refused("no_such_step", last=len(frames) - 1)
    if wanted.seat >= len(state.places):
        raise Refused("no_such_seat")
    if frames[wanted.step].table.over:
        raise Refused("already_over")
    return frames[wanted.step]


def where_to_begin(frame: Frame, wanted: Continue) -> Json:
    if wanted.hidden == "same":
        return {"position": frame.table.position()}
    return {"view": frame.table.view(wanted.seat), "seat": wanted.seat}
