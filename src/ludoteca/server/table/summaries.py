"""What lists show of tables: stored with each change, so that a list wakes no table and reads no log."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace

from ludoteca.archive.checksum import checksum
from ludoteca.core.table import Table
from ludoteca.server.errors import fault
from ludoteca.server.finished.export import result, result_of
from ludoteca.server.finished.replay import finished
from ludoteca.server.schemas import TableSummary
from ludoteca.server.store import queries
from ludoteca.server.store.models import Json, Meta, Stage, Standing, StoredEntry, Summary
from ludoteca.server.store.writer import Job
from ludoteca.server.table import views
from ludoteca.server.table.commands import Decision
from ludoteca.server.table.entries import SEAT_KINDS, End, Start, TakeBack, read_entry
from ludoteca.server.table.log_reading import CHECKSUM_EVERY, last_of_game
from ludoteca.server.table.seats import Seats
from ludoteca.server.table.state import GATHERING, OVER, PLAYING, TableState

if TYPE_CHECKING:
    from ludoteca.server.room import Room

logger = structlog.get_logger()
KINDS = [str(kind.__struct_config__.tag) for kind in (*SEAT_KINDS, Start, End)]


def summary_of(state: TableState) -> Summary:
    return Summary.of(state.stage, state.host, state.places, state.seats.locked)


def standing_of(state: TableState) -> Standing | None:
    if state.live_game is None or state.stage != PLAYING:
        return None
    return Standing(sorted(state.live_game.waited_for()), state.live_game.table.scores, state.last_move)


def is_summary_of(stored: Summary, state: TableState) -> bool:
    """Is this what lists should show, in memory or out of it?"""
    awake = summary_of(state)
    return stored in (awake, replace(awake, standing=standing_of(state)))


def jobs_on_unloading(state: TableState, fence: int) -> list[Job]:
    """While nobody has the table in memory, its summary tells how it stands; waking it takes that away."""
    standing = standing_of(state)
    kept = replace(summary_of(state), standing=standing)
    return [queries.keep_summary(state.meta.id, kept, fence)] if standing else []


def jobs_for_lists(state: TableState, decision: Decision) -> list[Job]:
    """What lists show after a decision, if that changes; to be written together with its entry."""
    seats = state.seats.after(decision.change, begun=state.begun)
    stage = stage_after(state, decision)
    if stage == state.stage and (seats is state.seats or seats == state.seats):
        return []
    jobs = [queries.change_summary(state.meta.id, Summary.of(stage, seats.host, seats.places, seats.locked))]
    if stage == OVER and state.begun:
        jobs.append(queries.note_over(state.meta.id, result_after(state, decision)))
    elif stage == OVER:
        jobs.append(queries.note_closed(state.meta.id))
    return jobs


def result_after(state: TableState, decision: Decision) -> Json:
    ended = decision.change.why if isinstance(decision.change, End) else state.ended
    return result_of(state.meta, state.places, ended, state.rules, table_after(state, decision))


def table_after(state: TableState, decision: Decision) -> Table | None:
    if decision.played:
        return decision.played.after
    return state.live_game.table if state.live_game else None


def checksum_jobs(state: TableState, decision: Decision) -> list[Job]:
    """Now and then, and at the end, a checksum of the table after a decision."""
    seq = state.seq + 1
    ends = state.stage == PLAYING and stage_after(state, decision) == OVER
    if isinstance(decision.change, Start | TakeBack) or not (ends or seq % CHECKSUM_EVERY == 0):
        return []
    table = table_after(state, decision)
    return [queries.add_checksum(state.meta.id, seq, checksum(table))] if table else []


def stage_after(state: TableState, decision: Decision) -> Stage:
    if isinstance(decision.change, Start):
        return PLAYING
    ends = isinstance(decision.change, End) or (decision.played is not None and decision.played.after.over)
    return OVER if ends else state.stage


def jobs_on_waking(state: TableState, stored: queries.StoredTable) -> list[Job]:
    """What an older version did not write: what lists show, and the last checksum."""
    if state.unplayable:
        return []
    jobs: list[Job] = []
    over = state.stage == OVER and state.begun
    if stored.summary != summary_of(state):
        jobs.append(queries.change_summary(state.meta.id, summary_of(state)))
        jobs += [queries.note_over(state.meta.id, result(state))] if over else []
    if over and (last := last_of_game(stored)) not in stored.checksums:
        jobs.append(queries.add_checksum(state.meta.id, last, checksum(finished(state).table)))
    return jobs


# Lists


async def summaries(room: "Room", listed: Sequence[queries.ListedTable]) -> list[TableSummary]:
    """The tables of a list; presence is known for those that this process runs."""
    found = {one.meta.id: one.summary for one in listed} | await summarize(room, listed)
    return [
        table_summary(room, one.meta, summary)
        for one in listed
        if one.meta.game in room.games and (summary := found[one.meta.id]) is not None
    ]


def table_summary(room: "Room", meta: Meta, summary: Summary) -> TableSummary:
    actor = room.tables.awake.get(meta.id)
    presence = actor.connections.presence() if actor else views.Presence()
    standing = standing_of(actor.state) if actor else summary.standing
    unreadable = meta.id in room.tables.unreadable
    return views.summary(meta, summary, presence, room.link_to(meta.id), standing, unreadable)


async def summarize(room: "Room", listed: Sequence[queries.ListedTable]) -> dict[str, Summary]:
    """Make and store summaries of tables that have none yet: an older version wrote their logs."""
    missing = {one.meta.id: one for one in listed if one.summary is None}
    if not missing:
        return {}
    logs = await room.store.ask(queries.entries_of(list(missing), KINDS))
    found: dict[str, Summary] = {}
    for table_id, one in missing.items():
        try:
            found[table_id] = summary_from_log(one.meta, logs[table_id], one.over)
        except ValueError as wrong:
            logger.error("unreadable", table=table_id[:6], why=fault(wrong))
    if found:
        room.run_in_background(room.store.write(*(queries.add_summary(*one) for one in found.items())))
    return found


def summary_from_log(meta: Meta, log: Iterable[StoredEntry], over: bool) -> Summary:
    """From the entries about seats alone: no rule of the game is needed."""
    seats: Seats = Seats.at_first(meta)
    stage: Stage = GATHERING
    for entry in map(read_entry, log):
        seats = seats.after(entry.change, begun=stage != GATHERING)
        if isinstance(entry.change, Start):
            stage = PLAYING
        over = over or isinstance(entry.change, End)
    return Summary.of(OVER if over else stage, seats.host, seats.places)
