"""The table on a terminal."""

import pytest
from rich.console import Console

from ludoteca.core.words import LANGUAGES, Words
from ludoteca.games.double_double_dominoes.terminal import draw
from ludoteca.games.double_double_dominoes.tests.tables import GAME, after, somewhere


def on_screen(table, viewer, language="en"):
    console = Console(width=80, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        console.print(draw(table.view(viewer), Words(language, GAME.folder / "words"), viewer))
    return captured.get()


def test_tiles_lie_on_their_squares():
    lines = on_screen(after("3-5 8H 8I", "5-4 9I 10I").table, 0).splitlines()
    assert "[3  5]" in next(line for line in lines if line.startswith("│  8"))
    assert "┌5┐" in next(line for line in lines if line.startswith("│  9"))
    assert "└4┘" in next(line for line in lines if line.startswith("│ 10"))
    assert "‹5› ·  · ‹4›" in next(line for line in lines if line.startswith("│  1 "))


@pytest.mark.parametrize(("move", "sign"), [("5-5 8J 8K", "‖5  5‖"), ("5-5 9I 10I", "╔5╗")])
def test_the_double_to_lay_at_is_marked(move, sign):
    assert sign in on_screen(after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6").go(move).table, 1)


def test_a_hand_is_shown_to_its_seat_alone():
    table = after("0-1 8H 8I", hand="5-5 6-6 5-6 4-6").go("discard 6-6").table
    own, other, outside = (on_screen(table, viewer) for viewer in (1, 0, None))
    assert "Your hand: 4-6  5-5  5-6" in own
    assert "You discarded: 6-6" in own
    assert "You discarded" not in other
    assert "Your hand" not in outside
    assert "Discards: 1." in other


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("decisions", [0, 20, 300])
def test_every_line_fits_80_columns(language, decisions):
    for viewer in (0, None):
        drawn = on_screen(somewhere(6, 3, decisions), viewer, language)
        assert max(map(len, drawn.splitlines())) <= 80


def test_the_end_and_the_last_turn_are_told():
    board = after("3-5 8H 8I", hand="5-5 2-5 0-3 6-6").leave(1).go("5-5 8J 8K", "stop")
    assert "this is the last turn" in on_screen(board.table, 0)
    board.markers(101, 7).table.play(0, board.table.legal(0)[0])
    drawn = on_screen(board.table, 0)
    assert "wins" in drawn
    assert "none" in drawn
