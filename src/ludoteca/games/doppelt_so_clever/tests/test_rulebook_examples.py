"""The worked examples of the rulebook, set up as positions and played as it tells."""

import pytest

from ludoteca.games.doppelt_so_clever.tests.sheets import (
    areas,
    black,
    blue,
    circle,
    ending,
    green,
    load,
    pink,
    rolled,
    sheet,
    silver,
    total,
)


@pytest.mark.rule("C10")
def test_angela_picks_pink_then_white_and_rolls_the_yellow_die_alone():
    first = rolled("p3 g1 w5 s4 y4 b6", sheet(), sheet()).play(pick="pink", mark=pink(3))
    assert first.at("tray") == {"green"}
    assert first.at("pool") == {"white", "silver", "yellow", "blue"}
    second = rolled("p3f g1t w4 s2 y5 b3", sheet(pink=[3]), sheet(), roll=2)
    second.play(pick="white", mark=pink(4))
    assert second.sheet()["pink"] == [3, 4]
    assert second.at("tray") == {"green", "silver", "blue"}
    third = rolled("p3f w4f g1t s2t b3t y3", sheet(pink=[3, 4]), sheet(), roll=3)
    third.play(pick="yellow", mark=circle(0, 1))
    assert third["fields"] == ["pink", "white", "yellow"]
    assert third.asked == ("end", [1])


@pytest.mark.rule("C14", "C16")
def test_leandro_sweeps_blue_and_white_after_his_silver_three():
    board = rolled("s3 b1 w2 y5 g4 p6", sheet(), sheet()).play(pick="silver", mark=silver("green", 3))
    assert board.at("tray") == {"blue", "white"}
    board.play(sweep="blue", mark=silver("blue", 1)).play(sweep="white", mark=silver("green", 2))
    assert board.sheet()["silver"] == {"yellow": [], "blue": [1], "green": [2, 3], "pink": []}


@pytest.mark.rule("C6")
def test_leandro_writes_ten_and_two_into_green_and_scores_eight():
    first = black(sheet()).mark(green(5))
    assert first.sheet()["green"] == [10]
    second = black(sheet(green=[5])).mark(green(1))
    assert second.sheet()["green"] == [10, 2]
    assert areas(second.sheet())[3] == 8


@pytest.mark.rule("C8")
def test_each_fox_is_worth_the_eight_points_of_a_weak_green_area():
    drawn = sheet(
        silver={row: [1, 3, 4] for row in ("yellow", "blue", "green", "pink")},
        yellow="2200000000",
        blue=[9, 8, 7, 6],
        green=[5, 1],
        pink=[4, 5],
    )
    board = load("before_roll", "", drawn, round=3)
    written = board.sheet()
    assert min(areas(written)) == areas(written)[3] == 8
    assert board.table.scores == [sum(areas(written)) + 8 * written["foxes"]] == [total(written)]
    assert written["foxes"] > 0


@pytest.mark.rule("C15", "C18", "C21")
def test_angela_uses_white_as_a_yellow_four_and_then_blue_with_white_as_a_seven():
    two_extra = sheet(silver={row: [1] for row in ("yellow", "blue", "green", "pink")})
    board = ending("w4f p3f y3f b3 g1 s2", two_extra, sheet(done=True, picked=True), round=2)
    assert board.sheet()["extra"] == [2, 0]
    board.play(extra="white", mark=circle(2, 1))
    assert board.refused(extra="white", mark=circle(4, 3)) == ("die_used", "C21")
    board.play(extra="blue", mark=blue(7))
    assert board.sheet()["blue"] == [7]
