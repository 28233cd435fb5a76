"""Positions, views, actions and options: how they are written, and what is refused."""

import copy

import pytest

from ludoteca import BadOptions, BadPosition, IllegalAction
from ludoteca.games.double_double_dominoes import story
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.tables import ACTIONS, DISCARD, STOP
from ludoteca.games.double_double_dominoes.tests.tables import GAME, after, somewhere

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
        "board", "boneyard", "hands", "shown", "discards", "track", "last_double", "last_turn",
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


# What no play could reach


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
        (["phase"], "extend", "bad_course"),
        (["phase"], "over", "bad_to_act"),
        (["to_act"], [], "bad_to_act"),
        (["to_act"], [0], "bad_course"),
        (["to_act"], [2], "bad_to_act"),
        (["to_act"], [True], "bad_to_act"),
        (["to_act"], [0, 1], "bad_to_act"),
        (["track"], [0, 1], "bad_course"),
        (["track"], [0], "bad_track"),
        (["track"], [0, -1], "bad_track"),
        (["track"], [0, 1000], "bad_track"),
        (["track"], [0, 100], "bad_course"),
        (["scores"], [0, 1], "bad_value"),
        (["winners"], [0], "bad_value"),
        (["over"], True, "bad_value"),
        (["last_double"], 0, "bad_value"),
        (["last_turn"], True, "bad_value"),
        (["shown"], [[0, 0], [5, 5]], "bad_hands"),
        (["shown"], [[0, 0], [0, 0]], "bad_hands"),
        (["shown"], [[0, 0], [6, 5]], "malformed"),
        (["shown"], [[0, 0]], "bad_shown"),
        (["shown"], [[5, 5], [0, 3]], "bad_course"),
        (["hands"], [3, 4], "bad_hands"),
        (["boneyard"], 48, "bad_boneyard"),
        (["boneyard"], [], "bad_course"),
        (["boneyard"], True, "bad_boneyard"),
        (["boneyard", 0], [6, 5], "malformed"),
        (["discards"], [[0, [5, 5]]], "bad_course"),
        (["discards"], 1, "malformed"),
        (["board"], [], "bad_course"),
        (["board", 0, "at"], ["8I", "8J"], "bad_board"),
        (["board", 0, "tile"], [3, 3], "bad_tiles"),
        (["board", 0, "tile"], [3, 3.0], "malformed"),
        (["options"], {"goal": 101}, "bad_goal"),
        (["seats"], 7, "bad_seats"),
        (["seats"], 3, "bad_track"),
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
def test_no_kind_is_shown_more_often_than_it_is_there():
    position = GAME.start(4, {}, 1).position()
    assert refused({**position, "shown": [[0, 1]] * 4}) == ("bad_shown", "T1")


@pytest.mark.rule("T6", "T7", "T8")
@pytest.mark.parametrize(
    ("laid", "rule"),
    [
        ([("3-5", "8I", "8J")], "T6"),
        ([("3-5", "8H", "8I"), ("3-5", "9H", "9I")], "T8"),
        ([("3-5", "8H", "8I"), ("2-5", "8J", "8K")], "T7"),
        ([("3-5", "8H", "8I"), ("5-2", "8I", "8J")], "T7"),
        ([("3-5", "8H", "8I"), ("5-2", "9J", "9K")], "T7"),
    ],
)
def test_tiles_on_the_board_lie_as_they_may(laid, rule):
    lying = [{"tile": [int(text[0]), int(text[2])], "at": at} for text, *at in laid]
    assert refused(spoiled(EARLY, "board", value=lying)) == ("bad_board", rule)


def test_more_tiles_than_there_are_cannot_lie():
    """A ring of doubles could be laid on for ever: the tiles are counted while they are read."""
    line = [{"tile": [0, 0], "at": [f"{row}H", f"{row + 1}H"]} for row in (8, 10, 12, 14)]
    assert refused(spoiled(EARLY, "board", value=line))[0] == "bad_course"


@pytest.mark.rule("T4")
def test_a_seat_that_has_not_acted_holds_nothing_lower_than_it_has_shown():
    position = after(hands=HANDS).table.position()
    low = position["boneyard"].index([0, 2])
    position["hands"][1][2], position["boneyard"][low] = [0, 2], position["hands"][1][2]
    position["hands"][1].sort()
    assert refused(position)[0] == "bad_hands"


@pytest.mark.rule("T4")
def test_a_tile_that_was_shown_and_not_laid_is_somewhere_with_its_seat():
    position = DISCARDED.table.position()
    hand, other = position["hands"][1], position["boneyard"].index([4, 5])
    hand[hand.index([3, 4])], position["boneyard"][other] = [4, 5], [3, 4]
    hand.sort()
    assert refused(position) == ("bad_shown", "T4")


@pytest.mark.rule("T10")
def test_a_discard_did_not_fit():
    position = DISCARDED.table.position()
    other = position["boneyard"].index([1, 6])
    position["discards"][0][1], position["boneyard"][other] = [1, 6], [6, 6]
    assert refused(position) == ("bad_discards", "T10")


@pytest.mark.rule("T10")
def test_nobody_discards_who_can_lay():
    """Seat 1 has shown 1-5, which fits at the 1: it cannot have discarded."""
    position = DISCARDED.table.position()
    hand, other = position["hands"][1], position["boneyard"].index([1, 5])
    hand[hand.index([3, 4])], position["boneyard"][other] = [1, 5], [3, 4]
    hand.sort()
    assert refused({**position, "shown": [[0, 0], [1, 5]]}) == ("bad_course", None)


@pytest.mark.rule("T4")
def test_nobody_lays_two_tiles_lower_than_shown_in_the_first_turn():
    """Only one tile was drawn; the three of the deal have no fewer pips than the tile shown."""
    position = after("1-1 8H 8I, 1-2 8J 8K").table.position()
    assert GAME.load(position)
    assert refused({**position, "shown": [[3, 3], position["shown"][1]]})[0] == "bad_course"


@pytest.mark.rule("T15")
def test_a_game_that_reached_the_goal_is_over():
    board = after("0-1 8H 8I", "1-2 8J 8K", "2-3 8L 8M", "3-4 8N 8O", goal=50)
    assert board["track"] == [0, 3]
    position = {**board.table.position(), "options": {"goal": 3}}
    assert refused(position)[0] == "bad_course"


@pytest.mark.rule("T16")
def test_a_game_is_not_over_without_a_reason():
    position = {**EARLY.table.position(), "phase": "over", "to_act": [], "over": True, "winners": [1]}
    assert refused(position)[0] == "bad_course"


# Courses of the game


def known(table):
    state = table.states[0]
    return [Shown(state.shown_is[seat]) for seat in range(table.seats)]


@pytest.mark.rule("T4")
def test_where_two_courses_are_possible_only_what_holds_in_both_is_known():
    """Each seat laid a double and a tile at it, or all laid tile by tile, and seat 1 the 3-5 it showed."""
    board = after("3-3 8H 8I, 3-5 8J 8K", "5-5 8L 8M, 5-6 9M 10M", hands={1: "3-5 6-6"})
    assert board["shown"] == [[0, 0], [3, 5]]
    assert known(board.table) == [Shown.HELD, Shown.HELD]
    assert known(GAME.load(board.table.position())) == [Shown.HELD, Shown.UNKNOWN]


def test_what_is_known_where_two_courses_meet():
    pairs = {
        (Shown.HELD, Shown.HELD): Shown.HELD,
        (Shown.HELD, Shown.UNKNOWN): Shown.UNKNOWN,
        (Shown.DISCARDED, Shown.HELD): Shown.HELD_OR_DISCARDED,
        (Shown.DISCARDED, Shown.HELD_OR_DISCARDED): Shown.HELD_OR_DISCARDED,
    }
    for (one, other), both in pairs.items():
        assert story.either(one, other) == story.either(other, one) == both


@pytest.mark.parametrize(("seats", "seed", "decisions"), [(2, 1, 20), (3, 2, 30), (4, 3, 300), (2, 5, 300)])
def test_a_position_with_too_many_courses_is_loaded_all_the_same(monkeypatch, seats, seed, decisions):
    monkeypatch.setattr(story, "MOST_COURSES", 1)
    table = somewhere(seats, seed, decisions)
    position = table.position()
    loaded = GAME.load(position)
    assert loaded.position() == position
    assert set(known(loaded)) == {Shown.UNKNOWN}
    for viewer in (0, None):
        view = table.view(viewer)
        assert GAME.imagine(view, viewer, 1).view(viewer) == view


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [(["track"], [0, 100], "bad_phase"), (["phase"], "extend", "bad_phase"), (["to_act"], [0], "bad_hands")],
)
def test_a_position_with_too_many_courses_has_to_be_plausible(monkeypatch, path, value, code):
    monkeypatch.setattr(story, "MOST_COURSES", 0)
    assert refused(spoiled(EARLY, *path, value=value))[0] == code


@pytest.mark.rule("T9")
def test_with_too_many_courses_a_double_may_still_be_extended(monkeypatch):
    monkeypatch.setattr(story, "MOST_COURSES", 0)
    position = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6").go("5-5 8J 8K").table.position()
    assert GAME.load(position).position() == position


# Views


def view_refused(view, seat):
    with pytest.raises(BadPosition) as bad:
        GAME.imagine(view, seat, 1)
    return bad.value.code


def test_a_view_needs_as_many_tiles_as_there_are():
    view = EARLY.table.view(1)
    assert view_refused({**view, "boneyard": view["boneyard"] - 1}, 1) == "bad_course"
    assert view_refused({**view, "hands": [3, [[0, 3], [2, 5], [5, 5]]]}, 1) == "bad_course"


def test_a_view_in_which_a_kind_is_there_too_often_is_refused():
    view = after("5-5 8H 8I", "5-5 8J 8K", hand="0-0 0-1 1-1 6-6").table.view(0)
    assert view_refused({**view, "hands": [[[0, 0], [0, 1], [1, 1], [5, 5]], 3]}, 0) == "bad_tiles"


@pytest.mark.rule("T4")
def test_nobody_else_has_a_tile_that_was_shown_and_not_laid():
    view = after(hands=HANDS).table.view(0)
    assert view_refused({**view, "hands": [[[0, 0], [0, 0], [3, 4], [3, 4]], 3]}, 0) == "bad_hands"
    view = DISCARDED.table.view(0)
    hand = [[0, 0], [0, 0], [3, 4], [3, 4]]
    assert view_refused({**view, "hands": [hand, 3]}, 0) == "bad_hands"


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
    assert view_refused({**view, "winners": [1]}, 0) == "bad_hands"
    assert view_refused({**view, "winners": 0}, 0) == "bad_hands"
