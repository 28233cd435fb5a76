"""Any consistent position loads, whether or not play could lead there, and can be played on to the end."""

import json
import random

import numpy as np
import numpy.typing as npt
import pytest

from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN
from ludoteca.core.table import Table, bot_choice
from ludoteca.games.pega_em_6.alphabet import MOST_LEGAL
from ludoteca.games.pega_em_6.bots import TYPES
from ludoteca.games.pega_em_6.memory import type_odds
from ludoteca.games.pega_em_6.tests.scattered import PHASES, scattered
from ludoteca.games.pega_em_6.tests.tables import GAME, Json
from ludoteca.games.pega_em_6.tests.test_notation import VARIANTS

every_variant = pytest.mark.parametrize("variant", sorted(VARIANTS))


def require_sound(position: Json, seed: int) -> None:
    """It loads as it is written, every seat to act can act, and everybody can imagine it."""
    table = GAME.load(json.loads(json.dumps(position)), seed)
    assert table.position() == position
    assert all(bool(table.legal_ids(seat)) == (seat in table.to_act) for seat in range(table.seats))
    for viewer in (seed % table.seats, None):
        view = table.view(viewer)
        assert GAME.imagine(view, viewer, seed).view(viewer) == view


def require_exactly_the_legal_ones(table: Table, seat: int) -> None:
    allowed = [
        action
        for action in range(GAME.rules.ACTIONS)
        if not GAME.rules.refusal(table.states[0], seat, action)
    ]
    assert sorted(table.legal_ids(seat)) == allowed


def require_true_memory(table: Table, actions: npt.NDArray[np.int32]) -> None:
    """A round that is recalled leads to what lies on the table."""
    again, odds = Table(GAME, table.states.copy()), np.ones((len(TYPES), table.seats))
    again.states[0].listening = 0
    if type_odds(again.states[0], odds, actions) and len(table.to_act) == table.seats:
        assert again.position() == table.position()
    assert np.isfinite(odds).all()


def play_to_the_end(table: Table, seed: int) -> None:
    """Whatever is legal, by chance or as one of the simple bots would; looked at now and then."""
    rng, luck, actions = random.Random(seed), rng_of(seed), np.zeros(MOST_LEGAL, dtype=np.int32)
    while not table.over:
        seat, bot = rng.choice(table.to_act), rng.randrange(len(GAME.bots.NAMES))
        if rng.random() < 0.02:
            require_exactly_the_legal_ones(table, seat)
            require_sound(table.position(), seed)
            require_true_memory(table, actions)
        action = int(bot_choice(table.states, seat, bot, actions, luck))
        assert action in table.legal_ids(seat)
        table.play(seat, GAME.notation.write_action(action))


def try_positions(variant: str, count: int) -> None:
    seen = set()
    for seed in range(count):
        seats = VARIANTS[variant][seed % len(VARIANTS[variant])]
        position = scattered(variant, seats, seed)
        require_sound(position, seed)
        play_to_the_end(GAME.load(position, seed), seed)
        seen.add(position["phase"])
    assert seen == set(PHASES[variant])


@every_variant
def test_scattered_cards_load_and_are_played_to_the_end(variant: str) -> None:
    try_positions(variant, 8 if PLAIN else 25)


@pytest.mark.long
@every_variant
def test_thousands_of_scattered_positions_load_and_are_played_to_the_end(variant: str) -> None:
    try_positions(variant, 60 if PLAIN else 4000)
