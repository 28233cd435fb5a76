"""The simple bots: what each of them looks for."""

import numpy as np
import pytest

from ludoteca.core.batch import simulate
from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN
from ludoteca.games.double_double_dominoes.bots import diamond_in_reach, plans_bonus
from ludoteca.games.double_double_dominoes.tests.tables import GAME, action, after, written

NAMES = GAME.bots.NAMES


def chosen(board, bot, times=10):
    """What a bot does, tried several times."""
    legal = np.array(board.table.legal_ids(board.acting), dtype=np.int32)
    rng = rng_of(1)
    choices = {
        int(GAME.bots.choose(board.state, board.acting, NAMES.index(bot), legal, len(legal), rng))
        for _ in range(times)
    }
    return {written(GAME.notation.write_action(choice)) for choice in choices}


CORNER = ("0-1 8H 8I", "1-2 8J 8K", "2-3 8L 8M")


@pytest.mark.parametrize("bot", ["points", "careful", "planner"])
def test_all_but_random_cover_the_best_diamond(bot):
    board = after(*CORNER, hand="3-3 3-6 1-5 0-5")
    assert chosen(board, bot) == {"3-3 8N 8O"}


def test_points_gives_nothing_away():
    """Both tiles cover no diamond; 5-5 would bring the other seat a bonus, and 1-5 on its 1 the own one."""
    board = after("3-5 8H 8I", hand="5-5 1-5 6-6 2-5").markers(5, 2)
    assert {move.split()[0] for move in chosen(board, "points", 20)} <= {"2-5", "5-2"}


def test_points_stops_rather_than_give_something_away():
    board = after("3-5 8H 8I", hand="5-5 1-5 6-6 4-6").markers(1, 0).go("5-5 8J 8K")
    assert chosen(board, "points") == {"stop"}


@pytest.mark.parametrize(("move", "diamond"), [("2-4 8L 8M", 3), ("4-2 6K 7K", 2), ("0-4 9H 10H", 1)])
def test_a_tile_brings_diamonds_into_reach(move, diamond):
    board = after("0-1 8H 8I", "1-2 8J 8K", hand="2-4 0-4 6-6 5-5")
    assert move in board.legal()
    assert diamond_in_reach(board.state, GAME.notation.read_action(action(move))) == diamond


def test_careful_leaves_the_higher_diamonds_out_of_reach():
    board = after("0-1 8H 8I", "1-2 8J 8K", hand="2-4 6-6 5-5 5-6").markers(0, 0)
    assert "2-4 8L 8M" not in chosen(board, "careful", 20)


@pytest.mark.parametrize(("hand", "planned"), [("0-5 1-6 2-5 6-6", True), ("0-5 3-6 2-5 6-6", False)])
def test_planner_looks_for_a_space_that_a_tile_left_in_the_hand_matches(hand, planned):
    """A diamond with a 1 leads from START to space 1, which is a 1."""
    board = after("3-5 8H 8I", "5-5 8J 9J", hand=hand)
    placement = GAME.notation.read_action(action("5-0 7J 7K"))
    assert plans_bonus(board.state, 0, placement) == planned


@pytest.mark.parametrize("bot", ["points", "careful", "planner"])
def test_all_but_random_discard_the_tile_with_the_fewest_pips(bot):
    assert chosen(after("0-1 8H 8I", hand="5-5 6-6 5-6 4-5"), bot) == {"discard 4-5"}


@pytest.mark.parametrize("bot", ["points", "careful", "planner"])
def test_all_others_beat_random(bot):
    games = 3 if PLAIN else 200
    batch = simulate(GAME, games, 2, {}, ("random", bot), seed=3)
    assert batch.winners[:, 1].sum() > games * 0.6
