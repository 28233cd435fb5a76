"""The keys that every game has, on a record that knows nothing else."""

from enum import IntEnum
from typing import Any

import numpy as np
import pytest

from ludoteca import BadPosition
from ludoteca.core.notation import read_common
from ludoteca.core.reading import each_seat, whole_number
from ludoteca.core.record import record


class Phase(IntEnum):
    CHOOSE = 0
    PLACE = 1
    OVER = 2


STATE = record(__name__, ("hand", np.int64), news=1)


def read(phase: Any, to_act: Any) -> Any:
    state = np.zeros(1, dtype=STATE)[0]
    state.seats = 3
    read_common(Phase, state, {"phase": phase, "to_act": to_act})
    return state


def test_the_phase_and_the_seats_to_act_are_read() -> None:
    state = read("place", [0, 2])
    assert (state.phase, state.to_act) == (1, 0b101)
    assert (read("over", []).phase, read("over", []).to_act) == (2, 0)


@pytest.mark.parametrize(
    ("phase", "to_act", "code"),
    [
        ("Place", [0], "bad_phase"),
        (None, [0], "bad_phase"),
        (1, [0], "bad_phase"),
        (["place"], [0], "bad_phase"),
        ("place", [3], "bad_to_act"),
        ("place", [-1], "bad_to_act"),
        ("place", [True], "bad_to_act"),
        ("place", ["0"], "bad_to_act"),
        ("place", [], "bad_to_act"),
        ("place", None, "bad_to_act"),
        ("place", 0, "bad_to_act"),
        ("over", [1], "bad_to_act"),
    ],
)
def test_a_phase_has_somebody_to_act_unless_the_game_is_over(phase: Any, to_act: Any, code: str) -> None:
    with pytest.raises(BadPosition) as refused:
        read(phase, to_act)
    assert refused.value.code == code


@pytest.mark.parametrize("key", ["phase", "to_act"])
def test_a_position_says_its_phase_and_the_seats_to_act(key: str) -> None:
    position = {"phase": "over", "to_act": []}
    del position[key]
    with pytest.raises(BadPosition) as refused:
        read_common(Phase, np.zeros(1, dtype=STATE)[0], position)
    assert refused.value.code == "missing_key"


@pytest.mark.parametrize("value", [1, 7, 12])
def test_a_whole_number_in_its_range_is_taken(value: int) -> None:
    assert whole_number("card", value, 1, 12) == value


@pytest.mark.parametrize("value", [0, 13, True, 1.0, "1", None, [1], 2**63])
def test_anything_else_is_refused_by_the_name_of_its_key(value: Any) -> None:
    with pytest.raises(BadPosition) as refused:
        whole_number("card", value, 1, 12)
    assert refused.value.code == "bad_card"


def test_a_list_has_an_entry_for_each_seat() -> None:
    assert each_seat("hands", [1, 2, 3], 3) == [1, 2, 3]
    for wrong in ([1, 2], [1, 2, 3, 4], 3, None, "abc", (1, 2, 3), {0: 1, 1: 2, 2: 3}):
        with pytest.raises(BadPosition) as refused:
            each_seat("hands", wrong, 3)
        assert refused.value.code == "bad_hands"
