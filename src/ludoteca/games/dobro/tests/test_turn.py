"""D15 and D16: taking, refilling, and whose turn it is."""

import pytest

from ludoteca.games.dobro.tests.tables import at


def on(value, table, hand, **setting):
    """Seat 0 on turn with this hand and value."""
    return at(hand, table=table, value=value, **setting)


# Taking


@pytest.mark.rule("D15")
def test_a_seat_may_take_all_cards_in_play_even_if_it_could_play():
    board = on(5, "4 5", "12 12", piles=["3", ..., "2"])
    assert board.legal() == ["12", "12 12", "take"]
    board.play("take")
    assert board.pile(0) == "3 4 5"
    assert (board["table"], board["value"]) == ([], 0)
    assert board.events() == [{"event": "took", "seat": 0, "cards": 2}]


@pytest.mark.rule("D15", "D9")
def test_the_taker_leads_at_once_and_draws_nothing_in_between():
    board = on(12, "12", "2 3 4 5 6 7", deck="9 10").play("take")
    assert board.asked == ("lead", [0])
    assert board.hand(0) == "2 3 4 5 6 7"
    assert board["deck"] == ["9", "10"]
    assert board.play("2")["value"] == 2
    assert board.asked == ("turn", [1])


@pytest.mark.rule("D15")
def test_a_leader_cannot_take():
    board = at("5 6")
    assert not board.may("take")
    assert board.refused("take") == ("nothing_to_take", "D15")


@pytest.mark.rule("D15")
def test_everybody_saw_what_was_taken():
    board = on(5, "4 5", "12 12", piles=["3", ..., "2"]).play("take")
    for viewer in (0, 1, 2, None):
        assert board.table.view(viewer)["piles"][0] == ["3", "4", "5"]


# Refilling


@pytest.mark.rule("D16")
@pytest.mark.parametrize(
    ("play", "hand", "deck"),
    [("7", "2 3 7 9 10 11", ["12", "wild"]), ("7 7", "2 3 9 10 11 12", ["wild"])],
)
def test_after_playing_the_hand_is_refilled_to_six(play, hand, deck):
    board = on(4, "4", "2 3 7 7 9 10", deck="11 12 wild").play(play)
    assert board.hand(0) == hand
    assert board["deck"] == deck
    assert board.asked == ("turn", [1])


@pytest.mark.rule("D16")
def test_with_six_seats_to_five():
    board = on(4, "4", "2 3 7 7 9", seats=6, deck="11 12 wild").play("7 7")
    assert board.hand(0) == "2 3 9 11 12"


@pytest.mark.rule("D16")
def test_the_draw_pile_may_run_out_in_mid_refill():
    board = on(4, "4", "2 3 7 7 9 10", deck="11").play("7 7")
    assert board.hand(0) == "2 3 9 10 11"
    assert board["deck"] == []
    assert board.events("drew", seat=0) == [{"event": "drew", "seat": 0, "drawn": "11", "left": 0}]
    assert board.asked == ("turn", [1])


@pytest.mark.rule("D16")
def test_without_a_draw_pile_hands_grow_smaller():
    board = on(4, "4", "2 3 7").play("7")
    assert board.hand(0) == "2 3"
    assert board.events("drew") == []


@pytest.mark.rule("D16")
def test_what_was_drawn_is_told_to_its_seat_alone():
    board = on(4, "4", "2 3 7 7 9 10", deck="11 12 wild").play("7")
    told = {"event": "drew", "seat": 0, "left": 2}
    assert board.events("drew", seat=0) == [{**told, "drawn": "11"}]
    assert board.events("drew", seat=1) == board.events("drew") == [told]


@pytest.mark.rule("D16")
@pytest.mark.parametrize(
    ("seats", "seat", "direction", "after"),
    [(3, 2, 1, 0), (3, 0, -1, 2), (6, 5, 1, 0), (2, 1, 1, 0), (5, 3, 1, 4)],
)
def test_then_the_next_seat_in_the_current_direction_is_on_turn(seats, seat, direction, after):
    board = on(4, "4", "5 6", seats=seats, to_act=seat, direction=direction).play("5")
    assert board.asked == ("turn", [after])


@pytest.mark.rule("D16")
def test_nobody_plays_out_of_turn():
    assert on(4, "4", "5 6", others=["6 7"]).refused("6", seat=1) == ("not_your_turn", "D16")
