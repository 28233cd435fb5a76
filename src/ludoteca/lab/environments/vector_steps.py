"""Many tables as one array of records, and the compiled steps of all of them at once."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits, bot_random, chance, verbs
from ludoteca.core.bot_random import BotRandom, rng_of, rngs_of
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.game import Game
from ludoteca.core.observation import Numbers, write_observation
from ludoteca.core.prefetch import LINE, prefetch, prefetch_row
from ludoteca.core.record import State
from ludoteca.lab.environments.played_table import PlayedTable, paid

Ids = npt.NDArray[np.int32]
ALL_LEGAL = -1
SHORT_LIST = 2 * LINE  # bytes; most lists of legal actions are no longer
AHEAD = 8  # tables


@compiled
def let_bots_act(state: State, seat: int, bots: Any, actions: Ids, rng: BotRandom) -> None:
    """Simple bots act until it is the turn of `seat`, or the game is over."""
    while state.to_act and not (state.to_act >> seat) & 1:
        other = bits.lowest(state.to_act)
        verbs.apply(state, other, int(verbs.decide(state, other, bots[other], actions, rng)))


@compiled
def is_listed(legal: Ids, count: int, action: int) -> bool:
    """Looks at the whole list: that is quicker, as several places are compared at once."""
    found = 0
    for place in range(count):
        found |= 1 if legal[place] == action else 0
    return found > 0


@entry
def first_illegal(legal: Ids, counts: Any, chosen: Any) -> int:
    """The first table at which the action chosen is not legal; tables that are over take any."""
    for table in range(len(counts)):
        if counts[table] and not is_listed(legal[table], counts[table], chosen[table]):
            return table
    return ALL_LEGAL


@entry
def draw_legal(legal: Ids, counts: Any, rng: BotRandom, chosen: Any) -> None:
    """Draw a legal action for each table; 0 for one that is over."""
    for table in range(len(counts)):
        prefetch_row(legal, table + AHEAD, SHORT_LIST)
        chosen[table] = legal[table, bot_random.below(rng, counts[table])] if counts[table] else 0


# Each place of a mask is a line of memory to wait for, so it is asked for before it is written.


@compiled
def expect(masks: Any, table: int, ids: Ids, count: int) -> None:
    """These places of a mask will be written soon."""
    for place in range(count):
        prefetch(masks, table, ids[place])


@compiled
def mark(mask: Any, ids: Ids, count: int, value: int) -> None:
    for place in range(count):
        mask[ids[place]] = value


@compiled
def copy_ids(target: Ids, source: Ids, count: int) -> None:
    for place in range(count):
        target[place] = source[place]


@compiled
def expect_table(states: Any, numbers: Numbers, legal: Ids, table: int) -> None:
    """A table will be stepped soon."""
    prefetch_row(legal, table, SHORT_LIST)
    prefetch_row(states, table, states.itemsize)
    prefetch_row(numbers, table, numbers.shape[1] * numbers.itemsize)


@entry
def step_tables(
    states: Any, blank: Any, seat: int, chosen: Any, streams: Any, tables: int, bots: Any, rngs: BotRandom,
    actions: Ids, reward: int, better: int, paid_before: Any, rewards: Any, over: Any, numbers: Numbers,
    final: Numbers, legal: Ids, counts: Any, masks: Any,
) -> None:  # fmt: skip
    """Where the seat may act, it does and the bots go on; elsewhere a new table is dealt. Then look at it.

    Each table has a chance and bots of its own: it goes on the same whatever others do, on any core. If there
    is room for `final` observations, a table that is over is dealt again at once. All is done table
    by table, as a record that was just used is at hand. What was legal is taken out of a mask at once, as its
    memory was asked for before; what is legal now is put in one table later, when that memory has come.
    """
    at_once, masked = len(final) > 0, masks.shape[1] > 0
    for table in range(len(states)):
        expect_table(states, numbers, legal, table + 1)
        if masked:
            expect(masks, table, legal[table], counts[table])
        state = states[table]
        acts = counts[table] > 0
        rewards[table], over[table] = 0.0, False
        if acts:
            verbs.apply(state, seat, int(chosen[table]))
            let_bots_act(state, seat, bots, actions, rngs[table])
            amount = paid(state, seat, reward, better)
            rewards[table] = amount - paid_before[table]
            paid_before[table] = amount
            over[table] = state.to_act == 0
        if over[table] and at_once:
            write_observation(state, seat, final[table])
        if not acts or (over[table] and at_once):
            states[table] = blank[0]
            chance.begin_stream(state, streams[table])
            streams[table] += tables
            verbs.set_up(state)
            let_bots_act(state, seat, bots, actions, rngs[table])
            paid_before[table] = paid(state, seat, reward, better)
        write_observation(state, seat, numbers[table])
        count = verbs.legal(state, seat, actions) if (state.to_act >> seat) & 1 else 0
        if masked:
            if table:
                mark(masks[table - 1], legal[table - 1], counts[table - 1], 1)
            mark(masks[table], legal[table], counts[table], 0)
            expect(masks, table, actions, count)
        copy_ids(legal[table], actions, count)
        counts[table] = count
    if masked and len(states):
        mark(masks[-1], legal[-1], counts[-1], 1)


class ManyTables:
    """So many tables of one kind, at each of which `seat` plays against simple bots."""

    def __init__(
        self,
        table: PlayedTable,
        tables: int,
        seat: int,
        bots: npt.NDArray[np.int64],
        masks: bool = True,
        at_once: bool = False,
        cores: int = 1,
    ) -> None:
        rules, size = table.game.rules, table.layout.size
        self.table, self.seat, self.bots = table, seat, bots
        self.states = np.zeros(tables, dtype=table.game.record)
        self.actions = np.zeros((cores, rules.MOST_LEGAL), dtype=np.int32)
        self.numbers = np.zeros((tables, size), dtype=np.int16)
        self.final = np.zeros((tables if at_once else 0, size), dtype=np.int16)
        self.legal = np.zeros((tables, rules.MOST_LEGAL), dtype=np.int32)
        self.counts = np.zeros(tables, dtype=np.int64)
        self.masks = np.zeros((tables, rules.ACTIONS if masks else 0), dtype=np.int8)
        self.paid = np.zeros(tables)
        self.over = np.zeros(tables, dtype=np.bool_)
        ends = [tables * core // cores for core in range(cores + 1)]
        self.parts = [slice(start, stop) for start, stop in pairwise(ends)]
        # Compiled code releases Python's global lock, so threads are enough.
        self.threads = ThreadPoolExecutor(max(1, cores - 1))  # beside the one that asks

    def deal(self, key: bytes, bots_key: bytes) -> None:
        """New tables, from one key; a second one is for the choices of the bots."""
        tables = len(self.states)
        self.blank = self.table.blank.copy()
        chance.rekey(self.blank[0], key)
        self.rngs = rngs_of(bots_key, tables)
        self.streams = np.arange(tables)
        self.counts[:] = 0
        self.masks[:] = 0
        self.step(np.zeros(tables, dtype=np.int64))

    def step(self, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Act at tables where the seat may act, and deal again at the others. What did that pay?"""
        rewards = np.empty(len(self.states))
        step = partial(self._step_part, chosen, rewards)
        others = [self.threads.submit(step, core) for core in range(1, len(self.parts))]
        step(0)
        for other in others:
            other.result()
        return rewards

    def _step_part(self, chosen: npt.NDArray[np.int64], rewards: npt.NDArray[np.float64], core: int) -> None:
        part = self.parts[core]
        step_tables(
            self.states[part], self.blank, self.seat, chosen[part], self.streams[part], len(self.states),
            self.bots, self.rngs[part], self.actions[core], int(self.table.reward),
            self.table.game.better_score, self.paid[part], rewards[part], self.over[part], self.numbers[part],
            self.final[part], self.legal[part], self.counts[part], self.masks[part],
        )  # fmt: skip

    def close(self) -> None:
        self.threads.shutdown()

    def draw_legal(self, rng: BotRandom) -> npt.NDArray[np.int64]:
        """A legal action for each table; of one that is over, any."""
        chosen = np.empty(len(self.states), dtype=np.int64)
        draw_legal(self.legal, self.counts, rng, chosen)
        return chosen

    def first_illegal(self, chosen: npt.NDArray[np.int64]) -> int:
        return first_illegal(self.legal, self.counts, chosen)


def warm_up(game: Game, seats: int) -> None:
    """Compile what environments need."""
    table = PlayedTable(game, seats, None, None)
    table.deal(bytes(32))
    table.observe(table.to_act[0])
    table.paid()
    tables = ManyTables(table, 2, 0, np.zeros(seats, dtype=np.int64))
    tables.deal(bytes(32), bytes(32))
    tables.first_illegal(tables.draw_legal(rng_of(0)))
