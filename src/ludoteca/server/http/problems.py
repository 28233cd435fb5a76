"""Whatever goes wrong is answered with a problem object, and noted in one line."""

import asyncio

import msgspec
import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.server.errors import Refused, fault
from ludoteca.server.store.faults import code_of

log = structlog.get_logger()
PROBLEM = "application/problem+json"


def problem_response(why: Refused) -> Response:
    wait = {"Retry-After": str(why.arguments["seconds"])} if "seconds" in why.arguments else {}
    return Response(msgspec.json.encode(why.problem()), why.status, wait, media_type=PROBLEM)


async def problem(_request: Request, why: Exception) -> Response:
    """A refusal as a problem object."""
    assert isinstance(why, Refused)
    return problem_response(why)


class Failures:
    """A fault of ours is a problem too, and one short line in the log: no traceback, no address."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def note(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, note)
        except (Exception, asyncio.CancelledError) as wrong:
            code = "stopping" if isinstance(wrong, asyncio.CancelledError) else code_of(wrong)
            log.error("request failed", kind=scope["type"], why=fault(wrong), code=code)
            if scope["type"] == "http" and not begun:
                await problem_response(Refused(code))(scope, receive, send)
