"""Signing in at a provider: the browser goes there with a state and comes back with a code.

Nothing is stored meanwhile. The state is a challenge bound to a cookie of this browser; the nonce and the
verifier of PKCE follow from it. What comes back becomes a ticket in the same cookie: who it is, for some
minutes, so that the page can still ask whether two guests become one.
"""

import hashlib
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

import msgspec
from starlette.requests import HTTPConnection
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from ludoteca.server.challenges import Challenges
from ludoteca.server.errors import Refused
from ludoteca.server.http.origin import address_of, own_origin
from ludoteca.server.openid.identities import Identity, host_of
from ludoteca.server.openid.provider import Grant, Provider
from ludoteca.server.rate_limits import Gate
from ludoteca.server.settings import Rate
from ludoteca.server.store.writer import Job

if TYPE_CHECKING:
    from ludoteca.server.room import Room

CALLBACK = "/sign-in/openid/callback"
TRIES = Rate(20, 1 / 5)  # of an address


class Ticket(msgspec.Struct, frozen=True):
    """Who has signed in at the provider, and the challenge that says so."""

    identity: Identity
    challenge: bytes


class OpenIdSignIn:
    """The room's way to its provider, if the host has named one."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        about = room.settings.openid
        self.provider = Provider(about) if about else None
        self.label = about.label or host_of(about.issuer) if about else None
        self.challenges = Challenges(room, "openid", "wrong_openid", "late_openid")
        self.tries = Gate(TRIES)

    def close(self) -> None:
        if self.provider:
            self.provider.close()

    @property
    def labels(self) -> dict[str, str]:
        return {self.provider.about.issuer: self.label} if self.provider and self.label else {}

    def named(self) -> Provider:
        if self.provider is None:
            raise Refused("not_found")
        return self.provider

    # There

    async def leave(self, request: HTTPConnection) -> tuple[str, str]:
        """Where the browser goes to sign in, and what its cookie keeps."""
        provider = self.named()
        self.tries.take(address_of(request))
        configuration, browser = await provider.configuration(), secrets.token_urlsafe(16)
        state = self.challenges.new(f"state {browser}")
        asked = {
            "response_type": "code", "client_id": provider.about.client_id, "scope": "openid",
            "redirect_uri": self.redirect_uri(request), "state": bytes_to_base64url(state),
            "nonce": self.derived("nonce", state), "code_challenge_method": "S256",
            "code_challenge": challenge_of(self.derived("verifier", state)),
        }  # fmt: skip
        joint = "&" if urlsplit(configuration.authorization_endpoint).query else "?"
        return f"{configuration.authorization_endpoint}{joint}{urlencode(asked)}", browser

    def derived(self, purpose: str, state: bytes) -> str:
        return bytes_to_base64url(self.challenges.derived(purpose, state))

    def redirect_uri(self, request: HTTPConnection) -> str:
        """Where the provider sends the browser back to; the provider allows those that were named to it."""
        settings = self.room.settings
        home = settings.public_url or own_origin(request, settings) + settings.root_path
        return f"{home.rstrip('/')}/api{CALLBACK}"

    # And back

    async def come_back(self, request: HTTPConnection) -> str:
        """The ticket that the cookie keeps from now on."""
        provider, told = self.named(), request.query_params
        self.tries.take(address_of(request))
        state = decoded(told.get("state", ""))
        self.challenges.check(state, f"state {self.room.people.sign_in_cookie(request)}")
        await self.challenges.write_once(state, nothing)
        await self._require_good_answer(provider, told.get("error"), told.get("iss"))
        grant = Grant(
            told.get("code", ""), self.derived("verifier", state), self.derived("nonce", state),
            self.redirect_uri(request),
        )  # fmt: skip
        return self.ticket_for(Identity(provider.about.issuer, await provider.subject_of(grant)))

    async def _require_good_answer(self, provider: Provider, error: str | None, issuer: str | None) -> None:
        """The person may have declined; and an answer that names its issuer must name ours (RFC 9207)."""
        if error is not None:
            raise Refused("openid_declined" if error == "access_denied" else "wrong_openid")
        configuration = await provider.configuration()
        if issuer is None and not configuration.authorization_response_iss_parameter_supported:
            return
        if issuer != configuration.issuer:
            raise Refused("wrong_openid")

    # Tickets

    def ticket_for(self, identity: Identity) -> str:
        said = bytes_to_base64url(msgspec.json.encode(identity))
        return f"{said}.{bytes_to_base64url(self.challenges.new(f'ticket {said}'))}"

    def ticket_of(self, request: HTTPConnection) -> Ticket:
        """Who has signed in with this browser just now."""
        self.named()
        said, _, challenge = (self.room.people.sign_in_cookie(request) or "").partition(".")
        known = decoded(challenge)
        self.challenges.check(known, f"ticket {said}")
        return Ticket(msgspec.json.decode(decoded(said), type=Identity), known)

    async def use(self, ticket: Ticket, job: Job) -> None:
        await self.challenges.write_once(ticket.challenge, job)


def nothing(_connection: object) -> None:
    """A job that only uses a challenge up."""


def decoded(text: str) -> bytes:
    try:
        return base64url_to_bytes(text)
    except ValueError:
        raise Refused("wrong_openid") from None


def challenge_of(verifier: str) -> str:
    """What PKCE shows of a verifier."""
    return bytes_to_base64url(hashlib.sha256(verifier.encode()).digest())
