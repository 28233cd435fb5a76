"""Many tables as one array of records, and the compiled steps of all of them at once."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits, bot_random, chance, verbs
from ludoteca.core.bot_random import BotRandom, rng_of
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.game import Game
from ludoteca.core.observation import Numbers, write_observation
from ludoteca.core.record import State
from ludoteca.lab.environments.played_table import PlayedTable, paid

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
def draw_legal(legal: Ids, counts: Any, rng: BotRandom, chosen: Any) -> None:
    """Draw a legal action for each table; 0 for one that is over."""
    for table in range(len(counts)):
        chosen[table] = legal[table, bot_random.below(rng, counts[table])] if counts[table] else 0


@compiled
def note_legal(state: State, seat: int, legal: Ids, count: int, mask: Any) -> int:
    """List the legal actions of a seat; the mask loses those of the last list and gets those of the new."""
    if len(mask):
        for place in range(count):
            mask[legal[place]] = 0
    count = verbs.legal(state, seat, legal) if (state.to_act >> seat) & 1 else 0
    if len(mask):
        for place in range(count):
            mask[legal[place]] = 1
    return count


@entry
def step_tables(
    states: Any, blank: Any, seat: int, chosen: Any, next_stream: int, bots: Any, rng: BotRandom,
    actions: Ids, reward: int, better: int, paid_before: Any, rewards: Any, over: Any, numbers: Numbers,
    final: Numbers, legal: Ids, counts: Any, masks: Any,
) -> int:  # fmt: skip
    """Where the seat may act, it does and the bots go on; elsewhere a new table is dealt. Then look at it.

    New tables are dealt from one key, each from a stream of its own; returns the next stream. If there is
    room for `final` observations, a table that is over is dealt again at once. All is done table by table, as
    a record that was just used is at hand.
    """
    at_once = len(final) > 0
    for table in range(len(states)):
        acts = counts[table] > 0
        rewards[table], over[table] = 0.0, False
        if acts:
            verbs.apply(states[table], seat, int(chosen[table]))
            let_bots_act(states[table], seat, bots, actions, rng)
            amount = paid(states[table], seat, reward, better)
            rewards[table] = amount - paid_before[table]
            paid_before[table] = amount
            over[table] = states[table].to_act == 0
        if over[table] and at_once:
            write_observation(states[table], seat, final[table])
        if not acts or (over[table] and at_once):
            states[table] = blank[0]
            chance.begin_stream(states[table], next_stream)
            verbs.set_up(states[table])
            let_bots_act(states[table], seat, bots, actions, rng)
            paid_before[table] = paid(states[table], seat, reward, better)
            next_stream += 1
        write_observation(states[table], seat, numbers[table])
        counts[table] = note_legal(states[table], seat, legal[table], counts[table], masks[table])
    return next_stream


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
    ) -> None:
        rules, size = table.game.rules, table.layout.size
        self.table, self.seat, self.bots = table, seat, bots
        self.states = np.zeros(tables, dtype=table.game.record)
        self.actions = np.zeros(rules.MOST_LEGAL, dtype=np.int32)
        self.numbers = np.zeros((tables, size), dtype=np.int16)
        self.final = np.zeros((tables if at_once else 0, size), dtype=np.int16)
        self.legal = np.zeros((tables, rules.MOST_LEGAL), dtype=np.int32)
        self.counts = np.zeros(tables, dtype=np.int64)
        self.masks = np.zeros((tables, rules.ACTIONS if masks else 0), dtype=np.int8)
        self.paid = np.zeros(tables)
        self.over = np.zeros(tables, dtype=np.bool_)

    def deal(self, key: bytes, bots_key: bytes) -> None:
        """New tables, from one key; a second one is for the choices of the bots."""
        self.blank = self.table.blank.copy()
        chance.rekey(self.blank[0], key)
        self.rng = rng_of(bots_key)
        self.next_stream = 0
        self.counts[:] = 0
        self.masks[:] = 0
        self.step(np.zeros(len(self.states), dtype=np.int64))

    def step(self, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
        """Act at tables where the seat may act, and deal again at the others. What did that pay?"""
        rewards = np.empty(len(self.states))
        self.next_stream = step_tables(
            self.states, self.blank, self.seat, chosen, self.next_stream, self.bots, self.rng, self.actions,
            int(self.table.reward), self.table.game.better_score, self.paid, rewards, self.over, self.numbers,
            self.final, self.legal, self.counts, self.masks,
        )  # fmt: skip
        return rewards

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
