"""P11 and P12: the professional variant."""

import pytest

from ludoteca.games.pega_em_6.tests.tables import GAME, Board, heads_on, rows


def start(seats=3, seed=7, **options):
    return Board(GAME.start(seats, {"variant": "professional", **options}, seed))


def draft(board):
    """Everybody takes the lowest card of the pool, until the rows lie."""
    while board["phase"] == "draft":
        board.play(board.table.to_act[0], pick=board["pool"][0])
    return board


def play_round(board):
    """Everybody chooses the lowest card, and a low card takes the first row, until the round is over."""
    this_round = board["round"]
    while board["round"] == this_round and not board.table.over:
        seat = board.table.to_act[0]
        board.play(seat, **board.legal(seat)[0])
    return board


# P11: the cards in play


@pytest.mark.rule("P11")
@pytest.mark.parametrize(("seats", "highest"), [(2, 24), (3, 34), (4, 44), (5, 54), (6, 64)])
def test_only_the_cards_up_to_ten_a_seat_and_four_are_used(seats, highest):
    board = start(seats)
    assert board["pool"] == list(range(1, highest + 1))
    assert board["out"] == list(range(highest + 1, 105))


@pytest.mark.rule("P11")
def test_everybody_knows_what_is_in_play():
    board = start()
    for viewer in (0, 1, 2, None):
        assert board.table.view(viewer)["out"] == list(range(35, 105))
        assert board.table.view(viewer)["pool"] == list(range(1, 35))


@pytest.mark.rule("P11")
def test_every_round_uses_the_same_cards():
    board = play_round(draft(start(rounds=2)))
    assert board["round"] == 2
    assert board["pool"] == list(range(1, 35))
    assert board["out"] == list(range(35, 105))


# P12: the draft


@pytest.mark.rule("P12")
def test_the_draft_begins_with_all_cards_face_up_and_no_rows():
    board = start()
    assert board["phase"] == "draft"
    assert board["rows"] == []
    assert board["hands"] == [[], [], []]
    assert (board["round"], board["trick"]) == (1, 1)
    assert board.table.to_act == [board["first"]]
    assert board.legal(board["first"]) == [{"pick": card} for card in range(1, 35)]


@pytest.mark.rule("P12")
def test_seats_take_turns_clockwise_until_each_has_ten():
    board = start()
    first = board["first"]
    for turn in range(30):
        seat = (first + turn) % 3
        assert board.asked == ("draft", [seat])
        board.play(seat, pick=board["pool"][-1])
        assert board.events("picked")[0]["seat"] == seat
    assert board.asked == ("choose", [0, 1, 2])
    assert [len(hand) for hand in board["hands"]] == [10, 10, 10]


@pytest.mark.rule("P12")
def test_a_picked_card_goes_from_the_pool_to_the_hand():
    board = start()
    seat = board["first"]
    board.play(seat, pick=17)
    assert board.hand(seat) == [17]
    assert 17 not in board["pool"]
    assert board.events() == [{"event": "picked", "seat": seat, "card": 17}]
    assert board.refused((seat + 1) % 3, pick=17) == ("not_in_pool", "P12")


@pytest.mark.rule("P12")
def test_nobody_picks_out_of_turn_or_above_the_cards_in_play():
    board = start()
    first = board["first"]
    assert board.refused((first + 1) % 3, pick=1) == ("not_your_pick", "P12")
    assert board.refused(first, pick=35) == ("not_in_pool", "P12")


@pytest.mark.rule("P12")
def test_the_four_cards_left_start_the_rows_in_ascending_order():
    board = start(seats=2)
    keep = [3, 9, 17, 22]
    while board["phase"] == "draft":
        board.play(board.table.to_act[0], pick=max(set(board["pool"]) - set(keep)))
    assert board.rows == [[3], [9], [17], [22]]
    assert board["pool"] == []


@pytest.mark.rule("P12")
def test_the_first_picker_is_random():
    assert {start(seed=seed)["first"] for seed in range(30)} == {0, 1, 2}


@pytest.mark.rule("P12")
def test_in_each_later_round_the_next_seat_clockwise_picks_first():
    board = start(rounds=4)
    first = board["first"]
    for later in range(1, 4):
        play_round(draft(board))
        assert board.asked == ("draft", [(first + later) % 3])
        assert board["first"] == (first + later) % 3


@pytest.mark.rule("P12")
def test_the_first_picker_of_the_round_is_remembered_while_it_is_played():
    board = start(rounds=2)
    first = board["first"]
    assert draft(board)["first"] == first


@pytest.mark.rule("P12")
def test_hands_are_known_to_all():
    board = draft(start())
    for viewer in (0, 1, 2, None):
        assert board.table.view(viewer)["hands"] == board["hands"]


@pytest.mark.rule("P12", "P3")
def test_but_a_choice_is_hidden():
    board = draft(start())
    card = board.hand(0)[3]
    board.play(0, card=card)
    assert board.table.view(0)["chosen"] == [card, None, None]
    assert board.table.view(1)["chosen"] == board.table.view(None)["chosen"] == [True, None, None]
    assert board.table.view(1)["hands"] == board["hands"]


@pytest.mark.rule("P12", "P6", "P7")
def test_tricks_are_played_as_in_the_basic_game():
    board = rows([1, 2, 3, 4, 5], [20], [21], [22], variant="professional").reveal(6, 24)
    assert board.pile(0) == [1, 2, 3, 4, 5]
    assert board.rows == [[6], [20], [21], [22, 24]]
    board = rows([11, 12], [20], [21], [22], variant="professional").reveal(6, 24).play(0, row=1)
    assert board.heads(0) == heads_on(11, 12)


@pytest.mark.rule("P12", "P9", "P10")
def test_rounds_and_the_end_are_those_of_the_basic_game():
    board = start(rounds=2)
    play_round(draft(board))
    assert board["round"] == 2
    assert sum(board["totals"]) > 0
    play_round(draft(board))
    assert board.table.over
    fewest = min(board.table.scores)
    assert board.table.winners == [seat for seat in range(3) if board.table.scores[seat] == fewest]


@pytest.mark.rule("P12")
@pytest.mark.parametrize("action", [{"card": 5}, {"row": 1}, {"exchange": None}])
def test_nothing_else_is_done_before_the_draft_is_over(action):
    board = start()
    assert board.refused(board["first"], **action) == ("draft_first", "P12")
