"""Who is connected to a table, and what each of them is sent."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ludoteca.bots import observe
from ludoteca.server.errors import Refused
from ludoteca.server.store.models import Person
from ludoteca.server.table import outgoing, views
from ludoteca.server.table.messages import Back, Code, Hint, History, Lost
from ludoteca.server.table.seat_codes import code_of
from ludoteca.server.table.seats import Seats
from ludoteca.server.table.socket_frames import text_frame
from ludoteca.server.table.state import OVER, PLAYING
from ludoteca.server.table.step_events import Audience
from ludoteca.server.table.steps import Step
from ludoteca.server.wall_clock import now
from ludoteca.server.work.fair_queue import Asker

if TYPE_CHECKING:
    from ludoteca.server.table.actor import TableActor
    from ludoteca.server.table.sockets import Socket


MOST_CAUGHT_UP = 200  # steps; writing more of them at once would keep other tables waiting


class Connections:
    """The sockets at one table."""

    def __init__(self, actor: "TableActor") -> None:
        self.actor = actor
        self.sockets: dict[Socket, Audience] = {}  # with the audience it was last told as
        self.known_presence: views.Presence | None = None
        self.lost: dict[str, asyncio.TimerHandle] = {}
        self.seats_watched: Seats | None = None  # as they were when lost people were last looked for

    def connect(self, socket: "Socket", since: int | None) -> None:
        """Tell a new socket how the table stands, and the others that somebody came."""
        before = self.presence()
        if not self.sockets:
            self.actor.clock.give_grace()
        self.sockets[socket] = self.audience(socket)
        self.known_presence = None
        self.watch_for_lost()  # who is back is not told to be away
        steps = None if since is None else self.actor.state.steps_after(since)
        if steps is None or len(steps) > MOST_CAUGHT_UP:
            socket.send(self.view(socket))
        else:
            self.catch_up(socket, steps)
        self._presence_changed(before, but=socket)
        self._give_back(socket.person)
        self.actor.trigger_automatic_actions()

    def disconnect(self, socket: "Socket") -> None:
        before = self.presence()
        if self.sockets.pop(socket, "gone") == "gone":
            return
        self.known_presence = None
        if self.actor.closed:
            return
        self._presence_changed(before, but=socket)
        if not self.sockets:
            self.actor.room.tables.unload_when_idle(self.actor)
        self.actor.trigger_automatic_actions()  # those who are left may all want a rematch

    def broadcast(self, steps: Sequence[Step], acting: object = None, ack: bytes = b"") -> None:
        """Send the last steps, encoded once for each audience; a person who changed seats gets everything.

        Who acted gets the acknowledgement first, in the same write.
        """
        frames: dict[Audience, bytes] = {}
        news = views.News(self.actor.state, self.presence(), steps)
        same_seats = self.actor.state.seats is self.seats_watched
        for socket, was in list(self.sockets.items()):
            audience = was if same_seats else self.audience(socket)
            first = ack if socket is acting else b""
            if audience != was:
                self.sockets[socket] = audience
                self.known_presence = None
                socket.send_frame(first)
                self.catch_up(socket, steps)
                continue
            if audience not in frames:
                frames[audience] = text_frame(news.encoded(audience))
            socket.send_frame(first + frames[audience])
        if not same_seats:
            self.watch_for_lost()

    def say_waking(self) -> None:
        """Tell everybody that bots are late because games are being compiled."""
        for socket in list(self.sockets):
            socket.send(outgoing.Waking())

    def catch_up(self, socket: "Socket", steps: Sequence[Step]) -> None:
        """The news of several steps, with everything as it stands now."""
        state, you = self.actor.state, self.you(socket)
        socket.send(views.catch_up(state, self.presence(), you, self.link, steps))

    def view(self, socket: "Socket") -> outgoing.View:
        return views.view(self.actor.state, self.presence(), self.you(socket), self.link)

    def you(self, socket: "Socket") -> outgoing.You:
        return outgoing.You(socket.person, self.audience(socket))

    @property
    def link(self) -> str:
        return self.actor.room.link_to(self.actor.state.meta.id)

    def code(self, socket: "Socket", asked: Code) -> outgoing.Code:
        """The code that moves the seat of a socket's person."""
        state, seat = self.actor.state, self.audience(socket)
        if seat is None:
            raise Refused("not_seated")
        if state.stage == OVER:
            raise Refused("not_playing")
        return outgoing.Code(id=asked.id, code=code_of(state, seat, now()))

    async def hint(self, socket: "Socket", asked: Hint) -> outgoing.Hint:
        """What the seat of a socket's person could do now, from what that seat has seen."""
        state, seat = self.actor.state, self.audience(socket)
        if seat is None or socket.person is None:
            raise Refused("not_seated")
        if state.live_game is None or state.stage != PLAYING:
            raise Refused("not_playing")
        if not state.meta.hints:
            raise Refused("hints_off")
        if seat not in state.live_game.table.to_act:
            raise Refused("nothing_to_decide")
        room, seq = self.actor.room, state.seq
        if not state.meta.practice:
            room.hints.take(socket.person.id)
        asker = socket.address, socket.person.id
        thinking = room.bot_threads.hint(asker, observe(state.live_game.table, seat), asked.action)
        found = await room.bot_threads.notify_while_compiling(
            thinking, lambda: socket.send(outgoing.Waking())
        )
        return outgoing.Hint(id=asked.id, seq=seq, seat=seat, **found)

    @property
    def asker(self) -> Asker:
        """Whose share of the bots' threads this table has: that of the first who sits here, or watches."""
        seated = (socket for socket, seat in self.sockets.items() if seat is not None)
        first = next(seated, None) or next(iter(self.sockets), None)
        return first.address if first else "", self.actor.state.meta.id

    def history(self, socket: "Socket", asked: History) -> outgoing.History:
        return views.history(self.actor.state, self.audience(socket), asked)

    def audience(self, socket: "Socket") -> Audience:
        return self.actor.state.seat_of(socket.person)

    def presence(self) -> views.Presence:
        """Who is connected; found out anew only after somebody came, went, sat down or stood up."""
        if self.known_presence is None:
            people = {socket.person.id for socket in self.sockets if socket.person}
            spectators = sum(seat is None for seat in self.sockets.values())
            self.known_presence = views.Presence(people, spectators)
        return replace(self.known_presence, bot_in=self._bot_in()) if self.lost else self.known_presence

    def _bot_in(self) -> dict[str, int]:
        """The milliseconds until a bot plays on for each person who has no socket."""
        if self.actor.state.stage != PLAYING:
            return {}
        moment = asyncio.get_running_loop().time()
        return {person: max(0, int(1000 * (timer.when() - moment))) for person, timer in self.lost.items()}

    def close(self) -> None:
        for timer in self.lost.values():
            timer.cancel()

    # Coming and going

    def _presence_changed(self, before: views.Presence, but: "Socket") -> None:
        self.watch_for_lost()
        if self.presence() != before:
            watchers = {socket: seat for socket, seat in self.sockets.items() if socket is not but}
            for socket, seat in watchers.items():
                socket.send(views.news(self.actor.state, self.presence(), seat, []))

    def _give_back(self, person: Person | None) -> None:
        """A person who connects again gets the seat back from the bot."""
        seat = self.actor.state.seat_of(person)
        if person and seat is not None and self.actor.state.places[seat].away:
            self.actor.enqueue(Back(person))

    def watch_for_lost(self) -> None:
        """Start a timer for each seated person without a socket, and stop it for those who are back.

        At a table of days people come and go: there only the turn clock counts.
        """
        there, self.seats_watched = self.presence().people, self.actor.state.seats
        if self.actor.state.meta.of_days:
            return
        for place in self.actor.state.places:
            person = place.person
            if person and person.id in there:
                timer = self.lost.pop(person.id, None)
                if timer:
                    timer.cancel()
            elif (
                person and not place.away and person.id not in self.lost and not self.actor.state.meta.of_days
            ):
                self._count_down(person)

    def _count_down(self, person: Person) -> None:
        loop, patience = asyncio.get_running_loop(), self.actor.room.settings.patience
        self.lost[person.id] = loop.call_later(patience, self._give_up, person)

    def _give_up(self, person: Person) -> None:
        """A bot plays on for a person who did not come back, unless nobody is there to play with."""
        del self.lost[person.id]
        if self.actor.state.stage == PLAYING and (self.sockets or self.actor.unattended):
            self.actor.enqueue(Lost(person))
