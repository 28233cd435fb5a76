"""Frames are written straight to the socket; what many receive is encoded once.

Through the general interface between server and application (ASGI) every frame would wait in a queue for a
task of its socket and be wrapped anew for each; that was a fifth of all work.
"""

import struct

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

HERE = "ludoteca.direct_socket"
GOOD_BYE = 5  # seconds for the other side to read our closing


def text_frame(text: bytes) -> bytes:
    """A whole text message of UTF-8 as one frame from a server (RFC 6455, 5.2)."""
    length = len(text)
    if length < 126:
        return struct.pack("!BB", 0x81, length) + text
    if length < 65536:
        return struct.pack("!BBH", 0x81, 126, length) + text
    return struct.pack("!BBQ", 0x81, 127, length) + text


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket to which the application can also write directly."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][HERE] = {"socket": self}

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken yet."""
        return self.transport.get_write_buffer_size()

    def write(self, frame: bytes) -> None:
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame)

    def end(self, code: int) -> None:
        """Close; abort if the other side does not read that within a while."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(GOOD_BYE, self.transport.abort)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()


def direct_socket_of(websocket: WebSocket) -> DirectWebSocket:
    direct: DirectWebSocket = websocket.scope["extensions"][HERE]["socket"]
    return direct
