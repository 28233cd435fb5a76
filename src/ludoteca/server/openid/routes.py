"""What the server answers to who signs in at the room's provider."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludoteca.server.admin.answers import Done
from ludoteca.server.errors import Refused
from ludoteca.server.http.endpoints import Answered
from ludoteca.server.http.origin import address_of, require_own_origin
from ludoteca.server.http.requests import body_of, person_of, room_of
from ludoteca.server.openid import identities
from ludoteca.server.people import answers
from ludoteca.server.people.profile_routes import sign_in
from ludoteca.server.schemas import Me

BACK = "/me/openid"  # where the page goes on; a refusal follows after #


async def leave_for_provider(request: Request) -> Answered[answers.ProviderAddress]:
    room = room_of(request)
    require_own_origin(request, room.settings)
    location, kept = await room.openid.leave(request)
    return Answered(answers.ProviderAddress(location), signing_in=kept)


async def come_back(request: Request) -> Response:
    """A browser follows this address, so a refusal is shown by the page, too."""
    room = room_of(request)
    page = room.settings.root_path + BACK
    room.openid.named()
    try:
        ticket = await room.openid.come_back(request)
    except Refused as why:
        return RedirectResponse(f"{page}#{why.code}", 303)
    response = RedirectResponse(page, 303)
    room.people.set_sign_in_cookie(request, response, ticket)
    return response


async def sign_in_with_provider(request: Request) -> Answered[Me]:
    """Be the person of this identity; or connect it to the person who is here, or to a new one."""
    wanted, room = await body_of(request, answers.WithProvider), room_of(request)
    ticket = room.openid.ticket_of(request)
    owner = await room.store.ask(identities.owner_of(ticket.identity))
    if owner is not None:
        signed_in = await sign_in(request, owner, wanted.merge)
        await room.openid.use(ticket, identities.note_use(ticket.identity))
        return signed_in
    person, token = await room.people.of(request), room.people.token(request)
    if person is None or token is None:
        if wanted.name is None:
            raise Refused("name_needed")
        room.new_people.take(address_of(request))
        person, token = await room.people.welcome(wanted.name)
    elif not wanted.link:
        raise Refused("link_needed", name=person.name)
    await room.openid.use(ticket, identities.link(ticket.identity, person.id))
    return Answered(Me(person), 200, token)


async def remove_identity(request: Request) -> Done:
    room, person = room_of(request), await person_of(request)
    require_own_origin(request, room.settings)
    await room.store.write(identities.unlink(person.id, request.path_params["identity"]))
    return Done()
