"""The simple bots, and what uniformly random play scores."""

import numpy as np
import pytest

from ludoteca.core.batch import simulate
from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN
from ludoteca.games.doppelt_so_clever.bots import NAMES, Bot, choose
from ludoteca.games.doppelt_so_clever.tests.sheets import (
    GAME,
    before_roll,
    black,
    blue,
    cross,
    ending,
    pink,
    rolled,
    sheet,
    silver,
)

EXTRA_CROSS = {"extra": "yellow", "mark": cross(1, 2)}
PASSING = ({"skip": True}, {"decline": True}, {"sweep_done": True})


def chosen(board, bot, seat=0, seed=0):
    legal = np.array(board.table.legal_ids(seat), dtype=np.int32)
    number = choose(board.table.states[0], seat, NAMES.index(bot), legal, len(legal), rng_of(seed))
    return GAME.notation.write_action(int(number))


def test_random_does_everything_that_is_legal():
    board = rolled("w2 s3 y5 b1 g4 p6")
    actions = {str(chosen(board, "random", seed=seed)) for seed in range(300)}
    assert actions == {str(action) for action in board.table.legal(0)}


def test_eager_passes_only_if_nothing_else_is_possible():
    for board in (
        rolled("w2 s3 y5 b1 g4 p6"),
        rolled("w2 s3 y5 b1 g4 p6").play(pick="silver", mark=silver("green", 3)),
        ending("w3f s3f y2 b1 g4f p6", sheet(), sheet(done=True), active=1),
    ):
        actions = {str(chosen(board, "eager", seed=seed)) for seed in range(300)}
        assert actions == {str(action) for action in board.table.legal(0) if action not in PASSING}
    full = sheet(pink=[1] * 12, blue=[3], yellow="0222222222", used={"reroll": 3}, green=[1] * 12)
    assert chosen(rolled("w3f s3t y2 b1t g4f p6", full, roll=3), "eager") == {"skip": True}


@pytest.mark.parametrize("bot", ["greedy", "careful"])
@pytest.mark.parametrize(
    ("board", "action"),
    [
        (lambda: black(sheet(yellow="2222100000")), {"bonus": "black", "mark": cross(2, 1)}),
        (lambda: rolled("w2f s3f y1t b1t g1t p6", roll=3), {"pick": "pink", "mark": pink(6)}),
        (lambda: rolled("w2f s3f y1t b1t p1t g6", sheet(green=[6]), roll=3), {"reroll": True}),
        (lambda: before_roll("w3t s1t y2t b1t g1t p6f", round=3), {"return": "white"}),
        (lambda: before_roll("", roll=0), {"roll": True}),
        (lambda: ending("w1f s1f y2 b1 g4f p1", sheet(yellow="2221000000"), round=6), EXTRA_CROSS),
    ],
)  # fmt: skip
def test_the_greedy_and_the_careful_know_what_is_good(bot, board, action):
    assert chosen(board(), bot) == action


def test_of_several_blue_numbers_the_highest_leaves_most_room():
    full = {"silver": {row: [1, 2, 3, 4, 5, 6] for row in ("yellow", "blue", "green", "pink")}}
    drawn = sheet(**full, yellow="2" * 10, green=[1] * 12, pink=[1] * 12, blue=[9])
    assert [chosen(black(drawn), bot) for bot in ("greedy", "careful")] == [
        {"bonus": "black", "mark": blue(9)}
    ] * 2


def test_the_careful_spares_the_dice_of_the_rolls_to_come():
    """Pink 6 sends four dice to the tray: that is no loss at the last roll only."""
    drawn = sheet(blue=[2], yellow="2" * 10, used={"reroll": 2})
    picks = [chosen(rolled("w5f s1 y1 b1 g1 p6", drawn, roll=roll), "careful").get("pick") for roll in (2, 3)]
    assert picks == ["silver", "pink"]


# What random play scores


def scores(bot, games):
    return simulate(GAME, games, 1, bots=[bot], seed=20).scores[:, 0]


@pytest.mark.skipif(PLAIN, reason="thousands of games need compiled rules")
@pytest.mark.parametrize(("bot", "mean"), [("random", 51), ("eager", 72)])
def test_random_play_alone_scores_about_this(bot, mean):
    assert abs(scores(bot, 2000).mean() - mean) < 2


@pytest.mark.long
@pytest.mark.skipif(PLAIN, reason="thousands of games need compiled rules")
def test_random_play_alone_averages_51_points_and_72_if_it_never_passes():
    random, eager = scores("random", 20_000), scores("eager", 20_000)
    assert abs(random.mean() - 51) < 1
    assert abs(random.std() - 13) < 1
    assert abs(eager.mean() - 72) < 1


def test_better_bots_score_better():
    compared = NAMES[: Bot.LEARNED if PLAIN else Bot.FARSIGHTED]  # a net takes minutes in plain Python
    means = [scores(bot, 3 if PLAIN else 300).mean() for bot in compared]
    assert means == sorted(means)
    assert means[Bot.CAREFUL] > 150
