"""Non-interference: a table and its copy with all that a viewer cannot know redrawn send the same bytes."""

import copy
import json
import random
from contextlib import AsyncExitStack

import msgspec
import pytest

from ludoteca.core import chance
from ludoteca.core.compiled import PLAIN
from ludoteca.core.record import NOBODY
from ludoteca.core.table import Table, imagine_anew
from ludoteca.server import messages, told
from ludoteca.server.catalogue import load_games
from ludoteca.server.commands import decide
from ludoteca.server.errors import Refused
from ludoteca.server.records import Entry, Person, Place
from ludoteca.server.table_state import OVER, TableState
from ludoteca.server.tables import new_meta
from server.people import two_at_a_table

PEOPLE = [Person(f"p{seat}", f"Person {seat}") for seat in range(3)]
EVERYBODY = told.Presence({person.id for person in PEOPLE}, 1)
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
    other, play = copy.copy(state), copy.copy(state.play)
    play.table = Table(state.game, play.table.states.copy())
    play.drafts, play.fresh, play.actions = dict(play.drafts), list(play.fresh), list(play.actions)
    other.play, other.steps, other.answered = play, copy.copy(state.steps), dict(state.answered)
    return other


def redrawn(state, viewer, seed):
    """The same table, with everything that the viewer cannot know drawn anew."""
    other = copy_of(state)
    chance.rekey(other.play.table.states[0], seed)
    imagine_anew(other.play.table.states, NOBODY if viewer is None else viewer)
    for seat in other.play.drafts.keys() - {viewer}:
        other.play.drafts[seat] = random.Random(seed).choice(other.play.table.legal(seat))
    return other


def step(state, person, command):
    did, data = decide(state, person, command, "new")
    return state.apply(Entry(state.seq + 1, did, data, person.id, command.id))


def act_of(state, seat, rng):
    return messages.Act(f"c{state.seq}", state.seq, rng.choice(state.play.table.legal(seat)))


def view_of(state, viewer):
    person = None if viewer is None else PEOPLE[viewer]
    return told.view(state, EVERYBODY, told.You(person, viewer), "link")


def answers(state, viewer, actions):
    """What the viewer is told of the table, and of everything it may try."""
    yield view_of(state, viewer)
    yield told.summary(state, EVERYBODY, "link")
    yield told.news(state, EVERYBODY, viewer, state.steps_after(max(0, state.seq - 5)))
    for action in actions if viewer is not None else ():
        command = messages.Act("c", state.seq, action)
        try:
            did, _ = decide(state, PEOPLE[viewer], command, "new")
            yield {"did": did}
        except Refused as why:
            yield told.refused("c", why, view_of(state, viewer))


def others_draft(state, viewer, rng):
    """What the viewer hears when the others choose in secret, until one is the last, which reveals all."""
    for seat in range(len(state.places)):
        if seat != viewer and state.play.waits_for(seat) and len(state.play.table.to_act) > 1:
            command = act_of(state, seat, rng)
            if decide(state, PEOPLE[seat], command, "new")[0] == "draft":
                yield told.news(state, EVERYBODY, viewer, [step(state, PEOPLE[seat], command)])


def assert_same(one, other):
    for mine, theirs in zip(one, other, strict=True):
        assert msgspec.json.encode(mine) == msgspec.json.encode(theirs)


def play_some(state, rng):
    """Play a little further."""
    for _ in range(rng.randrange(1, 12)):
        if state.stage != OVER:
            seat = rng.choice([seat for seat in state.play.table.to_act if state.play.waits_for(seat)])
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
    assert view_of(state, None)["fairness"]["seed"] == state.meta.seed


async def received(seat, watch):
    """All frames that a new socket gets, for its view and for everything it tries."""
    seat.address = seat.address.split("?")[0] + ("?watch=1" if watch else "?")
    async with seat:
        frames = [json.dumps(seat.table)]
        tried = [{"card": card} for card in range(0, 105, 8)] + [{"row": 1}, {"place": True}]
        for action in tried:
            if action not in seat.table["legal"]:
                await seat.send({"type": "act", "id": "x", "seq": seat.table["seq"], "action": action})
                frames.append(await seat.socket.recv())
    return frames


@pytest.mark.anyio
@pytest.mark.parametrize("watch", [False, True], ids=["seat", "spectator"])
async def test_a_real_socket_gets_the_same_bytes_from_the_redrawn_table(open_room, watch):
    async with AsyncExitStack() as stack, open_room(patience=60) as room:
        one, two = await two_at_a_table(room, stack)
        await two.act(two.table["legal"][0])
        await one.socket.close()
        await two.until(lambda table: not table["seats"][0]["present"])
        actor = room.house.tables.awake[one.table["table"]]
        truth = await received(one, watch)
        await two.until(lambda table: table["seats"][0]["present"] is False and table["spectators"] == 0)
        hands = actor.state.play.table.position()["hands"]
        actor.state = redrawn(actor.state, None if watch else 0, 5)
        assert actor.state.play.table.position()["hands"] != hands
        assert await received(one, watch) == truth
