"""Chance: a ChaCha stream that lives in the record, so that a game replays exactly from its seed.

A small linear generator would not do: from one's own cards it can be solved, and all hands read.
We run 8 rounds of ChaCha. The best attack known reaches 7, at a cost nobody can pay, and 8 rounds deal
more than twice as fast as the usual 20. The 20-round block is checked against the vectors of RFC 8439.
"""

import hashlib
import secrets
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core.compiled import compiled
from ludoteca.core.errors import BadOptions

ROUNDS = 8
WORDS = 16
MASK = 0xFFFFFFFF
SIGMA = np.array([0x61707865, 0x3320646E, 0x79622D32, 0x6B206574])  # "expand 32-byte k"

Seed = int | bytes | None
Words = npt.NDArray[np.int64]
State = Any  # the record; see record.py, which builds on this file

FIELDS: list[tuple[str, object] | tuple[str, object, object]] = [
    ("key", np.int64, 8),  # 256 secret bits, in words of 32
    ("stream", np.int64),  # which stream of the key: the number of the game in a batch
    ("counter", np.int64),  # blocks made so far
    ("block", np.int64, WORDS),  # the last block made
    ("words_left", np.int64),  # words of the block not yet used
]


@compiled
def turn_left(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) & MASK


@compiled
def quarter(x: Words, a: int, b: int, c: int, d: int) -> None:
    x[a] = (x[a] + x[b]) & MASK
    x[d] = turn_left(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & MASK
    x[b] = turn_left(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & MASK
    x[d] = turn_left(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & MASK
    x[b] = turn_left(x[b] ^ x[c], 7)


@compiled
def make_block(x: Words, key: Words, tail: tuple[int, int, int, int], rounds: int) -> None:
    """One ChaCha block; `tail` is the counter and the nonce, four words of 32 bits."""
    for word in range(4):
        x[word] = SIGMA[word]
        x[4 + word] = key[word]
        x[8 + word] = key[4 + word]
        x[12 + word] = tail[word]
    for _ in range(rounds // 2):
        quarter(x, 0, 4, 8, 12)
        quarter(x, 1, 5, 9, 13)
        quarter(x, 2, 6, 10, 14)
        quarter(x, 3, 7, 11, 15)
        quarter(x, 0, 5, 10, 15)
        quarter(x, 1, 6, 11, 12)
        quarter(x, 2, 7, 8, 13)
        quarter(x, 3, 4, 9, 14)
    for word in range(4):
        x[word] = (x[word] + SIGMA[word]) & MASK
        x[4 + word] = (x[4 + word] + key[word]) & MASK
        x[8 + word] = (x[8 + word] + key[4 + word]) & MASK
        x[12 + word] = (x[12 + word] + tail[word]) & MASK


@compiled
def next_word(state: State) -> int:
    """The next 32 bits of the record's stream."""
    if state.words_left == 0:
        tail = (state.counter & MASK, state.counter >> 32, state.stream & MASK, state.stream >> 32)
        make_block(state.block, state.key, tail, ROUNDS)
        state.counter += 1
        state.words_left = WORDS
    state.words_left -= 1
    return state.block[WORDS - 1 - state.words_left]


@compiled
def below(state: State, n: int) -> int:
    """A number from 0 to n - 1, each equally likely: the rare unfair remainder is thrown again."""
    product = next_word(state) * n
    if (product & MASK) < n:
        unfair = (MASK + 1) % n
        while (product & MASK) < unfair:
            product = next_word(state) * n
    return product >> 32


@compiled
def shuffle(state: State, cards: npt.NDArray[Any], wanted: int, total: int) -> None:
    """Bring `wanted` cards, drawn at random from the first `total`, to the front of `cards`.

    One word decides three cards: what a multiplication leaves over is as good as a fresh word for the next,
    and the word is thrown again in the rare case that is unfair to the three together (total up to 1,625).
    """
    place = 0
    while place + 3 <= wanted:
        left = total - place
        ways = left * (left - 1) * (left - 2)
        first = next_word(state) * left
        second = (first & MASK) * (left - 1)
        third = (second & MASK) * (left - 2)
        if (third & MASK) < ways and (third & MASK) < (MASK + 1) % ways:
            continue
        swap(cards, place, place + (first >> 32))
        swap(cards, place + 1, place + 1 + (second >> 32))
        swap(cards, place + 2, place + 2 + (third >> 32))
        place += 3
    while place < wanted:
        swap(cards, place, place + below(state, total - place))
        place += 1


@compiled
def swap(cards: npt.NDArray[Any], one: int, other: int) -> None:
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card


@compiled
def begin_stream(state: State, stream: int) -> None:
    """One key has many streams, each a chance of its own; begin one of them."""
    state.stream = stream
    state.counter = 0
    state.words_left = 0


def key_of(seed: Seed) -> Words:
    """The key that a seed stands for: 32 bytes are the key itself, an int is hashed, None is fresh chance."""
    if seed is None:
        seed = secrets.token_bytes(32)
    if isinstance(seed, int) and not isinstance(seed, bool):
        seed = hashlib.sha256(f"ludoteca {seed:x}".encode()).digest()
    if not isinstance(seed, bytes) or len(seed) != 32:
        raise BadOptions("bad_seed", "a seed is an int or 32 bytes")
    return np.frombuffer(seed, dtype="<u4").astype(np.int64)


def rekey(state: State, seed: Seed, stream: int = 0) -> None:
    """Let everything that is dealt or rolled from now on come from `seed`."""
    state.key[:] = key_of(seed)
    begin_stream(state, stream)
    state.block[:] = 0
