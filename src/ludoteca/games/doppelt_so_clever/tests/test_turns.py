"""C9 to C13, C18 to C21 and C23: rounds, rolls, passive seats and actions."""

from collections import Counter

import pytest

from ludoteca.games.doppelt_so_clever.tests.sheets import (
    GAME,
    before_roll,
    blue,
    circle,
    cross,
    ending,
    green,
    nearly_full,
    pink,
    rolled,
    sheet,
    silver,
    solo_passive,
    start,
)

ALL = {"white", "silver", "yellow", "blue", "green", "pink"}


def one_turn(board):
    """The active seat skips all its rolls, everybody declines."""
    active = board["active"]
    for _ in range(3):
        board.play(active, roll=True).play(active, skip=True)
    return passive_turn(board)


def passive_turn(board):
    while board["phase"] == "end":
        seat = board.table.to_act[0]
        board.play(seat, **({"decline": True} if "decline" in board.kinds(seat) else {"done": True}))
    while board["phase"] == "start":
        seat = board.table.to_act[0]
        board.play(seat, **board.legal("bonus", seat)[0])
    return board


# C9: rounds


@pytest.mark.rule("C9")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 5), (4, 4)])
def test_a_game_has_so_many_rounds_and_each_seat_is_active_once_in_each(seats, rounds):
    board = start(seats)
    first, turns = board["active"], []
    while not board.table.over:
        turns.append((board["round"], board["turn"], board["active"]))
        one_turn(board)
    clockwise = [(first + turn) % seats for turn in range(seats)]
    assert turns == [
        (round, turn, clockwise[turn]) for round in range(1, rounds + 1) for turn in range(seats)
    ]


@pytest.mark.rule("C9", "C23")
def test_alone_there_are_six_rounds_with_an_active_and_a_passive_half():
    board, turns = start(1), []
    while not board.table.over:
        turns.append((board["round"], board["turn"], board["role"]))
        if board["role"] == "active":
            one_turn(board)
        else:
            passive_turn(board.play(roll=True))
    assert turns == [
        (round, turn, role) for round in range(1, 7) for turn, role in enumerate(("active", "passive"))
    ]
    assert (board["round"], board["turn"], board["role"]) == (6, 2, "passive")


@pytest.mark.rule("C9")
def test_the_first_active_seat_is_random():
    assert Counter(GAME.start(4, seed=seed).position()["active"] for seed in range(40)).keys() == {0, 1, 2, 3}


# C10: rolls and picks


@pytest.mark.rule("C10")
def test_the_active_seat_rolls_all_six_dice():
    board = start(2)
    active = board["active"]
    assert board.asked == ("before_roll", [active])
    assert board.table.legal(active) == [{"roll": True}]
    assert all(die == {"value": None, "at": "pool"} for die in board["dice"].values())
    board.play(active, roll=True)
    assert (*board.asked, board["roll"]) == ("pick", [active], 1)
    assert all(die["value"] in range(1, 7) and die["at"] == "pool" for die in board["dice"].values())


@pytest.mark.rule("C10")
def test_all_numbers_of_all_dice_are_equally_likely():
    fallen = Counter()
    for seed in range(300):
        board = start(1, seed).play(roll=True)
        fallen.update((name, die["value"]) for name, die in board["dice"].items())
    assert len(fallen) == 36
    assert 25 < min(fallen.values()) <= max(fallen.values()) < 80


@pytest.mark.rule("C10")
def test_lower_dice_of_the_roll_go_to_the_tray_and_equal_ones_stay():
    board = rolled("w3 s3 y2 b1 g4 p6").play(pick="silver", mark=silver("green", 3)).play(sweep_done=True)
    assert board["fields"] == ["silver"]
    assert board.at("tray") == {"yellow", "blue"}
    assert board.at("pool") == {"white", "green", "pink"}


@pytest.mark.rule("C10")
def test_the_lowest_die_sends_none_to_the_tray():
    assert rolled("w3 s3 y2 b1 g4 p1").play(pick="pink", mark=pink(1)).at("tray") == set()


@pytest.mark.rule("C10")
def test_the_remaining_dice_are_rolled_again_and_the_others_keep_their_values():
    board = rolled("w3 s3 y2 b1 g4 p6").play(pick="green", mark=green(4))
    assert board.asked == ("before_roll", [0])
    assert board["dice"]["pink"] == {"value": 6, "at": "pool"}
    board.play(roll=True)
    assert (board["roll"], board["phase"]) == (2, "pick")
    kept = {name: die["value"] for name, die in board["dice"].items() if die["at"] != "pool"}
    assert kept == {"white": 3, "silver": 3, "yellow": 2, "blue": 1, "green": 4}
    assert {action["pick"] for action in board.legal("pick")} == {"pink"}


@pytest.mark.rule("C10")
def test_a_picked_die_must_be_marked_with_its_number_in_its_area():
    board = rolled("w3 s3 y2 b1 g4 p6")
    assert board.marks("pick", "green") == [green(4)]
    assert board.marks("pick", "pink") == [pink(6)]
    assert board.marks("pick", "yellow") == [circle(1, 2), circle(3, 0)]
    assert board.marks("pick", "silver") == [silver(row, 3) for row in ("yellow", "blue", "green", "pink")]
    assert board.marks("pick", "blue") == [blue(4)]
    assert board.refused(pick="green", mark=pink(4)) == ("wrong_area", "C14")
    assert board.refused(pick="green", mark=green(5)) == ("wrong_number", "C10")


@pytest.mark.rule("C10")
def test_after_the_third_pick_all_dice_left_go_to_the_tray():
    board = rolled("w3f s3 y2t b4 g4f p6", sheet(), sheet(), roll=3).play(
        pick="silver", mark=silver("pink", 3)
    )
    assert board.asked == ("end", [1])
    assert board["fields"] == ["white", "green", "silver"]
    assert board.at("tray") == {"yellow", "blue", "pink"}
    assert board.at("pool") == set()


@pytest.mark.rule("C10", "C17")
def test_the_dice_left_stay_in_the_pool_until_the_question_of_the_third_pick_is_used():
    board = rolled("w3f s4 y6 b4 g4f p6", sheet(yellow="1000000000"), sheet(), roll=3)
    board.play(pick="yellow", mark=circle(0, 3))
    assert board.at("pool") == {"pink"}
    assert board.at("tray") == {"silver", "blue"}
    assert board.mark(blue(4), colour="blue").at("pool") == set()


# C11: no dice left


@pytest.mark.rule("C11")
def test_without_dice_to_roll_the_turn_has_fewer_rolls():
    board = rolled("w3 s3 y2 b1 g4 p6", sheet(), sheet()).play(pick="pink", mark=pink(6))
    assert board.asked == ("end", [1])
    assert (board["roll"], board.at("tray")) == (1, ALL - {"pink"})


@pytest.mark.rule("C11", "C20")
def test_a_return_brings_a_die_back_and_the_rolls_go_on():
    board = rolled("w3 s3 y2 b1 g4 p6", sheet(), sheet(), round=3).play(pick="pink", mark=pink(6))
    assert board.asked == ("before_roll", [0])
    assert board.kinds() == {"return", "finish"}
    assert board.refused(roll=True) == ("no_dice_left", "C11")
    board.play(returned="green")
    assert board.table.legal(0) == [{"roll": True}]
    assert board.refused(finish=True) == ("dice_left", "C11")
    board.play(roll=True)
    assert (board["roll"], board.at("pool")) == (2, {"green"})


@pytest.mark.rule("C11")
def test_the_active_seat_may_finish_instead_of_returning_a_die():
    board = rolled("w3 s3 y2 b1 g4 p6", sheet(), sheet(), round=3).play(pick="pink", mark=pink(6))
    board.play(finish=True)
    assert board.asked == ("end", [0, 1])
    assert board.kinds() == {"extra", "done"}
    assert board.sheet()["return"] == [1, 0]


# C12: no pick


@pytest.mark.rule("C12")
def test_a_skipped_roll_is_spent_and_no_die_moves():
    board = rolled("w3 s3 y2 b1 g4 p6").play(skip=True)
    assert (*board.asked, board["roll"]) == ("before_roll", [0], 1)
    assert board.at("pool") == ALL
    assert board["dice"]["pink"]["value"] == 6


@pytest.mark.rule("C12", "C10")
def test_after_a_skipped_third_roll_the_rest_goes_to_the_tray():
    board = rolled("w3f s3 y2 b1 g4 p6", sheet(), sheet(), roll=3).play(skip=True)
    assert board.asked == ("end", [1])
    assert board.at("tray") == ALL - {"white"}


@pytest.mark.rule("C12")
def test_a_die_that_cannot_be_marked_cannot_be_picked():
    drawn = sheet(pink=[1] * 12, blue=[3], yellow="0222222222", used={"reroll": 3}, green=[1] * 12)
    board = rolled("w3f s3t y2 b1t g4f p6", drawn, roll=3, round=1)
    assert board.table.legal(0) == [{"skip": True}]
    assert board.refused(pick="pink", mark=pink(6)) == ("area_full", "C12")
    assert board.refused(pick="yellow", mark=cross(1, 2)) == ("already_crossed", "C4")
    assert board.refused(pick="green", mark=green(4)) == ("not_in_roll", "C10")


# C13: passive seats


@pytest.mark.rule("C13")
def test_passive_seats_decide_at_the_same_time_and_may_take_the_same_die():
    seats = [sheet(done=True), sheet(), sheet(), sheet()]
    for order in ((1, 2, 3), (3, 1, 2)):
        board = ending("w3f s3f y2 b1 g4f p6", *seats)
        assert board.asked == ("end", [1, 2, 3])
        for seat in order[:2]:
            board.play(seat, take="pink", mark=pink(6))
        assert board.asked == ("end", [order[2]])
        assert [board.sheet(seat)["pink"] for seat in order] == [[6], [6], []]
        assert board.at("tray") == {"yellow", "blue", "pink"}


@pytest.mark.rule("C13")
def test_a_passive_seat_takes_a_die_of_the_tray_not_of_the_fields():
    board = ending("w3f s3f y2 b1 g4f p6", sheet(done=True), sheet())
    assert {action["take"] for action in board.legal("take", 1)} == {"yellow", "blue", "pink"}
    assert board.refused(1, take="green", mark=green(4)) == ("tray_first", "C13")


@pytest.mark.rule("C13")
def test_only_if_no_tray_die_can_be_marked_a_die_of_the_fields_may_be_taken():
    drawn = sheet(pink=[1] * 12, blue=[3], yellow="0020000000")
    board = ending("w3f s3f y1 b2 g4f p6", sheet(done=True), drawn)
    assert {action["take"] for action in board.legal("take", 1)} == {"white", "silver", "green"}
    board.play(1, take="green", mark=green(4))
    assert board.sheet(1)["green"] == [8]


@pytest.mark.rule("C13")
def test_a_passive_seat_may_decline_and_gets_nothing():
    board = ending("w3f s3f y2 b1 g4f p6", sheet(done=True), sheet(), sheet())
    board.play(1, decline=True)
    assert board.sheet(1)["picked"]
    assert board.sheet(1)["done"]
    assert board.table.scores == [0, 0, 0]
    assert board.refused(1, take="pink", mark=pink(6)) == ("turn_finished", "C13")


@pytest.mark.rule("C13")
def test_only_passive_seats_take_dice_and_only_once():
    board = ending("w3f s3f y2 b1 g4f p6", sheet(), sheet(), round=2)
    assert board.refused(0, take="pink", mark=pink(6)) == ("passive_only", "C13")
    assert board.refused(0, decline=True) == ("passive_only", "C13")
    board.play(1, take="pink", mark=pink(6))
    assert board.refused(1, take="pink", mark=pink(6)) == ("already_picked", "C13")
    assert board.refused(1, decline=True) == ("already_picked", "C13")
    assert not board.sheet(0)["picked"]


@pytest.mark.rule("C13")
def test_when_all_are_done_the_next_seat_clockwise_is_active():
    board = ending("w3f s3f y2 b1 g4f p6", sheet(done=True), sheet(), active=0).play(
        1, take="pink", mark=pink(6)
    )
    assert (board["active"], board["turn"], board["roll"], board["fields"]) == (1, 1, 0, [])
    assert board.asked == ("before_roll", [1])
    assert [(drawn["picked"], drawn["done"]) for drawn in board["sheets"]] == [(False, False)] * 2


# C18, C19: re-rolls


@pytest.mark.rule("C19")
def test_a_reroll_rolls_all_dice_of_the_roll_again():
    board = rolled("w3f s1t y2t b6 g6 p6", roll=2).play(reroll=True)
    assert (*board.asked, board["roll"]) == ("pick", [0], 2)
    assert {event["die"] for event in board.events("fell")} == {"blue", "green", "pink"}
    assert board["dice"]["white"] == {"value": 3, "at": "field"}
    assert board["dice"]["yellow"] == {"value": 2, "at": "tray"}
    assert board.sheet()["reroll"] == [1, 1]


@pytest.mark.rule("C18", "C19")
def test_any_number_of_actions_while_circles_are_left():
    board = rolled("w3 s3 y2 b1 g4 p6", sheet(green=[1, 1]))
    board.play(reroll=True).play(reroll=True)
    assert "reroll" not in board.kinds()
    assert board.refused(reroll=True) == ("no_reroll_left", "C18")


@pytest.mark.rule("C18")
def test_an_action_can_be_used_right_after_unlocking():
    board = rolled("w3 s3 y2 b1 g4 p6", sheet(green=[1], used={"reroll": 1})).play(
        pick="green", mark=green(4)
    )
    assert "reroll" in board.play(roll=True).kinds()
    board = rolled("w3f s3f y2t b1t g2 p4", sheet(pink=[1] * 4), sheet(), roll=3).play(
        pick="pink", mark=pink(4)
    )
    assert board.asked == ("end", [0, 1])
    assert "extra" in board.kinds()


@pytest.mark.rule("C19")
def test_a_reroll_comes_after_a_roll_and_is_for_the_active_seat():
    board = before_roll("w3f s1t y2t b6 g6 p6", sheet(), sheet())
    assert board.refused(reroll=True) == ("roll_first", "C10")
    assert board.refused(1, reroll=True) == ("not_your_turn", "C10")


# C20: returns


@pytest.mark.rule("C20")
def test_a_returned_die_joins_the_roll_and_several_may_be_returned():
    drawn = sheet(blue=[9, 9])
    board = before_roll("w3f s1t y2t b6 g6 p6", drawn, round=3)
    board.play(returned="silver").play(returned="yellow")
    assert board.at("pool") == {"silver", "yellow", "blue", "green", "pink"}
    assert board["dice"]["yellow"] == {"value": 2, "at": "pool"}
    assert board.refused(returned="white") == ("not_on_tray", "C20")
    assert {event["die"] for event in board.play(roll=True).events("fell")} == board.at("pool")


@pytest.mark.rule("C20")
def test_nothing_can_be_returned_before_the_first_roll_or_after_a_roll():
    board = before_roll("", sheet(), round=3, roll=0)
    assert board.table.legal(0) == [{"roll": True}]
    assert board.refused(returned="blue") == ("not_on_tray", "C20")
    board = rolled("w3f s1t y2t b6 g6 p6", sheet(), roll=2, round=3)
    assert "return" not in board.kinds()
    assert board.refused(returned="silver") == ("too_late_to_return", "C20")


@pytest.mark.rule("C18", "C20")
def test_a_return_needs_a_circle():
    board = before_roll("w3f s1t y2t b6 g6 p6", sheet())
    assert board.table.legal(0) == [{"roll": True}]
    assert board.refused(returned="silver") == ("no_return_left", "C18")


# C21: extra dice


@pytest.mark.rule("C21")
def test_an_extra_die_is_any_of_the_six_also_one_already_used():
    board = ending("w3f s3f y2 b1 g4f p6", sheet(), sheet(done=True, picked=True), round=2)
    assert {action["extra"] for action in board.legal("extra")} == ALL
    board = ending("w3f s3f y2 b1 g4f p6", sheet(done=True), sheet(), round=2)
    board.play(1, take="pink", mark=pink(6))
    assert {action["extra"] for action in board.legal("extra", 1)} == ALL
    assert board.play(1, extra="pink", mark=pink(6))["sheets"][1]["pink"] == [6, 6]


@pytest.mark.rule("C21")
def test_the_worked_example_of_two_extra_dice():
    drawn = sheet(blue=[9] * 5)
    board = ending("w4 s3f y2f b3 g4f p6", drawn, sheet(done=True, picked=True), round=2)
    board.play(extra="white", mark=circle(2, 1))
    assert board.refused(extra="white", mark=circle(4, 3)) == ("die_used", "C21")
    assert board.sheet()["extra_used"] == ["white"]
    assert board.marks("extra", "blue") == [blue(7)]
    board.play(extra="blue", mark=blue(7))
    assert board.sheet()["blue"] == [9] * 5 + [7]


@pytest.mark.rule("C21")
def test_each_die_can_be_an_extra_die_again_in_the_next_turn():
    board = ending(
        "w4 s3f y2f b3 g4f p6", sheet(blue=[9] * 5, extra_used=["white"], used={"extra": 1}), sheet(), round=2
    )
    board.play(done=True).play(1, decline=True).play(1, done=True)
    assert board.sheet()["extra_used"] == []


@pytest.mark.rule("C21")
def test_a_passive_seat_uses_extra_dice_after_its_pick_or_decline():
    board = ending("w3f s3f y2 b1 g4f p6", sheet(done=True), sheet(), round=2)
    assert board.refused(1, extra="pink", mark=pink(6)) == ("decide_first", "C21")
    assert board.refused(1, done=True) == ("decide_first", "C21")
    board.play(1, decline=True)
    assert board.asked == ("end", [1])
    assert board.kinds(1) == {"extra", "done"}


@pytest.mark.rule("C21")
def test_extra_dice_come_after_the_rolls():
    board = rolled("w3 s3 y2 b1 g4 p6", sheet(), sheet(), round=2)
    assert board.refused(extra="pink", mark=pink(6)) == ("after_the_rolls", "C13")
    assert board.refused(take="pink", mark=pink(6)) == ("after_the_rolls", "C13")
    assert board.refused(done=True) == ("after_the_rolls", "C13")


@pytest.mark.rule("C18", "C21")
def test_who_has_no_extra_die_left_or_can_mark_none_is_done():
    board = ending("w3f s3f y2 b1 g4f p6", sheet(), sheet(), sheet(), round=2)
    board.play(1, take="pink", mark=pink(6)).play(1, extra="green", mark=green(4))
    assert board.sheet(1)["extra"] == [1, 1]
    assert board.sheet(1)["done"]
    full = nearly_full("green", green=[])
    board = ending("w3f s3f y2 b1 g4f p6", sheet(), full, round=2)
    board.play(1, take="green", mark=green(4))
    assert board.legal("extra", 1) == [
        {"extra": die, "mark": green(n)} for die, n in (("white", 3), ("green", 4))
    ]
    board = ending("w3f s3f y2 b1 g4f p6", sheet(), nearly_full("pink", pink=[1] * 11), round=2)
    assert board.play(1, take="pink", mark=pink(6)).sheet(1)["done"]
    assert board.sheet(1)["extra"][0] > board.sheet(1)["extra"][1]


@pytest.mark.rule("C18")
def test_an_extra_die_needs_a_circle():
    board = ending("w3f s3f y6 b1 g4f p6", sheet(yellow="1000000000"), sheet(), round=2)
    board.play(extra="yellow", mark=circle(0, 3)).mark(blue(12), colour="blue")
    assert board.refused(extra="pink", mark=pink(6)) == ("turn_finished", "C13")


@pytest.mark.rule("C21")
def test_being_done_is_final_for_the_turn():
    board = ending("w3f s3f y2 b1 g4f p6", sheet(), sheet(), round=2).play(done=True)
    assert board.asked == ("end", [1])
    assert board.refused(extra="pink", mark=pink(6)) == ("turn_finished", "C13")


# C23: alone


@pytest.mark.rule("C23")
def test_in_the_passive_half_the_three_lowest_dice_go_to_the_tray():
    for seed in range(30):
        board = before_roll("", sheet(), roll=0, turn=1, seed=seed)
        assert board.table.legal(0) == [{"roll": True}]
        board.play(roll=True)
        assert (*board.asked, board["roll"], board["role"]) == ("end", [0], 1, "passive")
        values = {name: die["value"] for name, die in board["dice"].items()}
        assert len(board.at("tray")) == len(board.at("pool")) == 3
        assert max(values[die] for die in board.at("tray")) <= min(values[die] for die in board.at("pool"))


@pytest.mark.rule("C23")
def test_between_tied_dice_chance_decides():
    before = before_roll("", sheet(), roll=0, turn=1).table.position()
    seen = Counter()
    for seed in range(1000):
        dice = GAME.load(before, seed)
        dice.play(0, {"roll": True})
        on_table = dice.position()["dice"]
        values = sorted(die["value"] for die in on_table.values())
        if values[1] < values[2] == values[3] < values[4]:
            tied = [die["at"] for die in on_table.values() if die["value"] == values[2]]
            seen[tied.index("tray")] += 1
    assert seen.total() > 80
    assert 0.3 < seen[0] / seen.total() < 0.7


@pytest.mark.rule("C23")
def test_in_the_passive_half_one_die_of_the_tray_is_taken_or_none():
    board = solo_passive("w1t s3t y2t b4 g4 p6", sheet())
    assert {action["take"] for action in board.legal("take")} == {"white", "silver", "yellow"}
    assert board.refused(take="pink", mark=pink(6)) == ("only_the_tray", "C23")
    board.play(take="yellow", mark=circle(1, 2))
    assert (board["round"], board["turn"], board["role"]) == (2, 0, "active")
    assert solo_passive("w1t s3t y2t b4 g4 p6", sheet()).play(decline=True)["round"] == 2


@pytest.mark.rule("C23")
def test_alone_there_is_no_falling_back_on_the_other_three():
    full = nearly_full("green", green=[], used={"extra": 5})
    board = solo_passive("w6 s1t y1t b1 g4 p1t", full, round=6)
    assert board.table.legal(0) == [{"decline": True}]
    assert board.refused(take="green", mark=green(4)) == ("only_the_tray", "C23")


@pytest.mark.rule("C23", "C21")
def test_in_the_passive_half_extra_dice_are_of_all_six():
    board = solo_passive("w1t s3t y2t b4 g4 p6", sheet(), round=2).play(take="yellow", mark=circle(1, 2))
    assert {action["extra"] for action in board.legal("extra")} == ALL
    assert board.play(extra="pink", mark=pink(6))["round"] == 3


@pytest.mark.rule("C23", "C19", "C20")
def test_no_reroll_and_no_return_in_the_passive_half():
    board = before_roll("", sheet(), roll=0, turn=1, round=3)
    assert board.table.legal(0) == [{"roll": True}]
    board.play(roll=True)
    assert board.kinds() <= {"take", "decline"}
    assert board.refused(reroll=True) == ("rolls_over", "C10")
    assert board.refused(returned="white") == ("rolls_over", "C10")


@pytest.mark.rule("C23")
def test_alone_the_active_half_has_no_passive_pick():
    board = rolled("w3f s3f y2t b1t g2 p6", sheet(), roll=3).play(pick="pink", mark=pink(6))
    assert (board["turn"], board["role"], *board.asked) == (1, "passive", "before_roll", [0])
