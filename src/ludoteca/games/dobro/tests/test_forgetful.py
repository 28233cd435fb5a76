"""D17 and D18: drawing by hand, and the forgetful card."""

import pytest

from ludoteca.games.dobro.tests.tables import at


def manual(hand, **setting):
    """Seat 0 on turn with a 4 in play; everybody draws for himself."""
    return at(hand, table="4", value=4, draw="manual", **setting)


@pytest.mark.rule("D17")
def test_automatic_drawing_is_the_default_and_never_asks():
    board = at("2 3 7 7 9 10", table="4", value=4, deck="11 12 wild")
    assert board["options"]["draw"] == "auto"
    assert board.play("7").asked == ("turn", [1])
    assert board.refused("draw") == ("no_refill_now", "D17")
    assert board.refused("end") == ("no_refill_now", "D17")


@pytest.mark.rule("D17")
def test_after_playing_a_seat_decides_to_draw_or_not():
    board = manual("2 3 7 7 9 10", deck="11 12 wild").play("7")
    assert board.asked == ("refill", [0])
    assert board.hand(0) == "2 3 7 9 10"
    assert board.legal() == ["draw", "end"]
    assert board.refused("9") == ("refill_first", "D17")
    assert board.refused("take") == ("refill_first", "D17")
    assert board.refused("draw", seat=1) == ("not_your_turn", "D16")


@pytest.mark.rule("D17")
def test_one_draw_takes_all_that_is_missing():
    board = manual("2 3 7 7 9 10", deck="11 12 wild").play("7 7", "draw")
    assert board.hand(0) == "2 3 9 10 11 12"
    assert board["deck"] == ["wild"]
    assert board["forgetful"] is None
    assert board.asked == ("turn", [1])


@pytest.mark.rule("D17", "D16")
def test_a_draw_takes_what_there_is():
    board = manual("2 3 7 7 9 10", deck="11").play("7 7", "draw")
    assert board.hand(0) == "2 3 9 10 11"
    assert board["deck"] == []


@pytest.mark.rule("D17")
def test_who_ends_without_drawing_gets_the_forgetful_card_and_a_short_hand():
    board = manual("2 3 7 7 9 10", deck="11 12 wild").play("7", "end")
    assert board["forgetful"] == 0
    assert board.hand(0) == "2 3 7 9 10"
    assert board["deck"] == ["11", "12", "wild"]
    assert board.asked == ("turn", [1])
    assert board.events() == [{"event": "forgot", "seat": 0}]


@pytest.mark.rule("D17")
def test_the_forgetful_card_comes_from_wherever_it_is():
    board = manual("2 3 7 7 9 10", deck="11 12 wild", forgetful=2).play("7", "end")
    assert board["forgetful"] == 0


@pytest.mark.rule("D17")
def test_drawing_later_fills_the_whole_hand_and_does_not_give_the_card_back():
    board = manual("2 9 10", deck="11 12 wild skip 2", forgetful=0).play("9", "draw")
    assert board.hand(0) == "2 10 11 12 wild skip"
    assert board["forgetful"] == 0


@pytest.mark.rule("D17")
def test_who_has_forgotten_may_forget_again():
    board = manual("2 9 10", deck="11 12 wild skip 2", forgetful=0).play("9", "end")
    assert board["forgetful"] == 0
    assert board.hand(0) == "2 10"


@pytest.mark.rule("D17")
@pytest.mark.parametrize("play", ["9", "9 9"])
def test_with_an_empty_hand_and_cards_to_draw_one_must_draw(play):
    board = manual(play, deck="11 12 wild", forgetful=0).play(play)
    assert board.asked == ("refill", [0])
    assert board.legal() == ["draw"]
    assert board.refused("end") == ("must_draw", "D17")
    assert board.play("draw").hand(0) == "11 12 wild"


@pytest.mark.rule("D17")
def test_without_a_draw_pile_nobody_is_asked_and_nobody_forgets():
    board = manual("2 3 9").play("9")
    assert board.asked == ("turn", [1])
    assert board["forgetful"] is None


@pytest.mark.rule("D17", "D15")
def test_taking_asks_for_no_refill():
    board = manual("2 3 7 7 9 10", deck="11 12 wild").play("take")
    assert board.asked == ("lead", [0])


@pytest.mark.rule("D17", "D13")
def test_a_reverse_has_turned_the_direction_while_its_seat_refills():
    board = manual("2 3 7 7 9 reverse", deck="11 12 wild").play("reverse")
    assert (board["direction"], board.asked) == (-1, ("refill", [0]))
    assert board.play("draw").seat == 2


@pytest.mark.rule("D18", "D19")
@pytest.mark.parametrize(
    ("forgetful", "points"), [(None, [3, 2, 1]), (0, [2, 2, 1]), (1, [3, 1, 1]), (2, [3, 2, 0])]
)
def test_who_holds_it_when_the_round_ends_loses_a_point(forgetful, points):
    board = manual("9", piles=[2, 20, ...], forgetful=forgetful, others=["2 2", "3 3"]).play("9")
    assert board["points"] == [[1, 1, 1], points]
    assert board["scores"] == [1 + each for each in points]


@pytest.mark.rule("D18")
def test_then_it_goes_back_to_the_middle():
    assert manual("9", forgetful=1).play("9")["forgetful"] is None
    over = manual("9", forgetful=1, round=3).play("9")
    assert (over["phase"], over["forgetful"]) == ("over", None)
