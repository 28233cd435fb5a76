"""The provider: what it says of itself, its keys, and whom it calls the person of a code.

Everything is asked on threads of its own, so a provider that hangs keeps nobody else waiting.
"""

import asyncio
import re
import time
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit

import jwt
import msgspec
import structlog

from ludoteca.server.errors import Refused, fault
from ludoteca.server.openid.fetch import AWAY, fetch
from ludoteca.server.openid.id_token import subject_in
from ludoteca.server.settings import OpenId

log = structlog.get_logger()
THREADS = 2
MOST_WAITING = 20  # requests to a provider that has no time
FRESH = 3600.0  # seconds for which its configuration and keys are believed
AGAIN_AFTER = 10.0  # seconds until a provider that did not answer is asked again, or asked for new keys
Told = TypeVar("Told")


class Configuration(msgspec.Struct, frozen=True):
    """What the provider publishes at `.well-known/openid-configuration`, as far as we need it."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    id_token_signing_alg_values_supported: tuple[str, ...] = ("RS256",)
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class Tokens(msgspec.Struct, frozen=True):
    id_token: str


class Grant(msgspec.Struct, frozen=True):
    """What a browser brought back from the provider, and what belongs to it."""

    code: str
    verifier: str  # of PKCE
    nonce: str
    redirect_uri: str


class Provider:
    """A provider of OpenID Connect, as the host has named it."""

    def __init__(self, about: OpenId) -> None:
        self.about = about
        self.threads = ThreadPoolExecutor(THREADS, "openid")
        self.waiting = 0
        self.one_at_a_time = asyncio.Lock()
        self.configuration_: Configuration | None = None
        self.keys_: jwt.PyJWKSet | None = None
        self.asked_at = self.keys_at = self.failed_at = -FRESH

    def close(self) -> None:
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def configuration(self) -> Configuration:
        """`openid_away` if the provider cannot be asked; then it is left alone for some seconds."""
        async with self.one_at_a_time:
            if self.configuration_ and time.monotonic() - self.asked_at < FRESH:
                return self.configuration_
            if time.monotonic() - self.failed_at < AGAIN_AFTER:
                raise Refused("openid_away")
            try:
                self.configuration_ = await self._ask(discovered, self.about.issuer)
            except Refused:
                self.failed_at = time.monotonic()
                raise
            self.asked_at = time.monotonic()
            return self.configuration_

    async def subject_of(self, grant: Grant) -> str:
        """What the provider calls the person of this code; `wrong_openid` if it does not hold."""
        configuration = await self.configuration()
        token = (await self._ask(redeemed, self.about, configuration, grant)).id_token
        for fresh in (False, True):
            keys = await self._keys(configuration, fresh)
            subject = subject_in(
                token, keys, configuration.issuer, self.about.client_id, grant.nonce,
                configuration.id_token_signing_alg_values_supported,
            )  # fmt: skip
            if subject is not None:
                return subject
        log.warning("an ID token was refused: none of the provider's keys has signed it")
        raise Refused("wrong_openid")

    async def _keys(self, configuration: Configuration, fresh: bool) -> jwt.PyJWKSet:
        """The keys with which the provider signs; asked for again when a token names another one."""
        age = time.monotonic() - self.keys_at
        if self.keys_ is None or age > FRESH or (fresh and age > AGAIN_AFTER):
            self.keys_ = await self._ask(keys_at, configuration.jwks_uri)
            self.keys_at = time.monotonic()
        return self.keys_

    async def _ask(self, question: Callable[..., Told], *arguments: Any) -> Told:
        if self.waiting >= MOST_WAITING:
            raise Refused("openid_away")
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.threads, question, *arguments)
        except (*AWAY, jwt.PyJWTError) as wrong:
            log.warning("the provider cannot be asked", why=fault(wrong))
            raise Refused("openid_away") from None
        finally:
            self.waiting -= 1


# On a thread


def discovered(issuer: str) -> Configuration:
    url = issuer.rstrip("/") + "/.well-known/openid-configuration"
    found = msgspec.json.decode(fetch(url), type=Configuration)
    if found.issuer.rstrip("/") != issuer.rstrip("/"):
        raise ValueError("the provider has another name than the issuer that was set")
    for endpoint in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri):
        if not is_safe(endpoint):
            raise ValueError("the provider has an endpoint without https")
    return found


def is_safe(url: str) -> bool:
    """Over https, or on this machine, to try things out."""
    where = urlsplit(url)
    here = where.hostname in ("localhost", "127.0.0.1", "::1")
    return bool(where.hostname) and (where.scheme == "https" or (where.scheme == "http" and here))


def keys_at(url: str) -> jwt.PyJWKSet:
    return jwt.PyJWKSet.from_json(fetch(url).decode())


def redeemed(about: OpenId, configuration: Configuration, grant: Grant) -> Tokens:
    """The tokens that the provider gives for a code."""
    form = {
        "grant_type": "authorization_code", "code": grant.code, "redirect_uri": grant.redirect_uri,
        "code_verifier": grant.verifier,
    }  # fmt: skip
    by_header = "client_secret_basic" in configuration.token_endpoint_auth_methods_supported
    headers = {}
    if about.client_secret and by_header:
        headers["Authorization"] = basic(about.client_id, about.client_secret)
    else:
        form |= {"client_id": about.client_id}
        form |= {"client_secret": about.client_secret} if about.client_secret else {}
    try:
        return msgspec.json.decode(fetch(configuration.token_endpoint, form, headers), type=Tokens)
    except HTTPError as refused:
        if refused.code >= 500:
            raise
        log.warning("the provider refused a code", status=refused.code, error=error_in(refused.msg))
        raise Refused("wrong_openid") from None


def basic(client_id: str, client_secret: str) -> str:
    """Both are encoded as in a form before (RFC 6749, 2.3.1)."""
    both = f"{quote(client_id, safe='')}:{quote(client_secret, safe='')}"
    return "Basic " + b64encode(both.encode()).decode()


def error_in(answer: str) -> str:
    """The code of an OAuth error, for the host; nothing else of an answer is noted."""
    found = re.search(r'"error"\s*:\s*"([a-z_]{1,40})"', answer)
    return found[1] if found else "unknown"
