"""What a seat cannot know, and what all know of hidden tiles: T4, T5, T10 and T17."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import Table
from ludoteca.core import chance
from ludoteca.core.compiled import PLAIN
from ludoteca.core.record import NOBODY
from ludoteca.core.table import imagine_anew, redrawn
from ludoteca.games.double_double_dominoes.board import fitting_kinds
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.tables import KINDS
from ludoteca.games.double_double_dominoes.tests.tables import GAME, TILES, Board, after, by_hand, somewhere
from ludoteca.games.double_double_dominoes.unseen import deal_anyhow, deal_some, deal_unseen

few = settings(max_examples=8 if PLAIN else 40, deadline=None)
reached = st.builds(somewhere, st.integers(2, 6), st.integers(0, 10**6), st.integers(0, 80))


def imagined(board, viewer, times=30):
    """Positions that the viewer imagines at this very table."""
    for seed in range(times):
        states = board.table.states.copy()
        chance.rekey(states[0], seed)
        imagine_anew(states, NOBODY if viewer is None else viewer)
        yield GAME.write_position(states[0])


def from_view(board, viewer, times=30):
    """Positions that the viewer imagines from its view alone."""
    for seed in range(times):
        yield GAME.imagine(board.table.view(viewer), viewer, seed).position()


# What always holds


@few
@given(reached, st.integers(0, 10**6))
def test_what_is_imagined_looks_the_same_to_the_viewer_and_can_be_loaded(table, seed):
    for viewer in (seed % table.seats, None):
        view = table.view(viewer)
        other = GAME.imagine(view, viewer, seed)
        assert other.view(viewer) == view
        assert GAME.load(other.position(), 1).position() == other.position()
        assert viewer is None or other.legal(viewer) == table.legal(viewer)


@few
@given(reached, st.integers(0, 10**6))
def test_what_is_imagined_leaves_no_trace_of_the_truth(table, seed):
    """The truth imagined anew is the same as another truth that looks alike, imagined anew."""
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


@few
@given(reached, st.integers(0, 10**6))
def test_a_view_without_what_all_know_can_be_imagined_as_well(table, seed):
    for viewer in (seed % table.seats, None):
        view = {key: value for key, value in table.view(viewer).items() if key != "known"}
        assert GAME.imagine(view, viewer, seed).view(viewer) == view


@few
@given(reached)
def test_the_truth_is_among_what_all_know(table):
    state = table.states[0]
    for seat in range(table.seats):
        hand = [kind for kind in range(KINDS) for _ in range(int(state.hands[seat]) >> 2 * kind & 3)]
        for place in range(state.hand_size[seat]):
            assert sum(int(state.may_hold[seat, place]) >> kind & 1 for kind in hand) > place
    for line in range(state.discard_count):
        assert int(state.discard_may_be[line]) >> int(state.discard_tile[line]) & 1


@few
@given(reached)
def test_a_position_tells_all_that_was_known_at_the_table(table):
    loaded = GAME.load(table.position()).states[0]
    for field in ("shown_is", "may_hold", "discard_may_be"):
        assert np.array_equal(loaded[field], table.states[0][field])


@few
@given(reached, st.integers(0, 10**6))
def test_one_imagines_the_same_by_a_view_as_at_the_table(table, seed):
    viewer = seed % table.seats
    by_view = GAME.imagine(table.view(viewer), viewer, 0)
    here, there = (redrawn(one.states, viewer, seed)[0] for one in (table, by_view))
    decided_by_hands = (
        table.over and table.scores.count(max(table.scores)) > 1
    )  # a view tells no pips counted
    for field in table.states.dtype.names:
        if field not in ("news", "news_count", "listening", "counted", "laid", "discard_seat"):
            assert np.array_equal(here[field], there[field]) or decided_by_hands, field


@pytest.mark.rule("T4")
def test_every_unseen_tile_may_be_anywhere_once_all_have_laid_three_tiles():
    board = Board(somewhere(3, 4, 30))
    seen = Counter(dict.fromkeys(TILES, 0))
    for position in imagined(board, 0, times=200):
        seen.update(tuple(tile) for hand in position["hands"][1:] for tile in hand)
    view = board.table.view(0)
    unseen = Counter(dict.fromkeys(TILES, 2))
    unseen.subtract(tuple(tile) for tile in view["hands"][0])
    unseen.subtract(tuple(sorted(laid["tile"])) for laid in view["board"])
    for tile, copies in unseen.items():
        assert (seen[tile] > 0) == (copies > 0)


# The tile shown


HANDS = {0: "0-0 0-0 1-1", 1: "3-4 5-5 6-6"}  # seat 1 shows 3-4


@pytest.mark.rule("T4")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_a_tile_that_was_shown_is_in_that_hand_and_the_others_dealt_have_no_fewer_pips(way):
    board = after(hands=HANDS)
    for viewer in (0, None):
        for position in way(board, viewer, 10):
            assert [3, 4] in position["hands"][1]
            assert min(map(sum, position["hands"][1])) == 7
            assert viewer is None or position["hands"][0] == board["hands"][0]


@pytest.mark.rule("T4")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_it_stays_there_while_the_seat_lays_other_tiles(way):
    board = after("0-1 8H 8I", "1-2 8J 8K", "2-3 8L 8M", "3-6 8N 8O", hands=HANDS)
    assert board.state.shown_is[1] == Shown.HELD
    for position in way(board, 0, 10):
        assert [3, 4] in position["hands"][1]
    low = [min(map(sum, position["hands"][1])) < 7 for position in way(board, 0, 30)]
    assert any(low), "one tile was drawn, and two are still of the deal"


@pytest.mark.rule("T4")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_it_stays_there_if_another_seat_lays_a_tile_of_that_kind(way):
    board = after("3-4 8H 8I", "4-5 8J 8K", hands=HANDS)
    assert board.state.shown_is[1] == Shown.HELD
    for position in way(board, 0, 10):
        assert [3, 4] in position["hands"][1]


@pytest.mark.rule("T4")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_a_seat_that_lays_a_tile_of_that_kind_may_have_laid_that_tile(way):
    board = after("0-3 8H 8I", hands={0: "0-0 0-0 1-1", 1: "3-4 5-5 6-6"})
    board.go("3-4 8J 8K")
    assert board.state.shown_is[1] == Shown.UNKNOWN
    held = [[3, 4] in position["hands"][1] for position in way(board, 0, 200)]
    assert 0 < sum(held) < 100


@pytest.mark.rule("T4", "T10")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_after_a_discard_it_is_in_the_hand_or_among_the_discards_of_that_seat(way):
    board = after("0-1 8H 8I", "discard 6-6", hands=HANDS)
    assert board.state.shown_is[1] == Shown.HELD_OR_DISCARDED
    held = set()
    for position in way(board, 0, 40):
        in_hand, discarded = [3, 4] in position["hands"][1], position["discards"] == [[1, [3, 4]]]
        assert in_hand or discarded
        held.add(in_hand)
    assert held == {True, False}


@pytest.mark.rule("T4", "T10")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_it_may_be_any_of_several_discards_or_still_in_the_hand(way):
    board = after("0-1 8H 8I", "discard 6-6 5-6", "1-1 8J 8K", "discard 5-6 2-2", hands=HANDS)
    found = set()
    for position in way(board, 0, 60):
        tiles = [*position["hands"][1], *(tile for _, tile in position["discards"])]
        assert [3, 4] in tiles
        found.add("hand" if [3, 4] in position["hands"][1] else position["discards"].index([1, [3, 4]]))
    assert found == {"hand", 0, 1}


@pytest.mark.rule("T10")
def test_a_deal_in_which_a_discard_has_no_tile_left_is_no_deal():
    board = after("0-1 8H 8I", "discard 6-6", hands=HANDS)
    board.state.discard_may_be[0] = 1 << TILES.index((6, 6))
    board.state.may_hold[1, :3] = 1 << TILES.index((6, 6)), 1 << TILES.index((6, 6)), -1
    board.state.shown_is[1] = Shown.UNKNOWN
    assert not deal_unseen(board.state, 0)


@pytest.mark.rule("T10")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_a_seat_that_discarded_had_nothing_that_fitted(way):
    """Only 0 and 1 were open: neither the discard nor the three tiles kept have any of them."""
    board = after("0-1 8H 8I", "discard 6-6", hands=HANDS)
    for position in way(board, 0, 20):
        tiles = [*position["hands"][1], position["discards"][0][1]]
        assert not any({0, 1} & set(tile) for tile in tiles)
    for position in way(board, 1, 5):
        assert position["discards"] == [[1, [6, 6]]]


@pytest.mark.rule("T4", "T10")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_it_was_discarded_if_the_seat_discards_again_when_it_would_have_fitted(way):
    """Seat 1 showed 3-4 and discarded it for 5-6; later, with a 4 open, it discards again."""
    turns = ("0-1 8H 8I", "discard 3-4 5-6", "1-4 8J 8K", "discard 2-5")
    board = after(*turns, hands=HANDS)
    assert board.state.shown_is[1] == Shown.DISCARDED
    for position in way(board, 0, 10):
        assert position["discards"][0] == [1, [3, 4]]


# The seat on turn


@pytest.mark.rule("T5")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_a_seat_that_has_to_lay_holds_a_tile_that_fits(way):
    board = after("0-1 8H 8I", hand="0-6 5-5 6-6 5-6")
    fitting = int(fitting_kinds(board.state))
    for position in way(board, 0, 20):
        assert position["phase"] == "lay"
        assert any(fitting >> TILES.index(tuple(tile)) & 1 for tile in position["hands"][1])


@pytest.mark.rule("T10")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_a_seat_that_has_to_discard_holds_none(way):
    board = after("0-1 8H 8I", hand="4-6 5-5 6-6 5-6")
    fitting = int(fitting_kinds(board.state))
    drawn = set()
    for position in way(board, 0, 20):
        assert position["phase"] == "discard"
        assert not any(fitting >> TILES.index(tuple(tile)) & 1 for tile in position["hands"][1])
        drawn.add(str(position["hands"][1]))
    assert len(drawn) > 5


@pytest.mark.rule("T4", "T10")
@pytest.mark.parametrize("way", [imagined, from_view])
def test_it_was_discarded_if_the_seat_has_to_discard_when_it_would_fit(way):
    """Seat 1 showed 3-4 and discarded something; now, with a 4 open, nothing in its hand fits."""
    board = after("0-1 8H 8I", "discard 3-4 5-6", "1-4 8J 8K", hands=HANDS)
    assert (board.acting, board["phase"]) == (1, "discard")
    for position in way(board, 0, 20):
        assert position["discards"] == [[1, [3, 4]]]
        assert GAME.load(position).position() == position


# Where what is known is never met


@pytest.mark.rule("T5", "T10")
@pytest.mark.parametrize("phase", ["lay", "discard", "extend", "over"])
@pytest.mark.parametrize("viewer", [0, 1])
def test_a_deal_that_forgets_what_is_known_still_looks_the_same(phase, viewer):
    hand = "1-1 4-6 5-6" if phase == "discard" else "1-3 4-6 5-6"
    over = {"winners": [0], "track": [100, 1]} if phase == "over" else {}
    lying = ["0-3 8H 8I", "0-0 8F 8G"]
    gone = [(0, (2, 2)), (1, (2, 2))]
    table = GAME.load(by_hand(*lying, hands=["0-1", hand], phase=phase, acting=1, discarded=gone, **over))
    view, seen = table.view(viewer), set()
    for seed in range(10):
        other = Table(GAME, table.states.copy())
        chance.rekey(other.states[0], seed)
        deal_anyhow(other.states[0], viewer)
        assert other.view(viewer) == view
        assert GAME.load(other.position()).position() == other.position()
        seen.add(str(other.position()))
    assert len(seen) == 10


def test_what_is_known_but_cannot_be_met_does_not_hold_up_anybody():
    board = after("0-1 8H 8I", "discard 6-6", hands=HANDS)
    board.state.discard_may_be[0] = 1 << TILES.index((0, 0))  # seat 0 holds both of them
    view = board.table.view(0)
    states = redrawn(board.table.states, 0, 1)
    assert Table(GAME, states).view(0) == view


def test_as_many_tiles_are_dealt_as_there_are():
    board = after("0-1 8H 8I")
    before = board["hands"]
    deal_some(board.state, 0, 0, 3)
    assert board["hands"] == before


def test_a_tile_may_be_laid_that_nobody_thought_was_there():
    board = after("0-1 8H 8I", hand="1-6 5-5 6-6 5-6")
    board.state.may_hold[1, :4] = 1 << TILES.index((0, 0))
    board.go("1-6 8J 8K")
    assert board.state.hand_size[1] == 3


# Ties


@pytest.mark.rule("T17")
def test_a_tie_that_hands_decided_is_decided_in_the_same_way_whatever_is_hidden():
    ties = 0
    for seed in range(400):
        table = somewhere(6, seed, 300, goal=3)
        if table.scores.count(max(table.scores)) > 1:
            ties += 1
            for viewer in (0, table.winners[0], None):
                view = table.view(viewer)
                assert GAME.imagine(view, viewer, seed).view(viewer) == view
                for position in imagined(Board(table), viewer, 3):
                    assert position["winners"] == table.winners
        if ties == (3 if PLAIN else 12):
            return
    raise AssertionError("there were too few ties")
