"""Which devices want to be told, and with which key they subscribe."""

from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from starlette.requests import Request

from ludoteca.core.words import ENGLISH, LANGUAGES
from ludoteca.server.errors import Refused
from ludoteca.server.http.requests import body_of, person_of, room_of
from ludoteca.server.push import subscriptions, vapid
from ludoteca.server.push.encryption import CURVE, from_text
from ludoteca.server.schemas import PushKey, Subscribed

LONGEST = 1000  # characters of an endpoint
AUTH = 16  # bytes


class DeviceKeys(msgspec.Struct, forbid_unknown_fields=True):
    """As a browser's PushSubscription names them."""

    p256dh: str
    auth: str


class NewSubscription(msgspec.Struct, forbid_unknown_fields=True):
    endpoint: str
    keys: DeviceKeys
    language: str = ENGLISH


class OldSubscription(msgspec.Struct, forbid_unknown_fields=True):
    endpoint: str


async def show_key(request: Request) -> PushKey:
    key = room_of(request).push.key
    assert key is not None
    return PushKey(vapid.public_key(key))


async def subscribe(request: Request) -> Subscribed:
    wanted, person = await body_of(request, NewSubscription), await person_of(request)
    room = room_of(request)
    require_address(wanted.endpoint, room.settings.private_push)
    require_keys(wanted.keys)
    if wanted.language not in LANGUAGES:
        raise Refused("no_such_language")
    device = subscriptions.Subscription(
        wanted.endpoint, wanted.keys.p256dh, wanted.keys.auth, wanted.language
    )
    await room.store.write(subscriptions.add(person.id, device))
    return Subscribed(subscribed=True)


async def unsubscribe(request: Request) -> Subscribed:
    unwanted, person = await body_of(request, OldSubscription), await person_of(request)
    await room_of(request).store.write(subscriptions.remove(unwanted.endpoint, person.id))
    return Subscribed(subscribed=False)


def require_address(endpoint: str, private: bool) -> None:
    """Push services speak https; where it leads is looked at when something is sent."""
    try:
        where = urlsplit(endpoint)
        good = where.scheme == "https" or (private and where.scheme == "http")
        good = good and bool(where.hostname) and (where.port or 443) > 0 and endpoint.isascii()
        good = good and endpoint.isprintable() and " " not in endpoint
    except ValueError:
        good = False
    if not good or len(endpoint) > LONGEST:
        raise Refused("malformed", where="endpoint")


def require_keys(keys: DeviceKeys) -> None:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_text(keys.p256dh))
    except ValueError:
        raise Refused("malformed", where="keys.p256dh") from None
    try:
        good = len(from_text(keys.auth)) == AUTH
    except ValueError:
        good = False
    if not good:
        raise Refused("malformed", where="keys.auth")
