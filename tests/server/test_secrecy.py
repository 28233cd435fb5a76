"""Non-interference: a table and its copy with all that a viewer cannot know redrawn send the same bytes."""

import asyncio
import base64
import contextlib
import copy
import json
import random
import re
from contextlib import AsyncExitStack

import msgspec
import pytest
import structlog

from ludoteca.archive.fairness import deal_key
from ludoteca.client import Guest, Refusal
from ludoteca.core import chance
from ludoteca.core.compiled import PLAIN
from ludoteca.core.record import NOBODY
from ludoteca.core.table import Table, imagine_anew
from ludoteca.server.errors import Refused
from ludoteca.server.finished.export import export, fairness_of
from ludoteca.server.finished.replay import finished
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.store.models import Person, Place
from ludoteca.server.store.queries import log_of
from ludoteca.server.table import messages, views
from ludoteca.server.table.commands import decide
from ludoteca.server.table.entries import Entry
from ludoteca.server.table.registry import new_meta
from ludoteca.server.table.state import OVER, TableState
from ludoteca.server.table.summaries import standing_of, summary_of
from server.people import BOT, QUICK, SHORT, guest, make, play_on, two_at_a_table

OTHER_COMMANDS = [
    messages.Sit("c"),
    messages.Ready("c"),
    messages.Leave("c"),
    messages.Start("c"),
    messages.Bot("c", 0, None),
    messages.Kick("c", 1),
    messages.Say("c", "hello"),
    messages.Rematch("c"),
    messages.Agree("c"),
    messages.TakeBack("c"),
    messages.Take("c", "AAAA-AAAA"),
]
PEOPLE = [Person(f"p{seat}", f"Person {seat}") for seat in range(3)]
EVERYBODY = views.Presence({person.id for person in PEOPLE}, 1)
VARIANTS = [(game, options) for game in load_games().values() for options in game.notation.OPTIONS]
PEGA = next(
    (game, options) for game, options in VARIANTS if (game.id, options.get("rounds")) == ("pega-em-6", 1)
)


def started(game, options):
    """A table of three, or of as many as the game allows, that has begun."""
    most = game.notation.seat_range(options)[-1]
    people = PEOPLE[: min(3, most)]
    meta = new_meta(
        id="t", game=game.id, options=game.options(len(people), options),
        places=tuple(Place(person, ready=True) for person in people), host=PEOPLE[0],
        open=True, chat=True, start="host",
    )  # fmt: skip
    state = TableState(meta, game)
    step(state, PEOPLE[0], messages.Start("start"))
    return state


def copy_of(state):
    other, game = copy.copy(state), copy.copy(state.live_game)
    game.table = Table(state.game, game.table.states.copy())
    game.drafts, game.changed_at, game.actions = dict(game.drafts), list(game.changed_at), list(game.actions)
    other.live_game, other.steps, other.answered = game, copy.copy(state.steps), dict(state.answered)
    return other


def redrawn(state, viewer, seed):
    """The same table, with everything that the viewer cannot know drawn anew."""
    other = copy_of(state)
    chance.rekey(other.live_game.table.states[0], seed)
    imagine_anew(other.live_game.table.states, NOBODY if viewer is None else viewer)
    for seat in other.live_game.drafts.keys() - {viewer}:
        other.live_game.drafts[seat] = random.Random(seed).choice(other.live_game.table.legal(seat))
    return other


def step(state, person, command):
    decision = decide(state, person, command, lambda: "new")
    return state.apply(Entry(state.seq + 1, decision.change, person.id, command.id), decision.played)


def act_of(state, seat, rng):
    return messages.Act(f"c{state.seq}", state.seq, rng.choice(state.live_game.table.legal(seat)))


def view_of(state, viewer):
    person = None if viewer is None else PEOPLE[viewer]
    return views.view(state, EVERYBODY, views.You(person, viewer), "link")


def answers(state, viewer, actions):
    """What the viewer is told of the table, and of everything it may try."""
    yield view_of(state, viewer)
    yield views.summary(state.meta, summary_of(state), EVERYBODY, "link", standing_of(state))
    yield views.news(state, EVERYBODY, viewer, state.steps_after(max(0, state.seq - 5)))
    yield views.history(state, viewer, messages.History("h", None, 1000))
    yield fairness_of(state)
    commands = [messages.Act("c", state.seq, action) for action in actions]
    for command in [*commands, *OTHER_COMMANDS]:
        try:
            decision = decide(state, None if viewer is None else PEOPLE[viewer], command, lambda: "new")
            yield {"did": decision.change.did}
        except Refused as why:
            yield views.refused("c", why, view_of(state, viewer))
    for of_finished_games in (export, finished):
        try:
            yield of_finished_games(state)
        except Refused as why:
            yield why.problem()


def others_draft(state, viewer, rng):
    """What the viewer hears when the others choose in secret, until one is the last, which reveals all."""
    for seat in range(len(state.places)):
        if seat != viewer and state.live_game.waits_for(seat) and len(state.live_game.table.to_act) > 1:
            command = act_of(state, seat, rng)
            if decide(state, PEOPLE[seat], command, lambda: "new").change.did == "draft":
                yield views.news(state, EVERYBODY, viewer, [step(state, PEOPLE[seat], command)])
    yield views.history(state, viewer, messages.History("h", None, 1000))


def assert_same(one, other):
    for mine, theirs in zip(one, other, strict=True):
        assert msgspec.json.encode(mine) == msgspec.json.encode(theirs)


def play_some(state, rng):
    """Play a little further."""
    for _ in range(rng.randrange(1, 12)):
        if state.stage != OVER:
            seat = rng.choice(
                [seat for seat in state.live_game.table.to_act if state.live_game.waits_for(seat)]
            )
            step(state, PEOPLE[seat], act_of(state, seat, rng))


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=lambda part: getattr(part, "id", str(part)))
def test_a_socket_receives_nothing_that_its_audience_cannot_know(game, options):
    rng = random.Random(6)
    state = started(game, options)
    for _ in range(2 if PLAIN else 5):
        play_some(state, rng)
        if state.stage != OVER:
            look(state, rng)


def look(state, rng):
    ids = rng.sample(range(state.game.rules.ACTIONS), 12)
    tried = [state.game.notation.write_action(number) for number in ids]
    for viewer in (*range(len(state.places)), None):
        truth, dream = copy_of(state), redrawn(state, viewer, rng.randrange(2**40))
        assert_same(answers(truth, viewer, tried), answers(dream, viewer, tried))
        assert_same(
            others_draft(truth, viewer, random.Random(1)), others_draft(dream, viewer, random.Random(2))
        )


def test_the_redrawn_table_is_another_one():
    """So the comparison above has something to find."""
    state = started(*PEGA)
    other = redrawn(state, 0, 3)
    assert view_of(state, 0) == view_of(other, 0)
    assert view_of(state, 1) != view_of(other, 1)


def test_the_seed_is_told_when_the_game_is_over_and_not_before():
    rng = random.Random(6)
    state = started(*PEGA)
    seed = state.meta.seed.encode()
    while state.stage != OVER:
        assert not any(seed in msgspec.json.encode(view_of(state, viewer)) for viewer in (0, None))
        play_some(state, rng)
    assert view_of(state, None).fairness.seed == state.meta.seed


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=lambda part: getattr(part, "id", str(part)))
def test_history_tells_each_audience_what_it_was_told_when_it_happened(game, options):
    rng = random.Random(7)
    state = started(game, options)
    audiences = (*range(len(state.places)), None)
    live = {viewer: [] for viewer in audiences}
    while state.stage != OVER and state.seq < 80:
        seat = rng.choice([seat for seat in state.live_game.table.to_act if state.live_game.waits_for(seat)])
        news = step(state, PEOPLE[seat], act_of(state, seat, rng))
        for viewer in audiences:
            live[viewer] += views.news(state, EVERYBODY, viewer, [news]).steps
    for viewer in audiences:
        history = views.history(state, viewer, messages.History("h", None, 1000))
        assert history.steps[1:] == live[viewer]
    assert msgspec.json.encode(live[0]) != msgspec.json.encode(live[None]) or not hides_something(game)


def hides_something(game):
    """Does this game tell a seat more than a spectator?"""
    return any(kind.secret for kind in game.notation.EVENTS) and game.id == "pega-em-6"


COMMANDS = [
    {"type": "history", "most": 1000},
    {"type": "history", "most": 0},
    {"type": "hint"},
    {"type": "start"},
    {"type": "ready"},
    {"type": "take_back"},
    {"type": "take", "code": "AAAA-AAAA"},
    {"type": "rematch"},
    {"type": "bot", "seat": 1, "bot": None},
    {"type": "kick", "seat": 0},
    {"type": "say", "text": "x"},
    {"type": "fly"},
    {"type": "ping"},
]
PATHS = ("", "/export", "/replay", "/replay?seat=1", "/review", "/fairness", "/socket")


async def received(room, seat, game, watch):
    """Everything that a new socket gets, for its view and for all it tries, and all that HTTP tells."""
    seat.address = seat.address.split("?")[0] + ("?watch=1" if watch else "?")
    async with seat:
        got = [json.dumps(seat.table)]
        numbers = range(0, game.rules.ACTIONS, max(1, game.rules.ACTIONS // 12))
        tried = [game.notation.write_action(number) for number in numbers]
        acts = [{"type": "act", "action": one} for one in tried if one not in seat.table["legal"]]
        for command in [*acts, *COMMANDS]:
            about = {"seq": seat.table["seq"]} if command["type"] == "act" else {}
            about |= {"id": "x"} if command["type"] != "ping" else {}
            await seat.send(command | about)
            got.append(await answer_of(seat))
    who = Guest(room.url, seat.headers.get("Cookie"))
    for path in ("/api/tables", "/api/mine", "/api/mine/finished"):
        got.append(await told_by(who, path))
    got += [await told_by(who, f"/api/tables/{seat.table['table']}{path}") for path in PATHS]
    return [without_times(told) for told in got]


async def answer_of(seat):
    """The next message that does not only say that the compiler is busy."""
    while '"type":"waking"' in (answer := await seat.socket.recv()):
        pass
    return answer


def without_times(told):
    """The seconds until a bot plays on run for everybody."""
    return re.sub(r'"bot_in": ?\d+', '"bot_in":0', told.decode() if isinstance(told, bytes) else told)


def made_from(observation, turn, action):
    """All that a hint can be made from: the view, and the worlds that a search draws."""
    worlds = [observation.states, observation.imagined(b"1" * 32)]
    told = [observation.view, *(world.tobytes().hex() for world in worlds)]
    return {"measure": "victory", "candidates": told, "others": []}


async def told_by(who, path, body=None):
    try:
        return await who.ask("POST" if body else "GET", path, body)
    except Refusal as refusal:
        return json.dumps(refusal.answer)


@pytest.mark.anyio
@pytest.mark.parametrize("watch", [False, True], ids=["seat", "spectator"])
@pytest.mark.parametrize("game", load_games().values(), ids=lambda game: game.id)
async def test_everything_that_is_received_is_the_same_from_the_redrawn_table(
    open_room, monkeypatch, game, watch
):
    """What hints are made from is told instead of them: they search as long as they have time."""
    monkeypatch.setattr("ludoteca.server.table.bot_threads.hint", made_from)
    async with AsyncExitStack() as stack, open_room(patience=60, limits=QUICK) as room:
        options = SHORT if game.id == "pega-em-6" else {}
        one, two = await two_at_a_table(room, stack, game=game.id, options=options, open=True)
        if two.to_choose:
            await two.act(two.table["legal"][0])
        await one.socket.close()
        await two.until(lambda table: not table["seats"][0]["present"])
        actor = room.inside.tables.awake[one.table["table"]]
        truth = await received(room, one, game, watch)
        if game.id == "pega-em-6" and not watch:
            assert any('"type":"hint"' in str(told) for told in truth)
        await two.until(lambda table: table["seats"][0]["present"] is False and table["spectators"] == 0)
        before = actor.state.live_game.table.position()
        actor.state = redrawn(actor.state, None if watch else 0, 5)
        if "hands" in before:
            assert actor.state.live_game.table.position() != before
        assert await received(room, one, game, watch) == truth


@pytest.mark.anyio
async def test_the_seed_and_the_key_never_leave_the_server_before_the_end(open_room, monkeypatch, capsys):
    """Not in any frame, answer, metric or line of the log."""
    monkeypatch.setattr("ludoteca.server.table.bot_threads.hint", made_from)
    heard, lines = [], []
    with structlog.testing.capture_logs() as logged:
        async with AsyncExitStack() as stack, open_room(limits=QUICK) as room:
            one, two = await two_at_a_table(room, stack, open=True, chat=True)
            state = room.inside.tables.awake[one.table["table"]].state
            secrets = secrets_of(state)
            while state.stage != OVER:
                for seat in (one, two):
                    seat.address = seat.address.split("?")[0] + "?since=0"
                    await seat.socket.close()
                    heard += await received(room, seat, state.game, seat is two)
                    seat.address = seat.address.split("?")[0]
                    await seat.__aenter__()
                assert not found(secrets, heard)
                heard.clear()
                await asyncio.gather(act_once(one, state), act_once(two, state))
                heard.append(await told_by(Guest(room.url), "/metrics"))
            shown = await told_by(Guest(room.url), f"/api/tables/{one.table['table']}/fairness")
            assert found(secrets, [shown])
        lines += [json.dumps(line, default=str) for line in logged]
    assert not found(secrets, lines + list(capsys.readouterr()))


def secrets_of(state):
    """The seed and the key of the deal, as anybody might write them."""
    key = deal_key(state.meta.seed, [place.entropy for place in state.places])
    raw = [bytes.fromhex(state.meta.seed), key]
    texts = [text for one in raw for text in (one.hex(), base64.b64encode(one).decode()[:40])]
    return [*texts, *(base64.urlsafe_b64encode(one).decode()[:40] for one in raw), *map(str, raw)]


def found(secrets, texts):
    together = "\n".join(text.decode() if isinstance(text, bytes) else text for text in texts).lower()
    return any(secret.lower() in together for secret in secrets)


async def act_once(seat, state):
    if state.live_game.waits_for(seat.table["you"]["seat"]):
        await seat.until(lambda table: table["seq"] >= state.seq or seat.to_choose)
        if seat.to_choose:
            with contextlib.suppress(Refusal):
                await seat.act(seat.table["legal"][0])


@pytest.mark.anyio
async def test_the_own_data_do_not_tell_the_cards_that_were_redrawn_at_a_start(open_room):
    """The log keeps them with the command of the host, who plays on one of the seats."""
    async with open_room(limits=QUICK) as room:
        ana = await guest(room)
        over = await make(ana, ["me", BOT], start="ready")
        async with ana.connect(over) as seat:
            await seat.do("ready")
            await asyncio.wait_for(play_on(seat), 60)
        redrawn = {"step": 1, "seat": 0, "hidden": "redrawn"}
        table = (await ana.post(f"/api/tables/{over}/continue", redrawn))["table"]
        async with ana.connect(table) as seat:
            await seat.do("start")
        (kept,) = [one for one in (await room.inside.store.ask(log_of(table))).log if one.did == "start"]
        assert b"hands" in kept.data
        (told,) = [one for one in (await ana.get("/api/me/data"))["sent"] if one["did"] == "start"]
        assert "position" not in told["data"]
