"""What programs and language models are given: a seat of their own, and its view as text."""

import secrets

import msgspec
from starlette.requests import Request

from ludoteca.core.words import LANGUAGES
from ludoteca.lab.text_view import TextView
from ludoteca.server.errors import Refused
from ludoteca.server.http.requests import body_of, person_of, room_of, state_of, visitor_address
from ludoteca.server.schemas import ProgramSeat, TextOfTable
from ludoteca.server.table import messages, views
from ludoteca.server.table.outgoing import You
from ludoteca.server.table.state import TableState


class NewProgram(msgspec.Struct, forbid_unknown_fields=True):
    """A program that shall play; without a seat it gets the first that is open, or a bot's."""

    name: str
    seat: messages.Seat | None = None


async def seat_program(request: Request) -> ProgramSeat:
    """The host gives a seat to a program, which then acts with the token as any guest with a cookie."""
    room, wanted = room_of(request), await body_of(request, NewProgram)
    host = await person_of(request)
    actor = await room.tables.find(request.path_params["table"])
    if host.id != actor.state.host.id:
        raise Refused("not_host")
    room.new_people.take(visitor_address(request))
    program, token = await room.people.welcome(wanted.name)
    await actor.carry_out(messages.Sit(secrets.token_hex(8), wanted.seat), program)
    seat = actor.state.seat_of(program)
    assert seat is not None
    return ProgramSeat(actor.state.meta.id, seat, program, token)


async def show_text(request: Request) -> TextOfTable:
    """The table as this visitor may see it, drawn and told in plain text."""
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise Refused("no_such_language")
    state, person = await state_of(request), await room_of(request).people.of(request)
    seat = state.seat_of(person)
    require_seat_at_evening(state, seat)
    seen = views.view(state, views.Presence(), You(person, seat), "")
    if not seen.view:
        raise Refused("never_started")
    reader = TextView(state.game, seat, names_of(state), language)
    legal = seen.legal if seen.draft is None else []
    return TextOfTable(state.seq, seat, reader.whole(dict(seen.view), legal or []))


def require_seat_at_evening(state: TableState, seat: int | None) -> None:
    """Who plays the same deal elsewhere must not see it here."""
    if state.meta.evening and seat is None:
        raise Refused("evening_closed")


def names_of(state: TableState) -> list[str]:
    """Who sits where, by the name of the person or of the bot."""
    return [
        place.person.name if place.person else place.bot or str(seat)
        for seat, place in enumerate(state.places)
    ]
