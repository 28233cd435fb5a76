"""What a command leads to: the next entry of the log, or a refusal. Nothing is changed here."""

from collections.abc import Callable
from typing import Any

import msgspec

from ludoteca import bots
from ludoteca.core.errors import LudotecaError
from ludoteca.server.errors import Refused, refused_by_rules
from ludoteca.server.store.models import Json, Person
from ludoteca.server.table import messages
from ludoteca.server.table.live_game import LiveGame
from ludoteca.server.table.seat_codes import seat_of_code
from ludoteca.server.table.state import GATHERING, OVER, PLAYING, TableState
from ludoteca.server.table.text_checks import PHRASES, read_entropy, read_text
from ludoteca.server.wall_clock import now

Decision = tuple[str, Json]  # what is done, and its data
NewId = Callable[[], str]


def decide(state: TableState, person: Person | None, command: Any, new_table: NewId) -> Decision:
    """The entry that this command of this person leads to; a rematch is given an id by `new_table`."""
    match command:
        case messages.Act():
            return act(state, seat_of(state, person), command.seq, command.action)
        case messages.Sit():
            return sit(state, known(person), command)
        case messages.Ready():
            require(state.stage == GATHERING, "not_gathering")
            return "ready", {"seat": seat_of(state, person), "entropy": read_entropy(command.entropy)}
        case messages.Leave():
            return leave(state, seat_of(state, person), "left")
        case messages.Start():
            return start(state, known(person), command.fill)
        case messages.Bot():
            return seat_bot(state, known(person), command)
        case messages.Kick():
            return kick(state, known(person), command.seat)
        case messages.Say():
            return say(state, known(person), command)
        case messages.Rematch():
            return rematch(state, known(person), new_table)
        case messages.Agree():
            return agree(state, seat_of(state, person), command.agree)
        case messages.TakeBack():
            return take_back(state, seat_of(state, person))
        case messages.Take():
            return take(state, known(person), command.code)
        case _:
            return decide_own(state, command)


def decide_own(state: TableState, command: Any) -> Decision:
    """The same for what the table itself asks for."""
    match command:
        case messages.BotAct():
            bots = state.places[command.seat].bot is not None
            require(command.late != bots, "not_seated")
            return act(state, command.seat, command.seq, command.action, late=command.late)
        case messages.ForcedAct():
            require(state.places[command.seat].bot is None, "not_seated")
            return act(state, command.seat, command.seq, command.action, forced=command.plain)
        case messages.TooLate():
            require(state.too_late(command.seat), "not_playing")
            return leave(state, command.seat, "late")
        case messages.EndItself():
            require(ends_itself(state), "not_playing")
            return "end", {"why": "agreement"}
        case messages.Lost():
            return leave(state, seat_of(state, command.person), "lost")
        case messages.Back():
            return back(state, seat_of(state, command.person))
        case _:
            require(starts_itself(state), "not_gathering")
            return "start", {}


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
    if state.play is None or state.ended:
        raise Refused("not_playing")
    return state.play


# The game


def act(state: TableState, seat: int, seq: int, action: Json, **about: bool) -> Decision:
    """`about` says why it was not the person's own doing."""
    play = running(state)
    require(not play.stale(seat, seq), "stale")
    noted = {name: True for name, true in about.items() if true}
    try:
        return play.kind_of(seat, action), {"seat": seat, "action": action, **noted}
    except LudotecaError as wrong:
        raise refused_by_rules(wrong) from None


def start(state: TableState, person: Person, fill: str | None) -> Decision:
    require(state.stage == GATHERING, "not_gathering")
    require(person.id == state.host.id, "not_host")
    require(fill is None or fill in bots.names(state.game), "unknown_bot")
    require(fill is not None or not any(place.free for place in state.places), "seats_open")
    return "start", {"fill": fill}


def starts_itself(state: TableState) -> bool:
    """Some tables start when no seat is open and every person is ready."""
    taken = all(place.bot or (place.person and place.ready) for place in state.places)
    return state.meta.start == "ready" and state.stage == GATHERING and taken


def agree(state: TableState, seat: int, agree: bool) -> Decision:
    require(state.stage == PLAYING, "not_playing")
    require((seat in state.agreed) != agree, "already_said")
    return "agree", {"seat": seat, "agree": agree}


def ends_itself(state: TableState) -> bool:
    """A game ends before its end when every person who is there wants it."""
    there = [seat for seat, place in enumerate(state.places) if place.person and not place.away]
    return state.stage == PLAYING and bool(there) and state.agreed.issuperset(there)


def take_back(state: TableState, seat: int) -> Decision:
    play = running(state)
    require(state.meta.take_back, "take_back_off")
    require(state.stage == PLAYING, "not_playing")
    moment = play.past.last_of(seat) if state.only_person == seat else None
    if moment is None:
        raise Refused("nothing_to_take_back")
    return "take_back", {"seat": seat, "to": moment}


# Who sits where


def sit(state: TableState, person: Person, command: messages.Sit) -> Decision:
    require(state.stage != OVER, "not_playing")
    require(person.id not in state.kicked, "kicked")
    own = state.seat_of(person)
    if own is not None and state.places[own].away:
        return back(state, own)
    require(own is None, "already_seated")
    seat = first_free(state) if command.seat is None else command.seat
    require(seat < len(state.places), "no_such_seat")
    require(state.places[seat].person is None, "seat_taken")
    entropy = read_entropy(command.entropy)
    return "sit", {"seat": seat, "person": msgspec.to_builtins(person), "entropy": entropy}


def take(state: TableState, person: Person, code: str) -> Decision:
    """The seat of a code comes to this person, who is the same one on another device."""
    require(state.stage != OVER, "not_playing")
    require(person.id not in state.kicked, "kicked")
    require(state.seat_of(person) is None, "already_seated")
    seat = seat_of_code(state, code, now())
    if seat is None:
        raise Refused("bad_code")
    return "move", {"seat": seat, "person": msgspec.to_builtins(person)}


def first_free(state: TableState) -> int:
    """The first open seat, else the first that a bot has for itself."""
    without = [seat for seat, place in enumerate(state.places) if place.person is None]
    require(bool(without), "no_open_seat")
    return next((seat for seat in without if state.places[seat].free), without[0])


def leave(state: TableState, seat: int, why: str) -> Decision:
    require(state.stage != OVER, "not_playing")
    if state.stage == GATHERING:
        return "open", {"seat": seat}
    require(not state.places[seat].away, "not_seated")
    return "away", {"seat": seat, "bot": state.stand_in, "why": why}


def back(state: TableState, seat: int) -> Decision:
    require(state.places[seat].away, "already_seated")
    return "back", {"seat": seat}


def seat_bot(state: TableState, person: Person, command: messages.Bot) -> Decision:
    require(state.stage == GATHERING, "not_gathering")
    require(person.id == state.host.id, "not_host")
    require(command.seat < len(state.places), "no_such_seat")
    require(state.places[command.seat].person is None, "seat_taken")
    if command.bot is None:
        return "open", {"seat": command.seat}
    require(command.bot in bots.names(state.game), "unknown_bot")
    return "bot", {"seat": command.seat, "bot": command.bot}


def kick(state: TableState, person: Person, seat: int) -> Decision:
    require(person.id == state.host.id, "not_host")
    require(seat < len(state.places), "no_such_seat")
    sitting = state.places[seat].person
    if sitting is None or sitting.id == person.id:
        raise Refused("no_such_person")
    return "kick", {"seat": seat, "person": msgspec.to_builtins(sitting)}


# What is said


def say(state: TableState, person: Person, command: messages.Say) -> Decision:
    require(person.id not in state.kicked, "kicked")
    who = msgspec.to_builtins(person)
    if command.phrase is not None:
        require(command.phrase in PHRASES and command.text is None, "unknown_phrase")
        return "say", {"person": who, "phrase": command.phrase}
    require(state.meta.chat, "chat_off")
    return "say", {"person": who, "text": read_text(command.text)}


def rematch(state: TableState, person: Person, new_table: NewId) -> Decision:
    require(state.stage == OVER, "not_over")
    seat_of(state, person)
    return "rematch", {"person": msgspec.to_builtins(person), "table": state.rematch or new_table()}
