"""C22 and C24: the end of the game, victory, and levels for playing alone."""

import pytest

from ludoteca.games.doppelt_so_clever.scoring import solo_level
from ludoteca.games.doppelt_so_clever.tests.sheets import (
    GAME,
    ending,
    load,
    pink,
    rolled,
    sheet,
    silver,
    solo_passive,
)

LAST = "w3f s3f y2 b1 g4f p6"


def over(*sheets):
    seats = len(sheets)
    return load(
        "over",
        "w3f s3f y2t b1t g4f p6t",
        *sheets,
        round=[0, 6, 6, 5, 4][seats],
        turn=seats,
        roll=3,
        active=seats - 1,
    )


@pytest.mark.rule("C22")
def test_the_game_ends_after_the_last_turn_of_the_last_round():
    board = ending(LAST, sheet(), sheet(done=True), round=6, turn=1, active=1, roll=3)
    board.play(0, decline=True)
    assert not board.table.over
    board.play(0, extra="pink", mark=pink(6))
    assert board.table.over
    assert (board["phase"], board["turn"], board["round"], board["to_act"]) == ("over", 2, 6, [])
    assert board["dice"]["pink"] == {"value": 6, "at": "tray"}
    assert [(drawn["picked"], drawn["done"], drawn["extra_used"]) for drawn in board["sheets"]] == [
        (False, False, [])
    ] * 2
    assert board.table.winners == [0]
    assert board.refused(roll=True) == ("game_over", "C22")


@pytest.mark.rule("C22")
def test_the_last_round_has_extra_dice_for_everybody_and_no_winner_before_the_end():
    board = ending(LAST, sheet(), sheet(), round=6, turn=1, active=1, roll=3)
    assert board.table.winners == []
    assert board.asked == ("end", [0, 1])


@pytest.mark.rule("C22")
def test_the_highest_sum_wins():
    board = over(sheet(pink=[6]), sheet(pink=[5, 5]))
    assert (board.table.scores, board.table.winners) == ([6, 10], [1])


@pytest.mark.rule("C22")
def test_a_tie_goes_to_the_highest_single_area():
    board = over(
        sheet(pink=[4, 4]), sheet(pink=[6], silver={"pink": [1]}), sheet(pink=[4], silver={"pink": [1, 2]})
    )
    assert (board.table.scores, board.table.winners) == ([8, 8, 8], [0])


@pytest.mark.rule("C22")
def test_a_victory_still_tied_is_shared():
    board = over(sheet(pink=[4, 4]), sheet(pink=[3, 5]))
    assert (board.table.scores, board.table.winners) == ([8, 8], [0, 1])


@pytest.mark.rule("C22")
def test_leftover_actions_are_worth_nothing():
    assert over(sheet(), sheet(), sheet(used={"reroll": 1, "return": 1, "extra": 1})).table.winners == [
        0,
        1,
        2,
    ]


@pytest.mark.rule("C22", "C23")
def test_alone_the_winner_is_seat_0():
    board = solo_passive("w1t s3t y2t b4 g4 p6", sheet(used={"extra": 1}), round=6).play(decline=True)
    assert board.table.over
    assert board.table.winners == [0]
    assert board.at("pool") == {"blue", "green", "pink"}


@pytest.mark.rule("C24")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        *[(927, 1), (320, 1), (319, 2), (300, 2), (299, 3), (280, 3), (279, 4), (260, 4), (259, 5), (240, 5)],
        *[
            (239, 6),
            (220, 6),
            (219, 7),
            (200, 7),
            (199, 8),
            (180, 8),
            (179, 9),
            (160, 9),
            (159, 10),
            (140, 10),
        ],
        *[(139, 11), (0, 11), (-20, 11)],
    ],
)
def test_the_levels_of_playing_alone(points, level):
    assert solo_level(points) == level


@pytest.mark.rule("C24")
def test_the_level_is_told_at_the_end_of_a_game_alone():
    board = solo_passive("w1t s3t y2t b4 g4 p6", sheet(pink=[6] * 2, used={"extra": 1}), round=6).play(
        decline=True
    )
    assert board.events("solo_level") == [{"event": "solo_level", "points": 12, "level": 11}]
    board = ending(LAST, sheet(used={"extra": 1}), sheet(done=True), round=6, turn=1, active=1).play(
        decline=True
    )
    assert board.events("game_over") == [{"event": "game_over"}]
    assert board.events("solo_level") == []


def test_scores_are_current_totals_also_in_the_middle_of_a_turn():
    board = rolled("w2 s3 y5 b1 g4 p6").play(pick="silver", mark=silver("green", 3))
    assert board.table.scores == [2]
    assert GAME.load(board.table.position()).scores == [2]
