"""What SQLite and PostgreSQL do differently by themselves, and must do alike here."""

import json
from typing import Any
from urllib.parse import quote

import pytest

from ludoteca.client import Refusal
from ludoteca.server.store.queries import log_of
from server.conftest import Opened
from server.people import guest, make
from server.test_admin import admin_of

pytestmark = pytest.mark.anyio
NUL = "\0"
ASKED: list[tuple[str, str, Any]] = [
    ("DELETE", "/api/me/passkeys/%00", None),
    ("DELETE", "/api/me/identities/a%00", None),
    ("DELETE", "/api/me/invitations/%00", None),
    ("PUT", "/api/mine/starred", {"table": NUL, "starred": True}),
    ("PUT", "/api/me/blocked", {"person": NUL, "blocked": True}),
    ("POST", "/api/me/invitations", {"person": NUL}),
    ("POST", "/api/me/invitations", {"person": "p1", "table": NUL}),
]
ASKED_BY_THE_HOST: list[tuple[str, str, Any]] = [
    ("GET", "/api/admin/people?name=%00", None),
    ("GET", "/api/admin/people/%00/data", None),
    ("DELETE", "/api/admin/people/%00", None),
    ("DELETE", "/api/admin/tokens/%00", None),
    ("DELETE", "/api/admin/bans/%00", None),
    ("POST", "/api/admin/bans", {"what": "ban", "kind": "guest", "value": NUL}),
]


async def test_a_nul_is_refused_by_name(any_database: str, open_room: Opened) -> None:
    async with open_room(database=any_database) as room:
        ana, one = await guest(room), await admin_of(room)
        asked = [(ana, *what) for what in ASKED] + [(one, *what) for what in ASKED_BY_THE_HOST]
        for who, method, path, body in asked:
            with pytest.raises(Refusal) as refused:
                await who.ask(method, path, None if body is None else json.dumps(body).encode())
            assert refused.value.code == "malformed", path
            assert refused.value.answer["arguments"]["where"] != "$", path


async def test_people_are_found_by_their_names_in_any_case(any_database: str, open_room: Opened) -> None:
    async with open_room(database=any_database) as room:
        one = await admin_of(room)
        for name in ("Éva Ruiz", "ANA", "a_b", "100%"):
            await guest(room, name)
        for asked, found in (("éva", "Éva Ruiz"), ("ÉVA", "Éva Ruiz"), ("ana", "ANA"), ("_", "a_b")):
            listed = (await one.get(f"/api/admin/people?name={quote(asked)}"))["people"]
            assert [person["name"] for person in listed] == [found]


async def test_a_spectator_who_spoke_is_given_the_words_and_can_take_them_out(
    any_database: str, open_room: Opened
) -> None:
    """Who never had a seat is in no list of sittings."""
    async with open_room(database=any_database) as room:
        ana, eve = await guest(room, "Ana"), await guest(room, "Eve")
        table = await make(ana, ["me", "open"], chat=True)
        async with ana.connect(table) as host, eve.connect(table) as watching:
            await watching.do("say", text="a word of mine")
            await host.do("ready")
        told = await eve.get("/api/me/data")
        assert [one["data"].get("text") for one in told["sent"]] == ["a word of mine"]
        assert [one["did"] for one in (await ana.get("/api/me/data"))["sent"]] == ["ready"]
        await eve.ask("DELETE", "/api/me")
        kept = (await room.inside.store.ask(log_of(table))).log
        assert [one.did for one in kept] == ["say", "ready"]
        assert b"a word of mine" not in kept[0].data
