"""Finished games: shown again, continued from any step against bots, and brought in from a file."""

import asyncio
from typing import TYPE_CHECKING, Literal

import msgspec

from ludoteca import bots
from ludoteca.core.game import Game
from ludoteca.server import store
from ludoteca.server.errors import Refused
from ludoteca.server.export import result
from ludoteca.server.fairness import checks, dealt
from ludoteca.server.game_file import GameFile, NotVerified, SeatPart, read_game_file
from ludoteca.server.messages import Seat
from ludoteca.server.phrases import read_name
from ludoteca.server.play import Play
from ludoteca.server.records import Entry, Json, Meta, Person, Place
from ludoteca.server.replay import Frame, finished
from ludoteca.server.table_state import TableState

if TYPE_CHECKING:
    from ludoteca.server.house import House

NOBODY_HERE = ""  # the id of who sat at a game that was played elsewhere


class Continue(msgspec.Struct, forbid_unknown_fields=True):
    """From which step a person goes on, on which seat, and against which bot.

    `redrawn`: what the seat could not know is dealt anew, so that having seen the replay does not help.
    """

    step: int
    seat: Seat
    bot: str | None = None
    hidden: Literal["same", "redrawn"] = "same"


async def frames_of(house: "House", state: TableState) -> list[Frame]:
    finished(state)
    return await asyncio.to_thread(house.replays.of, state)


# Continuing


async def continued(house: "House", person: Person, state: TableState, wanted: Continue) -> Meta:
    """A new table where the game goes on from a step."""
    frame = await frame_to_continue(house, state, wanted)
    bot = state.stand_in if wanted.bot is None else wanted.bot
    if bot not in bots.names(state.game):
        raise Refused("unknown_bot")
    seats = range(len(state.places))
    places = tuple(Place(person) if seat == wanted.seat else Place(bot=bot) for seat in seats)
    return await house.tables.add(
        game=state.meta.game, options=state.meta.options, places=places, host=person,
        open=False, chat=False, start="ready", clock=None, forced=state.meta.forced, take_back=True,
        origin="continued", begin=where_to_begin(frame, wanted),
    )  # fmt: skip


async def frame_to_continue(house: "House", state: TableState, wanted: Continue) -> Frame:
    frames = await frames_of(house, state)
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


# Bringing in


async def brought_in(house: "House", person: Person, content: bytes) -> Meta:
    """A table that holds the game of a file, checked as `ludoteca verify` does."""
    try:
        file = read_game_file(content)
        game = house.games.get(file.game)
        if game is None:
            raise Refused("unknown_game")
        await house.thinkers.ready_for(game)
        log = await asyncio.to_thread(log_of, file)
    except NotVerified as wrong:
        raise Refused(wrong.code, wrong.rule, **wrong.arguments) from None
    return await keep(house, person, game, file, log)


def log_of(file: GameFile) -> list[Entry]:
    """The log of a table where this game would have been played."""
    for _ in checks(file):
        pass
    play, log = Play(dealt(file), 0), [Entry(1, "start", {})]
    for taken in file.actions:
        did, _ = play.follow(taken.seat, taken.action)
        log.append(Entry(len(log) + 1, did, {"seat": taken.seat, "action": taken.action}))
    if file.ended:
        log.append(Entry(len(log) + 1, "end", {"why": file.ended}))
    return log


async def keep(house: "House", person: Person, game: Game, file: GameFile, log: list[Entry]) -> Meta:
    places = [place_of(seat, entropy) for seat, entropy in zip(file.seats, file.fairness.entropy)]
    meta = Meta(
        id=house.tables.new_id(), game=file.game, options=game.options(len(places), file.options),
        places=tuple(places), host=person, open=False, chat=False, start="host",
        seed=file.fairness.seed, commitment=file.fairness.commitment, version=file.version,
        origin="imported", begin=msgspec.to_builtins(file.begin),
    )  # fmt: skip
    state = await asyncio.to_thread(TableState, meta, game, log)
    entries = [store.append(meta.id, entry) for entry in log]
    over = store.note_over(meta.id, result(state))
    await house.store.write(store.add_table(meta), store.note_sitting(person.id, meta.id), *entries, over)
    return meta


def place_of(seat: SeatPart, entropy: str | None) -> Place:
    person = None if seat.person is None else Person(NOBODY_HERE, read_name(seat.person))
    return Place(person, seat.bot, True, entropy)
