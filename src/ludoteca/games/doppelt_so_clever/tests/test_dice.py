"""C14 to C16: what dice may mark, and the silver sweep."""

import pytest

from ludoteca.games.doppelt_so_clever.tests.sheets import (
    ROWS,
    blue,
    circle,
    columns,
    cross,
    ending,
    green,
    pink,
    rolled,
    sheet,
    silver,
)


def in_every_row(number):
    return [silver(row, number) for row in ROWS]


# C14: white


@pytest.mark.rule("C14")
def test_white_stands_in_for_silver_yellow_green_and_pink_or_is_used_in_blue():
    board = rolled("w3 s1 y1 b4 g1 p1")
    assert board.marks("pick", "white") == [
        *in_every_row(3),
        circle(0, 1),
        circle(2, 3),
        blue(7),
        green(3),
        pink(3),
    ]


@pytest.mark.rule("C14")
def test_white_is_a_joker_for_passive_seats_and_as_an_extra_die_too():
    board = ending("w3 s1f y1f b4 g1f p1", sheet(), sheet(yellow="1000020000"), round=2)
    both = [*in_every_row(3), cross(0, 1), blue(7), green(3), pink(3)]
    assert board.marks("take", "white", 1) == both
    assert board.play(1, decline=True).marks("extra", "white", 1) == both


@pytest.mark.rule("C14")
@pytest.mark.parametrize(
    ("die", "marks"),
    [
        ("silver", in_every_row(2)),
        ("yellow", [circle(0, 3)]),
        ("blue", [blue(7)]),
        ("green", [green(5)]),
        ("pink", [pink(1)]),
    ],
)
def test_any_other_die_marks_in_its_own_area_alone(die, marks):
    assert rolled("w3 s2 y6 b4 g5 p1").marks("pick", die) == marks


# C15: blue


@pytest.mark.rule("C15")
@pytest.mark.parametrize(
    "dice", ["w3 b4 s1 y1 g1 p6", "w3f b4 s1 y1 g1 p6", "w3t b4 s1 y4f g1 p6", "w3 b4 s1 y1 g1 p6f"]
)
def test_blue_is_always_the_sum_of_both_dice_wherever_they_lie(dice):
    board = rolled(dice, roll=2)
    assert board.marks("pick", "blue") == [blue(7)]
    assert board.refused(pick="blue", mark=blue(4)) == ("wrong_sum", "C15")


@pytest.mark.rule("C15")
def test_blue_and_white_picked_in_two_rolls_fill_two_fields():
    board = rolled("w3f b4 s6 y6 g6 p6", sheet(blue=[9]), roll=2).play(pick="blue", mark=blue(7))
    assert board.sheet()["blue"] == [9, 7]
    board = rolled("b4f w3 s6 y6 g6 p6", sheet(blue=[9]), roll=2).play(pick="white", mark=blue(7))
    assert board.sheet()["blue"] == [9, 7]


@pytest.mark.rule("C15")
def test_passive_seats_write_the_same_sum():
    board = ending("w3f s1f y1f b4 g1 p1", sheet(done=True), sheet(), sheet())
    assert board.play(1, take="blue", mark=blue(7)).sheet(1)["blue"] == [7]
    board = ending("w3 s1f y1f b4f g1 p1", sheet(done=True), sheet(), sheet())
    assert board.play(2, take="white", mark=blue(7)).sheet(2)["blue"] == [7]


@pytest.mark.rule("C15", "C5")
def test_a_sum_that_is_too_high_cannot_be_written():
    board = rolled("w3 s1 y1 b4 g1 p1", sheet(blue=[6]))
    assert board.marks("pick", "blue") == []
    assert board.refused(pick="blue", mark=blue(7)) == ("number_too_high", "C5")


# C16: silver and the sweep


@pytest.mark.rule("C16")
def test_silver_marks_its_number_in_a_row_of_choice():
    board = rolled("w6 s3 y6 b6 g6 p6", sheet(silver={"blue": [3]}))
    assert board.marks("pick", "silver") == [silver(row, 3) for row in ("yellow", "green", "pink")]
    assert board.refused(pick="silver", mark=silver("blue", 3)) == ("already_marked", "C3")
    assert board.play(pick="silver", mark=silver("pink", 3)).sheet()["silver"]["pink"] == [3]


@pytest.mark.rule("C16")
def test_the_worked_example_of_a_sweep():
    board = rolled("w2 s3 y5 b1 g4 p6").play(pick="silver", mark=silver("green", 3))
    assert board.asked == ("pick", [0])
    assert board.sheet()["sweeps"] == ["blue", "white"]
    assert board.marks("sweep", "blue") == [silver("blue", 1)]
    assert board.marks("sweep", "white") == in_every_row(2)
    board.play(sweep="blue", mark=silver("blue", 1)).play(sweep="white", mark=silver("green", 2))
    assert board.sheet()["silver"] == {"yellow": [], "blue": [1], "green": [2, 3], "pink": []}
    assert board.asked == ("before_roll", [0])


@pytest.mark.rule("C16", "C14")
def test_white_as_silver_sweeps_too_and_the_silver_die_then_marks_any_row():
    board = rolled("w4 s3 y2 b6 g6 p6").play(pick="white", mark=silver("blue", 4))
    assert board.sheet()["sweeps"] == ["silver", "yellow"]
    assert board.marks("sweep", "silver") == in_every_row(3)
    assert board.marks("sweep", "yellow") == [silver("yellow", 2)]


@pytest.mark.rule("C16")
@pytest.mark.parametrize("mark", [circle(2, 1), blue(10), green(4), pink(4)])
def test_white_used_otherwise_sweeps_nothing(mark):
    board = rolled("w4 s3 y2 b6 g6 p6").play(pick="white", mark=mark)
    assert board.asked == ("before_roll", [0])
    assert board.at("tray") == {"silver", "yellow"}


@pytest.mark.rule("C16")
def test_each_mark_of_a_sweep_is_optional():
    board = rolled("w2 s3 y5 b1 g4 p6").play(pick="silver", mark=silver("green", 3))
    board.play(sweep="white", mark=silver("pink", 2)).play(sweep_done=True)
    assert board.sheet()["silver"]["blue"] == []
    assert board.asked == ("before_roll", [0])
    assert board.refused(sweep="blue", mark=silver("blue", 1)) == ("not_swept", "C16")


@pytest.mark.rule("C16")
def test_open_sweeps_come_before_anything_else():
    board = rolled("w2 s3 y5 b1 g4 p6").play(pick="silver", mark=silver("green", 3))
    assert board.kinds() == {"sweep", "sweep_done"}
    assert board.refused(pick="pink", mark=pink(6)) == ("sweep_first", "C16")
    assert board.refused(sweep="blue", mark=silver("green", 1)) == ("wrong_row", "C16")
    assert board.refused(sweep="blue", mark=blue(3)) == ("only_silver", "C16")
    assert board.refused(sweep="white", mark=silver("green", 1)) == ("wrong_number", "C10")
    assert board.refused(sweep="white", mark=silver("green", 3)) == ("wrong_number", "C10")
    assert board.refused(sweep="pink", mark=silver("pink", 6)) == ("not_swept", "C16")


@pytest.mark.rule("C16")
def test_only_dice_that_this_pick_sends_are_swept():
    board = rolled("p2f w1t y5 s4 b3 g6", roll=2).play(pick="silver", mark=silver("green", 4))
    assert board.sheet()["sweeps"] == ["blue"]


@pytest.mark.rule("C16", "C10")
def test_dice_left_after_the_last_pick_are_not_swept():
    board = rolled("p2f w1t y5 s4 b4 g6f", sheet(), sheet(), roll=3).play(
        pick="silver", mark=silver("green", 4)
    )
    assert board.asked == ("end", [1])
    assert board.at("tray") == {"white", "yellow", "blue"}
    board = rolled("p2f w1t y3 s4 b4 g6f", sheet(), sheet(), roll=3).play(
        pick="silver", mark=silver("green", 4)
    )
    assert board.sheet()["sweeps"] == ["yellow"]
    assert board.at("pool") == {"blue"}
    assert board.play(sweep_done=True).at("pool") == set()


@pytest.mark.rule("C16")
def test_a_die_without_an_open_number_is_dropped():
    drawn = sheet(silver={"blue": [1], "yellow": [2], "green": [2], "pink": [2]})
    board = rolled("w2 s3 y5 b1 g4 p6", drawn).play(pick="silver", mark=silver("green", 3))
    assert board.sheet()["sweeps"] == ["white"]
    assert board.marks("sweep", "white") == [silver("blue", 2)]
    board = rolled("w2 s3 y5 b2 g4 p6", drawn).play(pick="silver", mark=silver("green", 3))
    assert board.sheet()["sweeps"] == ["blue", "white"]
    board.play(sweep="blue", mark=silver("blue", 2))
    assert board.sheet()["sweeps"] == []


@pytest.mark.rule("C16", "C17")
def test_an_open_question_comes_before_the_sweeps_and_may_take_their_space():
    drawn = sheet(
        silver=columns(4, rows=("yellow", "blue", "green")),
        green=[1] * 3,
        yellow="0000000000",
        blue=[12] * 11,
    )
    board = rolled("w2 s4 y5 b1 g6 p6", drawn).play(pick="silver", mark=silver("pink", 4))
    assert board.sheet()["bonuses"] == ["blue"]
    assert board.sheet()["sweeps"] == ["blue", "white"]
    assert board.kinds() == {"bonus"}
    board.mark(blue(5), colour="blue")
    assert board.sheet()["bonuses"] == ["green"]
    board.mark(green(1), colour="green")
    assert board.sheet()["bonuses"] == []
    assert board.kinds() == {"sweep", "sweep_done"}


@pytest.mark.rule("C16", "C17")
def test_a_silver_question_can_take_the_number_of_a_sweep_which_is_then_dropped():
    drawn = sheet(silver=columns(6, rows=("yellow", "blue", "green")), pink=[1] * 8)
    board = rolled("w6 s6 y5 b1 g6 p6", drawn).play(pick="silver", mark=silver("pink", 6))
    assert board.sheet()["sweeps"] == ["blue", "yellow"]
    board.mark(pink(3), colour="pink").mark(silver("blue", 1), colour="silver")
    assert board.sheet()["sweeps"] == ["yellow"]


@pytest.mark.rule("C16", "C17")
def test_a_sweep_can_fire_a_bonus_and_other_sweeps_wait_for_it():
    drawn = sheet(silver=columns(2, rows=("yellow", "blue", "green")))
    board = rolled("w1 s3 y5 b6 g4 p2", drawn).play(pick="silver", mark=silver("green", 3))
    board.play(sweep="pink", mark=silver("pink", 2))
    assert board.sheet()["bonuses"] == ["yellow"]
    assert board.sheet()["sweeps"] == ["white"]
    assert board.kinds() == {"bonus"}
    assert board.mark(circle(0, 1), colour="yellow").kinds() == {"sweep", "sweep_done"}


@pytest.mark.rule("C16")
def test_passive_picks_and_extra_dice_sweep_nothing():
    board = ending("w2 s3 y5f b1 g4f p6f", sheet(), sheet(), round=2).play(
        1, take="silver", mark=silver("green", 3)
    )
    assert board.sheet(1)["sweeps"] == []
    board.play(extra="silver", mark=silver("green", 3))
    assert board.sheet(0)["sweeps"] == []
