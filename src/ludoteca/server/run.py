"""How the server is started, and stopped without losing anything."""

import gc
import os
import socket
import sys
import threading
from types import FrameType
from zoneinfo import available_timezones

import structlog
import uvicorn

from ludoteca.core.errors import BadOptions
from ludoteca.server.app import application
from ludoteca.server.http.timed_http import TimedHttp
from ludoteca.server.logs import set_up_logs
from ludoteca.server.openid.provider import is_safe
from ludoteca.server.room import Room
from ludoteca.server.settings import Settings
from ludoteca.server.table.socket_frames import DirectWebSocket

log = structlog.get_logger()
INTERRUPTED = 130
LAST_MOMENT = 9.0  # seconds


class Server(uvicorn.Server):
    """Drains the room before it lets go of its connections."""

    def __init__(self, room: Room, last_moment: float | None = None) -> None:
        self.room = room
        self.last_moment = last_moment  # seconds after a signal, if the process is ours to end
        super().__init__(config_for(room))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Whatever hangs, the process ends in time: all that was acknowledged is on disk."""
        if self.last_moment:
            end_within(self.last_moment)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.room.drain()
        await super().shutdown(sockets)


def config_for(room: Room) -> uvicorn.Config:
    settings = room.settings
    return uvicorn.Config(
        application(room),
        host=settings.host,
        port=settings.port,
        http=TimedHttp,
        ws=DirectWebSocket,
        ws_max_size=settings.limits.frame,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        access_log=False,  # it would show the addresses of private tables
        log_level="warning",
        server_header=False,
    )


def serve(
    host: str = "0.0.0.0",
    port: int = 8000,
    database: str = "ludoteca.db",
    public_url: str | None = None,
    root_path: str = "",
) -> None:
    """Serve until SIGTERM or Ctrl-C. BadOptions if a setting cannot be."""
    run(checked(Settings(host, port, database, public_url, root_path.rstrip("/"))))


def run(settings: Settings) -> None:
    set_up_logs()
    room = Room(settings)
    log.info("serving", at=room.base_url, games=list(room.games))
    answer_soon()
    try:
        Server(room, LAST_MOMENT).run()
    except KeyboardInterrupt:
        leave(room)
        raise


def end_within(seconds: float) -> None:
    timer = threading.Timer(seconds, end_at_once)
    timer.daemon = True
    timer.start()


def end_at_once() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def answer_soon() -> None:
    """Keep pauses short: the writer and the bots' threads hand over sooner, and what was loaded at the start,
    hundreds of thousands of objects, is not looked through for garbage again and again. Nor is what two
    thousand people leave behind: with Python's own thresholds that took 0.2 s at a time.
    """
    sys.setswitchinterval(0.001)
    gc.set_threshold(50_000, 20, 100)
    gc.collect()
    gc.freeze()


def leave(room: Room) -> None:
    """Python would wait for threads; one that compiles a game may take long, and everything is on disk."""
    if room.bot_threads.compiling:
        end_at_once()


def checked(settings: Settings) -> Settings:
    for name, url in (("public", settings.public_url), ("own", settings.own_url)):
        if url and not url.startswith(("http://", "https://")):
            raise BadOptions(
                f"bad_{name}_url", f"the {name} URL begins with http:// or https://, not {url!r}"
            )
    if settings.root_path and not settings.root_path.startswith("/"):
        raise BadOptions("bad_root_path", f"the root path begins with /, not {settings.root_path!r}")
    if not 0 < settings.port < 65536:
        raise BadOptions("bad_port", f"a port is a number from 1 to 65535, not {settings.port}")
    if settings.openid and not is_safe(settings.openid.issuer):
        raise BadOptions(
            "bad_oidc_issuer", f"the OpenID issuer begins with https://, not {settings.openid.issuer!r}"
        )
    if settings.time_zone not in available_timezones():
        raise BadOptions("bad_time_zone", f"there is no time zone {settings.time_zone!r}")
    return settings
