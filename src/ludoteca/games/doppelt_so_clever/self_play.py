"""Solo games that a value net plays, and what it can learn from them.

`lab/training/self_play.py` declares what a trainer expects here.
"""

from typing import Any

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
from ludoteca.games.doppelt_so_clever.features import AMOUNTS, FEATURES, MOST_SIGNS
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

MOST_DECISIONS = 256  # of one game that leave a choice
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
    tables: Any, first: int, games: int, net: Net, thought: Thought, actions: Any, aim: Aim, trace: float,
    notes: Notes,
) -> int:  # fmt: skip
    """Play games from the streams `first` on, and note what can be learned. How many notes?"""
    made = 0
    for game in range(games):
        begin(tables, first + game)
        more = play_noting(tables, net, thought, actions, aim, notes, made)
        set_targets(tables[TABLE], aim, trace, notes, made, more)
        made += more
    return made


@entry
def play_to_measure(
    tables: Any, first: int, net: Net, thought: Thought, actions: Any, aim: Aim, measured: Any
) -> None:
    """Play a game for each row of `measured`, and write down areas, foxes, lowest area and score."""
    for game in range(measured.shape[0]):
        begin(tables, first + game)
        state = tables[TABLE]
        while state.to_act:
            count = legal(state, 0, actions)
            action = int(actions[0])
            if count > 1:
                action, _ = best_of(tables, 0, actions, count, net, thought, aim)
            apply(state, 0, action)
        measure(state, measured, game)


@compiled
def begin(tables: Any, stream: int) -> None:
    tables[TABLE] = tables[BLANK]
    tables[TABLE].stream = stream
    set_up(tables[TABLE])


@compiled
def measure(state: State, measured: Any, game: int) -> None:
    areas = area_points(state, 0)
    lowest = min(areas[0], areas[1], areas[2], areas[3], areas[4])
    measured[game, FOXES] = state.foxes[0]
    measured[game, LOWEST] = lowest
    measured[game, TOTAL] = state.foxes[0] * lowest
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
        count = legal(state, 0, actions)
        action = int(actions[0])
        if count > 1:
            action, value = best_of(tables, 0, actions, count, net, thought, aim)
            made += note(tables, action, value, thought, notes, first + made)
        apply(state, 0, action)
    return made


@compiled
def note(tables: Any, action: int, value: float, thought: Thought, notes: Notes, row: int) -> int:
    """Keep what is seen after `action`, and its value for now; nothing if that ends the game."""
    may_return = follow(tables, 0, action)
    if tables[TRIAL].to_act == 0:
        return 0
    count = see(tables[TRIAL], 0, may_return, thought)
    notes.counts[row] = count
    for place in range(count):
        notes.ids[row, place] = thought.ids[place]
    for place in range(AMOUNTS):
        notes.amounts[row, place] = thought.amounts[place]
    notes.targets[row, SCORE] = value
    return 1


@compiled
def set_targets(state: State, aim: Aim, trace: float, notes: Notes, first: int, made: int) -> None:
    """TD(lambda), from the end back: what came, mixed with what the net thought a decision later."""
    areas = area_points(state, 0)
    lowest = min(areas[0], areas[1], areas[2], areas[3], areas[4])
    later = aimed_score(state, 0, aim)
    for row in range(first + made - 1, first - 1, -1):
        value = float(notes.targets[row, SCORE])
        notes.targets[row, SCORE] = later
        later = trace * later + (1 - trace) * value
        for area in range(AREAS):
            notes.targets[row, 1 + area] = areas[area] * AREA_SCALE
        notes.targets[row, 1 + FOXES] = state.foxes[0] * FOX_SCALE
        notes.targets[row, 1 + LOWEST] = lowest * AREA_SCALE
