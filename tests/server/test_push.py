"""Web Push against a real push service on this machine, which reads messages with the keys of the device."""

import asyncio
import contextlib
import http.client
import json
import secrets
import socket
import threading
import time
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from ludoteca.client import Guest, Refusal
from ludoteca.server.push import delivery, subscriptions
from ludoteca.server.push.encryption import CURVE, encrypt, from_text, point_of, to_text
from ludoteca.server.push.sender import Notice
from ludoteca.server.settings import Limits, Rate
from server.conftest import RunningRoom, running, settings
from server.people import guest, make, play_on

pytestmark = pytest.mark.anyio
A_DAY = 86_400


class Device:
    """A browser that has subscribed: its keys, and what its push service was given."""

    def __init__(self, port: int) -> None:
        self.key = ec.generate_private_key(CURVE)
        self.auth = secrets.token_bytes(16)
        self.path = f"/push/{secrets.token_hex(8)}?device=1"
        self.endpoint = f"http://127.0.0.1:{port}{self.path}"

    def subscription(self, **more: Any) -> dict[str, Any]:
        keys = {"p256dh": to_text(point_of(self.key.public_key())), "auth": to_text(self.auth)}
        return {"endpoint": self.endpoint, "keys": keys, "language": "pt"} | more

    def read(self, body: bytes) -> Any:
        """As RFC 8291 tells a browser to, by none of our code."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        about = b"WebPush: info\0" + point_of(self.key.public_key()) + sender
        secret = HKDF(SHA256(), 32, self.auth, about).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        content = AESGCM(key).decrypt(nonce, sealed, None)
        assert content.endswith(b"\x02")
        return json.loads(content[:-1])


class PushService:
    """What it was sent, and how it answers."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.delay = 0.0
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                time.sleep(service.delay)
                service.got.append((self.path, dict(self.headers), body))
                with contextlib.suppress(BrokenPipeError):
                    self.send_response(service.status)
                    self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    async def message(self, number: int = 1) -> tuple[str, dict[str, str], bytes]:
        for _ in range(500):
            if len(self.got) >= number:
                return self.got[number - 1]
            await asyncio.sleep(0.02)
        raise TimeoutError(f"{len(self.got)} of {number} messages came")


@pytest.fixture
def service() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


@pytest.fixture
async def open_room(anyio_backend: str, tmp_path: Path) -> AsyncIterator[RunningRoom]:
    """A room whose push service may be on this machine."""
    async with running(settings(tmp_path, private_push=True)) as room:
        yield room


@pytest.fixture
def dripping() -> Iterator[str]:
    """A push service that sends its answer letter by letter, and never comes to an end."""
    ended, listening = threading.Event(), socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        with contextlib.suppress(OSError), listening.accept()[0] as line:
            line.sendall(b"HTTP/1.1 201 Created\r\nName: ")
            while not ended.wait(0.02):
                line.sendall(b"x")

    thread = threading.Thread(target=drip)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/push"
    ended.set()
    listening.close()
    thread.join()


async def test_a_push_service_that_drips_is_cut_off(dripping: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "WITHIN", 0.5)
    sending = asyncio.to_thread(delivery.send, dripping, b"x", {}, True)
    with contextlib.suppress(ConnectionError, http.client.HTTPException):  # or what had come by then
        assert await asyncio.wait_for(sending, 10) == 201


async def put(who: Guest, subscription: dict[str, Any]) -> Any:
    return json.loads(await who.ask("PUT", "/api/push", json.dumps(subscription).encode()))


async def take_back(who: Guest, device: Device) -> None:
    await who.ask("DELETE", "/api/push", json.dumps({"endpoint": device.endpoint}).encode())


class Two:
    """Ana, the host, and Ben, who play a short game."""

    def __init__(self, ana: Guest, ben: Guest, table: str, one: Any, two: Any) -> None:
        self.ana, self.ben, self.table, self.one, self.two = ana, ben, table, one, two

    async def ben_leaves(self) -> None:
        await self.two.socket.close()
        await self.one.until(lambda table: not table["seats"][1]["present"])

    async def ana_moves(self) -> None:
        """A card, and whatever her card asks of her."""
        phase = self.one.table["view"]["phase"]
        await move(self.one)
        while self.one.to_choose and self.one.table["view"]["phase"] != phase:
            await move(self.one)


async def two(room: RunningRoom, stack: AsyncExitStack, clock: int) -> Two:
    ana, ben = await guest(room, "Ana"), await guest(room, "Ben")
    table = await make(ana, ["me", "open"], clock=clock)
    one = await stack.enter_async_context(ana.connect(table))
    other = await stack.enter_async_context(ben.connect(table))
    await other.do("sit", entropy="ab" * 32)
    await one.do("ready", entropy="cd" * 32)
    await one.do("start")
    await other.until(lambda table: table["stage"] == "playing")
    return Two(ana, ben, table, one, other)


async def move(seat: Any) -> None:
    while not seat.to_choose:
        await seat.hear()
    await seat.act(seat.table["legal"][0])


def test_a_message_is_sealed_as_in_the_example_of_the_standard():
    """RFC 8291, section 5."""
    own = ec.derive_private_key(
        int.from_bytes(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), CURVE
    )
    device = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    auth, salt = from_text("BTBZMqHH6r4Tts7J_aSIgg"), from_text("DGv6ra1nlYgDCS1FRnbzlw")
    text = b"When I grow up, I want to be a watermelon"
    assert to_text(encrypt(text, from_text(device), auth, own, salt)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
        "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def test_who_is_not_there_is_told_of_the_turn_at_a_table_of_days(open_room, service):
    device = Device(service.port)
    async with AsyncExitStack() as stack:
        game = await two(open_room, stack, A_DAY)
        assert (await put(game.ben, device.subscription()))["subscribed"]
        await move(game.two)
        await game.ben_leaves()
        await game.ana_moves()
        path, headers, body = await service.message()
        assert path == device.path
        told = device.read(body)
        assert told == {"kind": "turn", "table": game.table, "title": "Pega em 6!", "language": "pt"}
        assert headers["TTL"] == str(A_DAY)
        assert headers["Content-Encoding"] == "aes128gcm"
        assert_signed(headers["Authorization"], (await game.ben.get("/api/push"))["key"], service.port)
        await asyncio.sleep(3 * open_room.inside.settings.patience)
        assert not any(seat["away"] for seat in game.one.table["seats"]), (
            "a bot plays for nobody who has a day"
        )


def assert_signed(header: str, public: str, port: int) -> None:
    """As a push service checks it: by the key with which the device subscribed."""
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(", "))
    assert key == public
    signed, _, signature = token.rpartition(".")
    raw = from_text(signature)
    halves = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_text(public))
    point.verify(halves, signed.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(urlsafe_b64decode(signed.split(".")[1] + "=="))
    assert claims["aud"] == f"http://127.0.0.1:{port}"
    assert time.time() < claims["exp"] <= time.time() + A_DAY
    assert claims["sub"].startswith(("mailto:", "https:"))


async def test_who_is_there_and_who_plays_quickly_is_not_told(open_room, service):
    device = Device(service.port)
    async with AsyncExitStack() as stack:
        game = await two(open_room, stack, 30)
        await put(game.ben, device.subscription())
        await asyncio.gather(play_on(game.one), play_on(game.two))
    async with AsyncExitStack() as stack:
        game = await two(open_room, stack, A_DAY)
        await put(game.ben, Device(service.port).subscription())
        await asyncio.gather(play_on(game.one), play_on(game.two))
    await asyncio.sleep(0.3)
    assert service.got == []


async def test_a_rematch_is_offered_to_who_has_left(open_room, service):
    device = Device(service.port)
    async with AsyncExitStack() as stack:
        game = await two(open_room, stack, A_DAY)
        await asyncio.gather(play_on(game.one), play_on(game.two))
        await put(game.ben, device.subscription(language="de"))
        await game.ben_leaves()
        await game.one.do("rematch", offer=True)
        *_, body = await service.message()
        told = device.read(body)
        assert told.pop("title") in ("6 nimmt!", "Pega em 6!")
        assert told == {"kind": "rematch", "table": told["table"], "language": "de", "name": "Ana"}
        assert told["table"] in (game.table, game.one.table["rematch"])


@pytest.mark.parametrize("status", [404, 410])
async def test_a_device_that_is_gone_is_forgotten(open_room, service, status):
    service.status = status
    ana, device = await guest(open_room), Device(service.port)
    await put(ana, device.subscription())
    person = (await ana.get("/api/me"))["person"]["id"]
    room = open_room.inside
    room.push.notify(person, Notice("turn", "t1", "dobro"))
    await service.message()
    for _ in range(100):
        if not await room.store.ask(subscriptions.of_person(person)):
            break
        await asyncio.sleep(0.02)
    assert await room.store.ask(subscriptions.of_person(person)) == []
    assert counted(room, "gone") == 1


def counted(room: Any, outcome: str) -> float:
    return float(room.metrics.pushes.labels(outcome)._value.get())


async def test_a_slow_push_service_keeps_no_move_waiting(open_room, service):
    service.delay = 2.0
    async with AsyncExitStack() as stack:
        game = await two(open_room, stack, A_DAY)
        for _ in range(3):
            await put(game.ben, Device(service.port).subscription())
        await move(game.two)
        await game.ben_leaves()
        begun = time.monotonic()
        await game.ana_moves()
        assert time.monotonic() - begun < service.delay / 2
        await service.message(3)


async def test_nobody_is_told_more_often_than_the_limit_allows(anyio_backend, tmp_path, service):
    limits = Limits(pushes=Rate(3, 0.001))
    async with running(settings(tmp_path, private_push=True, limits=limits)) as room:
        ana, ben = await guest(room), await guest(room, "Ben")
        for one in (ana, ben):
            await put(one, Device(service.port).subscription())
        people = [(await one.get("/api/me"))["person"]["id"] for one in (ana, ben)]
        for _ in range(9):
            room.inside.push.notify(people[0], Notice("turn", "t1", "dobro"))
        room.inside.push.notify(people[1], Notice("turn", "t1", "dobro"))
        await service.message(4)
        await asyncio.sleep(0.2)
        assert len(service.got) == 4
        assert counted(room.inside, "limited") == 6


async def test_no_message_goes_into_the_hosts_own_network(room, service):
    ana, device = await guest(room), Device(service.port)
    with pytest.raises(Refusal, match="malformed"):
        await put(ana, device.subscription())
    for host in ("127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]"):
        with pytest.raises(delivery.NotPublic):
            delivery.send(f"https://{host}:{service.port}/x", b"", {}, private=False)
    assert service.got == []


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("endpoint", {"endpoint": "ftp://example.org/x"}),
        ("endpoint", {"endpoint": "https://"}),
        ("endpoint", {"endpoint": "https://example.org/" + "x" * 1000}),
        ("endpoint", {"endpoint": "https://example.org/a b"}),
        ("endpoint", {"endpoint": "https://example.org:99999/"}),
        ("keys.p256dh", {"keys": {"p256dh": "AAAA", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}),
        ("keys.p256dh", {"keys": {"p256dh": "é", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}),
        ("keys.auth", {"keys": {"auth": "AAAA"}}),
        ("keys.auth", {"keys": {"auth": "BTBZMqHH6r4Tts7J_aSIgg" + "!" * 100}}),
    ],
)
async def test_what_is_no_subscription_is_refused_by_name(open_room, service, where, change):
    ana, good = await guest(open_room), Device(service.port).subscription()
    wrong = good | change
    wrong["keys"] = good["keys"] | wrong["keys"]
    with pytest.raises(Refusal) as refused:
        await put(ana, wrong)
    assert refused.value.answer["arguments"]["where"] == where
    with pytest.raises(Refusal, match="no_such_language"):
        await put(ana, good | {"language": "xx"})
    with pytest.raises(Refusal, match="no_person"):
        await put(Guest(open_room.url), good)


async def test_a_device_belongs_to_who_subscribed_last_and_can_be_taken_back(open_room, service):
    ana, ben, device = await guest(open_room), await guest(open_room, "Ben"), Device(service.port)
    ids = [(await one.get("/api/me"))["person"]["id"] for one in (ana, ben)]
    store = open_room.inside.store
    await put(ana, device.subscription())
    await put(ben, device.subscription())
    assert [len(await store.ask(subscriptions.of_person(one))) for one in ids] == [0, 1]
    await take_back(ana, device)
    assert len(await store.ask(subscriptions.of_person(ids[1]))) == 1, "only its own person may"
    kept = await ben.get("/api/me/data")
    assert [one["endpoint"] for one in kept["kept"]["push"]] == [device.endpoint]
    assert device.subscription()["keys"]["auth"] not in json.dumps(kept)
    await take_back(ben, device)
    assert await store.ask(subscriptions.of_person(ids[1])) == []
    for _ in range(subscriptions.MOST + 3):
        await put(ben, Device(service.port).subscription())
    assert len(await store.ask(subscriptions.of_person(ids[1]))) == subscriptions.MOST
    await ben.ask("DELETE", "/api/me")
    assert await store.ask(subscriptions.of_person(ids[1])) == []


async def test_the_room_keeps_its_key(anyio_backend, tmp_path):
    keys = []
    for _ in range(2):
        async with running(settings(tmp_path)) as room:
            keys.append((await Guest(room.url).get("/api/push"))["key"])
    assert keys[0] == keys[1]
    assert len(from_text(keys[0])) == 65
