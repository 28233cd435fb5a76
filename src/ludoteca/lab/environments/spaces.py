"""The spaces of a game as Gymnasium has them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Discrete

from ludoteca.core.observation import Layout


class LegalActions(Discrete):
    """All action ids of a game. Without a mask, a sample is one of the actions that are legal now."""

    def __init__(self, actions: int, legal: Callable[[], npt.NDArray[np.int32]]) -> None:
        super().__init__(actions)
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        legal = self.legal() if mask is None and probability is None else ()
        if len(legal):
            return self.dtype.type(self.np_random.choice(legal))
        return super().sample(mask, probability)


def observations(layout: Layout) -> Box:
    return Box(layout.low, layout.high, dtype=np.int16)
