"""The endpoints of people's profiles, history and friends, each once."""

from ludoteca.server.http.endpoints import Endpoint
from ludoteca.server.http.openapi import choice, number, text
from ludoteca.server.openid import routes as openid_routes
from ludoteca.server.openid.sign_in import CALLBACK
from ludoteca.server.people import answers, friend_routes, history_routes, profile_routes

BODY = (400, 401, 413)

PEOPLE_ENDPOINTS = (
    Endpoint(
        "PUT", "/me/picture", profile_routes.set_picture, "Choose a picture",
        body=answers.NewPicture, problems=BODY,
    ),
    Endpoint("GET", "/me/keys", profile_routes.show_keys, "With what I can come back", problems=(401,)),
    Endpoint(
        "POST", "/me/code", profile_routes.make_code, "A new recovery code, told once; the old one is void",
        statuses=(201,), problems=(401,),
    ),
    Endpoint(
        "POST", "/me/passkeys/options", profile_routes.offer_passkey,
        "What a browser needs to make a passkey",
        problems=(400, 401),
    ),
    Endpoint(
        "POST", "/me/passkeys", profile_routes.add_passkey, "Keep a passkey",
        statuses=(201,), body=answers.NewPasskey, problems=(403, *BODY),
    ),
    Endpoint(
        "DELETE", "/me/passkeys/{passkey}", profile_routes.remove_passkey, "Give a passkey up",
        problems=(401,),
    ),
    Endpoint(
        "POST", "/sign-in/passkey/options", profile_routes.ask_for_passkey,
        "What a browser needs to sign in with a passkey",
    ),
    Endpoint(
        "POST", "/sign-in/passkey", profile_routes.sign_in_with_passkey,
        "Be the person of a passkey on this device",
        body=answers.WithPasskey, problems=(400, 403, 409, 413),
    ),
    Endpoint(
        "POST", "/sign-in/code", profile_routes.sign_in_with_code,
        "Be the person of a recovery code on this device",
        body=answers.WithCode, problems=(400, 403, 409, 413),
    ),
    Endpoint(
        "POST", "/sign-in/openid/leave", openid_routes.leave_for_provider,
        "Where the browser signs in with the room's provider", problems=(404, 503),
    ),
    Endpoint(
        "GET", CALLBACK, openid_routes.come_back, "Where the provider sends the browser back to",
        statuses=(303,), problems=(404,), media="text/plain",
        query={name: text(4096) for name in ("code", "state", "iss", "error")},
    ),
    Endpoint(
        "POST", "/sign-in/openid", openid_routes.sign_in_with_provider,
        "Be the person who has signed in at the provider, on this device",
        body=answers.WithProvider, problems=(400, 403, 404, 409, 413),
    ),
    Endpoint(
        "DELETE", "/me/identities/{identity}", openid_routes.remove_identity,
        "Disconnect an identity at a provider", problems=(401,),
    ),
    Endpoint(
        "GET", "/me/history", history_routes.show_history, "My finished games, the latest first",
        query={"game": text(), "kind": choice(history_routes.KINDS), "before": number(history_routes.LATEST)},
        problems=(400, 401, 404),
    ),
    Endpoint(
        "GET", "/me/statistics", history_routes.show_statistics, "Figures of my finished games",
        query={"game": text()}, problems=(401, 404),
    ),
    Endpoint(
        "GET", "/tables/{table}/record", history_routes.show_record,
        "What a finished game of mine is among those like it", problems=(401,), finished=True,
    ),
    Endpoint("GET", "/me/friends", friend_routes.list_friends, "People I have played with", problems=(401,)),
    Endpoint(
        "PUT", "/me/blocked", friend_routes.block, "Block somebody, or no longer",
        body=answers.Block, problems=BODY,
    ),
    Endpoint(
        "POST", "/me/invitations", friend_routes.invite, "Invite somebody I have played with",
        statuses=(201,), body=answers.Invite, problems=(404, 503, *BODY),
    ),
    Endpoint(
        "DELETE", "/me/invitations/{table}", friend_routes.decline, "Decline an invitation",
        problems=(401,), finished=True,
    ),
)  # fmt: skip
