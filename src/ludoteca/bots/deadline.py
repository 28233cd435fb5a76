"""Flags that end a search early, and a clock that raises them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

Flag = npt.NDArray[np.int64]  # an array of one number: a search ends soon after it is not 0

NEVER: Flag = np.zeros(1, dtype=np.int64)  # the flag that nobody raises
LATE = 2  # raised by the clock


@contextmanager
def stopped_after(seconds: float, flag: Flag = NEVER) -> Iterator[Flag]:
    """A flag that the clock raises, unless its owner does so first; afterwards the clock lowers it again."""
    flag = np.zeros_like(NEVER) if flag is NEVER else flag
    timer = threading.Timer(max(0.0, seconds), raise_flag, (flag,))
    timer.start()
    try:
        yield flag
    finally:
        timer.cancel()
        timer.join()  # or it might still raise the flag
        if flag[0] == LATE:
            flag[0] = 0


def raise_flag(flag: Flag) -> None:
    flag[0] = flag[0] or LATE
