"""The examples of the rulebook, set up as its pictures show them: cards revealed, none placed yet.

The rulebook names the cards that matter to an example; where only a picture shows the others, they are ours.
"""

import pytest

from ludoteca.games.pega_em_6.tests.tables import GAME, Board, rows


def revealed(setting, *cards):
    """The table when the cards of seat 0, 1 ... have just been turned over."""
    position = setting.position()
    for hand, card in zip(position["hands"], cards, strict=True):
        hand.remove(card)
    lowest = cards.index(min(cards))
    position |= {"phase": "place", "revealed": True, "chosen": list(cards), "to_act": [lowest]}
    return Board(GAME.load(position, 1))


def placing(*lying, card, special, hand=(), **setting):
    """Seat 0 is about to place `card` and holds `special`; seat 1 has the highest card."""
    hands = [[card, *hand], [104]]
    return revealed(rows(*lying, hands=hands, specials=[[special]], **setting), card, 104)


FIGURE_1 = ([12], [37], [43], [58])
FIGURE_2 = ([12, 14, 15], [37], [43, 44], [58, 61])


@pytest.mark.rule("P2", "P4", "P5")
def test_figures_1_and_2_the_first_cards_go_to_their_rows():
    board = revealed(rows(*FIGURE_1, hands=[[14], [15], [44], [61]], left=10), 14, 15, 44, 61)
    assert board.legal(0) == [{"place": True}]
    board.play(0, place=True)
    assert board.rows == list(FIGURE_2)
    assert board.asked == ("choose", [0, 1, 2, 3])


@pytest.mark.rule("P5")
def test_figure_2_as_it_lies_can_be_set_up_and_played():
    board = rows(*FIGURE_2, seats=4, left=9).load()
    assert board.rows == list(FIGURE_2)
    assert board["trick"] == 2


@pytest.mark.rule("P11", "P12")
@pytest.mark.parametrize(("seats", "highest"), [(3, 34), (4, 44)])
def test_three_players_pick_from_34_cards_and_four_from_44(seats, highest):
    position = GAME.start(seats, {"variant": "professional"}, 1).position()
    position |= {"first": 1, "to_act": [1], "pool": list(range(1, highest + 1))}
    board = Board(GAME.load(position, 1))
    assert board.legal(1) == [{"pick": card} for card in range(1, highest + 1)]


@pytest.mark.rule("P15")
def test_gustavo_starts_a_fifth_row_with_the_23_instead_of_taking_the_fourth():
    board = placing([34], [45], [56], [9, 12, 16, 20, 21], card=23, special="fifth_row")
    board.play(0, special="fifth_row")
    assert board.rows[3:] == [[9, 12, 16, 20, 21], [23]]
    assert board.marks(5) == ["fifth"]
    assert board.pile(0) == []
    assert board.events()[:2] == [
        {"event": "played", "seat": 0, "special": "fifth_row"},
        {"event": "placed", "seat": 0, "card": 23, "row": 5},
    ]


@pytest.mark.rule("P16")
def test_clara_places_the_20_as_sixth_card_without_taking():
    board = placing([3, 8, 12, 15, 18], [40], [60], [80], card=20, special="seven", hand=[31])
    board.play(0, special="seven")
    assert board.row(1) == [3, 8, 12, 15, 18, 20]
    assert board.marks(1) == ["seven"]
    assert board.pile(0) == []
    assert board.asked == ("choose", [0, 1])


@pytest.mark.rule("P17")
def test_christian_inserts_the_10_between_the_5_and_the_11():
    board = placing([5, 11, 16], [34], [56], [90], card=10, special="insert", hand=[31])
    assert {"row": 1} in board.legal(0), "it is a low card"
    board.play(0, special="insert", row=1, at=2)
    assert board.row(1) == [5, 10, 11, 16]
    assert board.pile(0) == []
    assert board.specials(0) == []
    assert "insert" in board["special_discard"]


@pytest.mark.rule("P18")
def test_jose_takes_back_the_25_and_places_the_15_behind_the_10():
    board = placing([3, 8, 12, 14, 17], [10], [60], [80], card=25, special="replace", hand=[15])
    board.play(0, special="replace", card=15)
    assert board.rows[:2] == [[3, 8, 12, 14, 17], [10, 15]]
    assert board.hand(0) == [25]
    assert board["returned"] == [[25], []]
    assert board.pile(0) == []
    assert {"event": "replaced", "seat": 0, "card": 25, "by": 15} in board.events()


MARIA = ([12, 13, 19, 21, 22], [10, 17], [60], [80])


@pytest.mark.rule("P19")
def test_maria_moves_the_13_between_the_10_and_the_17_and_places_the_24_behind_the_22():
    board = placing(*MARIA, card=24, special="move", hand=[31]).play(0, special="move", card=13, row=2)
    assert board.rows[:2] == [[12, 19, 21, 22, 24], [10, 13, 17]]
    assert board.pile(0) == []
    assert "move" in board["special_discard"]
    assert {"event": "moved", "seat": 0, "card": 13, "row": 2} in board.events()


@pytest.mark.rule("P19")
def test_maria_moves_the_only_card_of_a_row_and_starts_it_anew():
    board = placing(*MARIA, card=24, special="move", hand=[31]).play(0, special="move", card=60, row=2)
    assert board.rows[:3] == [[12, 13, 19, 21, 22], [10, 17, 60], [24]]
    assert board.pile(0) == []


@pytest.mark.rule("P20")
def test_paulo_blocks_the_first_row_and_places_the_22_below():
    board = placing([3, 8, 14, 18, 21], [19], [60], [80], card=22, special="block", hand=[31])
    board.play(0, special="block", row=1)
    assert board.rows[:2] == [[3, 8, 14, 18, 21], [19, 22]]
    assert board.marks(1) == ["blocked"]
    assert board.pile(0) == []
    assert {"event": "blocked", "seat": 0, "row": 1} in board.events()


@pytest.mark.rule("P21")
def test_gabi_takes_3_5_11_13_17_and_nothing_of_it_counts():
    board = placing([3, 5, 11, 13, 17], [40], [60], [80], card=20, special="positive", hand=[31])
    board.play(0, special="positive", card=11)
    assert board.heads(0) == 0
    assert board["aside"] == [11]
    assert board.pile(0) == [3, 5, 13, 17]
    assert board.row(1) == [20]
    assert board.events("took", "struck") == [
        {"event": "took", "seat": 0, "row": 1, "heads": 10},
        {"event": "struck", "seat": 0, "card": 11, "heads": 5},
    ]


@pytest.mark.rule("P21", "P7")
def test_pedro_takes_11_and_13_with_the_3_and_strikes_four_more_off_his_pile():
    board = placing([11, 13], [40], [60], [80], card=3, special="positive", hand=[31], piles=[[55]])
    board.play(0, special="positive", card=11)
    assert board.heads(0) == 7 - 4
    assert board["aside"] == [11]
    assert board.pile(0) == [13, 55]
    assert board.row(1) == [3]
