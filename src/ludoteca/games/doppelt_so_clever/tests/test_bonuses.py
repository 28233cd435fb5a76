"""C17 and what it brings: chains, choices and losses of `?`."""

from collections import Counter

import pytest

from ludoteca.games.doppelt_so_clever.tests.sheets import (
    ROWS,
    black,
    blue,
    circle,
    columns,
    cross,
    ending,
    green,
    load,
    nearly_full,
    pink,
    rolled,
    sheet,
    silver,
)

FULL_SILVER = {row: [1, 2, 3, 4, 5, 6] for row in ROWS}


def one_silver_left(row="pink", number=6):
    return {**FULL_SILVER, row: [other for other in FULL_SILVER[row] if other != number]}


# What a `?` may mark


@pytest.mark.rule("C17")
def test_a_silver_question_marks_any_open_number_in_any_row():
    board = load("start", "", sheet(silver={"pink": [2, 3]}, bonuses=["silver"]), round=4)
    marks = board.marks("bonus", "silver")
    assert len(marks) == 22
    assert silver("pink", 2) not in marks
    assert silver("green", 2) in marks


@pytest.mark.rule("C17")
def test_a_yellow_question_circles_any_open_cell_or_crosses_any_circled_one():
    board = load("start", "", sheet(yellow="0120000000", bonuses=["yellow"]), round=4)
    marks = board.marks("bonus", "yellow")
    assert [mark["cell"] for mark in marks if mark["as"] == "cross"] == [[0, 3]]
    assert len([mark for mark in marks if mark["as"] == "circle"]) == 8
    assert circle(1, 0) not in marks


@pytest.mark.rule("C17")
def test_a_blue_question_writes_any_number_that_is_not_too_high():
    board = load("start", "", sheet(blue=[8, 5], bonuses=["blue"]), round=4)
    assert board.marks("bonus", "blue") == [blue(number) for number in range(2, 6)]


@pytest.mark.rule("C17")
def test_green_and_pink_questions_write_1_to_6_with_multiplier_and_minimum():
    board = load("start", "", sheet(green=[1] * 4, pink=[1, 1], bonuses=["green", "pink"]), round=4)
    assert board.marks("bonus", "green") == [green(number) for number in range(1, 7)]
    assert board.marks("bonus", "pink") == [pink(number) for number in range(1, 7)]
    rerolls = board.sheet()["reroll"][0]
    board.mark(pink(1), colour="pink")
    assert board.sheet()["reroll"][0] == rerolls
    assert board.mark(green(6), colour="green").sheet()["green"][-1] == 18


@pytest.mark.rule("C17")
def test_a_black_question_is_one_of_the_five_colours():
    marks = black(sheet(yellow="1000000000", blue=[9])).marks("bonus", "black")
    areas = Counter(mark["area"] for mark in marks)
    assert areas == {"silver": 24, "yellow": 10, "blue": 8, "green": 6, "pink": 6}
    assert cross(0, 1) in marks


@pytest.mark.rule("C17")
def test_a_question_must_be_used_at_once_and_in_its_colour():
    board = load("start", "", sheet(bonuses=["blue"]), sheet(), round=4, active=1)
    assert board.kinds() == {"bonus"}
    assert board.refused(bonus="blue", mark=pink(1)) == ("wrong_colour", "C17")
    assert board.refused(bonus="pink", mark=pink(1)) == ("bonus_not_open", "C17")
    assert board.refused(roll=True) == ("bonus_first", "C17")
    assert board.refused(seat=1, roll=True) == ("no_bonus_open", "C17")


# Chains


@pytest.mark.rule("C17", "C4")
def test_a_row_and_a_column_at_once_give_both_bonuses():
    board = black(sheet(yellow="0100010010")).mark(circle(4, 3))
    assert board.gains()[1:] == (1, ["pink"])
    board = black(sheet(yellow="0000100010")).mark(circle(0, 1))
    assert board.gains() == ([1, 1, 2], 0, [])
    board = black(sheet(yellow="0000001100")).mark(circle(1, 2))
    assert board.gains() == ([1, 1, 1], 0, ["silver"])
    board = black(sheet(yellow="0011000100")).mark(circle(3, 0))
    assert board.gains() == ([2, 2, 1], 0, ["green"])


@pytest.mark.rule("C17")
def test_with_several_waiting_the_seat_chooses_which_comes_first():
    open_two = sheet(
        yellow="0000000100", silver=columns(2, rows=ROWS[:3]), blue=[9] * 2, bonuses=["green", "silver"]
    )
    for first, mark in (("silver", silver("yellow", 5)), ("green", green(3))):
        board = load("start", "", open_two, round=4)
        assert {action["bonus"] for action in board.legal("bonus")} == {"green", "silver"}
        board.mark(mark, colour=first)
        assert board.sheet()["bonuses"] == [({"green", "silver"} - {first}).pop()]


@pytest.mark.rule("C17", "C2")
def test_the_sixth_circle_of_a_bar_gives_a_question_that_fires_the_next():
    """Blue 5 is the sixth extra die: a silver `?`, which fills a column: a yellow `?`, which fills a row."""
    drawn = sheet(
        silver={**columns(1, rows=ROWS), "yellow": [1, 2], "blue": [1, 2], "green": [1, 2]},
        yellow="1000100010",
        blue=[9] * 4,
        green=[1] * 9,
        pink=[4] * 5,
    )
    board = black(drawn)
    assert board.gains()[0][2] == 5
    assert board.mark(blue(9)).gains()[2] == ["silver"]
    assert board.mark(silver("pink", 2), colour="silver").gains()[2] == ["yellow"]
    assert board.mark(circle(0, 3), colour="yellow").gains()[2] == ["blue"]
    assert board.mark(blue(9), colour="blue").gains()[2] == []
    assert board.asked == ("before_roll", [0])
    assert board.sheet()["reroll"][0] == 1 + 1 + 1 + 1


@pytest.mark.rule("C17")
def test_a_chain_runs_through_all_five_areas():
    """Yellow row 0 gives blue, blue 7 gives pink, pink 6 gives green, and green 8 gives silver."""
    drawn = sheet(yellow="1000000000", blue=[9] * 6, pink=[1] * 5, green=[1] * 7, silver=columns(2))
    board = black(drawn).mark(circle(0, 3))
    board.mark(blue(9), colour="blue").mark(pink(5), colour="pink").mark(green(1), colour="green")
    board.mark(silver("pink", 2), colour="silver")
    assert board.sheet()["bonuses"] == ["yellow"]


@pytest.mark.rule("C17")
def test_a_bonus_fires_in_the_middle_of_a_turn_and_the_phase_keeps_its_name():
    board = rolled("w2 s3 y6 b4 g4 p6", sheet(yellow="1000000000"), sheet())
    board.play(pick="yellow", mark=circle(0, 3))
    assert board.asked == ("pick", [0])
    assert board.at("tray") == {"white", "silver", "blue", "green"}
    assert board.kinds() == {"bonus"}
    board.mark(blue(12), colour="blue")
    assert board.asked == ("before_roll", [0])


@pytest.mark.rule("C17", "C13")
def test_a_bonus_fires_for_passive_seats_while_others_decide():
    board = ending("w2f s3f y6 b4 g4 p6f", sheet(done=True), sheet(yellow="1000000000"), sheet(), round=1)
    assert board.asked == ("end", [1, 2])
    board.play(1, take="yellow", mark=circle(0, 3))
    assert board.asked == ("end", [1, 2])
    assert board.kinds(1) == {"bonus"}
    assert board.kinds(2) == {"take", "decline"}
    board.mark(blue(12), seat=1, colour="blue")
    assert board.asked == ("end", [2])


# Losses


@pytest.mark.rule("C17")
@pytest.mark.parametrize(
    ("colour", "full"),
    [
        ("yellow", {"yellow": "2222222222", "blue": [9] * 2}),
        ("pink", {"pink": [1] * 12, "blue": [9] * 6}),
        ("green", {"green": [1] * 12, "blue": [9] * 11}),
    ],
)
def test_a_question_without_a_space_is_lost_at_once(colour, full):
    board = black(sheet(**full)).mark(blue(9))
    assert board.sheet()["bonuses"] == []
    assert board.asked == ("before_roll", [0])
    gone = [(event["colour"], event["how"]) for event in board.events("question_gone")]
    assert gone == [("black", "used"), (colour, "lost")]


@pytest.mark.rule("C17")
@pytest.mark.parametrize(
    ("colour", "full"),
    [("silver", {"silver": FULL_SILVER, "green": [1] * 7}), ("blue", {"blue": [9] * 12, "green": [1] * 3})],
)
def test_a_question_in_green_for_a_full_area_is_lost_too(colour, full):
    board = black(sheet(**full)).mark(green(1))
    assert board.sheet()["bonuses"] == []
    assert (colour, "lost") in [(event["colour"], event["how"]) for event in board.events("question_gone")]


@pytest.mark.rule("C17")
def test_of_two_with_one_space_left_both_wait_and_the_second_is_lost():
    board = load("start", "", sheet(pink=[1] * 11, bonuses=["pink", "pink"]), round=4)
    board.mark(pink(1), colour="pink")
    assert board.sheet()["bonuses"] == []
    assert [event["how"] for event in board.events("question_gone")] == ["used", "lost"]


@pytest.mark.rule("C17")
def test_black_takes_the_space_of_another_or_is_lost_on_a_full_sheet():
    board = load("start", "", nearly_full("pink", pink=[1] * 11, bonuses=["black", "pink"]), round=4)
    board.mark(pink(6))
    assert [(event["colour"], event["how"]) for event in board.events("question_gone")] == [
        ("black", "used"),
        ("yellow", "lost"),
        ("pink", "lost"),
    ]


@pytest.mark.rule("C1", "C17")
def test_the_black_question_is_lost_for_who_has_no_space_at_all():
    full = nearly_full("pink", pink=[1] * 12, used={"extra": 5})
    seats = [sheet(done=True, used={"extra": 1}), full]
    board = ending("w1f s1 y1 b1 g1 p1", *seats, round=3, turn=1).play(1, decline=True)
    assert board.asked == ("start", [0])
    assert [event["seat"] for event in board.events("question_gone")] == [1]


@pytest.mark.rule("C17")
def test_the_last_silver_space_can_be_taken_by_the_question_that_it_completes():
    """Silver column 6 gives a pink `?`, and pink 9 a silver one, for which nothing is open any more."""
    drawn = sheet(silver=one_silver_left(), pink=[1] * 8)
    board = black(drawn).mark(silver("pink", 6))
    assert board.sheet()["bonuses"] == ["pink"]
    board.mark(pink(3), colour="pink")
    assert board.sheet()["bonuses"] == []
    assert board.events("question_gone")[-1] == {
        "event": "question_gone",
        "seat": 0,
        "colour": "silver",
        "how": "lost",
    }
