from collections.abc import Callable

import pytest

import ludoteca
from ludoteca import IllegalAction, Table

GAME = ludoteca.game("pega-em-6")


@pytest.fixture
def table() -> Table:
    return GAME.start(seats=4, options={"variant": "basic"}, seed=7)


def test_the_example_of_the_notation_works() -> None:
    table = ludoteca.game("pega-em-6").start(seats=4, options={"variant": "basic"}, seed=7)
    assert table.to_act == [0, 1, 2, 3]
    assert len(table.legal(0)) == 10
    table.play(0, table.legal(0)[0])
    assert table.to_act == [1, 2, 3]
    assert (table.over, table.winners, table.scores) == (False, [], [0, 0, 0, 0])
    assert GAME.load(table.position(), seed=None).position() == table.position()
    assert GAME.imagine(table.view(2), 2, 7).view(2) == table.view(2)


def test_a_table_shows_itself(table: Table) -> None:
    assert repr(table) == "<Table pega-em-6, 4 seats, to act [0, 1, 2, 3]>"
    assert table.seats == 4


def test_a_refused_action_changes_nothing_and_names_the_rule(table: Table) -> None:
    before = table.states.tobytes()
    missing = next(card for card in range(1, 105) if {"card": card} not in table.legal(0))
    with pytest.raises(IllegalAction) as refused:
        table.play(0, {"card": missing})
    assert (refused.value.code, refused.value.rule) == ("not_in_hand", "P3")
    assert table.states.tobytes() == before


def test_what_is_asked_of_a_seat_that_is_not_there_is_refused(table: Table) -> None:
    questions: list[Callable[[int], object]] = [
        table.view, table.events, lambda seat: table.play(seat, {"card": 1}),
    ]  # fmt: skip
    for ask in questions:
        for seat in (-1, 4, True, 1.0, "1"):
            with pytest.raises(IllegalAction) as refused:
                ask(seat)  # type: ignore[arg-type]
            assert refused.value.code == "no_such_seat"


def test_events_are_those_of_the_last_action(table: Table) -> None:
    assert table.events(0) == []
    action = table.legal(0)[0]
    table.play(0, action)
    assert table.events(0) == [{"event": "chose", "seat": 0, **action}]
    assert table.events(1) == table.events(None) == [{"event": "chose", "seat": 0}]
    table.play(1, table.legal(1)[0])
    assert [event["seat"] for event in table.events(None)] == [1]


def test_a_refused_action_leaves_the_news_of_the_last_one(table: Table) -> None:
    table.play(0, table.legal(0)[0])
    told = table.events(0)
    with pytest.raises(IllegalAction):
        table.play(0, {"card": 1})
    assert table.events(0) == told


def test_tables_do_not_share_anything(table: Table) -> None:
    other = GAME.start(seats=4, options={"variant": "basic"}, seed=7)
    table.play(0, table.legal(0)[0])
    assert other.to_act == [0, 1, 2, 3]
    assert other.position() == GAME.start(4, {}, 7).position()


def test_the_order_of_seats_does_not_matter_where_all_act_at_the_same_time() -> None:
    forwards, backwards = (GAME.start(3, {"rounds": 1}, 11) for _ in range(2))
    for seat in (0, 1, 2):
        forwards.play(seat, forwards.legal(seat)[4])
    for seat in (2, 1, 0):
        backwards.play(seat, backwards.legal(seat)[4])
    assert forwards.position() == backwards.position()
