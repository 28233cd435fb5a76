"""Gymnasium: one seat against bots, or alone.

    import gymnasium
    import ludoteca.lab.environments.gymnasium_env
    env = gymnasium.make("ludoteca/dobro-v0", bots=["keeper"])

Importing this module registers every game as `ludoteca/GAME-v0`; `gymnasium.make_vec(..., num_envs=4096,
vectorization_mode="vector_entry_point")` makes the environment of vector_env.py.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np

from ludoteca.bots.observation import observe
from ludoteca.bots.registry import close_players, player
from ludoteca.core.bot_random import BotRandom, rng_of
from ludoteca.core.errors import BadOptions, IllegalAction
from ludoteca.core.game import Game, games
from ludoteca.core.game import game as game_by_id
from ludoteca.core.observation import Numbers
from ludoteca.core.table import bot_choice
from ludoteca.lab.environments.played_table import PlayedTable, require_seat
from ludoteca.lab.environments.rendering import RENDER_MODES, render, require_mode
from ludoteca.lab.environments.spaces import LegalActions, observations

Json = dict[str, Any]


class Opponents:
    """The bots on the other seats: any bot by its name, levels and programs too."""

    def __init__(self, game: Game, names: Sequence[str], seat: int, seats: int) -> None:
        if seats > 1 and not 1 <= len(names) < seats:
            raise BadOptions("bad_bots", f"give 1 to {seats - 1} bots for {seats - 1} other seats")
        others = [(seat + place) % seats for place in range(1, seats)]
        self.names = {other: names[place % len(names)] for place, other in enumerate(others)}
        self.simple = game.bots.NAMES
        self.players = {name: player(game, name) for name in {*self.names.values()} - {*self.simple}}
        self.actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)

    def sit_down(self, key: bytes) -> None:
        """The same key gives the same choices."""
        self.key, self.asked = key, 0
        self.rng: BotRandom = rng_of(key)

    def act(self, table: PlayedTable, seat: int) -> None:
        name = self.names[seat]
        if name in self.simple:
            number = self.simple.index(name)
            action = bot_choice(table.states, seat, number, self.actions, self.rng)
        else:
            self.asked += 1
            chosen = self.players[name](observe(table.as_table(), seat), (self.key, self.asked))
            action = table.game.notation.read_action(chosen)
        table.play(seat, int(action))

    def close(self) -> None:
        close_players(self.players.values())


class SeatEnv(gymnasium.Env):
    """One seat; the bots act until it is its turn again. The mask of legal actions is `info["action_mask"]`.

    An illegal action raises IllegalAction, or, with an `illegal_reward`, ends the game with that reward.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Json | None = None,
        seat: int = 0,
        bots: Sequence[str] = ("random",),
        reward: str | None = None,
        illegal_reward: float | None = None,
        render_mode: str | None = None,
    ) -> None:
        require_mode(render_mode)
        found = game_by_id(game)
        seats = found.notation.seat_range(options or {})[0] if seats is None else seats
        self.table = PlayedTable(found, seats, options, reward)
        require_seat(seat, seats)
        self.seat = seat
        self.opponents = Opponents(found, bots, seat, seats)
        self.illegal_reward = illegal_reward
        self.render_mode = render_mode
        self.observation_space = observations(self.table.layout)
        self.action_space = LegalActions(found.rules.ACTIONS, self._legal)

    def _legal(self) -> Any:
        return self.table.legal(self.seat)

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Numbers, Json]:
        super().reset(seed=seed)
        self.table.deal(self.np_random.bytes(32))
        self.opponents.sit_down(self.np_random.bytes(32))
        self._let_bots_act()
        self.paid_before = self.table.paid()[self.seat]
        return self.table.observe(self.seat), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, Json]:
        try:
            self.table.play(self.seat, action)
        except IllegalAction:
            if self.illegal_reward is None:
                raise
            return self.table.observe(self.seat), self.illegal_reward, True, False, self._info()
        self._let_bots_act()
        paid = self.table.paid()[self.seat]
        reward, self.paid_before = paid - self.paid_before, paid
        return self.table.observe(self.seat), float(reward), self.table.over, False, self._info()

    def _let_bots_act(self) -> None:
        while (to_act := self.table.to_act) and self.seat not in to_act:
            self.opponents.act(self.table, to_act[0])

    def _info(self) -> Json:
        return {"action_mask": self.table.mask(self.seat)}

    def render(self) -> Any:
        """The table as the seat sees it."""
        return render(self.table.as_table(), self.seat, self.render_mode)

    def close(self) -> None:
        self.opponents.close()


def register() -> None:
    """Let `gymnasium.make` find every game."""
    for id in games():
        if (name := f"ludoteca/{id}-v0") not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=made(SeatEnv),
                vector_entry_point="ludoteca.lab.environments.vector_env:TablesEnv",
                kwargs={"game": id},
            )


def made(environment: Callable[..., Any]) -> str:
    return f"{environment.__module__}:{environment.__qualname__}"


register()
