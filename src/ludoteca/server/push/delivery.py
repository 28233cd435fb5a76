"""How a message reaches a push service: one request to an address that a browser gave us.

Whoever subscribes chooses that address, so it must not lead into the host's own network: it is resolved once,
looked at, and connected to as it was resolved. No redirect is followed.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

WITHIN = 10.0  # seconds for all of it, however slowly the other side drips
MOST_READ = 1000  # bytes of an answer that nobody reads


class NotPublic(Exception):
    """The address leads into a private network."""


def address_of(host: str, port: int, private: bool) -> str:
    """Where to connect; NotPublic unless the whole world could."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not private and not all(ipaddress.ip_address(one).is_global for one in addresses):
        raise NotPublic
    return addresses[0]


def send(endpoint: str, body: bytes, headers: dict[str, str], private: bool) -> int:
    """The status that the push service answers; OSError, HTTPException or NotPublic if it cannot be asked."""
    where = urlsplit(endpoint)
    port = where.port or (443 if where.scheme == "https" else 80)
    address = address_of(str(where.hostname), port, private)
    connection = http.client.HTTPConnection(str(where.hostname), port, timeout=WITHIN)
    connection.sock = socket.create_connection((address, port), WITHIN)
    with cut_off_after(WITHIN, connection.sock), contextlib.closing(connection):
        if where.scheme == "https":
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(connection.sock, server_hostname=where.hostname)
        path = f"{where.path or '/'}{'?' + where.query if where.query else ''}"
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        answer.read(MOST_READ)
        return answer.status


@contextlib.contextmanager
def cut_off_after(seconds: float, line: socket.socket) -> Iterator[None]:
    """A time limit of the socket itself begins anew with every byte."""
    same = line.dup()  # the first one goes when TLS begins
    timer = threading.Timer(seconds, shut_down, (same,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        same.close()


def shut_down(line: socket.socket) -> None:
    with contextlib.suppress(OSError):  # it has ended by itself
        line.shutdown(socket.SHUT_RDWR)
