from typing import Any

import numpy as np
import pytest

from ludoteca.core import bits
from ludoteca.core.compiled import entry


@entry
def ask(set_of_bits: int, answers: Any) -> None:
    answers[0] = bits.lowest(set_of_bits)
    answers[1] = bits.count(set_of_bits)


@pytest.mark.parametrize(
    "numbers", [{0}, {1}, {0, 1}, {5, 9}, {30, 31, 32}, {52}, {0, 61}, set(range(62)), {62}]
)
def test_bits_are_sets_of_numbers(numbers: set[int]) -> None:
    answers = np.zeros(2, dtype=np.int64)
    ask(sum(1 << number for number in numbers), answers)
    assert answers.tolist() == [min(numbers), len(numbers)]


def test_the_empty_set_has_no_numbers() -> None:
    assert bits.count(0) == 0


def test_numbers_of_a_record_are_sets_too() -> None:
    assert bits.lowest(np.int64(12)) == 2
    assert bits.count(np.int64(12)) == 2
