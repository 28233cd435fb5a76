"""Imagining what a seat cannot know: P3, P12, P14 and P18."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca import BadPosition
from ludoteca.core import chance
from ludoteca.core.record import NOBODY
from ludoteca.core.table import imagine_anew
from ludoteca.games.pega_em_6.tests.tables import GAME, Board, blocked, fifth, rows, seven, somewhere
from ludoteca.games.pega_em_6.tests.test_notation import few, reached

LYING = ([10], [50], [70], [90])


def imagined(board, viewer, seed=0):
    return Board(GAME.imagine(board.table.view(viewer), viewer, seed))


@pytest.mark.rule("P3", "P12", "P14", "P18")
@few
@given(reached, st.integers(0, 10**6))
def test_what_is_imagined_looks_the_same_to_who_imagines(table, seed):
    for viewer in (seed % table.seats, None):
        view = table.view(viewer)
        other = GAME.imagine(view, viewer, seed)
        assert other.view(viewer) == view
        assert GAME.load(other.position(), 1).position() == other.position()
        assert viewer is None or other.legal(viewer) == table.legal(viewer)


@few
@given(reached, st.integers(0, 10**6))
def test_what_is_imagined_leaves_no_trace_of_the_truth(table, seed):
    """The truth itself, imagined anew, is the same as another truth that looks alike, imagined anew."""
    for viewer in (seed % table.seats, NOBODY):
        truth, other = table.states.copy(), table.states.copy()
        chance.rekey(other[0], seed)
        imagine_anew(other, viewer)
        for states in (truth, other):
            chance.rekey(states[0], 0)
            imagine_anew(states, viewer)
        for field in table.states.dtype.names:
            if field not in ("news", "news_count", "listening"):
                assert np.array_equal(truth[0][field], other[0][field]), field


@pytest.mark.rule("P3")
def test_other_hands_are_drawn_from_all_cards_not_seen():
    board = rows(*LYING, hands=[[5, 6]], left=2).load()
    seen = {5, 6, 10, 50, 70, 90, *board.pile(1)}
    drawn = Counter()
    for seed in range(25):
        drawn.update(imagined(board, 0, seed).hand(1))
    assert not set(drawn) & seen
    assert len(drawn) > 0.3 * (104 - len(seen))


@pytest.mark.rule("P3")
def test_a_hidden_choice_is_any_card_of_the_imagined_hand():
    board = rows(*LYING, left=3).load()
    board.play(1, card=board.hand(1)[0])
    places = Counter()
    for seed in range(25):
        other = imagined(board, 0, seed)
        assert other["chosen"][1] in other.hand(1)
        places[other.hand(1).index(other["chosen"][1])] += 1
    assert set(places) == {0, 1, 2}
    own = imagined(board, 1)
    assert own["chosen"] == board["chosen"]
    assert own.hand(1) == board.hand(1)


@pytest.mark.rule("P18")
def test_returned_cards_stay_in_the_hand_where_all_know_them():
    hands, returned = [[20, 21, 22, 60], [30, 31, 32, 33]], [[], [31, 33]]
    board = rows(*LYING, hands=hands, returned=returned, variant="anniversary").load()
    for viewer in (0, None):
        others = [imagined(board, viewer, seed) for seed in range(10)]
        assert all({31, 33} <= set(other.hand(1)) for other in others)
        assert all(other["returned"] == [[], [31, 33]] for other in others)
        assert any(not {30, 32} <= set(other.hand(1)) for other in others)


@pytest.mark.rule("P18")
def test_a_returned_card_may_be_the_hidden_choice():
    hands, returned = [[20, 21], [30, 31]], [[], [31]]
    board = rows(*LYING, hands=hands, returned=returned, variant="anniversary").load().play(1, card=30)
    choices = {imagined(board, 0, seed)["chosen"][1] == 31 for seed in range(20)}
    assert choices == {True, False}


@pytest.mark.rule("P12")
def test_in_the_professional_variant_all_hands_are_known():
    board = rows([10], [20], [21], [22], variant="professional", left=4).load()
    board.play(1, card=board.hand(1)[0])
    choices = set()
    for seed in range(20):
        other = imagined(board, 0, seed)
        assert other["hands"] == board["hands"]
        choices.add(other["chosen"][1])
    assert choices == set(board.hand(1))


@pytest.mark.rule("P14")
def test_own_special_cards_are_kept_and_others_drawn_from_those_not_seen():
    lying = [seven(10), blocked(50), [70], [90], fifth(30)]
    held = [["block", "block", "block"], ["move", "move"]]
    board = rows(*lying, specials=held, deck=["seven"] * 3 + ["fifth_row"] * 3).load()
    assert set(board["special_discard"]) == {"insert", "move", "positive", "replace"}
    kinds = set()
    for seed in range(20):
        other = imagined(board, 0, seed)
        assert other.specials(0) == held[0]
        assert len(other.specials(1)) == 2
        assert (
            sorted(other.specials(1) + other["special_deck"])
            == ["fifth_row"] * 3 + ["move"] * 2 + ["seven"] * 3
        )
        kinds.update(other.specials(1))
    assert kinds == {"fifth_row", "move", "seven"}


@pytest.mark.rule("P14")
def test_the_deck_is_imagined_in_any_order():
    board = rows(*LYING, specials=[["block"]], deck=["move", "seven", "insert"]).load()
    decks = {tuple(imagined(board, 0, seed)["special_deck"]) for seed in range(20)}
    assert len(decks) == 6


@pytest.mark.rule("P3", "P14")
def test_revealed_cards_and_all_that_lies_open_stay():
    hands = [[60, 61], [91, 92]]
    board = rows(*LYING, hands=hands, specials=[["block"], ["move"]], piles=[[77]]).reveal(60, 91)
    for viewer in (0, 1, None):
        other = imagined(board, viewer)
        for key in ("rows", "chosen", "piles", "heads", "special_discard", "to_act", "phase"):
            assert other[key] == board[key]


def test_a_game_can_be_played_on_from_what_was_imagined():
    table = somewhere("anniversary", 3, 5, 40)
    board = imagined(Board(table), 1, 9)
    while not board.table.over:
        seat = board.table.to_act[0]
        board.play(seat, **board.legal(seat)[0])
    assert board["round"] == 2


def test_the_same_seed_imagines_the_same_and_another_seed_something_else():
    board = Board(somewhere("basic", 4, 5, 10))
    assert imagined(board, 2, 1).table.position() == imagined(board, 2, 1).table.position()
    assert imagined(board, 2, 1)["hands"] != imagined(board, 2, 2)["hands"]


@pytest.mark.parametrize(
    ("key", "value"),
    [("hands", [5, 13]), ("hands", [-1, 2]), ("out", 3), ("chosen", [True, True]), ("specials", [9, 30])],
)
def test_a_view_whose_numbers_do_not_add_up_is_refused(key, value):
    view = rows(*LYING, hands=[[5, 6]], specials=[["block"], ["move"]]).load().table.view(None)
    with pytest.raises(BadPosition):
        GAME.imagine({**view, key: value}, None, 1)


def test_a_view_is_imagined_only_for_its_own_viewer():
    board = rows(*LYING, hands=[[5, 6]]).load()
    for viewer, seat in ((0, 1), (0, None), (None, 0), (0, 2)):
        with pytest.raises(BadPosition):
            GAME.imagine(board.table.view(viewer), seat, 1)
