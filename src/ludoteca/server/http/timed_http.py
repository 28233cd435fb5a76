"""HTTP connections end: a request has to arrive, and its answer has to be read, in time."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

ARRIVES_WITHIN = 15.0  # seconds for a whole request
ANSWERED_WITHIN = 120.0  # seconds from a request's first byte until its answer has been read


class TimedHttp(H11Protocol):
    """uvicorn itself has a limit only for the time between two requests."""

    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set(ARRIVES_WITHIN)

    def data_received(self, data: bytes) -> None:
        if self.timer is None:
            self._set(ARRIVES_WITHIN)
        super().data_received(data)
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and not cycle.more_body and not cycle.response_complete:
            self._set(ANSWERED_WITHIN)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._set(None)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._set(None)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._set(None)
        super().connection_lost(exc)

    def _set(self, seconds: float | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)
