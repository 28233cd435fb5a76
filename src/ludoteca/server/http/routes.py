"""What the server answers about people, the room, its games and its tables."""

import msgspec
from msgspec.structs import replace
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.requests import Request
from starlette.responses import Response

from ludoteca import __version__
from ludoteca.core.words import LANGUAGES
from ludoteca.server.errors import Refused
from ludoteca.server.http import catalogue
from ludoteca.server.http.endpoints import Answered, json_response
from ludoteca.server.http.links import qr_svg
from ludoteca.server.http.origin import address_of
from ludoteca.server.http.requests import body_of, game_of, person_of, room_of, state_of
from ludoteca.server.people.friends import blocked_by, invitations_to
from ludoteca.server.room import Room
from ludoteca.server.schemas import (
    GameList,
    Health,
    Invitation,
    Me,
    MyTables,
    RoomInfo,
    RulesText,
    Status,
    TableList,
    TableMade,
    TableSummary,
    Words,
)
from ludoteca.server.settings import a_day
from ludoteca.server.store import queries, quotas
from ludoteca.server.store.models import Meta, Person
from ludoteca.server.store.queries import ListedTable
from ludoteca.server.store.quotas import Share
from ludoteca.server.table.registry import NewTable
from ludoteca.server.table.state import OVER
from ludoteca.server.table.summaries import summaries, summary_of, table_summary
from ludoteca.server.table.text_checks import PHRASES, read_name


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    name: str


# People


async def show_me(request: Request) -> Me:
    room = room_of(request)
    person = await room.people.of(request)
    return Me(person, await room.store.ask(blocked_by(person.id)) if person else [])


async def name_me(request: Request) -> Answered[Me]:
    """A guest is made, or renamed."""
    room, wanted = room_of(request), await body_of(request, NewName)
    person, token = await room.people.of(request), room.people.token(request)
    if person is None or token is None:
        room.new_people.take(address_of(request))
        person, token = await room.people.welcome(wanted.name)
        return Answered(Me(person), 201, token)
    renamed = replace(person, name=read_name(wanted.name))
    await room.people.change(renamed, token)
    return Answered(Me(renamed), 200, token)


# The room and its games


async def show_room(request: Request) -> RoomInfo:
    limits, now = room_of(request).settings.limits, room_of(request).control.now
    lists = list(LANGUAGES), list(PHRASES)
    sizes = limits.name, limits.text
    return RoomInfo(__version__, *lists, *sizes, now.notice, now.draining, room_of(request).openid.label)


async def list_games(request: Request) -> GameList:
    return GameList([catalogue.describe(game) for game in room_of(request).games.values()])


async def show_words(request: Request) -> Words:
    return catalogue.words(game_of(request), request.path_params["language"])


async def show_rules(request: Request) -> RulesText:
    return catalogue.rules_text(game_of(request), request.path_params["language"])


# Tables


async def make_table(request: Request) -> TableMade:
    room, wanted = room_of(request), await body_of(request, NewTable)
    person = await person_of(request)
    await may_make_table(room, person, address_of(request))
    return table_made(room, await room.tables.make(person, wanted, room.source_of(address_of(request))))


async def may_make_table(room: Room, person: Person, address: str) -> None:
    """A person may make only so many tables, and an address only so many, whoever asks there."""
    if room.stopping:
        raise Refused("stopping")
    if room.control.now.draining:
        raise Refused("draining")
    room.new_tables.take(person.id)
    room.tables_of_address.take(address)
    limits, source = room.settings.limits, room.source_of(address)
    of_person = Share("tables", person.id, 1, a_day(limits.tables_a_day))
    of_address = Share("tables", source, 1, a_day(limits.tables_a_day_of_address))
    await quotas.take(room.store, of_person, of_address)


def table_made(room: Room, meta: Meta) -> TableMade:
    sitting = [place.person.id if place.person else None for place in meta.places]
    seat = sitting.index(meta.host.id) if meta.host.id in sitting else None
    return TableMade(meta.id, seat, room.link_to(meta.id))


async def list_open(request: Request) -> TableList:
    room = room_of(request)
    listed = await room.store.ask(queries.open_tables(room.settings.limits.listed_tables))
    found = [table for table in await summaries(room, listed) if is_open(room, table)]
    return TableList(by_presence(found, {one.meta.id: one for one in listed}))


def is_open(room: Room, table: TableSummary) -> bool:
    return table.stage != OVER and not table.locked and table.table not in room.tables.unreadable


def by_presence(found: list[TableSummary], listed: dict[str, ListedTable]) -> list[TableSummary]:
    """Where somebody is: those who wait longest first. Then the others, newest first."""

    def rank(table: TableSummary) -> tuple[int, int]:
        one = listed[table.table]
        if any(seat.present for seat in table.seats):
            return 0, one.made_at
        return (1 if one.held else 2), -one.made_at

    return sorted(found, key=rank)


async def list_mine(request: Request) -> MyTables:
    room, person = room_of(request), await person_of(request)
    mine = await summaries(room, await room.store.ask(queries.tables_of(person.id)))
    return MyTables(mine, await invitations(room, person))


async def invitations(room: Room, person: Person) -> list[Invitation]:
    invited = await room.store.ask(invitations_to(person.id))
    tables = {table.table: table for table in await summaries(room, [one.table for one in invited])}
    found = [(one.host, tables.get(one.table.meta.id)) for one in invited]
    return [Invitation(host, table) for host, table in found if table and table.stage != OVER]


async def show_table(request: Request) -> TableSummary:
    state = await state_of(request)
    return table_summary(room_of(request), state.meta, summary_of(state))


async def show_qr(request: Request) -> Response:
    room = room_of(request)
    actor = await room.tables.find(request.path_params["table"])
    return Response(qr_svg(room.link_to(actor.state.meta.id)), media_type="image/svg+xml")


# For the host


async def health(request: Request) -> Response:
    """Is the process alive?"""
    stopping = room_of(request).stopping
    return json_response(Health("stopping" if stopping else "ok"), 503 if stopping else 200)


async def ready(request: Request) -> Response:
    """Can it serve people: has it written to the database and read from it just now?"""
    room = room_of(request)
    status: Status = "stopping" if room.stopping else await room.leases.database_status()
    return json_response(Health(status), 200 if status == "ok" else 503)


async def metrics(request: Request) -> Response:
    return Response(generate_latest(room_of(request).metrics.registry), media_type=CONTENT_TYPE_LATEST)
