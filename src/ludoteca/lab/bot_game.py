"""Games between bots, each of which is handed what its seat sees and nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.bots.listening import Listener
from ludoteca.bots.observation import Observation, observe
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


def play(
    table: Table,
    players: Sequence[Player],
    key: object,
    hearing: Sequence[int] = (),
    deal: int | None = None,
    note: Callable[[int, Json], None] = lambda seat, action: None,
) -> Result:
    """Play a table to its end. Seats that choose at the same time do not see that others have chosen.

    Seats that are `hearing` are told what happened since their last decision; `note` is called after every
    action.
    """
    decisions, listeners = 0, {seat: Listener(seat, deal) for seat in hearing}
    while not table.over:
        observations = [observed(table, seat, listeners) for seat in table.to_act]
        for observation in observations:
            seat = observation.seat
            if seat in table.to_act:
                action = players[seat](observation, (key, decisions))
                table.play(seat, action)
                note(seat, action)
                decisions += 1
                pass_on(table, observation, listeners)
    shares = tuple(1 / len(table.winners) if seat in table.winners else 0.0 for seat in range(table.seats))
    return Result(tuple(table.scores), shares, decisions)


def observed(table: Table, seat: int, listeners: dict[int, Listener]) -> Observation:
    return listeners[seat].observe(table) if seat in listeners else observe(table, seat)


def pass_on(table: Table, answered: Observation, listeners: dict[int, Listener]) -> None:
    """Tell all listeners what the last action brought; who took it has heard what came before."""
    if answered.seat in listeners:
        listeners[answered.seat].forget(answered.news)
    for listener in listeners.values():
        listener.hear(table)
