"""P18 to P21: the special cards that change what a card meets."""

import pytest

from ludoteca.games.pega_em_6.tests.tables import blocked, fifth, heads_on, row, rows, seven

LYING = ([10], [50], [70], [90])


def ask(*lying, card, special, hand=(), **setting):
    """Seat 0 is about to place `card` and holds `special`; seat 1 plays the highest card, later."""
    return rows(*lying, hands=[[card, *hand]], specials=[[special]], **setting).reveal(card)


# P18: replace


@pytest.mark.rule("P18")
def test_the_other_card_is_placed_in_the_turn_of_the_first_one():
    board = rows(*LYING, hands=[[20, 60]], specials=[["replace"]], seats=3, left=3).reveal(20, 51, 55)
    board.play(0, special="replace", card=60)
    assert [event["card"] for event in board.events("placed")] == [60, 51, 55]
    assert board.rows[:2] == [[10, 51, 55], [50, 60]]


@pytest.mark.rule("P18")
def test_every_other_card_of_the_hand_will_do_and_nothing_else():
    board = ask(*LYING, card=25, special="replace", hand=[3, 15, 77])
    assert board.specials_legal(0, "replace") == [{"card": 3}, {"card": 15}, {"card": 77}]
    assert board.refused(0, special="replace", card=25) == ("not_a_replacement", "P18")
    assert board.refused(0, special="replace", card=10) == ("not_a_replacement", "P18")
    assert board.refused(0, special="replace", card=board.hand(1)[0]) == ("not_a_replacement", "P18")


@pytest.mark.rule("P18")
def test_not_without_another_card():
    board = rows(*LYING, left=1, specials=[["replace"]]).reveal(25)
    assert board.specials_legal(0, "replace") == []
    assert board.refused(0, special="replace", card=25) == ("no_other_card", "P18")


@pytest.mark.rule("P18", "P6")
def test_the_other_card_takes_a_full_row():
    board = ask([1, 2, 3, 4, 5], [50], [70], [90], card=60, special="replace", hand=[6])
    board.play(0, special="replace", card=6)
    assert board.pile(0) == [1, 2, 3, 4, 5]
    assert board.row(1) == [6]


@pytest.mark.rule("P18", "P7")
def test_the_other_card_may_be_low_and_then_a_row_is_chosen():
    board = ask(*LYING, card=60, special="replace", hand=[6])
    board.play(0, special="replace", card=6)
    assert board.asked == ("place", [0])
    assert board["special_used"]
    assert board["chosen"][0] == 6
    assert board.legal(0) == [{"row": number} for number in range(1, 5)]
    assert board.play(0, row=3).rows[2] == [6]
    assert board.pile(0) == [70]


@pytest.mark.rule("P18")
def test_a_returned_card_is_known_to_all_until_it_is_revealed_again():
    board = ask(*LYING, card=25, special="replace", hand=[15, 16], left=4)
    board.play(0, special="replace", card=15)
    for viewer in (0, 1, None):
        assert board.table.view(viewer)["returned"] == [[25], []]
    board.play(0, card=25)
    assert board["returned"] == [[25], []]
    board.play(1, card=board.hand(1)[0])
    assert board["returned"] == [[], []]


@pytest.mark.rule("P18")
def test_a_returned_card_may_be_the_other_card():
    board = ask(*LYING, card=25, special="replace", hand=[15, 16], returned=[[15]])
    board.play(0, special="replace", card=15)
    assert board["returned"] == [[25], []]
    assert board.row(1) == [10, 15]
    assert board.hand(0) == [16, 25]


# P19: move


@pytest.mark.rule("P19")
@pytest.mark.parametrize("card", [5, 20, 99])
def test_any_card_starts_the_row_left_empty_even_a_low_one(card):
    board = ask(*LYING, card=card, special="move").play(0, special="move", card=50, row=3)
    assert board.row(2)[0] == card
    assert board.row(3) == [50, 70]
    assert board.asked == ("choose", [0, 1])


@pytest.mark.rule("P19")
@pytest.mark.parametrize(
    ("moved", "number", "after"),
    [(50, 1, [10, 20, 30, 50]), (12, 1, [10, 12, 20, 30]), (1, 1, [1, 10, 20, 30])],
)
def test_the_moved_card_goes_where_the_row_still_ascends(moved, number, after):
    board = ask([10, 20, 30], [1, 12, 50], [70], [90], card=71, special="move")
    assert board.play(0, special="move", card=moved, row=number).row(number) == after


@pytest.mark.rule("P19")
def test_every_card_of_a_row_may_move_to_every_other_row_with_room():
    lying = [[10, 20], [1, 2, 3, 4, 5], seven(51, 52, 53, 54, 55), blocked(90)]
    board = ask(*lying, card=60, special="move")
    wanted = [(card, 1) for card in (1, 2, 3, 4, 5, 51, 52, 53, 54, 55)]
    wanted += [(card, 3) for card in (10, 20, 1, 2, 3, 4, 5)]
    legal = board.specials_legal(0, "move")
    assert sorted((way["card"], way["row"]) for way in legal) == sorted(wanted)


@pytest.mark.rule("P19")
@pytest.mark.parametrize(
    ("card", "number", "refused"),
    [
        (90, 1, ("row_blocked", "P20")),  # nothing is removed from a blocked row
        (10, 4, ("row_blocked", "P20")),  # or added to it
        (10, 2, ("row_full", "P19")),
        (10, 1, ("same_row", "P19")),
        (60, 1, ("not_in_a_row", "P19")),  # the chosen card itself
        (61, 1, ("not_in_a_row", "P19")),
        (10, 5, ("no_such_row", "P2")),
    ],
)
def test_a_move_that_is_not_allowed(card, number, refused):
    board = ask([10, 20], [1, 2, 3, 4, 5], [70], blocked(90), card=60, special="move", hand=[61])
    assert board.refused(0, special="move", card=card, row=number) == refused


@pytest.mark.rule("P19", "P16")
def test_a_marked_row_of_five_has_room_one_of_six_has_none():
    board = ask(seven(1, 2, 3, 4, 5), [50], [70], [90], card=60, special="move")
    assert board.play(0, special="move", card=50, row=1).row(1) == [1, 2, 3, 4, 5, 50]
    board = ask(seven(1, 2, 3, 4, 5, 6), [50], [70], [90], card=60, special="move")
    assert board.refused(0, special="move", card=50, row=1) == ("row_full", "P19")


@pytest.mark.rule("P19", "P16", "P15")
def test_a_row_left_empty_keeps_its_marks():
    board = ask(*LYING[:3], seven(90), card=60, special="move").play(0, special="move", card=90, row=3)
    assert board.row(4)[0] == 60
    assert board.marks(4) == ["seven"]
    board = ask(*LYING, fifth(30), card=60, special="move").play(0, special="move", card=30, row=1)
    assert board.row(5) == [60]
    assert board.marks(5) == ["fifth"]


@pytest.mark.rule("P19", "P6")
def test_after_a_move_the_card_may_still_take_a_row():
    board = ask([1, 2, 3, 4, 5], [30, 50], [70], [90], card=6, special="move")
    board.play(0, special="move", card=30, row=3)
    assert board.pile(0) == [1, 2, 3, 4, 5]


@pytest.mark.rule("P19", "P7")
def test_after_a_move_the_card_may_be_low_and_then_a_row_is_chosen():
    board = ask([3, 10], [50, 51], [70], [90], card=15, special="move")
    assert {"place": True} in board.legal(0)
    board.play(0, special="move", card=50, row=1)
    assert board.asked == ("place", [0])
    assert board["special_used"]
    assert board.play(0, row=1).pile(0) == [3, 10, 50]


@pytest.mark.rule("P19", "P5")
def test_after_a_move_the_card_goes_by_the_new_rows():
    board = ask([10], [40, 50], [70], [90], card=45, special="move")
    assert board.play(0, special="move", card=50, row=3).row(2) == [40, 45]


# P20: block


@pytest.mark.rule("P20")
def test_the_special_card_stays_on_the_row():
    board = ask(*LYING, card=22, special="block")
    discarded = board["special_discard"]
    assert board.play(0, special="block", row=4)["special_discard"] == discarded


@pytest.mark.rule("P20", "P5")
def test_a_blocked_row_does_not_count_for_where_a_card_goes():
    board = rows([10], blocked(50), [70], [90], variant="anniversary").reveal(55)
    assert board.rows[:2] == [[10, 55], [50]]


@pytest.mark.rule("P20", "P7")
def test_a_blocked_row_does_not_keep_a_card_from_being_low_and_cannot_be_taken():
    board = rows(blocked(10), [50], [70], [90], variant="anniversary").reveal(20)
    assert board.asked == ("place", [0])
    assert board.legal(0) == [{"row": 2}, {"row": 3}, {"row": 4}]
    assert board.refused(0, row=1) == ("row_blocked", "P20")


@pytest.mark.rule("P20")
def test_blocking_may_make_the_own_card_low_and_then_another_row_is_chosen():
    board = ask(*LYING, card=20, special="block").play(0, special="block", row=1)
    assert board.asked == ("place", [0])
    assert board["special_used"]
    assert board.legal(0) == [{"row": 2}, {"row": 3}, {"row": 4}]
    board.play(0, row=2)
    assert board.row(2) == [20]
    assert board.marks(1) == []


@pytest.mark.rule("P20")
def test_at_most_two_rows_are_blocked():
    board = ask(blocked(10), [50], blocked(70), [90], card=60, special="block")
    assert board.specials_legal(0, "block") == []
    assert board.refused(0, special="block", row=2) == ("two_blocked", "P20")


@pytest.mark.rule("P20")
def test_a_row_is_blocked_once():
    board = ask(blocked(10), [50], [70], [90], card=60, special="block")
    assert board.specials_legal(0, "block") == [{"row": 2}, {"row": 3}, {"row": 4}]
    assert board.refused(0, special="block", row=1) == ("already_blocked", "P20")
    assert board.refused(0, special="block", row=5) == ("no_such_row", "P2")


@pytest.mark.rule("P20")
@pytest.mark.parametrize("low", [True, False])
def test_when_a_row_is_next_taken_by_anybody_all_blocks_are_discarded(low):
    lying = [[31, 32, 33, 34, 35], blocked(50), blocked(70), [90]]
    setting = rows(*lying, variant="anniversary", deck=[])
    before = setting.position()["special_discard"].count("block")
    board = setting.reveal(20).play(0, row=1) if low else setting.reveal(36)
    assert board.pile(0) == [31, 32, 33, 34, 35]
    assert [board.marks(number) for number in range(1, 5)] == [[], [], [], []]
    assert board["special_discard"].count("block") == before + 2 == 4
    assert board.events("blocks_gone") == [{"event": "blocks_gone"}]


@pytest.mark.rule("P20")
def test_blocks_go_after_the_taking_so_later_cards_of_the_trick_find_the_row_free():
    lying = [[31, 32, 33, 34, 35], blocked(50), [70], [90]]
    board = rows(*lying, variant="anniversary", seats=3).reveal(36, 51)
    assert board.row(2) == [50, 51]


@pytest.mark.rule("P20")
def test_without_a_taking_blocks_stay():
    board = rows(*LYING[:3], blocked(90), variant="anniversary").reveal(60, 71)
    assert board.marks(4) == ["blocked"]
    assert board.events("blocks_gone") == []


# P21: positive


@pytest.mark.rule("P21")
@pytest.mark.parametrize(
    ("pile", "taken", "named", "after"),
    [
        ([], [55], 55, 0),  # all of it is struck, and the rest is lost
        ([], [55, 56], 55, 0),
        ([77], [55], 55, 0),  # 5 + 7 - 14 would be below zero
        ([66, 77], [55], 55, 3),
        ([66, 77], [55, 56, 57], 57, 10 + 9 - 2),
        ([], [50, 51, 52, 53, 54], 50, 1),  # 3 + 1 + 1 + 1 + 1 - 6
        ([], [41, 42, 43, 46, 47], 41, 3),
    ],
)
def test_as_many_heads_as_the_card_shows_are_struck_never_below_zero(pile, taken, named, after):
    board = ask(taken, [60], [70], [90], card=30, special="positive", piles=[pile])
    board.play(0, special="positive", card=named)
    assert board.heads(0) == after == max(0, heads_on(*pile) + heads_on(*taken) - 2 * heads_on(named))
    assert board["aside"] == [named]


@pytest.mark.rule("P21")
def test_with_a_low_card_the_named_card_says_which_row_is_taken():
    board = ask([10, 12], [50], [70, 72], blocked(90), card=3, special="positive")
    legal = board.specials_legal(0, "positive")
    assert [way["card"] for way in legal] == [10, 12, 50, 70, 72]
    board.play(0, special="positive", card=72)
    assert board.row(3) == [3]
    assert board.pile(0) == [70]


@pytest.mark.rule("P21")
def test_with_a_sixth_card_only_cards_of_its_row_can_be_named():
    board = ask([1, 2, 3, 4, 5], [50], [70], [90], card=6, special="positive")
    legal = board.specials_legal(0, "positive")
    assert [way["card"] for way in legal] == [1, 2, 3, 4, 5]
    for card in (50, 6, 99):
        assert board.refused(0, special="positive", card=card) == ("not_in_taken_row", "P21")


@pytest.mark.rule("P21", "P20")
def test_a_low_card_cannot_name_a_card_of_a_blocked_row_or_of_none():
    board = ask([10], [50], [70], blocked(90), card=3, special="positive")
    assert board.refused(0, special="positive", card=90) == ("row_blocked", "P20")
    assert board.refused(0, special="positive", card=4) == ("not_in_taken_row", "P21")


@pytest.mark.rule("P21")
def test_only_when_a_row_is_taken():
    board = ask(*LYING, card=20, special="positive")
    assert board.specials_legal(0, "positive") == []
    assert board.refused(0, special="positive", card=10) == ("nothing_taken", "P21")


@pytest.mark.rule("P21", "P16")
def test_a_marked_row_is_taken_by_the_seventh_card():
    board = ask(seven(1, 2, 3, 4, 5), [50], [70], [90], card=6, special="positive")
    assert board.specials_legal(0, "positive") == []
    board = ask(seven(1, 2, 3, 4, 5, 6), [50], [70], [90], card=7, special="positive")
    board.play(0, special="positive", card=5)
    assert board.heads(0) == 3
    assert board.marks(1) == []


@pytest.mark.rule("P21", "P15")
def test_with_five_rows_the_own_card_counts_too():
    lying = [[1, 2, 3, 4, 5], [50], [70], [90], fifth(30)]
    board = ask(*lying, card=11, special="positive").play(0, special="positive", card=5)
    assert board.heads(0) == 6 + 5 - 4
    assert board.pile(0) == [1, 2, 3, 4, 11]
    assert board["aside"] == [5]
    assert len(board.rows) == 4


@pytest.mark.rule("P21")
def test_the_cards_whose_heads_were_struck_stay_in_the_pile():
    board = ask([55], [60], [70], [90], card=30, special="positive", piles=[[41, 42]])
    board.play(0, special="positive", card=55)
    assert board.pile(0) == [41, 42]
    assert board.heads(0) == 0


@pytest.mark.rule("P21", "P9")
def test_struck_heads_never_come_back_with_the_next_row():
    board = ask([55], [60], [70], [90], card=30, special="positive", hand=[31], piles=[[41, 42]])
    board.play(0, special="positive", card=55).reveal(31, board.hand(1)[0])
    assert board.heads(0) == 0


# Marks that lie together


@pytest.mark.rule("P20", "P25")
def test_a_marked_row_may_be_blocked_and_keeps_its_mark_when_the_block_goes():
    hands = [[60, 61], [5, 91]]
    board = rows(seven(10, 11), [50], [70], [90], hands=hands, specials=[["block"]]).reveal(60, 91)
    board.play(0, special="block", row=1)
    assert board.marks(1) == ["seven", "blocked"]
    board = rows(row(10, 11, seven=True, blocked=True), [50], [70], [90], variant="anniversary").reveal(5)
    board.play(0, row=2)
    assert board.marks(1) == ["seven"]


@pytest.mark.rule("P20", "P25")
@pytest.mark.parametrize("special", ["seven", "insert", "move"])
def test_nothing_can_be_played_onto_a_blocked_row(special):
    board = ask(blocked(10, 12), [50], [70], [90], card=11, special=special)
    assert not any(way.get("row") == 1 for way in board.specials_legal(0, special))
    assert special != "seven" or board.refused(0, special="seven") == ("seven_needs_row", "P16")
