"""Which positions load: all that are consistent, whether or not play could lead there, and no others."""

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
    draw,
    exchanging,
    fifth_from_pile,
    first_trick,
    five_rows,
    lay,
    low,
    mark_from_deck,
    move,
    next_seat,
    nothing,
    one_row_fewer,
    one_trick_back,
    over,
    picked_to_the_end,
    pile_in_draft,
    pile_to,
    placing,
    pool_to_out,
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
from ludoteca.games.pega_em_6.tests.tables import GAME, blocked, fifth, play_on, rows, seven

GOOD = (basic, chosen, low, over, to_target, draft, professional, anniversary, dealt, untouched, placing,
        used, exchanging, five_rows, struck)  # fmt: skip


@pytest.mark.parametrize("position", GOOD, ids=lambda position: position.__name__)
def test_a_position_that_play_can_reach_is_accepted_and_written_the_same(position):
    written = json.loads(json.dumps(position()))
    assert GAME.load(written, 1).position() == written


# What play cannot reach but a table can show, the position, and how it is changed
UNREACHABLE = [
    ("totals in the first round", basic, summed([30, 12])),
    ("totals beyond the target", basic, summed([70, 5])),
    ("totals beyond what the rounds can show", basic, several(put("round", 2), summed([900_000, 5]))),
    ("taken cards and long rows before the first trick", rows([8, 10, 30], FULL, [70], [90]).position,
     first_trick),
    ("cards out of the round that nobody has seen", basic, pile_to("out")),
    ("cards out of the round though all of them are in play", professional, pile_to("out")),
    ("the fifth row before the others", lay(fifth(30), *LYING), nothing),
    ("cards just revealed and none placed", rows(*LYING, hands=[[20, 21], [60, 61]]).position,
     put_all(phase="place", to_act=[0], revealed=True, chosen=[20, 60], hands=[[21], [61]])),
    ("one card still to place", low, take(1, 60)),
    ("a card that fits, of a seat without special cards", placing,
     several(put("specials", 0, []), put("special_deck", ["block", "seven"]), discard_the_rest)),
    ("a special card used and a card that fits", placing, put("special_used", True)),
    ("a special card used and the higher card first", used, put("to_act", [1])),
    ("a special card used that lies nowhere", untouched, put("special_used", True)),
    ("an exchange while a row is blocked", exchanging, mark_from_deck("blocked", "block")),
    ("an exchange while five rows lie", exchanging, fifth_from_pile),
    ("an exchange of a seat that has taken nothing", exchanging, pile_to("aside", seat=0)),
    ("more special cards than were dealt", dealt, draw(1)),
    ("all special cards in one hand", dealt, draw(22)),
    ("a discard before anything was played", dealt, discard_one),
    ("a mark before anything was played", dealt, mark_from_deck("blocked", "block")),
    ("a returned card before anything was played", dealt, return_one),
    ("over with totals beyond the piles of the only round", over, summed([7, 300])),
    ("over though the target was reached before", to_target, summed([66 + 6, 300])),
]  # fmt: skip


@pytest.mark.parametrize(
    ("position", "change"), [pytest.param(*case[1:], id=case[0]) for case in UNREACHABLE]
)
def test_a_consistent_position_loads_though_play_cannot_reach_it_and_is_played_to_the_end(position, change):
    written = copy.deepcopy(position())
    change(written)
    table = GAME.load(json.loads(json.dumps(written)), 1)
    assert table.position() == written
    assert play_on(table, 1).over


# What is wrong, the field that the refusal names, the position, and how it is spoiled
SPOILED = [
    # Shapes and kinds of values
    ("wrong game", "game", basic, put("game", "dobro")),
    ("no game", "game", basic, without("game")),
    ("seats beyond the variant", "seats", basic, put("seats", 11)),
    ("seats that are not counted", "hands", basic, put("seats", 3)),
    ("seats that are no number", "seats", basic, put("seats", "2")),
    ("options that do not exist", "variant", basic, put("options", {"variant": "junior"})),
    ("options not filled in", "options", basic, put("options", {})),
    ("options left out", "options", basic, without("options")),
    ("a key of no use", "weather", basic, put("weather", "fine")),
    ("a row with a key of no use", "rows", basic, put("rows", 0, "owner", 1)),
    ("a row without its marks", "rows", basic, put("rows", 0, {"cards": [10]})),
    ("a mark that is a number", "rows", basic, put("rows", 0, "seven", 0)),
    ("a hand that is a number", "hands", basic, put("hands", 0, 2)),
    ("hands that are no list", "hands", basic, put("hands", None)),
    ("a hand that is text", "hands", basic, put("hands", 0, "5, 20")),
    ("a card that is text", "hands", basic, put("hands", 0, [5, "20"])),
    ("a card that is true", "rows", basic, put("rows", 0, "cards", [True])),
    ("a card that is a fraction", "hands", basic, put("hands", 0, [5, 20.0])),
    ("a card that is a list", "hands", basic, put("hands", 0, [5, [20]])),
    ("too few hands", "hands", basic, put("hands", [[5, 20]])),
    ("too many piles", "piles", basic, put("piles", [[], [], []])),
    ("too few choices", "chosen", basic, put("chosen", [None])),
    ("too few heads", "heads", basic, put("heads", [0])),
    ("too many totals", "totals", basic, put("totals", [0, 0, 0])),
    ("to_act that is no list", "to_act", basic, put("to_act", 0)),
    ("a seat to act that is not there", "to_act", basic, put("to_act", [0, 1, 2])),
    ("a seat to act below zero", "to_act", basic, put("to_act", [-1, 0, 1])),
    ("a seat to act that is text", "to_act", basic, put("to_act", ["0", 1])),
    ("seats to act in disorder", "to_act", basic, put("to_act", [1, 0])),
    ("a seat to act twice", "to_act", basic, put("to_act", [0, 0, 1])),
    ("a round that is text", "round", basic, put("round", "1")),
    ("a round that is a fraction", "round", basic, put("round", 1.0)),
    ("a round beyond all numbers", "round", basic, put("round", 2**70)),
    ("revealed that is a number", "revealed", basic, put("revealed", 0)),
    ("over that does not fit", "over", basic, put("over", True)),
    ("winners before the end", "winners", basic, put("winners", [0])),
    ("scores that do not fit", "scores", basic, put("scores", [1, 1])),
    ("an unknown phase", "phase", basic, put("phase", "lunch")),
    ("a phase that is no text", "phase", basic, put("phase", 1)),
    # Cards: each once
    ("cards in a hand in disorder", "hands", basic, put("hands", 0, [20, 5])),
    ("a card missing", "cards", basic, put("hands", 0, [5])),
    ("a card doubled", "cards", basic, put("hands", 0, [5, 5])),
    ("a card in two hands", "cards", basic, put("hands", 0, [5, 60])),
    ("a card in a hand and a row", "cards", basic, put("rows", 0, "cards", [5])),
    ("a card in a pile and out of the round", "cards", basic, put("out", [*range(90, 105)])),
    ("a card in a hand and revealed", "cards", low, put("hands", 0, [5])),
    ("a card that does not exist", "hands", basic, put("hands", 0, [5, 105])),
    ("card zero", "hands", basic, put("hands", 0, [0, 5])),
    ("a card below zero", "hands", basic, put("hands", 0, [-5, 20])),
    ("a card more than there is", "out", basic, put("out", [*range(90, 106)])),
    ("a hand one card short, which is out", "hands", basic, move(["hands", 0], ["out"], 5)),
    ("a card of a hand in the pool", "pool", basic, move(["hands", 0], ["pool"], 5)),
    ("a card laid aside in the basic game", "aside", basic, pile_to("aside")),
    ("cards above the highest in the professional variant", "out", professional, swap(24, 30)),
    # Rows
    ("three rows", "rows", basic, one_row_fewer),
    ("an empty row", "rows", basic, move(["rows", 0, "cards"], ["hands", 0], 10)),
    ("six cards in a row", "rows", lay([*FULL, 6], *LYING[1:]), nothing),
    ("seven cards in a marked row", "rows", lay(seven(*FULL, 6, 7), *LYING[1:]), nothing),
    ("a row that falls", "rows", lay([12, 11], *LYING[1:]), nothing),
    ("five rows without a fifth", "rows", lay(*LYING, [30]), nothing),
    ("six rows", "rows", lay(*LYING, fifth(30), fifth(40)), nothing),
    ("five rows in the basic game", "rows", lay(*LYING, fifth(30), variant="basic"), nothing),
    ("four rows with a fifth", "rows", lay(*LYING[:3], fifth(90)), nothing),
    ("two fifths", "rows", lay(*LYING[:3], fifth(90), fifth(30)), nothing),
    ("three rows blocked", "rows", lay(blocked(10), blocked(50), blocked(70), [90]), nothing),
    ("a marked row in the basic game", "rows", lay(seven(10), *LYING[1:], variant="basic"), nothing),
    ("a blocked row in the basic game", "rows", lay(blocked(10), *LYING[1:], variant="basic"), nothing),
    ("no rows after the draft", "rows", draft, several(put("phase", "choose"), pool_to_out)),
    # Numbers
    ("trick zero", "trick", basic, put("trick", 0)),
    ("trick eleven", "trick", basic, put("trick", 11)),
    ("trick thirteen", "trick", anniversary, put("trick", 13)),
    ("another trick than the hands say", "hands", basic, put("trick", 8)),
    ("hands of two sizes", "hands", basic, move(["hands", 0], ["hands", 1], 5)),
    ("a hand that is too large by a card of a pile", "hands", basic, pile_to("hands")),
    ("round zero", "round", basic, put("round", 0)),
    ("round three of two", "round", anniversary, put("round", 3)),
    ("a round that no game reaches", "round", basic, put("round", 10_000)),
    ("totals below zero", "totals", basic, summed([-1, 5])),
    ("totals that no game reaches", "totals", basic, summed([171 * 9999 + 1, 5])),
    ("more heads than the pile shows", "heads", basic, scored([1, 0])),
    ("fewer heads than the pile shows", "heads", basic, scored([0, 0])),
    ("heads below zero", "heads", basic, scored([-1, 0])),
    ("more heads than the pile shows, after striking", "heads", struck, scored([3, 0])),
    ("more heads struck than the cards aside show", "heads", struck, scored([0, 0])),
    # Choosing
    ("nobody left to choose", "to_act", chosen, put_all(chosen=[5, 60], to_act=[])),
    ("a seat that has chosen is asked again", "to_act", chosen, put("to_act", [0, 1])),
    ("a seat that has not chosen is not asked", "to_act", basic, put("to_act", [0])),
    ("a card chosen that is not in the hand", "chosen", chosen, put("chosen", [60, None])),
    ("a card chosen that is text", "chosen", chosen, put("chosen", ["5", None])),
    ("card zero chosen", "chosen", chosen, put("chosen", [0, None])),
    ("a hidden card in a position", "chosen", chosen, put("chosen", [True, None])),
    ("revealed while choosing", "revealed", basic, put("revealed", True)),
    ("a special card used while choosing", "special_used", anniversary, put("special_used", True)),
    ("a first picker without a draft", "first", basic, put("first", 0)),
    ("a first picker in the anniversary", "first", anniversary, put("first", 1)),
    # Placing
    ("nobody placing", "to_act", low, put("to_act", [])),
    ("two placing", "to_act", low, put("to_act", [0, 1])),
    ("the higher card first", "to_act", low, put("to_act", [1])),
    ("placing without a card", "chosen", low, take(0, 5)),
    ("placing what is hidden", "revealed", low, put("revealed", False)),
    ("a special card used in the basic game", "special_used", low, put("special_used", True)),
    ("choosing in the place phase", "cards", placing, put("phase", "choose")),
    ("exchanging in the place phase", "chosen", placing, put("phase", "exchange")),
    # Exchanging
    ("nobody exchanging", "to_act", exchanging, put("to_act", [])),
    ("two exchanging", "to_act", exchanging, put("to_act", [0, 1])),
    ("exchanging before the card is placed", "chosen", exchanging, put("to_act", [1])),
    ("exchanging without a special card", "specials", exchanging,
     several(put("specials", 0, []), put("special_deck", ["block", "seven"]), discard_the_rest)),
    ("exchanging in the basic game", "specials", low, several(take(0, 5), put("phase", "exchange"))),
    ("exchanging what is hidden", "revealed", exchanging, put("revealed", False)),
    ("a special card used while exchanging", "special_used", exchanging, put("special_used", True)),
    # Drafting
    ("a draft with rows", "rows", basic, put("phase", "draft")),
    ("a draft in the basic game", "phase", draft, as_basic),
    ("a draft that is over", "pool", draft, picked_to_the_end),
    ("a draft in trick two", "trick", draft, put("trick", 2)),
    ("a draft out of turn", "to_act", draft, next_seat("to_act")),
    ("a draft where two pick", "to_act", draft, put("to_act", [0, 1])),
    ("a draft from another first seat", "hands", draft, next_seat("first")),
    ("a draft without a first seat", "first", draft, put("first", None)),
    ("a draft with a first seat that is not there", "first", draft, put("first", 3)),
    ("a draft with cards taken", "hands", draft, pile_in_draft),
    ("a draft with a card chosen", "chosen", draft, choose_first_card),
    ("a pool after the draft", "pool", professional, pile_to("pool")),
    ("the professional game without a first seat", "first", professional, put("first", None)),
    ("the professional game with a first seat that is not there", "first", professional, put("first", 2)),
    ("the professional game with a first seat below zero", "first", professional, put("first", -1)),
    # Special cards
    ("an unknown special card", "specials", anniversary, put("specials", 1, ["bull"])),
    ("a special card that is a number", "specials", anniversary, put("specials", 1, [3])),
    ("a special card in capitals", "specials", anniversary, put("specials", 1, ["MOVE"])),
    ("a fifth card of a kind", "specials", anniversary, put("specials", 1, ["seven"])),
    ("a special card missing", "specials", anniversary, put("specials", 1, [])),
    ("a special card too many", "specials", anniversary, put("specials", 1, ["move", "move"])),
    ("as many special cards as a record cannot count", "specials", anniversary,
     put("special_discard", ["move"] * (2**16 + 3))),
    ("special cards in disorder", "specials", anniversary, put("specials", 0, ["seven", "block"])),
    ("special cards for one seat", "specials", anniversary, put("specials", [["block", "seven"]])),
    ("a deck that is a number", "special_deck", anniversary, put("special_deck", 22)),
    ("an unknown special card in the deck", "special_deck", anniversary, put("special_deck", 0, "bull")),
    ("discards that are text", "special_discard", anniversary, put("special_discard", "block")),
    ("special cards in the basic game", "specials", basic, put("specials", [["block"], []])),
    ("a deck in the basic game", "special_deck", basic, put("special_deck", ["block"])),
    ("a returned card in the basic game", "returned", basic, put("returned", [[5], []])),
    ("a returned card that is not in the hand", "returned", anniversary, put("returned", [[60], []])),
    ("returned cards in disorder", "returned", anniversary, put("returned", [[20, 5], []])),
    ("returned cards of one seat", "returned", anniversary, put("returned", [[5]])),
    # Over
    ("over before the last round", "phase", over, agreed(None, 2)),
    ("over before the target", "phase", to_target, agreed(67, None)),
    ("over and somebody to act", "to_act", over, put("to_act", [0])),
    ("over before the last trick", "hands", over, put("trick", 9)),
    ("over with cards in hand", "hands", over, move(["rows", 3, "cards"], ["hands", 0], 91)),
    ("over a trick early, with a card in every hand", "trick", over, one_trick_back),
    ("over with heads not yet added", "heads", over, scored([1, 0])),
    ("over with a card chosen", "chosen", over, put("chosen", [6, None])),
    ("over and revealed", "revealed", over, put("revealed", True)),
    ("over without winners", "winners", over, put("winners", [])),
    ("over and not over", "over", over, put("over", False)),
    ("over with totals less than the piles show", "totals", over, summed([3, 4])),
]  # fmt: skip


CASES = [pytest.param(*case[1:], id=case[0]) for case in SPOILED]


@pytest.mark.rule("P1", "P2", "P9", "P13")
@pytest.mark.parametrize(("field", "position", "spoil"), CASES)
def test_a_position_that_is_not_consistent_is_refused_and_the_field_is_named(field, position, spoil):
    spoiled = copy.deepcopy(position())
    spoil(spoiled)
    with pytest.raises(BadPosition) as refused:
        GAME.load(spoiled, 1)
    assert refused.value.code in (f"bad_{field}", "bad_value", "wrong_game", "missing_key", "unknown_key")
    assert field in str(refused.value) or refused.value.code == "wrong_game"


@pytest.mark.rule("P1")
def test_a_card_that_lies_in_two_places_is_refused_and_both_are_named():
    position = basic()
    position["rows"][0]["cards"] = [5]
    with pytest.raises(BadPosition, match="5 lies in rows and in hands"):
        GAME.load(position, 1)


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
