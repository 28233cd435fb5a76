"""What a player of OpenSpiel sees of a state."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from ludoteca.core.observation import Layout
from ludoteca.lab.environments.open_spiel_state import SpielState
from ludoteca.lab.environments.open_spiel_tables import MOST_NUMBERS, history_size
from ludoteca.lab.environments.played_table import PlayedTable


class Observer:
    """A tensor by channels and a string of what a player sees; with perfect recall, of all it ever saw."""

    def __init__(self, table: PlayedTable, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observation: {params}")
        self.kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.layout: Layout = table.layout
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        history = history_size(table) if self.kind.perfect_recall else 0
        if self.whole() and history <= MOST_NUMBERS:
            self.tensor = np.zeros(self.layout.size + history, dtype=np.float32)
            self.dict = self.named(history)

    def whole(self) -> bool:
        """Is both asked for, what lies open and what the player alone may see?"""
        return bool(self.kind.public_info) and self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER

    def named(self, history: int) -> dict[str, npt.NDArray[np.float32]]:
        assert self.tensor is not None
        now = self.tensor[: self.layout.size]
        parts: dict[str, Any] = {channel.name: None for channel in self.layout.channels}
        for channel, place in self.layout.parts():
            parts[channel.name] = now[place].reshape(self.layout.shape(channel))
        if history:
            parts["history"] = self.tensor[self.layout.size :].reshape(-1, self.layout.size + 1)
        return parts

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor[: self.layout.size] = state.observed(player)
        if self.kind.perfect_recall:
            past = np.frombuffer(state.past[player], dtype=np.int32)
            self.tensor[self.layout.size :] = 0
            self.tensor[self.layout.size : self.layout.size + len(past)] = past

    def string_from(self, state: SpielState, player: int) -> str | None:
        if self.whole():
            seen = json.dumps(state.view(player))
            return state.told[player] + seen if self.kind.perfect_recall else seen
        if not state.record or self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        if self.kind.public_info:
            return json.dumps(state.view(None))
        return self.private_string(state, player)

    def private_string(self, state: SpielState, player: int) -> str:
        """What a player sees and a spectator does not."""
        if self.kind.private_info == pyspiel.PrivateInfoType.NONE:
            return ""
        open_to_all, own = state.view(None), state.view(player)
        private = {key: value for key, value in own.items() if value != open_to_all[key]}
        return json.dumps(private) if private else ""
