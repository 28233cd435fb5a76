"""What a command leads to: the next entry of the log, or a refusal. Nothing is changed here."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from ludoteca import bots
from ludoteca.archive.recorded_steps import PlayedStep
from ludoteca.core.errors import LudotecaError
from ludoteca.server.errors import Refused, refused_by_rules
from ludoteca.server.store.models import Json, Person
from ludoteca.server.table import entries, messages
from ludoteca.server.table.entries import Change
from ludoteca.server.table.live_game import LiveGame
from ludoteca.server.table.seat_codes import seat_of_code
from ludoteca.server.table.seats import STAND_IN
from ludoteca.server.table.state import GATHERING, OVER, PLAYING, TableState
from ludoteca.server.table.text_checks import PHRASES, read_entropy, read_text
from ludoteca.server.wall_clock import now

NewId = Callable[[], str]


@dataclass(frozen=True)
class Decision:
    """The change that goes into the log, and what it leads to if it was tried out already."""

    change: Change
    played: PlayedStep | None = None


def decide(state: TableState, person: Person | None, command: Any, new_table: NewId) -> Decision:
    """What this command of this person leads to; a rematch is given an id by `new_table`."""
    match command:
        case messages.Act():
            return act(state, seat_of(state, person), command.seq, command.action)
        case messages.BotAct():
            on_its_own_seat = state.places[command.seat].bot is not None
            require(command.late != on_its_own_seat, "not_seated")
            return act(state, command.seat, command.seq, command.action, late=command.late)
        case messages.ForcedAct():
            require(state.places[command.seat].bot is None, "not_seated")
            return act(state, command.seat, command.seq, command.action, forced=command.visibly)
        case messages.AutoRematch():
            return Decision(rematch(state, new_table))
        case messages.Command():
            return Decision(decide_for_person(state, person, command))
        case _:
            return Decision(decide_for_table(state, command))


def decide_for_person(state: TableState, person: Person | None, command: messages.Command) -> Change:
    match command:
        case messages.Sit():
            return sit(state, known(person), command)
        case messages.Ready():
            require(state.stage == GATHERING, "not_gathering")
            return entries.Ready(seat_of(state, person), entropy_for(state, command.entropy))
        case messages.Leave():
            return leave(state, seat_of(state, person), "left")
        case messages.Start():
            return start(state, known(person), command.fill)
        case messages.Bot():
            return seat_bot(state, known(person), command)
        case messages.Kick():
            return kick(state, known(person), command.seat)
        case messages.Lock():
            return lock(state, known(person), command.locked)
        case messages.Admit():
            return admit(state, seat_of(state, person), command)
        case messages.Say():
            return say(state, known(person), command)
        case messages.Agree():
            return agree(state, seat_of(state, person), command.agree)
        case messages.TakeBack():
            return take_back(state, seat_of(state, person))
        case messages.Rematch():
            return offer_rematch(state, seat_of(state, person), command.offer)
        case messages.Take():
            return take(state, known(person), command.code)
        case _:
            raise TypeError(f"no command: {command!r}")


def decide_for_table(state: TableState, command: Any) -> Change:
    """The same for what the table itself asks for."""
    match command:
        case messages.TooLate():
            require(state.too_late(command.seat), "not_playing")
            return leave(state, command.seat, "late")
        case messages.AutoEnd():
            require(end_after(state, command.patience, now()) == 0, "not_playing")
            return entries.End("agreement")
        case messages.AdminClose():
            require(state.stage != OVER, "already_over")
            return entries.End("closed")
        case messages.AdminLock():
            require(state.seats.locked != command.locked, "already_said")
            return entries.Lock(command.locked)
        case messages.Lost():
            return leave(state, seat_of(state, command.person), "lost")
        case messages.Back():
            return back(state, seat_of(state, command.person))
        case messages.AutoStart():
            require(can_auto_start(state), "not_gathering")
            return deal_for(state)
        case _:
            raise TypeError(f"no command: {command!r}")


def require(true: bool, code: str) -> None:
    if not true:
        raise Refused(code)


def known(person: Person | None) -> Person:
    if person is None:
        raise Refused("no_person")
    return person


def seat_of(state: TableState, person: Person | None) -> int:
    seat = state.seat_of(known(person))
    if seat is None:
        raise Refused("not_seated")
    return seat


def running(state: TableState) -> LiveGame:
    if state.unplayable and state.stage == PLAYING:
        raise Refused(state.unplayable.why)
    if state.live_game is None or state.ended:
        raise Refused("not_playing")
    return state.live_game


# The game


def act(
    state: TableState, seat: int, seq: int, action: Json, late: bool = False, forced: bool = False
) -> Decision:
    """An action, tried out on a copy of the table; `late` or `forced` if it is not the person's own doing."""
    game = running(state)
    require(not game.stale(seat, seq), "stale")
    try:
        kind, played = game.try_action(seat, action)
    except LudotecaError as wrong:
        raise refused_by_rules(wrong) from None
    return Decision(kind(seat, action, late, forced), played)


def start(state: TableState, person: Person, fill: str | None) -> Change:
    require(state.stage == GATHERING, "not_gathering")
    require(person.id == state.host.id, "not_host")
    require(fill is None or fill in bots.names(state.game), "unknown_bot")
    require(fill is not None or not any(place.free for place in state.places), "seats_open")
    return deal_for(state, fill)


def deal_for(state: TableState, fill: str | None = None) -> Change:
    """Hidden cards that are redrawn go into the log: no later version redraws them otherwise."""
    return entries.Start(fill, state.redrawn_position(), state.game.rules.VERSION)


def can_auto_start(state: TableState) -> bool:
    """Some tables start when no seat is open and every person is ready."""
    if state.meta.start != "ready" or state.stage != GATHERING:
        return False
    return all(place.bot or (place.person and place.ready) for place in state.places)


def agree(state: TableState, seat: int, agree: bool) -> Change:
    require(state.stage == PLAYING, "not_playing")
    require(state.meta.evening is None, "evening_closed")
    require((seat in state.agreed) != agree, "already_said")
    return entries.Agree(seat, agree)


def end_after(state: TableState, patience: int, moment: int) -> int | None:
    """In how many milliseconds the game ends by agreement; None if somebody who is there does not want it.

    Those who have been away for less than their patience may still come back and say no.
    """
    if not state.agreed or state.stage != PLAYING:
        return None
    people = [seat for seat, place in enumerate(state.places) if place.person]
    there = [seat for seat in people if not state.places[seat].away]
    if not there or not state.agreed.issuperset(there):
        return None
    waits = [state.away_since.get(seat, 0) + patience - moment for seat in people if state.places[seat].away]
    return max(0, *waits) if waits else 0


def take_back(state: TableState, seat: int) -> Change:
    game = running(state)
    require(state.meta.take_back, "take_back_off")
    require(state.stage == PLAYING, "not_playing")
    step = game.take_backs.last_of(seat) if state.seats.only_person == seat else None
    if step is None:
        raise Refused("nothing_to_take_back")
    return entries.TakeBack(seat, step)


# Who sits where


def sit(state: TableState, person: Person, command: messages.Sit) -> Change:
    require(state.stage != OVER, "not_playing")
    require(person.id not in state.seats.kicked, "kicked")
    own = state.seat_of(person)
    if own is not None and state.places[own].away:
        return back(state, own)
    require(own is None, "already_seated")
    require(not state.seats.locked, "locked")
    require(state.meta.daily is None, "daily_alone")
    require(state.meta.evening is None, "evening_closed")
    require(not state.meta.practice or person.id == state.meta.host.id, "practice_alone")
    seat = first_free(state) if command.seat is None else command.seat
    require(seat < len(state.places), "no_such_seat")
    require(state.places[seat].person is None, "seat_taken")
    require(state.seat_open(seat), "seat_closed")
    require(not (state.meta.rated and state.begun), "seat_closed")
    return entries.Sit(seat, person, entropy_for(state, command.entropy))


def entropy_for(state: TableState, given: str | None) -> str | None:
    """What a seat adds to the shuffle; a deal that others play too is the same whatever is added."""
    entropy = read_entropy(given)
    return None if state.same_for_all else entropy


def take(state: TableState, person: Person, code: str) -> Change:
    """The seat of a code moves to this guest: the same person on another device, with the same name."""
    require(state.stage != OVER, "not_playing")
    require(state.meta.daily is None, "daily_alone")
    require(person.id not in state.seats.kicked, "kicked")
    require(state.seat_of(person) is None, "already_seated")
    seat = seat_of_code(state, code, now())
    sitting = None if seat is None else state.places[seat].person
    if seat is None or sitting is None:
        raise Refused("bad_code")
    return entries.Move(seat, replace(person, name=sitting.name))


def first_free(state: TableState) -> int:
    """The first open seat, else the first that a bot has for itself."""
    without = [seat for seat in range(len(state.places)) if state.seat_open(seat)]
    require(bool(without), "no_open_seat")
    return next((seat for seat in without if state.places[seat].free), without[0])


def leave(state: TableState, seat: int, why: Literal["left", "lost", "late"]) -> Change:
    require(state.stage != OVER, "not_playing")
    if state.stage == GATHERING:
        return entries.OpenSeat(seat)
    require(not state.places[seat].away, "not_seated")
    require(state.meta.daily is None, "daily_waits")
    require(not state.meta.practice, "practice_waits")
    return entries.Away(seat, STAND_IN, why)


def back(state: TableState, seat: int) -> Change:
    require(state.places[seat].away, "already_seated")
    return entries.Back(seat)


def seat_bot(state: TableState, person: Person, command: messages.Bot) -> Change:
    require(state.stage == GATHERING, "not_gathering")
    require(person.id == state.host.id, "not_host")
    require(command.seat < len(state.places), "no_such_seat")
    require(state.places[command.seat].person is None, "seat_taken")
    if command.bot is None:
        return entries.OpenSeat(command.seat)
    require(command.bot in bots.names(state.game), "unknown_bot")
    return entries.SeatBot(command.seat, command.bot)


def kick(state: TableState, person: Person, seat: int) -> Change:
    require(state.stage != OVER, "not_playing")
    require(person.id == state.host.id, "not_host")
    require(seat < len(state.places), "no_such_seat")
    sitting = state.places[seat].person
    if sitting is None or sitting.id == person.id:
        raise Refused("no_such_person")
    return entries.Kick(seat, sitting)


def lock(state: TableState, person: Person, locked: bool) -> Change:
    require(state.stage != OVER, "not_playing")
    require(person.id == state.host.id, "not_host")
    require(state.seats.locked != locked, "already_said")
    return entries.Lock(locked)


def admit(state: TableState, seat: int, command: messages.Admit) -> Change:
    require(state.stage == PLAYING, "not_playing")
    require(command.seat in state.seats.emptied, "no_such_seat")
    require((seat in state.admitting.get(command.seat, ())) != command.agree, "already_said")
    return entries.Admit(seat, command.seat, command.agree)


# What is said


def say(state: TableState, person: Person, command: messages.Say) -> Change:
    require(person.id not in state.seats.kicked, "kicked")
    require(not state.seats.locked or state.seat_of(person) is not None, "locked")
    if command.phrase is not None:
        require(command.phrase in PHRASES and command.text is None, "unknown_phrase")
        return entries.Say(person, command.phrase)
    require(state.meta.chat, "chat_off")
    return entries.Say(person, text=read_text(command.text))


def offer_rematch(state: TableState, seat: int, offer: bool) -> Change:
    require(state.stage == OVER, "not_over")
    require(state.meta.daily is None, "daily_alone")
    require(state.meta.evening is None, "evening_closed")
    require(state.rematch is None and (seat in state.rematch_offers) != offer, "already_said")
    return entries.RematchOffer(seat, offer)


def can_rematch(state: TableState, there: Collection[str]) -> bool:
    """A rematch begins when every person who is there wants it."""
    if not state.rematch_offers or state.rematch is not None or state.stage != OVER:
        return False
    people = [(seat, place.person) for seat, place in enumerate(state.places) if place.person]
    asked = [seat for seat, person in people if person.id in there]
    return bool(asked) and set(state.rematch_offers).issuperset(asked)


def rematch(state: TableState, new_table: NewId) -> Change:
    first = state.places[state.rematch_offers[0]].person
    assert first is not None
    return entries.Rematch(first, new_table())
