"""Every reason for which an action is refused, with the rule it names."""

import pytest

from ludoteca import IllegalAction
from ludoteca.games.pega_em_6.tests.tables import GAME, Board, blocked, fifth, rows, seven

LYING = ([10], [50], [70], [90])
FULL = [1, 2, 3, 4, 5]


def place(*lying, card, special="block", **setting):
    """Seat 0 is about to place `card` and holds `special`."""
    return rows(*lying, specials=[[special]], **setting).reveal(card)


def draft():
    board = Board(GAME.start(2, {"variant": "professional"}, 7))
    return board if board["first"] == 0 else board.play(1, pick=1)


def chosen():
    return rows(*LYING, hands=[[60]]).load().play(0, card=60)


def exchange():
    return place(FULL, *LYING[1:], card=6).play(0, place=True)


def over():
    return rows(*LYING, left=1, options={"rounds": 1}).reveal(60, 91)


def used():
    return place(*LYING, card=20).play(0, special="block", row=1)


CASES = [
    ("game_over", "P10", over, 0, {"card": 60}),
    ("not_your_pick", "P12", draft, 1, {"pick": 5}),
    ("already_chosen", "P3", chosen, 0, {"card": 60}),
    ("not_your_placement", "P4", lambda: place(*LYING, card=60), 1, {"place": True}),
    ("not_your_exchange", "P22", exchange, 1, {"exchange": None}),
    ("draft_first", "P12", draft, 0, {"card": 5}),
    ("choose_first", "P3", rows(*LYING, hands=[[60]]).load, 0, {"place": True}),
    ("place_first", "P4", lambda: place(*LYING, card=60), 0, {"exchange": "block"}),
    ("exchange_first", "P22", exchange, 0, {"place": True}),
    ("not_in_pool", "P12", draft, 0, {"pick": 99}),
    ("not_in_hand", "P3", rows(*LYING, hands=[[60]]).load, 0, {"card": 10}),
    ("card_fits", "P5", lambda: place(*LYING, card=60), 0, {"row": 1}),
    ("no_such_row", "P2", lambda: place(*LYING, card=5), 0, {"row": 5}),
    ("row_blocked", "P20", lambda: place(blocked(10), *LYING[1:], card=5), 0, {"row": 1}),
    ("low_card", "P7", lambda: place(*LYING, card=5), 0, {"place": True}),
    ("special_used", "P14", used, 0, {"special": "block", "row": 2}),
    ("special_not_held", "P14", lambda: place(*LYING, card=60), 0, {"special": "seven"}),
    ("five_rows", "P15", lambda: place(*LYING, fifth(30), card=60, special="fifth_row"), 0,
     {"special": "fifth_row"}),
    ("seven_needs_row", "P16", lambda: place(*LYING, card=5, special="seven"), 0, {"special": "seven"}),
    ("already_seven", "P16", lambda: place(seven(10), *LYING[1:], card=11, special="seven"), 0,
     {"special": "seven"}),
    ("not_ascending", "P17", lambda: place(*LYING, card=60, special="insert"), 0,
     {"special": "insert", "row": 1, "at": 1}),
    ("no_other_card", "P18", lambda: place(*LYING, card=60, special="replace", left=1), 0,
     {"special": "replace", "card": 61}),
    ("not_in_a_row", "P19", lambda: place(*LYING, card=60, special="move"), 0,
     {"special": "move", "card": 60, "row": 1}),
    ("same_row", "P19", lambda: place(*LYING, card=60, special="move"), 0,
     {"special": "move", "card": 10, "row": 1}),
    ("row_full", "P19", lambda: place(FULL, *LYING[1:], card=60, special="move"), 0,
     {"special": "move", "card": 50, "row": 1}),
    ("two_blocked", "P20", lambda: place(blocked(10), blocked(50), *LYING[2:], card=95), 0,
     {"special": "block", "row": 3}),
    ("already_blocked", "P20", lambda: place(blocked(10), *LYING[1:], card=60), 0,
     {"special": "block", "row": 1}),
    ("nothing_taken", "P21", lambda: place(*LYING, card=60, special="positive"), 0,
     {"special": "positive", "card": 50}),
    ("not_in_taken_row", "P21", lambda: place(FULL, *LYING[1:], card=6, special="positive"), 0,
     {"special": "positive", "card": 50}),
    ("not_to_exchange", "P22", exchange, 0, {"exchange": "seven"}),
    ("not_a_replacement", "P18", lambda: place(*LYING, card=60, special="replace"), 0,
     {"special": "replace", "card": 60}),
]  # fmt: skip


@pytest.mark.rule("P3", "P4", "P12", "P14")
@pytest.mark.parametrize(("code", "rule", "build", "seat", "action"), CASES, ids=[case[0] for case in CASES])
def test_an_action_is_refused_by_its_rule_and_nothing_changes(code, rule, build, seat, action):
    board = build()
    assert action not in board.legal(seat)
    assert board.refused(seat, **action) == (code, rule)


def test_every_reason_has_its_case():
    assert [(code, rule) for code, rule, *_ in CASES] == list(GAME.rules.REFUSALS[1:])


@pytest.mark.parametrize("phase", [over, draft, chosen, exchange, used], ids=lambda build: build.__name__)
def test_for_every_action_there_is_exactly_the_legal_ones_are_not_refused(phase):
    board = phase()
    for seat in range(2):
        legal = board.table.legal_ids(seat)
        allowed = [
            action
            for action in range(GAME.rules.ACTIONS)
            if GAME.rules.refusal(board.table.states[0], seat, action) == 0
        ]
        assert sorted(legal) == allowed


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"card": 0},
        {"card": 105},
        {"card": -1},
        {"card": "60"},
        {"card": 60.0},
        {"card": True},
        {"card": None},
        {"card": [60]},
        {"card": 60, "row": 1},
        {"pick": 0},
        {"row": 0},
        {"row": 6},
        {"place": False},
        {"place": 1},
        {"special": "bull"},
        {"special": None},
        {"special": "insert"},
        {"special": "insert", "row": 1},
        {"special": "insert", "row": 1, "at": 0},
        {"special": "insert", "row": 1, "at": 7},
        {"special": "insert", "row": 6, "at": 1},
        {"special": "replace"},
        {"special": "move", "card": 13},
        {"special": "move", "card": 0, "row": 1},
        {"special": "block"},
        {"special": "seven", "row": 1},
        {"special": "positive", "card": 0},
        {"exchange": "bull"},
        {"exchange": False},
        {"Card": 60},
        {1: 2},
        None,
        [],
        "card",
        60,
        [["card", 60]],
    ],
    ids=repr,
)
def test_what_is_no_action_at_all_is_refused_whatever_the_position(action):
    board = rows(*LYING, hands=[[60]]).load()
    before = board.table.states.tobytes()
    with pytest.raises(IllegalAction) as refused:
        board.table.play(0, action)
    assert (refused.value.code, refused.value.rule) == ("no_such_action", None)
    assert board.table.states.tobytes() == before


@pytest.mark.parametrize("seat", [-1, 2, 10, None, "0", 0.0, True])
def test_a_seat_that_is_not_at_the_table_cannot_act(seat):
    board = rows(*LYING, hands=[[60]]).load()
    with pytest.raises(IllegalAction) as refused:
        board.table.play(seat, {"card": 60})
    assert refused.value.code == "no_such_seat"
