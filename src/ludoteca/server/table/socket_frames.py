"""Frames are written straight to the socket and read straight from it; what many receive is encoded once.

Through the general interface between server and application (ASGI) every frame would wait in a queue for a
task of its socket and be wrapped anew for each; that was a fifth of all work. A command is nearly always
one whole text frame: it is unmasked here and handed on at once. Whatever else comes, and all that is wrong,
goes to the general parser, one whole frame at a time.
"""

import struct
import weakref
from collections.abc import Callable

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Request

HERE = "ludoteca.direct_socket"
GOOD_BYE = 5  # seconds for the other side to read our closing
WHOLE_TEXT, WHOLE_PONG = 0x81, 0x8A
MASKED, LENGTH, SHORT, LONG = 0x80, 0x7F, 126, 127
Take = Callable[[bytes], None]


def text_frame(text: bytes) -> bytes:
    """A whole text message of UTF-8 as one frame from a server (RFC 6455, 5.2)."""
    length = len(text)
    if length < 126:
        return struct.pack("!BB", 0x81, length) + text
    if length < 65536:
        return struct.pack("!BBH", 0x81, 126, length) + text
    return struct.pack("!BBQ", 0x81, 127, length) + text


def frame_size(data: bytes) -> tuple[int, int] | None:
    """Where the payload of a client's first frame begins and where it ends; None if that is not there yet."""
    if len(data) < 2:
        return None
    length, mask = data[1] & LENGTH, 4 if data[1] & MASKED else 0
    extended = {SHORT: 2, LONG: 8}.get(length, 0)
    if extended:
        if len(data) < 2 + extended:
            return None
        length = int.from_bytes(data[2 : 2 + extended])
    begin = 2 + extended + mask
    return begin, begin + length


def unmasked(masked: bytes, mask: bytes) -> bytes:
    length = len(masked)
    key = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(masked, "little") ^ int.from_bytes(key, "little")).to_bytes(length, "little")


class DirectWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket to which the application can also write directly, and that hands text on directly."""

    take: Take | None = None  # who gets whole text frames
    rest = b""  # of a frame that has not come whole

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        data = self.rest + data if self.rest else data
        while data and (size := frame_size(data)):
            begin, end = size
            if end - begin > self.conn.max_message_size:  # type: ignore[operator]
                break  # refused for its length alone
            if len(data) < end:
                self.rest = data
                return
            self._frame(data[:end], begin)
            data = data[end:]
        else:
            self.rest = data
            return
        self.rest = b""
        super().data_received(data)

    def _frame(self, frame: bytes, begin: int) -> None:
        if self.close_sent or not frame[1] & MASKED:
            super().data_received(frame)
        elif frame[0] == WHOLE_TEXT and self.take is not None:
            self.take(unmasked(frame[begin:], frame[begin - 4 : begin]))
        elif frame[0] == WHOLE_PONG:
            self.handle_pong(Frame(Opcode.PONG, unmasked(frame[begin:], frame[begin - 4 : begin])))
        else:
            self.take = self.take if frame[0] & 0x0F >= Opcode.CLOSE else None  # a message in parts
            super().data_received(frame)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            # Python looks for circles so rarely that sockets in one would stay in memory.
            self.scope["extensions"][HERE] = {"socket": weakref.ref(self)}

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
    direct: DirectWebSocket | None = websocket.scope["extensions"][HERE]["socket"]()
    assert direct is not None  # it lives as long as the task that serves it
    return direct
