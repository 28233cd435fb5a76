"""Thousands of tables as one array of records, stepped by one call into compiled code."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludoteca.core import bits, chance, verbs
from ludoteca.core.bot_random import BotRandom, rng_of
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.errors import BadOptions, IllegalAction, brief
from ludoteca.core.game import game as game_by_id
from ludoteca.core.observation import Numbers, write_observation
from ludoteca.core.record import State
from ludoteca.lab.environments.played_table import PlayedTable, paid, require_seat, simple_bots_around
from ludoteca.lab.environments.rendering import require_mode
from ludoteca.lab.environments.spaces import observations

Json = dict[str, Any]
Ids = npt.NDArray[np.int32]
ALL_LEGAL = -1


@compiled
def let_bots_act(state: State, seat: int, bots: Any, actions: Ids, rng: BotRandom) -> None:
    """Simple bots act until it is the turn of `seat`, or the game is over."""
    while state.to_act and not (state.to_act >> seat) & 1:
        other = bits.lowest(state.to_act)
        count = verbs.legal(state, other, actions)
        verbs.apply(state, other, int(verbs.choose(state, other, bots[other], actions, count, rng)))


@compiled
def is_listed(legal: Ids, count: int, action: int) -> bool:
    for place in range(count):
        if legal[place] == action:
            return True
    return False


@entry
def first_illegal(legal: Ids, counts: Any, chosen: Any) -> int:
    """The first table at which the action chosen is not legal; tables that are over take any."""
    for table in range(len(counts)):
        if counts[table] and not is_listed(legal[table], counts[table], chosen[table]):
            return table
    return ALL_LEGAL


@entry
def step_tables(
    states: Any, blank: Any, seat: int, chosen: Any, acts: Any, next_stream: int, bots: Any, rng: BotRandom,
    actions: Ids, reward: int, better: int, paid_before: Any, rewards: Any,
) -> int:  # fmt: skip
    """Where `acts`, the seat takes its action and the bots go on; elsewhere a new table is dealt.

    New tables are dealt from one key, each from a stream of its own; returns the next stream.
    """
    for table in range(len(states)):
        if acts[table]:
            verbs.apply(states[table], seat, int(chosen[table]))
        else:
            states[table] = blank[0]
            chance.begin_stream(states[table], next_stream)
            verbs.set_up(states[table])
            next_stream += 1
        let_bots_act(states[table], seat, bots, actions, rng)
        amount = paid(states[table], seat, reward, better)
        rewards[table] = amount - paid_before[table] if acts[table] else 0.0
        paid_before[table] = amount
    return next_stream


@entry
def look_at_tables(states: Any, seat: int, numbers: Numbers, legal: Ids, counts: Any, masks: Any) -> None:
    """Observations and legal actions of a seat; a mask loses what was legal before and gets what is now."""
    masked = masks.shape[1] > 0
    for table in range(len(states)):
        if masked:
            for place in range(counts[table]):
                masks[table, legal[table, place]] = 0
        write_observation(states[table], seat, numbers[table])
        acts = (states[table].to_act >> seat) & 1
        counts[table] = verbs.legal(states[table], seat, legal[table]) if acts else 0
        if masked:
            for place in range(counts[table]):
                masks[table, legal[table, place]] = 1


class TablesEnv(VectorEnv):
    """One seat at each of `num_envs` tables, against the game's simple bots.

    `infos` has `legal_actions` (ids, as many of each row as `legal_counts` says) and, unless `masks=False`,
    `action_mask`. What `step` returns is new every time with `copy=True`; else it is overwritten by the next.
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
        render_mode: str | None = None,
    ) -> None:
        require_mode(render_mode)
        found = game_by_id(game)
        seats = found.notation.seat_range(options or {})[0] if seats is None else seats
        require_seat(seat, seats)
        self.table = PlayedTable(found, seats, options, reward)
        self.num_envs, self.seat, self.copy, self.render_mode = num_envs, seat, copy, render_mode
        self.autoreset_mode = read_mode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self.bots = simple_bots_around(found, bots, seat, seats)
        self.single_observation_space = observations(self.table.layout)
        self.single_action_space = Discrete(found.rules.ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._make_room(num_envs, masks)

    def _make_room(self, tables: int, masks: bool) -> None:
        rules = self.table.game.rules
        self.states = np.zeros(tables, dtype=self.table.game.record)
        self.actions = np.zeros(rules.MOST_LEGAL, dtype=np.int32)
        self.numbers = np.zeros((tables, self.table.layout.size), dtype=np.int16)
        self.legal = np.zeros((tables, rules.MOST_LEGAL), dtype=np.int32)
        self.counts = np.zeros(tables, dtype=np.int64)
        self.masks = np.zeros((tables, rules.ACTIONS if masks else 0), dtype=np.int8)
        self.rewards = np.zeros(tables)
        self.paid_before = np.zeros(tables)

    def reset(self, *, seed: int | None = None, options: Json | None = None) -> tuple[Numbers, Json]:
        super().reset(seed=seed)
        self.blank = self.table.blank.copy()
        chance.rekey(self.blank[0], self.np_random.bytes(32))
        self.rng = rng_of(self.np_random.bytes(32))
        self.next_stream = 0
        self._step(np.zeros(self.num_envs, dtype=np.int64), np.zeros(self.num_envs, dtype=np.bool_))
        self._look()
        return self._kept(self.numbers), self._infos()

    def step(self, actions: Any) -> tuple[Numbers, Any, Any, Any, Json]:
        chosen = self._read(actions)
        acts = self.counts > 0
        self._step(chosen, acts)
        over = (self.states["to_act"] == 0) & acts
        rewards = self.rewards.copy()
        infos: Json = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            infos = self._deal_again(over)
        self._look()
        return self._kept(self.numbers), rewards, over, np.zeros_like(over), {**self._infos(), **infos}

    def sample_legal(self) -> npt.NDArray[np.int64]:
        """A legal action for each table, drawn at random."""
        places = (self.np_random.random(self.num_envs) * self.counts).astype(np.int64)
        return self.legal[np.arange(self.num_envs), places].astype(np.int64)

    def _read(self, actions: Any) -> npt.NDArray[np.int64]:
        """The actions of all tables; if one is not legal, IllegalAction, and nothing has changed."""
        chosen = np.asarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise IllegalAction("no_such_action", f"give an action for each of {self.num_envs} tables")
        wrong = first_illegal(self.legal, self.counts, chosen)
        if wrong != ALL_LEGAL:
            self.table.states = self.states[wrong : wrong + 1]
            self.table.require_legal(self.seat, int(chosen[wrong]))
        return chosen

    def _step(self, chosen: Any, acts: Any) -> None:
        self.next_stream = step_tables(
            self.states, self.blank, self.seat, chosen, acts, self.next_stream, self.bots, self.rng,
            self.actions, self.table.reward, self.table.game.better_score, self.paid_before, self.rewards,
        )  # fmt: skip

    def _deal_again(self, over: Any) -> Json:
        """In the same step: what was seen at the end goes to `final_obs`, and new tables take the places."""
        ended = np.flatnonzero(over)
        final = np.full(self.num_envs, None, dtype=object)
        self._look()
        for place in ended:
            final[place] = self.numbers[place].copy()
        states = np.ascontiguousarray(self.states[ended])
        amounts, unused = np.zeros(len(ended)), np.zeros(len(ended))
        none = np.zeros(len(ended), dtype=np.bool_)
        self.next_stream = step_tables(
            states, self.blank, self.seat, unused, none, self.next_stream, self.bots, self.rng,
            self.actions, self.table.reward, self.table.game.better_score, amounts, unused,
        )  # fmt: skip
        self.states[ended], self.paid_before[ended] = states, amounts
        return {"final_obs": final, "_final_obs": over.copy()}

    def _look(self) -> None:
        look_at_tables(self.states, self.seat, self.numbers, self.legal, self.counts, self.masks)

    def _infos(self) -> Json:
        infos = {"legal_actions": self._kept(self.legal), "legal_counts": self._kept(self.counts)}
        return infos | ({"action_mask": self._kept(self.masks)} if self.masks.size else {})

    def _kept(self, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return array.copy() if self.copy else array


def read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    found = AutoresetMode(mode) if mode in {one.value for one in AutoresetMode} else mode
    if found not in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        raise BadOptions("bad_autoreset_mode", f"autoreset_mode is NextStep or SameStep, not {brief(mode)}")
    return AutoresetMode(found)
