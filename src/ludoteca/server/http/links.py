"""Links that other devices can follow, and their QR codes."""

import io
import ipaddress
import socket

import segno

from ludoteca.server.settings import Settings


def base_url(settings: Settings) -> str:
    """Where other devices find the page: the public URL, else this machine's address in its network."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    return f"http://{own_address(settings.host)}:{settings.port}{settings.root_path.rstrip('/')}"


def own_url(settings: Settings) -> str:
    """Where the other processes on the same database find this one."""
    if settings.own_url:
        return settings.own_url.rstrip("/")
    here = own_address(settings.host) if settings.host in ("", "0.0.0.0", "::") else settings.host
    return f"http://{f'[{here}]' if ':' in here else here}:{settings.port}"


def own_address(host: str) -> str:
    """An address of this machine that is not its loopback, if it has one; else its name."""
    if reachable(host):
        return host
    found = route_address()
    return found if reachable(found) else socket.gethostname()


def reachable(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host not in ("", "localhost")
    return not address.is_loopback and not address.is_unspecified


def route_address() -> str:
    """The address from which this machine would send to the world; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def qr_svg(link: str) -> bytes:
    """Black on white, with the quiet zone that scanners need."""
    image = io.BytesIO()
    segno.make(link, error="m").save(image, kind="svg", scale=8, dark="#000", light="#fff", svgclass=None)
    return image.getvalue()
