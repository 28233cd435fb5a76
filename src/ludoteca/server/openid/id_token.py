"""The ID token, in which the provider says who signed in. PyJWT checks its signature and claims."""

import hmac
from collections.abc import Sequence

import jwt
import structlog

from ludoteca.server.errors import Refused, fault

log = structlog.get_logger()
# Signed with a private key of the provider's; never with our own secret, never unsigned.
ALGORITHMS = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
)  # fmt: skip
REQUIRED = ["iss", "sub", "aud", "exp", "iat"]
CLOCKS_DIFFER = 60  # seconds
LONGEST_SUBJECT = 255


def subject_in(
    token: str, keys: jwt.PyJWKSet, issuer: str, client_id: str, nonce: str, offered: Sequence[str]
) -> str | None:
    """The subject of a token that holds; None if none of these keys is the one it names."""
    try:
        header = jwt.get_unverified_header(token)
        key = next((one for one in keys.keys if fits(one, header)), None)
        if key is None:
            return None
        claims = jwt.decode(
            token, key.key, [one for one in ALGORITHMS if one in offered], audience=client_id, issuer=issuer,
            leeway=CLOCKS_DIFFER, options={"require": REQUIRED},
        )  # fmt: skip
    except jwt.PyJWTError as wrong:
        log.warning("an ID token was refused", why=fault(wrong))
        raise Refused("wrong_openid") from None
    check_claim(hmac.compare_digest(str(claims.get("nonce", "")).encode(), nonce.encode()), "nonce")
    parties = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
    check_claim(claims.get("azp", client_id if len(parties) == 1 else None) == client_id, "azp")
    subject = claims["sub"]
    check_claim(isinstance(subject, str) and 0 < len(subject) <= LONGEST_SUBJECT, "sub")
    check_claim("\0" not in subject, "sub")  # no database keeps one
    return str(subject)


def fits(key: jwt.PyJWK, header: dict[str, str]) -> bool:
    """Is it the key that a token names? One without a name may be any that signs so."""
    named = header.get("kid") is None or key.key_id == header["kid"]
    return named and key.public_key_use in (None, "sig") and key.algorithm_name == header.get("alg")


def check_claim(holds: bool, claim: str) -> None:
    if not holds:
        log.warning("an ID token was refused", claim=claim)
        raise Refused("wrong_openid")
