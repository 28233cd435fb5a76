"""Positions that no play could reach are refused, with the reason."""

import copy
import json

import pytest

from ludoteca import BadPosition
from ludoteca.games.pega_em_6.tests.spoiled import (
    FULL,
    LYING,
    agreed,
    anniversary,
    as_basic,
    basic,
    choose_first_card,
    chosen,
    dealt,
    discard_one,
    discard_the_rest,
    draft,
    draw_one_more,
    exchanging,
    five_rows,
    lay,
    lay_aside_from_pile,
    low,
    mark_from_deck,
    move,
    next_seat,
    nothing,
    one_row_fewer,
    over,
    picked_to_the_end,
    pile_in_draft,
    pile_to,
    placing,
    professional,
    put,
    put_all,
    return_one,
    scored,
    several,
    struck,
    summed,
    swap,
    take,
    to_target,
    untouched,
    used,
    without,
)
from ludoteca.games.pega_em_6.tests.tables import GAME, blocked, fifth, rows, seven

GOOD = (basic, chosen, low, over, to_target, draft, professional, anniversary, dealt, untouched, placing,
        used, exchanging, five_rows, struck)  # fmt: skip


@pytest.mark.parametrize("position", GOOD, ids=lambda position: position.__name__)
def test_a_position_that_play_can_reach_is_accepted_and_written_the_same(position):
    written = json.loads(json.dumps(position()))
    assert GAME.load(written, 1).position() == written


# What is wrong, the code of the refusal (None: any), the position, and how it is spoiled
SPOILED = [
    # Shapes and kinds of values
    ("wrong game", None, basic, put("game", "dobro")),
    ("no game", None, basic, without("game")),
    ("seats beyond the variant", "bad_seats", basic, put("seats", 11)),
    ("seats that are not counted", "bad_out", basic, put("seats", 3)),
    ("seats that are no number", "bad_seats", basic, put("seats", "2")),
    ("options that do not exist", "bad_variant", basic, put("options", {"variant": "junior"})),
    ("options not filled in", "bad_value", basic, put("options", {})),
    ("options left out", None, basic, without("options")),
    ("a key of no use", None, basic, put("weather", "fine")),
    ("a row with a key of no use", "bad_value", basic, put("rows", 0, "owner", 1)),
    ("a row without its marks", None, basic, put("rows", 0, {"cards": [10]})),
    ("a mark that is a number", "bad_value", basic, put("rows", 0, "seven", 0)),
    ("hands that are a number", None, basic, put("hands", 0, 2)),
    ("hands that are no list", None, basic, put("hands", None)),
    ("a hand that is text", "bad_cards", basic, put("hands", 0, "5, 20")),
    ("a card that is text", "bad_cards", basic, put("hands", 0, [5, "20"])),
    ("a card that is true", "bad_cards", basic, put("rows", 0, "cards", [True])),
    ("a card that is a fraction", "bad_value", basic, put("hands", 0, [5, 20.0])),
    ("a card that is a list", None, basic, put("hands", 0, [5, [20]])),
    ("too few hands", "bad_cards", basic, put("hands", [[5, 20]])),
    ("too many piles", "bad_cards", basic, put("piles", [[], [], []])),
    ("too few choices", "bad_chosen", basic, put("chosen", [None])),
    ("too few heads", "bad_heads", basic, put("heads", [0])),
    ("too many totals", "bad_totals", basic, put("totals", [0, 0, 0])),
    ("to_act that is no list", None, basic, put("to_act", 0)),
    ("a seat to act that is not there", "bad_to_act", basic, put("to_act", [0, 1, 2])),
    ("a seat to act below zero", "bad_to_act", basic, put("to_act", [-1, 0, 1])),
    ("a seat to act that is text", "bad_to_act", basic, put("to_act", ["0", 1])),
    ("seats to act in disorder", "bad_value", basic, put("to_act", [1, 0])),
    ("a seat to act twice", "bad_value", basic, put("to_act", [0, 0, 1])),
    ("a round that is text", "bad_value", basic, put("round", "1")),
    ("a round that is a fraction", "bad_value", basic, put("round", 1.0)),
    ("a round beyond all numbers", None, basic, put("round", 2**70)),
    ("revealed that is a number", "bad_value", basic, put("revealed", 0)),
    ("over that does not fit", "bad_value", basic, put("over", True)),
    ("winners before the end", "bad_value", basic, put("winners", [0])),
    ("scores that do not fit", "bad_value", basic, put("scores", [1, 1])),
    ("an unknown phase", "bad_phase", basic, put("phase", "lunch")),
    ("a phase that is no text", "bad_phase", basic, put("phase", 1)),
    # Cards: each once
    ("cards in a hand in disorder", "bad_value", basic, put("hands", 0, [20, 5])),
    ("a card missing", "bad_cards", basic, put("hands", 0, [5])),
    ("a card doubled", "bad_cards", basic, put("hands", 0, [5, 5])),
    ("a card in two hands", "bad_cards", basic, put("hands", 0, [5, 60])),
    ("a card in a hand and a row", "bad_cards", basic, put("rows", 0, "cards", [5])),
    ("a card that does not exist", "bad_cards", basic, put("hands", 0, [5, 105])),
    ("card zero", "bad_cards", basic, put("hands", 0, [0, 5])),
    ("a card below zero", "bad_cards", basic, put("hands", 0, [-5, 20])),
    ("a card more than there is", "bad_cards", basic, put("out", [*range(90, 105), 105])),
    ("a card out that is in a hand", "bad_out", basic, move(["hands", 0], ["out"], 5)),
    ("a card of a hand in the pool", "bad_hands", basic, move(["hands", 0], ["pool"], 5)),
    ("a card laid aside in the basic game", "bad_aside", basic, lay_aside_from_pile),
    ("cards above the highest in the professional variant", "bad_out", professional, swap(24, 30)),
    # Rows
    ("three rows", "bad_rows", basic, one_row_fewer),
    ("an empty row", "bad_rows", basic, move(["rows", 0, "cards"], ["hands", 0], 10)),
    ("six cards in a row", "bad_rows", lay([*FULL, 6], *LYING[1:]), nothing),
    ("seven cards in a marked row", "bad_rows", lay(seven(*FULL, 6, 7), *LYING[1:]), nothing),
    ("a row that falls", "bad_rows", lay([12, 11], *LYING[1:]), nothing),
    ("five rows without a fifth", "bad_rows", lay(*LYING, [30]), nothing),
    ("six rows", "bad_rows", lay(*LYING, fifth(30), fifth(40)), nothing),
    ("five rows in the basic game", "bad_rows", lay(*LYING, fifth(30), variant="basic"), nothing),
    ("four rows with a fifth", "bad_rows", lay(*LYING[:3], fifth(90)), nothing),
    ("a fifth that is not the fifth", "bad_rows", lay(fifth(30), *LYING), nothing),
    ("two fifths", "bad_rows", lay(*LYING[:3], fifth(90), fifth(30)), nothing),
    ("three rows blocked", "bad_rows", lay(blocked(10), blocked(50), blocked(70), [90]), nothing),
    ("a marked row in the basic game", "bad_rows", lay(seven(10), *LYING[1:], variant="basic"), nothing),
    ("a blocked row in the basic game", "bad_rows", lay(blocked(10), *LYING[1:], variant="basic"), nothing),
    ("no rows after the draft", "bad_rows", draft, put("phase", "choose")),
    # Counts that do not fit
    ("trick zero", "bad_trick", basic, put("trick", 0)),
    ("trick eleven", "bad_trick", basic, put("trick", 11)),
    ("another trick than the hands say", "bad_hands", basic, put("trick", 8)),
    ("hands of two sizes", "bad_hands", basic, move(["hands", 0], ["hands", 1], 5)),
    ("a hand that is too large by a card of a pile", "bad_hands", basic, pile_to("hands")),
    ("round zero", "bad_round", basic, put("round", 0)),
    ("round three of two", "bad_round", anniversary, several(put("round", 3), summed([1, 1]))),
    ("totals in the first round", "bad_totals", basic, summed([1, 0])),
    ("totals below zero", "bad_heads", basic, several(put("round", 2), summed([-1, 5]))),
    ("totals that reached the target", "bad_totals", basic, several(put("round", 2), summed([66, 5]))),
    ("heads that the pile does not show", "bad_heads", basic, scored([1, 0])),
    ("heads below zero", "bad_heads", basic, scored([-1, 0])),
    ("more heads than the pile shows, after striking", "bad_heads", struck, scored([3, 0])),
    ("more heads struck than the cards aside show", "bad_heads", struck, scored([0, 0])),
    ("over with totals beyond the piles of the only round", "bad_totals", over, summed([7, 300])),
    # Choosing
    ("nobody left to choose", "bad_to_act", chosen, put_all(chosen=[5, 60], to_act=[])),
    ("who has chosen is asked again", "bad_to_act", chosen, put("to_act", [0, 1])),
    ("who has not chosen is not asked", "bad_to_act", basic, put("to_act", [0])),
    ("a card chosen that is not in the hand", "bad_chosen", chosen, put("chosen", [60, None])),
    ("a card chosen that is text", "bad_chosen", chosen, put("chosen", ["5", None])),
    ("card zero chosen", "bad_chosen", chosen, put("chosen", [0, None])),
    ("a hidden card in a position", "bad_chosen", chosen, put("chosen", [True, None])),
    ("revealed while choosing", "bad_revealed", basic, put("revealed", True)),
    ("a special card used while choosing", "bad_special_used", basic, put("special_used", True)),
    ("a first picker without a draft", "bad_first", basic, put("first", 0)),
    ("a first picker in the anniversary", "bad_first", anniversary, put("first", 1)),
    # Placing
    ("nobody placing", None, low, put("to_act", [])),
    ("two placing", "bad_to_act", low, put("to_act", [0, 1])),
    ("the higher card first", "bad_to_act", low, put("to_act", [1])),
    ("placing without a card", "bad_chosen", low, take(0, 5)),
    ("placing what is hidden", "bad_cards", low, put("revealed", False)),
    ("nothing to ask", "bad_phase", rows(*LYING, hands=[[20, 21], [60, 61]]).position,
     put_all(phase="place", to_act=[0], revealed=True, chosen=[20, 60], hands=[[21], [61]])),
    ("nothing to ask a seat without special cards", "bad_phase", placing,
     several(put("specials", 0, []), put("special_deck", ["block", "seven"]), discard_the_rest)),
    ("a special card used in the basic game", "bad_special_used", low, put("special_used", True)),
    ("a special card used and a card that fits", "bad_special_used", placing, put("special_used", True)),
    ("a special card used that lies nowhere", "bad_special_used", untouched, put("special_used", True)),
    ("choosing in the place phase", "bad_hands", placing, put("phase", "choose")),
    ("exchanging in the place phase", "bad_chosen", placing, put("phase", "exchange")),
    # Exchanging
    ("nobody exchanging", "bad_to_act", exchanging, put("to_act", [])),
    ("two exchanging", "bad_to_act", exchanging, put("to_act", [0, 1])),
    ("exchanging before the card is placed", "bad_chosen", exchanging, put("to_act", [1])),
    ("exchanging without a special card", "bad_specials", exchanging,
     several(put("specials", 0, []), put("special_deck", ["block", "seven"]), discard_the_rest)),
    ("exchanging in the basic game", "bad_specials", low, several(take(0, 5), put("phase", "exchange"))),
    ("exchanging while a row is blocked", "bad_rows", exchanging, mark_from_deck("blocked", "block")),
    ("exchanging what is hidden", "bad_cards", exchanging, put("revealed", False)),
    ("a special card used while exchanging", "bad_special_used", exchanging, put("special_used", True)),
    # Drafting
    ("a draft with rows", "bad_rows", basic, put("phase", "draft")),
    ("a draft in the basic game", "bad_phase", draft, as_basic),
    ("a draft that is over", "bad_pool", draft, picked_to_the_end),
    ("a draft in trick two", "bad_trick", draft, put("trick", 2)),
    ("a draft out of turn", "bad_to_act", draft, next_seat("to_act")),
    ("a draft where two pick", "bad_to_act", draft, put("to_act", [0, 1])),
    ("a draft from another first seat", "bad_hands", draft, next_seat("first")),
    ("a draft without a first seat", "bad_first", draft, put("first", None)),
    ("a draft with a first seat that is not there", "bad_first", draft, put("first", 3)),
    ("a draft with cards taken", "bad_piles", draft, pile_in_draft),
    ("a draft with a card chosen", "bad_chosen", draft, choose_first_card),
    ("a pool after the draft", "bad_pool", professional, pile_to("pool")),
    ("the professional game without a first seat", "bad_first", professional, put("first", None)),
    ("the professional game with a first seat that is not there", "bad_first", professional, put("first", 2)),
    ("the professional game with a first seat below zero", "bad_first", professional, put("first", -1)),
    # Special cards
    ("an unknown special card", "bad_specials", anniversary, put("specials", 1, ["bull"])),
    ("a special card that is a number", "bad_specials", anniversary, put("specials", 1, [3])),
    ("a special card in capitals", "bad_value", anniversary, put("specials", 1, ["MOVE"])),
    ("a fifth card of a kind", "bad_specials", anniversary, put("specials", 1, ["seven"])),
    ("a special card missing", "bad_specials", anniversary, put("specials", 1, [])),
    ("a special card too many", "bad_specials", anniversary, put("specials", 1, ["move", "move"])),
    ("special cards in disorder", "bad_value", anniversary, put("specials", 0, ["seven", "block"])),
    ("special cards for one seat", "bad_specials", anniversary, put("specials", [["block", "seven"]])),
    ("a deck that is a number", None, anniversary, put("special_deck", 22)),
    ("special cards in the basic game", "bad_value", basic, put("specials", [["block"], []])),
    ("a deck in the basic game", "bad_value", basic, put("special_deck", ["block"])),
    ("a returned card in the basic game", "bad_value", basic, put("returned", [[5], []])),
    ("a returned card that is not in the hand", "bad_returned", anniversary, put("returned", [[60], []])),
    ("returned cards in disorder", "bad_value", anniversary, put("returned", [[20, 5], []])),
    ("returned cards of one seat", "bad_returned", anniversary, put("returned", [[5]])),
    ("more special cards than were dealt", "bad_specials", dealt, draw_one_more),
    ("a discard before anything was played", "bad_specials", dealt, discard_one),
    ("a mark before anything was played", "bad_specials", dealt, mark_from_deck("blocked", "block")),
    ("a returned card before anything was played", "bad_specials", dealt, return_one),
    ("a round that no game reaches", "bad_round", basic, put("round", 10_000)),
    # Over
    ("over before the last round", "bad_phase", over, agreed(None, 2)),
    ("over before the target", "bad_phase", to_target, agreed(67, None)),
    ("over and somebody to act", "bad_to_act", over, put("to_act", [0])),
    ("over before the last trick", "bad_trick", over, put("trick", 9)),
    ("over with cards in hand", "bad_hands", over, move(["rows", 3, "cards"], ["hands", 0], 91)),
    ("over with heads not yet added", "bad_heads", over, scored([1, 0])),
    ("over with a card chosen", "bad_chosen", over, put("chosen", [6, None])),
    ("over and revealed", "bad_revealed", over, put("revealed", True)),
    ("over without winners", "bad_value", over, put("winners", [])),
    ("over and not over", "bad_value", over, put("over", False)),
    ("over with totals that the piles of the only round do not show", "bad_heads", over, summed([3, 4])),
    ("over with totals less than the last round cost", "bad_heads", to_target, summed([5, 70])),
    ("over though the target was reached before", "bad_totals", to_target, summed([66 + 6, 300])),
]  # fmt: skip


CASES = [pytest.param(*case[1:], id=case[0]) for case in SPOILED]


@pytest.mark.rule("P1", "P2", "P9", "P13")
@pytest.mark.parametrize(("code", "position", "spoil"), CASES)
def test_a_position_that_no_play_could_reach_is_refused_with_the_reason(code, position, spoil):
    spoiled = copy.deepcopy(position())
    spoil(spoiled)
    with pytest.raises(BadPosition) as refused:
        GAME.load(spoiled, 1)
    assert refused.value.code == (code or refused.value.code)
    assert str(refused.value)


@pytest.mark.parametrize("key", sorted(basic()))
@pytest.mark.parametrize("position", [basic, draft, exchanging], ids=lambda position: position.__name__)
def test_a_position_without_one_of_its_keys_is_refused(position, key):
    with pytest.raises(BadPosition, match=None if key in ("game", "options") else key):
        GAME.load({name: value for name, value in position().items() if name != key}, 1)


@pytest.mark.parametrize("position", [None, [], "position", 7, {}, [basic()]], ids=type)
def test_what_is_no_position_at_all_is_refused(position):
    with pytest.raises(BadPosition):
        GAME.load(position, 1)


@pytest.mark.rule("P21", "P22")
def test_the_exchange_after_the_only_card_taken_was_laid_aside_is_a_position_like_any_other():
    board = rows([55], [60], [70], [90], specials=[["positive", "seven"]]).reveal(30)
    board.play(0, special="positive", card=55)
    assert board.asked == ("exchange", [0])
    assert board.pile(0) == []
    assert GAME.load(board.table.position(), 1).position() == board.table.position()
