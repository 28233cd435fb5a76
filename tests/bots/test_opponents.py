"""Foresight: what others choose at the same time is found out where all cards lie open, and only there."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import Table
from ludoteca.bots import search as s
from ludoteca.bots.evaluate import NEVER, Evaluator, Plan
from ludoteca.bots.observation import look
from ludoteca.bots.opponents import expect, foresee, foreseeable, likelihoods
from ludoteca.core.bot_random import rng_of
from ludoteca.games.pega_em_6.tables import CARD
from random_play import SEED, counted

GAME = ludoteca.game("pega-em-6")
PLAN = Plan(playouts=counted(600, 30), foresees=True, for_victory=True)


def drafted(seats: int) -> Table:
    """A professional table before the first trick."""
    table = GAME.start(seats, {"variant": "professional", "rounds": 1}, SEED)
    while table.view(None)["phase"] == "draft":
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    return table


def plan_of(table: Table, seat: int) -> Any:
    """A plan with all that the seat foresees."""
    evaluator, numbers = Evaluator(look(table, seat), SEED), PLAN.numbers()
    foresee(evaluator.states, seat, numbers, evaluator.actions, NEVER)
    return numbers


def line_of(plan: Any, seat: int) -> dict[int, int]:
    """The cards that a seat is expected to choose, each with its likelihood."""
    line = plan[s.FORESEEN + s.LINE * seat :][: s.LINE]
    count = line[0]
    return dict(zip(line[1 : 1 + count] - CARD, line[s.LIKELY : s.LIKELY + count], strict=True))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_of_every_other_seat_each_card_is_expected_somewhat(seats: int) -> None:
    table = drafted(seats)
    plan = plan_of(table, 1)
    for seat in range(seats):
        expected = line_of(plan, seat)
        assert list(expected) == ([] if seat == 1 else table.position()["hands"][seat])
        assert all(likely > 0 for likely in expected.values())


def test_choices_are_foreseen_only_where_all_hands_lie_open() -> None:
    table = drafted(3)
    assert foreseeable(GAME, table.view(0))
    drafting = GAME.start(3, {"variant": "professional"}, SEED)
    for other in (drafting, GAME.start(3, {}, SEED), GAME.start(3, {"variant": "anniversary"}, SEED)):
        assert not foreseeable(GAME, other.view(0))
    assert not foreseeable(ludoteca.game("dobro"), ludoteca.game("dobro").start(2, {}, SEED).view(0))


def noted(playouts: int, worths: list[float], squares: list[float]) -> Any:
    """Three candidates after so many playouts each: the means of their worths and of the squares."""
    notes = np.zeros((3, s.NOTES))
    notes[:, s.PLAYOUTS] = playouts
    notes[:, s.WORTH], notes[:, s.SQUARES] = playouts * np.array([worths, squares])
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
    plan, rng = PLAN.numbers(), rng_of(SEED)
    expect(plan, 2, np.array([7, 8, 9]), np.array([1.0, 0.5, 0.0]))
    drawn = Counter(s.foreseen(plan, s.FORESEEN + s.LINE * 2, rng) for _ in range(3000))
    assert set(drawn) <= {7, 8, 9}
    assert drawn[7] == pytest.approx(2000, abs=150)
    assert drawn[9] < 30


def test_what_another_seat_has_chosen_in_secret_is_not_known() -> None:
    weighed = []
    for chosen in (0, 9):
        table = drafted(2)
        table.play(1, table.legal(1)[chosen])
        weighed.append(Evaluator(look(table, 0), SEED).weigh(PLAN))
        assert list(line_of(plan_of(table, 0), 1)) == table.position()["hands"][1]
    assert weighed[0] == weighed[1]


def test_who_foresees_weighs_otherwise_and_repeats_exactly() -> None:
    evaluator = Evaluator(look(drafted(2), 0), SEED)
    one, same, blind = (evaluator.weigh(plan) for plan in (PLAN, PLAN, replace(PLAN, foresees=False)))
    assert one == same
    assert [each.worth for each in one] != [each.worth for each in blind]
