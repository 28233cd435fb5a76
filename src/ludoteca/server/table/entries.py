"""The entries of a table's log: one struct for each kind of change, and how they are stored.

The column `did` of a stored entry is the tag of the union, the column `data` its other fields as JSON.
"""

from typing import Annotated, Literal, get_args

import msgspec

from ludoteca.server.store.models import Json, Person, StoredEntry

Seat = Annotated[int, msgspec.Meta(ge=0)]


class ChangeBase(
    msgspec.Struct, frozen=True, tag_field="did", omit_defaults=True, forbid_unknown_fields=True
):
    """A change of a table. It was decided before it was logged, so it is applied without asking."""

    @property
    def did(self) -> str:
        return str(self.__struct_config__.tag)


# Who sits where


class Sit(ChangeBase, frozen=True, tag="sit"):
    """A person takes a seat that nobody or a bot has."""

    seat: Seat
    person: Person
    entropy: str | None = None


class Move(ChangeBase, frozen=True, tag="move"):
    """A seat moves to the same person's other device, which is another guest."""

    seat: Seat
    person: Person


class Ready(ChangeBase, frozen=True, tag="ready"):
    seat: Seat
    entropy: str | None = None


class SeatBot(ChangeBase, frozen=True, tag="bot"):
    """The host gives an open seat to a bot."""

    seat: Seat
    bot: str


class OpenSeat(ChangeBase, frozen=True, tag="open"):
    """A seat is open again: its person left before the start, or the host sent its bot away."""

    seat: Seat


class Away(ChangeBase, frozen=True, tag="away"):
    """A bot plays on for a person who left, lost the connection, or was too late too often."""

    seat: Seat
    bot: str
    why: Literal["left", "lost", "late"]


class Back(ChangeBase, frozen=True, tag="back"):
    """The person who was away plays again."""

    seat: Seat


class Kick(ChangeBase, frozen=True, tag="kick"):
    seat: Seat
    person: Person


class Lock(ChangeBase, frozen=True, tag="lock"):
    """The host lets nobody new sit down, or does again."""

    locked: bool


class Admit(ChangeBase, frozen=True, tag="admit"):
    """A seat agrees, or no longer, that somebody new may have the seat from which a person was removed."""

    seat: Seat
    emptied: Seat
    agree: bool


# The game


class Start(ChangeBase, frozen=True, tag="start"):
    """The deal; the bot `fill` gets every seat that is still open.

    Where hidden cards were redrawn, `position` is what came of it: another version may redraw them otherwise.
    `rules` is the version of the game's rules by which it is played from here to its end.
    """

    fill: str | None = None
    position: Json | None = None
    rules: int = 1


class Action(ChangeBase, frozen=True):
    """What a seat does; `late` or `forced` if a bot or the table did it for a person."""

    seat: Seat
    action: Json
    late: bool = False
    forced: bool = False

    @property
    def taken(self) -> tuple[int, Json]:
        return self.seat, self.action


class Act(Action, frozen=True, tag="act"):
    """An action that everybody sees at once."""


class Draft(Action, frozen=True, tag="draft"):
    """A secret choice: it waits for the others', and may be changed until then."""


class Reveal(Action, frozen=True, tag="reveal"):
    """The last secret choice: now all of them are carried out."""


class TakeBack(ChangeBase, frozen=True, tag="take_back"):
    """The game is again as it was before step `to`."""

    seat: Seat
    to: int


class Agree(ChangeBase, frozen=True, tag="agree"):
    """A seat wants to end the game before its end, or no longer."""

    seat: Seat
    agree: bool


class End(ChangeBase, frozen=True, tag="end"):
    """The game is over, though not by its rules."""

    why: Literal["agreement", "closed"]


# What is said


class Say(ChangeBase, frozen=True, tag="say"):
    person: Person
    phrase: str | None = None
    text: str | None = None


class RematchOffer(ChangeBase, frozen=True, tag="rematch_offer"):
    """A seat wants to play again, or no longer."""

    seat: Seat
    offer: bool


class Rematch(ChangeBase, frozen=True, tag="rematch"):
    """Everybody who is there wants to play again: they go on at a new table. `person` asked first."""

    person: Person
    table: str


class Unreadable(ChangeBase, frozen=True, tag="unreadable"):
    """Stands for an entry that is damaged or missing. It is never written."""


SeatChange = Sit | Move | Ready | SeatBot | OpenSeat | Away | Back | Kick
SeatedChange = SeatChange | Act | Draft | Reveal | TakeBack | Agree | RematchOffer  # names a seat
GameChange = Start | Act | Draft | Reveal | TakeBack | Agree | End
Change = SeatChange | GameChange | Lock | Admit | Say | RematchOffer | Rematch | Unreadable

SEAT_KINDS: tuple[type[SeatChange], ...] = get_args(SeatChange)
SEATED_KINDS: tuple[type[SeatedChange], ...] = get_args(SeatedChange)
KINDS: tuple[type[Change], ...] = get_args(Change)
DECODERS = {kind.__struct_config__.tag: msgspec.json.Decoder(kind) for kind in KINDS}


class Entry(msgspec.Struct, frozen=True):
    """One entry of a table's log."""

    seq: int
    change: Change
    person: str | None = None  # the sender of the command
    command: str | None = None  # the command's id
    at: int = 0  # milliseconds since 1970


class UnreadableEntry(ValueError):
    """A stored entry that this version does not understand."""


def read_entry(stored: StoredEntry) -> Entry:
    try:
        change = DECODERS[stored.did].decode(stored.data)
    except (KeyError, msgspec.DecodeError, RecursionError, UnicodeError) as wrong:
        raise UnreadableEntry(f"entry {stored.seq}, {stored.did!r}: {wrong!r}") from None
    return Entry(stored.seq, change, stored.person, stored.command, stored.at)


def store_entry(entry: Entry) -> StoredEntry:
    fields = msgspec.to_builtins(entry.change)
    did = fields.pop("did")
    return StoredEntry(entry.seq, did, msgspec.json.encode(fields), entry.person, entry.command, entry.at)
