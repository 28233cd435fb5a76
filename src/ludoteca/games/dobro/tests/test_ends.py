"""D19 to D23: the end of a round and of the game."""

import pytest

from ludoteca.games.dobro.ends import next_leader
from ludoteca.games.dobro.tests.tables import GAME, Board, at


def last_card(**setting):
    """Seat 0 has one card left, there is no draw pile, and it is played."""
    return at("9", table="4", value=4, **setting).play("9")


# The end of a round


@pytest.mark.rule("D19")
@pytest.mark.parametrize("play", ["9", "9 9", "skip", "reverse", "wild=9"])
def test_the_round_ends_at_once_when_a_last_card_is_played_and_no_draw_pile_is_left(play):
    board = at(play.partition("=")[0], table="4", value=4).play(play)
    assert board["round"] == 3
    assert board.events("round_over") == [{"event": "round_over", "seat": 0, "round": 2}]
    assert board["phase"] == "lead"


@pytest.mark.rule("D19")
def test_a_leader_may_end_the_round_too():
    assert at("9").play("9")["round"] == 3


@pytest.mark.rule("D19")
def test_while_there_is_a_draw_pile_nobody_runs_out():
    board = at("9 9", table="4", value=4, deck="5", draw="manual", forgetful=0).play("9 9")
    assert (board["round"], board["phase"]) == (2, "refill")


@pytest.mark.rule("D19")
def test_an_empty_draw_pile_alone_does_not_end_the_round():
    board = at("2 3 7 7 9 10", table="4", value=4, deck="11").play("7")
    assert (board["round"], board["deck"]) == (2, [])


@pytest.mark.rule("D19")
@pytest.mark.parametrize(
    ("piles", "points"),
    [
        ((18, 12, 12, 8), [1, 2, 2, 4]),
        ((8, 12, 12, 18), [4, 2, 2, 1]),
        ((13, 12, 11, 14), [2, 3, 4, 1]),
        ((14, 14, 14, 7), [1, 1, 1, 4]),
        ((20, 10, 10, 10), [1, 2, 2, 2]),
        ((15, 15, 10, 10), [1, 1, 3, 3]),
        ((12, 12, 12, 12), [1, 1, 1, 1]),
        ((0, 0, 9, 40), [3, 3, 2, 1]),
    ],
)
def test_one_point_and_one_for_each_seat_with_more_cards(piles, points):
    board = last_card(seats=4, piles=piles)
    assert board["points"][-1] == points
    assert [event["points"] for event in board.events("scored")] == points
    assert [event["cards"] for event in board.events("scored")] == list(piles)


@pytest.mark.rule("D19")
def test_cards_in_play_and_in_hands_count_for_nobody():
    board = at("9", table="2 3 4 5 6 7 8", value=8, piles=["", "3 3", ...], seats=3).play("9")
    assert board["points"][-1] == [3, 2, 1]


@pytest.mark.rule("D19")
def test_every_card_counts_as_one_special_cards_too():
    board = last_card(piles=["wild wild", "skip reverse 2", ...])
    assert board["points"][-1] == [3, 2, 1]


@pytest.mark.rule("D19", "D3")
def test_the_next_round_is_dealt_anew():
    board = last_card(seats=4)
    assert [len(hand) for hand in board["hands"]] == [6, 6, 6, 6]
    assert (len(board["deck"]), board["table"], board["value"]) == (33, [], 0)
    assert board["piles"] == [[], [], [], []]
    assert [event["event"] for event in board.events("dealt", "leads")] == ["dealt", "leads"]


# Who leads the next round


@pytest.mark.rule("D20")
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize("edition", ["pt", "en"])
def test_the_next_round_keeps_the_direction_and_the_lowest_total_leads(direction, edition):
    board = last_card(piles=[9, 30, ...], points=[[3, 1, 2]], leader=1, direction=direction, edition=edition)
    assert board["scores"] == [6, 2, 4]
    assert board["direction"] == direction
    assert board.asked == ("lead", [1])
    assert board["last_leader"] == 1
    assert board.events("leads") == [{"event": "leads", "seat": 1}]


@pytest.mark.rule("D20")
@pytest.mark.parametrize(
    ("tied", "ender", "direction", "leader"),
    [
        ([1, 2], 0, 1, 1),
        ([1, 2], 0, -1, 2),
        ([0, 2], 0, 1, 2),
        ([0, 3], 0, -1, 3),
        ([0, 1], 0, -1, 1),
        ([0, 1, 2, 3], 2, 1, 3),
        ([0, 1, 2, 3], 2, -1, 1),
        ([0, 2], 3, 1, 0),
        ([3], 3, 1, 3),
    ],
)
def test_of_tied_seats_the_first_after_the_one_that_ended_the_round(tied, ender, direction, leader):
    first = [1 if seat in tied else 1 + len(tied) for seat in range(4)]
    board = at("9", table="4", value=4, seats=4, to_act=ender, direction=direction, piles=[12] * 4,
               points=[first], leader=tied[0]).play("9")  # fmt: skip
    assert board["points"] == [first, [1, 1, 1, 1]]
    assert board.asked == ("lead", [leader])


def numbers_down(hand):
    """The number cards of a hand from the highest down."""
    return sorted((int(card) for card in hand if card.isdigit()), reverse=True)


@pytest.mark.rule("D20")
@pytest.mark.parametrize("seed", range(12))
def test_in_the_english_edition_the_highest_number_card_of_the_new_hands_decides(seed):
    board = last_card(seats=4, piles=[12] * 4, edition="en", seed=seed)
    hands = [numbers_down(hand) for hand in board["hands"]]
    assert hands[board.seat] == max(hands)
    assert board["last_leader"] == board.seat


@pytest.mark.rule("D20")
def test_the_english_tie_break_is_among_the_tied_alone():
    for seed in range(20):
        board = last_card(seats=4, piles=[12] * 4, points=[[3, 1, 3, 1]], leader=1, edition="en", seed=seed)
        hands = [numbers_down(hand) for hand in board["hands"]]
        assert board.seat == (1 if hands[1] > hands[3] else 3)


def newly_dealt(*hands, direction=1):
    """The beginning of round 2 with these hands, all tied."""
    return at(
        hands[0], others=hands[1:], seats=len(hands), more_deck=57 - 6 * len(hands),
        piles=[""] * len(hands), edition="en", direction=direction,
    )  # fmt: skip


@pytest.mark.rule("D20")
@pytest.mark.parametrize(
    ("hands", "ender", "leader"),
    [
        (("12 2 2 3 3 3", "11 11 11 10 10 10", "9 9 9 8 8 8"), 0, 0),
        (("12 2 2 3 3 3", "12 4 4 4 3 3", "11 11 11 10 10 10"), 0, 1),
        (("12 12 2 2 3 3", "12 11 11 11 10 10", "10 9 9 9 8 8"), 0, 0),
        (("12 5 5 4 3 2", "12 5 5 4 3 2", "11 5 5 4 3 2"), 0, 1),
        (("12 5 5 4 3 2", "12 5 5 4 3 2", "11 5 5 4 3 2"), 1, 0),
        (("12 5 5 4 3 2", "12 5 5 4 3 2", "12 5 5 4 3 2"), 1, 2),
        (("12 5 5 4 3 wild", "12 5 5 4 3 2", "11 5 5 4 3 2"), 0, 1),
        (("12 5 5 4 3 wild", "12 5 5 4 3 skip", "12 5 5 4 3 reverse"), 2, 0),
        (("wild wild wild skip skip reverse", "2 2 3 3 4 4", "3 3 3 4 4 2"), 0, 2),
        (("6 5 wild skip reverse reverse", "6 4 4 4 4 4", "5 5 5 5 3 3"), 2, 0),
    ],
)
def test_english_hands_are_compared_card_by_card_with_special_cards_lowest(hands, ender, leader):
    board = newly_dealt(*hands)
    assert next_leader(board.table.states[0], ender) == leader


@pytest.mark.rule("D20")
def test_the_english_edition_falls_back_on_the_direction_when_hands_are_equal():
    hands = ["12 5 5 4 3 2"] * 3
    clockwise, counterclockwise = newly_dealt(*hands), newly_dealt(*hands, direction=-1)
    assert next_leader(clockwise.table.states[0], 0) == 1
    assert next_leader(counterclockwise.table.states[0], 0) == 2


@pytest.mark.rule("D20")
def test_nobody_shows_cards_when_hands_are_compared():
    board = last_card(seats=4, piles=[12] * 4, edition="en")
    for viewer in (*range(4), None):
        view = board.table.view(viewer)
        assert [hand for seat, hand in enumerate(view["hands"]) if seat != viewer] == [6] * (
            4 - (viewer is not None)
        )
    assert board.events("leads") == [{"event": "leads", "seat": board.seat}]


@pytest.mark.rule("D20")
def test_the_leader_of_the_round_is_remembered_all_through_it():
    board = at("5 6", table="4", value=4, leader=2).play("5", "take", "2")
    assert (board.lying, board["last_leader"]) == ("2", 2)


# The end of the game


@pytest.mark.rule("D21")
@pytest.mark.parametrize(
    ("seats", "long", "rounds"),
    [(2, False, 3), (4, False, 3), (2, True, 2), (3, True, 3), (4, True, 4), (6, True, 6)],
)
def test_three_rounds_or_as_many_as_seats(seats, long, rounds):
    board = Board(GAME.start(seats, {"long": long}, 1))
    while not board.table.over:
        board.play(board.legal()[-1])
    assert board["round"] == len(board["points"]) == rounds


@pytest.mark.rule("D21")
def test_after_the_last_round_nobody_acts():
    board = last_card(round=3)
    assert board.asked == ("over", [])
    assert board.refused("9", seat=1) == ("game_over", "D21")
    assert board.events("game_over") == [{"event": "game_over"}]
    assert board.table.legal(0) == []


@pytest.mark.rule("D21")
def test_everything_stays_as_after_the_last_play():
    board = at("9", table="4", value=4, round=3, piles=[2, 20, ...], others=["2 3", "5 6"]).play("9")
    assert (board["value"], board.lying, board["round"]) == (9, "4 9", 3)
    assert [board.hand(seat) for seat in range(3)] == ["", "2 3", "5 6"]
    assert [len(pile) for pile in board["piles"]] == [2, 20, 29]


def game_over(before, piles, **setting):
    """The end of a game: points of the rounds before, and the score piles of the last one."""
    totals = [sum(each) for each in zip(*before, strict=True)]
    board = at("9", table="4", value=4, seats=len(piles), round=3, points=before, piles=piles,
               leader=totals.index(min(totals)), **setting).play("9")  # fmt: skip
    assert board.table.over
    return board


@pytest.mark.rule("D22")
def test_the_highest_total_wins():
    board = game_over([[1, 2, 3], [1, 2, 3]], [25, 15, 10])
    assert board["scores"] == [3, 6, 9]
    assert board["winners"] == [2]


@pytest.mark.rule("D22")
def test_nobody_has_won_before_the_end():
    board = last_card()
    assert board["winners"] == []


@pytest.mark.rule("D22")
@pytest.mark.parametrize("edition", ["pt", "en"])
def test_in_a_tie_fewest_cards_in_the_last_score_pile(edition):
    board = game_over([[3, 2, 1], [3, 2, 1]], [20, 14, 9], edition=edition)
    assert board["scores"] == [7, 6, 5]
    tied = game_over([[2, 3, 1], [3, 1, 2]], [20, 14, 9], edition=edition)
    assert tied["scores"] == [6, 6, 6]
    assert tied["winners"] == [2]


@pytest.mark.rule("D22")
def test_the_tie_break_is_among_the_tied_alone():
    board = game_over([[1, 3, 4, 2], [1, 4, 2, 3]], [8, 14, 13, 12])
    assert board["scores"] == [6, 8, 8, 8]
    assert board["winners"] == [3]


@pytest.mark.rule("D23")
@pytest.mark.parametrize(
    ("edition", "piles", "winners"),
    [
        ("pt", ["2 2", "3 3", ...], [0, 1]),
        ("en", ["2 2", "3 3", ...], [0]),
        ("en", ["3 3", "2 2", ...], [1]),
        ("en", ["2 4", "3 3", ...], [0, 1]),
        ("en", ["2 12", "wild 12", ...], [1]),
        ("en", ["2 3", "12 skip", ...], [0]),
        ("en", ["wild skip", "reverse reverse", ...], [0, 1]),
        ("en", ["4 2", "6 wild", ...], [0, 1]),
        ("en", ["", "", ...], [0, 1]),
        ("pt", ["", "", ...], [0, 1]),
    ],
)
def test_still_tied_pt_shares_and_en_compares_the_sums_of_the_numbers(edition, piles, winners):
    board = game_over([[2, 2, 1], [2, 2, 1]], piles, edition=edition)
    assert board["points"][-1] == [2, 2, 1]
    assert board["winners"] == winners


@pytest.mark.rule("D23")
def test_the_lowest_sum_is_no_help_against_fewer_cards():
    tied = game_over([[1, 2, 3], [2, 2, 1]], ["12 12", "2 2 2", ...], edition="en")
    assert (tied["scores"], tied["winners"]) == ([6, 6, 5], [0])
