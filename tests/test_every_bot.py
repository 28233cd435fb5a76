"""The simple bots of every game: they play whole games by the rules, and only by what their seat may know."""

import ast
import random

import numpy as np
import pytest

import ludoteca
from ludoteca import Table
from ludoteca.core import chance
from ludoteca.core.batch import simulate
from ludoteca.core.bits import lowest
from ludoteca.core.bot_random import BotRandom, rng_of
from ludoteca.core.table import set_up_table
from random_play import SEED, Setting, copy, counted, few_settings, samples, settings

every_game = pytest.mark.parametrize("id", ludoteca.games())
every_setting = pytest.mark.parametrize("setting", settings(), ids=str)
few = pytest.mark.parametrize("setting", few_settings(), ids=str)


def choice(table: Table, seat: int, bot: int, rng: BotRandom) -> int:
    """What a bot does; it has only looked."""
    game, legal = table.game, table.legal_ids(seat)
    actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
    actions[: len(legal)] = legal
    before = table.states.tobytes()
    chosen = int(game.bots.choose(table.states[0], seat, bot, actions, len(legal), rng))
    assert table.states.tobytes() == before
    assert actions[: len(legal)].tolist() == legal
    assert chosen in legal
    return chosen


def play_bots(setting: Setting, bots: list[int], table: Table, rng: BotRandom, most: int) -> int:
    """Let bots play in the order of a batch. How many decisions?"""
    decisions = 0
    while not table.over and decisions < most:
        seat = lowest(int(table.states[0].to_act))
        action = choice(table, seat, bots[seat], rng)
        table.play(seat, setting.game.notation.write_action(action))
        decisions += 1
    return decisions


@every_setting
def test_every_bot_plays_by_the_rules(setting: Setting) -> None:
    for bot in range(len(setting.game.bots.NAMES)):
        table = setting.start()
        play_bots(setting, [bot] * setting.seats, table, rng_of(SEED), most=counted(100, 40))


@few
def test_games_of_every_bot_come_to_an_end(setting: Setting) -> None:
    for name in setting.game.bots.NAMES:
        batch = simulate(setting.game, counted(20, 1), setting.seats, setting.options, (name,), SEED)
        assert (batch.decisions > 0).all()
        assert (batch.winners.sum(axis=1) > 0).all()
        assert batch.scores.shape == batch.winners.shape


@pytest.mark.long
@every_setting
def test_many_games_of_every_bot_come_to_an_end(setting: Setting) -> None:
    for name in setting.game.bots.NAMES:
        batch = simulate(setting.game, counted(1000, 3), setting.seats, setting.options, (name,), SEED)
        assert (batch.winners.sum(axis=1) > 0).all()


@few
def test_a_batch_plays_as_tables_do(setting: Setting) -> None:
    """The same games, decision by decision at a table, with the bots as ordinary Python."""
    games, names = counted(3, 1), setting.game.bots.NAMES
    mixed = [names[seat % len(names)] for seat in range(setting.seats)]
    batch = simulate(setting.game, games, setting.seats, setting.options, mixed, SEED)
    rng = rng_of((chance.key_of(SEED).tolist(), 0))
    for game in range(games):
        states = setting.game.blank(setting.seats, setting.options)
        chance.rekey(states[0], SEED, stream=game)
        set_up_table(states)
        table = Table(setting.game, states)
        decisions = play_bots(setting, [names.index(name) for name in mixed], table, rng, most=10_000)
        assert decisions == batch.decisions[game]
        assert table.scores == batch.scores[game].tolist()
        assert table.winners == np.flatnonzero(batch.winners[game]).tolist()


def require_fair(setting: Setting, each: int, times: int) -> None:
    rng = random.Random(SEED)
    for table in samples(setting, each):
        for seat in table.to_act[:2]:
            for bot in range(len(setting.game.bots.NAMES)):
                seed = rng.random()
                wanted = choice(copy(table), seat, bot, rng_of(seed))
                for other in range(times):
                    world = setting.game.imagine(table.view(seat), seat, other)
                    assert choice(world, seat, bot, rng_of(seed)) == wanted


@every_setting
def test_a_bot_does_the_same_whatever_it_cannot_know(setting: Setting) -> None:
    require_fair(setting, each=1, times=1)


@pytest.mark.long
@every_setting
def test_a_bot_does_the_same_whatever_it_cannot_know_in_many_positions(setting: Setting) -> None:
    require_fair(setting, each=counted(10, 2), times=counted(5, 1))


@every_game
def test_the_random_bot_does_anything(id: str) -> None:
    game = ludoteca.game(id)
    setting = next(one for one in settings() if one.id == id)
    table = max((copy(table) for table in samples(setting, each=1)), key=lambda t: most_legal(t))
    seat = max(table.to_act, key=lambda s: len(table.legal_ids(s)))
    legal = table.legal_ids(seat)
    rng = rng_of(SEED)
    chosen = [choice(table, seat, game.bots.NAMES.index("random"), rng) for _ in range(60 * len(legal))]
    assert set(chosen) == set(legal)
    assert max(chosen.count(action) for action in legal) < 120


@every_game
def test_every_function_in_bots_is_used(id: str) -> None:
    """One that is neither called nor handed over as a hook may be a misspelt one."""
    tree = ast.parse((ludoteca.game(id).folder / "bots.py").read_text(encoding="utf-8"))
    written = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert written - used == {"choose"}


def most_legal(table: Table) -> int:
    return max((len(table.legal_ids(seat)) for seat in table.to_act), default=0)
