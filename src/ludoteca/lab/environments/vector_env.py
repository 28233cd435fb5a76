"""Thousands of tables as one array of records, stepped by one call into compiled code."""

import os
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludoteca.core.batch import require_positive
from ludoteca.core.bot_random import rng_of
from ludoteca.core.errors import BadOptions, IllegalAction, brief
from ludoteca.core.game import game as game_by_id
from ludoteca.core.observation import Numbers
from ludoteca.core.table import Table
from ludoteca.lab.environments.played_table import PlayedTable, require_seat, simple_bots_around
from ludoteca.lab.environments.rendering import render, require_mode
from ludoteca.lab.environments.spaces import observations
from ludoteca.lab.environments.vector_steps import ALL_LEGAL, ManyTables

Json = dict[str, Any]

TABLES_A_CORE = 256  # a thread with fewer would wait longer than it works


class TablesEnv(VectorEnv):
    """One seat at each of `num_envs` tables, against the game's simple bots.

    `infos` has `legal_actions` (ids, as many of each row as `legal_counts` says) and, unless `masks=False`,
    `action_mask`. What `step` returns is new every time with `copy=True`; else it is overwritten by the next.
    A step is shared among threads on `cores` of the machine, by default all of them as far as each has
    enough to do; the games are the same on any number of them.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        seats: int | None = None,
        options: Json | None = None,
        seat: int = 0,
        bots: Sequence[str] = ("random",),
        reward: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        masks: bool = True,
        copy: bool = True,
        cores: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        require_mode(render_mode)
        require_positive("num_envs", num_envs)
        cores = cores_for(num_envs) if cores is None else cores
        require_positive("cores", cores)
        found = game_by_id(game)
        seats = found.notation.seat_range(options or {})[0] if seats is None else seats
        require_seat(seat, seats)
        self.table = PlayedTable(found, seats, options, reward)
        self.num_envs, self.seat, self.copy, self.render_mode = num_envs, seat, copy, render_mode
        self.autoreset_mode = read_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        bots_by_seat = simple_bots_around(found, bots, seat, seats)
        at_once = self.autoreset_mode == AutoresetMode.SAME_STEP
        self.tables = ManyTables(self.table, num_envs, seat, bots_by_seat, masks, at_once, cores)
        self.single_observation_space = observations(self.table.layout)
        self.single_action_space = Discrete(found.rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Numbers, Json]:
        super().reset(seed=seed)
        self.tables.deal(self.np_random.bytes(32), self.np_random.bytes(32))
        self.sampling = rng_of(self.np_random.bytes(32))
        return self._kept(self.tables.numbers), self._infos()

    def step(self, actions: Any) -> tuple[Numbers, Any, Any, Any, Json]:
        rewards = self.tables.step(self._read(actions))
        over = self.tables.over.copy()
        return (
            self._kept(self.tables.numbers),
            rewards,
            over,
            np.zeros_like(over),
            self._infos() | self._final(),
        )

    def sample_legal(self) -> npt.NDArray[np.int64]:
        """A legal action for each table, drawn at random."""
        return self.tables.draw_legal(self.sampling)

    def render(self) -> tuple[Any, ...] | None:
        """Every table as the seat sees it."""
        return tuple(
            render(
                Table(self.table.game, self.tables.states[place : place + 1].copy()),
                self.seat,
                self.render_mode,
            )
            for place in range(self.num_envs)
        )

    def close_extras(self, **kwargs: Any) -> None:
        self.tables.close()

    def _read(self, actions: Any) -> npt.NDArray[np.int64]:
        """The actions of all tables; if one is not legal, IllegalAction, and nothing has changed."""
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise IllegalAction("no_such_action", f"give an action for each of {self.num_envs} tables")
        wrong = self.tables.first_illegal(chosen)
        if wrong != ALL_LEGAL:
            self.table.states = self.tables.states[wrong : wrong + 1]
            self.table.require_legal(self.seat, int(chosen[wrong]))
        return chosen

    def _final(self) -> Json:
        """If tables were dealt again in the same step: what was seen at their ends."""
        if not len(self.tables.final) or not self.tables.over.any():
            return {}
        final = np.full(self.num_envs, None, dtype=object)
        for place in np.flatnonzero(self.tables.over):
            final[place] = self.tables.final[place].copy()
        return {"final_obs": final, "_final_obs": self.tables.over.copy()}

    def _infos(self) -> Json:
        tables = self.tables
        infos = {"legal_actions": self._kept(tables.legal), "legal_counts": self._kept(tables.counts)}
        return infos | ({"action_mask": self._kept(tables.masks)} if tables.masks.size else {})

    def _kept(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array


def cores_for(tables: int) -> int:
    """All cores that this process may use, if there are so many tables for each."""
    return max(1, min(usable_cores(), tables // TABLES_A_CORE))


def usable_cores() -> int:
    can_tell = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if can_tell else os.cpu_count() or 1


def read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    found = AutoresetMode(mode) if mode in {one.value for one in AutoresetMode} else mode
    if found not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        raise BadOptions("bad_autoreset_mode", f"autoreset_mode is NextStep or SameStep, not {brief(mode)}")
    return AutoresetMode(found)
