"""The simple bots: what each would do, and that it looks at nothing it may not see."""

import random

import numpy as np
import pytest

from ludoteca.core.batch import simulate
from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN
from ludoteca.games.dobro.tests.tables import GAME, at, short


def choice(table, name, seat=None):
    seat = table.to_act[0] if seat is None else seat
    legal = np.array(table.legal_ids(seat), dtype=np.int32)
    bot = GAME.bots.NAMES.index(name)
    return int(GAME.bots.choose(table.states[0], seat, bot, legal, len(legal), rng_of(7)))


def chosen(board, name):
    return short(GAME.notation.write_action(choice(board.table, name)))


@pytest.mark.parametrize(
    ("name", "hand", "value", "table", "play"),
    [
        ("lowest", "5 6 12", 4, "4", "5"),
        ("lowest", "5 wild", 4, "4", "5"),
        ("lowest", "3 wild", 4, "4", "wild=4"),
        ("lowest", "7 7 3", 12, "12", "take"),
        ("lowest", "7 7 3", 12, "2 3 12", "7 7"),
        ("lowest", "2 skip", 12, "2 3 12", "skip"),
        ("lowest", "2 3", 12, "2 3 12", "take"),
        ("doubler", "5 6 12", 6, "6", "6"),
        ("doubler", "5 3 3 7", 6, "6", "3 3"),
        ("doubler", "5 6 12", 4, "4", "5"),
        ("keeper", "5 5 6", 4, "4", "6"),
        ("keeper", "5 5 12", 4, "4", "5 5"),
        ("keeper", "7 7 3", 12, "12", "7 7"),
        ("seasoned", "5 5 6", 4, "4", "5 5"),
        ("seasoned", "2 3", 12, "2 3 12", "take"),
    ],
)
def test_what_a_bot_plays(name, hand, value, table, play):
    assert chosen(at(hand, table=table, value=value), name) == play


@pytest.mark.parametrize("name", ["lowest", "doubler", "keeper", "seasoned"])
def test_no_bot_but_the_random_one_forgets(name):
    board = at("2 3 7 7 9 10", table="4", value=4, deck="11 12", draw="manual").play("7")
    assert chosen(board, name) == "draw"


@pytest.mark.parametrize("name", GAME.bots.NAMES)
@pytest.mark.parametrize("seats", [2, 6])
def test_a_bot_decides_from_its_view_alone(name, seats):
    table, rng = GAME.start(seats, {"draw": "manual"}, 11), random.Random(11)
    for _ in range(20 if PLAIN else 60):
        seat = table.to_act[0]
        imagined = GAME.imagine(table.view(seat), seat, rng.getrandbits(32))
        assert choice(imagined, name, seat) == choice(table, name, seat)
        table.play(seat, rng.choice(table.legal(seat)))


@pytest.mark.skipif(PLAIN, reason="takes thousands of games")
@pytest.mark.parametrize(
    ("better", "worse"),
    [("lowest", "random"), ("doubler", "random"), ("keeper", "lowest"), ("seasoned", "keeper")],
)
def test_one_bot_beats_another(better, worse):
    batch = simulate(GAME, 4000, 4, bots=(better, worse, worse, worse), seed=1)
    shares = batch.winners / batch.winners.sum(axis=1, keepdims=True)
    assert shares[:, 0].mean() > 0.27  # a quarter if equal; three standard errors are 0.02
