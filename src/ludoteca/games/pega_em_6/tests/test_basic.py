"""P1 to P10: the basic game."""

from collections import Counter

import pytest

from ludoteca.games.pega_em_6.tables import HEADS
from ludoteca.games.pega_em_6.tests.tables import GAME, Board, heads_on, rows

ALL = list(range(1, 105))


def start(seats=4, seed=7, **options):
    return Board(GAME.start(seats, options, seed))


def play_on(board, tricks):
    """Let everybody choose the lowest card, and take the first row, for so many tricks."""
    for _ in range(tricks):
        lowest = [hand[0] for hand in board["hands"]]
        for seat, card in enumerate(lowest):
            board.play(seat, card=card)
        while board["phase"] == "place":
            board.play(board.table.to_act[0], row=1)
    return board


# P1: the cards


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    ("card", "heads"),
    [(55, 7), (11, 5), (22, 5), (33, 5), (44, 5), (66, 5), (77, 5), (88, 5), (99, 5)]
    + [(10, 3), (20, 3), (50, 3), (60, 3), (90, 3), (100, 3)]
    + [(5, 2), (15, 2), (45, 2), (65, 2), (95, 2)]
    + [(2, 1), (4, 1), (9, 1), (12, 1), (51, 1), (54, 1), (56, 1), (101, 1), (103, 1), (104, 1)],
)
def test_a_card_costs_the_bull_heads_it_shows(card, heads):
    others = [[100], [99], [98]] if card < 95 else [[92], [91], [89]]
    assert rows([card], *others).reveal(1).play(0, row=1).heads(0) == heads


@pytest.mark.rule("P1")
def test_104_cards_show_171_bull_heads_in_all():
    assert len(HEADS) - 1 == 104
    assert sum(HEADS) == heads_on(*ALL) == 171
    assert [int(heads) for heads in HEADS[1:]] == [heads_on(card) for card in ALL]


@pytest.mark.rule("P1")
def test_so_many_cards_show_so_many_bull_heads():
    assert Counter(int(heads) for heads in HEADS[1:]) == {7: 1, 5: 8, 3: 10, 2: 9, 1: 76}


# P2: the deal


@pytest.mark.rule("P2")
@pytest.mark.parametrize("seats", range(2, 11))
def test_ten_cards_to_each_seat_four_rows_of_one_and_the_rest_is_out(seats):
    board = start(seats)
    assert [len(hand) for hand in board["hands"]] == [10] * seats
    assert [len(cards) for cards in board.rows] == [1, 1, 1, 1]
    assert len(board["out"]) == 104 - 10 * seats - 4
    assert sorted(sum(board["hands"] + board.rows, board["out"])) == ALL


@pytest.mark.rule("P2")
def test_rows_start_in_the_order_dealt_not_by_number():
    starts = [start(seed=seed).rows for seed in range(20)]
    assert any(lying != sorted(lying) for lying in starts)


@pytest.mark.rule("P2")
def test_the_same_seed_deals_the_same_and_another_seed_another_deal():
    assert start(seed=7).table.position() == start(seed=7).table.position()
    assert start(seed=7)["hands"] != start(seed=8)["hands"]


@pytest.mark.rule("P2")
def test_every_round_is_dealt_anew():
    board = start(rounds=2)
    first = board["hands"]
    play_on(board, 10)
    assert (board["round"], board["trick"]) == (2, 1)
    assert [len(hand) for hand in board["hands"]] == [10] * 4
    assert board["hands"] != first
    assert sorted(sum(board["hands"] + board.rows, board["out"])) == ALL
    assert [event["round"] for event in board.events("dealt")] == [2]


# P3: choosing


@pytest.mark.rule("P3")
def test_all_seats_choose_at_the_same_time():
    board = start(seats=3)
    assert board.asked == ("choose", [0, 1, 2])
    for seat in range(3):
        assert board.legal(seat) == [{"card": card} for card in board.hand(seat)]


@pytest.mark.rule("P3")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_choosing_does_not_matter(order):
    board = rows([12], [37], [43], [58], seats=3, hands=[[14], [44], [61]]).load()
    for seat in order:
        assert seat in board.table.to_act
        board.play(seat, card=(14, 44, 61)[seat])
    assert board.rows == [[12, 14], [37], [43, 44], [58, 61]]


@pytest.mark.rule("P3")
def test_a_seat_that_has_chosen_is_not_waited_for():
    board = start(seats=3)
    board.play(1, card=board.hand(1)[4])
    assert board.asked == ("choose", [0, 2])
    assert board.legal(1) == []
    assert not board["revealed"]


@pytest.mark.rule("P3")
def test_a_choice_is_final():
    board = start(seats=3)
    first, second = board.hand(1)[:2]
    board.play(1, card=first)
    assert board.refused(1, card=second) == ("already_chosen", "P3")
    assert board["chosen"] == [None, first, None]


@pytest.mark.rule("P3")
def test_only_a_card_of_the_own_hand_can_be_chosen():
    board = start(seats=3)
    assert board.refused(1, card=board.hand(0)[0]) == ("not_in_hand", "P3")
    assert board.refused(1, card=board.row(1)[0]) == ("not_in_hand", "P3")


@pytest.mark.rule("P3")
def test_a_choice_is_hidden_until_all_have_chosen():
    board = start(seats=3)
    card = board.hand(1)[0]
    board.play(1, card=card)
    assert board.table.view(1)["chosen"] == [None, card, None]
    assert board.table.view(0)["chosen"] == board.table.view(None)["chosen"] == [None, True, None]
    assert board.events(seat=1) == [{"event": "chose", "seat": 1, "card": card}]
    assert board.events(seat=0) == board.events() == [{"event": "chose", "seat": 1}]


@pytest.mark.rule("P3")
def test_when_the_last_has_chosen_all_cards_are_revealed():
    board = rows([50], [51], [52], [90], seats=3).reveal(3, 60, 91)
    assert board["revealed"]
    assert board["chosen"] == [3, 60, 91]
    assert not any(card in hand for card, hand in zip((3, 60, 91), board["hands"], strict=True))
    for viewer in (0, 1, 2, None):
        assert board.table.view(viewer)["chosen"] == [3, 60, 91]
        assert [event["card"] for event in board.events("revealed", seat=viewer)] == [3, 60, 91]


@pytest.mark.rule("P3")
def test_the_last_to_choose_tells_nobody_more_than_the_revealed_cards():
    board = rows([50], [51], [52], [90], seats=3).reveal(3, 60, 91)
    assert board.events("chose", seat=0) == [{"event": "chose", "seat": 2}]


@pytest.mark.rule("P3")
def test_placed_cards_are_gone_from_the_hands_and_the_next_trick_begins():
    board = rows([12], [37], [43], [58], left=5).reveal(14, 61)
    assert board.asked == ("choose", [0, 1])
    assert board["trick"] == 7
    assert board["chosen"] == [None, None]
    assert not board["revealed"]
    assert [len(hand) for hand in board["hands"]] == [4, 4]


# P4: lowest first


@pytest.mark.rule("P4")
@pytest.mark.parametrize("cards", [(14, 15, 44, 61), (61, 44, 15, 14), (15, 61, 14, 44)])
def test_cards_are_placed_lowest_first_whoever_played_them(cards):
    board = rows([12], [37], [43], [58], seats=4).reveal(*cards)
    assert [event["card"] for event in board.events("placed")] == [14, 15, 44, 61]
    assert [event["seat"] for event in board.events("placed")] == [cards.index(c) for c in (14, 15, 44, 61)]


@pytest.mark.rule("P4")
def test_a_lower_card_changes_the_rows_for_the_higher_ones():
    assert rows([10], [37], [43], [58]).reveal(30, 20).row(1) == [10, 20, 30]


@pytest.mark.rule("P4")
def test_while_a_low_card_waits_for_its_seat_the_higher_ones_wait_too():
    board = rows([12], [37], [43], [58], seats=3).reveal(61, 5, 14)
    assert board.asked == ("place", [1])
    assert board.rows == [[12], [37], [43], [58]]
    assert board.play(1, row=4).rows == [[12, 14], [37], [43, 61], [5]]


@pytest.mark.rule("P4")
def test_two_low_cards_are_decided_in_order_and_the_second_may_fit_by_then():
    board = rows([50], [60], [70], [80]).reveal(4, 3)
    assert board.asked == ("place", [1])
    assert board.play(1, row=2).rows == [[50], [3, 4], [70], [80]]
    assert board.heads(0) == 0


# P5: where a card goes


@pytest.mark.rule("P5")
@pytest.mark.parametrize(
    ("card", "number"), [(13, 1), (36, 1), (38, 2), (42, 2), (44, 3), (57, 3), (59, 4), (104, 4)]
)
def test_a_card_goes_behind_the_nearest_lower_last_card(card, number):
    board = rows([12], [37], [43], [58]).reveal(card, 103 if card == 104 else 104)
    assert {"event": "placed", "seat": 0, "card": card, "row": number} in board.events("placed")
    assert card in board.row(number)


@pytest.mark.rule("P5")
@pytest.mark.parametrize(
    ("lying", "card", "number"),
    [
        (([58], [43], [37], [12]), 40, 3),  # the order of the rows means nothing
        (([5, 40], [30], [80], [90]), 35, 2),  # only the last card counts, not the first
        (([5, 6, 7, 8, 9], [1], [80], [90]), 10, 1),  # a full row is no exception
    ],
)
def test_only_the_last_cards_count(lying, card, number):
    board = rows(*lying).reveal(card)
    assert {"event": "placed", "seat": 0, "card": card, "row": number} in board.events("placed")


@pytest.mark.rule("P5")
def test_a_card_that_fits_is_placed_without_asking_and_nobody_can_take_another_row():
    board = rows([12], [37], [43], [58], seats=3).reveal(5, 20, 61)
    assert board.asked == ("place", [0])
    assert board.refused(0, place=True) == ("low_card", "P7")
    board.play(0, row=2)
    assert board.asked == ("choose", [0, 1, 2])
    assert board.row(1) == [12, 20]


# P6: the sixth card


@pytest.mark.rule("P6")
def test_the_sixth_card_takes_the_five_before_it():
    board = rows([1, 2, 3, 4, 5], [50], [70], [90]).reveal(6)
    assert board.heads(0) == 1 + 1 + 1 + 1 + 2
    assert board.pile(0) == [1, 2, 3, 4, 5]
    assert board.row(1) == [6]
    assert board.events("took") == [{"event": "took", "seat": 0, "row": 1, "heads": 6}]


@pytest.mark.rule("P6")
@pytest.mark.parametrize("before", [1, 2, 3, 4])
def test_up_to_the_fifth_card_nothing_is_taken(before):
    cards = list(range(1, before + 1))
    board = rows(cards, [50], [70], [90]).reveal(6)
    assert board.row(1) == [*cards, 6]
    assert board.heads(0) == 0
    assert board.pile(0) == []
    assert board.events("took") == []


@pytest.mark.rule("P6")
def test_the_sixth_card_is_counted_as_it_comes_not_as_it_was_chosen():
    board = rows([1, 2, 3, 4], [50], [70], [90], seats=3).reveal(7, 6, 8)
    assert board.pile(1) == []
    assert board.pile(0) == [1, 2, 3, 4, 6]
    assert board.row(1) == [7, 8]


@pytest.mark.rule("P6")
def test_a_pile_grows_with_every_row_taken():
    board = rows([1, 2, 3, 4, 5], [50], [70], [90], piles=[[55, 20]]).reveal(6)
    assert board.pile(0) == [1, 2, 3, 4, 5, 20, 55]
    assert board.heads(0) == 7 + 3 + 6


# P7: the low card


@pytest.mark.rule("P7")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_low_card_takes_any_row_of_its_owners_choice_and_starts_it_anew(number):
    lying = [[11, 22, 33], [44], [55, 66], [77, 78, 79, 80, 81]]
    board = rows(*lying).reveal(10)
    assert board.asked == ("place", [0])
    assert board.legal(0) == [{"row": 1}, {"row": 2}, {"row": 3}, {"row": 4}]
    board.play(0, row=number)
    assert board.pile(0) == lying[number - 1]
    assert board.heads(0) == heads_on(*lying[number - 1])
    assert board.row(number)[0] == 10


@pytest.mark.rule("P7")
def test_a_card_between_the_cards_of_a_row_is_low_if_every_row_ends_higher():
    assert rows([1, 50], [2, 60], [3, 70], [4, 80]).reveal(40).asked == ("place", [0])


@pytest.mark.rule("P7")
def test_there_is_no_fifth_row_to_take():
    board = rows([50], [60], [70], [80]).reveal(4)
    assert board.refused(0, row=5) == ("no_such_row", "P2")


@pytest.mark.rule("P7")
def test_only_the_seat_with_the_low_card_chooses_the_row():
    board = rows([50], [60], [70], [80]).reveal(4)
    assert board.legal(1) == []
    assert board.refused(1, row=1) == ("not_your_placement", "P4")


# P8: the pile


@pytest.mark.rule("P8")
def test_cards_of_a_pile_stay_there_for_the_round():
    board = start(seats=2)
    for _ in range(9):
        before = board["piles"]
        play_on(board, 1)
        for seat in range(2):
            assert set(before[seat]) <= set(board.pile(seat))
            assert not set(board.hand(seat)) & set(board.pile(seat))
            assert board.heads(seat) == heads_on(*board.pile(seat))


# P9: the end of a round


@pytest.mark.rule("P9")
def test_the_round_ends_after_ten_tricks():
    board = start(rounds=2)
    for trick in range(1, 11):
        assert (board["round"], board["trick"]) == (1, trick)
        play_on(board, 1)
    assert (board["round"], board["trick"]) == (2, 1)


@pytest.mark.rule("P9")
def test_bull_heads_of_the_round_are_added_to_the_totals():
    last = rows([1, 2, 3, 4, 5], [50], [70], [90], left=1, piles=[[55]], totals=[10, 20], round=2)
    before = last.position()["heads"]
    board = last.reveal(6, 91)
    assert board["round"] == 3
    assert board["totals"] == [10 + 7 + 6, 20 + before[1]]
    assert board["heads"] == [0, 0]
    assert board["piles"] == [[], []]
    assert [event["event"] for event in board.events("round_over", "dealt")] == ["round_over", "dealt"]
    assert board.events("round_over") == [{"event": "round_over", "round": 2}]


@pytest.mark.rule("P9")
def test_scores_are_the_totals_and_the_heads_of_the_round():
    board = rows([1], [50], [70], [90], piles=[[55]], totals=[10, 20], round=2).load()
    assert board.table.scores == board["scores"] == [17, 20 + board.heads(1)]


# P10: the end of the game


@pytest.mark.rule("P10")
@pytest.mark.parametrize(
    ("target", "total", "over"), [(None, 59, False), (None, 60, True), (30, 23, False), (30, 24, True)]
)
def test_the_game_ends_after_the_round_in_which_a_seat_reaches_the_target(target, total, over):
    setting = {"left": 1, "totals": [total, 0], "round": 3, "options": {"target": target}}
    board = rows([1, 2, 3, 4, 5], [50], [70], [90], **setting).reveal(6, 91)
    assert board["totals"][0] == total + 6
    assert board.table.over == board["over"] == over
    assert board["round"] == (3 if over else 4)


@pytest.mark.rule("P10")
def test_reaching_the_target_within_a_round_does_not_end_it():
    board = rows([1, 2, 3, 4, 5], [50], [70], [90], totals=[65, 0], round=3).reveal(6, 91)
    assert board.table.scores[0] == 71
    assert not board.table.over
    assert board.table.winners == []


@pytest.mark.rule("P10")
@pytest.mark.parametrize(("round", "over"), [(9998, False), (9999, True)])
def test_no_game_goes_beyond_round_9999(round, over):
    setting = {"left": 1, "totals": [90, 10], "options": {"target": 9999}, "round": round}
    board = rows([1], [50], [70], [90], **setting).reveal(6, 91)
    assert board.table.over == over


@pytest.mark.rule("P10")
def test_with_a_number_of_rounds_no_target_ends_the_game():
    setting = {"left": 1, "totals": [90, 10], "options": {"rounds": 4}}
    board = rows([1], [50], [70], [90], round=3, **setting).reveal(6, 91)
    assert not board.table.over
    board = rows([1], [50], [70], [90], round=4, **setting).reveal(6, 91)
    assert board.table.over


@pytest.mark.rule("P10")
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_game_of_so_many_rounds(rounds):
    board = play_on(start(seats=3, rounds=rounds), 10 * rounds)
    assert board.table.over
    assert board["round"] == rounds


@pytest.mark.rule("P10")
@pytest.mark.parametrize(
    ("piles", "winners"),
    [([[55], [20]], [1]), ([[20], [55]], [0]), ([[20], [30]], [0, 1]), ([[20], [1, 2, 3]], [0, 1])],
)
def test_fewest_bull_heads_win_and_ties_share_the_victory(piles, winners):
    lying = [[10, 11, 12, 13], [40, 41, 42, 43, 44], [70, 71, 72, 73], [90, 91, 92, 93]]
    # Seat 2 takes what the others did not, and the last trick takes nothing.
    board = rows(*lying, seats=3, left=1, piles=piles, totals=[0, 0, 0], options={"rounds": 1}).reveal(
        14, 74, 94
    )
    assert board.table.over
    assert board.table.winners == board["winners"] == winners


@pytest.mark.rule("P10")
def test_when_the_game_is_over_nobody_may_act_and_everything_stays_as_it_lies():
    board = rows([1, 2, 3, 4, 5], [50], [70], [90], left=1, options={"rounds": 1}).reveal(6, 91)
    assert board.asked == ("over", [])
    assert board["over"]
    assert board["rows"][0]["cards"] == [6]
    assert board.pile(0) == [1, 2, 3, 4, 5]
    assert (board["heads"], board["totals"][0], board["scores"][0]) == ([0, 0], 6, 6)
    assert (board["revealed"], board["chosen"], board["hands"]) == (False, [None, None], [[], []])
    assert (board["round"], board["trick"]) == (1, 10)
    assert [event["event"] for event in board.events()][-2:] == ["round_over", "game_over"]
    for seat in range(2):
        assert board.legal(seat) == []
        assert board.refused(seat, card=7) == ("game_over", "P10")
