"""Who sits where: a value, and what each change of the log makes of it."""

from typing import Any

import msgspec
from msgspec.structs import replace

from ludoteca import bots
from ludoteca.server.store.models import Meta, Person, Place
from ludoteca.server.table.entries import (
    SEATED_KINDS,
    Act,
    Away,
    Back,
    Change,
    Draft,
    Kick,
    Lock,
    Move,
    OpenSeat,
    Ready,
    Reveal,
    SeatBot,
    Sit,
    Start,
)

STAND_IN = bots.MIDDLE  # the bot that plays on for a person who is away


class Seats(msgspec.Struct, frozen=True):
    """The places at a table, its host, and the people who may not come back."""

    places: tuple[Place, ...]
    host: Person
    maker: Person  # made the table, and is host again on return
    kicked: frozenset[str] = frozenset()
    locked: bool = False  # nobody new may sit down
    emptied: frozenset[int] = frozenset()  # seats from which a person was removed during the game

    @classmethod
    def at_first(cls, meta: Meta) -> "Seats":
        return cls(meta.places, meta.host, meta.host)

    @property
    def only_person(self) -> int | None:
        """The seat of the person who plays alone or with bots."""
        seats = [seat for seat, place in enumerate(self.places) if place.person]
        return seats[0] if len(seats) == 1 else None

    def of(self, person: Person | None) -> int | None:
        """The seat of a person."""
        for seat, place in enumerate(self.places):
            if person and place.person and place.person.id == person.id:
                return seat
        return None

    def after(self, change: Change, begun: bool) -> "Seats":
        """The seats after a change; `begun` tells whether the cards were dealt before it."""
        if isinstance(change, SEATED_KINDS) and change.seat >= len(self.places):
            raise ValueError(f"there is no seat {change.seat}")
        match change:
            case Act() | Draft() | Reveal():  # nearly all there are
                return self
            case Sit():
                return self._sit(change, begun)
            case Move():
                return self._move(change)
            case Ready():
                entropy = change.entropy or self.places[change.seat].entropy
                return self._with(change.seat, ready=True, entropy=entropy)
            case SeatBot():
                return self._put(change.seat, Place(bot=change.bot))
            case OpenSeat():
                return self._pass_host_on(change.seat)._put(change.seat, Place())
            case Away():
                return self._with(change.seat, bot=change.bot)._pass_host_on(change.seat)
            case Back():
                return self._with(change.seat, bot=None)._give_host_back(change.seat)
            case Kick():
                return self._kick(change, begun)
            case Lock():
                return replace(self, locked=change.locked)
            case Start():
                filled = (Place(bot=change.fill) if place.free else place for place in self.places)
                return replace(self, places=tuple(filled))
            case _:
                return self

    def _sit(self, change: Sit, begun: bool) -> "Seats":
        entropy = self.places[change.seat].entropy if begun else change.entropy
        seated = self._put(change.seat, Place(change.person, ready=True, entropy=entropy))
        return replace(seated, emptied=self.emptied - {change.seat})

    def _move(self, change: Move) -> "Seats":
        was_host = self._is_host(self.places[change.seat].person)
        moved = self._with(change.seat, person=change.person, bot=None)
        return replace(moved, host=change.person) if was_host else moved

    def _kick(self, change: Kick, begun: bool) -> "Seats":
        entropy = self.places[change.seat].entropy
        left = Place(bot=STAND_IN, entropy=entropy) if begun else Place()
        emptied = self.emptied | {change.seat} if begun else self.emptied
        return replace(self._put(change.seat, left), kicked=self.kicked | {change.person.id}, emptied=emptied)

    def _is_host(self, person: Person | None) -> bool:
        """Also after a change of name or picture."""
        return person is not None and person.id == self.host.id

    def _with(self, seat: int, **changes: Any) -> "Seats":
        return self._put(seat, replace(self.places[seat], **changes))

    def _put(self, seat: int, place: Place) -> "Seats":
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))

    def _pass_host_on(self, seat: int) -> "Seats":
        """When the host goes, the first person who is still there becomes host."""
        if not self._is_host(self.places[seat].person):
            return self
        there = [place.person for place in self.places if place.person and not place.away]
        return replace(self, host=next((person for person in there if not self._is_host(person)), self.host))

    def _give_host_back(self, seat: int) -> "Seats":
        return replace(self, host=self.maker) if self.of(self.maker) == seat else self
