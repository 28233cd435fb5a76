"""What the server answers about people one has played with: invitations and blocks."""

from typing import Literal

from starlette.requests import Request

from ludoteca.server.admin.answers import Done
from ludoteca.server.errors import Refused
from ludoteca.server.http.origin import address_of, require_own_origin
from ludoteca.server.http.requests import body_of, person_of, room_of
from ludoteca.server.http.routes import may_make_table, table_made
from ludoteca.server.people import answers, friends
from ludoteca.server.people.history import Played, played_by
from ludoteca.server.push.sender import Notice
from ludoteca.server.room import Room
from ludoteca.server.schemas import TableMade
from ludoteca.server.store.models import Person
from ludoteca.server.store.people_queries import has_blocked
from ludoteca.server.table.registry import BotSeat, NewTable


async def list_friends(request: Request) -> answers.Friends:
    room, person = room_of(request), await person_of(request)
    together = friends.played_together(await room.store.ask(played_by(person.id)))
    blocked = await room.store.ask(friends.blocked_by(person.id))
    last = list(together)[: friends.MOST_FRIENDS]
    known = await room.store.ask(friends.people_of([*last, *blocked]))
    listed = [
        answers.Friend(known[id], one.games, one.last.over_at, one.last.result.game, id in blocked)
        for id, one in together.items()
        if id in known
    ]
    return answers.Friends(listed, [known[id] for id in blocked if id in known])


async def block(request: Request) -> answers.Friends:
    wanted, person = await body_of(request, answers.Block), await person_of(request)
    store = room_of(request).store
    if wanted.person == person.id or not await store.ask(friends.people_of([wanted.person])):
        raise Refused("no_such_person")
    await store.write(friends.set_block(person.id, wanted.person, wanted.blocked))
    return await list_friends(request)


# Invitations


async def invite(request: Request) -> TableMade:
    """To a table where one sits, or to a new one like the last game of both."""
    wanted, person = await body_of(request, answers.Invite), await person_of(request)
    room = room_of(request)
    together = friends.played_together(await room.store.ask(played_by(person.id)))
    if wanted.person not in together or not await room.store.ask(friends.people_of([wanted.person])):
        raise Refused("no_such_person")
    room.invitations.take(person.id)
    if wanted.table is None:
        await may_make_table(room, person, address_of(request))
        game = like(together[wanted.person].last)
        made = table_made(room, await room.tables.make(person, game, room.source_of(address_of(request))))
    else:
        made = await own_table(room, person, wanted.table)
    if not await room.store.ask(has_blocked(wanted.person, person.id)):
        await room.store.write(friends.invite(person.id, wanted.person, made.table))
        await tell(room, person, wanted.person, made.table)
    return made


async def tell(room: Room, host: Person, invited: str, table: str) -> None:
    """On the devices of who was invited."""
    if meta := await room.store.ask(friends.table_of(host.id, table)):
        room.push.notify(invited, Notice("invitation", table, meta.game, host.name))


async def own_table(room: Room, person: Person, table: str) -> TableMade:
    """A table at which the person sits."""
    meta = await room.store.ask(friends.table_of(person.id, table))
    if meta is None:
        raise Refused("no_such_table")
    return table_made(room, meta)


def like(last: Played) -> NewTable:
    """The same game with the same bots: the first seat is the host's, and places are free for the people."""
    bots = [BotSeat(part["bot"]) for part, person in zip(last.result.seats, last.result.people) if not person]
    seats: list[Literal["me", "open"] | BotSeat] = ["me"]
    seats += ["open"] * (len(last.result.seats) - len(bots) - 1)
    return NewTable(last.result.game, [*seats, *bots], last.result.options, forced=True)


async def decline(request: Request) -> Done:
    person = await person_of(request)
    require_own_origin(request, room_of(request).settings)
    await room_of(request).store.write(friends.decline(person.id, request.path_params["table"]))
    return Done()
