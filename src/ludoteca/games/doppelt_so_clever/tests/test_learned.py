"""The learned player: a small file, legal choices, and more points than any rule of thumb."""

from typing import Any

import numpy as np
import pytest

from ludoteca.core import chance
from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN, entry
from ludoteca.games.doppelt_so_clever.alphabet import MOST_LEGAL
from ludoteca.games.doppelt_so_clever.learned import SHORT, WEIGHTS, choose_ahead, choose_learned, kept_net
from ludoteca.games.doppelt_so_clever.lookahead import Effort
from ludoteca.games.doppelt_so_clever.rules import apply, legal, score, set_up
from ludoteca.games.doppelt_so_clever.tests.sheets import GAME, ending, rolled, sheet


@entry
def play_learned(tables: Any, actions: Any, scores: Any) -> None:
    for game in range(len(scores)):
        tables[1] = tables[0]
        state = tables[1]
        state.stream = game
        set_up(state)
        while state.to_act:
            count = legal(state, 0, actions)
            apply(state, 0, choose_learned(state, 0, actions, count))
        scores[game] = score(state, 0)


@entry
def play_ahead(tables: Any, actions: Any, rng: Any, scores: Any) -> None:
    for game in range(len(scores)):
        tables[1] = tables[0]
        state = tables[1]
        state.stream = game
        set_up(state)
        while state.to_act:
            count = legal(state, 0, actions)
            apply(state, 0, choose_ahead(state, 0, actions, count, SHORT, rng))
        scores[game] = score(state, 0)


@pytest.mark.skipif(PLAIN, reason="hundreds of games need compiled rules")
def test_it_scores_more_than_290_alone() -> None:
    tables = GAME.blank(1, None, tables=2)
    chance.rekey(tables[0], 4)
    scores = np.zeros(200, dtype=np.int64)
    play_learned(tables, np.zeros(MOST_LEGAL, dtype=np.int32), scores)
    assert scores.mean() > 290
    assert scores.min() > 100


@pytest.mark.skipif(PLAIN, reason="a search needs compiled rules")
def test_looking_a_roll_ahead_scores_more_than_305() -> None:
    tables = GAME.blank(1, None, tables=2)
    chance.rekey(tables[0], 4)
    scores = np.zeros(60, dtype=np.int64)
    play_ahead(tables, np.zeros(MOST_LEGAL, dtype=np.int32), rng_of(5), scores)
    assert scores.mean() > 305


@pytest.mark.parametrize("seats", [1, 3])
def test_a_search_rolls_its_own_dice(seats: int) -> None:
    """Other dice to come, the same choice: it cannot see them. Nor does it change anything."""
    table = GAME.start(seats, seed=3)
    seat = table.to_act[0]
    table.play(seat, {"roll": True})
    legal_ids = np.array(table.legal_ids(seat), dtype=np.int32)
    few = Effort(candidates=3, margin=1.0, rolls=2, most_rolls=2)
    choices = []
    for seed in range(3):
        chance.rekey(table.states[0], seed)
        before = table.states.tobytes()
        choices.append(choose_ahead(table.states[0], seat, legal_ids, len(legal_ids), few, rng_of(1)))
        assert table.states.tobytes() == before
    assert choices[0] in legal_ids
    assert len(set(choices)) == 1


def chosen(board: Any) -> Any:
    legal = np.array(board.table.legal_ids(0), dtype=np.int32)
    return GAME.notation.write_action(choose_learned(board.table.states[0], 0, legal, len(legal)))


def test_it_only_looks_and_chooses_what_is_legal() -> None:
    board = rolled("w2 s3 y5 b1 g4 p6")
    before = board.table.states.tobytes()
    assert chosen(board) in board.table.legal(0)
    assert board.table.states.tobytes() == before


def test_it_does_not_waste_its_last_extra_dice() -> None:
    board = ending("w1f s1f y2 b1 g4f p1", sheet(yellow="2221000000"), round=6)
    assert "extra" in chosen(board)


def test_the_net_is_small_and_whole() -> None:
    assert WEIGHTS.stat().st_size < 400_000
    assert all(np.isfinite(part).all() for part in kept_net())
