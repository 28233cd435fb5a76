"""The outlook: scores and chances to expect when a turn begins, and what hints and reviews make of them."""

from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import bots
from ludoteca.bots.observation import observe
from ludoteca.bots.registry import choice_of
from ludoteca.core.compiled import PLAIN
from ludoteca.core.table import copied_states
from ludoteca.games.doppelt_so_clever.outlook import (
    outlook,
    outlook_ready,
    spread_to_come,
    turn_number,
    victory_share,
)
from ludoteca.lab.bot_game import deal, play
from ludoteca.lab.values import ValueEstimator

GAME = ludoteca.game("doppelt-so-clever")
compiled_only = pytest.mark.skipif(PLAIN, reason="a search with a net needs compiled rules")


def played_on(seats: int, bot: str = "careful", seed: int = 3, decisions: int = 10_000) -> list[Any]:
    """The table before every decision of a game, and at its end."""
    table, found = GAME.start(seats, seed=seed), []
    while not table.over and len(found) < decisions:
        found.append(copied_states(table.states))
        seat = table.to_act[0]
        table.play(seat, choice_of(observe(table, seat), bot, len(found)))
    return [*found, copied_states(table.states)]


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_at_the_end_the_outlook_is_the_result(seats: int) -> None:
    table = GAME.start(seats, seed=3)
    while not table.over:
        table.play(table.to_act[0], choice_of(observe(table, table.to_act[0]), "eager", 0))
    found = [outlook(table.states[0], seat) for seat in range(seats)]
    assert [score for _, _, score in found] == table.scores
    shares = [1 / len(table.winners) if seat in table.winners else 0 for seat in range(seats)]
    assert [victory for _, victory, _ in found] == pytest.approx(shares)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_chances_of_all_seats_are_one_victory(seats: int) -> None:
    state = GAME.start(seats, seed=3).states[0]
    ahead = np.array([250.0, 240.0, 230.0, 220.0][:seats])
    shares = [victory_share(state, ahead, seat) for seat in range(seats)]
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    assert victory_share(state, np.full(seats, 200.0), 0) == pytest.approx(1 / seats)
    assert victory_share(state, np.array([0.0, *[900.0] * (seats - 1)]), 0) < 1e-6


def test_a_lead_is_surer_the_fewer_turns_are_to_come() -> None:
    spreads = [spread_to_come(states[0]) for states in played_on(2)[:-1]]
    assert spreads == sorted(spreads, reverse=True)
    assert spreads[0] == pytest.approx(2**0.5 * 41)
    assert 0 < spreads[-1] < 20


@pytest.mark.parametrize("seats", [1, 3])
def test_a_playout_is_judged_when_a_turn_begins_after_a_roll(seats: int) -> None:
    tables = played_on(seats, decisions=60)
    for start in tables[:30]:
        ready = [states for states in tables if outlook_ready(states[0], start[0])]
        assert all(states[0].rolls == 0 for states in ready)
        first = min(turn_number(states[0]) for states in ready)
        assert first - turn_number(start[0]) in (1, 2)


@compiled_only
@pytest.mark.long
def test_the_master_scores_more_than_300_alone() -> None:
    """338 on average; the master before it, whose playouts a rule of thumb played, had 239."""
    master = bots.player(GAME, "master")
    scores = [play(deal(GAME, 1, {}, 11, number), [master], number).scores[0] for number in range(8)]
    assert np.mean(scores) > 300


@compiled_only
def test_levels_below_the_master_know_less() -> None:
    levels = GAME.bots.HOOKS.levels({})
    assert [levels[name].outlook for name in ("skilled", "expert", "master")] == [False, True, True]
    assert levels["expert"].miss_rate > levels["master"].miss_rate == 0


@compiled_only
@pytest.mark.parametrize("seats", [1, 3])
def test_hints_tell_the_score_and_the_chance_at_the_end(seats: int) -> None:
    table = GAME.start(seats, seed=3)
    seat = table.to_act[0]
    table.play(seat, {"roll": True})
    found = bots.hints(GAME, table.view(seat), seat, each=40)
    low, high = (200, 400) if seats == 1 else (0.1, 0.7)
    assert all(low < one.figure < high for one in found)


@compiled_only
def test_a_review_values_the_beginning_as_the_net_does() -> None:
    table = GAME.start(2, seed=3)
    values = ValueEstimator(GAME, 20, "key").values(table, -1, 0)
    assert values[:, 0].sum() == pytest.approx(1)
    assert np.all((values[:, 1] > 230) & (values[:, 1] < 370))
