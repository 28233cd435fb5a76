"""The learned player: a small file, legal choices, and more points than any rule of thumb."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteca.core import chance
from ludoteca.core.batch import simulate
from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN
from ludoteca.games.doppelt_so_clever.learned import ALONE, NO_SEARCH, TOGETHER, choose_by_net, kept_net
from ludoteca.games.doppelt_so_clever.lookahead import Effort
from ludoteca.games.doppelt_so_clever.tests.sheets import GAME, ending, rolled, sheet


def scores(bot: str, games: int) -> Any:
    return simulate(GAME, games, 1, bots=[bot], seed=4).scores[:, 0]


@pytest.mark.skipif(PLAIN, reason="hundreds of games need compiled rules")
def test_it_scores_more_than_305_alone() -> None:
    found = scores("learned", 200)
    assert found.mean() > 305
    assert found.min() > 100


@pytest.mark.skipif(PLAIN, reason="a search needs compiled rules")
def test_looking_a_roll_ahead_scores_more_than_315() -> None:
    assert scores("farsighted", 30).mean() > 315


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
        choices.append(choose_by_net(table.states[0], seat, few, legal_ids, len(legal_ids), rng_of(1)))
        assert table.states.tobytes() == before
    assert choices[0] in legal_ids
    assert len(set(choices)) == 1


def chosen(board: Any) -> Any:
    legal = np.array(board.table.legal_ids(0), dtype=np.int32)
    number = choose_by_net(board.table.states[0], 0, NO_SEARCH, legal, len(legal), rng_of(0))
    return GAME.notation.write_action(number)


def test_it_only_looks_and_chooses_what_is_legal() -> None:
    board = rolled("w2 s3 y5 b1 g4 p6")
    before = board.table.states.tobytes()
    assert chosen(board) in board.table.legal(0)
    assert board.table.states.tobytes() == before


def test_it_does_not_waste_its_last_extra_dice() -> None:
    board = ending("w1f s1f y2 b1 g4f p1", sheet(yellow="2221000000"), round=6)
    assert "extra" in chosen(board)


@pytest.mark.parametrize("file", [ALONE, TOGETHER])
def test_a_net_is_small_and_whole(file: Path) -> None:
    assert file.stat().st_size < 400_000
    assert all(np.isfinite(part).all() for part in kept_net(file))
