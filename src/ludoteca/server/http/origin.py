"""Where a request comes from: its origin must be our own page."""

import ipaddress
from functools import lru_cache
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from ludoteca.server.errors import Refused
from ludoteca.server.settings import Settings

PLAIN = {"ws": "http", "wss": "https"}


def require_own_origin(request: HTTPConnection, settings: Settings) -> None:
    """Programs send no Origin; a browser does, and other people's pages may not use our cookies."""
    origin = request.headers.get("origin")
    if origin is not None and origin != own_origin(request, settings):
        raise Refused("wrong_origin")


def own_origin(request: HTTPConnection, settings: Settings) -> str:
    if settings.public_url:
        public = urlsplit(settings.public_url)
        return f"{public.scheme}://{public.netloc}"
    scheme = PLAIN.get(request.url.scheme, request.url.scheme)
    return f"{scheme}://{request.headers.get('host', '')}"


def address_of(request: HTTPConnection) -> str:
    """Whom limits count as one: an IPv4 address, or the /64 network that one household has in IPv6."""
    return network_of(request.client.host) if request.client else ""


@lru_cache(10_000)
def network_of(host: str) -> str:
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
