"""An ID token holds only if the provider signed it, for this room, for this sign-in, and just now."""

import hmac
import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludoteca.server.errors import Refused
from ludoteca.server.openid.id_token import subject_in

ISSUER, CLIENT, NONCE = "https://club.example", "ludoteca", "a nonce"
AN_HOUR = 3600  # tokens of a list are made long before the last of the tests
RSA, OTHER, CURVE = (
    rsa.generate_private_key(65537, 2048),
    rsa.generate_private_key(65537, 2048),
    ec.generate_private_key(ec.SECP256R1()),
)


def key(private: Any, kid: str, algorithm: Any, **more: Any) -> Any:
    return json.loads(algorithm.to_jwk(private.public_key())) | {"kid": kid, **more}


KEYS = jwt.PyJWKSet.from_dict(
    {
        "keys": [
            key(RSA, "one", jwt.algorithms.RSAAlgorithm, use="sig", alg="RS256"),
            key(CURVE, "two", jwt.algorithms.ECAlgorithm),
            key(OTHER, "sealing", jwt.algorithms.RSAAlgorithm, use="enc"),
        ]
    }
)


def token(private: Any = RSA, alg: str = "RS256", kid: str | None = "one", **changes: Any) -> str:
    said = {"iss": ISSUER, "sub": "ana", "aud": CLIENT, "nonce": NONCE}
    said |= {"iat": int(time.time()), "exp": int(time.time()) + AN_HOUR} | changes
    kept = {name: value for name, value in said.items() if value is not None}
    return jwt.encode(kept, private, alg, {"kid": kid} if kid else {})


def subject(written: str, offered: tuple[str, ...] = ("RS256", "ES256", "HS256", "none")) -> str | None:
    return subject_in(written, KEYS, ISSUER, CLIENT, NONCE, offered)


@pytest.mark.parametrize(
    "good",
    [
        lambda: token(),
        lambda: token(kid=None),
        lambda: token(CURVE, "ES256", "two"),
        lambda: token(aud=[CLIENT]),
        lambda: token(aud=[CLIENT, "another"], azp=CLIENT),
        lambda: token(exp=int(time.time()) - 30),  # clocks differ
    ],
)
def test_a_token_that_holds_tells_its_subject(good: Callable[[], str]) -> None:
    assert subject(good()) == "ana"


def test_of_a_key_that_is_not_known_nothing_is_said() -> None:
    assert subject(token(kid="new")) is None
    assert subject(token(OTHER, kid="sealing")) is None  # its key is for something else


PUBLIC = RSA.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def part(said: Any) -> bytes:
    return urlsafe_b64encode(json.dumps(said).encode()).rstrip(b"=")


def forged(alg: str, kid: str | None) -> str:
    """Written by hand: the library signs nothing so."""
    said = {"iss": ISSUER, "sub": "ana", "aud": CLIENT, "nonce": NONCE, "iat": time.time()}
    both = part({"alg": alg, "kid": kid} if kid else {"alg": alg}) + b"." + part(said | {"exp": 2**40})
    mac = urlsafe_b64encode(hmac.digest(PUBLIC, both, "sha256")).rstrip(b"=")
    return (both + b"." + (mac if alg == "HS256" else b"")).decode()


@pytest.mark.parametrize(
    "wrong",
    [
        token(OTHER),
        token(iss="https://elsewhere.example"),
        token(iss=None),
        token(aud="another"),
        token(aud=None),
        token(aud=[CLIENT, "another"]),
        token(azp="another"),
        token(exp=int(time.time()) - 120),
        token(exp=None),
        token(iat=None),
        token(iat=int(time.time()) + AN_HOUR),
        token(nonce="another"),
        token(nonce=None),
        token(nonce=3),
        token(sub=None),
        token(sub=""),
        token(sub="x" * 256),
        token() + "x",
        token().rpartition(".")[0] + ".",
        "x.y.z",
        "",
    ],
)
def test_a_token_that_does_not_hold_is_refused(wrong: str) -> None:
    with pytest.raises(Refused, match="wrong_openid"):
        subject(wrong)


@pytest.mark.parametrize("kid", [None, "one"])
@pytest.mark.parametrize("alg", ["none", "HS256"])
def test_an_unsigned_token_or_one_signed_with_what_all_know_is_refused(alg: str, kid: str | None) -> None:
    assert subject(forged(alg, kid)) is None  # no key signs so
    with pytest.raises(Refused, match="wrong_openid"):
        subject(forged("RS256", "one"))


def test_only_what_the_provider_offers_is_accepted() -> None:
    with pytest.raises(Refused, match="wrong_openid"):
        subject(token(CURVE, "ES256", "two"), ("RS256",))
