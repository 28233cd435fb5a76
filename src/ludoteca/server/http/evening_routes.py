"""What the server answers about club evenings."""

from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludoteca.server.errors import Refused
from ludoteca.server.evenings import answers, evening_store, result_files
from ludoteca.server.evenings.evening_store import NewEvening, StoredEvening
from ludoteca.server.http.endpoints import Answered
from ludoteca.server.http.links import qr_svg
from ludoteca.server.http.origin import address_of
from ludoteca.server.http.requests import body_of, person_of, room_of
from ludoteca.server.http.routes import may_make_table
from ludoteca.server.room import Room
from ludoteca.server.schemas import Evening, EveningList, EveningResults, League
from ludoteca.server.store.models import Person


class EveningCommand(msgspec.Struct, forbid_unknown_fields=True):
    """Everybody may join and leave; the rest is the organiser's."""

    do: Literal["join", "leave", "begin_round", "close_round", "end"]


async def make_evening(request: Request) -> Answered[Evening]:
    room, plan = room_of(request), await body_of(request, NewEvening)
    person = await person_of(request)
    await may_make_table(room, person, address_of(request))
    made = await room.evenings.make(person, plan)
    return Answered(told(room, made, person), 201)


async def show_evening(request: Request) -> Evening:
    return await evening_for(request, await room_of(request).people.of(request))


async def change_evening(request: Request) -> Evening:
    room, wanted = room_of(request), await body_of(request, EveningCommand)
    person, code = await person_of(request), request.path_params["evening"]
    match wanted.do:
        case "join":
            await room.evenings.join(code, person)
        case "leave":
            await room.evenings.leave(code, person.id)
        case "begin_round":
            may_begin(room)
            await room.evenings.begin_round(code, person)
        case "close_round":
            await room.evenings.close_round(code, person)
        case "end":
            await room.evenings.end(code, person)
    return await evening_for(request, person)


def may_begin(room: Room) -> None:
    if room.control.now.draining:
        raise Refused("draining")


async def list_evenings(request: Request) -> EveningList:
    room, person = room_of(request), await person_of(request)
    await room.evenings.settle()
    found = await room.store.ask(evening_store.evenings_of(person.id))
    return EveningList([told(room, one, person) for one in found if one.plan.game in room.games])


async def show_league(request: Request) -> League:
    room, person = room_of(request), await room_of(request).people.of(request)
    found = await room.evenings.find(request.path_params["evening"])
    if not found.plan.league:
        raise Refused("no_such_evening")
    await room.evenings.settle()
    asked = evening_store.evenings_of_league(found.organiser, found.plan.league)
    evenings = [one for one in await room.store.ask(asked) if one.plan.game in room.games]
    judged = [(one, room.games[one.plan.game].better_score) for one in evenings]
    return answers.league_of(found.plan.league, judged, person.id if person else "")


async def show_results(request: Request) -> EveningResults:
    room = room_of(request)
    found = await room.evenings.find(request.path_params["evening"])
    game = room.games[found.plan.game]
    return answers.results_of(found, game.better_score, game.options(found.plan.seats, found.plan.options))


async def show_results_csv(request: Request) -> Response:
    results = await show_results(request)
    named = {"Content-Disposition": f'attachment; filename="evening-{results.code}.csv"'}
    return Response(result_files.as_csv(results), headers=named, media_type="text/csv; charset=utf-8")


async def show_results_picture(request: Request) -> Response:
    results = await show_results(request)
    title = results.name or room_of(request).games[results.game].name
    return Response(result_files.as_svg(results, title), media_type="image/svg+xml")


async def show_evening_qr(request: Request) -> Response:
    room = room_of(request)
    found = await room.evenings.find(request.path_params["evening"])
    return Response(qr_svg(link_to(room, found)), media_type="image/svg+xml")


# Parts of it


async def evening_for(request: Request, person: Person | None) -> Evening:
    room = room_of(request)
    return told(room, await room.evenings.find(request.path_params["evening"]), person)


def told(room: Room, found: StoredEvening, person: Person | None) -> Evening:
    game = room.games[found.plan.game]
    options = game.options(found.plan.seats, found.plan.options)
    return answers.shown(found, game.better_score, options, person, link_to(room, found))


def link_to(room: Room, found: StoredEvening) -> str:
    return f"{room.base_url}/evening/{found.code}"
