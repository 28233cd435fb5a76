"""Why not: every refusal, with its rule, and nothing has changed."""

import pytest

from ludoteca.games.doppelt_so_clever.tests.sheets import (
    GAME,
    before_roll,
    black,
    blue,
    circle,
    columns,
    cross,
    ending,
    green,
    load,
    nearly_full,
    pink,
    rolled,
    sheet,
    silver,
    solo_passive,
)

ROLL = "w2 s3 y5 b1 g4 p6"
END = "w3f s3f y2 b1 g4f p6"
BLACK = {"bonus": "black"}


def over():
    return load("over", "w1t s1t y1t b1 g1 p1", sheet(), round=6, turn=2, roll=1)


def question():
    return black(sheet())


def blue_question():
    return load("start", "", sheet(bonuses=["blue"]), round=4)


def others_question():
    return load("start", "", sheet(), sheet(bonuses=["black"]), round=4)


def fresh():
    return before_roll("", roll=0)


def just_rolled():
    return rolled(ROLL, round=2)


def second_roll():
    return rolled("w3f s1t y2t b6 g6 p6", roll=2, round=3)


def swept():
    return rolled(ROLL).play(pick="silver", mark=silver("green", 3))


def no_dice():
    return rolled(ROLL, sheet(), sheet(), round=3).play(pick="pink", mark=pink(6))


def rolls_made():
    return ending(END, sheet(), round=2)


def passive():
    return ending(END, sheet(), sheet(done=True), active=1, round=2)


def has_picked():
    return ending(END, sheet(picked=True), sheet(), active=1, round=2)


def alone():
    return solo_passive("w1t s3t y2t b4 g4 p6", sheet())


def extra_pink():
    return ending(END, sheet(pink=[4] * 5, extra_used=["pink"], used={"extra": 1}), round=2)


CASES = [
    ("game_over", "C22", over, {"roll": True}),
    ("no_bonus_open", "C17", others_question, {"roll": True}),
    ("not_your_turn", "C10", lambda: before_roll("", sheet(), sheet(), roll=0, active=1), {"roll": True}),
    ("not_your_turn", "C10", lambda: rolled(ROLL, sheet(), sheet(), active=1), {"skip": True}),
    ("turn_finished", "C13", lambda: ending(END, sheet(done=True), sheet()), {"done": True}),
    ("bonus_first", "C17", question, {"roll": True}),
    ("bonus_first", "C17", question, {"done": True}),
    ("sweep_first", "C16", swept, {"roll": True}),
    ("bonus_not_open", "C17", question, {"bonus": "pink", "mark": pink(1)}),
    ("bonus_not_open", "C17", just_rolled, {"bonus": "pink", "mark": pink(1)}),
    ("not_swept", "C16", just_rolled, {"sweep": "blue", "mark": silver("blue", 1)}),
    ("not_swept", "C16", just_rolled, {"sweep_done": True}),
    ("not_swept", "C16", swept, {"sweep": "green", "mark": silver("green", 4)}),
    ("roll_first", "C10", fresh, {"pick": "pink", "mark": pink(1)}),
    ("roll_first", "C10", fresh, {"skip": True}),
    ("pick_first", "C10", just_rolled, {"roll": True}),
    ("pick_first", "C10", just_rolled, {"finish": True}),
    ("after_the_rolls", "C13", just_rolled, {"decline": True}),
    ("after_the_rolls", "C13", lambda: rolled(ROLL, round=2), {"extra": "pink", "mark": pink(6)}),
    ("rolls_over", "C10", rolls_made, {"roll": True}),
    ("rolls_over", "C10", rolls_made, {"pick": "pink", "mark": pink(6)}),
    ("no_dice_left", "C11", no_dice, {"roll": True}),
    ("dice_left", "C11", fresh, {"finish": True}),
    ("no_return_left", "C18", lambda: before_roll("w3f s1t y2t b6 g6 p6"), {"returned": "silver"}),
    ("not_on_tray", "C20", lambda: before_roll("w3f s1t y2t b6 g6 p6", round=3), {"returned": "white"}),
    ("too_late_to_return", "C20", second_roll, {"returned": "silver"}),
    ("no_reroll_left", "C18", lambda: rolled(ROLL, sheet(used={"reroll": 1})), {"reroll": True}),
    ("not_in_roll", "C10", second_roll, {"pick": "silver", "mark": silver("pink", 1)}),
    ("passive_only", "C13", lambda: ending(END, sheet(), sheet(), round=2), {"decline": True}),
    ("already_picked", "C13", has_picked, {"decline": True}),
    ("decide_first", "C21", passive, {"done": True}),
    ("tray_first", "C13", passive, {"take": "green", "mark": green(4)}),
    ("only_the_tray", "C23", alone, {"take": "pink", "mark": pink(6)}),
    ("die_used", "C21", extra_pink, {"extra": "pink", "mark": pink(6)}),
    ("wrong_colour", "C17", blue_question, {"bonus": "blue", "mark": pink(6)}),
    ("only_silver", "C16", swept, {"sweep": "blue", "mark": blue(3)}),
    ("wrong_row", "C16", swept, {"sweep": "blue", "mark": silver("pink", 1)}),
    ("wrong_area", "C14", just_rolled, {"pick": "green", "mark": pink(4)}),
    ("wrong_number", "C10", just_rolled, {"pick": "green", "mark": green(5)}),
    ("wrong_number", "C10", just_rolled, {"pick": "white", "mark": circle(0, 1)}),
    ("wrong_sum", "C15", just_rolled, {"pick": "white", "mark": blue(2)}),
    ("already_marked", "C3", lambda: black(sheet(silver=columns(1))), {**BLACK, "mark": silver("blue", 1)}),
    ("already_circled", "C4", lambda: black(sheet(yellow="1000000000")), {**BLACK, "mark": circle(0, 1)}),
    ("already_circled", "C4", lambda: black(sheet(yellow="2000000000")), {**BLACK, "mark": circle(0, 1)}),
    ("not_circled", "C4", question, {**BLACK, "mark": cross(0, 1)}),
    ("already_crossed", "C4", lambda: black(sheet(yellow="2000000000")), {**BLACK, "mark": cross(0, 1)}),
    ("number_too_high", "C5", lambda: black(sheet(blue=[4])), {**BLACK, "mark": blue(5)}),
    ("area_full", "C12", lambda: black(sheet(blue=[4] * 12)), {**BLACK, "mark": blue(2)}),
    ("area_full", "C12", lambda: black(nearly_full("pink", pink=[])), {**BLACK, "mark": green(2)}),
    ("area_full", "C12", lambda: black(nearly_full("green", green=[])), {**BLACK, "mark": pink(2)}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "rule", "board", "action"), CASES)
def test_what_is_not_allowed_is_refused_with_its_rule(code, rule, board, action):
    assert board().refused(**action) == (code, rule)


def test_every_refusal_is_shown_above_and_names_its_rule():
    assert {(code, rule) for code, rule, *_ in CASES} == set(GAME.rules.REFUSALS[1:])
