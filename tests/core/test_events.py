from typing import Any

import numpy as np

from ludoteca.core.events import Events, Kind, Secret, news_for, tell
from ludoteca.core.record import record

STATE = record(__name__, ("hand", np.int64), news=3)


class Told(Events):
    DRAWN = "seat", Secret("card"), "left"
    SHUFFLED = ()
    TURNED = "card"
    WHISPERED = Secret("word")


KINDS = Told.kinds()


def test_a_kind_of_event_is_declared_once() -> None:
    assert [int(kind) for kind in Told] == [0, 1, 2, 3]
    assert (
        Kind("drawn", ("seat", "card", "left"), secret=("card",)),
        Kind("shuffled"),
        Kind("turned", ("card",)),
        Kind("whispered", ("word",), secret=("word",)),
    ) == KINDS
    assert all(type(name) is str for kind in KINDS for name in (*kind.fields, *kind.secret))


def heard(listening: int = 1) -> Any:
    state = np.zeros(1, dtype=STATE)[0]
    state.listening = listening
    tell(state, Told.DRAWN, 1, 23, 4)
    tell(state, Told.SHUFFLED, 0, 0, 0)
    tell(state, Told.TURNED, 55, 0, 0)
    return state


def news(state: Any, seat: int | None) -> list[dict[str, Any]]:
    return news_for(state, seat, KINDS, lambda field, number: f"no. {number}" if field == "left" else number)


def test_events_have_names_and_values_in_the_order_in_which_they_happened() -> None:
    assert news(heard(), 1) == [
        {"event": "drawn", "seat": 1, "card": 23, "left": "no. 4"},
        {"event": "shuffled"},
        {"event": "turned", "card": 55},
    ]


def test_a_secret_is_told_to_its_seat_only() -> None:
    for viewer in (0, 2, None):
        assert news(heard(), viewer)[0] == {"event": "drawn", "seat": 1, "left": "no. 4"}


def test_a_secret_of_nobody_is_told_to_nobody() -> None:
    state = np.zeros(1, dtype=STATE)[0]
    state.listening = 1
    tell(state, Told.WHISPERED, 7, 0, 0)
    assert [news(state, viewer) for viewer in (None, 0, 7)] == [[{"event": "whispered"}]] * 3


def test_where_nobody_listens_nothing_is_noted() -> None:
    state = heard(listening=0)
    assert state.news_count == 0
    assert not state.news.any()
    assert news(state, 1) == []


def test_values_are_ordinary_numbers() -> None:
    assert all(type(event["card"]) is int for event in news(heard(), 1) if "card" in event)
