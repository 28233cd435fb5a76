"""Passkeys: a key pair that the person's device keeps; the server keeps the public half (WebAuthn).

Whoever wants to sign in signs a challenge.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sql
from starlette.requests import HTTPConnection
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
)

from ludoteca.server.challenges import Challenges
from ludoteca.server.errors import Refused
from ludoteca.server.http.origin import address_of, own_origin, require_own_origin
from ludoteca.server.rate_limits import Gate
from ludoteca.server.settings import Rate
from ludoteca.server.store.models import Json
from ludoteca.server.store.queries import void
from ludoteca.server.store.schema import passkeys
from ludoteca.server.store.writer import Job
from ludoteca.server.wall_clock import now

if TYPE_CHECKING:
    from ludoteca.server.room import Room

MOST_PASSKEYS = 20  # of an owner
TRIES = Rate(20, 1 / 5)  # of an address
RP_NAME = "Ludoteca"


class Passkey(msgspec.Struct):
    """A passkey as its owner sees it."""

    id: str
    name: str
    made_at: int
    used_at: int | None


class Passkeys:
    """The passkeys of a room. An owner is the id of a person, or any other word, such as `admin`."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.challenges = Challenges(room, "passkey", "wrong_passkey", "late_passkey")
        self.tries = Gate(TRIES)

    async def options_to_add(self, request: HTTPConnection, owner: str, name: str) -> Json:
        """What the browser's `navigator.credentials.create` is given."""
        had = await self.room.store.ask(passkeys_of(owner))
        if len(had) >= MOST_PASSKEYS:
            raise Refused("too_many_passkeys", most=MOST_PASSKEYS)
        options = generate_registration_options(
            rp_id=self.rp_id(request), rp_name=RP_NAME, user_id=owner.encode(), user_name=name,
            challenge=self.challenges.new(f"add {owner}"),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED  # so that nobody is asked for a user name
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in had],
        )  # fmt: skip
        return dict(json.loads(options_to_json(options)))

    async def add(self, request: HTTPConnection, owner: str, name: str, credential: Json) -> None:
        """Keep the public key of what the browser made."""
        challenge = self.challenge_of(credential, f"add {owner}")
        try:
            made = verify_registration_response(
                credential=credential, expected_challenge=challenge,
                expected_rp_id=self.rp_id(request), expected_origin=own_origin(request, self.room.settings),
            )  # fmt: skip
        except WRONG:
            raise Refused("wrong_passkey") from None
        row = {
            "id": bytes_to_base64url(made.credential_id), "owner": owner, "name": name, "made_at": now(),
            "public_key": made.credential_public_key, "sign_count": made.sign_count,
        }  # fmt: skip
        await self.challenges.write_once(
            challenge, lambda connection: void(connection.execute(passkeys.insert(), row))
        )

    def options_to_sign_in(self, request: HTTPConnection) -> Json:
        """What the browser's `navigator.credentials.get` is given."""
        options = generate_authentication_options(
            rp_id=self.rp_id(request), challenge=self.challenges.new("sign in")
        )
        return dict(json.loads(options_to_json(options)))

    async def owner_of(self, request: HTTPConnection, credential: Json) -> str:
        """Whose passkey has signed the challenge; `wrong_passkey` if none that is known has."""
        require_own_origin(request, self.room.settings)
        self.tries.take(address_of(request))
        challenge, id = self.challenge_of(credential, "sign in"), str(credential.get("id"))
        kept = await self.room.store.ask(passkey_row(id)) if id.isprintable() else None
        if kept is None:
            raise Refused("unknown_passkey")
        try:
            signed = verify_authentication_response(
                credential=credential, expected_challenge=challenge,
                expected_rp_id=self.rp_id(request), expected_origin=own_origin(request, self.room.settings),
                credential_public_key=kept.public_key, credential_current_sign_count=kept.sign_count,
            )  # fmt: skip
        except WRONG:
            raise Refused("wrong_passkey") from None
        change = passkeys.update().where(passkeys.c.id == id)
        used = change.values(sign_count=signed.new_sign_count, used_at=now())
        await self.challenges.write_once(challenge, lambda connection: void(connection.execute(used)))
        return str(kept.owner)

    async def remove(self, owner: str, id: str) -> None:
        this = passkeys.delete().where(passkeys.c.owner == owner, passkeys.c.id == id)
        await self.room.store.write(lambda connection: void(connection.execute(this)))

    def challenge_of(self, credential: Json, purpose: str) -> bytes:
        """The challenge that was signed, if it is one of ours for this purpose, and not too old."""
        try:
            told = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
            challenge = base64url_to_bytes(told["challenge"])
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            raise Refused("malformed", where="$.credential.response.clientDataJSON") from None
        self.challenges.check(challenge, purpose)
        return challenge

    def rp_id(self, request: HTTPConnection) -> str:
        """The name of the site, to which browsers bind a passkey."""
        return urlsplit(own_origin(request, self.room.settings)).hostname or ""


# What the library raises for a malformed credential.
WRONG = (WebAuthnException, KeyError, TypeError, ValueError, AttributeError)


def passkeys_of(owner: str) -> Callable[[sql.Connection], list[Passkey]]:
    columns = sql.select(passkeys.c.id, passkeys.c.name, passkeys.c.made_at, passkeys.c.used_at)
    these = columns.where(passkeys.c.owner == owner).order_by(passkeys.c.made_at)
    return lambda connection: [Passkey(*row) for row in connection.execute(these)]


def remove_passkeys_of(owner: str) -> Job:
    these = passkeys.delete().where(passkeys.c.owner == owner)
    return lambda connection: void(connection.execute(these))


def passkey_row(id: str) -> Callable[[sql.Connection], sql.Row[Any] | None]:
    this = sql.select(passkeys).where(passkeys.c.id == id)
    return lambda connection: connection.execute(this).first()
