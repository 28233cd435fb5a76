"""Hints: what could be done, what is to be expected of it and why, from the seat's own view."""

from dataclasses import replace
from functools import cache

import pytest

import ludoteca
from ludoteca import IllegalAction, Table, bots
from ludoteca.bots import hint as h
from ludoteca.core import chance
from ludoteca.core.bot_hooks import no_reason
from ludoteca.core.compiled import PLAIN
from ludoteca.core.table import imagine_anew
from ludoteca.core.words import LANGUAGES, Words
from ludoteca.games.doppelt_so_clever.tests.sheets import black, sheet
from ludoteca.games.pega_em_6.alphabet import Phase
from ludoteca.lab.review import BOUNDS
from ludoteca.lab.values import ValueEstimator
from random_play import SEED, Setting, copy, counted, few_settings, random_game, samples
from test_every_word import placeholders

few = pytest.mark.parametrize("setting", few_settings(), ids=str)

EACH = counted(20, 2)


def to_act(setting: Setting) -> list[Table]:
    """Tables on the way through a game, where somebody has to act."""
    return [copy(table) for table in samples(setting, each=1) if not table.over][:2]


def hints_of(table: Table, **how: object) -> list[bots.Hint]:
    seat = table.to_act[-1]
    return bots.hints(table.game, table.view(seat), seat, **{"each": EACH} | how)


@few
def test_hints_are_legal_and_the_best_one_comes_first(setting: Setting) -> None:
    for table in to_act(setting):
        found = hints_of(table)
        assert 1 <= len(found) <= h.MOST_SHOWN
        assert all(one.action in table.legal(table.to_act[-1]) for one in found)
        figures = [round(one.figure, 6) for one in found]
        assert figures == sorted(figures, reverse=True)
        assert found[0].behind == 0
        assert found[0].equal
        assert all(one.behind == pytest.approx(found[0].figure - one.figure, abs=1e-6) for one in found)
        assert all(0 <= one.figure <= 1 or setting.seats == 1 for one in found)
        assert all(EACH <= one.playouts <= found[0].playouts <= h.LONGEST * EACH for one in found)


@few
def test_hints_are_the_same_whatever_the_seat_cannot_know(setting: Setting) -> None:
    """Everything of them: candidates, chances and reasons."""
    for table in to_act(setting):
        other = copy(table)
        chance.rekey(other.states[0], SEED + 1)
        imagine_anew(other.states, table.to_act[-1])
        assert hints_of(table, each=1) == hints_of(other, each=1)


@few
def test_hints_at_a_table_are_those_of_its_view(setting: Setting) -> None:
    """Unless the game tells types of opponents apart by the history of the table."""
    for table in to_act(setting):
        seat = table.to_act[-1]
        at_table = bots.hints_of(bots.observe(table, seat), each=EACH)
        assert at_table == hints_of(table) or setting.game.bots.HOOKS.opponent_types


@few
def test_reasons_do_not_depend_on_what_was_imagined(setting: Setting) -> None:
    """All candidates, in two worlds that look the same to the seat."""
    reason = setting.game.bots.HOOKS.reason
    assert reason is not no_reason
    for table in to_act(setting):
        seat = table.to_act[-1]
        worlds = [setting.game.imagine(table.view(seat), seat, seed) for seed in (1, 2)]
        for action in table.legal_ids(seat):
            one, other = (reason(copy(world), seat, action) for world in worlds)
            assert one == other
            says_why(setting.id, *(one or ("best", {"playouts": 1})))


@few
def test_a_reason_told_to_all_hangs_on_nothing_that_they_cannot_know(setting: Setting) -> None:
    """The same action in worlds that look the same to a spectator; and two that look the same when done."""
    hooks = setting.game.bots.HOOKS
    assert hooks.open_reason is not no_reason
    for table in to_act(setting):
        seat, told = table.to_act[-1], {}
        worlds = [setting.game.imagine(table.view(None), None, seed) for seed in range(counted(30, 4))]
        for action in table.legal_ids(seat):
            reason = hooks.open_reason(copy(table), seat, action)
            for world in worlds:
                if action in world.legal_ids(seat):
                    assert hooks.open_reason(copy(world), seat, action) == reason
            if len(table.to_act) == 1:
                assert told.setdefault(seen_by_all(table, seat, action), reason) == reason
            says_why(setting.id, *(reason or ("seemed", {})))


def seen_by_all(table: Table, seat: int, action: int) -> str:
    after = copy(table)
    after.play(seat, table.game.notation.write_action(action))
    return repr((after.events(None), after.view(None)))


def says_why(id: str, code: str, arguments: dict) -> None:
    for language in LANGUAGES:
        assert placeholders(words(id, language).sentences[f"reason.{code}"]) == set(arguments)
        assert words(id, language).say(f"reason.{code}", arguments)


@cache
def words(id: str, language: str) -> Words:
    return Words(language, bots.WORDS, ludoteca.game(id).folder / "words")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", ludoteca.games())
def test_there_are_words_for_what_is_expected(id: str, language: str) -> None:
    assert "192" in words(id, language).say("hint.score", {"score": "192"})
    assert "31" in words(id, language).say("hint.victory", {"victory": "31"})


def test_a_game_without_reasons_of_its_own_gives_those_that_fit_any_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for id in ("pega-em-6", "doppelt-so-clever"):
        module = ludoteca.game(id).bots
        monkeypatch.setattr(module, "HOOKS", replace(module.HOOKS, reason=no_reason))
    table = ludoteca.game("pega-em-6").start(4, {"rounds": 1}, SEED)
    codes = [one.reason.code for one in hints_of(table)]
    assert codes[0] == "best"
    assert set(codes[1:]) <= {"close", "behind"}
    assert [one.equal for one in hints_of(table)] == [code != "behind" for code in codes]
    roll = ludoteca.game("doppelt-so-clever").start(2, {}, SEED)
    assert len(roll.legal(0)) == 1
    assert hints_of(roll)[0].reason == bots.Reason("only", {})


def test_a_row_that_costs_less_is_not_behind_one_that_costs_more() -> None:
    """In the last trick a seat gets nothing further: chances differ only by who has won."""
    setting = Setting("pega-em-6", {"variant": "basic", "rounds": 1}, 3, "")
    table = row_to_take(setting)
    found = hints_of(table, most=9)
    heads = [one.reason.arguments["heads"] for one in found]
    assert [one.reason.code for one in found] == ["takes"] * 4
    assert heads == sorted(heads)
    assert {one.error for one in found} == {0.0}
    assert {one.figure for one in found} <= {0, 1 / 3, 1 / 2, 1}


def test_any_action_can_be_asked_about_and_is_compared_in_the_same_worlds() -> None:
    table = ludoteca.game("pega-em-6").start(4, {}, SEED)
    shown = hints_of(table, most=2)
    other = next(one for one in table.legal(3) if one not in [each.action for each in shown])
    asked = hints_of(table, most=2, asked=[other])
    assert {str(one.action) for one in asked} == {
        str(one) for one in (other, *(each.action for each in shown))
    }
    mine = next(one for one in asked if one.action == other)
    assert mine.behind >= 0
    assert mine.error > 0 or PLAIN


def test_an_action_that_is_not_legal_cannot_be_asked_about() -> None:
    table = ludoteca.game("pega-em-6").start(2, {}, SEED)
    with pytest.raises(IllegalAction) as refused:
        bots.hints(table.game, table.view(0), 0, each=1, asked=[table.legal(1)[0]])
    assert refused.value.code == "not_in_hand"


@pytest.mark.skipif(PLAIN, reason="games alone take seconds in plain mode")
def test_a_dominated_action_is_never_above_the_one_that_dominates_it() -> None:
    board = black(sheet())
    every = [one for one in board.legal("bonus") if one["mark"]["area"] == "blue"]
    found = bots.hints(board.table.game, board.table.view(0), 0, each=20, asked=every)
    places = {one.action["mark"]["number"]: place for place, one in enumerate(found) if one.action in every}
    assert len(places) == len(every)
    assert min(places.values()) == places[12]


@pytest.mark.skipif(PLAIN, reason="in plain mode there are too few worlds to tell")
@few
def test_a_move_taken_on_the_hints_word_is_no_mistake(setting: Setting) -> None:
    """The review judges in the same worlds, and looks as long before it calls a decision wrong."""
    for table in to_act(setting):
        seat = table.to_act[-1]
        first = bots.hints_of(bots.observe(table, seat), each=200)[0]
        estimator = ValueEstimator(setting.game, 20, 0)
        judged = estimator.judge(table, seat, setting.game.notation.read_action(first.action))
        whole = max(1.0, judged.figures[1]) if setting.seats == 1 else 1.0
        assert judged.loss / whole <= BOUNDS[0]


def row_to_take(setting: Setting) -> Table:
    """A table of random games where a card of the last trick fits no row."""
    for seed in range(500):
        for table in random_game(setting, seed):
            state = table.states[0]
            last = state.trick == 10 and state.phase == Phase.PLACE
            if last and len(table.legal(table.to_act[0])) == 4:
                return copy(table)
    raise AssertionError("no such table")


def test_one_playout_does_not_show_what_is_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ludoteca.game("pega-em-6").start(2, {}, SEED)
    monkeypatch.setattr(h, "LONGEST", 1)
    shown = bots.hints(table.game, table.view(0), 0, each=1)
    assert {one.playouts for one in shown} == {1}
    assert any(one.behind > 0 for one in shown)
    assert all(one.equal for one in shown)


def test_at_least_one_hint_is_shown() -> None:
    table = ludoteca.game("pega-em-6").start(2, {}, SEED)
    assert len(bots.hints(table.game, table.view(0), 0, each=1, most=1)) == 1
    with pytest.raises(ValueError, match="at least one"):
        bots.hints(table.game, table.view(0), 0, most=0)


def test_a_seat_that_is_not_to_act_gets_no_hint() -> None:
    table = ludoteca.game("dobro").start(3, {}, SEED)
    other = (table.to_act[0] + 1) % 3
    with pytest.raises(IllegalAction, match="nothing to decide") as refused:
        bots.hints(table.game, table.view(other), other, each=1)
    assert refused.value.code == "nothing_to_decide"
