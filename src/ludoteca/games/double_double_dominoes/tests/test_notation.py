"""Positions, views, actions and options: how they are written, and what is refused."""

import copy
import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import BadOptions, BadPosition, IllegalAction
from ludoteca.core.compiled import PLAIN
from ludoteca.games.double_double_dominoes.alphabet import ACTIONS, DISCARD, STOP
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.known_notation import read_kinds, write_kinds
from ludoteca.games.double_double_dominoes.tables import ANY_KIND
from ludoteca.games.double_double_dominoes.tests.tables import COLUMNS, GAME, TILES, after, by_hand, somewhere
from ludoteca.games.double_double_dominoes.tests.test_course import snake

few = settings(max_examples=30 if PLAIN else 300, deadline=None)

# Options


def test_the_goal_is_the_only_option_and_may_be_left_out():
    assert GAME.options(2) == GAME.options(2, {"goal": None}) == {"goal": None}
    assert GAME.options(6, {"goal": 30}) == {"goal": 30}
    with pytest.raises(BadOptions) as refused:
        GAME.options(2, {"target": 30})
    assert refused.value.code == "unknown_option"


# Actions


@pytest.mark.parametrize(
    ("number", "action", "kind"),
    [
        (0, {"tile": [0, 0], "at": ["1A", "1B"]}, "lay"),
        (840 + 2 * 209, {"tile": [0, 1], "at": ["15N", "15O"]}, "lay"),
        (840 + 2 * 209 + 1, {"tile": [1, 0], "at": ["15N", "15O"]}, "lay"),
        (2 * 840 + 2 * 210, {"tile": [0, 2], "at": ["1A", "2A"]}, "lay"),
        (28 * 840 - 2, {"tile": [6, 6], "at": ["14O", "15O"]}, "lay"),
        (STOP, {"stop": True}, "stop"),
        (DISCARD + 1, {"discard": [0, 1]}, "discard"),
        (ACTIONS - 1, {"discard": [6, 6]}, "discard"),
    ],
)
def test_an_action_has_a_number_of_its_own(number, action, kind):
    assert GAME.notation.write_action(number) == action
    assert GAME.notation.read_action(action) == number
    assert GAME.notation.action_kind(action) == kind


@pytest.mark.parametrize(
    "action",
    [
        {"tile": [3, 5], "at": ["8I", "8H"]},  # the left square comes first
        {"tile": [3, 3], "at": ["9H", "8H"]},
        {"tile": [3, 5], "at": ["8H", "8J"]},
        {"tile": [3, 5], "at": ["8O", "9A"]},
        {"tile": [3, 5], "at": ["8H", "8P"]},
        {"tile": [3, 7], "at": ["8H", "8I"]},
        {"tile": [3, 5, 1], "at": ["8H", "8I"]},
        {"tile": [3.0, 5], "at": ["8H", "8I"]},
        {"tile": [True, 5], "at": ["8H", "8I"]},
        {"tile": [3, 5], "at": ["8H"]},
        {"tile": [3, 5], "at": "8H"},
        {"tile": [3, 5]},
        {"tile": [3, 5], "at": ["8H", "8I"], "turned": True},
        {"discard": [5, 3]},
        {"discard": 3},
        {"stop": False},
        {"stop": 1},
        {},
        [],
        None,
    ],
)
def test_what_is_no_action_is_refused(action):
    with pytest.raises(IllegalAction) as refused:
        GAME.notation.read_action(action)
    assert (refused.value.code, refused.value.rule) == ("no_such_action", None)


@pytest.mark.rule("T9")
def test_a_double_has_one_number_a_slot():
    turned = GAME.notation.write_action(1)
    assert turned == {"tile": [0, 0], "at": ["1B", "1A"]}
    with pytest.raises(IllegalAction):
        GAME.notation.read_action(turned)


# Positions


def test_a_position_is_written_as_in_the_rules():
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6").go("5-5 8J 8K")
    position = board.table.position()
    assert list(position) == [
        "game", "seats", "options", "phase", "to_act", "over", "winners", "scores",
        "board", "boneyard", "hands", "shown", "discards", "track", "last_double", "last_turn", "known",
    ]  # fmt: skip
    assert position["board"] == [{"tile": [3, 5], "at": ["8H", "8I"]}, {"tile": [5, 5], "at": ["8J", "8K"]}]
    assert position["hands"][1] == [[0, 3], [2, 5], [6, 6]]
    assert (position["phase"], position["last_double"], position["last_turn"]) == ("extend", 1, False)


@pytest.mark.rule("T4", "T10")
def test_a_view_hides_other_hands_the_boneyard_and_the_discards_of_others():
    table = after("0-1 8H 8I", hand="5-5 6-6 5-6 4-6").go("discard 6-6").table
    position, own, other, outside = table.position(), table.view(1), table.view(0), table.view(None)
    assert own["hands"] == [4, position["hands"][1]]
    assert other["hands"] == [position["hands"][0], 3]
    assert outside["hands"] == [4, 3]
    assert own["boneyard"] == other["boneyard"] == outside["boneyard"] == len(position["boneyard"]) == 47
    for view in (own, other, outside):
        hidden = ("hands", "boneyard", "discards")
        assert {key: view[key] for key in view if key not in hidden} == {
            key: position[key] for key in position if key not in hidden
        }


@pytest.mark.parametrize("seats", range(2, 7))
def test_positions_of_whole_games_are_loaded_again(seats):
    for decisions in (0, 1, 7, 20, 45, 300):
        position = somewhere(seats, seats + 40, decisions).position()
        assert GAME.load(position).position() == position


# What is refused


def spoiled(board, *path, value):
    position = copy.deepcopy(board.table.position())
    inner = position
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return position


def refused(position):
    with pytest.raises(BadPosition) as bad:
        GAME.load(position)
    return bad.value.code, bad.value.rule


HANDS = {0: "0-0 0-0 1-1", 1: "3-4 5-5 6-6"}
DISCARDED = after("0-1 8H 8I", "discard 6-6", hands=HANDS)
EARLY = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6")


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (["phase"], "draw", "bad_phase"),
        (["phase"], "discard", "bad_phase"),
        (["phase"], "over", "bad_to_act"),
        (["to_act"], [], "bad_to_act"),
        (["to_act"], [2], "bad_to_act"),
        (["to_act"], [True], "bad_to_act"),
        (["to_act"], [0, 1], "bad_to_act"),
        (["track"], [0], "bad_track"),
        (["track"], [0, -1], "bad_track"),
        (["track"], [0, 1000], "bad_track"),
        (["track"], [0, 100], "bad_phase"),
        (["scores"], [0, 1], "bad_value"),
        (["winners"], [0], "bad_value"),
        (["over"], True, "bad_value"),
        (["last_double"], 0, "bad_value"),
        (["last_turn"], True, "bad_value"),
        (["shown"], [[0, 0], [6, 5]], "bad_shown"),
        (["shown"], [[0, 0]], "bad_shown"),
        (["hands"], [3, 4], "bad_hands"),
        (["hands", 1, 0], [0, 7], "bad_hands"),
        (["hands", 0], [[1, 1]] * 4, "bad_hands"),
        (["boneyard"], 48, "bad_boneyard"),
        (["boneyard"], [], "bad_tiles"),
        (["boneyard"], True, "bad_boneyard"),
        (["boneyard", 0], [6, 5], "bad_boneyard"),
        (["discards"], [[0, [5, 5]]], "bad_tiles"),
        (["discards"], [[2, [5, 5]]], "bad_discards"),
        (["discards"], 1, "bad_discards"),
        (["board"], [], "bad_tiles"),
        (["board"], None, "bad_board"),
        (["board", 0, "at"], ["8I", "8J"], "bad_board"),
        (["board", 0, "tile"], [3, 3], "bad_tiles"),
        (["board", 0, "tile"], [3, 3.0], "bad_board"),
        (["options"], {"goal": 101}, "bad_goal"),
        (["seats"], 7, "bad_seats"),
        (["seats"], 3, "bad_hands"),
    ],
)
def test_a_position_with_something_wrong_is_refused(path, value, code):
    assert refused(spoiled(EARLY, *path, value=value))[0] == code


@pytest.mark.rule("T1")
def test_tiles_are_not_lost_or_doubled():
    last = EARLY["boneyard"][-1]
    other = next(tile for tile in EARLY["boneyard"] if tile != last)
    assert refused(spoiled(EARLY, "boneyard", -1, value=other)) == ("bad_tiles", "T1")


@pytest.mark.rule("T1")
def test_four_tiles_of_one_kind_are_not_one_of_the_next():
    """A hand has two bits a kind: four 1-1 would look like a 1-2."""
    position = by_hand("1-2 8H 8I", hands=["1-1 2-2 3-3 4-4", "0-0 0-1 0-2"])
    position["hands"][0] = [[1, 1]] * 4
    position["boneyard"] += [[2, 2], [3, 3], [4, 4], [1, 1]]
    position["boneyard"].remove([1, 2])
    assert refused(position) == ("bad_tiles", "T1")


@pytest.mark.rule("T1")
def test_no_kind_is_shown_more_often_than_it_is_there():
    position = GAME.start(4, {}, 1).position()
    assert refused({**position, "shown": [[0, 1]] * 4}) == ("bad_shown", "T1")


@pytest.mark.rule("T6", "T7", "T8")
@pytest.mark.parametrize(
    ("laid", "rule"),
    [
        (["3-5 8I 8J"], "T6"),
        (["3-5 8H 8I", "3-5 9H 9I"], "T8"),
        (["0-0 8H 8I", "0-0 9G 9H", "0-1 9I 9J"], "T8"),
        (["3-5 8H 8I", "2-5 8J 8K"], "T7"),
        (["3-5 8H 8I", "5-2 8I 8J"], "T7"),
        (["3-5 8H 8I", "5-2 9J 9K"], "T7"),
    ],
)
def test_tiles_on_the_board_lie_as_they_may_in_any_order(laid, rule):
    """Beside the star, alongside, in a block of three tiles, with other pips, on another tile, apart."""
    for order in (laid, laid[::-1]):
        position = by_hand(*order, hands=["4-4 4-5 4-6 6-6", "1-1 1-2 1-3"])
        assert refused(position) == ("bad_board", rule)


def test_more_tiles_than_there_are_cannot_lie():
    slots = [(f"{row}{one}", f"{row}{two}") for row in range(1, 16) for one, two in pairwise(COLUMNS)]
    board = [{"tile": [0, 0], "at": list(at)} for at in slots[::2]]
    assert len(board) == 105
    assert refused(spoiled(EARLY, "board", value=board)) == ("bad_board", "T1")


@pytest.mark.rule("T5", "T11")
def test_a_hand_has_three_tiles_and_four_after_drawing():
    lies, four = "3-5 8H 8I", "1-3 1-1 1-2 6-6"
    assert GAME.load(by_hand(lies, hands=[four, "0-0 0-1 0-2"]))
    assert refused(by_hand(lies, hands=[four + " 6-6", "0-0 0-1 0-2"]))[0] == "bad_hands"
    assert refused(by_hand(lies, hands=["0-3 0-1 0-2", four]))[0] == "bad_hands"
    assert refused(by_hand("5-5 8H 8I", hands=[four, "0-0 0-1 0-2"], phase="extend"))[0] == "bad_hands"


@pytest.mark.rule("T9")
def test_only_a_double_laid_last_is_extended():
    hands = ["1-1 1-2 1-3", "0-0 0-1 0-2"]
    assert GAME.load(by_hand("3-5 8H 8I", "5-5 8J 8K", hands=hands, phase="extend"))
    for lying in ([], ["5-5 8J 8K", "3-5 8H 8I"]):
        assert refused(by_hand(*lying, hands=hands, phase="extend")) == ("bad_phase", "T9")


@pytest.mark.rule("T10")
def test_nobody_discards_without_a_tile():
    position = by_hand("3-5 8H 8I", hands=["", "0-0 0-1 0-2"], phase="discard")
    assert refused(position) == ("bad_hands", "T10")


@pytest.mark.rule("T15")
def test_a_game_that_reached_the_goal_is_over():
    position = by_hand("3-5 8H 8I", hands=["0-3 1-1 1-2 6-6", "0-0 0-1 0-2"], track=[0, 3])
    assert GAME.load(position)
    assert refused({**position, "options": {"goal": 3}}) == ("bad_phase", "T15")


@pytest.mark.rule("T16")
def test_a_game_is_not_over_without_a_reason():
    hands = ["1-1 1-2 6-6", "0-0 0-1 0-2"]
    position = by_hand("3-5 8H 8I", hands=hands, phase="over", track=[1, 2], winners=[1])
    assert refused(position) == ("bad_phase", "T16")
    assert GAME.load({**position, "options": {"goal": 2}}).winners == [1]


@pytest.mark.rule("T16")
def test_a_dead_board_ends_the_game():
    moves = snake()
    hands = ["0-0 6-6", "1-1", "2-2", "3-3", "4-4", "5-5"]
    assert refused(by_hand(*moves, hands=hands, phase="discard", goal=100)) == ("bad_phase", "T16")
    position = by_hand(*moves, hands=hands, phase="over", goal=100, track=[1, 2, 3, 4, 5, 6], winners=[5])
    assert GAME.load(position).position() == position


# What loads, though no play could reach it


LYING = ("3-5 8H 8I", "5-5 8J 8K", "5-2 8L 8M")
HELD = ["2-3 4-4 4-6 6-6", "0-0 0-1 0-2"]
HAND_MADE = by_hand(*LYING, hands=HELD)


@pytest.mark.parametrize(
    "position",
    [
        by_hand(*LYING, hands=HELD, track=[7, 99]),
        by_hand(*LYING, hands=HELD, shown=[[6, 6], [6, 6]]),
        by_hand(*LYING[::-1], hands=HELD),
        by_hand(*LYING, hands=["2-3", ""]),
        by_hand(*LYING, hands=HELD, discarded=[(0, (2, 2)), (0, (2, 5))]),
        by_hand(*LYING, hands=HELD, discarded=[(1, tuple(tile)) for tile in HAND_MADE["boneyard"]]),
        by_hand(*LYING[:2], hands=["5-5", "0-0"], phase="extend"),
    ],
    ids=["markers", "shown", "another order", "few in hand", "fitted", "last turn", "another copy held"],
)
def test_a_position_need_not_be_one_that_play_could_reach(position):
    table, rng = GAME.load(position, 1), random.Random(1)
    assert table.position() == position
    while not table.over:
        seat = table.to_act[0]
        table.play(seat, rng.choice(table.legal(seat)))


# What all know


def known(table):
    state = table.states[0]
    return [Shown(state.shown_is[seat]) for seat in range(table.seats)]


def test_what_is_known_is_part_of_a_position_and_of_every_view():
    position = DISCARDED.table.position()
    assert position["known"] == {
        "shown": ["held", "held_or_discarded"],
        "hands": [[], [{"sum": 7, "without": [0, 1]}, {"sum": 7, "without": [0, 1]}, {"without": [0, 1]}]],
        "discards": [{"without": [0, 1]}],
    }
    assert all(DISCARDED.table.view(viewer)["known"] == position["known"] for viewer in (0, 1, None))


@pytest.mark.parametrize(
    ("kinds", "limits"),
    [
        (TILES, None),
        (TILES[1:], {"sum": 1}),
        ([tile for tile in TILES if sum(tile) >= 7], {"sum": 7}),
        ([tile for tile in TILES if not {0, 4} & {*tile}], {"without": [0, 4]}),
        ([tile for tile in TILES if 0 not in tile and tile != (4, 5)], {"without": [0], "not": [[4, 5]]}),
        ([tile for tile in TILES if 0 not in tile and sum(tile) > 4], {"sum": 5, "without": [0]}),
        ([(3, 4)], {"sum": 7, "without": [0, 1, 2, 5, 6], "not": [[4, 4]]}),
        ([(6, 6)], {"sum": 12}),
    ],
)  # fmt: skip
def test_a_set_of_kinds_is_written_by_what_is_not_in_it(kinds, limits):
    number = sum(1 << TILES.index(tile) for tile in kinds)
    assert write_kinds(number) == limits
    assert read_kinds(limits or {}) == number


@few
@given(st.integers(1, ANY_KIND))
def test_every_set_of_kinds_is_read_as_it_was_written(kinds):
    assert read_kinds(write_kinds(kinds) or {}) == kinds


def test_nothing_is_known_of_a_position_set_up_by_hand():
    """Not even of the tile shown: nobody says whether it has been laid."""
    table = GAME.load(HAND_MADE, 1)
    assert "known" not in table.position()
    assert all("known" not in table.view(viewer) for viewer in (0, 1, None))
    assert known(table) == [Shown.UNKNOWN] * 2
    held = {str(GAME.imagine(table.view(0), 0, seed).position()["hands"][1]) for seed in range(20)}
    assert len(held) > 15


@pytest.mark.rule("T10")
def test_what_happens_from_then_on_is_known():
    table = GAME.load(by_hand("0-1 8H 8I", hands=["5-5 6-6 5-6 4-6", "0-0 0-1 0-2"], phase="discard"), 1)
    table.play(0, {"discard": [4, 6]})
    assert table.position()["known"] == {
        "hands": [[{"without": [0, 1]}] * 3, []],
        "discards": [{"without": [0, 1]}],
    }
    assert GAME.load(table.position()).position() == table.position()


@pytest.mark.parametrize(
    "value",
    [
        {},
        None,
        [],
        "held",
        {"shown": [None, None]},
        {"shown": ["held"]},
        {"shown": ["lost", None]},
        {"shown": [[], None]},
        {"shown": ["held_or_discarded", None]},  # seat 0 has discarded nothing, and holds nothing lower
        {"hands": [[{"sum": 3}] * 4, []]},
        {"hands": [[{"sum": 3}, {"sum": 7}], []]},
        {"hands": [[{}], []]},
        {"hands": [[{"sum": 13}], []]},
        {"hands": [[{"sum": -1}], []]},
        {"hands": [[{"sum": 1.0}], []]},
        {"hands": [[{"sum": 7, "without": [0]}], []]},
        {"hands": [[{"without": [7]}], []]},
        {"hands": [[{"without": [1, 0]}], []]},
        {"hands": [[{"without": [True]}], []]},
        {"hands": [[{"without": [0, 1, 2, 3, 4, 5, 6]}], []]},
        {"hands": [[{"not": [[1, 0]]}], []]},
        {"hands": [[{"lower": 3}], []]},
        {"hands": [[[0, 1]], []]},
        {"hands": [[None], []]},
        {"hands": [[]]},
        {"discards": []},
        {"discards": [{}]},
        {"discards": [None, None]},
        {"laid": [0]},
    ],
)
def test_known_of_another_form_is_refused(value):
    position = {**DISCARDED.table.position(), "shown": [[6, 6], [5, 5]]}
    assert GAME.load({**position, "known": {"hands": [[{"not": [[6, 6]]}], []]}})
    assert refused({**position, "known": value})[0] in ("bad_known", "bad_value")


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        ({"hands": [[{"without": [0]}] * 3, []]}, None),
        ({"hands": [[], [{"without": [5]}] * 3]}, None),
        ({"shown": ["held", None]}, None),
        ({"shown": [None, "discarded"]}, "T4"),
        ({"shown": [None, "held_or_discarded"], "hands": [[], [{"without": [4]}]]}, "T4"),
        ({"discards": [{"not": [[6, 6]]}]}, "T10"),
    ],
)
def test_known_does_not_contradict_the_tiles(value, rule):
    """Seat 0 holds 0-0 twice, 1-1 and 5-6; seat 1 holds 3-4, 5-5 and 6-6, and has discarded 6-6."""
    position = {**DISCARDED.table.position(), "shown": [[2, 2], [3, 4]]}
    assert refused({**position, "known": value}) == ("bad_known", rule)


@pytest.mark.rule("T4")
def test_a_seat_that_has_not_acted_holds_nothing_lower_than_it_has_shown():
    position = after(hands=HANDS).table.position()
    low = position["boneyard"].index([0, 2])
    position["hands"][1][2], position["boneyard"][low] = [0, 2], position["hands"][1][2]
    position["hands"][1].sort()
    assert refused(position)[0] == "bad_known"


@pytest.mark.rule("T4")
def test_a_tile_that_was_shown_and_not_laid_is_somewhere_with_its_seat():
    position = DISCARDED.table.position()
    hand, other = position["hands"][1], position["boneyard"].index([4, 5])
    hand[hand.index([3, 4])], position["boneyard"][other] = [4, 5], [3, 4]
    hand.sort()
    assert refused(position) == ("bad_known", "T4")


@pytest.mark.rule("T10")
def test_a_discard_did_not_fit():
    position = DISCARDED.table.position()
    other = position["boneyard"].index([1, 6])
    position["discards"][0][1], position["boneyard"][other] = [1, 6], [6, 6]
    assert refused(position) == ("bad_known", "T10")
    assert GAME.load({key: value for key, value in position.items() if key != "known"})


# Views


def view_refused(view, seat):
    with pytest.raises(BadPosition) as bad:
        GAME.imagine(view, seat, 1)
    return bad.value.code


def test_a_view_needs_as_many_tiles_as_there_are():
    view = EARLY.table.view(1)
    assert view_refused({**view, "boneyard": view["boneyard"] - 1}, 1) == "bad_tiles"
    assert view_refused({**view, "hands": [3, [[0, 3], [2, 5], [5, 5]]]}, 1) == "bad_tiles"


def test_a_view_in_which_a_kind_is_there_too_often_is_refused():
    view = after("5-5 8H 8I", "5-5 8J 8K", hand="0-0 0-1 1-1 6-6").table.view(0)
    assert view_refused({**view, "hands": [[[0, 0], [0, 1], [1, 1], [5, 5]], 3]}, 0) == "bad_tiles"


@pytest.mark.rule("T4")
def test_nobody_else_has_a_tile_that_was_shown_and_not_laid():
    view = after(hands=HANDS).table.view(0)
    assert view_refused({**view, "hands": [[[0, 0], [0, 0], [3, 4], [3, 4]], 3]}, 0) == "bad_known"
    view = DISCARDED.table.view(0)
    hand = [[0, 0], [0, 0], [3, 4], [3, 4]]
    assert view_refused({**view, "hands": [hand, 3]}, 0) == "bad_known"


@pytest.mark.rule("T10")
def test_a_view_in_which_no_unseen_tile_can_have_been_discarded_is_refused(monkeypatch):
    view = DISCARDED.table.view(0)
    assert GAME.imagine(view, 0, 1)
    assert view_refused({**view, "discards": [[1, [6, 6]]]}, 0) == "bad_value"


@pytest.mark.rule("T17")
def test_a_view_with_winners_that_cannot_be_is_refused():
    table = next(
        t for t in (somewhere(2, seed, 300, goal=20) for seed in range(50)) if t.scores[0] > t.scores[1]
    )
    view = table.view(0)
    assert view["winners"] == [0]
    assert view_refused({**view, "winners": [1]}, 0) == "bad_value"
    assert view_refused({**view, "winners": 0}, 0) == "bad_value"


@pytest.mark.rule("T17")
@pytest.mark.parametrize("winners", [[1], [0, 1], []])
def test_a_tie_cannot_be_won_by_a_lower_hand(winners):
    """Seat 0 has 35 pips in hand, and seat 1 a single tile."""
    tie = {"phase": "over", "track": [100, 100], "winners": [0]}
    view = GAME.load(by_hand("3-5 8H 8I", hands=["6-6 6-6 5-6", "0-0"], **tie)).view(0)
    assert GAME.imagine(view, 0, 1).view(0) == view
    assert view_refused({**view, "winners": winners}, 0) == "bad_winners"
