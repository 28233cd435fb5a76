"""How options, positions, views and actions are written."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca import BadOptions
from ludoteca.games.pega_em_6.tests.tables import GAME, Board, blocked, fifth, row, rows, somewhere

LYING = ([10], [50], [70], [90])
VARIANTS = {"basic": range(2, 11), "professional": range(2, 7), "anniversary": range(2, 9)}

# Options


@pytest.mark.rule("P10", "P14")
@pytest.mark.parametrize(
    ("given_options", "shown"),
    [
        (None, ("basic", 66, None)),
        ({}, ("basic", 66, None)),
        ({"variant": None, "target": None, "rounds": None}, ("basic", 66, None)),
        ({"variant": "basic", "target": 1}, ("basic", 1, None)),
        ({"target": 100}, ("basic", 100, None)),
        ({"rounds": 1}, ("basic", None, 1)),
        ({"rounds": 5, "target": None}, ("basic", None, 5)),
        ({"variant": "professional"}, ("professional", 66, None)),
        ({"variant": "professional", "target": 30}, ("professional", 30, None)),
        ({"variant": "professional", "rounds": 3}, ("professional", None, 3)),
        ({"variant": "anniversary"}, ("anniversary", None, 2)),
        ({"variant": "anniversary", "rounds": 2}, ("anniversary", None, 2)),
        ({"variant": "anniversary", "rounds": None, "target": None}, ("anniversary", None, 2)),
    ],
)
def test_options_are_shown_with_their_defaults(given_options, shown):
    table = GAME.start(3, given_options, 7)
    assert table.position()["options"] == dict(zip(("variant", "target", "rounds"), shown, strict=True))
    assert table.view(0)["options"] == table.position()["options"]


@pytest.mark.rule("P10", "P14")
@pytest.mark.parametrize(
    "options",
    [
        {"target": 66, "rounds": 1},
        {"variant": "professional", "target": 1, "rounds": 1},
        {"variant": "anniversary", "target": 66},
        {"variant": "anniversary", "rounds": 1},
        {"variant": "anniversary", "rounds": 3},
        {"variant": "anniversary", "rounds": 2, "target": 66},
        {"variant": "junior"},
        {"variant": "Basic"},
        {"variant": ""},
        {"variant": 0},
        {"variant": False},
        {"variant": []},
        {"variant": ["basic"]},
        {"target": 0},
        {"target": -66},
        {"target": "66"},
        {"target": 66.0},
        {"target": True},
        {"target": [66]},
        {"rounds": 0},
        {"rounds": -1},
        {"rounds": 1.5},
        {"rounds": "2"},
        {"rounds": False},
        {"heads": 66},
        {"Target": 66},
        {"": None},
        {1: 2},
        "basic",
        ["basic"],
        7,
    ],
    ids=repr,
)
def test_options_that_do_not_exist_are_refused(options):
    with pytest.raises(BadOptions) as refused:
        GAME.start(3, options, 7)
    assert refused.value.code


@pytest.mark.rule("P2", "P11", "P13")
@pytest.mark.parametrize("variant", VARIANTS)
def test_each_variant_has_its_seat_counts(variant):
    for seats in VARIANTS[variant]:
        assert GAME.start(seats, {"variant": variant}, 7).seats == seats
    for seats in (-1, 0, 1, max(VARIANTS[variant]) + 1, 100, 3.0, "3", None, True):
        with pytest.raises(BadOptions) as refused:
            GAME.start(seats, {"variant": variant}, 7)
        assert refused.value.code == "bad_seats"


# Positions


KEYS = [
    "game", "seats", "options", "phase", "to_act", "over", "winners", "scores",
    "round", "trick", "rows", "hands", "chosen", "revealed", "special_used", "piles", "heads", "totals",
    "pool", "out", "aside", "returned", "specials", "special_deck", "special_discard", "first",
]  # fmt: skip

reached = st.sampled_from(sorted(VARIANTS)).flatmap(
    lambda variant: st.builds(
        somewhere, st.just(variant), st.sampled_from(VARIANTS[variant]), st.integers(0, 10**6),
        st.integers(0, 120),
    )
)  # fmt: skip
few = settings(max_examples=15, deadline=None, derandomize=True, database=None)


@few
@given(reached)
def test_a_position_and_every_view_have_exactly_the_keys_of_the_rules(table):
    for written in (table.position(), table.view(0), table.view(None)):
        assert sorted(written) == sorted(KEYS)
        for lying in written["rows"]:
            assert sorted(lying) == ["blocked", "cards", "fifth", "seven"]


@few
@given(reached)
def test_a_position_is_plain_json_and_loads_to_the_same(table):
    position = table.position()
    again = GAME.load(json.loads(json.dumps(position)), 1)
    assert again.position() == position
    for seat in range(table.seats):
        assert again.legal(seat) == table.legal(seat)
        assert again.view(seat) == table.view(seat)


@few
@given(reached)
def test_all_cards_are_somewhere_once_and_lists_are_sorted(table):
    position = table.position()
    piles = position["hands"] + position["piles"] + [position["out"], position["aside"], position["pool"]]
    assert all(cards == sorted(cards) for cards in piles + position["returned"] + position["specials"])
    lying = [one["cards"] for one in position["rows"]]
    assert all(cards == sorted(cards) for cards in lying)
    everywhere = [card for cards in piles + lying for card in cards]
    if position["revealed"]:
        everywhere += [card for card in position["chosen"] if card]
    assert sorted(everywhere) == list(range(1, 105))
    assert position["special_discard"] == sorted(position["special_discard"])


@few
@given(reached)
def test_scores_and_winners_follow_from_totals_and_heads(table):
    position = table.position()
    added = [sum(both) for both in zip(position["totals"], position["heads"], strict=True)]
    assert position["scores"] == table.scores == added
    fewest = [seat for seat, score in enumerate(added) if score == min(added)]
    assert position["winners"] == table.winners == (fewest if position["over"] else [])
    assert position["over"] == table.over == (position["phase"] == "over") == (not table.to_act)


@pytest.mark.parametrize("variant", ["basic", "professional"])
def test_keys_without_use_in_a_variant_are_empty_lists(variant):
    position = GAME.start(3, {"variant": variant}, 7).position()
    for key in ("aside", "returned", "specials", "special_deck", "special_discard"):
        assert position[key] == []
    assert (position["pool"] == []) == (variant == "basic")
    assert (position["first"] is None) == (variant == "basic")


def test_the_anniversary_has_its_lists_and_no_draft():
    position = GAME.start(3, {"variant": "anniversary"}, 7).position()
    assert (position["pool"], position["aside"], position["first"]) == ([], [], None)
    assert position["returned"] == [[], [], []]
    assert (position["phase"], position["round"], position["trick"]) == ("choose", 1, 1)


def test_rows_are_written_with_their_marks():
    lying = [row(10, 12, seven=True, blocked=True), [50], blocked(70), [90], fifth(30)]
    assert rows(*lying, variant="anniversary").load()["rows"] == [
        {"cards": [10, 12], "seven": True, "blocked": True, "fifth": False},
        {"cards": [50], "seven": False, "blocked": False, "fifth": False},
        {"cards": [70], "seven": False, "blocked": True, "fifth": False},
        {"cards": [90], "seven": False, "blocked": False, "fifth": False},
        {"cards": [30], "seven": False, "blocked": False, "fifth": True},
    ]


def test_a_chosen_card_stays_in_the_hand_until_it_is_revealed_then_it_is_only_in_chosen():
    board = rows(*LYING, hands=[[5]]).load().play(0, card=5)
    assert (board["chosen"], 5 in board.hand(0)) == ([5, None], True)
    board.play(1, card=board.hand(1)[0])
    assert (board["chosen"][0], 5 in board.hand(0)) == (5, False)


@pytest.mark.rule("P22")
def test_the_deck_is_written_with_the_next_card_to_draw_first():
    lying = ([1, 2, 3, 4, 5], *LYING[1:])
    board = rows(*lying, specials=[["block"]], deck=["move", "seven", "insert"]).reveal(6)
    assert board["special_deck"] == ["move", "seven", "insert"]
    board.play(0, place=True).play(0, exchange="block")
    assert (board.specials(0), board["special_deck"]) == (["move"], ["seven", "insert"])


# Views


def as_seen(position, viewer):
    """A view as the rules describe it, made from the position."""
    open_hands = position["options"]["variant"] == "professional"

    def theirs(cards, seat, shown=False):
        return cards if shown or seat == viewer else len(cards)

    seen = dict(position)
    seen["hands"] = [theirs(hand, seat, open_hands) for seat, hand in enumerate(position["hands"])]
    seen["specials"] = [theirs(held, seat) for seat, held in enumerate(position["specials"])]
    seen["out"] = theirs(position["out"], "nobody", open_hands)
    if position["options"]["variant"] == "anniversary":
        seen["special_deck"] = len(position["special_deck"])
    if not position["revealed"]:
        seen["chosen"] = [
            True if card and seat != viewer else card for seat, card in enumerate(position["chosen"])
        ]
    return seen


@pytest.mark.rule("P3", "P12", "P14")
@few
@given(reached)
def test_a_view_hides_exactly_what_it_should(table):
    position = table.position()
    for viewer in (*range(table.seats), None):
        assert table.view(viewer) == as_seen(position, viewer)


def test_bull_piles_are_public():
    board = rows([1, 2, 3, 4, 5], *LYING[1:]).reveal(6)
    for viewer in (0, 1, None):
        assert board.table.view(viewer)["piles"] == board["piles"]
        assert board.table.view(viewer)["heads"] == board["heads"]


# Actions


ACTIONS = [
    {"pick": 17},
    {"card": 23},
    {"row": 2},
    {"place": True},
    {"special": "fifth_row"},
    {"special": "seven"},
    {"special": "insert", "row": 2, "at": 1},
    {"special": "insert", "row": 5, "at": 6},
    {"special": "replace", "card": 15},
    {"special": "move", "card": 13, "row": 2},
    {"special": "block", "row": 1},
    {"special": "positive", "card": 11},
    {"exchange": "block"},
    {"exchange": None},
]


@pytest.mark.parametrize("action", ACTIONS, ids=repr)
def test_an_action_is_read_and_written_the_same(action):
    number = GAME.notation.read_action(action)
    assert 0 <= number < GAME.rules.ACTIONS
    assert GAME.notation.write_action(number) == action
    assert GAME.notation.read_action(dict(reversed(action.items()))) == number


def test_every_action_has_a_kind_that_the_words_files_can_name():
    kinds = [GAME.notation.action_kind(action) for action in ACTIONS]
    assert list(dict.fromkeys(kinds)) == [
        "pick", "card", "row", "place",
        "special.fifth_row", "special.seven", "special.insert", "special.replace", "special.move",
        "special.block", "special.positive", "exchange", "keep",
    ]  # fmt: skip


@few
@given(reached)
def test_every_legal_action_is_in_the_notation(table):
    for seat in range(table.seats):
        for action in table.legal(seat):
            again = GAME.notation.write_action(GAME.notation.read_action(json.loads(json.dumps(action))))
            assert again == action


# The same game from the same seed


@pytest.mark.parametrize("seed", [0, 7, -3, 2**80, bytes(range(32))], ids=repr)
def test_a_seed_gives_the_same_game(seed):
    tables = [GAME.start(3, {"variant": "anniversary"}, seed) for _ in range(2)]
    for _ in range(60):
        for table in tables:
            seat = table.to_act[-1]
            table.play(seat, table.legal(seat)[0])
    assert tables[0].position() == tables[1].position()


def test_without_a_seed_every_game_is_another():
    assert Board(GAME.start(3))["hands"] != Board(GAME.start(3))["hands"]
