"""Decisions a second of the environments, beside the nearest games of other libraries, in the same run.

    python benchmarks/environments.py --seconds 2

Every line is random play in one process on one core, in processor time; "on all cores" is by the clock.
RLCard and pgx are measured where they are installed: `pip install rlcard pgx jax`.
"""

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from ludoteca.core.batch import simulate
from ludoteca.core.game import game, games

TABLES = 2048
TURNS = 5
Play = Callable[[], int]  # plays on for a while and says how many decisions that was


def rate(play: Play, seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Decisions a second, after one call that warms up."""
    play()
    began, decisions = clock(), 0
    while clock() - began < seconds:
        decisions += play()
    return decisions / (clock() - began)


# Ours


def seats_of(id: str) -> int:
    return game(id).notation.seat_range({})[0]


def single_env(id: str) -> Play:
    """The usual loop over an environment of `gymnasium.make`."""
    import gymnasium

    import ludoteca.lab.environments.gymnasium_env  # noqa: F401

    env = gymnasium.make(f"ludoteca/{id}-v0")
    infos = [env.reset(seed=1)[1]]

    def play() -> int:
        for _ in range(200):
            action = env.action_space.sample(infos[0]["action_mask"])
            _, _, over, _, infos[0] = env.step(action)
            if over:
                infos[0] = env.reset()[1]
        return 200

    return play


def bare_env(id: str) -> Play:
    """The quickest loop there is over one environment, without wrappers, samplers and masks."""
    from ludoteca.lab.environments.gymnasium_env import SeatEnv

    env = SeatEnv(id)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(200):
            legal = env.table.legal(0)
            _, _, over, _, _ = env.step(legal[int(random.random() * len(legal))])
            if over:
                env.reset()
        return 200

    return play


def vector_env(id: str, masks: bool, cores: int = 1) -> Play:
    from ludoteca.lab.environments.vector_env import TablesEnv

    env = TablesEnv(id, num_envs=TABLES, copy=False, masks=masks, cores=cores)
    env.reset(seed=1)

    def play() -> int:
        acting = int((env.tables.counts > 0).sum())
        env.step(env.sample_legal())
        return acting

    return play


def pettingzoo_env(id: str) -> Play:
    from ludoteca.lab.environments.pettingzoo_env import env as made

    env = made(id, seats=seats_of(id))

    def play() -> int:
        env.reset()
        decisions = 0
        while not env.terminations[env.agent_selection]:
            env.observe(env.agent_selection)
            legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
            env.step(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    return play


def open_spiel(name: str) -> Play:
    """A game of OpenSpiel driven from Python; at a simultaneous node every player that acts decides."""
    import pyspiel

    import ludoteca.lab.environments.open_spiel_game  # noqa: F401

    loaded = pyspiel.load_game(name)

    def play() -> int:
        state, decisions = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes())
                state.apply_action(random.choices(outcomes, chances)[0])
            elif state.is_simultaneous_node():
                legal = [state.legal_actions(player) for player in range(loaded.num_players())]
                state.apply_actions([random.choice(actions) if actions else 0 for actions in legal])
                decisions += sum(1 for actions in legal if actions)
            else:
                state.observation_tensor(state.current_player()) if tensors else None
                state.apply_action(random.choice(state.legal_actions()))
                decisions += 1
        return decisions

    tensors = loaded.get_type().provides_observation_tensor
    return play


def engine(id: str) -> Play:
    wanted, seats = game(id), seats_of(id)
    return lambda: int(simulate(wanted, 1000, seats, seed=None).decisions.sum())


def own_lines() -> Iterator[tuple[str, str, Play]]:
    for id in games():
        spiel = f"ludoteca_{id.replace('-', '_')}"
        yield id, "engine, whole games in one call", engine(id)
        yield id, f"vector environment, {TABLES} tables", vector_env(id, True)
        yield id, f"vector environment without masks, {TABLES} tables", vector_env(id, False)
        yield id, "Gymnasium, the usual loop over one table", single_env(id)
        yield id, "Gymnasium without its wrappers, the quickest loop over one table", bare_env(id)
        yield id, "PettingZoo, one agent after the other", pettingzoo_env(id)
        yield id, "OpenSpiel", open_spiel(spiel)


# Others


def rlcard(name: str) -> Play:
    import rlcard as library

    env = library.make(name)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def pgx(name: str, tables: int) -> Play:
    """Many tables in one compiled call; tables that are over stay so until all are dealt again."""
    import jax
    import pgx as library

    env = library.make(name)
    deal, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))

    @jax.jit
    def choose(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=-1)

    keys = [jax.random.PRNGKey(0)]

    def play() -> int:
        keys[0], dealt, chosen, rolled = jax.random.split(keys[0], 4)
        state, decisions = deal(jax.random.split(dealt, tables)), 0
        stochastic = name == "backgammon"
        for turn in range(40):
            action = choose(jax.random.fold_in(chosen, turn), state.legal_action_mask)
            decisions += int((~state.terminated).sum())
            rolls = jax.random.split(jax.random.fold_in(rolled, turn), tables)
            state = step(state, action, rolls) if stochastic else step(state, action)
        state.rewards.block_until_ready()
        return decisions

    return play


def other_lines() -> Iterator[tuple[str, str, Play]]:
    for name in ("crazy_eights(players=2)", "gin_rummy", "hearts", "goofspiel(num_cards=10)", "pig"):
        yield "OpenSpiel, C++ game", name, open_spiel(name)
    yield "OpenSpiel, Python game", "python_block_dominoes", block_dominoes()
    if find_spec("rlcard"):
        for name in ("uno", "gin-rummy", "leduc-holdem"):
            yield "RLCard", name, rlcard(name)
    if find_spec("pgx"):
        for name in ("backgammon", "leduc_holdem"):
            yield "pgx", f"{name}, {TABLES} tables", pgx(name, TABLES)


def block_dominoes() -> Play:
    import_module("open_spiel.python.games.block_dominoes")
    return open_spiel("python_block_dominoes")


def on_all_cores(id: str, seconds: float) -> tuple[float, float]:
    """By the clock, taken in turns: decisions a second of the tables on all cores, and of the usual loop."""
    many, usual = vector_env(id, True, os.cpu_count() or 1), single_env(id)
    speeds = [
        [rate(play, seconds / TURNS, time.perf_counter) for play in (many, usual)] for _ in range(TURNS)
    ]
    quick, slow = (statistics.median(column) for column in zip(*speeds))
    return quick, slow


def not_there() -> Iterator[str]:
    for package in ("rlcard", "pgx"):
        if not find_spec(package):
            yield f"{package} is not installed here and was not measured: pip install rlcard pgx jax"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=2.0, help="of each line")
    asked.add_argument("--ours", action="store_true", help="leave the others out")
    options = asked.parse_args()
    print("| library or game | what | decisions/s |\n|---|---|---|")
    speeds = {}
    lines = [own_lines(), *([] if options.ours else [other_lines()])]
    for group in lines:
        for title, what, play in group:
            speeds[title, what.partition(",")[0]] = speed = rate(play, options.seconds)
            print(f"| {title} | {what} | {speed:,.0f} |", flush=True)
    for id in games():
        kinds = "vector environment", "vector environment without masks", "Gymnasium"
        many, listed, usual = (speeds[id, what] for what in kinds)
        quick, slow = on_all_cores(id, options.seconds)
        print(
            f"{id}: {many / usual:.0f} times the usual loop on one core, {listed / usual:.0f} times with"
            f" lists instead of masks, {quick / slow:.0f} times on all {os.cpu_count()} cores",
            flush=True,
        )
    for line in [] if options.ours else not_there():
        print(line)


if __name__ == "__main__":
    main()
