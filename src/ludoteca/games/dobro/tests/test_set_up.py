"""D1 to D5: the cards, and how a round is set up."""

from collections import Counter

import pytest

from ludoteca.games.dobro.tests.tables import GAME, IN_BOX, Board, at


def start(seats=4, seed=7, **options):
    return Board(GAME.start(seats, options, seed))


def everything(board):
    lying = [board["table"], board["deck"], board["aside"], *board["hands"], *board["piles"]]
    return Counter(card for cards in lying for card in cards)


@pytest.mark.rule("D1")
@pytest.mark.parametrize(
    ("number", "cards"),
    [(2, 5), (3, 6), (4, 6), (5, 6), (6, 6), (7, 5), (8, 4), (9, 3), (10, 3), (11, 3), (12, 3)],
)
def test_so_many_cards_of_each_number(number, cards):
    assert everything(start())[str(number)] == cards


@pytest.mark.rule("D1", "D2")
def test_fifty_number_cards_and_seven_special_ones():
    cards = everything(start())
    assert (cards["wild"], cards["skip"], cards["reverse"]) == (3, 2, 2)
    assert cards.total() == 57


@pytest.mark.rule("D3")
@pytest.mark.parametrize(("seats", "hand", "deck"), [(3, 6, 39), (4, 6, 33), (5, 6, 27), (6, 5, 27)])
def test_six_cards_each_or_five_if_six_play_and_the_rest_is_the_draw_pile(seats, hand, deck):
    board = start(seats)
    assert [len(cards) for cards in board["hands"]] == [hand] * seats
    assert len(board["deck"]) == deck
    assert everything(board) == IN_BOX


@pytest.mark.rule("D3")
def test_the_cards_are_shuffled():
    decks = {tuple(start(seed=seed)["deck"]) for seed in range(20)}
    assert len(decks) == 20
    assert len({deck[0] for deck in decks}) > 3


@pytest.mark.rule("D3")
def test_every_card_comes_to_every_place_as_often():
    places = Counter()
    for seed in range(300):
        position = GAME.start(3, {}, seed).position()
        places["deck"] += position["deck"].count("5")
        places.update(dict.fromkeys(range(3), 0))
        for seat in range(3):
            places[seat] += position["hands"][seat].count("5")
    for seat in range(3):
        assert 130 < places[seat] < 250  # 189 expected, of 1800
    assert places["deck"] > 1100


@pytest.mark.rule("D4")
def test_two_seats_play_without_reverses_and_with_ten_cards_aside():
    board = start(2)
    assert everything(board) == {card: count for card, count in IN_BOX.items() if card != "reverse"}
    assert everything(board).total() == 55
    assert [len(board["aside"]), len(board["deck"])] == [10, 33]
    assert [len(cards) for cards in board["hands"]] == [6, 6]


@pytest.mark.rule("D4")
def test_nobody_sees_the_cards_set_aside():
    board = start(2)
    assert [board.table.view(viewer)["aside"] for viewer in (0, 1, None)] == [10, 10, 10]


@pytest.mark.rule("D4")
def test_the_cards_set_aside_come_back_in_the_next_round():
    board = at("5", table="4", value=4, seats=2)
    before = board["aside"]
    board.play("5")
    assert board["round"] == 3
    assert len(board["aside"]) == 10
    assert board["aside"] != before
    assert everything(board).total() == 55


@pytest.mark.rule("D4", "D3")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_more_than_two_seats_set_nothing_aside(seats):
    assert start(seats)["aside"] == []


@pytest.mark.rule("D5")
def test_a_random_seat_leads_the_first_climb():
    leaders = Counter()
    for seed in range(200):
        board = start(seed=seed)
        assert board.asked == ("lead", [board["last_leader"]])
        leaders[board.seat] += 1
    assert all(25 < leaders[seat] < 80 for seat in range(4))


@pytest.mark.rule("D5")
def test_play_starts_clockwise():
    board = start()
    assert board["direction"] == 1
    leader = board.seat
    board.play(board.legal()[0])
    if board["table"] != ["reverse"]:
        assert board.seat == (leader + 1) % 4


@pytest.mark.rule("D5")
def test_nothing_is_in_play_at_the_start():
    board = start()
    assert (board["value"], board["table"], board["piles"]) == (0, [], [[], [], [], []])
    assert (board["round"], board["points"], board["scores"]) == (1, [], [0, 0, 0, 0])
    assert board["forgetful"] is None
