"""T3 and T12 to T14: what a tile scores, and for whom."""

import pytest

from ludoteca.games.double_double_dominoes.scoring import bonus
from ludoteca.games.double_double_dominoes.tables import TRACK
from ludoteca.games.double_double_dominoes.tests.tables import TILES, after

PRINTED = (
    "1234560253462203541624550634201513444506354132001123635210665212503350614063514262316562040164416630"
)


def scores_of(board, move, *spaces):
    """The points that each seat gets for a tile, with the markers on these spaces before."""
    board.markers(*spaces).go(move)
    return [now - before for now, before in zip(board["track"], spaces, strict=True)]


@pytest.mark.rule("T3")
def test_the_track_has_100_spaces_after_start():
    assert len(PRINTED) == 100
    assert TRACK[1:101].tolist() == [int(pips) for pips in PRINTED]
    assert TRACK[0] == -1
    assert set(TRACK[101:].tolist()) == {-1}


@pytest.mark.rule("T3", "T13")
@pytest.mark.parametrize("space", range(1, 101))
def test_a_space_gives_a_bonus_for_the_tiles_with_its_pips(space):
    board = BOARD.markers(space, 0)
    wanted = [3 if int(PRINTED[space - 1]) in tile else 0 for tile in TILES]
    assert [bonus(board.state, 0, kind) for kind in range(len(TILES))] == wanted


BOARD = after("3-5 8H 8I", hand="5-5 0-3 1-2 6-6")


@pytest.mark.rule("T12")
@pytest.mark.parametrize(
    "move", ["5-1 7I 7J", "5-1 9I 10I", "1-5 6I 7I", "5-1 8J 8K", "5-5 7J 8J", "5-5 8J 8K"]
)
def test_a_tile_beside_the_diamonds_scores_nothing(move):
    assert scores_of(after("3-5 8H 8I", hand="1-5 5-5 1-1 6-6"), move, 0, 0) == [0, 0]


@pytest.mark.rule("T12")
@pytest.mark.parametrize(
    ("move", "points"), [("5-1 7J 7K", 1), ("5-5 7J 7K", 2), ("1-5 6J 7J", 1), ("5-5 6J 7J", 2)]
)
def test_a_tile_on_a_diamond_scores_its_number_and_a_double_twice(move, points):
    board = after("3-5 8H 8I", "5-5 8J 9J", hand="1-5 5-5 1-1 6-6")
    assert scores_of(board, move, 0, 0) == [points, 0]


TO_THE_CORNER = ["0-1 8H 8I", "1-2 8J 8K", "2-3 8L 8M", "3-4 8N 8O", "6-4 6O 7O", "5-6 4O 5O", "2-5 2O 3O"]


@pytest.mark.rule("T2", "T12")
@pytest.mark.parametrize(
    ("turns", "move", "points"),
    [(3, "3-4 8N 8O", 3), (3, "3-3 8N 8O", 6), (5, "5-6 4O 5O", 4), (5, "6-6 4O 5O", 8), (7, "6-2 1N 1O", 5),
     (7, "2-2 1N 1O", 10)],
)  # fmt: skip
def test_the_diamonds_at_the_edge_score_as_much_as_they_show(turns, move, points):
    board = after(*TO_THE_CORNER[:turns], hand=f"{move.split()[0]} 5-5 4-4 6-6")
    assert scores_of(board, move, 0, 0) == [0, points]


@pytest.mark.rule("T13")
@pytest.mark.parametrize(
    ("move", "spaces", "points"),
    [
        ("5-1 8J 8K", (5, 0), [3, 0]),  # 5 on the space: the 5 of the tile
        ("5-1 8J 8K", (1, 0), [3, 0]),  # 1 on the space: the 1 of the tile
        ("5-1 8J 8K", (2, 0), [0, 0]),  # 2 on the space
        ("5-1 8J 8K", (0, 5), [0, 3]),  # also for who lays it
        ("5-1 8J 8K", (5, 1), [3, 3]),  # both seats, each for another half
        ("5-5 8J 8K", (5, 9), [3, 3]),  # a double counts once
    ],
)
def test_whoever_stands_on_pips_of_the_tile_gets_three_points(move, spaces, points):
    assert scores_of(after("3-5 8H 8I", hand="1-5 5-5 1-1 6-6"), move, *spaces) == points


@pytest.mark.rule("T13")
def test_the_bonus_is_judged_before_anything_moves_and_once_a_seat():
    """Three points lead from 2, a 2, to 5, a 5: no second bonus for the 5 of the tile."""
    assert (TRACK[2], TRACK[2 + 3]) == (2, 5)
    board = after("3-2 8H 8I", hand="2-5 5-5 1-1 6-6")
    assert scores_of(board, "2-5 8J 8K", 2, 2) == [3, 3]


@pytest.mark.rule("T13")
def test_points_of_the_diamond_bring_no_bonus_for_the_same_tile():
    """Worked example: a double over a diamond from 31 (a 1) to 37 (a 4)."""
    assert (TRACK[31], TRACK[37]) == (1, 4)
    board = after("0-1 8H 8I", "1-2 8J 8K", "2-4 8L 8M", hand="4-4 0-0 1-1 6-6")
    assert scores_of(board, "4-4 8N 8O", 34, 31) == [0, 6]
    assert TRACK[34] != 4


@pytest.mark.rule("T13")
def test_another_seat_gets_the_bonus_once_although_both_halves_match():
    board = after("0-1 8H 8I", "1-2 8J 8K", "2-4 8L 8M", hand="4-4 0-0 1-1 6-6")
    assert scores_of(board, "4-4 8N 8O", 4, 31) == [3, 6]


@pytest.mark.rule("T14")
def test_markers_advance_by_diamond_and_bonus_together():
    board = after("0-1 8H 8I", "1-2 8J 8K", "2-4 8L 8M", hand="4-4 0-0 1-1 6-6")
    assert scores_of(board, "4-4 8N 8O", 4, 35) == [3, 9]
    assert board["scores"] == board["track"] == [7, 44]


@pytest.mark.rule("T14")
def test_start_matches_nothing():
    for kind in range(len(TILES)):
        assert bonus(BOARD.markers(0, 0).state, 0, kind) == 0


@pytest.mark.rule("T13")
def test_each_tile_of_a_turn_is_scored_before_the_next_is_laid():
    """The bonus of the double moves the marker from 5 (a 5) to 8 (a 2), which the next tile matches."""
    board = after("3-5 8H 8I", hand="5-5 2-5 1-1 6-6").markers(0, 5)
    assert (TRACK[5], TRACK[8]) == (5, 2)
    board.go("5-5 8J 8K")
    assert board["track"] == [0, 8]
    board.go("5-2 8L 8M")
    assert board["track"] == [0, 11]


@pytest.mark.rule("T12", "T13")
def test_points_are_told_as_they_are_scored():
    board = after("0-1 8H 8I", "1-2 8J 8K", "2-4 8L 8M", hand="4-4 0-0 1-1 6-6").markers(4, 31)
    board.go("4-4 8N 8O")
    assert board.told("diamond") == [{"event": "diamond", "seat": 1, "points": 6}]
    assert board.told("bonus") == [{"event": "bonus", "seat": 0, "points": 3, "pips": 4}]
    assert board.told("laid") == [{"event": "laid", "seat": 1, "tile": [4, 4], "at": ["8N", "8O"]}]
