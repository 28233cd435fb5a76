"""The admin's passkeys: added by who has the keys, and then as good as the password."""

from typing import Any

from starlette.requests import Request

from ludoteca.server.admin import answers
from ludoteca.server.admin.answers import Done
from ludoteca.server.admin.keys import PASSKEY_OWNER
from ludoteca.server.admin.routes import signed_in
from ludoteca.server.errors import Refused
from ludoteca.server.http.requests import body_of, room_of
from ludoteca.server.passkeys import passkeys_of
from ludoteca.server.people.answers import NewPasskey, PasskeyOptions
from ludoteca.server.table.text_checks import read_name


async def list_passkeys(request: Request) -> answers.PasskeyList:
    return answers.PasskeyList(await room_of(request).store.ask(passkeys_of(PASSKEY_OWNER)))


async def offer_passkey(request: Request) -> PasskeyOptions:
    room = room_of(request)
    return PasskeyOptions(await room.passkeys.options_to_add(request, PASSKEY_OWNER, "Admin"))


async def add_passkey(request: Request) -> answers.PasskeyList:
    wanted, room = await body_of(request, NewPasskey), room_of(request)
    await room.passkeys.add(request, PASSKEY_OWNER, read_name(wanted.name), wanted.credential)
    return await list_passkeys(request)


async def remove_passkey(request: Request) -> Done:
    await room_of(request).passkeys.remove(PASSKEY_OWNER, request.path_params["passkey"])
    return Done()


async def ask_for_passkey(request: Request) -> PasskeyOptions:
    return PasskeyOptions(room_of(request).passkeys.options_to_sign_in(request))


async def log_in_with_passkey(request: Request) -> Any:
    """A passkey of anybody else opens nothing here."""
    wanted, room = await body_of(request, answers.PasskeyLogin), room_of(request)
    if await room.passkeys.owner_of(request, wanted.credential) != PASSKEY_OWNER:
        raise Refused("unknown_passkey")
    return signed_in(request, await room.keys.new_session())
