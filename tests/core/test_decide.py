"""A bot decides the same with a list of legal actions and, where its game can do so, without one."""

import numpy as np
import pytest

from ludoteca.core import verbs
from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import Game
from random_play import Setting, counted, few_settings, random_game

ENOUGH = counted(120, 40)


def quick_bots(game: Game) -> range:
    """All of them; as plain Python, where nets take minutes, the random one, which needs no list."""
    return range(1 if PLAIN else len(game.bots.NAMES))


@pytest.mark.parametrize("setting", few_settings(), ids=str)
def test_every_simple_bot_decides_as_if_it_had_a_list(setting: Setting) -> None:
    game = setting.game
    actions = np.zeros(game.rules.MOST_LEGAL, dtype=np.int32)
    for step, table in enumerate(random_game(setting, seed=3, most=ENOUGH)):
        for seat in table.to_act:
            for bot in quick_bots(game):
                one, other = rng_of((step, bot)), rng_of((step, bot))
                count = game.rules.legal(table.states[0], seat, actions)
                chosen = game.bots.choose(table.states[0], seat, bot, actions, count, one)
                assert verbs.decide(table.states[0], seat, bot, actions, other) == chosen
                assert one.tolist() == other.tolist()
