"""Games in which a value net has all seats, and what it can learn from them.

`lab/training/self_play.py` declares what a trainer expects here.
"""

from typing import Any

from ludoteca.core import bits
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.record import State
from ludoteca.core.value_net import Net, Notes, Thought
from ludoteca.games.doppelt_so_clever.afterstates import (
    SCORE,
    TABLE,
    TRIAL,
    Aim,
    aimed_score,
    best_of,
    follow,
    see,
)
from ludoteca.games.doppelt_so_clever.choices import legal
from ludoteca.games.doppelt_so_clever.features import AMOUNTS, FEATURES, MOST_SIGNS, plays_no_more
from ludoteca.games.doppelt_so_clever.rules import apply, set_up
from ludoteca.games.doppelt_so_clever.scoring import area_points
from ludoteca.games.doppelt_so_clever.tables import AREAS, YELLOW_POINTS

__all__ = [
    "FEATURES",
    "AMOUNTS",
    "MOST_SIGNS",
    "MOST_DECISIONS",
    "ANSWERS",
    "MEASURED",
    "TOP_SCORE",
    "aim_at",
    "play_and_note",
    "play_to_measure",
]

MOST_DECISIONS = 1024  # of all seats of one game together that leave a choice
ANSWERS = 8  # the score; then five areas, foxes and the lowest area, which help the layers to understand it
MEASURED = ("silver", "yellow", "blue", "green", "pink", "foxes", "lowest", "score")
TOP_SCORE = 320
FOXES, LOWEST, TOTAL = 5, 6, 7  # columns of what is measured
AREA_SCALE = 0.02
FOX_SCALE = 0.25
BLANK = 2  # beside TABLE and TRIAL: a record with nothing dealt

FIRST_CAP = 36.0
FIRST_FOX_WEIGHT = 2.0
STEADY = 1 / 3  # the part of the warm-up before the limits begin to lift


def aim_at(share: float) -> Aim:
    """What to maximise when this share of the warm-up is over.

    A net that aims at the score from the beginning crosses yellow and never learns how foxes are won.
    So yellow is capped and foxes count double at first; then both limits lift step by step.
    """
    if share >= 1:
        return Aim(float(YELLOW_POINTS[-1]), 1.0)
    lifted = max(0.0, (share - STEADY) / (1 - STEADY))
    cap = FIRST_CAP + lifted * (YELLOW_POINTS[-1] - FIRST_CAP)
    return Aim(float(cap), FIRST_FOX_WEIGHT + lifted * (1 - FIRST_FOX_WEIGHT))


@entry
def play_and_note(
    tables: Any, seats: tuple[int, int], first: int, games: int, net: Net, thought: Thought, actions: Any,
    aim: Aim, trace: float, notes: Notes,
) -> int:  # fmt: skip
    """Play games from the streams `first` on, and note what can be learned. How many notes?"""
    made = 0
    for game in range(games):
        begin(tables, seats, first + game)
        more = play_noting(tables, net, thought, actions, aim, notes, made)
        for seat in range(tables[TABLE].seats):
            set_targets(tables[TABLE], seat, aim, trace, notes, made, more)
        made += more
    return made


@entry
def play_to_measure(
    tables: Any, seats: tuple[int, int], first: int, net: Net, thought: Thought, actions: Any, aim: Aim,
    measured: Any,
) -> None:  # fmt: skip
    """Play a game for each row of `measured`: areas, foxes, lowest area and score of one of its seats."""
    for game in range(measured.shape[0]):
        begin(tables, seats, first + game)
        state = tables[TABLE]
        while state.to_act:
            seat = bits.lowest(state.to_act)
            count = legal(state, seat, actions)
            action = int(actions[0])
            if count > 1:
                action, _ = best_of(tables, seat, actions, count, net, thought, aim)
            apply(state, seat, action)
        measure(state, game % state.seats, measured, game)


@compiled
def begin(tables: Any, seats: tuple[int, int], stream: int) -> None:
    """Set up a game; tables of all sizes from the first to the second of `seats` take turns."""
    tables[TABLE] = tables[BLANK]
    tables[TABLE].seats = seats[0] + stream % (seats[1] - seats[0] + 1)
    tables[TABLE].stream = stream
    set_up(tables[TABLE])


@compiled
def measure(state: State, seat: int, measured: Any, game: int) -> None:
    areas = area_points(state, seat)
    lowest = min(areas[0], areas[1], areas[2], areas[3], areas[4])
    measured[game, FOXES] = state.foxes[seat]
    measured[game, LOWEST] = lowest
    measured[game, TOTAL] = state.foxes[seat] * lowest
    for area in range(AREAS):
        measured[game, area] = areas[area]
        measured[game, TOTAL] += areas[area]


@compiled
def play_noting(
    tables: Any, net: Net, thought: Thought, actions: Any, aim: Aim, notes: Notes, first: int
) -> int:
    """Play the table to its end. How many notes were made, from row `first` on?"""
    state = tables[TABLE]
    made = 0
    while state.to_act:
        seat = bits.lowest(state.to_act)
        count = legal(state, seat, actions)
        action = int(actions[0])
        if count > 1:
            action, value = best_of(tables, seat, actions, count, net, thought, aim)
            made += note(tables, seat, action, value, thought, notes, first + made)
        apply(state, seat, action)
    return made


@compiled
def note(tables: Any, seat: int, action: int, value: float, thought: Thought, notes: Notes, row: int) -> int:
    """Keep what is seen after `action`, and its value for now; nothing if the seat then plays no more."""
    may_return = follow(tables, seat, action)
    if plays_no_more(tables[TRIAL], seat):
        return 0
    count = see(tables[TRIAL], seat, may_return, thought)
    notes.seats[row] = seat
    notes.counts[row] = count
    for place in range(count):
        notes.ids[row, place] = thought.ids[place]
    for place in range(AMOUNTS):
        notes.amounts[row, place] = thought.amounts[place]
    notes.targets[row, SCORE] = value
    return 1


@compiled
def set_targets(state: State, seat: int, aim: Aim, trace: float, notes: Notes, first: int, made: int) -> None:
    """TD(lambda), from the end back: what came, mixed with what the net thought a decision later."""
    areas = area_points(state, seat)
    lowest = min(areas[0], areas[1], areas[2], areas[3], areas[4])
    later = aimed_score(state, seat, aim)
    for row in range(first + made - 1, first - 1, -1):
        if notes.seats[row] != seat:
            continue
        value = float(notes.targets[row, SCORE])
        notes.targets[row, SCORE] = later
        later = trace * later + (1 - trace) * value
        for area in range(AREAS):
            notes.targets[row, 1 + area] = areas[area] * AREA_SCALE
        notes.targets[row, 1 + FOXES] = state.foxes[seat] * FOX_SCALE
        notes.targets[row, 1 + LOWEST] = lowest * AREA_SCALE
