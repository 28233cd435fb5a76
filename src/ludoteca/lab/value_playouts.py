"""Compiled playouts for the review: what a moment of a game is worth to a seat that sees what it sees."""

from typing import Any

from ludoteca.bots import hooks
from ludoteca.bots import search as s
from ludoteca.core import bits, chance, verbs
from ludoteca.core.bot_hooks import share_of_victory
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.record import NOBODY, State

# The measures of a finished game, by place.
VICTORY = 0  # the share of the victory
SCORE = 1
MEASURES = 2


@entry
def add_outcomes(
    states: Any, viewer: int, taken: Any, deal_anew: int, plans: Any, sums: Any, actions: Any, worlds: Any
) -> None:
    """Play on from `states[START]`, as `viewer` sees it, and add up the outcomes, by seat and measure.

    First the actions in `taken` are carried out, with new chance in every world; with `deal_anew` the whole
    deal is new. A viewer of NOBODY means that nothing is hidden in this game.
    """
    plan, world = plans[0], worlds[0]
    for number in range(plan.playouts):
        states[s.IMAGINED] = states[s.START]
        state = states[s.IMAGINED]
        chance.begin_stream(state, 2 * number)
        if deal_anew:
            verbs.set_up(state)
        elif len(taken):
            replay(state, taken)
        chance.begin_stream(state, 2 * number + 1)
        if viewer != NOBODY:
            verbs.imagine(state, viewer)
        s.draw_rng(state, world)
        states[s.TRIAL] = state
        play_on(state, states[s.TRIAL], plan, actions, world)
        for seat in range(state.seats):
            add(sums[seat], measured(state, seat, plan))


@entry
def add_outcomes_of_choices(
    states: Any, seat: int, candidates: Any, plans: Any, sums: Any, actions: Any, worlds: Any
) -> None:
    """Add up the outcomes of what the simple bot would do, then of each candidate, all in the same worlds."""
    plan, world = plans[0], worlds[0]
    for number in range(plan.playouts):
        s.make_world(states, seat, number, plan, actions, world)
        simple = s.choice(states[s.IMAGINED], seat, plan.others_later, actions, world)
        s.keep_rng(world)
        usual = outcome(states, seat, simple, plan, actions, world)
        add(sums[0], usual)
        for which in range(len(candidates)):
            action = int(candidates[which])
            same = action == simple
            add(sums[1 + which], usual if same else outcome(states, seat, action, plan, actions, world))


@compiled
def outcome(
    states: Any, seat: int, action: int, plan: s.PlanRecord, actions: Any, world: s.WorldRecord
) -> tuple[float, float]:
    """The measures after an action, with the game played to its end."""
    states[s.TRIAL] = states[s.IMAGINED]
    state = states[s.TRIAL]
    s.rewind_rng(world)
    verbs.apply(state, seat, action)
    play_on(state, states[s.START], plan, actions, world)
    return measured(state, seat, plan)


@compiled
def measured(state: State, seat: int, plan: s.PlanRecord) -> tuple[float, float]:
    if plan.outlook:
        _, victory, points = hooks.outlook(state, seat)
        return victory, points
    return share_of_victory(state, seat, state), float(verbs.score(state, seat))


@compiled
def add(sums: Any, values: tuple[float, float]) -> None:
    sums[VICTORY] += values[VICTORY]
    sums[SCORE] += values[SCORE]


@entry
def replay_with_new_chance(states: Any, taken: Any, stream: int) -> None:
    """Carry out the same actions in the first record, with new chance."""
    chance.begin_stream(states[0], stream)
    replay(states[0], taken)


@compiled
def replay(state: State, taken: Any) -> None:
    hooks.reshuffle(state)
    for line in range(len(taken)):
        verbs.apply(state, int(taken[line, 0]), int(taken[line, 1]))


@compiled
def play_on(state: State, start: State, plan: s.PlanRecord, actions: Any, world: s.WorldRecord) -> None:
    """Play to the end, or to where the outlook can judge.

    All seats play alike: if one were stronger, what it sees would count as luck.
    """
    while not (verbs.over(state) or (plan.outlook and hooks.outlook_ready(state, start))):
        s.act(state, bits.lowest(state.to_act), plan.others_later, actions, world)
