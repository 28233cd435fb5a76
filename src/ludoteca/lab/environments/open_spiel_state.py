"""A table as a state of OpenSpiel."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from ludoteca.core import chance
from ludoteca.core.game import Game
from ludoteca.core.observation import Numbers, observe_table
from ludoteca.core.table import Table, apply_action, copied_states, set_up_table
from ludoteca.lab.environments.open_spiel_tables import CHANCE, EVERY_OUTCOME, SEED_BYTES, TableName, table_of
from ludoteca.lab.environments.played_table import PlayedTable

Json = dict[str, Any]
Chosen = tuple[tuple[int, int], ...]  # seats and their actions


class SpielState(pyspiel.State):
    """A table, what its seats have been told so far, and actions that wait for chance.

    OpenSpiel copies and pickles all attributes: so these are bytes, strings and tuples.
    """

    def __init__(self, game: pyspiel.Game, name: TableName) -> None:
        super().__init__(game)
        self.name = name
        self.record = b""  # empty before the deal
        self.waiting: Chosen = ()  # seats and actions that need chance
        self.seed = b""  # the outcomes so far
        self.told = ("",) * name[1]  # all that each seat was told and has done
        self.past = (b"",) * name[1]  # what each seat saw when it decided, and its action + 1

    @property
    def table(self) -> PlayedTable:
        """The table as it is now; the next one to ask for it overwrites it."""
        table = table_of(*self.name)
        table.states = (
            np.frombuffer(bytearray(self.record), table.game.record) if self.record else table.blank
        )
        return table

    # What may be done

    def is_terminal(self) -> bool:
        return bool(self.record) and not self.waiting and self.table.over

    def current_player(self) -> Any:
        if not self.record or self.waiting:
            return CHANCE
        to_act = self.table.to_act
        if len(to_act) == 1:
            return to_act[0]
        return pyspiel.PlayerId.SIMULTANEOUS if to_act else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.legal(player).tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return EVERY_OUTCOME

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"chance {action}"
        return json.dumps(self._action_to_struct(player, action))

    # Acting

    def _apply_action(self, action: int) -> None:
        if not self.record or self.waiting:
            self.draw(action)
        else:
            self.act(((self.table.to_act[0], action),))

    def _apply_actions(self, actions: list[int]) -> None:
        self.act(tuple((seat, actions[seat]) for seat in self.table.to_act))

    def draw(self, outcome: int) -> None:
        """One more byte of the seed; the last one deals, or lets what waits happen."""
        self.seed += bytes([outcome])
        if len(self.seed) == SEED_BYTES:
            seed, self.seed = int.from_bytes(self.seed, "big"), b""
            if self.record:
                self.carry_out(self.waiting, seed)
            else:
                self.deal(seed)

    def deal(self, seed: int) -> None:
        states = self.table.blank.copy()
        states["listening"] = 1
        chance.rekey(states[0], seed)
        set_up_table(states)
        self.keep(states, [Table(self.table.game, states)])

    def act(self, chosen: Chosen) -> None:
        """Take actions; if they deal or roll, chance comes first."""
        table = self.table
        for seat, action in chosen:
            table.require_legal(seat, action)
        self.remember(table, chosen)
        if self.uses_chance(chosen):
            self.waiting = chosen
        else:
            self.carry_out(chosen, None)

    def uses_chance(self, chosen: Chosen) -> bool:
        before = self.table.states
        after = copied_states(before)
        play(self.table.game, after, chosen)
        return any(before[field][0] != after[field][0] for field in ("counter", "words_left"))

    def remember(self, table: PlayedTable, chosen: Chosen) -> None:
        past, told = list(self.past), list(self.told)
        for seat, action in chosen:
            row = np.append(table.observe(seat).astype(np.int32), np.int32(action + 1))
            past[seat] += row.tobytes()
            told[seat] += json.dumps({"does": table.written(action)}) + "\n"
        self.past, self.told = tuple(past), tuple(told)

    def carry_out(self, chosen: Chosen, seed: int | None) -> None:
        states = copied_states(self.table.states)
        if seed is not None:
            chance.rekey(states[0], seed)
        self.waiting = ()
        self.keep(states, play(self.table.game, states, chosen))

    def keep(self, states: npt.NDArray[Any], steps: list[Table]) -> None:
        """The table is now this one; each seat is told what happened in every step, as far as it may know."""
        self.told = tuple(
            told + "".join(json.dumps(event) + "\n" for step in steps for event in step.events(seat))
            for seat, told in enumerate(self.told)
        )
        self.record = states.tobytes()

    # What it comes to

    def returns(self) -> list[float]:
        return self.table.paid().tolist() if self.is_terminal() else [0.0] * self.name[1]

    def __str__(self) -> str:
        return json.dumps(self._to_struct())

    # Structs

    def _to_struct(self) -> Json:
        """The whole truth: the position, actions that wait for chance, and the outcomes so far."""
        return {
            "position": self.table.as_table().position() if self.record else None,
            "waiting": [list(one) for one in self.waiting],
            "seed": list(self.seed),
        }

    def read_struct(self, given: Any) -> None:
        """What happened before, nobody was told."""
        struct = given.to_dict() if isinstance(given, pyspiel.StateStruct) else given
        struct = json.loads(struct) if isinstance(struct, str) else struct
        if struct["position"] is not None:
            self.record = self.table.game.load(struct["position"], 0).states.tobytes()
        self.waiting = tuple((int(seat), int(action)) for seat, action in struct["waiting"])
        self.seed = bytes(struct["seed"])

    def _action_to_struct(self, player: int, action: int) -> Json:
        return {"chance": action} if player == CHANCE else self.table.written(action)

    def _struct_to_actions(self, struct: Json) -> list[int]:
        if "chance" in struct:
            return [int(struct["chance"])]
        return [self.table.game.notation.read_action(struct)]

    def _to_observation_struct(self, player: int) -> Json:
        return self.view(player)

    # What is seen

    def view(self, player: int | None) -> Json:
        return self.table.as_table().view(player) if self.record else {}

    def observed(self, player: int) -> Numbers:
        table = self.table
        numbers = np.zeros(table.layout.size, dtype=np.int16)
        if self.record:
            observe_table(table.states, player, numbers)
        return numbers


def play(game: Game, states: npt.NDArray[Any], chosen: Chosen) -> list[Table]:
    """Carry out actions in the order of seats; the table after each, for what it tells."""
    steps = []
    for seat, action in chosen:
        if int(states["to_act"][0]) >> seat & 1:
            apply_action(states, seat, action)
            steps.append(Table(game, states.copy()))
    return steps
