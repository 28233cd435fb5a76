"""T2 and T5 to T9: the board, and where a tile may lie on it."""

import random

import numpy as np
import pytest

from ludoteca import Table
from ludoteca.core.compiled import PLAIN
from ludoteca.games.double_double_dominoes.alphabet import STOP, No, Phase
from ludoteca.games.double_double_dominoes.board import (
    NO_PLACEMENT,
    count_placements,
    nth_placement,
    placements_in_all,
    refuse_placement,
)
from ludoteca.games.double_double_dominoes.slots import ANYWHERE, BOARD, SLOT_SQUARES, SQUARE_NAMES
from ludoteca.games.double_double_dominoes.state import give
from ludoteca.games.double_double_dominoes.tables import KINDS
from ludoteca.games.double_double_dominoes.tests.tables import (
    COLUMNS,
    GAME,
    TILES,
    after,
    somewhere,
    tile,
    written,
)

# T2: the board


@pytest.mark.rule("T2")
def test_the_board_has_15_rows_and_15_columns_with_the_star_in_the_centre():
    assert [len(row) for row in BOARD] == [15] * 15
    assert [(row, column) for row in range(15) for column in range(15) if BOARD[row][column] == "*"] == [
        (7, 7)
    ]
    assert (SQUARE_NAMES[0], SQUARE_NAMES[112], SQUARE_NAMES[224]) == ("1A", "8H", "15O")


@pytest.mark.rule("T2")
def test_the_board_is_the_same_in_every_mirror():
    board = np.array(BOARD)
    for mirrored in (board[::-1], board[:, ::-1], board.T, board[::-1, ::-1].T):
        assert (mirrored == board).all()


@pytest.mark.rule("T2")
def test_there_are_16_diamonds_of_each_number_and_4_fives_and_none_touches_another():
    board = np.array(BOARD)
    assert [(board == str(number)).sum() for number in range(1, 7)] == [16, 16, 16, 16, 4, 0]
    is_diamond = np.char.isdigit(board)
    assert not (is_diamond[1:] & is_diamond[:-1]).any()
    assert not (is_diamond[:, 1:] & is_diamond[:, :-1]).any()


@pytest.mark.rule("T2")
@pytest.mark.parametrize(
    ("square", "diamond"),
    [("1A", "5"), ("1D", "4"), ("2C", "3"), ("4F", "2"), ("5E", "1"), ("6B", "4"), ("8O", "3"), ("15O", "5"),
     ("12L", "3"), ("11G", "1"), ("9K", "1"), ("14J", "4"), ("8I", "."), ("3H", ".")],
)  # fmt: skip
def test_a_diamond_lies_on_its_square(square, diamond):
    assert BOARD[int(square[:-1]) - 1][COLUMNS.index(square[-1])] == diamond


def test_there_are_420_slots():
    assert len(SLOT_SQUARES) == len(set(SLOT_SQUARES)) == 420


# T5: laying is a duty


@pytest.mark.rule("T5")
def test_who_has_a_tile_that_fits_has_to_lay_one():
    board = after("0-1 8H 8I", hand="1-6 6-6 5-5 5-6")
    assert board["phase"] == "lay"
    assert {move.split()[0] for move in board.legal()} == {"1-6", "6-1"}
    assert board.refused("stop") == ("must_lay", "T5")
    assert board.refused("discard 5-5") == ("must_lay", "T5")


@pytest.mark.rule("T5")
def test_only_a_tile_of_the_hand_is_laid():
    board = after("0-1 8H 8I", hand="1-6 6-6 5-5 5-6")
    assert board.refused("1-2 8J 8K") == ("not_in_hand", "T5")


# T6: the first tile


@pytest.mark.rule("T6")
def test_the_first_tile_covers_the_star_with_either_half_in_any_direction():
    board = after(hand="0-0 1-2 3-4 5-6")
    assert board.places("1-2") == {
        "1-2 8H 8I", "2-1 8H 8I", "1-2 8G 8H", "2-1 8G 8H",
        "1-2 8H 9H", "2-1 8H 9H", "1-2 7H 8H", "2-1 7H 8H",
    }  # fmt: skip
    assert board.places("0-0") == {"0-0 8H 8I", "0-0 8G 8H", "0-0 8H 9H", "0-0 7H 8H"}
    assert len(board.legal()) == 28
    assert board.refused("1-2 8I 8J") == ("off_the_star", "T6")
    assert board.refused("1-2 1A 1B") == ("off_the_star", "T6")


# T7: later tiles


@pytest.mark.rule("T7", "T8")
def test_a_tile_fits_around_the_end_that_it_matches():
    board = after("3-5 8H 8I", hand="5-5 0-3 1-2 6-6")
    assert board.places("5-5") == {
        "5-5 8J 8K", "5-5 7J 8J", "5-5 8J 9J", "5-5 7I 7J", "5-5 6I 7I", "5-5 9I 9J", "5-5 9I 10I",
    }  # fmt: skip
    assert board.places("0-3") == {
        "0-3 8F 8G", "0-3 7G 8G", "3-0 8G 9G", "0-3 7G 7H", "0-3 6H 7H", "0-3 9G 9H", "3-0 9H 10H",
    }  # fmt: skip
    assert board.places("1-2") == board.places("6-6") == set()


@pytest.mark.rule("T7")
@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("5-2 8I 8J", "occupied"),
        ("5-2 7I 8I", "occupied"),
        ("5-2 8K 8L", "touches_nothing"),
        ("5-2 1A 1B", "touches_nothing"),
        ("2-5 8J 8K", "pips_differ"),
        ("5-2 8F 8G", "pips_differ"),
        ("5-2 7G 7H", "pips_differ"),
    ],
)
def test_a_tile_lies_free_touches_something_and_matches_it(move, code):
    assert after("3-5 8H 8I", hand="2-5 3-3 1-2 6-6").refused(move) == (code, "T7")


@pytest.mark.rule("T7")
def test_a_half_touches_at_most_one_square():
    board = after("3-5 8H 8I", "5-5 7I 7J", hand="2-5 0-0 1-5 6-6")
    assert board.refused("5-2 8J 8K") == ("touches_two", "T7")
    assert board.refused("2-5 9J 8J") == ("no_such_action", None)
    assert board.refused("5-2 8J 9J") == ("touches_two", "T7")
    assert "5-2 7K 7L" in board.places("2-5")


ROUND_A_GAP = ("3-5 8H 8I", "1-3 6H 7H", "1-2 6I 6J", "2-4 6K 6L", "4-6 7L 8L")


@pytest.mark.rule("T7", "T8")
def test_a_tile_may_join_two_lines_if_both_ends_match():
    board = after(*ROUND_A_GAP, hand="5-6 2-5 2-2 3-5")
    assert "5-6 8J 8K" in board.places("5-6")
    assert board.refused("6-5 8J 8K") == ("pips_differ", "T7")
    assert board.refused("5-2 8J 8K") == ("pips_differ", "T7")
    assert board.go("5-6 8J 8K")["board"][-1] == {"tile": [5, 6], "at": ["8J", "8K"]}


@pytest.mark.rule("T8")
def test_a_tile_is_not_laid_alongside_another_even_if_the_pips_match():
    board = after(*ROUND_A_GAP, hand="5-6 2-5 2-2 3-5")
    assert board.refused("3-5 9H 9I") == ("same_side", "T8")


@pytest.mark.rule("T8")
def test_a_tile_is_not_laid_alongside_two_others_even_if_the_pips_match():
    board = after(*ROUND_A_GAP, hand="5-6 2-5 2-2 3-5")
    assert board.refused("2-2 5J 5K") == ("same_side", "T8")
    assert "2-2 5I 5J" not in board.places("2-2")


@pytest.mark.rule("T8")
@pytest.mark.parametrize("mirror", [False, True])
def test_contacts_on_two_sides_of_a_tile_are_allowed(mirror):
    """The end of the first half touches one line, the flank of the second the same line as it comes back."""
    turns, move = ["0-1 8H 8I", "1-2 8J 8K", "2-3 9K 10K", "5-3 10I 10J"], "0-5 9H 10H"
    board = after(*map(turned, turns) if mirror else turns, hand="0-5 0-0 1-1 6-6")
    assert (turned(move) if mirror else move) in board.places("0-5")


def turned(move):
    """The same move with rows and columns exchanged."""
    lies, *at = move.split()
    names = [f"{COLUMNS.index(square[-1]) + 1}{COLUMNS[int(square[:-1]) - 1]}" for square in at]
    return " ".join([lies, *names])


# T9: doubles


@pytest.mark.rule("T9")
def test_after_a_double_the_seat_may_lay_a_tile_that_touches_it_or_stop():
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6").go("5-5 8J 8K")
    assert (board["phase"], board.acting, board["last_double"]) == ("extend", 1, 1)
    assert board.places("2-5") == {
        "5-2 8L 8M", "2-5 7L 8L", "5-2 8L 9L", "2-5 6K 7K", "5-2 7K 7L", "5-2 9K 9L", "5-2 9K 10K",
        "2-5 6J 7J", "5-2 9J 10J",
    }  # fmt: skip
    assert board.places("0-3") == set()
    assert "stop" in board.legal()
    assert board.refused("0-3 8F 8G") == ("not_at_the_double", "T9")
    assert board.refused("discard 0-3") == ("lay_or_stop", "T9")


@pytest.mark.rule("T9")
def test_a_tile_that_is_no_double_ends_the_laying():
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6").go("5-5 8J 8K", "5-2 8L 8M")
    assert board.acting == 0
    assert len(board["hands"][1]) == 3
    assert board["last_double"] is None


@pytest.mark.rule("T9")
def test_after_another_double_the_seat_goes_on_beside_that_one_only():
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 3-3").go("3-3 8F 8G")
    assert board.places("5-5") == set()
    assert {move.split()[0] for move in board.legal()} == {"0-3", "3-0", "stop"}


@pytest.mark.rule("T9")
def test_two_doubles_in_one_turn():
    """A second double at the first needs equal pips, so it is the other copy of the same tile."""
    board = after("3-5 8H 8I", hand="5-5 5-5 2-5 1-3").go("5-5 8J 8K", "5-5 8L 8M")
    assert (board["phase"], board["last_double"]) == ("extend", 2)
    assert board.refused("5-2 7J 7K") == ("same_side", "T8")
    assert board.refused("2-5 6J 7J") == ("not_at_the_double", "T9")
    assert "5-2 8N 8O" in board.places("2-5")


@pytest.mark.rule("T9")
def test_a_double_as_the_first_tile_lets_go_on_too():
    board = after(hand="3-3 3-5 6-6 6-6").go("3-3 8H 8I")
    assert board["phase"] == "extend"
    assert board.places("3-5")
    assert board.places("6-6") == set()
    assert board.go("3-5 8J 8K").acting == 1


@pytest.mark.rule("T9")
def test_extending_is_asked_even_if_only_stopping_is_possible():
    board = after("3-5 8H 8I", hand="5-5 2-4 0-3 6-6").go("5-5 8J 8K")
    assert board.legal() == {"stop"}
    assert board.go("stop").acting == 0


@pytest.mark.rule("T9")
def test_there_is_no_drawing_between_the_tiles_of_a_turn():
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6")
    left = len(board["boneyard"])
    board.go("5-5 8J 8K")
    assert (len(board["boneyard"]), len(board["hands"][1])) == (left, 3)


@pytest.mark.rule("T9")
def test_the_other_contact_of_an_extending_tile_may_be_with_any_tile():
    """The tile touches the double with one half, and with the other a line that comes round from above."""
    board = after("2-3 7H 8H", "4-2 5H 6H", "4-1 5I 5J", "1-6 5K 5L", "6-5 6L 7L", hand="3-3 3-5 1-1 6-6")
    assert board.go("3-3 8I 8J").places("3-5") >= {"3-5 8K 8L"}
    assert board.refused("5-3 8K 8L") == ("pips_differ", "T7")
    assert board.go("3-5 8K 8L").acting == 0


@pytest.mark.rule("T9")
def test_stopping_is_only_for_who_has_laid_a_double():
    assert after("0-1 8H 8I", hand="5-5 6-6 5-6 4-6").refused("stop") == ("must_discard", "T10")


# All placements on many boards, beside a slow and simple reading of T6 to T8


def lawful(lying, pips, squares):
    """Does a tile lie lawfully here, on a board given as pips by (row, column)?"""
    if not lying:
        return (7, 7) in squares
    contacts = [contacts_of(lying, square, squares) for square in squares]
    if any(square in lying for square in squares) or max(map(len, contacts)) > 1 or not any(contacts):
        return False
    if any(lying[there] != pips[half] for half in (0, 1) for there in contacts[half]):
        return False
    if not all(contacts):
        return True
    ways = [tuple(np.subtract(contacts[half][0], squares[half])) for half in (0, 1)]
    return ways[0] != ways[1]


def contacts_of(lying, square, squares):
    row, column = square
    around = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
    return [there for there in around if there in lying and there not in squares]


def place(name):
    return int(name[:-1]) - 1, COLUMNS.index(name[-1])


def lying_on(table):
    return {
        place(at): pips
        for laid in table.position()["board"]
        for at, pips in zip(laid["at"], laid["tile"], strict=True)
    }


def all_slots():
    for row in range(15):
        for column in range(15):
            if column < 14:
                yield (row, column), (row, column + 1)
            if row < 14:
                yield (row, column), (row + 1, column)


def name_of(square):
    return f"{square[0] + 1}{COLUMNS[square[1]]}"


def lawful_placements(table):
    lying = lying_on(table)
    for squares in all_slots():
        for low, high in TILES:
            for pips in {(low, high), (high, low)}:
                if lawful(lying, pips, squares):
                    yield "{}-{} {} {}".format(*pips, *map(name_of, squares))


def listed_placements(table):
    """Everything that could be laid with whatever tiles, four kinds at a time."""
    for first in range(0, KINDS, 4):
        other = Table(GAME, table.states.copy())
        state, seat = other.states[0], table.to_act[0]
        state.phase, state.hands[seat] = Phase.LAY, 0
        for kind in range(first, first + 4):
            give(state, seat, kind)
        yield from map(written, other.legal(seat))


@pytest.mark.rule("T6", "T7", "T8")
@pytest.mark.parametrize("seed", range(3 if PLAIN else 30))
def test_exactly_what_is_lawful_is_legal_all_over_the_board(seed):
    rng = random.Random(seed)
    for decisions in [0] * (seed == 0) + [rng.randrange(1, 60) for _ in range(2)]:
        table = somewhere(2 + seed % 5, seed, decisions, goal=100)
        if not table.over:
            lawfully, listed = list(lawful_placements(table)), list(listed_placements(table))
            assert len(set(listed)) == len(listed)
            assert set(listed) == set(lawfully)


def test_the_boards_of_that_test_reach_all_edges():
    squares = set()
    for seed in range(12):
        squares |= set(lying_on(somewhere(6, seed, 200, goal=100)))
    rows, columns = {row for row, _ in squares}, {column for _, column in squares}
    assert {0, 14} <= rows & columns


@pytest.mark.rule("T7")
@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("upright", [False, True])
def test_a_line_can_be_laid_to_each_edge_and_turns_there(upright, back):
    """From the star straight to an edge, then along it; nothing ever lies beyond."""
    squares = [(7, column) for column in range(7, 15)]
    line = ["1-2", "2-3", "3-4", "4-5"]
    turns = [(text, *squares[2 * n : 2 * n + 2]) for n, text in enumerate(line)]
    moves = [
        as_move(text, seen(one, upright, back), seen(other, upright, back)) for text, one, other in turns
    ]
    board = after(*moves, hand="0-5 5-5 1-1 6-6")
    end = seen((7, 14), upright, back)
    for way in ((6, 14), (8, 14)):
        corner = seen(way, upright, back)
        beyond = seen((way[0] + (way[0] - 7), 14), upright, back)
        assert as_move("5-0", corner, beyond) in board.places("0-5")
    assert all(name_of(end) not in move.split() for move in board.legal())


def seen(square, upright, back):
    row, column = square
    row, column = (14 - row, 14 - column) if back else (row, column)
    return (column, row) if upright else (row, column)


def as_move(text, one, other):
    low, high = text.split("-")
    if one > other:
        one, other, low, high = other, one, high, low
    return f"{low}-{high} {name_of(one)} {name_of(other)}"


def test_why_a_placement_is_refused_agrees_with_what_is_lawful():
    table = somewhere(3, 11, 25)
    lawfully = set(lawful_placements(table))
    for number in range(0, STOP, 7):
        move = written(GAME.notation.write_action(number))
        turned_double = number % 2 and tile(move.split()[0])[0] == tile(move.split()[0])[1]
        allowed = refuse_placement(table.states[0], number) == No.REASON
        assert allowed == (move in lawfully and not turned_double)


def test_the_nth_placement_is_that_of_the_list_and_after_the_last_there_is_none():
    table = after("3-3 8H 8I", "3-5 8J 8K", hand="5-5 1-2 0-5 6-6").table
    state, seat = table.states[0], table.to_act[0]
    listed = table.legal_ids(seat)
    counts = count_placements(state, seat, ANYWHERE)
    assert placements_in_all(counts) == len(listed) > 1
    assert [nth_placement(state, seat, ANYWHERE, counts, n) for n in range(len(listed))] == listed
    assert nth_placement(state, seat, ANYWHERE, counts, len(listed)) == NO_PLACEMENT
