"""BotRandom: the randomness of players, kept apart from the table's chance, which it must not touch.

xoroshiro64**, fast and small; it guards no secret.
"""

import hashlib

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled

MASK = 0xFFFFFFFF
BotRandom = npt.NDArray[np.int64]


@compiled
def below(rng: BotRandom, n: int) -> int:
    """A number from 0 to n - 1; the bias is under n / 2**32, far below what any match could show."""
    a = int(rng[0])
    b = int(rng[1]) ^ a
    starred = (a * 0x9E3779BB) & MASK
    starred = (((starred << 5) | (starred >> 27)) * 5) & MASK
    rng[0] = (((a << 26) | (a >> 6)) ^ b ^ (b << 9)) & MASK
    rng[1] = ((b << 13) | (b >> 19)) & MASK
    return (starred * n) >> 32


def rng_of(seed: object) -> BotRandom:
    """A rng that repeats exactly for the same seed."""
    digest = hashlib.sha256(f"whim {seed}".encode()).digest()
    return np.frombuffer(digest[:8], dtype="<u4").astype(np.int64) | 1


def rngs_of(seed: object, count: int) -> BotRandom:
    """So many rngs, a row each, that repeat exactly for the same seed; a longer list begins with the same."""
    digest = hashlib.shake_256(f"whims {seed}".encode()).digest(8 * count)
    return np.frombuffer(digest, dtype="<u4").astype(np.int64).reshape(count, 2) | 1
