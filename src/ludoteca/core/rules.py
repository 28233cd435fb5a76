"""The rules of a game: its verbs, and the actions and refusals that its alphabet declares."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from ludoteca.core.alphabet import Alphabet
from ludoteca.core.record import State

Actions = npt.NDArray[np.int32]


class Verbs(Protocol):
    """`rules.py`: the verbs, in the order in which a game uses them. All are compiled."""

    def set_up(self, state: State) -> None: ...
    def legal(self, state: State, seat: int, actions: Actions) -> int: ...
    def refusal(self, state: State, seat: int, action: int) -> int: ...
    def apply(self, state: State, seat: int, action: int) -> None: ...
    def score(self, state: State, seat: int) -> int: ...
    def won(self, state: State, seat: int) -> bool: ...
    def imagine(self, state: State, seat: int) -> None: ...


class Rules:
    """The verbs of a game and what they speak of."""

    def __init__(self, alphabet: Alphabet, verbs: Verbs) -> None:
        self.VERSION = alphabet.RULES_VERSION
        self.ACTIONS = alphabet.ACTIONS
        self.MOST_LEGAL = alphabet.MOST_LEGAL
        self.REFUSALS = alphabet.No.listed()
        self.set_up = verbs.set_up
        self.legal = verbs.legal
        self.refusal = verbs.refusal
        self.apply = verbs.apply
        self.score = verbs.score
        self.won = verbs.won
        self.imagine = verbs.imagine
