"""Who sits where at an evening, and what the rounds come to."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.server.evenings.movement import BOT, Meetings, next_round
from ludoteca.server.evenings.result_files import as_csv, as_svg
from ludoteca.server.evenings.scoring import PlayedTable, points_of_round, standings
from ludoteca.server.schemas import EveningResults, EveningRow


def evening(count: int, seats: int, rounds: int) -> Meetings:
    people, meetings = [f"p{number:02}" for number in range(count)], Meetings()
    for _ in range(rounds):
        tables = next_round(people, seats, meetings)
        assert sorted(person for table in tables for person in table if person) == people
        assert {len(table) for table in tables} == {seats}
        meetings.note(tables)
    return meetings


def times_met(meetings: Meetings) -> list[int]:
    return [count for pair, count in meetings.met.items() if BOT not in pair]


@pytest.mark.parametrize("count", [2, 7, 8, 20])
def test_two_at_a_table_meet_everybody_once(count: int) -> None:
    rounds = count - 1 if count % 2 == 0 else count
    met = times_met(evening(count, 2, rounds))
    assert met == [1] * (count * (count - 1) // 2)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_square_numbers_of_people_meet_everybody_once(seats: int) -> None:
    met = times_met(evening(seats * seats, seats, seats + 1))
    assert met == [1] * (seats**2 * (seats**2 - 1) // 2)


def test_forty_people_at_tables_of_four_hardly_meet_again() -> None:
    met = times_met(evening(40, 4, 8))
    assert sum(met) == 8 * 10 * 6
    assert max(met) <= 2
    assert sum(count - 1 for count in met) <= 24  # of 480 meetings


def test_everybody_sits_everywhere() -> None:
    meetings = evening(12, 3, 6)
    assert max(meetings.sat.values()) <= 4


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 23), st.integers(2, 6), st.integers(1, 4))
def test_any_number_of_people_is_seated_with_as_few_bots_as_possible(
    count: int, seats: int, rounds: int
) -> None:
    people, meetings = [f"p{number:02}" for number in range(count)], Meetings()
    for _ in range(rounds):
        tables = next_round(people, seats, meetings)
        meetings.note(tables)
        bots = sum(table.count(BOT) for table in tables)
        assert bots == -count % seats
        if len(tables) > bots:
            assert max(table.count(BOT) for table in tables) <= 1


def test_who_comes_late_or_leaves_does_not_disturb_the_others() -> None:
    meetings = Meetings()
    people = [f"p{number:02}" for number in range(16)]
    for round in range(6):
        tables = next_round(people, 4, meetings)
        meetings.note(tables)
        people = people[1:] + [f"late{round}"]
    assert max(times_met(meetings)) <= 2


# Points


def test_points_compare_the_same_seat_at_all_tables() -> None:
    tables = [
        PlayedTable(["a", "b"], [10, 3]),
        PlayedTable(["c", "d"], [7, 3]),
        PlayedTable(["e", ""], [7, 9]),
    ]
    assert points_of_round(tables, better=1) == {"a": 100, "b": 25, "c": 25, "d": 25, "e": 25}
    assert points_of_round(tables, better=-1) == {"a": 0, "b": 75, "c": 75, "d": 75, "e": 75}


def test_a_table_that_did_not_finish_gets_the_average_and_is_compared_with_nobody() -> None:
    tables = [PlayedTable(["a"], [10]), PlayedTable(["b"], [7]), PlayedTable(["c"], None)]
    assert points_of_round(tables, better=1) == {"a": 100, "b": 0, "c": 50}


def test_one_table_alone_is_compared_seat_with_seat() -> None:
    assert points_of_round([PlayedTable(["a", "b", "c"], [9, 5, 5])], 1) == {"a": 100, "b": 25, "c": 25}


def test_all_points_of_a_round_are_average_together() -> None:
    tables = [
        PlayedTable([f"{table}{seat}" for seat in range(3)], [table * seat % 5 for seat in range(3)])
        for table in range(7)
    ]
    points = points_of_round(tables, better=1)
    assert sum(points.values()) / len(points) == pytest.approx(50)


def test_standings_rank_who_played_half_of_the_rounds() -> None:
    found = standings([{"a": 80, "b": 60}, {"a": 40, "b": 60}, {"c": 100, "b": 60, "a": 60}])
    assert [(one.person, one.place, one.points, one.rounds) for one in found] == [
        ("a", 1, 60, 3), ("b", 1, 60, 3), ("c", None, 100, 1),
    ]  # fmt: skip


def test_names_in_files_are_only_names() -> None:
    row = EveningRow(1, '=1+1 <b>"', 50.0, 2, False)
    results = EveningResults("abc", "", "g", {}, [row], [])
    assert "'=1+1" in as_csv(results)
    assert "<b>" not in as_svg(results, "<i>")
    assert "<i>" not in as_svg(results, "<i>")


def test_every_pair_is_counted_once() -> None:
    meetings = Meetings()
    meetings.note([["b", "a", "c"]])
    assert [meetings.times(*pair) for pair in combinations("abc", 2)] == [1, 1, 1]
