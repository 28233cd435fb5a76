"""The tree search: several turns ahead, for every seat, and by nothing that a seat cannot know."""

from dataclasses import replace

import numpy as np
import pytest

import ludoteca
from ludoteca import Table
from ludoteca.bots import tree_search as t
from ludoteca.bots.deadline import NEVER
from ludoteca.bots.evaluator import Candidate, Evaluator
from ludoteca.bots.levels import level_of
from ludoteca.bots.observation import observe
from ludoteca.bots.search import Plan
from ludoteca.games.pega_em_6.bots import Bot
from ludoteca.games.pega_em_6.tests.tables import rows
from random_play import SEED, counted

GAME = ludoteca.game("pega-em-6")
PLAN = Plan(
    playouts=counted(600, 60), tree=True, for_victory=True, own_later=Bot.RIVAL, others_later=Bot.RIVAL
)
ONE_ROUND = {"variant": "professional", "rounds": 1}


def drafting(seats: int) -> Table:
    return GAME.start(seats, ONE_ROUND, SEED)


def drafted(seats: int) -> Table:
    """A professional table before the first trick."""
    table = drafting(seats)
    while table.view(None)["phase"] == "draft":
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    return table


def searched(table: Table, seat: int, plan: Plan = PLAN) -> list[Candidate]:
    return Evaluator(observe(table, seat), SEED).evaluate(plan)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_playout_tries_one_candidate_and_the_one_tried_most_is_chosen(seats: int) -> None:
    for table in (drafting(seats), drafted(seats)):
        seat = table.to_act[0]
        found = searched(table, seat)
        assert sum(one.playouts for one in found) == pytest.approx(PLAN.playouts, abs=len(found))
        assert found[0].playouts == max(one.playouts for one in found)
        assert {one.id for one in found} == set(table.legal_ids(seat))
        assert all(0 <= one.worth <= 1 for one in found)


def test_a_search_repeats_exactly() -> None:
    assert searched(drafted(3), 1) == searched(drafted(3), 1)


def test_what_another_seat_has_chosen_in_secret_is_not_known() -> None:
    found = []
    for chosen in (0, 9):
        table = drafted(2)
        table.play(1, table.legal(1)[chosen])
        found.append(searched(table, 0))
    assert found[0] == found[1]


def test_a_stopped_search_ends_after_its_first_visit() -> None:
    late = np.ones_like(NEVER)
    found = Evaluator(observe(drafted(2), 0), SEED).evaluate(PLAN, late)
    assert sum(one.worth > 0 for one in found) <= 1


def test_it_sees_two_tricks_ahead() -> None:
    """The 5 fills its row now, before the 6 or 7 that must go there; later it would fit nowhere."""
    table = rows(
        [1, 2, 3, 4], [19], [20], [22], variant="professional", hands=[[5, 23], [6, 7]],
        piles=[[10, 11, 12, 13]], options={"rounds": 1},
    ).load().table  # fmt: skip
    found = searched(table, 0, replace(PLAN, playouts=counted(2000, 200)))
    assert found[0].action == {"card": 5}
    assert found[0].worth > found[1].worth


def test_only_the_master_of_the_professional_variant_looks_ahead() -> None:
    for variant in ("basic", "professional", "anniversary"):
        view = GAME.start(2, {"variant": variant}, SEED).view(0)
        trees = {name for name in ("skilled", "expert", "master") if level_of(GAME, view, name).tree}
        assert trees == ({"master"} if variant == "professional" else set())


def test_a_full_table_takes_no_new_entry() -> None:
    tree, walk = t.new_tree(), t.new_walk()[0]
    known = t.claim(tree, t.mixed(t.ROOT, 5), walk)
    walk.filled = t.MOST_FILLED
    assert t.claim(tree, t.mixed(t.ROOT, 5), walk) == known
    assert t.claim(tree, t.mixed(t.ROOT, 6), walk) == t.NOWHERE


def test_keys_differ() -> None:
    keys = {
        t.action_key(t.mixed(t.ROOT, node), seat, action)
        for node in range(20)
        for seat in range(6)
        for action in range(100)
    }
    assert len(keys) == 20 * 6 * 100
    assert 0 < min(keys) < max(keys) < 1 << 2 * t.HALF
