"""The search that serves every game: many imagined worlds, every candidate tried in each of them.

All candidates meet the same hidden cards, the same choices of other seats and the same luck, so differences
between worlds do not blur differences between candidates. Sequential halving spends most of the time on the
candidates that are hard to tell apart.

Python hands over a plan and a world as arrays of one record: passing a record itself costs seven times more.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludoteca.bots import hooks
from ludoteca.core import bits, chance, verbs
from ludoteca.core.bot_hooks import share_of_victory
from ludoteca.core.bot_random import BotRandom, below
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.record import State

MOST_SEATS = 16
MOST_TYPES = 4  # of opponents
MOST_PREDICTED = 16  # actions of a seat that chooses at the same time
PAST_WORLDS = 24  # in which past play is judged
USUAL = -1  # no bot in particular: the one that the plan names

# The tables of a search, by place.
START = 0  # a table that fits what the seat sees
IMAGINED = 1  # one imagined world, in which the others have already chosen
TRIAL = 2  # that world after a candidate, played on
TABLES = 3


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """A type of records whose fields compiled code and plain Python read alike."""
    return np.dtype((np.record, list(fields)))


PLAN = record(
    ("playouts", np.int64),  # in all, shared by the candidates
    ("halving", np.int64),  # drop the worse half of the candidates again and again?
    ("to_the_end", np.int64),  # play games to their end, to learn the chance of winning?
    ("outlook", np.int64),  # end playouts as soon as the game's outlook can judge them?
    ("patience", np.int64),  # actions to play on after a playout could be judged
    ("for_victory", np.int64),  # judge playouts by the chance of winning instead of the score?
    ("others_now", np.int64),  # the simple bot of other seats that choose at the same time
    ("own_later", np.int64),  # the simple bot of the own seat in playouts
    ("others_later", np.int64),  # the simple bot of the other seats
    ("type_bots", np.int64, MOST_TYPES),  # the simple bot of each type of opponent
    ("type_weights", np.int64, (MOST_SEATS, MOST_TYPES)),  # how likely a seat is of each type; all 0: unknown
    ("predicted", np.int64, MOST_SEATS),  # how many actions a seat may choose now; 0: unknown
    ("predicted_actions", np.int64, (MOST_SEATS, MOST_PREDICTED)),
    ("predicted_weights", np.int64, (MOST_SEATS, MOST_PREDICTED)),  # how likely each of them is
)
NOTES = record(  # of one candidate
    ("playouts", np.int64),
    ("worth_sum", np.float64),
    ("worth_squares", np.float64),
    ("victory_sum", np.float64),  # of its shares, if games are played to their end
    ("gain_sum", np.float64),  # of what the seat's score grew by until it was judged, likewise
)
WORLD = record(  # what goes with an imagined table
    ("rng", np.int64, 2),  # what bots do at random in its playouts
    ("first_rng", np.int64, 2),  # the same before a candidate is tried
    ("bots", np.int64, MOST_SEATS),  # the simple bot of each seat, or USUAL
)
PlanRecord = Any
WorldRecord = Any


@dataclass(frozen=True)
class Plan:
    """How to search: for how long, and which of the game's simple bots, by number, act in playouts."""

    playouts: int = 1000  # in all, shared by the candidates
    milliseconds: float | None = None  # as many playouts as this time allows, instead
    halving: bool = True
    to_the_end: bool = False
    others_now: int = 0
    own_later: int = 0
    others_later: int = 0
    for_victory: bool = False  # instead of a good score
    infer_types: bool = False  # tell from past play how each opponent plays?
    predict_choices: bool = False  # search first for seats that choose at the same time with open cards?
    outlook: bool = False  # end playouts as soon as the game's outlook can judge them?
    tree: bool = False  # look several turns ahead, in a tree?
    patience: int = 0  # actions to play on after a playout could be judged

    def record(self) -> Any:
        """The plan for compiled code, as an array of one record."""
        plan = np.zeros(1, dtype=PLAN)
        plan["playouts"] = self.playouts
        plan["halving"] = self.halving
        plan["to_the_end"] = self.to_the_end
        plan["outlook"] = self.outlook
        plan["patience"] = self.patience
        plan["for_victory"] = self.for_victory
        plan["others_now"] = self.others_now
        plan["own_later"] = self.own_later
        plan["others_later"] = self.others_later
        return plan


def new_notes(candidates: int) -> Any:
    return np.zeros(candidates, dtype=NOTES)


def new_world() -> Any:
    return np.zeros(1, dtype=WORLD)


@entry
def list_candidates(states: Any, seat: int, actions: Any) -> int:
    """Write the actions that a search compares, all legal ones, into `actions` and return how many."""
    if not states[START].to_act >> seat & 1:
        return 0
    return verbs.legal(states[START], seat, actions)


@entry
def search(
    states: Any, seat: int, candidates: Any, plans: Any, notes: Any, actions: Any, worlds: Any, stop: Any
) -> int:
    """Try the candidates in many worlds until the budget is spent and return the best one's place."""
    plan, world = plans[0], worlds[0]
    order = np.arange(len(candidates))
    left = len(candidates)
    stages = stages_for(left) if plan.halving else 1
    number = 0
    for _ in range(stages):
        for _ in range(max(1, plan.playouts // (stages * left))):
            if stop[0] and number:
                return best_first(order, left, notes)
            make_world(states, seat, number, plan, actions, world)
            for place in range(left):
                try_candidate(states, seat, candidates, order[place], plan, notes, actions, world)
            number += 1
        best_first(order, left, notes)
        left = (left + 1) // 2
    return order[0]


@entry
def mean_type_odds(states: Any, seat: int, odds: Any, actions: Any) -> bool:
    """Add up, by type and seat, how much likelier past play is of that type than of a random player.

    It is the mean over imagined worlds. False if the past is not known.
    """
    once = np.ones_like(odds)
    for number in range(PAST_WORLDS):
        imagine_world(states, seat, number)
        once[:, :] = 1.0
        if not hooks.type_odds(states[IMAGINED], once, actions):
            return False
        odds += once / PAST_WORLDS
    return True


@compiled
def stages_for(candidates: int) -> int:
    """How often candidates are halved until one is left; a single one is tried as well."""
    stages = 1
    while candidates > 2:
        candidates = (candidates + 1) // 2
        stages += 1
    return stages


@compiled
def best_first(order: Any, left: int, notes: Any) -> int:
    """Sort the candidates that are left by worth and return the best; all have been in the same worlds."""
    for place in range(1, left):
        moving, to = order[place], place
        while to > 0 and notes[order[to - 1]].worth_sum < notes[moving].worth_sum:
            order[to] = order[to - 1]
            to -= 1
        order[to] = moving
    return order[0]


# Worlds


@compiled
def make_world(states: Any, seat: int, number: int, plan: PlanRecord, actions: Any, world: Any) -> None:
    """Imagine what is hidden, and let the seats choose that choose at the same time."""
    imagine_world(states, seat, number)
    state = states[IMAGINED]
    draw_rng(state, world)
    draw_types(state, seat, plan, world)
    keep_rng(world)
    others = state.to_act & ~(1 << seat)
    while others:
        other = bits.lowest(others)
        if plan.predicted[other]:
            verbs.apply(state, other, predicted_action(plan, other, world.rng))
        else:
            act(state, other, bot_of(other, plan.others_now, world), actions, world)
        others &= others - 1


@compiled
def imagine_world(states: Any, seat: int, number: int) -> None:
    states[IMAGINED] = states[START]
    state = states[IMAGINED]
    chance.begin_stream(state, number)
    hooks.undo_secret_choices(state, seat)
    verbs.imagine(state, seat)


@compiled
def draw_rng(state: State, world: WorldRecord) -> None:
    """Bots in playouts act at random by their world, so that every candidate meets the same."""
    world.rng[0] = chance.next_word(state) | 1
    world.rng[1] = chance.next_word(state)


@compiled
def keep_rng(world: WorldRecord) -> None:
    world.first_rng[0], world.first_rng[1] = world.rng[0], world.rng[1]


@compiled
def rewind_rng(world: WorldRecord) -> None:
    world.rng[0], world.rng[1] = world.first_rng[0], world.first_rng[1]


@compiled
def draw_types(state: State, seat: int, plan: PlanRecord, world: WorldRecord) -> None:
    """Each other seat is of a type in as many worlds as that is likely."""
    for other in range(state.seats):
        weights = plan.type_weights[other]
        total = sum_of(weights, MOST_TYPES)
        known = total and other != seat
        world.bots[other] = plan.type_bots[drawn(weights, total, world.rng)] if known else USUAL


@compiled
def predicted_action(plan: PlanRecord, seat: int, rng: BotRandom) -> int:
    """One of the actions that a seat will likely choose."""
    weights = plan.predicted_weights[seat]
    return int(plan.predicted_actions[seat, drawn(weights, sum_of(weights, plan.predicted[seat]), rng)])


@compiled
def sum_of(weights: Any, count: int) -> int:
    total = 0
    for place in range(count):
        total += weights[place]
    return total


@compiled
def drawn(weights: Any, total: int, rng: BotRandom) -> int:
    """A place, each as often as its weight says."""
    left, place = below(rng, total), 0
    while left >= weights[place]:
        left -= weights[place]
        place += 1
    return place


# Playouts


@compiled
def bot_of(seat: int, usual: int, world: WorldRecord) -> int:
    bot = int(world.bots[seat])
    return usual if bot == USUAL else bot


@compiled
def act(state: State, seat: int, bot: int, actions: Any, world: WorldRecord) -> None:
    """Let one of the game's simple bots act for a seat."""
    verbs.apply(state, seat, choice(state, seat, bot, actions, world))


@compiled
def choice(state: State, seat: int, bot: int, actions: Any, world: WorldRecord) -> int:
    count = verbs.legal(state, seat, actions)
    return int(verbs.choose(state, seat, bot, actions, count, world.rng))


@compiled
def try_candidate(
    states: Any,
    seat: int,
    candidates: Any,
    which: int,
    plan: PlanRecord,
    notes: Any,
    actions: Any,
    world: WorldRecord,
) -> None:
    """Play a candidate in the imagined world and go on to where it can be judged."""
    states[TRIAL] = states[IMAGINED]
    state, note = states[TRIAL], notes[which]
    rewind_rng(world)
    acting, action = seat, int(candidates[which])
    judged, patience = False, plan.patience
    while True:
        verbs.apply(state, acting, action)
        ended = verbs.over(state)
        if plan.outlook:
            if ended or hooks.outlook_ready(state, states[START]):
                note_outlook(note, state, seat, states[START])
                return
        elif not judged and not ended and patience and hooks.playout_done(state, states[START]):
            patience -= 1
        elif not judged and (ended or hooks.playout_done(state, states[START])):
            judged = True
            add_worth(note, judged_worth(state, seat, states[START], plan))
            if plan.to_the_end:
                note.gain_sum += verbs.score(state, seat) - verbs.score(states[START], seat)
        if ended or (judged and not plan.to_the_end):
            break
        acting = bits.lowest(state.to_act)
        usual = plan.own_later if acting == seat else plan.others_later
        action = choice(state, acting, bot_of(acting, usual, world), actions, world)
    if plan.to_the_end:
        note.victory_sum += share_of_victory(state, seat, state)


@compiled
def note_outlook(note: Any, state: State, seat: int, start: State) -> None:
    worth, victory, score = hooks.outlook(state, seat)
    add_worth(note, worth)
    note.victory_sum += victory
    note.gain_sum += score - verbs.score(start, seat)


@compiled
def judged_worth(state: State, seat: int, start: State, plan: PlanRecord) -> float:
    if plan.for_victory:
        return float(hooks.victory_worth(state, seat, start))
    return float(hooks.worth(state, seat, start))


@compiled
def add_worth(note: Any, worth: float) -> None:
    note.worth_sum += worth
    note.worth_squares += worth * worth
    note.playouts += 1
