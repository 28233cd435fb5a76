"""Positions, views, actions and events as they are written, and what is refused when it is read."""

import copy
import random

import pytest

from ludoteca import BadOptions, BadPosition, IllegalAction
from ludoteca.games.doppelt_so_clever.tests.sheets import (
    GAME,
    blue,
    circle,
    ending,
    pink,
    position,
    rolled,
    sheet,
    silver,
    start,
)

ROLL = "w2 s3 y5 b1 g4 p6"
END = "w3f s3f y2t b1t g4f p6t"


# Positions


def test_a_new_game_alone_is_written_like_this():
    assert start(1).table.position() == {
        "game": "doppelt-so-clever",
        "seats": 1,
        "options": {},
        "phase": "before_roll",
        "to_act": [0],
        "over": False,
        "winners": [],
        "scores": [0],
        "round": 1,
        "turn": 0,
        "active": 0,
        "role": "active",
        "roll": 0,
        "dice": {
            die: {"value": None, "at": "pool"}
            for die in ("white", "silver", "yellow", "blue", "green", "pink")
        },
        "fields": [],
        "sheets": [
            {
                "silver": {"yellow": [], "blue": [], "green": [], "pink": []},
                "yellow": [
                    [None, 0, None, 0],
                    [0, None, 0, None],
                    [None, 0, None, 0],
                    [0, None, 0, None],
                    [None, 0, None, 0],
                ],
                "blue": [],
                "green": [],
                "pink": [],
                "reroll": [1, 0],
                "return": [0, 0],
                "extra": [0, 0],
                "foxes": 0,
                "bonuses": [],
                "sweeps": [],
                "extra_used": [],
                "picked": False,
                "done": False,
            }
        ],
    }


def test_names_are_sorted():
    colours = ["black", "blue", "green", "pink", "pink", "silver", "yellow"]
    written = position("start", "", sheet(bonuses=colours), round=4)
    assert GAME.load(written).position()["sheets"][0]["bonuses"] == colours
    board = rolled("w1 s6 y2 b1 g4 p3").play(pick="silver", mark=silver("green", 6))
    assert board.sheet()["sweeps"] == ["blue", "green", "pink", "white", "yellow"]


def test_a_view_is_the_whole_position():
    table = rolled(ROLL, sheet(), sheet()).table
    for seat in (0, 1, None):
        assert table.view(seat) == table.position()
        imagined = GAME.imagine(table.view(seat), seat, seed=3)
        assert imagined.position() == table.position()


def test_imagining_only_changes_the_dice_to_come():
    view = start(1).table.view(0)
    falls = set()
    for seed in range(6):
        table = GAME.imagine(view, 0, seed)
        table.play(0, {"roll": True})
        falls.add(str(table.position()["dice"]))
    assert len(falls) == 6


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_position_of_a_game_is_read_and_written_again(seats):
    table, luck = GAME.start(seats, seed=seats), random.Random(seats)
    while not table.over:
        seat = luck.choice(table.to_act)
        table.play(seat, luck.choice(table.legal(seat)))
        if luck.random() < 0.3 or table.over:
            assert GAME.load(table.position(), seed=1).position() == table.position()


# What does not fit together: the position, what is changed in it, and the code


def changed(written, path, value):
    written = copy.deepcopy(written)
    *way, last = path
    inner = written
    for key in way:
        inner = inner[key]
    inner[last] = value
    return written


FRESH = position("before_roll", "", sheet(), sheet())
PICK = position("pick", ROLL, sheet(), sheet(), roll=1)
SECOND = position("pick", "w3f s1t y2t b6 g6 p6", sheet(), sheet(), roll=2)
ENDING = position("end", END, sheet(), sheet(), roll=3, round=2)
SOLO = position("end", "w1t s3t y2t b4 g4 p6", sheet(), roll=1, turn=1)
STARTING = position("start", "", sheet(bonuses=["black"]), sheet(), round=4)
SWEPT = rolled(ROLL, sheet(), sheet()).play(pick="silver", mark=silver("green", 3)).table.position()
FIRED = (
    rolled(ROLL, sheet(silver={"yellow": [6], "blue": [6], "green": [6]}), sheet())
    .play(reroll=True)
    .table.position()
)
OVER = position("over", END, sheet(), sheet(), roll=3, round=6, turn=2)
EXTRA = {"used": {"extra": 1}, "extra_used": ["pink"], "bonuses": ["pink"], "done": True}
MINE = ("sheets", 0)
THEIRS = ("sheets", 1)
BAD = [
    (FRESH, ("phase",), "dancing", "bad_phase"),
    (FRESH, ("phase",), None, "bad_phase"),
    (FRESH, ("round",), 7, "bad_round"),
    (FRESH, ("round",), 0, "bad_round"),
    (FRESH, ("turn",), 2, "bad_turn"),
    (FRESH, ("turn",), -1, "bad_turn"),
    (STARTING, ("turn",), 1, "bad_turn"),
    (OVER, ("turn",), 1, "bad_turn"),
    (OVER, ("round",), 5, "bad_round"),
    (FRESH, ("active",), 2, "bad_active"),
    (FRESH, ("active",), -1, "bad_active"),
    (FRESH, ("role",), "passive", "bad_value"),
    (FRESH, ("roll",), 1, "bad_dice"),
    (FRESH, ("roll",), 3, "bad_roll"),
    (PICK, ("roll",), 0, "bad_roll"),
    (PICK, ("roll",), 4, "bad_roll"),
    (SOLO, ("roll",), 2, "bad_roll"),
    (FRESH, ("sheets",), [FRESH["sheets"][0]], "bad_sheets"),
    (FRESH, ("sheets",), {}, "bad_sheets"),
    (FRESH, ("to_act",), [1], "bad_value"),
    (STARTING, (*MINE, "bonuses"), [], "bad_to_act"),
    (position("end", END, sheet(done=True), sheet(done=True, picked=True), roll=3), (), None, "bad_to_act"),
    # Dice
    (FRESH, ("dice", "pink", "value"), 3, "bad_dice"),
    (FRESH, ("dice", "pink", "at"), "tray", "bad_dice"),
    (FRESH, ("dice", "pink", "at"), "floor", "bad_value"),
    (PICK, ("dice", "pink", "value"), None, "bad_dice"),
    (PICK, ("dice", "pink", "value"), 7, "bad_dice"),
    (PICK, ("dice", "pink", "value"), "6", "bad_dice"),
    (PICK, ("fields",), ["pink"], "bad_fields"),
    (PICK, ("fields",), ["red"], "bad_fields"),
    (PICK, ("fields",), ["pink", "pink"], "bad_fields"),
    (SECOND, ("fields",), ["white", "silver"], "bad_dice"),
    (SECOND, ("fields",), ["white", "pink", "blue", "green"], "bad_fields"),
    (SECOND, ("fields",), ["white", "pink", "blue"], "bad_fields"),
    (SECOND, ("roll",), 1, "bad_fields"),
    (ENDING, ("dice", "pink", "at"), "pool", "bad_dice"),
    (ENDING, ("roll",), 2, "bad_fields"),
    (SOLO, ("dice", "white", "at"), "pool", "bad_dice"),
    (SOLO, ("fields",), ["pink"], "bad_dice"),
    (SWEPT, ("fields",), [], "bad_fields"),
    # Areas
    (FRESH, (*MINE, "silver", "pink"), [7], "bad_silver"),
    (FRESH, (*MINE, "silver", "pink"), [2, 1], "bad_value"),
    (FRESH, (*MINE, "silver", "pink"), [1, 1], "bad_value"),
    (FRESH, (*MINE, "yellow", 0, 1), 3, "bad_yellow"),
    (FRESH, (*MINE, "yellow", 0, 0), 0, "bad_value"),
    (FRESH, (*MINE, "yellow", 0), [None], "malformed"),
    (FRESH, (*MINE, "blue"), [13], "bad_blue"),
    (FRESH, (*MINE, "blue"), [4, 5], "bad_blue"),
    (FRESH, (*MINE, "blue"), [4] * 13, "bad_blue"),
    (FRESH, (*MINE, "green"), [3], "bad_green"),
    (FRESH, (*MINE, "green"), [14], "bad_green"),
    (FRESH, (*MINE, "pink"), [0], "bad_pink"),
    (FRESH, (*MINE, "pink"), [1.0], "bad_value"),
    (FRESH, (*MINE, "pink"), "12", "malformed"),
    # Actions and foxes
    (FRESH, (*MINE, "reroll"), [1, 2], "bad_reroll"),
    (FRESH, (*MINE, "reroll"), [1, -1], "bad_reroll"),
    (FRESH, (*MINE, "foxes"), -1, "bad_foxes"),
    (FRESH, (*MINE, "reroll"), [7, 0], "bad_reroll"),
    (FRESH, (*MINE, "foxes"), 7, "bad_foxes"),
    (STARTING, (*MINE, "bonuses"), ["black", "black"], "bad_bonuses"),
    (STARTING, (*MINE, "bonuses"), ["pink"] * 6, "bad_bonuses"),
    (FRESH, (*MINE, "bonuses"), ["black"], "bad_bonuses"),
    (OVER, (*MINE, "bonuses"), ["pink"], "bad_bonuses"),
    # `?` and sweeps
    (FRESH, (*MINE, "bonuses"), ["red"], "bad_bonuses"),
    (FRESH, (*MINE, "bonuses"), ["pink"], "bad_bonuses"),
    (FRESH, (*MINE, "bonuses"), ["pink"] * 300, "bad_bonuses"),
    (PICK, (*THEIRS, "bonuses"), ["pink"], "bad_bonuses"),
    (PICK, (*MINE, "bonuses"), ["pink"], "bad_fields"),
    (position("start", "", sheet(bonuses=["pink"], pink=[1] * 12), round=4), (), None, "bad_bonuses"),
    (FRESH, (*MINE, "sweeps"), ["blue"], "bad_sweeps"),
    (PICK, (*THEIRS, "sweeps"), ["blue"], "bad_sweeps"),
    (SWEPT, (*MINE, "sweeps"), ["blue", "green"], "bad_sweeps"),
    (SWEPT, (*MINE, "sweeps"), ["white", "blue"], "bad_value"),
    (SWEPT, (*MINE, "sweeps"), ["blue", "blue"], "bad_sweeps"),
    (SWEPT, (*MINE, "silver", "blue"), [1], "bad_sweeps"),
    # The end of a turn
    (PICK, (*MINE, "done"), True, "bad_phase"),
    (PICK, (*THEIRS, "picked"), True, "bad_phase"),
    (OVER, (*THEIRS, "extra_used"), ["pink"], "bad_phase"),
    (ENDING, (*MINE, "picked"), True, "bad_picked"),
    (ENDING, (*MINE, "extra_used"), ["pink"], "bad_extra_used"),
    (ENDING, (*THEIRS, "done"), True, "bad_picked"),
    (position("end", END, sheet(), sheet(), roll=3), (), None, "bad_done"),
    (position("end", END, sheet(**EXTRA), sheet(), roll=3, round=2), (), None, "bad_done"),
    (position("before_roll", "w3t s1t y2t b1t g1t p6f", sheet(), sheet(), roll=1), (), None, "bad_phase"),
    (position("pick", "w3t s1t y2t b1t g1t p6f", sheet(), sheet(), roll=2), (), None, "bad_dice"),
    (position("pick", ROLL, roll=1, turn=1), (), None, "bad_roll"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "path", "value", "code"), BAD)
def test_a_position_that_does_not_fit_together_is_refused(written, path, value, code):
    bad = changed(written, path, value) if path else written
    with pytest.raises(BadPosition) as refused:
        GAME.load(bad)
    assert refused.value.code == code


# What nobody could reach by playing, but may lie on a table: it loads

UNUSUAL = [
    (PICK, ("dice", "pink", "at"), "tray"),
    (SECOND, ("dice", "yellow", "value"), 3),
    (SOLO, ("dice", "white", "value"), 5),
    (SWEPT, ("dice", "pink", "value"), 2),
    (FRESH, (*MINE, "reroll"), [2, 0]),
    (FRESH, (*MINE, "extra"), [1, 0]),
    (FRESH, (*MINE, "return"), [1, 0]),
    (FRESH, (*MINE, "foxes"), 1),
    (ENDING, (*MINE, "bonuses"), ["pink"]),
    (ENDING, (*THEIRS, "bonuses"), ["pink"]),
    (SWEPT, (*MINE, "bonuses"), ["black"]),
    (position("start", "", sheet(bonuses=["pink"]), round=5), (), None),
    (position("start", "", sheet(bonuses=["pink"]), round=2), (), None),
    (position("pick", "p3f s1t y2t b6 g6 w6", sheet(sweeps=["yellow"]), roll=2), (), None),
    (position("pick", "p3f s4f y2t b1t g1t w3", sheet(sweeps=["yellow"]), roll=2), (), None),
]  # fmt: skip


@pytest.mark.parametrize(("written", "path", "value"), UNUSUAL)
def test_a_position_that_fits_together_loads_however_it_came_about(written, path, value):
    unusual = changed(written, path, value) if path else written
    assert GAME.load(unusual).position() == unusual


@pytest.mark.parametrize("written", [FRESH, PICK, SECOND, ENDING, SOLO, STARTING, SWEPT, FIRED, OVER])
def test_the_positions_that_are_changed_above_are_sound(written):
    assert GAME.load(written).position() == written


def test_earlier_questions_are_not_asked_for():
    drawn = sheet(blue=[9, 9, 9], silver={row: [2] for row in ("yellow", "blue", "green", "pink")})
    assert GAME.load(position("before_roll", "", drawn)).position()["sheets"][0]["bonuses"] == []


# Actions


def test_every_action_has_a_written_form_of_its_own():
    for action in range(0, GAME.rules.ACTIONS, 7):
        assert GAME.notation.read_action(GAME.notation.write_action(action)) == action


@pytest.mark.parametrize(
    "action",
    [
        None,
        [],
        "roll",
        {},
        {"roll": 1},
        {"roll": True, "skip": True},
        {"dance": True},
        {"return": "red"},
        {"return": ["blue"]},
        {"pick": "pink"},
        {"pick": "pink", "mark": {"area": "pink"}},
        {"pick": "pink", "mark": pink(7)},
        {"pick": "pink", "mark": pink(True)},
        {"pick": "pink", "mark": blue(13)},
        {"pick": "pink", "mark": circle(0, 0)},
        {"pick": "black", "mark": pink(1)},
        {"pick": "silver", "mark": silver("white", 1)},
        {"bonus": "white", "mark": pink(1)},
        {"pick": "pink", "mark": {"area": "yellow", "cell": (0, 1), "as": "circle"}},
        {"pick": {1, 2}},
    ],
)
def test_what_is_no_action_at_all_is_refused(action):
    with pytest.raises(IllegalAction) as refused:
        start(1).table.play(0, action)
    assert (refused.value.code, refused.value.rule) == ("no_such_action", None)


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ({"roll": True}, "roll"),
        ({"return": "blue"}, "return"),
        ({"pick": "white", "mark": silver("green", 3)}, "pick.silver.green"),
        ({"mark": circle(0, 1), "bonus": "black"}, "bonus.yellow.circle"),
        ({"extra": "pink", "mark": pink(3)}, "extra.pink"),
    ],
)
def test_the_kind_of_an_action_is_the_key_of_its_words(action, kind):
    assert GAME.notation.action_kind(action) == kind


# Options and events


def test_there_are_no_options_and_one_to_four_seats():
    assert list(GAME.notation.seat_range({})) == [1, 2, 3, 4]
    for seats, options in ((0, {}), (5, {}), (2, {"variant": "basic"})):
        with pytest.raises(BadOptions):
            GAME.start(seats, options)


def test_events_tell_what_was_announced():
    board = rolled(ROLL, sheet(silver={"yellow": [3], "blue": [3], "pink": [3]}), sheet())
    board.play(pick="silver", mark=silver("green", 3))
    assert board.events() == [
        {"event": "picked", "seat": 0, "die": "silver", "number": 3},
        {"event": "to_tray", "die": "white", "number": 2},
        {"event": "to_tray", "die": "blue", "number": 1},
        {"event": "silver_marked", "seat": 0, "row": "green", "number": 3},
        {"event": "fox_won", "seat": 0, "foxes": 1},
    ]
    board = ending(END, sheet(done=True), sheet(yellow="0000000000"), sheet(done=True, picked=True))
    board.play(1, take="yellow", mark=circle(3, 0))
    assert board.events()[:3] == [
        {"event": "took", "seat": 1, "die": "yellow", "number": 2},
        {"event": "yellow_circled", "seat": 1, "number": 2, "cell": [3, 0]},
        {"event": "done", "seat": 1},
    ]
