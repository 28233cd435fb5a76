"""Simple bots that use special cards: what they expect of one is what happens, and they spare dear rows."""

import random
from typing import Any

import numpy as np
import pytest

from ludoteca import Table
from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN
from ludoteca.core.table import bot_choice
from ludoteca.games.pega_em_6.alphabet import MOST_LEGAL, PLACE
from ludoteca.games.pega_em_6.bots import Bot
from ludoteca.games.pega_em_6.special_use import UNKNOWN, cheapest_placement, cost_of_special
from ludoteca.games.pega_em_6.tables import HAND_CARDS, Variant
from ludoteca.games.pega_em_6.tests.tables import GAME, Board, rows, somewhere

FULL = [11, 22, 33, 44, 55]  # 27 bull heads
CHEAP = [1, 2, 3, 4, 6]  # 5 bull heads


def chosen(board: Board, bot: Bot = Bot.CRAFTY) -> Any:
    actions = np.zeros(MOST_LEGAL, dtype=np.int32)
    return GAME.notation.write_action(int(bot_choice(board.table.states, 0, bot, actions, rng_of(0))))


def placing(*lying: list[int], card: int, specials: list[str], **setting: Any) -> Board:
    return rows(*lying, hands=[[card]], specials=[specials], left=6, **setting).reveal(card)


@pytest.mark.parametrize("bot", [Bot.CRAFTY, Bot.SHREWD])
@pytest.mark.parametrize("special", ["seven", "fifth_row"])
def test_a_dear_row_is_spared_by_a_special_card(special: str, bot: Bot) -> None:
    board = placing(FULL, [70], [80], [90], card=56, specials=[special])
    assert chosen(board, bot) == {"special": special}


def test_nothing_is_spent_where_nothing_is_taken() -> None:
    board = placing([11, 22], [70], [80], [90], card=56, specials=["seven", "insert", "move"])
    assert chosen(board) == {"place": True}


def test_other_simple_bots_keep_their_special_cards() -> None:
    board = placing(FULL, [70], [80], [90], card=56, specials=["seven"])
    assert chosen(board, Bot.RESOLUTE) == {"place": True}


def test_a_low_card_is_inserted_rather_than_take_a_row() -> None:
    board = placing(FULL, [66, 77], [80, 88], [90, 99], card=5, specials=["insert"])
    assert chosen(board)["special"] == "insert"


def test_positive_names_the_dearest_card_of_the_row() -> None:
    board = placing(FULL, [70], [80], [90], card=56, specials=["positive"], piles=[[50, 60, 100]])
    assert chosen(board) == {"special": "positive", "card": 55}


def heads_taken(table: Table, seat: int, action: int) -> int:
    """What the placement really costs, if a card that is then too low takes the cheapest row."""
    trial = Table(GAME, table.states.copy())
    before = int(trial.states[0].heads[seat])
    trial.play(seat, GAME.notation.write_action(action))
    if trial.states[0].placing == seat:
        actions = np.zeros(MOST_LEGAL, dtype=np.int32)
        count = GAME.rules.legal(trial.states[0], seat, actions)
        cheapest, _ = cheapest_placement(trial.states[0], seat, actions, count)
        trial.play(seat, GAME.notation.write_action(int(cheapest)))
    return int(trial.states[0].heads[seat]) - before


def test_what_a_special_card_is_expected_to_cost_is_what_it_costs() -> None:
    """In random positions, but for moves that leave no row below the card: they count as too dear."""
    compared = 0
    for seed in range(60 if PLAIN else 300):
        table = somewhere("anniversary", 2 + seed % 4, seed, random.Random(seed).randrange(150))
        if table.over or table.view(None)["phase"] != "place" or table.states[0].special_used:
            continue
        seat, state = table.to_act[0], table.states[0]
        if state.trick == HAND_CARDS[Variant.ANNIVERSARY]:
            continue  # the next round would have begun when its heads could be read
        for action in table.legal_ids(seat):
            if action > PLACE:
                expected = cost_of_special(state, seat, action)
                assert expected == UNKNOWN or expected == heads_taken(table, seat, action)
                compared += 1
    assert compared > (10 if PLAIN else 200)
