"""What a value net is shown: every sign in its place, none twice, and the same for the same sheet."""

from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core.bot_random import below, rng_of
from ludoteca.games.doppelt_so_clever import features
from ludoteca.games.doppelt_so_clever.afterstates import TABLE, TRIAL, follow
from ludoteca.games.doppelt_so_clever.alphabet import MOST_LEGAL, REROLL, ROLL, Phase
from ludoteca.games.doppelt_so_clever.features import AMOUNTS, MOST_SIGNS, SIGNS, list_points, list_signs
from ludoteca.games.doppelt_so_clever.rules import apply, legal
from ludoteca.games.doppelt_so_clever.state import pool
from ludoteca.games.doppelt_so_clever.tables import Bar, Die

GAME = ludoteca.game("doppelt-so-clever")


def seen(state: Any, seat: int = 0) -> tuple[list[int], list[float]]:
    ids, amounts = np.zeros(MOST_SIGNS, dtype=np.int32), np.zeros(AMOUNTS, dtype=np.float32)
    count = list_points(state, seat, ids, list_signs(state, seat, True, ids), amounts)
    return ids[:count].tolist(), amounts.tolist()


def random_tables(seats: int, seed: int) -> Any:
    """Every decision of a random game: the record, the seat, and its legal actions."""
    state = GAME.start(seats, seed=seed).states[0]
    state.listening = 0
    actions, rng = np.zeros(MOST_LEGAL, dtype=np.int32), rng_of(seed)
    while state.to_act:
        seat = int(state.to_act & -state.to_act).bit_length() - 1
        count = legal(state, seat, actions)
        yield state, seat, actions[:count].tolist()
        apply(state, seat, int(actions[below(rng, count)]))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_signs_are_in_range_and_none_is_there_twice(seats: int) -> None:
    for seed in range(3):
        for state, seat, _ in random_tables(seats, seed):
            ids, amounts = seen(state, seat)
            assert len(set(ids)) == len(ids) < MOST_SIGNS
            assert min(ids) >= 0 < SIGNS > max(ids)
            assert len(amounts) == AMOUNTS


def test_a_fresh_sheet_shows_nothing_marked() -> None:
    ids, amounts = seen(GAME.start(1, seed=1).states[0])
    assert not [sign for sign in ids if features.SILVER_CELL <= sign < features.SILVER_ROW]
    assert not [sign for sign in ids if features.CIRCLED <= sign < features.CIRCLE_COUNT]
    assert features.BLUE_AT in ids
    assert features.STAGE + 5 * features.STAGES in ids  # five rounds to come, no roll yet
    assert amounts == [0] * AMOUNTS


def test_a_mark_shows() -> None:
    table = GAME.start(1, seed=1)
    state = table.states[0]
    state.open_marks[0, 0] &= ~1  # yellow's 1 in silver
    state.filled[0, 0], state.numbers[0, 0, 0] = 1, 9
    ids, amounts = seen(state)
    assert features.SILVER_CELL in ids
    assert features.SILVER_ROW + 1 in ids
    assert features.SILVER_COLUMN + 3 in ids
    assert features.BLUE_AT + 13 + 9 in ids
    assert amounts[:3] == pytest.approx([2 / 50, 0, 1 / 50])


def test_dice_that_will_be_rolled_show_no_value() -> None:
    for state, _, _ in random_tables(1, 3):
        if state.phase == Phase.BEFORE_ROLL and state.rolls > 0:
            ids, _ = seen(state)
            for die in Die:
                shows = range(features.DIE_SHOWS + die * 6, features.DIE_SHOWS + die * 6 + 6)
                rolls = bool(pool(state) >> die & 1)
                assert rolls == (features.DIE_ROLLS + die in ids)
                assert rolls != bool(set(shows) & set(ids))


def test_where_an_action_leads_is_known_before_any_die_falls() -> None:
    tables = np.zeros(2, dtype=GAME.record)
    kinds = set()
    for state, seat, actions in random_tables(1, 4):
        tables[TABLE] = state
        for action in actions:
            follow(tables, seat, action)
            kinds.add(action if action in (ROLL, REROLL) else 0)
            for field in ("counter", "words_left", "stream"):
                assert tables[TRIAL][field] == state[field]
            if action == REROLL:
                assert tables[TRIAL].used[0, Bar.REROLL] == state.used[0, Bar.REROLL] + 1
            assert tables[TABLE] == state
    assert kinds == {ROLL, REROLL, 0}
