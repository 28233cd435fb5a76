"""What hints know of the sheet: numbers that are better whatever comes, and dice that are left to others."""

import pytest

from ludoteca.core.table import Table
from ludoteca.games.doppelt_so_clever.hints import dominated, leaves
from ludoteca.games.doppelt_so_clever.tests.sheets import Board, black, rolled, sheet


def best_numbers(board: Board) -> dict[str, list[int]]:
    """By area, what is not dominated."""
    table: Table = board.table
    worse = dominated(table, 0, table.legal_ids(0))
    left = [table.game.notation.write_action(one)["mark"] for one in table.legal_ids(0) if one not in worse]
    return {
        area: [mark["number"] for mark in left if mark["area"] == area] for area in ("blue", "green", "pink")
    }


@pytest.mark.parametrize(("green", "best"), [([], 6), ([4], 1)])
def test_of_free_numbers_one_is_best_whatever_comes(green: list[int], best: int) -> None:
    """High in blue and pink; in green high in the first field of a pair and low in the second."""
    assert best_numbers(black(sheet(green=green))) == {"blue": [12], "green": [best], "pink": [6]}


def test_where_blue_goes_down_the_highest_number_that_still_fits_is_best() -> None:
    assert best_numbers(black(sheet(blue=[7])))["blue"] == [7]


def test_a_hint_tells_which_dice_go_to_the_tray_and_which_stay() -> None:
    board = rolled("w5 s6 y1 b2 g3 p4", sheet())
    for pick, swept, left in (("pink", 3, 2), ("yellow", 0, 5)):
        action = next(one for one in board.legal("pick") if one["pick"] == pick)
        table = Table(board.table.game, board.table.states.copy())
        told = leaves(table, 0, table.game.notation.read_action(action))
        assert told == ("sweeps", {"swept": swept, "left": left})
