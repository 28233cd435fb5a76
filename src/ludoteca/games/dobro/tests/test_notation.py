"""How Dobro is written: options, actions, views, and positions that are not consistent."""

from collections import Counter

import pytest

from ludoteca import BadOptions, BadPosition, IllegalAction
from ludoteca.games.dobro.tests.tables import GAME, NAMES, at, short

# Options


@pytest.mark.rule("D17", "D20", "D21", "D23")
def test_the_defaults_are_pt_three_rounds_and_automatic_drawing():
    assert GAME.options(4) == {"edition": "pt", "long": False, "draw": "auto"}
    assert GAME.options(4, {"long": True, "edition": None}) == {"edition": "pt", "long": True, "draw": "auto"}


@pytest.mark.parametrize(
    ("seats", "options", "code"),
    [
        (1, {}, "bad_seats"),
        (7, {}, "bad_seats"),
        (4, {"edition": "fr"}, "bad_edition"),
        (4, {"edition": 1}, "bad_edition"),
        (4, {"long": 1}, "bad_long"),
        (4, {"long": "true"}, "bad_long"),
        (4, {"draw": "never"}, "bad_draw"),
        (4, {"draw": ["auto"]}, "bad_draw"),
        (4, {"rounds": 3}, "unknown_option"),
    ],
)
def test_there_are_no_other_options_and_values(seats, options, code):
    with pytest.raises(BadOptions) as refused:
        GAME.start(seats, options)
    assert refused.value.code == code


# Actions


def test_every_action_has_a_name_of_its_own():
    written = [GAME.notation.write_action(number) for number in range(GAME.rules.ACTIONS)]
    assert [GAME.notation.read_action(action) for action in written] == list(range(GAME.rules.ACTIONS))
    assert len({short(action) for action in written}) == GAME.rules.ACTIONS == 60


@pytest.mark.parametrize(
    ("action", "kind"),
    [
        ({"play": ["5"]}, "card"),
        ({"play": ["5", "5"]}, "pair"),
        ({"play": ["skip"]}, "skip"),
        ({"play": ["reverse"]}, "reverse"),
        ({"play": ["wild"], "as": 7}, "wild"),
        ({"play": ["6", "wild"]}, "with_wild"),
        ({"play": ["wild", "wild"], "as": 9}, "two_wilds"),
        ({"take": True}, "take"),
        ({"draw": True}, "draw"),
        ({"end": True}, "end"),
    ],
)
def test_the_words_know_each_kind_of_action(action, kind):
    assert GAME.notation.action_kind(action) == kind


@pytest.mark.rule("D7", "D10", "D11", "D14")
@pytest.mark.parametrize(
    ("action", "code", "rule"),
    [
        ({"play": ["5", "6"]}, "not_equal", "D7"),
        ({"play": ["wild"]}, "name_a_number", "D10"),
        ({"play": ["wild"], "as": 13}, "name_a_number", "D10"),
        ({"play": ["wild"], "as": 1}, "name_a_number", "D10"),
        ({"play": ["wild"], "as": True}, "name_a_number", "D10"),
        ({"play": ["wild"], "as": 7.0}, "name_a_number", "D10"),
        ({"play": ["wild"], "as": "7"}, "name_a_number", "D10"),
        ({"play": ["wild", "wild"]}, "name_a_number", "D11"),
        ({"play": ["wild", "wild"], "as": 24}, "name_a_number", "D11"),
        ({"play": ["6", "wild"], "as": 6}, "nothing_to_name", "D11"),
        ({"play": ["5"], "as": 5}, "nothing_to_name", "D11"),
        ({"play": ["skip"], "as": 5}, "nothing_to_name", "D11"),
        ({"play": ["5", "skip"]}, "never_a_pair", "D14"),
        ({"play": ["reverse", "reverse"]}, "never_a_pair", "D14"),
        ({"play": ["wild", "6"]}, "no_such_action", None),
        ({"play": []}, "no_such_action", None),
        ({"play": ["5", "5", "5"]}, "no_such_action", None),
        ({"play": ["13"]}, "no_such_action", None),
        ({"play": [5]}, "no_such_action", None),
        ({"play": "5"}, "no_such_action", None),
        ({"play": ["5"], "take": True}, "no_such_action", None),
        ({"take": False}, "no_such_action", None),
        ({"take": 1}, "no_such_action", None),
        ({"as": 7}, "no_such_action", None),
        ({"play": ["wild"], "as": 10**5000}, "name_a_number", "D10"),
        ({}, "no_such_action", None),
        ([], "no_such_action", None),
        ("take", "no_such_action", None),
    ],
)
def test_what_is_no_action_at_all(action, code, rule):
    with pytest.raises(IllegalAction) as refused:
        GAME.notation.read_action(action)
    assert (refused.value.code, refused.value.rule) == (code, rule)


# Views


@pytest.mark.rule("D3", "D4")
def test_a_view_hides_other_hands_the_draw_pile_and_the_cards_set_aside():
    table = GAME.start(2, {}, 5)
    truth, view, spectator = table.position(), table.view(1), table.view(None)
    assert view == {**truth, "hands": [6, truth["hands"][1]], "deck": 33, "aside": 10}
    assert spectator == {**truth, "hands": [6, 6], "deck": 33, "aside": 10}


@pytest.mark.rule("D4", "D15")
def test_imagining_keeps_what_a_seat_knows_and_draws_the_rest_anew():
    board = at("5 5 wild", table="4 skip", value=4, deck="2 3 9", more_deck=5)
    view = board.table.view(0)
    imagined = [GAME.imagine(view, 0, seed) for seed in range(30)]
    assert all(table.view(0) == view for table in imagined)
    assert len({str(table.position()) for table in imagined}) == 30
    for table in imagined:
        assert Counter(everything(table)) == Counter(everything(board.table))


def everything(table):
    truth = table.position()
    places = [truth["table"], truth["deck"], truth["aside"], *truth["hands"], *truth["piles"]]
    return [card for cards in places for card in cards]


@pytest.mark.rule("D4")
def test_a_hidden_card_is_imagined_in_each_hidden_place_as_often_as_its_size_says():
    view = GAME.start(2, {}, 5).view(None)
    places = Counter()
    for seed in range(150):
        truth = GAME.imagine(view, None, seed).position()
        places["hands"] += sum(hand.count("5") for hand in truth["hands"])
        places["aside"] += truth["aside"].count("5")
        places["deck"] += truth["deck"].count("5")
    assert sum(places.values()) == 900
    assert 140 < places["hands"] < 260  # 196 expected
    assert 110 < places["aside"] < 220  # 164 expected
    assert 450 < places["deck"] < 630  # 540 expected


@pytest.mark.rule("D4")
def test_what_is_imagined_hangs_on_the_view_and_on_chance_alone():
    """Two truths that look the same to a seat are imagined alike, to the last byte but the news."""
    board = at("5 5 wild", table="4", value=4, deck="2 3 9", more_deck=5, seats=4)
    truths = [board.table.states[0], GAME.imagine(board.table.view(0), 0, 1).states[0]]
    for truth in truths:
        truth.key[:] = range(8)
        truth.counter = truth.words_left = truth.news_count = 0
        truth.news[:] = 0
        GAME.rules.imagine(truth, 0)
    assert truths[0].tobytes() == truths[1].tobytes()


# Positions


def broken(board, **changes):
    return {**board.table.position(), **changes}


def turn(**setting):
    return at("5 6", table="4", value=4, others=["7 8", "9 10"], **setting)


def full(**setting):
    return at("5 6 7 8 9 10", table="4", value=4, deck="2 3 9", **setting)


def refill(**setting):
    return at("5 6 7", table="4", value=4, phase="refill", deck="2 3 9", draw="manual", **setting)


def ended():
    return at("9", table="4", value=4, round=3, others=["2 3", "5 6"], piles=[2, 20, ...]).play("9")


BROKEN = [
    ("bad_cards", lambda: broken(turn(), table=["4", "4"])),
    ("bad_cards", lambda: broken(turn(), table=["13"])),
    ("bad_cards", lambda: broken(turn(), deck=["reverse"])),
    ("bad_cards", lambda: broken(full(), deck=3)),
    ("bad_aside", lambda: broken(full(), deck=[], aside=["2", "3", "9"])),
    ("bad_phase", lambda: broken(turn(), phase="nonsense")),
    ("bad_phase", lambda: broken(full(), phase="refill")),
    ("bad_phase", lambda: broken(turn(draw="manual"), phase="refill")),
    ("bad_phase", lambda: broken(turn(), phase="over", to_act=[], points=[[1, 1, 1]] * 2)),
    ("bad_to_act", lambda: broken(turn(), to_act=[3])),
    ("bad_to_act", lambda: broken(turn(), to_act=[])),
    ("bad_to_act", lambda: broken(turn(), to_act=[0, 1])),
    ("bad_to_act", lambda: broken(ended(), to_act=[1])),
    ("bad_round", lambda: broken(turn(), round=0)),
    ("bad_round", lambda: broken(turn(), round=4)),
    ("bad_direction", lambda: broken(turn(), direction=2)),
    ("bad_direction", lambda: broken(turn(), direction=0)),
    ("bad_direction", lambda: broken(turn(), direction=None)),
    ("bad_value", lambda: broken(turn(), value=49)),
    ("bad_value", lambda: broken(turn(), value=-1)),
    ("bad_value", lambda: broken(at("5 6"), value=4)),
    ("bad_last_leader", lambda: broken(turn(), last_leader=3)),
    ("bad_forgetful", lambda: broken(turn(draw="manual"), forgetful=3)),
    ("bad_forgetful", lambda: broken(ended(), forgetful=1)),
    ("bad_points", lambda: broken(turn(), points=[])),
    ("bad_points", lambda: broken(turn(), points=[[1, 1, 4]])),
    ("bad_points", lambda: broken(turn(), points=[[-1, 1, 1]])),
    ("bad_points", lambda: broken(turn(), points=[[1]])),
    ("bad_table", lambda: broken(turn(), phase="lead", to_act=[0])),
    ("bad_table", lambda: broken(at("5 6"), phase="turn")),
    ("bad_hands", lambda: broken(turn(), hands=turn()["hands"][:2], table=["4", *turn()["hands"][2]])),
    ("bad_piles", lambda: broken(turn(), piles=turn()["piles"][:2], table=["4", *turn()["piles"][2]])),
    ("bad_hands", lambda: broken(turn(), hands=[[], *turn()["hands"][1:]], table=["4", "5", "6"])),
    ("bad_hands", lambda: broken(full(), deck=[], hands=with_more(full(), 0, ["2", "3", "9"]))),
    ("bad_hands", lambda: broken(refill(), deck=["9"], hands=with_more(refill(), 1, ["2", "3"]))),
    ("bad_hands", lambda: broken(full(draw="manual"), phase="refill")),
    ("bad_deck", lambda: broken(ended(), deck=["2"], hands=[[], ["3"], ["5", "6"]])),
    ("bad_hands", lambda: broken(ended(), hands=[["9"], ["2", "3"], ["5", "6"]], table=["4"])),
    ("bad_value", lambda: broken(turn(), scores=[9, 9, 9])),
    ("bad_value", lambda: broken(turn(), winners=[0])),
    ("bad_value", lambda: broken(turn(), hands=[["6", "5"], *turn()["hands"][1:]])),
    ("malformed", lambda: broken(turn(), hands=None)),
    ("unknown_key", lambda: broken(turn(), nonsense=1)),
]


def with_more(board, seat, cards):
    hands = board["hands"]
    return [*hands[:seat], sorted([*hands[seat], *cards], key=NAMES.index), *hands[seat + 1 :]]


@pytest.mark.rule("D1", "D2", "D3", "D4", "D15", "D16", "D17", "D18", "D19", "D21")
@pytest.mark.parametrize(("code", "position"), BROKEN)
def test_what_is_not_consistent_is_refused(code, position):
    with pytest.raises(BadPosition) as refused:
        GAME.load(position())
    assert refused.value.code == code


# No play leads to these, but they can be set up: a value that the cards do not make, a seat that did not
# draw, points that are no places, another leader, a turned direction card.
CONSISTENT = [
    lambda: turn().table.position(),
    lambda: full().table.position(),
    lambda: ended().table.position(),
    lambda: broken(turn(), value=5),
    lambda: broken(turn(), value=0),
    lambda: broken(turn(), value=47),
    lambda: broken(turn(), round=1, points=[], scores=[0, 0, 0], direction=-1),
    lambda: broken(turn(), points=[[1, 2, 3]], scores=[1, 2, 3], last_leader=2),
    lambda: broken(turn(), points=[[0, 0, 3]], scores=[0, 0, 3]),
    lambda: broken(turn(), forgetful=1),
    lambda: broken(full(), hands=[["5"], *full()["hands"][1:]], table=["4", "6", "7", "8", "9", "10"]),
    lambda: broken(ended(), hands=[[], [], ["5", "6"]], table=["4", "9", "2", "3"]),
    lambda: broken(turn(), table=["4", "skip"], hands=turn()["hands"], piles=without(turn(), "skip")),
]


def without(board, card):
    """The score piles without this card of the last one."""
    *others, last = board["piles"]
    return [*others, [*last[: last.index(card)], *last[last.index(card) + 1 :]]]


@pytest.mark.parametrize("position", CONSISTENT)
def test_what_is_consistent_is_loaded(position):
    given = position()
    assert GAME.load(given).position() == given
