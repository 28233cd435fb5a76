"""What the states of a game of OpenSpiel share."""

import json
from functools import cache
from typing import Any

import pyspiel

from ludoteca.core.game import game as game_by_id
from ludoteca.lab.environments.played_table import PlayedTable

TableName = tuple[str, int, str]  # the game's id, players, and options as JSON

SEED_BYTES = 4
OUTCOMES = 256
EVERY_OUTCOME = [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]
CHANCE: Any = pyspiel.PlayerId.CHANCE
MOST_NUMBERS = 250_000  # of an information state; a longer one is given as a string only


@cache
def table_of(id: str, players: int, options: str) -> PlayedTable:
    """States share what never changes; they name it, for a state is copied with all it holds."""
    return PlayedTable(game_by_id(id), players, json.loads(options), None)


def longest_game(table: PlayedTable) -> int:
    options = table.game.notation.options_of(table.blank[0])
    return table.game.observation.longest(table.seats, options)


def history_size(table: PlayedTable) -> int:
    """Numbers that hold all own decisions of the longest game: what was seen, and the action + 1."""
    return longest_game(table) * (table.layout.size + 1)
