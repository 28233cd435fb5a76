"""Many tables as one array: the same games as one by one, and resets as Gymnasium asks for them."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import ludoteca
import ludoteca.lab.environments.gymnasium_env
from ludoteca import BadOptions, IllegalAction, Table
from ludoteca.core import chance
from ludoteca.core.observation import observation_of
from ludoteca.core.table import set_up_table
from ludoteca.lab.environments import vector_env
from ludoteca.lab.environments.vector_env import TablesEnv
from random_play import Setting, few_settings

few = pytest.mark.parametrize("setting", few_settings(), ids=str)


def made(setting: Setting, **more: object) -> TablesEnv:
    return TablesEnv(setting.id, seats=setting.seats, options=setting.options, **more)


def table_of(env: TablesEnv, place: int) -> Table:
    return Table(env.table.game, env.tables.states[place : place + 1].copy())


@few
def test_what_is_told_of_each_table_is_what_the_engine_says(setting: Setting) -> None:
    env = made(setting, num_envs=3, seat=setting.seats - 1)
    numbers, infos = env.reset(seed=1)
    for _ in range(12):
        for place in range(3):
            table = table_of(env, place)
            legal = table.legal_ids(env.seat)
            assert numbers[place].tobytes() == observation_of(table, env.seat).tobytes()
            assert infos["legal_actions"][place, : infos["legal_counts"][place]].tolist() == legal
            assert np.flatnonzero(infos["action_mask"][place]).tolist() == sorted(legal)
        numbers, _, _, _, infos = env.step(env.sample_legal())


def test_the_tables_are_those_of_the_streams_of_one_key() -> None:
    env = TablesEnv("doppelt-so-clever", num_envs=3, seats=1)
    env.reset(seed=1)
    tables = []
    for stream in range(3):
        states = env.table.blank.copy()
        chance.rekey(states[0], env.tables.blank[0].key.astype("<u4").tobytes(), stream)
        set_up_table(states)
        tables.append(Table(env.table.game, states))
    for _ in range(40):
        chosen = env.sample_legal()
        env.step(chosen)
        for place, table in enumerate(tables):
            table.play(0, table.game.notation.write_action(int(chosen[place])))
            assert table.position() == table_of(env, place).position()


@few
def test_rewards_of_whole_games_are_those_of_the_engine(setting: Setting) -> None:
    rounds = {"rounds": 1} if setting.options.get("variant") in ("basic", "professional") else {}
    options = {**setting.options, **rounds}
    env = TablesEnv(setting.id, num_envs=4, seats=setting.seats, options=options, reward="score")
    env.reset(seed=2)
    sums, ended = np.zeros(4), np.zeros(4, dtype=bool)
    for _ in range(1500):
        _, rewards, over, cut_off, _ = env.step(env.sample_legal())
        assert not cut_off.any()
        sums += rewards * ~ended
        for place in np.flatnonzero(over & ~ended):
            table = table_of(env, int(place))
            assert table.over
            assert sums[place] == table.game.better_score * table.scores[env.seat]
        ended |= over
        if ended.all():
            break
    assert ended.all()


def played(env: TablesEnv, steps: int) -> list[bytes]:
    """What is told of each table, step by step; the first legal action is taken everywhere."""
    told = [[part.tobytes() for part in env.reset(seed=6)[0]]]
    for _ in range(steps):
        numbers, rewards, over, _, infos = env.step(env.tables.legal[:, 0].astype(np.int64))
        parts = zip(numbers, rewards, over, infos["action_mask"])
        told.append([b"".join(one.tobytes() for one in part) for part in parts])
    return [b"".join(steps_of_one) for steps_of_one in zip(*told)]


@few
def test_a_table_plays_the_same_on_any_number_of_cores(setting: Setting) -> None:
    one, several = (made(setting, num_envs=5, cores=cores) for cores in (1, 3))
    assert played(one, 15) == played(several, 15)
    several.close()


def test_all_cores_take_part_if_each_has_enough_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_env, "usable_cores", lambda: 3)
    for tables, cores in ((1, 1), (511, 1), (512, 2), (768, 3), (5000, 3)):
        env = TablesEnv("dobro", num_envs=tables, masks=False)
        assert len(env.tables.parts) == cores
        env.close()


def test_the_deals_of_one_table_are_never_those_of_another() -> None:
    env = TablesEnv("dobro", num_envs=3)
    env.reset(seed=1)
    ended = 0
    while ended < 4:
        ended += env.step(env.sample_legal())[2].sum()
    assert env.tables.streams.max() > 5
    assert sorted(env.tables.streams % 3) == [0, 1, 2]


def play_to_an_end(env: TablesEnv) -> tuple[object, ...]:
    env.reset(seed=3)
    while True:
        told = env.step(env.sample_legal())
        if told[2].any():
            return told


def test_a_table_that_is_over_is_dealt_again_in_the_next_step() -> None:
    env = TablesEnv("dobro", num_envs=2)
    _, _, over, _, infos = play_to_an_end(env)
    (place,) = np.flatnonzero(over)
    assert infos["legal_counts"][place] == 0
    numbers, rewards, over, _, infos = env.step(env.sample_legal())
    assert rewards[place] == 0
    assert not over[place]
    assert infos["legal_counts"][place] > 0
    assert env.table.layout.read(numbers)["rounds_left"][place] == 3


def test_a_table_that_is_over_can_be_dealt_again_at_once() -> None:
    env = TablesEnv("dobro", num_envs=2, autoreset_mode=AutoresetMode.SAME_STEP)
    numbers, rewards, over, _, infos = play_to_an_end(env)
    (place,) = np.flatnonzero(over)
    assert rewards[place] in (-1, 0, 1)
    assert infos["_final_obs"].tolist() == over.tolist()
    assert env.table.layout.read(infos["final_obs"][place])["rounds_left"] == 0
    assert env.table.layout.read(numbers)["rounds_left"][place] == 3
    assert infos["legal_counts"].all()


def test_both_ways_to_reset_give_the_same_first_games() -> None:
    one, other = TablesEnv("dobro", num_envs=5), TablesEnv("dobro", num_envs=5, autoreset_mode="SameStep")
    for env in (one, other):
        env.reset(seed=4)
    for _ in range(20):
        chosen = one.sample_legal()
        told = [env.step(chosen) for env in (one, other)]
        assert (told[0][0] == told[1][0]).all()


def test_one_illegal_action_names_its_rule_and_no_table_moves() -> None:
    env = TablesEnv("pega-em-6", num_envs=3)
    env.reset(seed=1)
    before, chosen = env.tables.states.tobytes(), env.sample_legal()
    chosen[2] = 0
    with pytest.raises(IllegalAction) as refused:
        env.step(chosen)
    assert refused.value.rule == "P3"
    with pytest.raises(IllegalAction, match="each of 3 tables"):
        env.step(chosen[:2])
    assert env.tables.states.tobytes() == before


def test_what_was_returned_stays_as_it_was_unless_asked_otherwise() -> None:
    for copy in (True, False):
        env = TablesEnv("dobro", num_envs=2, copy=copy)
        numbers, _ = env.reset(seed=1)
        before = numbers.copy()
        env.step(env.sample_legal())
        assert (numbers == before).all() == copy


@pytest.mark.parametrize("id", ludoteca.games())
def test_gymnasium_makes_the_tables(id: str) -> None:
    env = gymnasium.make_vec(f"ludoteca/{id}-v0", num_envs=4, vectorization_mode="vector_entry_point")
    numbers, _ = env.reset(seed=1)
    assert numbers in env.observation_space
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP


def test_every_table_has_its_picture() -> None:
    env = TablesEnv("dobro", num_envs=2, render_mode="ansi")
    env.reset(seed=1)
    one, other = env.render()
    assert "seat 1" in one
    assert one != other


def test_settings_that_do_not_fit_are_named() -> None:
    with pytest.raises(BadOptions, match="simple bot"):
        TablesEnv("dobro", bots=["master"])
    with pytest.raises(BadOptions, match="cores is a positive"):
        TablesEnv("dobro", cores=0)
    with pytest.raises(BadOptions, match="autoreset_mode"):
        TablesEnv("dobro", autoreset_mode=AutoresetMode.DISABLED)
