"""Deals that anybody can check."""

import asyncio
import copy
import hashlib
from contextlib import AsyncExitStack

import pytest

import ludoteca
from ludoteca.archive.fairness import NotVerified, deal_key, redraw, verify
from ludoteca.client import Refusal
from server.people import BOT, guest, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio


async def test_a_finished_game_is_exported_and_verified(room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(room, stack)
        ana, table = await guest(room), one.table["table"]
        promised = one.table["fairness"]
        assert promised["entropy"] == ["cd" * 32, "ab" * 32]
        assert promised["seed"] is None
        with pytest.raises(Refusal, match="not_over"):
            await ana.get(f"/api/tables/{table}/export")
        before = await ana.get(f"/api/tables/{table}/fairness")
        assert (before["seed"], before["key"], before["held"]) == (None, None, None)
        assert before["commitment"] == promised["commitment"]
        await asyncio.wait_for(asyncio.gather(play_on(one), play_on(two)), 60)
        exported = await ana.get(f"/api/tables/{table}/export")
        assert exported["fairness"] == promised | {"seed": one.table["fairness"]["seed"]}
        assert verify(exported).scores == one.table["view"]["scores"]
        shown = await ana.get(f"/api/tables/{table}/fairness")
        assert shown["held"] == ["commitment", "entropy", "deal", "actions", "scores"]
        assert shown["key"] == deal_key(shown["seed"], shown["entropy"]).hex()
        for damage in DAMAGE.values():
            damaged = copy.deepcopy(exported)
            damage(damaged)
            with pytest.raises(NotVerified):
                verify(damaged)


DAMAGE = {
    "another seed": lambda game: game["fairness"].update(seed="00" * 32),
    "another seed and its commitment": lambda game: game["fairness"].update(
        seed="00" * 32, commitment=hashlib.sha256(bytes(32)).hexdigest()
    ),
    "another entropy": lambda game: game["fairness"].update(entropy=["00" * 32, "ab" * 32]),
    "bad entropy": lambda game: game["fairness"].update(entropy=["x", None]),
    "an action less": lambda game: game["actions"].pop(),
    "another score": lambda game: game["scores"].reverse() or game["scores"].__setitem__(0, 999),
    "another winner": lambda game: game.update(winners=[]),
    "no actions": lambda game: game.pop("actions"),
    "another format": lambda game: game.update(format="x"),
}


async def test_the_commitment_stands_before_anybody_adds_entropy(room):
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(table) as seat:
        commitment = seat.table["fairness"]["commitment"]
        with pytest.raises(Refusal, match="bad_entropy"):
            await seat.do("ready", entropy="short")
        await seat.do("ready", entropy="AB" * 32)
        await asyncio.wait_for(play_on(seat), 60)
        fairness = seat.table["fairness"]
        assert fairness["commitment"] == commitment
        assert hashlib.sha256(bytes.fromhex(fairness["seed"])).hexdigest() == commitment


def test_every_seats_entropy_changes_the_deal_and_its_order_counts():
    seed, a, b = "11" * 32, "aa" * 32, "bb" * 32
    keys = [deal_key(seed, entropy) for entropy in ([a, b], [b, a], [a, None], [None, a], [None, None])]
    assert len(set(keys)) == len(keys)
    assert deal_key(seed, [a]) == hashlib.sha256(b"ludoteca deal 1" + b"\x11" * 32 + b"\xaa" * 32).digest()


def test_redrawn_cards_and_the_game_that_follows_have_no_chance_in_common() -> None:
    played, key = ludoteca.game("dobro"), bytes(range(32))
    view = played.start(3, seed=5).view(0)
    position = redraw(played, view, 0, key)
    assert position == redraw(played, view, 0, key)
    assert position != played.imagine(view, 0, key).position()
    assert played.load(position).view(0) == view
