import hashlib
import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ludoteca import BadOptions
from ludoteca.core import chance
from ludoteca.core.compiled import entry
from ludoteca.core.record import record

MASK = 0xFFFFFFFF
DECK = record(__name__, ("cards", np.int64, 64), news=1)

# RFC 8439: section 2.3.2, and the five vectors of appendix A.1.
COUNTED_KEY = bytes(range(32))
ZERO_KEY = bytes(32)
LAST_BIT = bytes(31) + b"\x01"
FF_AT_1 = b"\x00\xff" + bytes(30)
VECTORS = [
    (
        COUNTED_KEY, (1, 0x09000000, 0x4A000000, 0),
        "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 "
        "466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2",
    ),
    (
        ZERO_KEY, (0, 0, 0, 0),
        "ade0b876 903df1a0 e56a5d40 28bd8653 b819d2bd 1aed8da0 ccef36a8 c70d778b "
        "7c5941da 8d485751 3fe02477 374ad8b8 f4b8436a 1ca11815 69b687c3 8665eeb2",
    ),
    (
        ZERO_KEY, (1, 0, 0, 0),
        "bee7079f 7a385155 7c97ba98 0d082d73 a0290fcb 6965e348 3e53c612 ed7aee32 "
        "7621b729 434ee69c b03371d5 d539d874 281fed31 45fb0a51 1f0ae1ac 6f4d794b",
    ),
    (
        LAST_BIT, (1, 0, 0, 0),
        "2452eb3a 9249f8ec 8d829d9b ddd4ceb1 e8252083 60818b01 f38422b8 5aaa49c9 "
        "bb00ca8e da3ba7b4 c4b592d1 fdf2732f 4436274e 2561b3c8 ebdd4aa6 a0136c00",
    ),
    (
        FF_AT_1, (2, 0, 0, 0),
        "fb4dd572 4bc42ef1 df922636 327f1394 a78dea8f 5e269039 a1bebbc1 caf09aae "
        "a25ab213 48a6b46c 1b9d9bcb 092c5be6 546ca624 1bec45d5 87f47473 96f0992e",
    ),
    (
        ZERO_KEY, (0, 0, 0, 0x02000000),
        "374dc6c2 3736d58c b904e24a cd3f93ef 88228b1a 96a4dfb3 5b76ab72 c727ee54 "
        "0e0e978a f3145c95 1b748ea8 f786c297 99c28f5f 628314e8 398a19fa 6ded1b53",
    ),
]  # fmt: skip


def reference_block(key: bytes, tail: tuple[int, ...], rounds: int) -> list[int]:
    """ChaCha as its description says it, with nothing of ours."""

    def turn(word: int, bits: int) -> int:
        return (word << bits | word >> 32 - bits) & MASK

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for one, two, three, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[one] = x[one] + x[two] & MASK
            x[three] = turn(x[three] ^ x[one], bits)

    words = [int.from_bytes(key[at : at + 4], "little") for at in range(0, 32, 4)]
    start = [
        *(int.from_bytes(b"expand 32-byte k"[at : at + 4], "little") for at in range(0, 16, 4)),
        *words,
        *tail,
    ]
    x = list(start)
    for step in range(rounds):
        for a in range(4):
            quarter(a, *(4 * row + (a + row * (step % 2)) % 4 for row in (1, 2, 3)))
    return [one + other & MASK for one, other in zip(x, start, strict=True)]


@entry
def make_block(words: Any, key: Any, tail: tuple[int, int, int, int], rounds: int) -> None:
    chance.make_block(words, key, tail, rounds)


@entry
def draw_many(states: Any, n: int, drawn: Any) -> None:
    for place in range(len(drawn)):
        drawn[place] = chance.below(states[0], n)


@entry
def shuffle_cards(states: Any, wanted: int, total: int) -> None:
    chance.shuffle(states[0], states[0].cards, wanted, total)


def block(key: bytes, tail: tuple[int, int, int, int], rounds: int) -> list[int]:
    words = np.zeros(16, dtype=np.int64)
    make_block(words, chance.key_of(key), tail, rounds)
    return [int(word) for word in words]


def fresh(seed: chance.Seed = 7, stream: int = 0) -> Any:
    """An array of one record, as a table has it."""
    states = np.zeros(1, dtype=DECK)
    chance.rekey(states[0], seed, stream)
    return states


def dealt(words: list[int]) -> Any:
    """A record whose next words are these, at most sixteen."""
    states = fresh()
    states[0].block[16 - len(words) :] = words
    states[0].words_left = len(words)
    return states


def draws(states: Any, n: int, times: int) -> list[int]:
    drawn = np.zeros(times, dtype=np.int64)
    draw_many(states, n, drawn)
    return [int(number) for number in drawn]


# The block


@pytest.mark.parametrize(("key", "tail", "words"), VECTORS)
def test_twenty_rounds_give_the_blocks_of_rfc_8439(
    key: bytes, tail: tuple[int, int, int, int], words: str
) -> None:
    expected = [int(word, 16) for word in words.split()]
    assert block(key, tail, 20) == expected
    assert reference_block(key, tail, 20) == expected


@pytest.mark.parametrize("rounds", [2, 8, 12, 20])
def test_any_number_of_rounds_gives_the_block_of_the_description(rounds: int) -> None:
    for number in range(5):
        key = hashlib.sha256(bytes([number])).digest()
        tail = (number, MASK - number, 1 << number, 0x80000000 + number)
        assert block(key, tail, rounds) == reference_block(key, tail, rounds)


def test_eight_rounds_of_the_zero_key_begin_as_the_published_ones() -> None:
    start = b"".join(word.to_bytes(4, "little") for word in block(ZERO_KEY, (0, 0, 0, 0), 8))
    assert start[:16].hex() == "3e00ef2f895f40d67f5bb8e81f09a5a1"


def test_the_words_of_a_stream_are_its_blocks_one_after_the_other() -> None:
    state = fresh(COUNTED_KEY, stream=3 + (5 << 32))[0]
    words = [int(chance.next_word(state)) for _ in range(40)]
    blocks = [reference_block(COUNTED_KEY, (counter, 0, 3, 5), chance.ROUNDS) for counter in range(3)]
    assert words == [word for block in blocks for word in block][:40]


def test_the_counter_goes_on_beyond_32_bits() -> None:
    state = fresh(COUNTED_KEY)[0]
    state.counter = MASK
    words = [int(chance.next_word(state)) for _ in range(32)]
    assert words[:16] == reference_block(COUNTED_KEY, (MASK, 0, 0, 0), chance.ROUNDS)
    assert words[16:] == reference_block(COUNTED_KEY, (0, 1, 0, 0), chance.ROUNDS)


# Numbers below n


def fair_words(n: int, k: int) -> tuple[int, int]:
    """The first and the last word that give k when all n must have the same number of words."""
    unfair = 2**32 % n
    first = -(-(k * 2**32 + unfair) // n)
    return first, ((k + 1) * 2**32 - 1) // n


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 10, 52, 57, 104, 1000, 2**16 + 1, 2**31 - 1, 3 * 2**29])
def test_every_number_below_n_has_the_same_number_of_words(n: int) -> None:
    """Exactly floor(2**32 / n) words give each number; the words between are thrown again."""
    for k in {0, min(1, n - 1), n // 2, n - 1}:
        first, last = fair_words(n, k)
        assert last - first + 1 == 2**32 // n
        for word in (first, last):
            assert draws(dealt([word, 0xDEADBEEF]), n, 1) == [k]
        if k > 0:
            for word in range(fair_words(n, k - 1)[1] + 1, first):
                states = dealt([word, last])
                assert draws(states, n, 1) == [k]
                assert states[0].words_left == 0


def test_a_word_that_would_be_unfair_is_thrown_again() -> None:
    states = dealt([0, 0, 2**31, 77])
    assert draws(states, 3, 1) == [1]
    assert states[0].words_left == 1


def chi_square(counts: Counter[Any], kinds: int) -> float:
    expected = counts.total() / kinds
    missing = kinds - len(counts)
    return sum((count - expected) ** 2 for count in counts.values()) / expected + missing * expected


def require_uniform(counts: Counter[Any], kinds: int) -> None:
    """Within four and a half standard deviations of what chance alone would give."""
    spread = (2 * (kinds - 1)) ** 0.5
    assert abs(chi_square(counts, kinds) - (kinds - 1)) < 4.5 * spread + 4


@pytest.mark.parametrize("n", [2, 3, 6, 7, 11, 57, 104])
def test_numbers_below_n_are_uniform(n: int) -> None:
    require_uniform(Counter(draws(fresh(n), n, 3000)), n)


def test_neighbouring_draws_are_independent() -> None:
    drawn = draws(fresh(5), 6, 4000)
    require_uniform(Counter(itertools.pairwise(drawn)), 36)


# Shuffling


def shuffled(states: Any, wanted: int, total: int) -> list[int]:
    states[0].cards[:] = range(64)
    shuffle_cards(states, wanted, total)
    return [int(card) for card in states[0].cards]


@pytest.mark.parametrize(
    ("wanted", "total"), [(0, 5), (1, 1), (2, 2), (3, 3), (3, 10), (4, 4), (5, 64), (64, 64)]
)
def test_a_shuffle_keeps_all_cards_and_leaves_the_others_alone(wanted: int, total: int) -> None:
    states = fresh()
    for _ in range(20):
        cards = shuffled(states, wanted, total)
        assert sorted(cards) == list(range(64))
        assert cards[total:] == list(range(total, 64))


@pytest.mark.parametrize(("wanted", "total"), [(1, 5), (2, 4), (3, 3), (3, 5), (4, 4), (4, 5)])
def test_every_draw_of_cards_in_every_order_is_equally_likely(wanted: int, total: int) -> None:
    states = fresh(wanted * 10 + total)
    seen = Counter(tuple(shuffled(states, wanted, total)[:wanted]) for _ in range(3000))
    require_uniform(seen, len(list(itertools.permutations(range(total), wanted))))


def test_every_card_is_equally_likely_everywhere_in_a_long_shuffle() -> None:
    states = fresh(99)
    decks = [shuffled(states, 20, 20) for _ in range(2000)]
    for place in (0, 1, 2, 3, 10, 18, 19):
        require_uniform(Counter(deck[place] for deck in decks), 20)


@pytest.mark.parametrize("total", [3, 4, 7, 52, 64])
def test_three_cards_from_one_word_are_each_draw_as_often_as_any_other(total: int) -> None:
    """The three draws together stand for one number below total x (total - 1) x (total - 2)."""
    ways = total * (total - 1) * (total - 2)
    for k in {0, 1, ways // 2, ways - 1}:
        first, last = fair_words(ways, k)
        expected = first_three(k, total)
        for word in (first, last):
            assert shuffled(dealt([word]), 3, total)[:3] == expected
        if k > 0 and fair_words(ways, k - 1)[1] + 1 < first:
            states = dealt([first - 1, last])
            assert shuffled(states, 3, total)[:3] == expected
            assert states[0].words_left == 0


def first_three(k: int, total: int) -> list[int]:
    """The first three cards when k decides which of the cards that are left is swapped forward."""
    cards = list(range(total))
    above, last = divmod(k, total - 2)
    for place, swap in enumerate((*divmod(above, total - 1), last)):
        cards[place], cards[place + swap] = cards[place + swap], cards[place]
    return cards[:3]


# Seeds, keys and streams


def test_a_seed_is_an_int_or_32_bytes_or_fresh_chance() -> None:
    assert chance.key_of(COUNTED_KEY).tolist()[:2] == [0x03020100, 0x07060504]
    assert chance.key_of(7).tolist() == chance.key_of(7).tolist()
    assert len({tuple(chance.key_of(seed).tolist()) for seed in (0, 1, -1, 2**64, 10**30, 10**5000)}) == 6
    assert chance.key_of(None).tolist() != chance.key_of(None).tolist()
    assert all(0 <= word <= MASK for word in chance.key_of(None))


@pytest.mark.parametrize("seed", [True, False, 1.0, "7", b"", bytes(31), bytes(33), bytearray(32), [7]])
def test_anything_else_is_no_seed(seed: Any) -> None:
    with pytest.raises(BadOptions) as refused:
        chance.key_of(seed)
    assert refused.value.code == "bad_seed"


def test_streams_of_one_key_differ() -> None:
    starts = {tuple(draws(fresh(7, stream), 1000, 5)) for stream in (0, 1, 2, 2**32, 2**40)}
    assert len(starts) == 5


def test_a_new_key_begins_anew_wherever_the_old_one_was() -> None:
    used, new = fresh(1), fresh(2)
    draws(used, 10, 33)
    chance.rekey(used[0], 2)
    assert used.tobytes() == new.tobytes()
    assert draws(used, 10, 20) == draws(new, 10, 20)


def test_copies_of_a_state_draw_the_same() -> None:
    states = fresh()
    draws(states, 6, 5)
    other = states.copy()
    assert draws(states, 6, 40) == draws(other, 6, 40)


@pytest.mark.parametrize("question", [chance.next_word, lambda state: chance.below(state, 6)])
def test_chance_touches_nothing_else_in_the_record(question: Callable[[Any], int]) -> None:
    state = fresh()[0]
    state.cards[:] = range(64)
    question(state)
    assert state.cards.tolist() == list(range(64))
    assert (state.seats, state.to_act, state.news_count, state.listening) == (0, 0, 0, 0)
