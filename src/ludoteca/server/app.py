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
from ludoteca.server.http import finished_routes, openapi, page, routes
from ludoteca.server.http.headers import SecurityHeaders, SubPath
from ludoteca.server.room import Room
from ludoteca.server.table.sockets import table_socket


async def show_description(_request: Request) -> Response:
    return routes.answer(openapi.description())


API: list[tuple[str, str, routes.Endpoint]] = [
    ("GET", "/me", routes.show_me),
    ("POST", "/me", routes.name_me),
    ("GET", "/room", routes.show_room),
    ("GET", "/games", routes.list_games),
    ("GET", "/games/{game}/words/{language}", routes.show_words),
    ("GET", "/games/{game}/rules/{language}", routes.show_rules),
    ("GET", "/mine", routes.list_mine),
    ("GET", "/tables", routes.list_open),
    ("POST", "/tables", routes.make_table),
    ("GET", "/tables/{table}", routes.show_table),
    ("GET", "/tables/{table}/qr.svg", routes.show_qr),
    ("GET", "/tables/{table}/export", finished_routes.export_game),
    ("GET", "/tables/{table}/fairness", finished_routes.show_fairness),
    ("GET", "/tables/{table}/replay", finished_routes.replay_game),
    ("GET", "/tables/{table}/review", finished_routes.review_game),
    ("POST", "/tables/{table}/continue", finished_routes.continue_game),
    ("GET", "/mine/finished", finished_routes.list_finished),
    ("POST", "/import", finished_routes.import_game),
    ("GET", "/openapi.json", show_description),
]
ROUTES = [
    *(Route("/api" + path, routes.limited(endpoint), methods=[method]) for method, path, endpoint in API),
    WebSocketRoute("/api/tables/{table}/socket", table_socket),
    Route("/health", routes.health),
    Route("/metrics", routes.metrics),
    Route("/{path:path}", page.show_page, middleware=[Middleware(GZipMiddleware)]),  # holds no secrets
]


async def not_served(request: Request, why: Exception) -> Response:
    """Starlette's own refusals, in our form."""
    assert isinstance(why, HTTPException)
    response = await routes.problem(request, Refused("not_found" if why.status_code == 404 else "malformed"))
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
        middleware=[Middleware(SecurityHeaders), Middleware(SubPath, root_path=room.settings.root_path)],
        exception_handlers={Refused: routes.problem, HTTPException: not_served},
    )
    app.state.room = room
    app.state.page = page_folder
    return app
