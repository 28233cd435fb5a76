"""P13, P14 and P23 to P25: the course of the anniversary variant."""

from collections import Counter

import pytest

from ludoteca.core.words import LANGUAGES, Words, rules_file
from ludoteca.games.pega_em_6.tests.tables import GAME, KINDS, Board, blocked, fifth, rows, seven

LYING = ([10], [50], [70], [90])
FULL = [1, 2, 3, 4, 5]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_call_special_cards_by_their_names(language):
    text = rules_file(GAME.folder, language).read_text(encoding="utf-8")
    told = " ".join(text.partition("**P13**")[2].partition("**P14**")[0].split())
    assert "`" not in told
    for kind in KINDS:
        assert Words(language, GAME.folder / "words").say(f"value.{kind}").lower() in told.lower()


def start(seats=3, seed=7):
    return Board(GAME.start(seats, {"variant": "anniversary"}, seed))


def simply(board):
    """The seat to act does the plainest thing: lowest card, no special card, first row, no exchange."""
    seat = board.table.to_act[0]
    plain = [action for action in board.legal(seat) if "special" not in action]
    board.play(seat, **(plain[0] if {"exchange": None} not in plain else {"exchange": None}))


def special_cards(board):
    """All special cards, wherever they lie."""
    found = Counter(board["special_deck"] + board["special_discard"])
    for held in board["specials"]:
        found.update(held)
    for lying in board["rows"]:
        found.update({"seven": lying["seven"], "block": lying["blocked"], "fifth_row": lying["fifth"]})
    return found


FOUR_OF_EACH = dict.fromkeys(KINDS, 4)


# P13: the deal


@pytest.mark.rule("P13")
@pytest.mark.parametrize("seats", range(2, 9))
def test_twelve_number_cards_and_three_special_cards_to_each_seat(seats):
    board = start(seats)
    assert [len(hand) for hand in board["hands"]] == [12] * seats
    assert [len(held) for held in board["specials"]] == [3] * seats
    assert [len(cards) for cards in board.rows] == [1, 1, 1, 1]
    assert len(board["special_deck"]) == 28 - 3 * seats
    assert board["special_discard"] == []
    assert len(board["out"]) == 104 - 12 * seats - 4


@pytest.mark.rule("P13")
def test_there_are_four_special_cards_of_each_of_seven_kinds():
    assert special_cards(start()) == FOUR_OF_EACH
    assert sum(FOUR_OF_EACH.values()) == 28


@pytest.mark.rule("P13")
def test_special_cards_are_shuffled():
    dealt = {str(start(seed=seed)["specials"]) for seed in range(5)}
    assert len(dealt) == 5


@pytest.mark.rule("P13")
@pytest.mark.parametrize(
    ("special", "action", "card"),
    [
        ("insert", {"row": 2, "at": 1}, 45),
        ("replace", {"card": 60}, 45),
        ("move", {"card": 50, "row": 1}, 45),
        ("positive", {"card": 10}, 5),
    ],
)
def test_used_special_cards_are_discarded(special, action, card):
    board = rows(*LYING, hands=[[card, 60]], specials=[[special]], deck=[]).reveal(card)
    assert board["special_discard"].count(special) == 3
    board.play(0, special=special, **action)
    assert board["special_discard"].count(special) == 4
    assert board["specials"] == [[], []]


@pytest.mark.rule("P13")
def test_special_cards_are_conserved_through_a_whole_game():
    board = start()
    for turn in range(1000):
        if board.table.over:
            break
        legal = board.legal(board.table.to_act[0])
        board.play(board.table.to_act[0], **legal[turn * 7 % len(legal)])
        assert special_cards(board) == FOUR_OF_EACH
    assert board.table.over


# P14: two rounds, and one special card with each placement


@pytest.mark.rule("P14")
def test_two_rounds_of_twelve_tricks():
    board = start()
    seen = []
    while not board.table.over:
        if (board["round"], board["trick"]) not in seen:
            seen.append((board["round"], board["trick"]))
        simply(board)
    assert seen == [(number, trick) for number in (1, 2) for trick in range(1, 13)]
    assert (board["round"], board["trick"]) == (2, 12)
    assert board["options"] == {"variant": "anniversary", "target": None, "rounds": 2}


@pytest.mark.rule("P14")
def test_a_special_card_is_played_by_whoever_is_about_to_place():
    board = rows(*LYING, specials=[["block"], ["block"]]).reveal(60, 20)
    assert board.asked == ("place", [1])
    assert board.refused(0, special="block", row=1) == ("not_your_placement", "P4")
    assert board.play(1, special="block", row=2).asked == ("place", [0])


@pytest.mark.rule("P14")
def test_it_need_not_be_played():
    board = rows(*LYING, specials=[["block", "seven"]]).reveal(60)
    board.play(0, place=True)
    assert board.row(2) == [50, 60]
    assert board.specials(0) == ["block", "seven"]


@pytest.mark.rule("P14")
def test_only_special_cards_of_the_own_hand():
    board = rows(*LYING, specials=[["block"], ["seven"]]).reveal(60)
    assert board.refused(0, special="seven") == ("special_not_held", "P14")
    assert {way["special"] for way in board.legal(0) if "special" in way} == {"block"}


@pytest.mark.rule("P14")
def test_at_most_one_with_a_placement():
    board = rows(*LYING, specials=[["block", "block", "positive"]]).reveal(20)
    board.play(0, special="block", row=1)
    assert board.legal(0) == [{"row": 2}, {"row": 3}, {"row": 4}]
    assert board.refused(0, special="block", row=2) == ("special_used", "P14")
    assert board.refused(0, special="positive", card=50) == ("special_used", "P14")


@pytest.mark.rule("P14")
def test_but_another_one_with_the_next_placement():
    board = rows(*LYING, left=3, specials=[["block", "block"]]).reveal(60)
    board.play(0, special="block", row=1)
    board.reveal(*(hand[0] for hand in board["hands"]))
    assert not board["special_used"]
    assert board.play(0, special="block", row=3).marks(3) == ["blocked"]


@pytest.mark.rule("P14")
def test_special_cards_in_hand_are_hidden_from_the_others():
    board = rows(*LYING, specials=[["block", "seven"], ["move"]]).load()
    assert board.table.view(0)["specials"] == [["block", "seven"], 1]
    assert board.table.view(1)["specials"] == [2, ["move"]]
    assert board.table.view(None)["specials"] == [2, 1]
    for viewer in (0, 1, None):
        assert board.table.view(viewer)["special_deck"] == 22


@pytest.mark.rule("P14")
def test_a_special_card_played_is_seen_by_all():
    board = rows(*LYING, specials=[["block", "seven"]]).reveal(60).play(0, special="block", row=1)
    for viewer in (0, 1, None):
        assert {"event": "played", "seat": 0, "special": "block"} in board.events(seat=viewer)


# P23: the second round


@pytest.mark.rule("P23")
def test_after_the_first_round_heads_are_noted_and_all_number_cards_dealt_again():
    last = rows(FULL, *LYING[1:], left=1, variant="anniversary")
    before = last.position()["heads"]
    board = last.reveal(6)
    assert (board["round"], board["trick"]) == (2, 1)
    assert board["totals"] == [6, before[1]]
    assert board["heads"] == [0, 0]
    assert (board["piles"], board["aside"], board["returned"]) == ([[], []], [], [[], []])
    assert [len(hand) for hand in board["hands"]] == [12, 12]
    assert sorted(sum(board["hands"] + board.rows, board["out"])) == list(range(1, 105))


@pytest.mark.rule("P23")
def test_a_new_deal_empties_what_was_laid_aside():
    board = rows(FULL, *LYING[1:], left=1, specials=[["positive"]], aside=[77]).reveal(6)
    board.play(0, special="positive", card=5)
    assert board["round"] == 2
    assert board["aside"] == []
    assert board["totals"][0] == 2
    assert {5, 77} <= set(sum(board["hands"] + board.rows, board["out"]))


@pytest.mark.rule("P23")
def test_seats_keep_their_special_cards_and_get_three_more():
    held = [["block", "seven"], []]
    board = rows(*LYING, left=1, specials=held).reveal(60, 80).play(0, place=True)
    assert board["round"] == 2
    assert [len(specials) for specials in board["specials"]] == [5, 3]
    assert not Counter(held[0]) - Counter(board.specials(0))
    assert board["special_discard"] == []
    assert len(board["special_deck"]) == 28 - 8
    assert special_cards(board) == FOUR_OF_EACH


@pytest.mark.rule("P23")
@pytest.mark.parametrize(
    ("seats", "held", "more"),
    [(2, 3, 3), (5, 0, 3), (5, 3, 2), (6, 0, 3), (6, 1, 3), (6, 3, 1), (7, 1, 3), (7, 2, 2), (7, 3, 1)]
    + [(8, 0, 3), (8, 1, 2), (8, 2, 1), (8, 3, 0)],
)
def test_if_there_are_not_enough_for_all_each_gets_two_one_or_none(seats, held, more):
    cards = sorted(KINDS * 4)
    specials = [cards[seat * held : seat * held + held] for seat in range(seats)]
    board = rows(*LYING, left=1, seats=seats, specials=specials).reveal()
    while board["round"] == 1:
        simply(board)
    assert [len(now) for now in board["specials"]] == [held + more] * seats
    for before, now in zip(specials, board["specials"], strict=True):
        assert not Counter(before) - Counter(now)
    assert len(board["special_deck"]) == 28 - seats * (held + more)


@pytest.mark.rule("P23")
def test_deck_discards_and_what_lies_on_the_table_are_shuffled_together_first():
    found = set()
    for seed in range(10):
        lying = [seven(10), blocked(50), [70], [90], fifth(30)]
        setting = rows(*lying, left=1, variant="anniversary", deck=["move"], seed=seed)
        board = setting.reveal(60, 80)
        assert board["round"] == 2
        assert len(board.rows) == 4
        assert not any(board.marks(number) for number in range(1, 5))
        assert special_cards(board) == FOUR_OF_EACH
        found.update(*board["specials"])
    assert found == set(KINDS)


@pytest.mark.rule("P23", "P22")
def test_the_exchange_after_the_last_placement_comes_before_the_second_round():
    lying = [[60, 61, 62, 63, 64], [10], [50], [59]]
    board = rows(*lying, left=1, specials=[[], ["block"]], deck=["move"]).reveal(11, 65).play(1, place=True)
    assert board.asked == ("exchange", [1])
    assert board["round"] == 1
    assert board["chosen"] == [None, None]
    board.play(1, exchange="block")
    assert (board["round"], board["trick"]) == (2, 1)
    assert "move" in board.specials(1)
    assert len(board.specials(1)) == 4


# P24: the end


@pytest.mark.rule("P24", "P22")
def test_the_exchange_after_the_last_placement_of_the_game_is_still_offered():
    lying = [[60, 61, 62, 63, 64], [10], [50], [59]]
    setting = rows(*lying, left=1, specials=[[], ["block"]], deck=["move"], round=2, totals=[5, 5])
    board = setting.reveal(11, 65).play(1, place=True)
    assert board.asked == ("exchange", [1])
    board.play(1, exchange="block")
    assert board.asked == ("over", [])
    assert board.specials(1) == ["move"]


@pytest.mark.rule("P24")
@pytest.mark.parametrize(("lead", "winners"), [(1, [0]), (0, [0, 1]), (-1, [1])])
def test_after_the_second_round_the_fewest_bull_heads_in_all_win_and_ties_share(lead, winners):
    setting = {"left": 1, "variant": "anniversary", "round": 2}
    setting["hands"] = [[11], [91]]
    second = rows(*LYING, **setting).position()["heads"][1]  # what seat 1 took in the second round
    board = rows(*LYING, totals=[second + 20, 20 + lead], **setting).reveal(11, 91)
    assert board.asked == ("over", [])
    assert board.table.scores == board["totals"] == [second + 20, second + 20 + lead]
    assert board.table.winners == winners


@pytest.mark.rule("P24")
def test_special_cards_left_in_hand_do_not_matter():
    setting = rows(*LYING, left=1, round=2, specials=[["seven", "seven", "seven"]], totals=[9, 9])
    board = setting.reveal(11, 91).play(0, place=True)
    assert board.table.over
    assert board.table.scores == board["totals"]
    assert board.specials(0) == ["seven", "seven", "seven"]


# P25: who is asked


@pytest.mark.rule("P25")
def test_choosing_is_asked_even_for_the_last_card():
    board = rows(*LYING, left=1, variant="anniversary").load()
    assert board.asked == ("choose", [0, 1])
    assert [len(board.legal(seat)) for seat in range(2)] == [1, 1]
    board = rows(*LYING, left=1).load()
    assert board.asked == ("choose", [0, 1])


@pytest.mark.rule("P25")
@pytest.mark.parametrize("kind", ["positive", "replace", "insert"])
def test_a_seat_with_special_cards_is_asked_even_if_all_it_can_do_is_place(kind):
    board = rows(*LYING, left=1, specials=[[kind]]).reveal(95, 91)
    assert board.asked == ("place", [0])
    assert board.legal(0) == [{"place": True}]


@pytest.mark.rule("P25")
def test_a_seat_without_special_cards_is_asked_only_for_a_low_card():
    assert rows(*LYING, specials=[[], []]).reveal(60, 91).asked == ("choose", [0, 1])
    board = rows(*LYING, specials=[[], []]).reveal(6, 91)
    assert board.asked == ("place", [0])
    assert board.legal(0) == [{"row": number} for number in range(1, 5)]


@pytest.mark.rule("P25")
@pytest.mark.parametrize(
    ("card", "action"),
    [
        (60, {"special": "block", "row": 1}),
        (60, {"special": "move", "card": 50, "row": 1}),
        (60, {"special": "replace", "card": 20}),
        (60, {"special": "seven"}),
        (60, {"special": "fifth_row"}),
        (60, {"special": "insert", "row": 3, "at": 1}),
    ],
)
def test_it_is_asked_once_for_a_placement(card, action):
    board = rows(*LYING, hands=[[card, 20]], specials=[[action["special"], "positive"]]).reveal(card, 104)
    assert board.play(0, **action).asked == ("choose", [0, 1])
    assert not board["special_used"]


@pytest.mark.rule("P25")
@pytest.mark.parametrize(
    ("card", "action"),
    [
        (20, {"special": "block", "row": 1}),
        (5, {"special": "block", "row": 1}),
        (60, {"special": "replace", "card": 6}),
        (5, {"special": "move", "card": 52, "row": 1}),
    ],
)
def test_after_a_special_card_it_is_asked_again_only_for_a_low_card(card, action):
    lying = [[10], [50, 52], [70], [90]]
    board = rows(*lying, hands=[[card, 6]], specials=[[action["special"], "positive"]]).reveal(card, 104)
    board.play(0, **action)
    assert board.asked == ("place", [0])
    assert board["special_used"]
    assert all(set(answer) == {"row"} for answer in board.legal(0))


@pytest.mark.rule("P25", "P22")
def test_a_seat_that_took_a_row_and_holds_no_special_card_is_not_offered_the_exchange():
    board = rows(FULL, *LYING[1:], specials=[["positive"]]).reveal(6).play(0, special="positive", card=5)
    assert board.asked == ("choose", [0, 1])
    board = rows(FULL, *LYING[1:], specials=[[], ["move"]]).reveal(6)
    assert board.asked == ("place", [1])


@pytest.mark.rule("P25")
def test_every_seat_that_took_a_row_is_offered_its_exchange_in_turn():
    lying = [FULL, [20, 21, 22, 23, 24], [70], [90]]
    board = rows(*lying, specials=[["move"], ["move"]]).reveal(6, 25)
    asked = []
    while board["phase"] != "choose":
        asked.append(board.asked)
        simply(board)
    assert asked == [("place", [0]), ("exchange", [0]), ("place", [1]), ("exchange", [1])]


@pytest.mark.rule("P25")
def test_rows_never_change_their_order():
    board = rows([90], [10], [70], [50], variant="anniversary").reveal(5).play(0, row=3)
    assert [cards[0] for cards in board.rows] == [90, 10, 5, 50]
