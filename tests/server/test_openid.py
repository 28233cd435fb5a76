"""Signing in with OpenID Connect, against a real provider: who comes back, who is joined, who is refused."""

import asyncio
import json
import socket
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import structlog

from ludoteca.client import Guest, Refusal
from ludoteca.core.errors import BadOptions
from ludoteca.server import challenges
from ludoteca.server.check import check
from ludoteca.server.openid import fetch, provider
from ludoteca.server.run import checked
from ludoteca.server.settings import OpenId, Settings
from openid_provider import ProviderPages, running_provider
from server.conftest import Opened, RunningRoom, free_port, running, settings
from server.people import QUICK, guest, make, two_at_a_table
from server.test_older_rooms import OLDER, copy_of_room
from server.test_profiles import dump_of, finished_game, finished_of

pytestmark = pytest.mark.anyio
CALLBACK = "/api/sign-in/openid/callback"


class Browser(Guest):
    """A guest with all cookies, as a browser has them."""

    def __init__(self, url: str, cookie: str | None = None) -> None:
        super().__init__(url, cookie)
        self.jar = dict([cookie.split("=", 1)] if cookie else [])

    def _keep_cookie(self, set_cookies: list[str]) -> None:
        for line in set_cookies:
            name, _, value = line.partition(";")[0].partition("=")
            self.jar[name] = value
        self.cookie = "; ".join(f"{name}={value}" for name, value in self.jar.items())

    async def leave(self) -> str:
        return str((await self.post("/api/sign-in/openid/leave", {}))["location"])

    async def come_back(self, address: str) -> str:
        """Follow the provider's redirect; where the room sends the browser then."""
        return await asyncio.to_thread(self._come_back, address)

    def _come_back(self, address: str) -> str:
        pages = ProviderPages()
        pages.opener.addheaders = list(self._headers().items())
        status, location, _ = pages.ask(address, None, self._keep_cookie)
        assert status == 303
        return location

    async def sign_in_there(self, login: str) -> str:
        """Through the provider's pages and back to the room."""
        location = await self.leave()
        back = await asyncio.to_thread(ProviderPages().sign_in, location, login, f"{self.url}{CALLBACK}")
        return await self.come_back(back)

    async def be(self, login: str, **more: Any) -> Any:
        assert await self.sign_in_there(login) == "/me/openid"
        return (await self.post("/api/sign-in/openid", more))["person"]


@pytest.fixture(scope="module")
async def openid_room(
    anyio_backend: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[RunningRoom]:
    folder = tmp_path_factory.mktemp("openid")
    port = free_port()
    with running_provider(f"http://127.0.0.1:{port}{CALLBACK}") as club:
        async with running(replace(settings(folder, openid=club, limits=QUICK), port=port)) as room:
            room.inside.openid.tries.rate = QUICK.requests
            yield room


def database_of(room: RunningRoom) -> str:
    return room.inside.settings.database


async def browser_of(room: RunningRoom, name: str) -> Browser:
    return Browser(room.url, (await guest(room, name)).cookie)


async def test_somebody_new_chooses_a_name_and_comes_back_on_another_device(openid_room: Any) -> None:
    assert (await Guest(openid_room.url).get("/api/room"))["openid"] == "Club"
    phone = Browser(openid_room.url)
    assert await phone.sign_in_there("somebody new") == "/me/openid"
    with pytest.raises(Refusal, match="name_needed"):
        await phone.post("/api/sign-in/openid", {})
    ana = (await phone.post("/api/sign-in/openid", {"name": "Ana"}))["person"]
    assert ana["name"] == "Ana"
    laptop = Browser(openid_room.url)
    assert await laptop.be("somebody new") == ana
    assert (await laptop.get("/api/me"))["person"] == ana
    (kept,) = (await laptop.get("/api/me/keys"))["identities"]
    assert (kept["provider"], kept["used_at"] is None) == ("Club", False)
    with pytest.raises(Refusal, match="wrong_openid"):  # a ticket is used up
        await laptop.post("/api/sign-in/openid", {})


async def test_a_guest_connects_and_the_guest_of_another_device_is_merged(openid_room: Any) -> None:
    phone, laptop = await browser_of(openid_room, "Bea"), await browser_of(openid_room, "Bea's laptop")
    first, second = await finished_game(phone), await finished_game(laptop)
    bea = (await phone.get("/api/me"))["person"]
    await phone.sign_in_there("bea")
    with pytest.raises(Refusal, match="link_needed") as asked:
        await phone.post("/api/sign-in/openid", {})
    assert asked.value.answer["arguments"] == {"name": "Bea"}
    assert (await phone.post("/api/sign-in/openid", {"link": True}))["person"] == bea
    await laptop.sign_in_there("bea")
    with pytest.raises(Refusal, match="merge_needed"):
        await laptop.post("/api/sign-in/openid", {})
    assert (await laptop.post("/api/sign-in/openid", {"merge": True}))["person"] == bea
    assert set(await finished_of(phone)) == set(await finished_of(laptop)) == {first, second}


async def test_two_who_sit_in_one_running_game_are_not_merged(openid_room: Any) -> None:
    async with AsyncExitStack() as stack:
        ana, ben = await two_at_a_table(openid_room, stack)
        one, two = (Browser(openid_room.url, seat.headers["Cookie"]) for seat in (ana, ben))
        await one.be("at a table", link=True)
        await two.sign_in_there("at a table")
        with pytest.raises(Refusal, match="both_at_a_table"):
            await two.post("/api/sign-in/openid", {"merge": True})


async def test_identities_of_two_who_become_one_are_both_kept(openid_room: Any) -> None:
    one, two = await browser_of(openid_room, "Eva"), await browser_of(openid_room, "Evi")
    await one.be("eva at home", link=True)
    await two.be("eva at work", link=True)
    eva = (await one.get("/api/me"))["person"]
    assert await two.be("eva at home", merge=True) == eva
    assert len((await one.get("/api/me/keys"))["identities"]) == 2
    assert await Browser(openid_room.url).be("eva at work") == eva


async def test_an_identity_can_be_disconnected(openid_room: Any) -> None:
    ana, other = await browser_of(openid_room, "Ana"), await browser_of(openid_room, "Other")
    await ana.be("to be disconnected", link=True)
    (kept,) = (await ana.get("/api/me/keys"))["identities"]
    await other.ask("DELETE", f"/api/me/identities/{kept['id']}")  # of somebody else: nothing happens
    assert (await ana.get("/api/me/keys"))["identities"] == [kept]
    await ana.ask("DELETE", f"/api/me/identities/{kept['id']}")
    assert (await ana.get("/api/me/keys"))["identities"] == []
    again = Browser(openid_room.url)
    await again.sign_in_there("to be disconnected")
    with pytest.raises(Refusal, match="name_needed"):
        await again.post("/api/sign-in/openid", {})


async def test_only_the_subject_is_kept_given_out_and_forgotten(openid_room: Any) -> None:
    ana = await browser_of(openid_room, "Annunziata")
    await ana.be("subject-of-annunziata", link=True)
    (told,) = (await ana.get("/api/me/data"))["kept"]["openid"]
    issuer = openid_room.inside.settings.openid.issuer
    assert (told["issuer"], told["subject"]) == (issuer, "subject-of-annunziata")
    before = dump_of(database_of(openid_room))
    assert "subject-of-annunziata" in before
    assert "a secret/of the room" not in before
    assert "id_token" not in before
    await ana.ask("DELETE", "/api/me")
    after = dump_of(database_of(openid_room))
    assert [trace for trace in ("subject-of-annunziata", "Annunziata") if trace in after] == []
    assert (await asyncio.to_thread(check, database_of(openid_room))).faults == []


# Who is refused


async def test_a_way_back_belongs_to_one_browser_and_is_good_once(openid_room: Any) -> None:
    """Nobody can be signed in as somebody else by following a link."""
    attacker, victim = Browser(openid_room.url), await browser_of(openid_room, "Victim")
    there = ProviderPages()
    back = await asyncio.to_thread(
        there.sign_in, await attacker.leave(), "attacker", f"{openid_room.url}{CALLBACK}"
    )
    assert await victim.come_back(back) == "/me/openid#wrong_openid"
    await victim.leave()
    assert await victim.come_back(back) == "/me/openid#wrong_openid"
    with pytest.raises(Refusal, match="wrong_openid"):
        await victim.post("/api/sign-in/openid", {"link": True})
    assert await attacker.come_back(back) == "/me/openid"
    assert await attacker.come_back(back) == "/me/openid#wrong_openid"


async def test_a_code_cannot_be_planted_into_another_way_back(openid_room: Any) -> None:
    """PKCE: a code of somebody else does not fit to this browser's verifier."""
    attacker, victim = Browser(openid_room.url), Browser(openid_room.url)
    there = f"{openid_room.url}{CALLBACK}"
    stolen = await asyncio.to_thread(ProviderPages().sign_in, await attacker.leave(), "attacker", there)
    state = parse_qs(urlsplit(await victim.leave()).query)["state"][0]
    told = {name: values[0] for name, values in parse_qs(urlsplit(stolen).query).items()}
    assert await victim.come_back(f"{there}?{urlencode(told | {'state': state})}") == (
        "/me/openid#wrong_openid"
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"state": "x"}, "wrong_openid"),
        ({"state": ""}, "wrong_openid"),
        ({"state": "ü%00"}, "wrong_openid"),
        ({"iss": "https://elsewhere.example"}, "wrong_openid"),
        ({"iss": None}, "wrong_openid"),
        ({"code": "x"}, "wrong_openid"),
        ({"code": None}, "wrong_openid"),
        ({"error": "access_denied"}, "openid_declined"),
        ({"error": "server_error"}, "wrong_openid"),
    ],
)
async def test_what_does_not_hold_leads_back_to_the_page(openid_room: Any, changes: Any, code: str) -> None:
    browser, there = Browser(openid_room.url), f"{openid_room.url}{CALLBACK}"
    back = await asyncio.to_thread(ProviderPages().sign_in, await browser.leave(), "ana", there)
    told = {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()} | changes
    query = urlencode({name: value for name, value in told.items() if value is not None})
    assert await browser.come_back(f"{there}?{query}") == f"/me/openid#{code}"
    with pytest.raises(Refusal, match="wrong_openid"):
        await browser.post("/api/sign-in/openid", {"name": "Ana"})


async def test_who_takes_too_long_is_asked_to_begin_anew(
    openid_room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Browser(openid_room.url)
    with monkeypatch.context() as patch:
        patch.setattr(challenges, "EXPIRES", -1)
        assert await browser.sign_in_there("late") == "/me/openid#late_openid"
        browser.jar["ludoteca-sign-in"] = openid_room.inside.openid.ticket_for(provider_identity(openid_room))
    browser._keep_cookie([])
    with pytest.raises(Refusal, match="late_openid"):
        await browser.post("/api/sign-in/openid", {"name": "Ana"})


def provider_identity(room: RunningRoom) -> Any:
    from ludoteca.server.openid.identities import Identity

    return Identity(room.inside.settings.openid.issuer, "late")  # type: ignore[union-attr]


async def test_a_ticket_that_was_changed_is_refused(openid_room: Any) -> None:
    browser = Browser(openid_room.url)
    await browser.sign_in_there("me")
    _, _, signed = browser.jar["ludoteca-sign-in"].partition(".")
    said, _, _ = openid_room.inside.openid.ticket_for(provider_identity(openid_room)).partition(".")
    for wrong in (f"{said}.{signed}", "x", "", "x.y", "%%%.%%%"):
        browser.jar["ludoteca-sign-in"] = wrong
        browser._keep_cookie([])
        with pytest.raises(Refusal, match="wrong_openid"):
            await browser.post("/api/sign-in/openid", {"name": "Ana"})
    with pytest.raises(Refusal, match="wrong_origin"):
        await Guest(openid_room.url, headers={"Origin": "https://elsewhere.example"}).post(
            "/api/sign-in/openid/leave", {}
        )


# Where the room is, and where the provider is


async def test_a_room_without_a_provider_has_no_such_address(room: RunningRoom) -> None:
    assert (await Guest(room.url).get("/api/room"))["openid"] is None
    for method, path in (("POST", "/leave"), ("GET", "/callback"), ("POST", "")):
        with pytest.raises(Refusal, match="not_found"):
            await Guest(room.url).ask(
                method, f"/api/sign-in/openid{path}", b"{}" if method == "POST" else None
            )


async def test_under_a_sub_path_behind_a_proxy(open_room: Opened) -> None:
    public = "https://example.org/games"
    with running_provider(f"{public}{CALLBACK}") as club:
        async with open_room(openid=club, public_url=public, root_path="/games", limits=QUICK) as room:
            browser = Browser(f"{room.url}/games")
            location = await browser.leave()
            back = await asyncio.to_thread(ProviderPages().sign_in, location, "ana", f"{public}{CALLBACK}")
            assert await browser.come_back(back.replace("https://example.org", room.url)) == (
                "/games/me/openid"
            )
            assert set(browser.jar) == {"__Secure-ludoteca-sign-in"}
            assert (await browser.post("/api/sign-in/openid", {"name": "Ana"}))["person"]["name"] == "Ana"


async def test_guests_of_an_older_room_connect_and_lose_nothing(open_room: Opened, tmp_path: Path) -> None:
    folder = tmp_path / "older"
    folder.mkdir()
    copy, port = copy_of_room(folder), free_port()
    ana = next(iter(OLDER["people"].values()))
    with running_provider(f"http://127.0.0.1:{port}{CALLBACK}") as club:
        chosen = replace(settings(folder, database=copy, openid=club, limits=QUICK), port=port)
        async with running(chosen) as room:
            browser = Browser(room.url, ana["cookie"])
            games = {game["table"] for game in (await browser.get("/api/me/history"))["games"]}
            assert (await browser.be("ana", link=True))["id"] == ana["id"]
            again = Browser(room.url)
            assert (await again.be("ana"))["id"] == ana["id"]
            assert {game["table"] for game in (await again.get("/api/me/history"))["games"]} == games


@contextmanager
def listening(answer: bytes | None) -> Any:
    """Somebody who answers every connection with these bytes, or never."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        port = server.getsockname()[1]
        held: list[socket.socket] = []

        def serve() -> None:
            while True:
                try:
                    visitor, _ = server.accept()
                except OSError:
                    return
                held.append(visitor)
                if answer is not None:
                    visitor.recv(65536)
                    visitor.sendall(answer)
                    visitor.close()

        import threading

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{port}"
        for one in held:
            one.close()


def http_answer(body: bytes, status: str = "200 OK", more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{more}\r\n".encode() + body


ELSEWHERE = json.dumps(
    dict.fromkeys(
        ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri"), "https://elsewhere.example"
    )
).encode()


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        http_answer(b"<html>"),
        http_answer(b"[]"),
        http_answer(b"{}"),
        http_answer(b"{", "500 Oh no"),
        http_answer(b"", "302 Found", "Location: https://elsewhere.example/\r\n"),
        http_answer(ELSEWHERE),
        http_answer(b" " * 300_000),
    ],
    ids=["nothing", "html", "list", "empty", "error", "redirect", "other issuer", "too long"],
)
async def test_a_provider_that_talks_nonsense_is_away(open_room: Opened, answer: bytes) -> None:
    with listening(answer) as issuer:
        async with open_room(openid=OpenId(issuer, "ludoteca", "hidden secret"), limits=QUICK) as room:
            with structlog.testing.capture_logs() as logs, pytest.raises(Refusal, match="openid_away"):
                await Browser(room.url).leave()
            assert "hidden secret" not in str(logs)


async def test_a_provider_that_hangs_keeps_nobody_waiting(
    open_room: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "SILENT", 0.5)
    with listening(None) as issuer:
        async with open_room(openid=OpenId(issuer, "ludoteca"), limits=QUICK) as room:
            began = time.monotonic()
            visitors = [asyncio.create_task(Browser(room.url).leave()) for _ in range(5)]
            ana = await guest(room)
            table = await make(ana, ["me", "open"])
            async with ana.connect(table) as seat:
                await seat.do("ready", entropy="ab" * 32)
            assert [str(one) for one in await asyncio.gather(*visitors, return_exceptions=True)] == (
                ["openid_away"] * 5
            )
            assert time.monotonic() - began < 10
            assert (await Guest(room.url).get("/api/room"))["openid"] == "127.0.0.1"


async def test_a_provider_that_comes_back_is_asked_again(
    open_room: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "AGAIN_AFTER", 0)
    port = free_port()
    with running_provider(f"http://127.0.0.1:{port}{CALLBACK}") as club:
        pass
    async with open_room(openid=club, limits=QUICK) as room:
        with pytest.raises(Refusal, match="openid_away"):
            await Browser(room.url).leave()
        with running_provider(f"{room.url}{CALLBACK}", port=urlsplit(club.issuer).port):
            assert (await Browser(room.url).be("ana", name="Ana"))["name"] == "Ana"


async def test_no_log_line_holds_a_secret(openid_room: Any) -> None:
    browser, there = Browser(openid_room.url), f"{openid_room.url}{CALLBACK}"
    with structlog.testing.capture_logs() as logs:
        back = await asyncio.to_thread(ProviderPages().sign_in, await browser.leave(), "logged", there)
        told = {name: values[0] for name, values in parse_qs(urlsplit(back).query).items()}
        await browser.come_back(f"{there}?{urlencode(told | {'code': 'wrong' + told['code']})}")
    assert [line["event"] for line in logs] == ["the provider refused a code"]
    assert logs[0]["error"] == "invalid_grant"
    for secret in (*told.values(), "a secret/of the room", "logged"):
        assert secret not in str(logs[0])


@pytest.mark.parametrize("issuer", ["http://example.org", "ftp://example.org", "example.org", ""])
def test_an_issuer_without_https_is_refused(issuer: str) -> None:
    with pytest.raises(BadOptions) as wrong:
        checked(Settings(openid=OpenId(issuer, "ludoteca")))
    assert wrong.value.code == "bad_oidc_issuer"


def test_the_secret_is_not_shown_with_the_settings() -> None:
    assert "sesame" not in repr(Settings(openid=OpenId("https://example.org", "ludoteca", "sesame")))


async def test_the_table_is_kept_in_backups_and_by_the_tidying(openid_room: Any) -> None:
    ana = await browser_of(openid_room, "Keeper")
    await ana.be("keeper", link=True)
    assert "keeper" in dump_of(database_of(openid_room))
    from ludoteca.server.store.admin_queries import guests_not_seen_since

    old = await openid_room.inside.store.ask(
        lambda connection: set(connection.execute(guests_not_seen_since(2**60)).scalars())
    )
    assert (await ana.get("/api/me"))["person"]["id"] not in old
