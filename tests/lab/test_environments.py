"""Environments for learning programs: the libraries' own tests, and what those do not ask."""

import random
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import ludoteca
import ludoteca.lab.environments.gymnasium_env
from ludoteca import BadOptions, IllegalAction
from ludoteca.lab.environments import pettingzoo_env
from ludoteca.lab.environments.gymnasium_env import SeatEnv
from ludoteca.lab.environments.played_table import PlayedTable
from random_play import SEED, Setting, few_settings

few = pytest.mark.parametrize("setting", few_settings(), ids=str)
CYCLES = 60


def by_turn(setting: Setting, **more: Any) -> pettingzoo_env.SeatByTurnEnv:
    return pettingzoo_env.env(setting.id, seats=setting.seats, options=setting.options, **more)


def at_once(setting: Setting, **more: Any) -> pettingzoo_env.AllSeatsEnv:
    return pettingzoo_env.parallel_env(setting.id, seats=setting.seats, options=setting.options, **more)


# The tests of the libraries, as they are


@few
def test_pettingzoo_accepts_one_agent_after_the_other(setting: Setting) -> None:
    api_test(by_turn(setting), num_cycles=CYCLES)


@few
def test_pettingzoo_accepts_all_agents_at_once(setting: Setting) -> None:
    parallel_api_test(at_once(setting), num_cycles=CYCLES)


@few
def test_pettingzoo_finds_that_seeds_repeat_games(setting: Setting) -> None:
    seed_test(lambda: by_turn(setting), num_cycles=CYCLES)
    parallel_seed_test(lambda: at_once(setting), num_cycles=CYCLES)


@few
def test_pettingzoo_accepts_the_pictures(setting: Setting) -> None:
    render_test(lambda render_mode: by_turn(setting, render_mode=render_mode))


@few
def test_gymnasium_accepts_one_seat_against_bots(setting: Setting) -> None:
    env = gymnasium.make(
        f"ludoteca/{setting.id}-v0", seats=setting.seats, options=setting.options, illegal_reward=-1.0
    )
    check_env(env.unwrapped)


# Rewards and ends are those of the engine


def require_rewards(table: PlayedTable, sums: dict[int, float], reward: str) -> None:
    """Rewards add up to the score, fewest points counted down, or to the victory, shared as the game says."""
    end = table.as_table()
    assert end.over
    assert end.winners
    for seat, total in sums.items():
        if reward == "score":
            assert total == table.game.better_score * end.scores[seat]
        else:
            share = (seat in end.winners) / len(end.winners)
            assert total == pytest.approx((end.seats * share - 1) / (end.seats - 1))


def play_by_turn(env: pettingzoo_env.SeatByTurnEnv, rng: random.Random) -> None:
    """One random game; the game ends for all at once, and for the first time."""
    sums = dict.fromkeys(range(env.table.seats), 0.0)
    while not any(env.terminations.values()):
        assert not env.table.over
        seat = env.seat_of[env.agent_selection]
        env.step(rng.choice(env.table.legal(seat).tolist()))
        for agent, gained in env.rewards.items():
            sums[env.seat_of[agent]] += gained
    assert all(env.terminations.values())
    require_rewards(env.table, sums, env.table.reward.name.lower())


def require_games(setting: Setting, games: int) -> None:
    rng = random.Random(SEED)
    for number in range(games):
        alone = setting.seats == 1
        env = by_turn(setting, reward="score" if alone or number % 2 else "victory")
        env.reset(seed=number)
        play_by_turn(env, rng)


@few
def test_rewards_and_ends_are_those_of_the_engine(setting: Setting) -> None:
    require_games(setting, games=2)


@pytest.mark.long
@pytest.mark.parametrize("id", ludoteca.games())
def test_rewards_and_ends_are_those_of_the_engine_over_ten_thousand_games(id: str) -> None:
    own = [setting for setting in few_settings() if setting.id == id]
    for setting in own:
        require_games(setting, games=-(-10_000 // len(own)))


def test_a_seat_alone_is_paid_its_score() -> None:
    env = gymnasium.make("ludoteca/doppelt-so-clever-v0").unwrapped
    env.reset(seed=3)
    total, over = 0.0, False
    while not over:
        _, gained, over, _, _ = env.step(env.action_space.sample())
        total += gained
    assert total == env.table.as_table().scores[0]
    with pytest.raises(IllegalAction, match="game_over"):
        env.step(0)


# Illegal actions


def test_an_illegal_action_names_its_rule_and_changes_nothing() -> None:
    env = SeatEnv("pega-em-6", seats=3)
    env.reset(seed=1)
    before = env.table.states.tobytes()
    with pytest.raises(IllegalAction) as refused:
        env.step(0)
    assert refused.value.rule == "P3"
    with pytest.raises(IllegalAction, match="not the id of an action"):
        env.step(10**9)
    assert env.table.states.tobytes() == before


def test_an_illegal_action_can_be_made_to_end_the_game() -> None:
    env = SeatEnv("pega-em-6", seats=3, illegal_reward=-5.0)
    env.reset(seed=1)
    _, reward, over, cut_off, _ = env.step(0)
    assert (reward, over, cut_off) == (-5.0, True, False)


def test_all_at_once_changes_nothing_if_one_action_is_illegal_or_missing() -> None:
    env = pettingzoo_env.parallel_env("pega-em-6", seats=2)
    env.reset(seed=1)
    before = env.table.states.tobytes()
    legal = int(env.table.legal(0)[0])
    with pytest.raises(IllegalAction, match="seat_1 may act"):
        env.step({"seat_0": legal})
    with pytest.raises(IllegalAction):
        env.step({"seat_0": legal, "seat_1": 0})
    assert env.table.states.tobytes() == before


def test_seats_that_do_not_act_have_empty_masks_and_their_actions_are_ignored() -> None:
    env = pettingzoo_env.parallel_env("dobro", seats=3)
    _, infos = env.reset(seed=1)
    (acting,) = env.table.to_act
    assert [int(infos[f"seat_{seat}"]["action_mask"].any()) for seat in range(3)] == [
        int(seat == acting) for seat in range(3)
    ]
    _, _, _, _, infos = env.step({f"seat_{seat}": env.table.legal(acting)[0] for seat in range(3)})
    assert env.table.to_act != [acting]
    assert infos[f"seat_{env.table.to_act[0]}"]["action_mask"].any()


def test_what_one_seat_has_chosen_is_in_no_other_observation_before_all_have() -> None:
    seen = set()
    for choice in range(3):
        env = pettingzoo_env.env("pega-em-6", seats=2)
        env.reset(seed=1)
        env.step(env.table.legal(0)[choice])
        assert env.agent_selection == "seat_1"
        seen.add(env.observe("seat_1").tobytes())
    assert len(seen) == 1


# Bots, seeds, pictures


@pytest.mark.parametrize("bots", [["random"], ["keeper", "beginner"]])
def test_the_same_seed_gives_the_same_bots(bots: list[str]) -> None:
    games = []
    for _ in range(2):
        env = SeatEnv("dobro", seats=3, seat=1, bots=bots)
        env.reset(seed=5)
        for _ in range(6):
            env.step(int(env.table.legal(1)[0]))
        games.append(env.table.states.tobytes())
        env.close()
    assert games[0] == games[1]


def test_settings_that_do_not_fit_are_named() -> None:
    with pytest.raises(BadOptions, match="keep"):
        SeatEnv("dobro", bots=["keep"])
    with pytest.raises(BadOptions, match="1 to 1 bots"):
        SeatEnv("dobro", bots=["random", "random"])
    with pytest.raises(BadOptions, match="no seat 2"):
        SeatEnv("dobro", seat=2)
    with pytest.raises(BadOptions, match="reward is score or victory"):
        SeatEnv("dobro", reward="fame")
    with pytest.raises(BadOptions, match="render_mode"):
        SeatEnv("dobro", render_mode="oil")


@pytest.mark.parametrize("id", ludoteca.games())
def test_a_picture_shows_the_table_as_the_seat_sees_it(id: str) -> None:
    pictures = {}
    for mode in ("ansi", "svg"):
        env = SeatEnv(id, render_mode=mode)
        env.reset(seed=1)
        pictures[mode] = env.render()
    assert "seat 0" in pictures["ansi"]
    assert pictures["svg"].startswith("<svg")
    assert "http" not in pictures["svg"].replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("id", ludoteca.games())
def test_a_painted_picture_has_letters_and_another_table_looks_otherwise(id: str) -> None:
    painted = []
    for seed in (1, 2):
        env = SeatEnv(id, render_mode="rgb_array")
        env.reset(seed=seed)
        for _ in range(3):
            env.step(int(env.table.legal(0)[0]))
        painted.append(env.render())
        assert painted[-1].dtype == np.uint8
        assert painted[-1].shape[1:] == (1190, 3)
    paper = painted[0][2, 100]
    assert 0.01 < (painted[0] != paper).any(axis=-1).mean() < 0.5
    assert painted[0].tobytes() != painted[1].tobytes()


def test_without_a_painter_the_way_to_get_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    env = SeatEnv("dobro", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(BadOptions, match="pip install"):
        env.render()


def test_a_mask_is_the_list_of_legal_actions() -> None:
    env = SeatEnv("double-double-dominoes")
    _, info = env.reset(seed=1)
    legal = env.table.legal(0)
    assert np.flatnonzero(info["action_mask"]).tolist() == sorted(legal.tolist())
    assert [env.table.written(action) for action in legal] == env.table.as_table().legal(0)
    assert {int(env.action_space.sample()) for _ in range(50)} <= {*legal.tolist()}
