"""P22: exchanging a special card after taking a row."""

from collections import Counter

import pytest

from ludoteca.games.pega_em_6.tests.tables import KINDS, blocked, fifth, rows, seven

LYING = ([10], [50], [70], [90])
FULL = [1, 2, 3, 4, 5]


@pytest.mark.rule("P22")
def test_after_taking_a_row_one_special_card_may_be_exchanged_for_the_top_of_the_deck():
    setting = rows(FULL, *LYING[1:], specials=[["block", "seven"]], deck=["move", "insert"])
    board = setting.reveal(6).play(0, place=True)
    assert board.asked == ("exchange", [0])
    assert board.legal(0) == [{"exchange": None}, {"exchange": "block"}, {"exchange": "seven"}]
    discarded = Counter(board["special_discard"])
    board.play(0, exchange="seven")
    assert board.specials(0) == ["block", "move"]
    assert board["special_deck"] == ["insert"]
    assert Counter(board["special_discard"]) == discarded + Counter(["seven"])


@pytest.mark.rule("P22")
def test_it_need_not_be_exchanged():
    setting = rows(FULL, *LYING[1:], specials=[["block", "seven"]], deck=["move", "insert"])
    board = setting.reveal(6).play(0, place=True)
    discarded = board["special_discard"]
    board.play(0, exchange=None)
    assert board.specials(0) == ["block", "seven"]
    assert board["special_deck"] == ["move", "insert"]
    assert board["special_discard"] == discarded
    assert board.asked == ("choose", [0, 1])


@pytest.mark.rule("P22")
def test_only_one_and_only_of_the_own_hand():
    board = rows(FULL, *LYING[1:], specials=[["block", "block"], ["move"]]).reveal(6).play(0, place=True)
    assert board.legal(0) == [{"exchange": None}, {"exchange": "block"}]
    assert board.refused(0, exchange="move") == ("not_to_exchange", "P22")
    assert board.refused(1, exchange="move") == ("not_your_exchange", "P22")
    assert board.play(0, exchange="block").asked == ("place", [1])


@pytest.mark.rule("P22")
def test_what_was_drawn_is_told_to_its_seat_alone():
    setting = rows(FULL, *LYING[1:], specials=[["block"]], deck=["move", "insert"])
    board = setting.reveal(6).play(0, place=True).play(0, exchange="block")
    told = {"event": "exchanged", "seat": 0, "special": "block"}
    assert board.events("exchanged", seat=0) == [{**told, "drawn": "move"}]
    assert board.events("exchanged", seat=1) == board.events("exchanged") == [told]


@pytest.mark.rule("P22")
def test_without_taking_there_is_no_exchange():
    board = rows(*LYING, specials=[["block"]]).reveal(60).play(0, place=True)
    assert board.asked == ("choose", [0, 1])


@pytest.mark.rule("P22")
@pytest.mark.parametrize(
    ("lying", "card", "actions"),
    [
        ((FULL, *LYING[1:]), 6, [{"place": True}]),
        (LYING, 6, [{"row": 2}]),
        ((FULL, *LYING[1:], fifth(30)), 6, [{"place": True}]),
        ((FULL, *LYING[1:]), 6, [{"special": "positive", "card": 5}]),
        (([10, 20, 30, 40, 45], *LYING[1:]), 6, [{"special": "insert", "row": 1, "at": 1}]),
        (([10, 20, 30, 40, 45], *LYING[1:], fifth(31)), 6, [{"special": "insert", "row": 1, "at": 1}]),
        (LYING, 20, [{"special": "block", "row": 1}, {"row": 2}]),
        ((FULL, *LYING[1:]), 6, [{"special": "block", "row": 3}]),
        ((FULL, *LYING[1:]), 60, [{"special": "replace", "card": 6}]),
        (LYING, 60, [{"special": "replace", "card": 6}, {"row": 2}]),
        ((FULL, [20, 50], *LYING[2:]), 6, [{"special": "move", "card": 20, "row": 3}]),
    ],
)
def test_every_taking_offers_the_exchange_however_it_came_about(lying, card, actions):
    used = actions[0].get("special", "insert")
    hands = [[card, 61 if card == 6 else 6]]
    board = rows(*lying, hands=hands, specials=[[used, "seven"]]).reveal(card)
    for action in actions:
        board.play(0, **action)
    assert board.asked == ("exchange", [0])
    assert {"exchange": "seven"} in board.legal(0)
    assert not board["special_used"]


@pytest.mark.rule("P22")
def test_an_empty_deck_is_renewed_from_the_discards_the_one_just_discarded_included():
    board = rows(FULL, *LYING[1:], specials=[["block"]], deck=[]).reveal(6).play(0, place=True)
    discarded = Counter(board["special_discard"])
    board.play(0, exchange="block")
    assert board["special_discard"] == []
    assert Counter(board["special_deck"] + board.specials(0)) == discarded + Counter(["block"])
    assert board.events("renewed") == [{"event": "renewed"}]


@pytest.mark.rule("P22")
def test_the_renewed_deck_is_shuffled():
    drawn, decks = set(), set()
    for seed in range(25):
        setting = rows(FULL, *LYING[1:], specials=[["block"]], deck=[], seed=seed)
        board = setting.reveal(6).play(0, place=True).play(0, exchange="block")
        drawn.update(board.specials(0))
        decks.add(tuple(board["special_deck"]))
    assert drawn == set(KINDS)
    assert len(decks) == 25


@pytest.mark.rule("P22")
def test_it_is_renewed_only_when_somebody_has_to_draw():
    setting = rows(FULL, [20, 21, 22, 23, 24], *LYING[2:], specials=[["block"], ["move"]], deck=["seven"])
    board = setting.reveal(6, 25).play(0, place=True).play(0, exchange="block")
    assert board["special_deck"] == []
    assert board.specials(0) == ["seven"]
    assert board["special_discard"]
    board.play(1, place=True)
    kept = board["special_discard"]
    board.play(1, exchange=None)
    assert (board["special_deck"], board["special_discard"]) == ([], kept)


@pytest.mark.rule("P22")
def test_a_seat_may_draw_the_very_card_it_discarded():
    alone = [["seven"], ["block", "fifth_row", "insert"]]
    drawn = set()
    for seed in range(25):
        board = rows(FULL, *LYING[1:], specials=alone, deck=[], seed=seed).reveal(6)
        drawn.update(board.play(0, place=True).play(0, exchange="seven").specials(0))
    assert "seven" in drawn


@pytest.mark.rule("P22")
@pytest.mark.parametrize(
    ("lying", "specials", "action", "discarded"),
    [
        ((FULL, *LYING[1:]), ["positive", "seven"], {"special": "positive", "card": 5}, ["positive"]),
        ((seven(*FULL, 6), *LYING[1:]), ["move"], {"place": True}, ["seven"]),
        ((FULL, *LYING[1:], fifth(30)), ["move"], {"place": True}, ["fifth_row"]),
        ((FULL, blocked(50), blocked(70), [90]), ["move"], {"place": True}, ["block", "block"]),
        ((FULL, blocked(50), *LYING[2:]), ["block", "move"], {"special": "block", "row": 3}, ["block"] * 2),
    ],
)
def test_used_and_freed_special_cards_are_discarded_before_the_exchange(lying, specials, action, discarded):
    setting = rows(*lying, hands=[[7]], specials=[specials], deck=[])
    before = Counter(setting.position()["special_discard"])
    board = setting.reveal(7).play(0, **action)
    assert board.asked == ("exchange", [0])
    assert Counter(board["special_discard"]) == before + Counter(discarded)


@pytest.mark.rule("P22")
def test_the_exchange_comes_before_the_next_card_is_placed():
    board = rows(FULL, *LYING[1:], specials=[["block"]]).reveal(6, 51).play(0, place=True)
    assert board["chosen"] == [None, 51]
    assert board["revealed"]
    assert board.row(2) == [50]
    assert board.play(0, exchange=None).row(2) == [50, 51]
