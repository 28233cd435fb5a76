"""Who sends a push message: the room signs for itself (VAPID, RFC 8292) with a key that it made."""

import json
import time
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sql
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from ludoteca.server.push.encryption import CURVE, from_text, point_of, to_text
from ludoteca.server.store.schema import room_settings
from ludoteca.server.store.upserts import insert_if_new

LASTS = 12 * 3600  # seconds; a day is the most that is allowed
NAME = "push_key"


class MakeKey:
    """The key of the room, made once and kept in its database; afterwards `key` has it."""

    key: ec.EllipticCurvePrivateKey

    def __call__(self, connection: sql.Connection) -> None:
        kept = sql.select(room_settings.c.value).where(room_settings.c.name == NAME)
        found = connection.execute(kept).scalar()
        if found is None:
            insert_if_new(connection, room_settings, {"name": NAME, "value": drawn()})
            found = connection.execute(kept).scalar_one()
        self.key = ec.derive_private_key(int.from_bytes(from_text(msgspec.json.decode(found))), CURVE)


def drawn() -> bytes:
    """A new key as it is kept."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return msgspec.json.encode(to_text(number.to_bytes(32)))


def public_key(key: ec.EllipticCurvePrivateKey) -> str:
    """What a browser subscribes with, so that nobody else can send to the subscription."""
    return to_text(point_of(key.public_key()))


def authorization(key: ec.EllipticCurvePrivateKey, endpoint: str, subject: str) -> str:
    """The header that shows a push service who sends."""
    where = urlsplit(endpoint)
    claims = {
        "aud": f"{where.scheme}://{where.netloc}",
        "exp": int(time.time()) + LASTS,
        "sub": subject,
    }
    parts = [to_text(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    return f"vapid t={signed}.{to_text(r.to_bytes(32) + s.to_bytes(32))}, k={public_key(key)}"
