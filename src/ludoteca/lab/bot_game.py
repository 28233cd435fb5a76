"""Games between bots, each of which is handed what its seat sees and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.bots.observation import observe
from ludoteca.bots.registry import Player
from ludoteca.core import chance
from ludoteca.core.game import Game
from ludoteca.core.table import Table, set_up_table

Json = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """How a game ended, by seat."""

    scores: tuple[int, ...]
    shares: tuple[float, ...]  # of the victory
    decisions: int


def deal(game: Game, seats: int, options: Json, seed: int, number: int) -> Table:
    """Deal `number` of a seed: the same cards and the same luck, whoever sits there."""
    states = game.blank(seats, options)
    chance.rekey(states[0], seed, stream=number)
    set_up_table(states)
    return Table(game, states)


def play(table: Table, players: Sequence[Player], key: object) -> Result:
    """Play a table to its end. Seats that choose at the same time do not see that others have chosen."""
    decisions = 0
    while not table.over:
        observations = [observe(table, seat) for seat in table.to_act]
        for observation in observations:
            if observation.seat in table.to_act:
                table.play(observation.seat, players[observation.seat](observation, (key, decisions)))
                decisions += 1
    shares = tuple(1 / len(table.winners) if seat in table.winners else 0.0 for seat in range(table.seats))
    return Result(tuple(table.scores), shares, decisions)
