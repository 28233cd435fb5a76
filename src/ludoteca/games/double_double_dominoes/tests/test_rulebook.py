"""The rulebook's diagrams and examples, and those of RULES.md, set up by hand and played as they say."""

import pytest

from ludoteca.games.double_double_dominoes.tests.tables import GAME, Board, by_hand


def table(*lying, **more):
    """A table with these tiles on its board; nobody knows how they came there."""
    position = by_hand(*lying, **more)
    board = Board(GAME.load(position, 1))
    assert board.table.position() == position
    return board


WHITE = ("3-5 8H 8I", "3-1 9H 10H", "1-6 10I 10J", "6-4 10K 10L", "5-5 7I 7J", "5-2 7K 7L", "4-0 9L 9M")
OTHER = "0-0 0-6 2-6"


@pytest.mark.rule("T7", "T8")
@pytest.mark.parametrize(
    ("tile", "green"),
    [
        ("2-3", "2-3 8F 8G"),  # on in the line
        ("2-3", "2-3 7G 8G"),  # turned off it
        ("2-2", "2-2 6M 7M"),  # a double across the end
        ("5-5", "5-5 5J 6J"),  # at a double, not at its end
        ("1-1", "1-1 11H 12H"),
        ("0-2", "2-0 7M 7N"),
        ("0-2", "2-0 7M 8M"),  # joins two lines, and matches both
    ],
)
def test_diagram_1_a_green_tile_is_laid_right(tile, green):
    board = table(*WHITE, hands=[f"{tile} 6-6 3-6 4-4", OTHER])
    assert board.go(green)["board"][-1]["at"] == green.split()[1:]


@pytest.mark.rule("T7", "T8")
@pytest.mark.parametrize(
    ("tile", "red", "code"),
    [
        ("2-6", "6-2 8F 8G", "pips_differ"),
        ("3-5", "3-5 7G 7H", "touches_two"),  # its head touches two tiles
        ("1-3", "1-3 9G 9H", "occupied"),
        ("0-2", "0-2 8J 8K", "touches_two"),  # its tail touches two tiles
        ("2-4", "2-4 7M 8M", "pips_differ"),  # its head touches another line and does not match
        ("2-5", "5-2 6K 6L", "same_side"),  # alongside two tiles, though the pips match
        ("1-3", "3-1 9G 10G", "same_side"),  # alongside one tile, though the pips match
        ("6-6", "6-6 1A 1B", "touches_nothing"),
    ],
)
def test_diagram_1_a_red_tile_is_not_laid_like_this(tile, red, code):
    board = table(*WHITE, hands=[f"{tile} 1-1 2-3 4-4", OTHER])
    assert board.refused(red)[0] == code


@pytest.mark.rule("T9")
def test_diagram_2_a_second_tile_at_the_head_of_a_double():
    board = table("2-3 8H 8I", hands=["3-3 3-6 0-1 0-4", OTHER])
    board.go("3-3 8J 8K")
    assert (board["phase"], board.acting) == ("extend", 0)
    board.go("3-6 8L 8M")
    assert board.acting == 1


@pytest.mark.rule("T9")
def test_diagram_3_a_third_tile_at_the_head_of_a_second_double():
    board = table("2-3 8H 8I", hands=["3-3 3-3 3-6 0-1", OTHER])
    board.go("3-3 8J 8K", "3-3 8L 8M")
    assert (board["phase"], board.acting) == ("extend", 0)
    assert board.refused("6-3 6J 7J") == ("not_at_the_double", "T9")
    board.go("3-6 8N 8O")
    assert board.acting == 1
    assert [lying["tile"] for lying in board["board"]] == [[2, 3], [3, 3], [3, 3], [3, 6]]


@pytest.mark.rule("T9")
@pytest.mark.parametrize("lying", [["2-3 8H 8I", "3-3 8J 8K"], ["2-3 8H 8I", "3-3 8L 8M", "3-3 8J 8K"]])
def test_diagrams_2_and_3_may_be_set_up_after_the_double(lying):
    board = table(*lying, hands=["3-6 0-1", OTHER], phase="extend")
    assert board.places("3-6")
    assert "stop" in board.legal()


@pytest.mark.rule("T13")
def test_a_marker_on_a_4_advances_three_spaces_whoever_lays_a_4():
    for tile, move in (("4-6", "4-6 8J 8K"), ("4-4", "4-4 8J 8K")):
        board = table("3-4 8H 8I", hands=[f"{tile} 0-1 0-2", OTHER], track=[4, 37])
        assert board.go(move)["track"] == [7, 40]


@pytest.mark.rule("T6", "T9", "T14")
def test_worked_example_the_first_move_of_the_game():
    board = table(hands=["3-3 3-5 0-1 0-2", OTHER])
    board.go("3-3 8H 8I")
    assert (board["track"], board["phase"]) == ([0, 0], "extend")
    board.go("3-5 8J 8K")
    assert (board["track"], board.acting, len(board["hands"][0])) == ([0, 0], 1, 3)


@pytest.mark.rule("T12", "T13")
def test_worked_example_a_double_over_a_diamond_and_one_bonus():
    lying = ("0-1 8H 8I", "1-2 8J 8K", "2-4 8L 8M")
    board = table(*lying, hands=["4-4 0-1 0-2", OTHER], track=[31, 37])
    assert board.go("4-4 8N 8O")["track"] == [37, 40]


@pytest.mark.rule("T15", "T17")
@pytest.mark.parametrize(("eva", "winners"), [("0-0 0-6 2-6", [1]), ("0-0 0-2", [0]), ("5-5 0-2", [0, 1])])
def test_worked_example_both_reach_the_goal_and_hands_decide(eva, winners):
    lying = ("0-1 8H 8I", "1-2 8J 8K", "2-3 8L 8M", "3-4 8N 8O", "6-4 6O 7O")
    board = table(*lying, hands=["2-6 5-5 0-2", eva], track=[96, 97])
    board.go("2-6 4O 5O")
    assert (board["track"], board.table.winners) == ([100, 100], winners)


@pytest.mark.rule("T10", "T11", "T16")
def test_the_game_ends_with_the_turn_that_drew_the_last_tile():
    rest = by_hand("0-1 8H 8I", hands=["5-5 5-6 6-6 4-4", OTHER], phase="discard")["boneyard"]
    gone = [(1, tuple(tile)) for tile in rest]
    board = table("0-1 8H 8I", hands=["5-5 5-6 6-6 4-4", OTHER], phase="discard", discarded=gone)
    assert board["last_turn"]
    board.go("discard 4-4")
    assert (board.table.over, board.table.winners) == (True, [0])
