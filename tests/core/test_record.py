import pickle

import numpy as np
import pytest

import ludoteca
from ludoteca.core.record import SHARED, record

ODD = record(__name__, ("pile", np.int64), ("hands", np.int8, (3, 5)), ("marks", np.int16, 3), news=5)


def gaps(layout: np.dtype) -> int:
    fields = (layout.fields or {}).values()
    return layout.itemsize - sum(kind.itemsize for kind, *_ in fields)


def test_a_record_has_the_shared_fields_its_own_and_room_for_news() -> None:
    names = set(ODD.names or ())
    assert names >= {name for name, *_ in SHARED} | {"pile", "hands", "marks", "news"}
    state = np.zeros(1, dtype=ODD)[0]
    assert state.news.shape == (5, 4)
    assert state.hands.shape == (3, 5)


@pytest.mark.parametrize("layout", [ODD, *(ludoteca.game(id).record for id in ludoteca.games())])
def test_no_byte_of_a_record_is_left_to_chance(layout: np.dtype) -> None:
    """NumPy copies field by field: what lies in a gap would be whatever the memory held before."""
    assert gaps(layout) == 0
    assert layout.itemsize % 8 == 0
    for kind, offset, *_ in (layout.fields or {}).values():
        assert offset % kind.base.itemsize == 0


@pytest.mark.parametrize("id", ludoteca.games())
def test_fields_are_signed_integers_with_names_that_numpy_does_not_use(id: str) -> None:
    layout = ludoteca.game(id).record
    for name, (kind, *_) in (layout.fields or {}).items():
        assert kind.base.kind == "i"
        assert not hasattr(np.record, name)


def test_a_copy_is_the_same_to_the_last_byte() -> None:
    states = np.frombuffer(bytearray(range(256)) * (ODD.itemsize // 256 + 1), dtype=np.uint8)
    filled = np.frombuffer(states[: ODD.itemsize].tobytes(), dtype=ODD)
    rubbish = [np.full(ODD.itemsize, 255, dtype=np.uint8) for _ in range(50)]
    del rubbish
    assert all(filled.copy().tobytes() == filled.tobytes() for _ in range(50))


@pytest.mark.parametrize("id", ludoteca.games())
def test_fields_are_read_and_written_by_their_names_and_there_are_no_others(id: str) -> None:
    states = np.zeros(2, dtype=ludoteca.game(id).record)
    state = states[1]
    for name in states.dtype.names or ():
        assert np.shares_memory(getattr(state, name), states) == (states.dtype[name].shape != ())
        setattr(state, name, 1)
        assert (states[name] == [0, 1] if states[name].ndim == 1 else states[name][1] == 1).all()
    with pytest.raises(AttributeError):
        state.cards_that_are_not_there  # noqa: B018
    with pytest.raises(ValueError, match="no field"):
        state.cards_that_are_not_there = 1


@pytest.mark.parametrize("id", ludoteca.games())
def test_records_travel_to_other_processes(id: str) -> None:
    states = ludoteca.game(id).start(2, seed=7).states
    arrived = pickle.loads(pickle.dumps(states))
    assert arrived.dtype == states.dtype
    assert type(arrived[0]) is type(states[0])
    assert arrived.tobytes() == states.tobytes()
