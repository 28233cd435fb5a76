"""One request to the provider: no redirect, no more than a few seconds, no more than a page of JSON."""

import http.client
import time
import urllib.request
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode

import msgspec

WITHIN = 8.0  # seconds for a whole answer
SILENT = 4.0  # seconds without a byte
MOST_READ = 256 * 1024  # bytes
AWAY = (OSError, http.client.HTTPException, msgspec.DecodeError, ValueError)  # what a failure looks like


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """An answer that sends us elsewhere is an error, as any other status that is not 200."""

    def redirect_request(self, *_arguments: Any) -> None:
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def fetch(url: str, form: dict[str, str] | None = None, headers: dict[str, str] | None = None) -> bytes:
    """The body of a good answer; HTTPError with the body of a bad one."""
    content = urlencode(form).encode() if form is not None else None
    request = urllib.request.Request(url, content, {"Accept": "application/json", **(headers or {})})
    try:
        with OPENER.open(request, timeout=SILENT) as answer:
            return read(answer)
    except HTTPError as refused:
        with refused:
            refused.msg = read(refused).decode("utf-8", "replace")
            raise


def read(answer: Any) -> bytes:
    """All of an answer, unless it is too long or drips."""
    until, content = time.monotonic() + WITHIN, bytearray()
    while piece := answer.read1(16 * 1024):
        content += piece
        if len(content) > MOST_READ or time.monotonic() > until:
            raise ValueError("too long an answer")
    return bytes(content)
