"""OpenSpiel: every game as `ludoteca_GAME`, with `players` and the game's options as parameters.

    import pyspiel
    import ludoteca.lab.environments.open_spiel_game
    game = pyspiel.load_game("ludoteca_pega_em_6(players=4,rounds=1)")

Seats that choose at the same time are simultaneous nodes. Whatever deals or rolls is preceded by four chance
nodes of 256 equal outcomes each, the bytes of a seed: all outcomes are explicit, a history replays exactly,
and no node has more of them than a tree can bear.
"""

import json
from typing import Any

import pyspiel

from ludoteca.core.game import Game, games
from ludoteca.core.game import game as game_by_id
from ludoteca.core.observation import LIMIT
from ludoteca.core.options import Choice, Whole
from ludoteca.lab.environments.open_spiel_observer import Observer
from ludoteca.lab.environments.open_spiel_state import SpielState
from ludoteca.lab.environments.open_spiel_tables import (
    MOST_NUMBERS,
    OUTCOMES,
    SEED_BYTES,
    TableName,
    history_size,
    longest_game,
    table_of,
)

Json = dict[str, Any]


def parameters_of(game: Game) -> Json:
    """The parameters of a game with their defaults; 0 stands for an option that is not given."""
    options = game.notation.each_option
    return {
        "players": game.notation.seat_range({})[0],
        **{name: default_of(option) for name, option in options.items()},
    }


def default_of(option: Choice | Whole) -> Any:
    return option.values[0] if isinstance(option, Choice) else 0


def type_of(game: Game, players: int, with_tensor: bool) -> Any:
    """What OpenSpiel wants to know of a game; alone, a player plays for the score."""
    ranges = [game.notation.seat_range(options) for options in game.notation.OPTIONS]
    kind = pyspiel.GameType
    hides = any(event.secret for event in game.notation.EVENTS)
    together = game.simultaneous and players > 1
    return kind(
        short_name=f"ludoteca_{game.id.replace('-', '_')}",
        long_name=game.name,
        dynamics=kind.Dynamics.SIMULTANEOUS if together else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if players > 1 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(seats[-1] for seats in ranges),
        min_num_players=min(seats[0] for seats in ranges),
        provides_information_state_string=True,
        provides_information_state_tensor=with_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
    )


class SpielGame(pyspiel.Game):
    """A game as OpenSpiel loads it."""

    id: str

    def __init__(self, params: Json) -> None:
        options = {name: value for name, value in params.items() if name != "players" and value != 0}
        options |= {name: value for name, value in params.items() if value is False}
        self.name: TableName = self.id, params["players"], json.dumps(options, sort_keys=True)
        table = table_of(*self.name)
        longest = longest_game(table)
        self.chance_nodes = SEED_BYTES * (longest + 1)
        alone = table.seats == 1
        super().__init__(
            type_of(table.game, table.seats, history_size(table) <= MOST_NUMBERS),
            pyspiel.GameInfo(
                num_distinct_actions=table.game.rules.ACTIONS,
                max_chance_outcomes=OUTCOMES,
                num_players=table.seats,
                min_utility=-LIMIT if alone else -1.0,
                max_utility=LIMIT if alone else 1.0,
                utility_sum=None if alone else 0.0,
                max_game_length=longest,
            ),
            params,
        )

    def max_chance_nodes_in_history(self) -> int:
        return self.chance_nodes

    def new_initial_state(self, given: Any = None) -> SpielState:
        """Nothing dealt yet; or the state of a struct, as `to_struct` writes it."""
        state = SpielState(self, self.name)
        if given is not None:
            state.read_struct(given)
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(table_of(*self.name), iig_obs_type, params)


def register() -> None:
    """Let `pyspiel.load_game` find every game."""
    known = set(pyspiel.registered_names())
    for id in games():
        game = game_by_id(id)
        kind = type_of(game, parameters_of(game)["players"], True)
        if kind.short_name not in known:
            # A class, for OpenSpiel lets go of it when Python has ended, and a class then stays where it is.
            pyspiel.register_game(kind, type(f"{kind.short_name}_game", (SpielGame,), {"id": id}))


register()
