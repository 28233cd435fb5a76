"""The application: all addresses of the server."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from ludoteca.server.errors import Refused
from ludoteca.server.http import page, routes
from ludoteca.server.http.api import ENDPOINTS
from ludoteca.server.http.headers import SecurityHeaders, SubPath
from ludoteca.server.http.problems import Failures, problem
from ludoteca.server.room import Room
from ludoteca.server.table.sockets import table_socket

ROUTES = [
    *(endpoint.route() for endpoint in ENDPOINTS),
    WebSocketRoute("/api/tables/{table}/socket", table_socket),
    Route("/health", routes.health),
    Route("/ready", routes.ready),
    Route("/metrics", routes.metrics),
    Route("/{path:path}", page.show_page, middleware=[Middleware(GZipMiddleware)]),  # holds no secrets
]


async def not_served(request: Request, why: Exception) -> Response:
    """Starlette's own refusals, in our form."""
    assert isinstance(why, HTTPException)
    response = await problem(request, Refused("not_found" if why.status_code == 404 else "malformed"))
    response.status_code = why.status_code
    return response


def application(room: Room, page_folder: Path = page.FOLDER) -> Starlette:
    """The whole server around one room."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await room.open()
        yield
        await room.close()

    app = Starlette(
        routes=ROUTES,
        lifespan=lifespan,
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(SubPath, root_path=room.settings.root_path),
            Middleware(Failures),
        ],
        exception_handlers={Refused: problem, HTTPException: not_served},
    )
    app.state.room = room
    app.state.page = page_folder
    return app
