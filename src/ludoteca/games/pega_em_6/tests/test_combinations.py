"""P15 to P21: special cards that meet."""

from collections import Counter

import pytest

from ludoteca.games.pega_em_6.tests.tables import blocked, fifth, rows, seven

LYING = ([10], [50], [70], [90])
FULL = [1, 2, 3, 4, 5]


@pytest.mark.rule("P15", "P17")
def test_inserting_into_a_full_row_while_five_rows_lie_takes_all_of_it():
    lying = [[10, 20, 30, 40, 45], blocked(50), [70], [90], fifth(31)]
    board = rows(*lying, specials=[["insert", "seven"]]).reveal(25).play(0, special="insert", row=1, at=3)
    assert board.pile(0) == [10, 20, 25, 30, 40, 45]
    assert [cards[0] for cards in board.rows] == [50, 70, 90, 31]
    assert [board.marks(number) for number in range(1, 5)] == [[], [], [], []]
    assert board.asked == ("exchange", [0])


@pytest.mark.rule("P15", "P17")
def test_inserting_into_a_row_with_room_while_five_rows_lie_takes_nothing():
    lying = [[10, 20], [50], [70], [90], fifth(31, 40)]
    board = rows(*lying, specials=[["insert"]]).reveal(35).play(0, special="insert", row=5, at=2)
    assert board.row(5) == [31, 35, 40]
    assert len(board.rows) == 5


@pytest.mark.rule("P15", "P17")
def test_a_full_fifth_row_can_be_taken_by_inserting():
    lying = [*LYING, fifth(31, 32, 33, 34, 40)]
    board = rows(*lying, specials=[["insert"]]).reveal(35).play(0, special="insert", row=5, at=5)
    assert board.pile(0) == [31, 32, 33, 34, 35, 40]
    assert [cards[0] for cards in board.rows] == [10, 50, 70, 90]


@pytest.mark.rule("P15", "P20")
def test_blocks_with_five_rows():
    lying = [FULL, blocked(50), [70], [90], fifth(30)]
    board = rows(*lying, specials=[["block"]]).reveal(6).play(0, special="block", row=1)
    assert board.asked == ("place", [0])
    assert board.legal(0) == [{"row": 3}, {"row": 4}, {"row": 5}]
    board.play(0, row=3)
    assert board.pile(0) == [6, 70]
    assert [cards[0] for cards in board.rows] == [1, 50, 90, 30]
    assert [board.marks(number) for number in range(1, 5)] == [[], [], [], []]


@pytest.mark.rule("P15", "P20")
def test_the_fifth_row_may_be_blocked_and_a_row_before_it_taken():
    lying = [FULL, [50], [70], [90], fifth(30)]
    board = rows(*lying, specials=[["block"]], left=3).reveal(60).play(0, special="block", row=5)
    assert board.marks(5) == ["blocked", "fifth"]
    board.reveal(*(hand[0] for hand in board["hands"]))
    assert board.marks(5) == ["blocked", "fifth"]


@pytest.mark.rule("P15", "P16")
def test_a_marked_row_is_taken_while_five_rows_lie():
    board = rows(seven(*FULL, 6), [50], seven(70), [90], fifth(30), variant="anniversary", deck=[])
    before = Counter(board.position()["special_discard"])
    board = board.reveal(7)
    assert board.pile(0) == [*FULL, 6, 7]
    assert [cards[0] for cards in board.rows] == [50, 70, 90, 30]
    assert [board.marks(number) for number in range(1, 5)] == [[], ["seven"], [], []]
    assert Counter(board["special_discard"]) == before + Counter(["seven", "fifth_row"])


@pytest.mark.rule("P15", "P16")
def test_seven_on_a_full_fifth_row():
    lying = [*LYING, fifth(31, 32, 33, 34, 35)]
    board = rows(*lying, specials=[["seven"]]).reveal(36).play(0, special="seven")
    assert board.row(5) == [31, 32, 33, 34, 35, 36]
    assert board.marks(5) == ["seven", "fifth"]


@pytest.mark.rule("P15", "P21")
def test_a_low_card_with_positive_while_five_rows_lie():
    lying = [[11, 12], *LYING[1:], fifth(30)]
    board = rows(*lying, specials=[["positive"]], piles=[[44]]).reveal(10)
    board.play(0, special="positive", card=11)
    assert board.heads(0) == max(0, 5 + (5 + 1 + 3) - 10)
    assert board.pile(0) == [10, 12, 44]
    assert board["aside"] == [11]
    assert [cards[0] for cards in board.rows] == [50, 70, 90, 30]


@pytest.mark.rule("P18", "P20")
def test_replace_while_rows_are_blocked():
    lying = [blocked(10), [50], [70], [90]]
    board = rows(*lying, hands=[[60, 20]], specials=[["replace"]]).reveal(60)
    board.play(0, special="replace", card=20)
    assert board.asked == ("place", [0])
    assert board.legal(0) == [{"row": 2}, {"row": 3}, {"row": 4}]


@pytest.mark.rule("P18", "P4")
def test_a_replaced_card_waiting_for_its_row_is_placed_before_lower_ones_of_others():
    hands = [[12, 40], [15]]
    board = rows([50], [60], [70], [10], hands=hands, specials=[["replace"]]).reveal(12, 15)
    board.play(0, special="replace", card=40)
    assert board.row(4) == [10, 40]
    assert board.asked == ("place", [1])
    lying = [[50], [60], [70], blocked(10)]
    board = rows(*lying, hands=hands, specials=[["replace"]]).reveal(12, 15)
    board.play(0, special="replace", card=40)
    assert board.asked == ("place", [0])
    assert board["chosen"] == [40, 15]
    board.play(0, row=1)
    assert board.rows == [[40], [60], [70], [10, 15]]


@pytest.mark.rule("P19", "P16")
def test_a_card_moves_out_of_a_marked_row_and_the_mark_stays():
    lying = [seven(*FULL, 6), [50], [70], [90]]
    board = rows(*lying, specials=[["move"]]).reveal(7).play(0, special="move", card=1, row=2)
    assert board.row(1) == [2, 3, 4, 5, 6, 7]
    assert board.marks(1) == ["seven"]


@pytest.mark.rule("P19", "P20")
def test_a_row_left_empty_by_a_move_is_not_taken_and_blocks_stay():
    lying = [[10], [50], [70], blocked(90)]
    board = rows(*lying, specials=[["move", "seven"]]).reveal(60).play(0, special="move", card=50, row=3)
    assert board.row(2)[0] == 60
    assert board.marks(4) == ["blocked"]
    assert board.pile(0) == []
    assert board.events("took") == []
    assert board.asked == ("choose", [0, 1])
