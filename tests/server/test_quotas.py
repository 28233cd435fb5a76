"""Quotas of tables and imports are kept in the database, for people and for addresses."""

import asyncio

import pytest
import sqlalchemy as sql

from ludoteca.client import Guest, Refusal
from ludoteca.server.settings import Limits, Rate
from ludoteca.server.store import quotas
from ludoteca.server.store.queries import Store
from ludoteca.server.store.quotas import Share
from ludoteca.server.store.schema import quotas as kept
from ludoteca.server.wall_clock import now
from server.people import BOT, guest, make

pytestmark = pytest.mark.anyio
SLOWLY = 1 / 3600
HOURLY = Rate(2, SLOWLY)


@pytest.fixture
async def store(anyio_backend, any_database):
    store = Store(any_database)
    yield store
    store.close()


async def test_a_quota_is_used_up_and_says_how_long_to_wait(store):
    for _ in range(2):
        await quotas.take(store, Share("tables", "ana", 1, HOURLY))
    with pytest.raises(Exception, match="quota") as refused:
        await quotas.take(store, Share("tables", "ana", 1, HOURLY))
    assert 3500 < refused.value.arguments["seconds"] <= 3600
    assert refused.value.arguments["minutes"] == 60
    await quotas.take(store, Share("tables", "bento", 1, HOURLY))
    await quotas.take(store, Share("imports", "ana", 1, HOURLY))


async def test_a_quota_fills_with_time_and_never_above_what_it_was(store):
    await quotas.take(store, Share("tables", "ana", 2, HOURLY))
    earlier = {"at": now() - 100 * 3600 * 1000}
    await store.write(lambda connection: void(connection.execute(kept.update().values(earlier))))
    await quotas.take(store, Share("tables", "ana", 2, HOURLY))
    with pytest.raises(Exception, match="quota"):
        await quotas.take(store, Share("tables", "ana", 1, HOURLY))


async def test_what_is_refused_uses_nothing_up(store):
    with pytest.raises(Exception, match="quota"):
        await quotas.take(store, Share("tables", "ana", 1, HOURLY), Share("bytes", "ana", 3, HOURLY))
    await quotas.take(store, Share("tables", "ana", 2, HOURLY))


async def test_many_at_once_get_no_more_than_one_after_another(store):
    asked = [quotas.take(store, Share("tables", "ana", 1, Rate(5, SLOWLY))) for _ in range(20)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(answer is None for answer in answers) == 5


async def test_full_quotas_are_forgotten(store):
    for who in ("ana", "bento"):
        await quotas.take(store, Share("tables", who, 1, HOURLY))
    older = kept.update().where(kept.c.who == "ana").values(at=now() - 3 * 3600 * 1000)
    await store.write(lambda connection: void(connection.execute(older)))
    await store.write(quotas.forget_full([HOURLY]))
    assert await store.ask(lambda connection: list(connection.execute(sql.select(kept.c.who)).scalars())) == [
        "bento"
    ]


async def test_a_restart_gives_nobody_more_tables(open_room):
    limits = Limits(tables_a_day=2)
    async with open_room(limits=limits) as room:
        ana = await guest(room)
        for _ in range(2):
            await make(ana, ["me", BOT])
    async with open_room(limits=limits) as room:
        ana.url = room.url
        with pytest.raises(Refusal, match="quota") as refused:
            await make(ana, ["me", BOT])
        assert refused.value.answer["status"] == 429
        await make(await guest(room), ["me", BOT])


async def test_an_address_has_a_quota_whoever_asks_there(open_room):
    async with open_room(limits=Limits(tables_a_day_of_address=2)) as room:
        for _ in range(2):
            await make(await guest(room), ["me", BOT])
        with pytest.raises(Refusal, match="quota"):
            await make(await guest(room), ["me", BOT])
        elsewhere = Guest(room.url, headers={"X-Forwarded-For": "203.0.113.9"})
        await elsewhere.name("Eve")
        await make(elsewhere, ["me", BOT])


async def test_no_address_is_kept_in_clear(open_room):
    async with open_room() as room:
        await make(await guest(room), ["me", BOT])
        who = sql.select(kept.c.who)
        found = await room.inside.store.ask(lambda connection: list(connection.execute(who).scalars()))
        assert len(found) == 2
        assert not [one for one in found if "127.0.0.1" in one]


def void(_result: object) -> None:
    pass
