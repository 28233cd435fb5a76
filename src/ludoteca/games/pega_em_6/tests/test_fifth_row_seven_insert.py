"""P15 to P17: the special cards that change where a card goes."""

import pytest

from ludoteca.games.pega_em_6.tests.tables import blocked, fifth, heads_on, rows, seven

LYING = ([10], [50], [70], [90])


def ask(*lying, card, special, hand=(), **setting):
    """Seat 0 is about to place `card` and holds `special`; seat 1 plays the highest card, later."""
    return rows(*lying, hands=[[card, *hand]], specials=[[special]], **setting).reveal(card)


# P15: fifth_row


@pytest.mark.rule("P15")
@pytest.mark.parametrize("card", [6, 30, 60, 95])
def test_any_card_can_start_a_fifth_row_low_or_not(card):
    board = ask(*LYING, card=card, special="fifth_row").play(0, special="fifth_row")
    assert board.row(5)[0] == card


@pytest.mark.rule("P15")
def test_no_fifth_row_while_five_rows_lie():
    board = ask(*LYING, fifth(30), card=40, special="fifth_row")
    assert board.specials_legal(0, "fifth_row") == []
    assert board.refused(0, special="fifth_row") == ("five_rows", "P15")


@pytest.mark.rule("P15")
def test_the_special_card_stays_by_its_row_and_is_not_discarded():
    board = ask(*LYING, card=30, special="fifth_row")
    discarded = board["special_discard"]
    board.play(0, special="fifth_row")
    assert board["special_discard"] == discarded
    assert board.specials(0) == []


@pytest.mark.rule("P15", "P5")
def test_cards_go_to_the_fifth_row_as_to_any_other():
    board = rows(*LYING, fifth(30), variant="anniversary").reveal(31)
    assert board.row(5) == [30, 31]
    assert board.marks(5) == ["fifth"]


@pytest.mark.rule("P15", "P6")
@pytest.mark.parametrize(
    ("full", "starts"),
    [
        (1, [40, 60, 80, 30]),
        (2, [20, 60, 80, 30]),
        (3, [20, 40, 80, 30]),
        (4, [20, 40, 60, 30]),
        (5, [20, 40, 60, 80]),
    ],
)
def test_with_five_rows_the_sixth_card_goes_along_and_the_row_disappears(full, starts):
    lying = [[20], [40], [60], [80], [30]]
    lying[full - 1] = [lying[full - 1][0] + step for step in range(5)]
    card = lying[full - 1][-1] + 1
    board = rows(*lying[:4], fifth(*lying[4]), variant="anniversary").reveal(card)
    assert board.pile(0) == [*lying[full - 1], card]
    assert board.heads(0) == heads_on(*lying[full - 1], card)
    assert [cards[0] for cards in board.rows] == starts
    assert board.events("row_gone") == [{"event": "row_gone", "row": full}]
    assert {"event": "took", "seat": 0, "row": full, "heads": board.heads(0)} in board.events()
    assert not any(board.marks(number) for number in range(1, 5))


@pytest.mark.rule("P15", "P7")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_with_five_rows_a_low_card_goes_along_and_the_row_disappears(number):
    lying = [[20], [40, 41], [60], [80], [30]]
    board = rows(*lying[:4], fifth(*lying[4]), variant="anniversary").reveal(11)
    assert board.legal(0) == [{"row": taken} for taken in range(1, 6)]
    board.play(0, row=number)
    assert board.pile(0) == [11, *lying[number - 1]]
    assert board.heads(0) == 5 + heads_on(*lying[number - 1])
    del lying[number - 1]
    assert [cards[0] for cards in board.rows] == [cards[0] for cards in lying]


@pytest.mark.rule("P15")
def test_the_fifth_row_that_stays_becomes_the_fourth_and_its_special_card_is_discarded():
    setting = rows([20], [40], [60], [80], fifth(30, 31), variant="anniversary", deck=[])
    before = setting.position()["special_discard"].count("fifth_row")
    board = setting.reveal(11).play(0, row=2)
    assert board.row(4) == [30, 31]
    assert board.marks(4) == []
    assert board["special_discard"].count("fifth_row") == before + 1 == 4


@pytest.mark.rule("P15")
def test_marks_of_the_other_rows_move_up_with_them():
    board = rows([20], [40], seven(60), [80], fifth(30), variant="anniversary").reveal(11).play(0, row=1)
    assert [cards[0] for cards in board.rows] == [40, 60, 80, 30]
    assert [board.marks(number) for number in range(1, 5)] == [[], ["seven"], [], []]


@pytest.mark.rule("P15")
def test_after_a_row_disappeared_a_taking_is_as_before_and_a_fifth_row_can_be_started_again():
    specials = [[], ["fifth_row"]]
    board = rows([20], [40], [60], [80], fifth(30), left=3, specials=specials).reveal(11, 90)
    board.play(0, row=1).play(1, special="fifth_row")
    assert board.rows == [[40], [60], [80], [30], [90]]
    assert board.marks(5) == ["fifth"]


# P16: seven


@pytest.mark.rule("P16")
@pytest.mark.parametrize("before", [1, 2, 3, 4, 5])
def test_it_may_be_played_whether_or_not_the_row_is_full(before):
    cards = list(range(1, before + 1))
    board = ask(cards, [50], [70], [90], card=20, special="seven").play(0, special="seven")
    assert board.row(1) == [*cards, 20]
    assert board.marks(1) == ["seven"]


@pytest.mark.rule("P16")
def test_a_marked_row_holds_six():
    board = rows(seven(1, 2, 3, 4, 5), [50], [70], [90], variant="anniversary").reveal(6)
    assert board.row(1) == [1, 2, 3, 4, 5, 6]
    assert board.marks(1) == ["seven"]
    assert board.pile(0) == []


@pytest.mark.rule("P16")
def test_the_seventh_card_takes_the_six_and_the_mark_goes_to_the_discards():
    setting = rows(seven(1, 2, 3, 4, 5, 6), [50], [70], [90], variant="anniversary", deck=[])
    before = setting.position()["special_discard"].count("seven")
    board = setting.reveal(7)
    assert board.pile(0) == [1, 2, 3, 4, 5, 6]
    assert board.row(1) == [7]
    assert board.marks(1) == []
    assert board["special_discard"].count("seven") == before + 1 == 4


@pytest.mark.rule("P16")
def test_the_mark_goes_when_a_low_card_takes_the_row():
    board = rows(seven(10), [50], [70], [90], variant="anniversary").reveal(7).play(0, row=1)
    assert board.row(1) == [7]
    assert board.marks(1) == []


@pytest.mark.rule("P16")
def test_the_mark_stays_when_another_row_is_taken():
    board = rows(seven(10), [50], [70], [90], variant="anniversary").reveal(7).play(0, row=2)
    assert board.marks(1) == ["seven"]


@pytest.mark.rule("P16")
def test_not_on_a_row_already_marked():
    board = ask(seven(1, 2), [50], [70], [90], card=20, special="seven")
    assert board.specials_legal(0, "seven") == []
    assert board.refused(0, special="seven") == ("already_seven", "P16")


@pytest.mark.rule("P16")
def test_not_with_a_card_that_fits_no_row():
    board = ask(*LYING, card=5, special="seven")
    assert board.specials_legal(0, "seven") == []
    assert board.refused(0, special="seven") == ("seven_needs_row", "P16")


@pytest.mark.rule("P16")
def test_two_rows_may_be_marked():
    board = ask(seven(10, 11), [50], [70], [90], card=60, special="seven").play(0, special="seven")
    assert [board.marks(number) for number in (1, 2)] == [["seven"], ["seven"]]


# P17: insert


@pytest.mark.rule("P17")
@pytest.mark.parametrize(
    ("card", "ways"),
    [
        (8, [(1, 1), (2, 1), (3, 1), (4, 1)]),  # before the first card of any row
        (25, [(1, 3), (2, 1), (3, 2), (4, 1)]),  # between two cards
        (45, [(2, 2), (3, 2), (4, 1)]),  # not behind the last card of row 1
        (95, []),  # higher than all: only the end is left
    ],
)
def test_it_goes_before_or_between_cards_of_any_row_never_to_the_end(card, ways):
    board = ask([10, 20, 30], [40, 50], [12, 70], [90], card=card, special="insert")
    legal = board.specials_legal(0, "insert")
    assert [(way["row"], way["at"]) for way in legal] == ways
    for number in range(1, 5):
        for at in range(1, 7):
            if (number, at) not in ways:
                refused = board.refused(0, special="insert", row=number, at=at)
                assert refused == ("not_ascending", "P17")


@pytest.mark.rule("P17")
def test_a_card_that_fits_by_number_may_be_inserted_elsewhere():
    board = ask([10], [50], [20, 70], [90], card=60, special="insert")
    assert board.play(0, special="insert", row=3, at=2).rows[:3] == [[10], [50], [20, 60, 70]]


@pytest.mark.rule("P17")
def test_not_into_a_blocked_row():
    board = ask(blocked(10, 20), [50], [70], [90], card=15, special="insert")
    assert {"row": 1, "at": 2} not in board.specials_legal(0, "insert")
    assert board.refused(0, special="insert", row=1, at=2) == ("row_blocked", "P20")


@pytest.mark.rule("P17")
def test_not_into_a_row_that_does_not_lie():
    board = ask(*LYING, card=15, special="insert")
    assert board.refused(0, special="insert", row=5, at=1) == ("no_such_row", "P2")


@pytest.mark.rule("P17")
@pytest.mark.parametrize(("card", "at"), [(9, 1), (15, 2), (45, 5)])
def test_a_full_row_is_taken_all_the_same_except_its_last_card(card, at):
    board = ask([10, 20, 30, 40, 50], [60], [70], [90], card=card, special="insert")
    board.play(0, special="insert", row=1, at=at)
    assert board.pile(0) == sorted([10, 20, 30, 40, card])
    assert board.heads(0) == heads_on(10, 20, 30, 40, card)
    assert board.row(1) == [50]
    assert {"event": "took", "seat": 0, "row": 1, "heads": board.heads(0)} in board.events()


@pytest.mark.rule("P17", "P16")
def test_a_marked_row_of_five_has_room_for_an_inserted_card():
    board = ask(seven(10, 20, 30, 40, 50), [60], [70], [90], card=25, special="insert")
    board.play(0, special="insert", row=1, at=3)
    assert board.row(1) == [10, 20, 25, 30, 40, 50]
    assert board.marks(1) == ["seven"]
    assert board.pile(0) == []


@pytest.mark.rule("P17", "P16")
@pytest.mark.parametrize(("card", "at"), [(9, 1), (25, 3), (52, 6)])
def test_a_marked_row_of_six_is_taken_and_loses_its_mark(card, at):
    board = ask(seven(10, 20, 30, 40, 50, 55), [60], [70], [90], card=card, special="insert")
    board.play(0, special="insert", row=1, at=at)
    assert board.pile(0) == sorted([10, 20, 30, 40, 50, card])
    assert board.row(1) == [55]
    assert board.marks(1) == []
