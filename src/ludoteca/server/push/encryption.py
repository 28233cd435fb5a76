"""A message that only the browser of a subscription can read (RFC 8291, with RFC 8188's aes128gcm)."""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes; a message is one record
END = b"\x02"  # of the last record


def to_text(raw: bytes) -> str:
    """Base64 for addresses, without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """ValueError if it is no such text: Python's own decoder leaves out what it does not know."""
    raw = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    if to_text(raw) != text.rstrip("="):
        raise ValueError("no base64 for addresses")
    return raw


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    message: bytes,
    device_key: bytes,
    auth: bytes,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """`own` and `salt` are drawn for every message; only a test gives them."""
    own = own or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(16)
    own_point = point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, device_key))
    secret = derive(auth, shared, b"WebPush: info\0" + device_key + own_point, 32)
    key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + AESGCM(key).encrypt(nonce, message + END, None)


def derive(salt: bytes, secret: bytes, about: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(secret)
