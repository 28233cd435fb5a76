"""What happened, told again: a table's history, and finished games replayed, continued and brought in."""

import asyncio
import copy
from contextlib import AsyncExitStack

import pytest

from ludoteca.client import Guest, Refusal
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.settings import Limits
from server.people import BOT, MUCH, QUICK, SHORT, guest, make, play_on, two_at_a_table

pytestmark = pytest.mark.anyio
GAMES = sorted(load_games())


async def history(seat, **asked):
    await seat.send({"type": "history", "id": "h", **asked})
    while (answer := await seat.hear())["type"] != "history":
        pass
    return answer


async def finished_game(room, ana, **more):
    """The id of a game that Ana has played to its end against a bot."""
    table = await make(ana, ["me", BOT], start="ready", **more)
    async with ana.connect(table) as seat:
        await seat.do("ready", entropy="ab" * 32)
        await asyncio.wait_for(play_on(seat), 120)
    return table


# History


async def test_who_reloads_asks_for_all_that_happened_and_hears_it_as_before(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        heard = []
        for seat in (one, two):
            await seat.act(seat.table["legal"][0])
        await one.until(lambda table: table["seq"] == two.table["seq"])
        heard = one.table["steps"]
        await one.socket.close()
        async with one as again:
            told = await history(again)
        assert (told["since"], told["id"]) == (0, "h")
        assert [step["seq"] for step in told["steps"]] == list(range(1, one.table["seq"] + 1))
        assert told["steps"][-1:] == heard
        assert [step["did"] for step in told["steps"]] == ["sit", "ready", "start", "draft", "act"]


async def test_history_is_told_in_parts_and_to_each_as_it_may_know_it(shared_room):
    async with AsyncExitStack() as stack:
        one, two = await two_at_a_table(shared_room, stack)
        for seat in (one, two):
            await seat.act(seat.table["legal"][0])
        eve = await stack.enter_async_context((await guest(shared_room, "Eve")).connect(one.table["table"]))
        last = {
            name: await history(seat, most=1) for name, seat in (("one", one), ("two", two), ("eve", eve))
        }
        chose = {
            name: ["card" in event for event in told["steps"][0]["events"] if event["event"] == "chose"]
            for name, told in last.items()
        }
        assert chose == {"one": [True, False], "two": [False, True], "eve": [False, False]}
        part = await history(eve, before=3, most=1)
        assert (part["since"], [step["seq"] for step in part["steps"]]) == (1, [2])
        assert (await history(eve, before=1))["steps"] == []
        await eve.send({"type": "history", "id": "h", "most": 0})
        assert (await eve.hear())["code"] == "malformed"


# Replay


async def test_a_finished_game_is_shown_step_by_step_with_all_hands(room):
    ana = await guest(room)
    table = await make(ana, ["me", BOT], start="ready")
    async with ana.connect(table) as seat:
        await seat.do("ready")
        await seat.until(lambda table: table["stage"] == "playing")
        with pytest.raises(Refusal, match="not_over"):
            await ana.get(f"/api/tables/{table}/replay")
        first_hand = seat.table["view"]["hands"][0]
        await asyncio.wait_for(play_on(seat), 60)
        shown = await Guest(room.url).get(f"/api/tables/{table}/replay?most=500")
        assert [frame["step"] for frame in shown["frames"]] == list(range(shown["last"] + 1))
        assert shown["frames"][0]["position"]["hands"][0] == first_hand
        assert [len(hand) for hand in shown["frames"][0]["position"]["hands"]] == [10, 10]
        assert shown["frames"][0]["view"]["hands"] == [10, 10]
        assert shown["frames"][-1]["view"]["scores"] == shown["scores"] == seat.table["view"]["scores"]
        assert {event["event"] for event in shown["frames"][1]["events"]} >= {"revealed"}
        exported = await ana.get(f"/api/tables/{table}/export")
        assert [a for frame in shown["frames"] for a in frame["actions"]] == exported["actions"]
        part = await ana.get(f"/api/tables/{table}/replay?seat=0&from=2&most=3")
        assert [frame["step"] for frame in part["frames"]] == [2, 3, 4]
        assert isinstance(part["frames"][0]["view"]["hands"][0], list)
        for query in ("seat=2", "seat=x", "from=-1", "most=9999", "from=٣"):
            with pytest.raises(Refusal, match="malformed"):
                await ana.ask("GET", f"/api/tables/{table}/replay?{query}".replace("٣", "%D9%A3"))


async def test_my_finished_games_are_listed_with_their_results_also_after_a_restart(open_room, any_database):
    async with open_room(database=any_database) as room:
        ana = await guest(room)
        table = await finished_game(room, ana)
        await make(ana, ["me", BOT])
        exported = await ana.get(f"/api/tables/{table}/export")
    async with open_room(database=any_database) as room:
        ana.url = room.url
        listed = (await ana.get("/api/mine/finished"))["games"]
        assert [game["table"] for game in listed] == [table]
        for name in ("scores", "winners", "game", "options", "seats"):
            assert listed[0][name] == exported[name]
        assert (listed[0]["you"], listed[0]["origin"], listed[0]["ended"]) == (0, None, None)
        assert (await ana.get(f"/api/mine/finished?before={listed[0]['over_at']}"))["games"] == []
        assert (await (await guest(room, "Ben")).get("/api/mine/finished"))["games"] == []
        assert room.inside.tables.awake == {}


# Continuing


@pytest.mark.parametrize("hidden", ["same", "redrawn"])
async def test_a_finished_game_goes_on_from_any_step_against_bots(room, hidden):
    ana, ben = await guest(room, "Ana"), await guest(room, "Ben")
    table = await finished_game(room, ana)
    frame = (await ana.get(f"/api/tables/{table}/replay?from=4&most=1&seat=1"))["frames"][0]
    wanted = {"step": 4, "seat": 1, "bot": "random", "hidden": hidden}
    made = await ben.post(f"/api/tables/{table}/continue", wanted)
    assert made["seat"] == 1
    async with ben.connect(made["table"]) as seat:
        await seat.do("ready", entropy="cd" * 32)
        await seat.until(lambda table: table["stage"] == "playing")
        assert seat.table["origin"] == "continued"
        assert seat.table["view"] | {"chosen": 0} == frame["view"] | {"chosen": 0}
        await asyncio.wait_for(play_on(seat), 60)
        again = await ben.get(f"/api/tables/{made['table']}/replay")
        same = again["frames"][0]["position"]["hands"] == frame["position"]["hands"]
        assert same == (hidden == "same")
    exported = await ben.get(f"/api/tables/{made['table']}/export")
    assert exported["begin"] == {"position": again["frames"][0]["position"]}
    assert (await ben.post("/api/import", exported))["seat"] is None


async def test_what_cannot_be_continued_is_refused(room):
    ana = await guest(room)
    running = await make(ana, ["me", BOT])
    with pytest.raises(Refusal, match="never_started"):
        await ana.post(f"/api/tables/{running}/continue", {"step": 0, "seat": 0})
    table = await finished_game(room, ana)
    last = (await ana.get(f"/api/tables/{table}/replay"))["last"]
    for wanted, code in [
        ({"step": last, "seat": 0}, "already_over"),
        ({"step": last + 1, "seat": 0}, "no_such_step"),
        ({"step": -1, "seat": 0}, "no_such_step"),
        ({"step": 0, "seat": 2}, "no_such_seat"),
        ({"step": 0, "seat": 0, "bot": "genius"}, "unknown_bot"),
        ({"step": "x", "seat": 0}, "malformed"),
    ]:
        with pytest.raises(Refusal, match=code):
            await ana.post(f"/api/tables/{table}/continue", wanted)
    with pytest.raises(Refusal, match="no_person"):
        await Guest(room.url).post(f"/api/tables/{table}/continue", {"step": 0, "seat": 0})


# Files


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_of_every_kind_is_exported_and_brought_in(open_room, game):
    async with open_room(limits=QUICK) as room:
        ana, ben = await guest(room, "Ana"), await guest(room, "Ben")
        options = SHORT if game == "pega-em-6" else {}
        table = await finished_game(room, ana, game=game, options=options)
        exported = await ana.get(f"/api/tables/{table}/export")
        brought = await ben.post("/api/import", exported)
        for part in ("export", "replay?seat=1"):
            here = await ben.get(f"/api/tables/{brought['table']}/{part}")
            there = await ben.get(f"/api/tables/{table}/{part}")
            assert {**here, "table": 0, "origin": 0} == {**there, "table": 0, "origin": 0}
        assert (await ben.get("/api/mine/finished"))["games"][0]["origin"] == "imported"
        async with ben.connect(brought["table"]) as seat:
            assert (seat.table["stage"], seat.table["origin"]) == ("over", "imported")
            assert seat.table["you"]["seat"] is None


DAMAGE = {
    "malformed": [
        lambda game: game.pop("actions"),
        lambda game: game.update(more=1),
        lambda game: game["actions"].append({"seat": -1, "action": {}}),
        lambda game: game["fairness"].update(entropy=["x", None]),
    ],
    "unknown_format": [lambda game: game.update(format="x")],
    "unknown_game": [lambda game: game.update(game="chess")],
    "unknown_option": [lambda game: game["options"].update(colour="red")],
    "other_commitment": [lambda game: game["fairness"].update(seed="00" * 32)],
    "other_entropy": [lambda game: game["fairness"]["entropy"].append(None)],
    "illegal_action": [
        lambda game: game["fairness"].update(entropy=["00" * 32, None]),
        lambda game: game["actions"].append({"seat": 0, "action": {"card": 1}}),
        lambda game: game["actions"][0].update(action={"card": "x"}),
        lambda game: game["actions"][0].update(seat=9),
    ],
    "not_over": [lambda game: game["actions"].pop()],
    "other_scores": [lambda game: game["scores"].append(0)],
    "other_winners": [lambda game: game["winners"].append(7)],
    "over_before": [lambda game: game.update(ended="agreement")],
    "bad_name": [
        lambda game: game["seats"][0].update(person="\n"),
        lambda game: game["seats"][0].update(person="\u3164"),
    ],
    "unknown_bot": [
        lambda game: game["seats"][1].update(bot="a\x00b"),
        lambda game: game["seats"][1].update(bot=" "),
    ],
    "other_rules": [lambda game: game.update(rules=2)],
}


async def test_what_is_no_finished_game_is_not_brought_in(open_room):
    async with open_room(limits=Limits(new_tables=MUCH)) as room:
        ana = await guest(room)
        table = await finished_game(room, ana)
        exported = await ana.get(f"/api/tables/{table}/export")
        for code, damages in DAMAGE.items():
            for damage in damages:
                damaged = copy.deepcopy(exported)
                damage(damaged)
                with pytest.raises(Refusal, match=f"^{code}$"):
                    await ana.post("/api/import", damaged)
        with pytest.raises(Refusal) as wrong:
            await ana.ask("POST", "/api/import", b'{"format": "\xff"}')
        assert wrong.value.code == "malformed"
        with pytest.raises(Refusal, match="too_large"):
            await ana.ask("POST", "/api/import", b" " * 2_100_000)
        with pytest.raises(Refusal, match="no_person"):
            await Guest(room.url).post("/api/import", exported)
        assert len((await ana.get("/api/mine/finished"))["games"]) == 1


# Several processes


async def test_another_process_tells_and_does_the_same(open_room, any_database):
    async with AsyncExitStack() as stack:
        here = await stack.enter_async_context(open_room(database=any_database, patience=60))
        there = await stack.enter_async_context(open_room(database=any_database, patience=60))
        ana, ben = await guest(here, "Ana"), await guest(there, "Ben")
        table = await make(ana, ["me", BOT], start="ready", take_back=True)
        one = await stack.enter_async_context(ana.connect(table))
        two = await stack.enter_async_context(ben.connect(table))
        await one.do("ready")
        await one.until(lambda table: table["stage"] == "playing")
        await one.act(one.table["legal"][0])
        await two.until(lambda table: table["seq"] == one.table["seq"])
        assert [step["did"] for step in (await history(two))["steps"][:2]] == ["ready", "start"]
        await one.send({"type": "code", "id": "code"})
        while (code := await one.hear())["type"] != "code":
            pass
        await two.do("take", code=code["code"])
        assert two.table["you"]["seat"] == 0
        await asyncio.wait_for(play_on(two), 60)
        assert await ben.get(f"/api/tables/{table}/replay") == await ana.get(f"/api/tables/{table}/replay")
        exported = await ben.get(f"/api/tables/{table}/export")
        for who in (ana, ben):
            made = await who.post(f"/api/tables/{table}/continue", {"step": 2, "seat": 1})
            brought = await who.post("/api/import", exported)
            for other in (ana, ben):
                assert (await other.get(f"/api/tables/{made['table']}"))["origin"] == "continued"
                assert await other.get(f"/api/tables/{brought['table']}/export") == exported
        assert table in [game["table"] for game in (await ben.get("/api/mine/finished"))["games"]]
