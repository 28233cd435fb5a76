"""D6 to D14: what may be played, and what it counts."""

import pytest

from ludoteca.games.dobro.alphabet import MOST_LEGAL
from ludoteca.games.dobro.tests.tables import at

ALL = range(2, 13)


def on(value, table, hand, **setting):
    """Seat 0 on turn with this hand and value."""
    return at(hand, table=table, value=value, **setting)


# One number card


@pytest.mark.rule("D6", "D8")
@pytest.mark.parametrize(
    ("value", "card", "after"),
    [(4, 4, 8), (4, 5, 5), (4, 12, 12), (2, 2, 4), (2, 3, 3), (7, 7, 14), (11, 12, 12), (12, 12, 24)],
)
def test_a_card_of_at_least_the_value_and_double_if_equal(value, card, after):
    board = on(value, str(value), f"{card} 3 3").play(str(card))
    assert board["value"] == after
    assert board.lying == f"{value} {card}"
    assert board.hand(0) == "3 3"
    told = [{"event": "doubled", "seat": 0, "value": after}] if value == card else []
    assert board.events("doubled") == told
    assert board.events("played") == [{"event": "played", "seat": 0, "card": str(card), "value": after}]


@pytest.mark.rule("D6")
def test_a_lower_card_is_refused():
    board = on(8, "8", "7 9")
    assert board.legal() == ["9", "take"]
    assert board.refused("7") == ("card_too_low", "D6")


@pytest.mark.rule("D6")
def test_above_12_no_card_alone_is_enough():
    board = on(14, "7 7", "12 11 7")
    assert board.legal() == ["take"]
    assert board.refused("12") == ("card_too_low", "D6")


@pytest.mark.rule("D6")
def test_only_cards_of_the_own_hand():
    assert on(4, "4", "5", others=["6 6"]).refused("6") == ("card_not_in_hand", "D6")


# Two equal number cards


@pytest.mark.rule("D7", "D8")
@pytest.mark.parametrize(
    ("value", "table", "number", "after"),
    [
        (4, "4", 2, 8),
        (4, "4", 3, 6),
        (10, "5 5", 5, 20),
        (10, "5 5", 6, 12),
        (12, "12", 6, 24),
        (14, "7 7", 7, 28),
        (14, "7 7", 8, 16),
        (22, "11 11", 12, 24),
        (24, "12 wild", 12, 48),
    ],
)
def test_a_pair_counts_its_sum_and_twice_that_if_equal(value, table, number, after):
    board = on(value, table, f"{number} {number} 9").play(f"{number} {number}")
    assert board["value"] == after
    assert board["table"][-2:] == [str(number)] * 2
    assert board.hand(0) == "9"


@pytest.mark.rule("D7")
def test_it_is_the_sum_that_must_reach_the_value():
    board = on(11, "11", "5 5 6 6")
    assert board.legal() == ["6 6", "take"]
    assert board.refused("5 5") == ("pair_too_low", "D7")


@pytest.mark.rule("D7")
def test_a_card_equal_to_the_value_doubles_alone_but_not_in_a_pair():
    assert on(5, "5", "5 5 9").play("5")["value"] == 10
    assert on(5, "5", "5 5 9").play("5 5")["value"] == 10
    assert on(5, "5", "5 5 9").play("5 5").events("doubled") == []


@pytest.mark.rule("D7")
def test_a_pair_takes_two_cards_of_the_same_value():
    assert on(4, "4", "5 6").refused("5 5") == ("pair_not_in_hand", "D7")
    assert on(4, "4", "5 6").refused("5 6") == ("not_equal", "D7")
    assert not on(4, "4", "5 6").may("5 5")


@pytest.mark.rule("D7", "D8")
def test_three_equal_cards_are_one_pair():
    board = on(4, "4", "5 5 5")
    assert board.legal() == ["5", "5 5", "take"]
    assert board.play("5 5").hand(0) == "5"


@pytest.mark.rule("D8")
def test_the_value_climbs_to_24_and_48_and_then_only_passing_or_taking_is_left():
    board = at("12 2", others=["wild 2", "12 12 wild wild skip reverse"], deck="")
    board.play("12", "wild=12")
    assert board["value"] == 24
    assert board.events("doubled") == [{"event": "doubled", "seat": 1, "value": 24}]
    board.play("12 12")
    assert board["value"] == 48
    assert board.legal() == ["take"]
    board = on(48, "12 wild 12 12", "9 9 wild wild skip reverse")
    assert board.legal() == ["skip", "reverse", "take"]
    assert board.refused("wild wild=12") == ("pair_too_low", "D7")
    assert board.play("skip")["value"] == 48


# Leading


@pytest.mark.rule("D9")
def test_a_leader_may_play_any_card_or_pair_and_must_play():
    board = at("2 7 7 12 12 12")
    assert board.asked == ("lead", [0])
    assert board.legal() == ["2", "7", "12", "7 7", "12 12"]


@pytest.mark.rule("D9")
@pytest.mark.parametrize(("play", "value"), [("2", 2), ("12", 12), ("7 7", 14), ("12 12", 24)])
def test_nothing_doubles_when_leading(play, value):
    board = at("2 7 7 12 12 12").play(play)
    assert board["value"] == value
    assert board.events("doubled") == []
    assert board.asked == ("turn", [1])


# Wilds


@pytest.mark.rule("D10")
@pytest.mark.parametrize("value", [2, 7, 12])
def test_a_wild_alone_stands_for_any_value_from_that_in_play_to_12(value):
    board = on(value, str(value), "wild")
    assert board.legal() == [*(f"wild={number}" for number in range(value, 13)), "take"]


@pytest.mark.rule("D10")
@pytest.mark.parametrize(
    ("value", "named", "after"), [(5, 5, 10), (5, 6, 6), (5, 12, 12), (12, 12, 24), (2, 2, 4)]
)
def test_a_wild_counts_what_was_named_and_double_if_equal(value, named, after):
    board = on(value, str(value), "wild 2 2").play(f"wild={named}")
    assert board["value"] == after
    assert board.lying == f"{value} wild"
    assert board.hand(0) == "2 2"
    assert board.events("played_wild") == [{"event": "played_wild", "seat": 0, "as": named, "value": after}]


@pytest.mark.rule("D10")
def test_a_wild_is_never_lower_than_the_value():
    assert on(8, "8", "wild").refused("wild=7") == ("wild_too_low", "D10")


@pytest.mark.rule("D10")
def test_above_12_a_wild_alone_is_no_help():
    board = on(14, "7 7", "wild 12")
    assert board.legal() == ["12 wild", "take"]
    assert board.refused("wild=12") == ("wild_too_low", "D10")


@pytest.mark.rule("D10")
def test_a_leading_wild_is_named_as_one_likes():
    board = at("wild 2")
    assert board.legal() == ["2", *(f"wild={number}" for number in ALL), "2 wild"]
    assert board.play("wild=7")["value"] == 7


@pytest.mark.rule("D10", "D11")
def test_a_wild_that_is_not_there_cannot_be_played():
    board = on(4, "4", "5 6")
    assert board.refused("wild=7") == ("wild_not_in_hand", "D10")
    assert board.refused("5 wild") == ("wild_pair_not_in_hand", "D11")
    assert board.refused("wild wild=7") == ("wild_pair_not_in_hand", "D11")
    assert on(4, "4", "5 wild").refused("wild wild=7") == ("wild_pair_not_in_hand", "D11")
    assert on(4, "4", "5 wild").refused("6 wild") == ("wild_pair_not_in_hand", "D11")


@pytest.mark.rule("D11")
@pytest.mark.parametrize(
    ("value", "table", "play", "after"),
    [
        (4, "4", "6 wild", 12),
        (12, "12", "6 wild", 24),
        (14, "7 7", "8 wild", 16),
        (24, "12 wild", "12 wild", 48),
    ],
)
def test_a_wild_makes_a_pair_of_a_number_card(value, table, play, after):
    number = play.split()[0]
    board = on(value, table, f"{play} 3").play(play)
    assert board["value"] == after
    assert board["table"][-2:] == [number, "wild"]
    assert board.hand(0) == "3"
    assert board.events("played_with_wild") == [
        {"event": "played_with_wild", "seat": 0, "card": number, "value": after}
    ]


@pytest.mark.rule("D11")
@pytest.mark.parametrize(
    ("value", "table", "named", "after"),
    [(4, "4", 2, 8), (4, "4", 9, 18), (14, "7 7", 7, 28), (14, "7 7", 12, 24), (24, "12 wild", 12, 48)],
)
def test_two_wilds_make_a_pair_of_what_is_named(value, table, named, after):
    board = on(value, table, "wild wild 3").play(f"wild wild={named}")
    assert board["value"] == after
    assert board["table"][-2:] == ["wild", "wild"]
    assert board.events("played_two_wilds") == [
        {"event": "played_two_wilds", "seat": 0, "as": named, "value": after}
    ]


@pytest.mark.rule("D11", "D7")
def test_pairs_with_wilds_must_reach_the_value():
    board = on(14, "7 7", "6 wild wild")
    assert board.legal() == [*(f"wild wild={number}" for number in range(7, 13)), "take"]
    assert board.refused("6 wild") == ("pair_too_low", "D7")
    assert board.refused("wild wild=6") == ("pair_too_low", "D7")
    assert on(12, "12", "wild wild").may("wild wild=6")


@pytest.mark.rule("D11")
def test_a_leader_may_play_pairs_with_wilds():
    board = at("3 wild wild")
    assert board.may("3 wild")
    assert all(board.may(f"wild wild={number}") for number in ALL)
    assert board.play("wild wild=2")["value"] == 4


@pytest.mark.rule("D9", "D10", "D11", "D15")
def test_nobody_ever_has_more_to_choose_from():
    board = on(0, "skip", "2 3 4 5 wild wild")
    assert len(board.legal()) == MOST_LEGAL


# Skips and reverses


@pytest.mark.rule("D12")
@pytest.mark.parametrize(("value", "table"), [(4, "4"), (12, "12"), (24, "12 12"), (48, "12 12 12 wild")])
def test_a_skip_leaves_the_value_and_uses_up_the_own_turn_only(value, table):
    board = on(value, table, "skip 2").play("skip")
    assert board["value"] == value
    assert board.asked == ("turn", [1])
    assert board.lying == f"{table} skip"
    assert board.events()[0] == {"event": "played_skip", "seat": 0}


@pytest.mark.rule("D12")
def test_after_a_skip_the_value_doubles_as_before():
    assert on(5, "5 skip", "5 2").play("5")["value"] == 10


@pytest.mark.rule("D12", "D13")
def test_skips_and_reverses_must_be_in_the_hand():
    board = on(4, "4", "5")
    assert board.refused("skip") == ("skip_not_in_hand", "D12")
    assert board.refused("reverse") == ("reverse_not_in_hand", "D13")


@pytest.mark.rule("D13")
@pytest.mark.parametrize(
    ("seats", "seat", "direction", "after"),
    [(3, 0, 1, 2), (3, 0, -1, 1), (4, 2, 1, 1), (4, 3, -1, 0), (6, 5, 1, 4), (6, 0, -1, 1)],
)
def test_a_reverse_turns_the_direction_and_the_next_seat_is_found_in_it(seats, seat, direction, after):
    board = on(7, "7", "reverse 2", seats=seats, to_act=seat, direction=direction).play("reverse")
    assert board["direction"] == -direction
    assert board["value"] == 7
    assert board.asked == ("turn", [after])
    assert board.events()[0] == {"event": "played_reverse", "seat": seat}


@pytest.mark.rule("D13")
def test_two_reverses_in_a_row_come_back():
    board = on(7, "7", "reverse 2", others=["3 3", "reverse 2"]).play("reverse", "reverse")
    assert (board["direction"], board.seat) == (1, 0)


@pytest.mark.rule("D14")
@pytest.mark.parametrize(("special", "after"), [("skip", 1), ("reverse", 2)])
def test_a_skip_or_reverse_may_lead_and_then_there_is_still_no_value(special, after):
    board = at(f"{special} 5", others=["2 7 7", "2 7 7"]).play(special)
    assert board["value"] == 0
    assert board.asked == ("turn", [after])
    assert board.legal() == ["2", "7", "7 7", "take"]
    assert board.play("7 7")["value"] == 14
    assert board.events("doubled") == []


@pytest.mark.rule("D14")
def test_a_climb_of_skips_and_reverses_alone_can_be_taken():
    board = at("skip 5", others=["skip 5", "reverse 5"]).play("skip", "skip", "reverse")
    assert (board["value"], board.lying, board.seat) == (0, "skip skip reverse", 1)
    assert board.play("take").pile(1).endswith("skip skip reverse")


@pytest.mark.rule("D14")
@pytest.mark.parametrize("pair", ["5 skip", "skip skip", "wild reverse", "skip reverse", "reverse reverse"])
def test_a_skip_or_reverse_never_pairs(pair):
    board = on(4, "4", "5 wild skip reverse")
    assert board.refused(pair) == ("never_a_pair", "D14")
