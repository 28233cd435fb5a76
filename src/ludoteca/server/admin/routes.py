"""What the admin can do over HTTP. `Endpoint` asks for the keys before any of these is called."""

import secrets
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from ludoteca.server.admin import answers, overview, retention
from ludoteca.server.admin.answers import Done
from ludoteca.server.admin.backups import BackupFile
from ludoteca.server.admin.keys import COOKIE
from ludoteca.server.admin.retention import Tidied
from ludoteca.server.admin.room_control import BackupPlan, changed_limits
from ludoteca.server.codes import hashed
from ludoteca.server.errors import Refused
from ludoteca.server.finished.stored_games import forget_games
from ludoteca.server.http.endpoints import json_response
from ludoteca.server.http.origin import require_own_origin
from ludoteca.server.http.requests import body_of, number_in, person_of, room_of
from ludoteca.server.people import personal_data
from ludoteca.server.people.merging import close_sockets_of
from ludoteca.server.room import Room
from ludoteca.server.store import admin_queries as queries
from ludoteca.server.store.admin_queries import Ban, CodeUsed, forget_guests
from ludoteca.server.store.people_queries import devices_of
from ludoteca.server.table.messages import AdminClose, AdminLock
from ludoteca.server.table.text_checks import read_name, read_notice
from ludoteca.server.wall_clock import now

LATEST = 2**53
MINUTE = 60_000  # milliseconds


# The keys


async def show_state(request: Request) -> answers.AdminState:
    room = room_of(request)
    claimed = await room.store.ask(queries.password) is not None
    try:
        await room.keys.require(request)
    except Refused:
        return answers.AdminState(claimed, False)
    return answers.AdminState(claimed, True)


async def claim(request: Request) -> answers.Done:
    wanted, room = await body_of(request, answers.NewClaim), room_of(request)
    try:
        token = await room.keys.claim(request, wanted.code, wanted.password)
    except CodeUsed:
        raise Refused("wrong_code") from None
    return signed_in(request, token)


async def log_in(request: Request) -> answers.Done:
    wanted = await body_of(request, answers.Login)
    return signed_in(request, await room_of(request).keys.log_in(request, wanted.password))


async def log_out(request: Request) -> answers.Done:
    room = room_of(request)
    key = await room.store.ask(queries.key_of("session", hashed(request.cookies.get(COOKIE, ""))))
    if key:
        await room.store.write(queries.remove_key(key.id))
    return signed_in(request, "")


def signed_in(request: Request, token: str) -> Any:
    response = json_response(Done())
    room_of(request).keys.set_cookie(request, response, token)
    return response


async def list_tokens(request: Request) -> answers.TokenList:
    keys = await room_of(request).store.ask(queries.tokens)
    return answers.TokenList([answers.Token(key.id, key.name, key.made_at) for key in keys])


async def make_token(request: Request) -> answers.TokenMade:
    wanted = await body_of(request, answers.NewToken)
    key, token = await room_of(request).keys.new_token(read_name(wanted.name))
    return answers.TokenMade(key.id, key.name, key.made_at, token)


async def remove_token(request: Request) -> answers.Done:
    await room_of(request).store.write(queries.remove_key(request.path_params["token"]))
    return Done()


# The room


async def show_overview(request: Request) -> answers.Overview:
    return await overview.of(room_of(request))


async def set_notice(request: Request) -> answers.Done:
    wanted = await body_of(request, answers.SetNotice)
    await room_of(request).control.put("notice", read_notice(wanted.text) if wanted.text else None)
    return Done()


async def set_draining(request: Request) -> answers.Done:
    wanted = await body_of(request, answers.SetDraining)
    await room_of(request).control.put("draining", wanted.draining)
    return Done()


async def set_limits(request: Request) -> answers.Done:
    wanted, room = await body_of(request, answers.SetLimits), room_of(request)
    changed_limits(room.control.first_limits, wanted.limits)
    await room.control.put("limits", wanted.limits)
    return Done()


async def set_retention(request: Request) -> answers.Done:
    wanted = await body_of(request, answers.SetRetention)
    await room_of(request).control.put("retention", wanted)
    return Done()


async def preview_tidying(request: Request) -> Tidied:
    room = room_of(request)
    return await retention.tidy(room, room.control.now.retention, really=False)


async def tidy_now(request: Request) -> Tidied:
    room = room_of(request)
    return await retention.tidy(room, room.control.now.retention)


async def make_backup(request: Request) -> BackupFile:
    return await room_of(request).backups.make()


async def plan_backups(request: Request) -> answers.Done:
    wanted = await body_of(request, BackupPlan)
    await room_of(request).control.put("backups", wanted)
    return Done()


async def fetch_backup(request: Request) -> Response:
    path = room_of(request).backups.path_of(request.path_params["backup"])
    return FileResponse(path, media_type="application/octet-stream", filename=path.name)


# Tables


async def list_tables(request: Request) -> answers.AdminTableList:
    room, before = room_of(request), number_in(request, "before", LATEST, LATEST)
    running = number_in(request, "running", 0, 1) == 1
    found = await room.store.ask(queries.last_tables(before, running))
    return answers.AdminTableList([overview.table_info(room, table) for table in found])


async def close_table(request: Request) -> answers.Done:
    actor = await room_of(request).tables.find(request.path_params["table"])
    await actor.obey(AdminClose())
    return Done()


async def lock_table(request: Request) -> answers.Done:
    wanted = await body_of(request, answers.SetLock)
    actor = await room_of(request).tables.find(request.path_params["table"])
    await actor.obey(AdminLock(wanted.locked))
    return Done()


async def delete_table(request: Request) -> answers.Done:
    await room_of(request).tables.delete(request.path_params["table"])
    return Done()


# People


async def list_people(request: Request) -> answers.AdminPeople:
    room, before = room_of(request), number_in(request, "before", LATEST, LATEST)
    found = await room.store.ask(queries.find_people(request.query_params.get("name", ""), before))
    return answers.AdminPeople([overview.person_info(room, person) for person in found])


async def export_person(request: Request) -> answers.PersonalData:
    return await data_of(room_of(request), request.path_params["person"])


async def delete_person(request: Request) -> answers.Done:
    await forget(room_of(request), request.path_params["person"])
    return Done()


async def list_bans(request: Request) -> answers.BanList:
    room = room_of(request)
    await room.control.read()
    return answers.BanList(room.control.bans)


async def add_ban(request: Request) -> Ban:
    wanted, room = await body_of(request, answers.NewBan), room_of(request)
    until = None if wanted.minutes is None else now() + wanted.minutes * MINUTE
    ban = Ban(secrets.token_hex(8), wanted.what, wanted.kind, wanted.value, until)
    await room.store.write(queries.add_ban(ban))
    await room.control.read()
    return ban


async def remove_ban(request: Request) -> answers.Done:
    room = room_of(request)
    await room.store.write(queries.remove_ban(request.path_params["ban"]))
    await room.control.read()
    return Done()


# The own data, without any key but the own cookie


async def export_me(request: Request) -> answers.PersonalData:
    return await data_of(room_of(request), (await person_of(request)).id)


async def delete_me(request: Request) -> answers.Done:
    room = room_of(request)
    require_own_origin(request, room.settings)
    person = await person_of(request)
    await forget(room, person.id)
    return Done()


async def data_of(room: Room, person: str) -> answers.PersonalData:
    found = await room.store.ask(personal_data.export_of(person))
    if found is None:
        raise Refused("no_such_person")
    return msgspec.convert(found, answers.PersonalData)


async def forget(room: Room, person: str) -> None:
    """Names and words go out of the logs; tables that are awake are read from them again."""
    await data_of(room, person)
    ids = [person, *await room.store.ask(devices_of(person))]
    for id in ids:
        for table in await room.store.ask(personal_data.tables_of(id)):
            await room.tables.rewrite(table, personal_data.forget_at(ids, table))
    await room.store.write(forget_guests([person]))
    close_sockets_of(room, person)
    await room.heavy_work.forget(forget_games)
