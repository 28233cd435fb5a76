"""Predictions: what others choose at the same time is searched for where all cards lie open, only there."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import Table
from ludoteca.bots import search as s
from ludoteca.bots.deadline import NEVER
from ludoteca.bots.evaluator import Evaluator
from ludoteca.bots.observation import observe
from ludoteca.bots.opponents import expect_choices, likelihoods, predict_choices
from ludoteca.bots.search import Plan
from ludoteca.core.bot_random import rng_of
from ludoteca.games.pega_em_6.alphabet import CARD
from random_play import SEED, counted

GAME = ludoteca.game("pega-em-6")
PLAN = Plan(playouts=counted(600, 60), predict_choices=True, for_victory=True)


def drafted(seats: int) -> Table:
    """A professional table before the first trick."""
    table = GAME.start(seats, {"variant": "professional", "rounds": 1}, SEED)
    while table.view(None)["phase"] == "draft":
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    return table


def plan_of(table: Table, seat: int) -> Any:
    """A plan with all that the seat predicts."""
    evaluator, plan = Evaluator(observe(table, seat), SEED), PLAN.record()
    predict_choices(evaluator.states, seat, plan, evaluator.actions, NEVER)
    return plan


def predicted_cards(plan: Any, seat: int) -> dict[int, int]:
    """The cards that a seat is expected to choose, each with its weight."""
    count = plan[0].predicted[seat]
    actions, weights = plan[0].predicted_actions[seat], plan[0].predicted_weights[seat]
    return dict(zip(actions[:count] - CARD, weights[:count], strict=True))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_of_every_other_seat_each_card_is_expected_somewhat(seats: int) -> None:
    table = drafted(seats)
    plan = plan_of(table, 1)
    for seat in range(seats):
        expected = predicted_cards(plan, seat)
        assert list(expected) == ([] if seat == 1 else table.position()["hands"][seat])
        assert all(likely > 0 for likely in expected.values())


def test_choices_are_predicted_only_where_all_hands_lie_open() -> None:
    table = drafted(3)
    open_cards = GAME.bots.HOOKS.open_cards
    assert open_cards(table.view(0))
    drafting = GAME.start(3, {"variant": "professional"}, SEED)
    for other in (drafting, GAME.start(3, {}, SEED), GAME.start(3, {"variant": "anniversary"}, SEED)):
        assert not open_cards(other.view(0))
    dobro = ludoteca.game("dobro")
    assert not dobro.bots.HOOKS.open_cards(dobro.start(2, {}, SEED).view(0))


def noted(playouts: int, worths: list[float], squares: list[float]) -> Any:
    """Three candidates after so many playouts each: the means of their worths and of the squares."""
    notes = s.new_notes(3)
    notes["playouts"] = playouts
    notes["worth_sum"], notes["worth_squares"] = playouts * np.array([worths, squares])
    return notes


def test_the_better_a_card_the_likelier_and_the_more_so_the_more_playouts() -> None:
    worse, best, equal = likelihoods(noted(100, [0.4, 0.5, 0.5], [0.4, 0.5, 0.5]))
    assert 0 < worse < best == equal == 1
    assert worse < likelihoods(noted(4, [0.4, 0.5, 0.5], [0.4, 0.5, 0.5]))[0] < 1


def test_where_no_playout_differs_the_best_is_certain_unless_there_was_one_only() -> None:
    assert list(likelihoods(noted(2, [0.5, 0.25, 0.5], [0.25, 0.0625, 0.25]))) == [1, 0, 1]
    assert list(likelihoods(noted(1, [0.5, 0.25, 0.5], [0.25, 0.0625, 0.25]))) == [1, 1, 1]
    assert list(likelihoods(noted(100, [0, 0, 0], [0, 0, 0]))) == [1, 1, 1]


def test_actions_are_drawn_as_often_as_they_are_likely() -> None:
    plan, rng = PLAN.record(), rng_of(SEED)
    expect_choices(plan, 2, np.array([7, 8, 9]), np.array([1.0, 0.5, 0.0]))
    drawn = Counter(s.predicted_action(plan[0], 2, rng) for _ in range(3000))
    assert set(drawn) <= {7, 8, 9}
    assert drawn[7] == pytest.approx(2000, abs=150)
    assert drawn[9] < 30


def test_what_another_seat_has_chosen_in_secret_is_not_known() -> None:
    evaluated = []
    for chosen in (0, 9):
        table = drafted(2)
        table.play(1, table.legal(1)[chosen])
        evaluated.append(Evaluator(observe(table, 0), SEED).evaluate(PLAN))
        assert list(predicted_cards(plan_of(table, 0), 1)) == table.position()["hands"][1]
    assert evaluated[0] == evaluated[1]


def test_a_search_that_predicts_choices_finds_other_worths_and_repeats_exactly() -> None:
    evaluator = Evaluator(observe(drafted(2), 0), SEED)
    one, same, blind = (
        evaluator.evaluate(plan) for plan in (PLAN, PLAN, replace(PLAN, predict_choices=False))
    )
    assert one == same
    assert [each.worth for each in one] != [each.worth for each in blind]
