"""Instinct weighs the signs that it was taught by, and is exact on any machine."""

import numpy as np
import pytest

import ludoteca
from ludoteca.core.bot_random import rng_of
from ludoteca.core.table import apply_action, bot_choice
from ludoteca.games.pega_em_6.bots import NET, SHARP, Bot
from ludoteca.games.pega_em_6.tests.signs import chances

DRAWS = 60


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("bot", [Bot.INSTINCT, Bot.RESOLUTE, Bot.RIVAL])
def test_cards_are_played_as_often_as_their_signs_say(seats: int, bot: Bot) -> None:
    """At each step of a hand, over many draws, to within five deviations."""
    table = ludoteca.game("pega-em-6").start(seats, {"rounds": 1}, seed=seats)
    actions = np.zeros(table.game.rules.MOST_LEGAL, dtype=np.int32)
    rng = rng_of(seats)
    while not table.over:
        seat = table.to_act[0]
        view = table.view(seat)
        if view["phase"] == "choose" and seat == 0:
            drawn = [bot_choice(table.states, seat, bot, actions, rng) for _ in range(DRAWS)]
            wanted = chances(view, seat, NET[bot], SHARP[bot])
            found = [drawn.count(action) / DRAWS for action in table.legal_ids(seat)]
            allowed = 5 * np.sqrt(wanted * (1 - wanted) / DRAWS) + 2 / DRAWS
            assert (np.abs(found - wanted) <= allowed).all()
        apply_action(table.states, seat, bot_choice(table.states, seat, Bot.THRIFTY, actions, rng))
