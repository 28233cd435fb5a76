"""The table on a terminal, and the words for everything that can be met."""

import io
import json
from itertools import count

import pytest
from rich.console import Console

from ludoteca.core.words import LANGUAGES, Words
from ludoteca.games.dobro.terminal import draw
from ludoteca.games.dobro.tests.tables import GAME, Board, at

every_language = pytest.mark.parametrize("language", LANGUAGES)


def words(language):
    return Words(language, GAME.folder / "words")


def screen(table, viewer, language="en"):
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(draw(table.view(viewer), words(language), viewer))
    return console.export_text()


def sentences(language):
    return json.loads((GAME.folder / "words" / f"{language}.json").read_text(encoding="utf-8"))


@every_language
def test_there_are_words_for_everything(language):
    known = set(sentences(language))
    wanted = {"name", "value.wild", "value.skip", "value.reverse"}
    wanted |= {f"phase.{phase}" for phase in ("lead", "turn", "refill", "over")}
    wanted |= {f"event.{kind.name}" for kind in GAME.notation.EVENTS}
    wanted |= {f"refusal.{code}" for code, _ in GAME.rules.REFUSALS[1:]}
    wanted |= {f"bot.{name}" for name in GAME.bots.NAMES}
    for number in range(GAME.rules.ACTIONS):
        wanted.add(f"action.{GAME.notation.action_kind(GAME.notation.write_action(number))}")
    assert wanted <= known


@every_language
@pytest.mark.parametrize("seats", [2, 6])
def test_a_whole_game_fits_on_80_columns(language, seats):
    board = Board(GAME.start(seats, {"draw": "manual", "long": True}, 1))
    for step in count():
        if step % 25 == 0 or board.table.over:
            shown = screen(board.table, step % 2, language) + screen(board.table, None, language)
            assert max(map(len, shown.splitlines())) <= 80
        if board.table.over:
            break
        board.play(board.legal()[0])


def test_the_viewer_sees_the_value_the_cards_and_the_own_hand():
    board = at("5 5 wild", table="4 skip", value=4, forgetful=2, draw="manual", others=["7 7", "8 8"])
    shown = screen(board.table, 0)
    for text in ("round 2 of 3", "Value in play: 4", "Cards in play: 4  skip", "Your hand: 5  5  wild"):
        assert text in shown
    assert "0 (to act)" in shown
    assert "2 (forgetful)" in shown
    assert "↓" in shown
    assert "Your hand" not in screen(board.table, None)


def test_two_seats_see_how_many_cards_are_set_aside():
    shown = screen(GAME.start(2, {}, 1), 1, "pt")
    assert "Pilha de Compras: 33, de lado: 10" in shown
    assert "Valor em jogo: nenhum" in shown


def test_at_the_end_the_winners_are_shown():
    board = at("9", table="4", value=4, round=3, piles=[2, 20, ...], direction=-1).play("9")
    shown = screen(board.table, 0)
    assert "0 (wins)" in shown
    assert "↑" in shown
