"""What the server answers about a person's own profile: picture, keys, another device."""

from msgspec.structs import replace
from starlette.requests import Request

from ludoteca.server.admin.answers import Done
from ludoteca.server.errors import Refused
from ludoteca.server.http.endpoints import Answered
from ludoteca.server.http.links import qr_svg
from ludoteca.server.http.origin import require_own_origin
from ludoteca.server.http.requests import body_of, person_of, room_of
from ludoteca.server.openid.identities import identities_of
from ludoteca.server.passkeys import passkeys_of
from ludoteca.server.people import answers
from ludoteca.server.people.merging import merge
from ludoteca.server.schemas import Me
from ludoteca.server.store import people_queries as queries
from ludoteca.server.table.text_checks import read_name


async def set_picture(request: Request) -> Answered[Me]:
    wanted, person = await body_of(request, answers.NewPicture), await person_of(request)
    room, changed = room_of(request), replace(person, picture=wanted.picture)
    token = room.people.token(request) or ""
    await room.people.change(changed, token)
    return Answered(Me(changed), 200, token)


# Keys


async def show_keys(request: Request) -> answers.Keys:
    room, person = room_of(request), await person_of(request)
    kept = await room.store.ask(queries.keys_of(person.id))
    passkeys = await room.store.ask(passkeys_of(person.id))
    identities = await room.store.ask(identities_of(person.id, room.openid.labels))
    return answers.Keys(kept.code_made_at, kept.devices, passkeys, identities)


async def make_code(request: Request) -> answers.RecoveryCode:
    room, person = room_of(request), await person_of(request)
    require_own_origin(request, room.settings)
    code = await room.recovery_codes.new(person.id)
    link = f"{room.base_url}/me#{code}"
    return answers.RecoveryCode(code, link, qr_svg(link).decode())


async def offer_passkey(request: Request) -> answers.PasskeyOptions:
    room, person = room_of(request), await person_of(request)
    return answers.PasskeyOptions(await room.passkeys.options_to_add(request, person.id, person.name))


async def add_passkey(request: Request) -> answers.Keys:
    wanted, person = await body_of(request, answers.NewPasskey), await person_of(request)
    await room_of(request).passkeys.add(request, person.id, read_name(wanted.name), wanted.credential)
    return await show_keys(request)


async def remove_passkey(request: Request) -> Done:
    person = await person_of(request)
    require_own_origin(request, room_of(request).settings)
    await room_of(request).passkeys.remove(person.id, request.path_params["passkey"])
    return Done()


# Signing in on a device


async def ask_for_passkey(request: Request) -> answers.PasskeyOptions:
    return answers.PasskeyOptions(room_of(request).passkeys.options_to_sign_in(request))


async def sign_in_with_passkey(request: Request) -> Answered[Me]:
    wanted = await body_of(request, answers.WithPasskey)
    owner = await room_of(request).passkeys.owner_of(request, wanted.credential)
    return await sign_in(request, owner, wanted.merge)


async def sign_in_with_code(request: Request) -> Answered[Me]:
    wanted = await body_of(request, answers.WithCode)
    owner = await room_of(request).recovery_codes.owner_of(request, wanted.code)
    return await sign_in(request, owner, wanted.merge)


async def sign_in(request: Request, owner: str, merge_too: bool) -> Answered[Me]:
    """This device belongs to `owner` from now on, and so does what its guest has played."""
    room = room_of(request)
    person, here, token = await room.store.ask(queries.person_by_id(owner)), None, room.people.token(request)
    if person is None:
        raise Refused("no_such_person")
    here = await room.people.of(request) if token else None
    if here is None or token is None:
        return Answered(Me(person), 200, await room.people.add_device(person.id))
    if here.id != person.id:
        games = (await room.store.ask(queries.keys_of(here.id))).games
        if games and not merge_too:
            raise Refused("merge_needed", name=here.name, games=games, into=person.name)
        await merge(room, person.id, here.id)
    return Answered(Me(person), 200, token)
