"""Sockets: frames in, frames out, and the limits on both."""

import time

import msgspec
import structlog
from starlette.websockets import WebSocket

from ludoteca.core.errors import LudotecaError
from ludoteca.server.cluster.forwarding import Visitor, forward_socket
from ludoteca.server.cluster.leases import Elsewhere
from ludoteca.server.errors import Refused, fault, refused_by_rules
from ludoteca.server.http.origin import address_of, require_own_origin
from ludoteca.server.http.problems import problem_response
from ludoteca.server.rate_limits import Bucket
from ludoteca.server.room import Room
from ludoteca.server.store.models import Person
from ludoteca.server.table import outgoing, views
from ludoteca.server.table.actor import TableActor
from ludoteca.server.table.messages import Code, Hint, History, Ping, id_of, read_message
from ludoteca.server.table.socket_frames import direct_socket_of, text_frame

log = structlog.get_logger()
PONG = text_frame(msgspec.json.encode(outgoing.Pong()))
WAKING = text_frame(msgspec.json.encode(outgoing.Waking()))
NO_TABLE = {"no_such_table": 4404, "unreadable": 4410, "banned": 4403, "evening_closed": 4423}
ENCODER = msgspec.json.Encoder()
MOST_STRIKES = 20  # messages over the limit until the socket is closed


class Socket:
    """One connection of a person or a spectator to one table."""

    def __init__(self, room: Room, websocket: WebSocket, person: Person | None, address: str) -> None:
        self.address = address
        self.room = room
        self.websocket = websocket
        self.person = person
        self.direct = direct_socket_of(websocket)
        self.bucket = Bucket(room.settings.limits.socket_messages)
        self.strikes = 0
        self.arrived: dict[str, float] = {}  # when each unanswered command came

    async def run(self, actor: TableActor, since: int | None) -> None:
        self.actor = actor
        actor.connections.connect(self, since)
        self.direct.take = self._take
        if self.room.control.now.notice:
            self.send_notice(self.room.control.now.notice)
        try:
            await self._read()
        finally:
            self.direct.take = None
            actor.connections.disconnect(self)

    # Out

    def send(self, message: outgoing.Outgoing) -> None:
        if isinstance(message, outgoing.Ack | outgoing.Refused):
            self._note_answer(message.id)
        self.send_frame(text_frame(msgspec.json.encode(message)))

    def ack_frame(self, command: str, seq: int) -> bytes:
        """The acknowledgement of a command, to be sent with what it changed."""
        self._note_answer(command)
        return text_frame(ENCODER.encode(outgoing.Ack(id=command, seq=seq)))

    def send_frame(self, frame: bytes) -> None:
        self.direct.write(frame)
        if self.direct.waiting > self.room.settings.limits.outbox:
            self.close(4408)

    def send_notice(self, text: str | None) -> None:
        self.send(outgoing.Notice(text=text))

    def refuse(self, command: str | None, why: Refused) -> None:
        self.send(views.refused(command, why, self.actor.connections.view(self)))

    def close(self, code: int) -> None:
        """Close after what is already on its way."""
        self.direct.end(code)

    def _note_answer(self, command: str | None) -> None:
        came = self.arrived.pop(command, None) if command else None
        if came is not None:
            self.room.metrics.ack_seconds.observe(time.perf_counter() - came)

    # In

    async def _read(self) -> None:
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            frame = message.get("text")
            if frame is None:
                self.close(4400)
            else:
                self._take(frame)

    def _take(self, frame: str | bytes) -> None:
        try:
            self.bucket.take()
            self.room.messages.take(self.person.id if self.person else self.address)
            command = read_message(frame)
        except Refused as why:
            self._not_taken(frame, why)
            return
        if isinstance(command, Ping):
            self.send_frame(PONG)
        elif isinstance(command, History | Code):
            self._answer(command)
        elif isinstance(command, Hint):
            self.room.run_in_background(self._hint(command))
        else:
            self.arrived[command.id] = time.perf_counter()
            self.actor.enqueue(command, self)

    def _answer(self, asked: History | Code) -> None:
        """A question changes nothing, so it need not wait for the table's turn."""
        connections = self.actor.connections
        try:
            if isinstance(asked, History):
                self.send(connections.history(self, asked))
            else:
                self.send(connections.code(self, asked))
        except Refused as why:
            self.refuse(asked.id, why)

    async def _hint(self, asked: Hint) -> None:
        try:
            self.send(await self.actor.connections.hint(self, asked))
        except Refused as why:
            self.refuse(asked.id, why)
        except LudotecaError as why:
            self.refuse(asked.id, refused_by_rules(why))
        except Exception as wrong:
            log.error("a hint failed", table=self.actor.name, why=fault(wrong))
            self.refuse(asked.id, Refused("failed"))

    def _not_taken(self, frame: str | bytes, why: Refused) -> None:
        self.strikes += 1
        if self.strikes > MOST_STRIKES:
            self.close(4429)
        else:
            self.refuse(id_of(frame), why)


async def table_socket(websocket: WebSocket) -> None:
    """The address of a table's socket."""
    room: Room = websocket.app.state.room
    visitor = room.forwarded_visitors.read(websocket)
    try:
        if visitor is None:
            room.connects.take(address_of(websocket))
            require_own_origin(websocket, room.settings)
    except Refused as why:
        await websocket.send_denial_response(problem_response(why))
        return
    await websocket.accept()
    address = visitor.address if visitor else address_of(websocket)
    open_sockets = room.sockets_of.get(address, 0)
    if room.stopping:
        await websocket.close(1001)
        return
    if open_sockets >= room.settings.limits.sockets_per_address:
        await websocket.close(4429)
        return
    room.sockets_of[address] = open_sockets + 1
    room.metrics.sockets.inc()
    try:
        await serve_socket(room, websocket, visitor, address)
    finally:
        room.metrics.sockets.dec()
        room.sockets_of[address] -= 1
        if not room.sockets_of[address]:
            del room.sockets_of[address]


async def serve_socket(room: Room, websocket: WebSocket, visitor: Visitor | None, address: str) -> None:
    """Serve the socket here if this process runs the table; otherwise proxy it, unless it was already."""
    query = websocket.query_params
    watch = query.get("watch", "0") not in ("", "0")
    try:
        person = None if watch else await room.people.of(websocket)
        room.control.require_welcome(person, address)
        finding = room.tables.find(websocket.path_params["table"], (address,))
        actor = await room.bot_threads.notify_while_compiling(
            finding, lambda: direct_socket_of(websocket).write(WAKING)
        )
    except Refused as why:
        await websocket.close(NO_TABLE.get(why.code, 1001))
        return
    except Elsewhere as where:
        if visitor is None:
            visitor = Visitor(person, address)
            await room.forward_until_stopped(forward_socket(websocket, where.owner, visitor))
        else:
            await websocket.close(1001)
        return
    since = query.get("since", "")
    if actor.state.meta.evening and actor.state.seat_of(person) is None:
        await websocket.close(NO_TABLE["evening_closed"])  # the same deal is played at other tables
        return
    socket = Socket(room, websocket, person, address)
    await socket.run(actor, int(since) if since.isdecimal() and len(since) < 16 else None)
