"""What holds in every game: no card is lost, nobody holds too many, and every value can be made."""

import random
from collections import Counter

import numpy as np
import pytest

from ludoteca.core.batch import simulate
from ludoteca.core.compiled import PLAIN
from ludoteca.games.dobro import rules
from ludoteca.games.dobro.tests.tables import GAME, IN_BOX

SETTINGS = [
    (seats, {"edition": edition, "long": long, "draw": draw})
    for seats in range(2, 7)
    for edition in ("pt", "en")
    for long in (False, True)
    for draw in ("auto", "manual")
]
every_setting = pytest.mark.parametrize(("seats", "options"), SETTINGS)
VALUES = {0, *range(2, 13), *range(4, 49, 2)}


def random_game(seats, options, seed):
    table, rng = GAME.start(seats, options, seed), random.Random(seed)
    while not table.over:
        yield table
        table.play(table.to_act[0], rng.choice(table.legal(table.to_act[0])))
    yield table


def require_sound(position):
    places = [position["table"], position["deck"], position["aside"], *position["hands"], *position["piles"]]
    box = IN_BOX if position["seats"] > 2 else {**IN_BOX, "reverse": 0}
    assert Counter(card for cards in places for card in cards) == Counter(box)
    assert len(position["aside"]) == (10 if position["seats"] == 2 else 0)
    assert all(len(hand) <= (5 if position["seats"] == 6 else 6) for hand in position["hands"])
    assert position["value"] in VALUES
    assert position["options"]["draw"] == "manual" or position["forgetful"] is None


def play_soundly(seats, options, seeds, every):
    for seed in seeds:
        for step, table in enumerate(random_game(seats, options, seed)):
            if step % every == 0 or table.over:
                require_sound(table.position())


@pytest.mark.rule("D1", "D2", "D4", "D16")
@every_setting
def test_cards_are_conserved(seats, options):
    play_soundly(seats, options, range(1), every=7)


@pytest.mark.long
@pytest.mark.rule("D1", "D2", "D4", "D16")
@every_setting
def test_cards_are_conserved_in_many_games(seats, options):
    play_soundly(seats, options, range(2 if PLAIN else 50), every=3)


@pytest.mark.rule("D19", "D21")
@every_setting
def test_points_of_many_games_are_possible(seats, options):
    games = 3 if PLAIN else 1000
    batch = simulate(GAME, games, seats, options, seed=3)
    rounds = seats if options["long"] else 3
    lost = rounds if options["draw"] == "manual" else 0
    assert (batch.scores.sum(axis=1) <= rounds * seats * (seats + 1) // 2).all()
    assert (batch.scores.sum(axis=1) >= rounds * seats - lost).all()
    assert (batch.scores.max(axis=1) <= rounds * seats).all()
    best = batch.scores == batch.scores.max(axis=1, keepdims=True)
    assert best[batch.winners == 1].all()
    assert (batch.winners.sum(axis=1) >= 1).all()


@pytest.mark.skipif(PLAIN, reason="there is nothing to compare with")
@every_setting
def test_plain_and_compiled_rules_play_the_same_game(seats, options):
    """Called from Python, a rule runs as Python; through a table, compiled."""
    rng = random.Random(seats)
    table = GAME.start(seats, options, seats)
    plain = GAME.blank(seats, options)
    plain[0].key[:] = table.states[0].key
    rules.set_up(plain[0])
    plain[0].listening = 1
    actions = np.zeros(GAME.rules.MOST_LEGAL, dtype=np.int32)
    while not table.over:
        seat = table.to_act[0]
        legal = table.legal_ids(seat)
        assert list(actions[: rules.legal(plain[0], seat, actions)]) == legal
        action = rng.choice(legal)
        table.play(seat, GAME.notation.write_action(action))
        plain[0].news_count = 0
        rules.apply(plain[0], seat, action)
        assert plain.tobytes() == table.states.tobytes()
