"""The admin's endpoints, each once. All but the first six need the keys."""

from ludoteca.server.admin import answers, passkey_routes, routes
from ludoteca.server.admin.room_control import BackupPlan
from ludoteca.server.http.endpoints import Endpoint
from ludoteca.server.http.openapi import number
from ludoteca.server.people.answers import NewPasskey

BODY = (400, 413)
LATEST = routes.LATEST
TABLE = (400, 404, 409, 410, 413, 503)

ADMIN_ENDPOINTS = (
    Endpoint("GET", "/admin", routes.show_state, "Was the room claimed, and is this the admin?"),
    Endpoint(
        "POST", "/admin/claim", routes.claim, "Take the keys with the code that the server printed",
        body=answers.NewClaim, problems=(*BODY, 403),
    ),
    Endpoint(
        "POST", "/admin/login", routes.log_in, "Show the password",
        body=answers.Login, problems=(*BODY, 403),
    ),
    Endpoint(
        "POST", "/admin/login/passkey/options", passkey_routes.ask_for_passkey,
        "What a browser needs to log in with a passkey",
    ),
    Endpoint(
        "POST", "/admin/login/passkey", passkey_routes.log_in_with_passkey, "Show a passkey",
        body=answers.PasskeyLogin, problems=(*BODY, 403),
    ),
    Endpoint("POST", "/admin/logout", routes.log_out, "End the session"),
    Endpoint("GET", "/admin/passkeys", passkey_routes.list_passkeys, "The admin's passkeys", admin=True),
    Endpoint(
        "POST", "/admin/passkeys/options", passkey_routes.offer_passkey,
        "What a browser needs to make a passkey", admin=True,
    ),
    Endpoint(
        "POST", "/admin/passkeys", passkey_routes.add_passkey, "Keep a passkey",
        statuses=(201,), body=NewPasskey, problems=(*BODY, 403), admin=True,
    ),
    Endpoint(
        "DELETE", "/admin/passkeys/{passkey}", passkey_routes.remove_passkey, "Give a passkey up", admin=True
    ),
    Endpoint("GET", "/admin/overview", routes.show_overview, "How the room is doing", admin=True),
    Endpoint("GET", "/admin/tokens", routes.list_tokens, "Tokens for programs", admin=True),
    Endpoint(
        "POST", "/admin/tokens", routes.make_token, "A new token, told once",
        statuses=(201,), body=answers.NewToken, problems=BODY, admin=True,
    ),
    Endpoint("DELETE", "/admin/tokens/{token}", routes.remove_token, "Take a token back", admin=True),
    Endpoint(
        "PUT", "/admin/notice", routes.set_notice, "A message to everybody",
        body=answers.SetNotice, problems=BODY, admin=True,
    ),
    Endpoint(
        "PUT", "/admin/draining", routes.set_draining, "Let no new game begin, or again",
        body=answers.SetDraining, problems=BODY, admin=True,
    ),
    Endpoint(
        "PUT", "/admin/limits", routes.set_limits, "Limits that differ from the defaults",
        body=answers.SetLimits, problems=BODY, admin=True,
    ),
    Endpoint(
        "PUT", "/admin/retention", routes.set_retention, "What is tidied away, and when",
        body=answers.SetRetention, problems=BODY, admin=True,
    ),
    Endpoint("GET", "/admin/tidying", routes.preview_tidying, "What would be tidied away now", admin=True),
    Endpoint("POST", "/admin/tidying", routes.tidy_now, "Tidy up now", admin=True),
    Endpoint(
        "POST", "/admin/backups", routes.make_backup, "A backup now",
        statuses=(201,), problems=(507,), admin=True,
    ),
    Endpoint(
        "PUT", "/admin/backups", routes.plan_backups, "How often backups are made, and how many are kept",
        body=BackupPlan, problems=BODY, admin=True,
    ),
    Endpoint(
        "GET", "/admin/backups/{backup}", routes.fetch_backup, "A backup as a file",
        problems=(404,), media="application/octet-stream", admin=True,
    ),
    Endpoint(
        "GET", "/admin/tables", routes.list_tables, "The last tables, with their sizes",
        query={"before": number(LATEST), "running": number(1)}, problems=(400,), admin=True,
    ),
    Endpoint(
        "POST", "/admin/tables/{table}/close", routes.close_table, "End what goes on at a table",
        problems=TABLE, admin=True,
    ),
    Endpoint(
        "PUT", "/admin/tables/{table}/lock", routes.lock_table, "Let nobody new sit down, or again",
        body=answers.SetLock, problems=TABLE, admin=True,
    ),
    Endpoint(
        "DELETE", "/admin/tables/{table}", routes.delete_table, "Remove a table and its game",
        damaged_too=True, problems=TABLE, admin=True,
    ),
    Endpoint(
        "GET", "/admin/people", routes.list_people, "Guests by name, those seen last first",
        query={"before": number(LATEST), "name": {"type": "string", "maxLength": 64}},
        problems=(400,), admin=True,
    ),
    Endpoint(
        "GET", "/admin/people/{person}/data", routes.export_person, "What is kept of a person",
        problems=(400,), admin=True,
    ),
    Endpoint(
        "DELETE", "/admin/people/{person}", routes.delete_person, "Forget a person",
        problems=(400,), admin=True,
    ),
    Endpoint("GET", "/admin/bans", routes.list_bans, "Who is muted or banned", admin=True),
    Endpoint(
        "POST", "/admin/bans", routes.add_ban, "Mute or ban a guest, or everybody from an address",
        statuses=(201,), body=answers.NewBan, problems=BODY, admin=True,
    ),
    Endpoint("DELETE", "/admin/bans/{ban}", routes.remove_ban, "Take a ban back", admin=True),
)  # fmt: skip
