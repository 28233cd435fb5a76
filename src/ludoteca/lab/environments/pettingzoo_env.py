"""PettingZoo: every seat is an agent, one after the other (`env`) or all at once (`parallel_env`).

    from ludoteca.lab.environments import pettingzoo_env
    env = pettingzoo_env.env("dobro", seats=3)

Observations are rows of integers, see docs/observations.md; the mask of legal actions is
`info["action_mask"]`.
"""

from typing import Any, ClassVar

import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from ludoteca.core.errors import IllegalAction
from ludoteca.core.game import game as game_by_id
from ludoteca.core.observation import Numbers
from ludoteca.lab.environments.played_table import PlayedTable
from ludoteca.lab.environments.rendering import RENDER_MODES, Pixels, render, require_mode
from ludoteca.lab.environments.spaces import LegalActions, observations

Json = dict[str, Any]
Metadata = dict[str, Any]


class Agents:
    """What both kinds of environments have: a table, an agent a seat, spaces, chance and pictures."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Json | None = None,
        reward: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        require_mode(render_mode)
        self.render_mode = render_mode
        self.table = PlayedTable(game_by_id(game), seats, options, reward)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observations(self.table.layout) for agent in self.possible_agents}
        self.action_spaces = {agent: self._actions(seat) for agent, seat in self.seat_of.items()}
        self.np_random: np.random.Generator | None = None

    def _actions(self, seat: int) -> LegalActions:
        return LegalActions(self.table.game.rules.ACTIONS, lambda: self.table.legal(seat))

    def __str__(self) -> str:
        return f"ludoteca/{self.table.game.id}"

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def deal(self, seed: int | None) -> None:
        """A new table; without a seed, the chance of the last one goes on."""
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        self.table.deal(self.np_random.bytes(32))
        self.agents = self.possible_agents[:]
        self.paid_before = self.table.paid()

    def new_rewards(self) -> dict[str, float]:
        """What each agent has been paid since this was last asked."""
        paid = self.table.paid()
        gained = paid - self.paid_before
        self.paid_before = paid
        return {agent: float(gained[self.seat_of[agent]]) for agent in self.agents}

    def observe(self, agent: str) -> Numbers:
        return self.table.observe(self.seat_of[agent])

    def render(self) -> str | Pixels | None:
        """The table as a spectator sees it."""
        return render(self.table.as_table(), None, self.render_mode)

    def close(self) -> None:
        pass


class SeatByTurnEnv(Agents, AECEnv):
    """One agent acts after the other. Seats that choose at the same time do so in their order, and what one
    has chosen is in no other's observation before all have."""

    metadata: ClassVar[Metadata] = {
        "name": "ludoteca", "render_modes": RENDER_MODES, "render_fps": 1, "is_parallelizable": False,
    }  # fmt: skip

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(self.seat_of[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.new_rewards()
        self._accumulate_rewards()
        self._select()

    def _select(self) -> None:
        """The next agent and its mask; when the game is over, all agents have ended."""
        self.infos: dict[str, Json] = {agent: {} for agent in self.agents}
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        seat = self.table.to_act[0]
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection]["action_mask"] = self.table.mask(seat)


class AllSeatsEnv(Agents, ParallelEnv):
    """All agents at once. Those whose seats may act now take their actions, in the order of seats; what
    others send is ignored, and their mask is all zeros."""

    metadata: ClassVar[Metadata] = {"name": "ludoteca", "render_modes": RENDER_MODES, "render_fps": 1}

    def reset(
        self, seed: int | None = None, options: Json | None = None
    ) -> tuple[dict[str, Numbers], dict[str, Json]]:
        self.deal(seed)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Numbers], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Json]]:
        acting = [self.possible_agents[seat] for seat in self.table.to_act]
        for agent in acting:
            if agent not in actions:
                raise IllegalAction("no_action", f"{agent} may act now and has no action")
        self.table.play_together({self.seat_of[agent]: actions[agent] for agent in acting})
        agents = self.agents
        told = self._observations(), self.new_rewards(), self._infos()
        ended = dict.fromkeys(agents, self.table.over)
        self.agents = [] if self.table.over else agents
        return told[0], told[1], ended, dict.fromkeys(agents, False), told[2]

    def _observations(self) -> dict[str, Numbers]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, Json]:
        return {agent: {"action_mask": self.table.mask(self.seat_of[agent])} for agent in self.agents}


def env(game: str, **settings: Any) -> SeatByTurnEnv:
    """One agent after the other: `seats`, `options`, `reward` ("victory" or "score"), `render_mode`."""
    return SeatByTurnEnv(game, **settings)


def parallel_env(game: str, **settings: Any) -> AllSeatsEnv:
    """All agents at once, with the same settings."""
    return AllSeatsEnv(game, **settings)
