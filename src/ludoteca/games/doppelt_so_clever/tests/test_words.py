"""Every action, event, refusal, phase and bot has its words, and the table can be drawn in every language."""

import json
import random
import re
from functools import cache

import pytest
from rich.console import Console

from ludoteca.core.words import LANGUAGES, Words
from ludoteca.games.doppelt_so_clever import bots, terminal
from ludoteca.games.doppelt_so_clever.alphabet import ACTIONS, Phase
from ludoteca.games.doppelt_so_clever.tests.sheets import (
    GAME,
    ending,
    load,
    nearly_full,
    rolled,
    sheet,
    silver,
)

LAST_PHRASE = {"en": "Twice as clever", "pt": "Duas vezes mais esperto", "de": "Doppelt so clever wie"}


@cache
def words(language):
    return Words(language, GAME.folder / "words")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_is_described(language):
    said = [
        words(language).say(f"action.{GAME.notation.action_kind(action)}", action)
        for action in map(GAME.notation.write_action, range(ACTIONS))
    ]
    assert len(set(said)) == ACTIONS


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_else_has_its_words(language):
    catalogue = words(language).sentences
    for kind in GAME.notation.EVENTS:
        sentence = catalogue[f"event.{kind.name}"]
        fields = set(re.findall(r"{(\w+)}", sentence))
        assert fields <= set(kind.fields)
        assert ("seat" in kind.fields) <= (f"event.{kind.name}.you" in catalogue)
    assert all(f"refusal.{code}" in catalogue for code, _ in GAME.rules.REFUSALS[1:])
    assert all(f"phase.{phase.name.lower()}" in catalogue for phase in Phase)
    assert all(f"bot.{name}" in catalogue for name in bots.NAMES)
    codes = set(re.findall(r'"(bad_\w+)"', json.dumps(list(catalogue)).replace("refusal.", "")))
    source = "".join((GAME.folder / file).read_text("utf-8") for file in ("reading.py", "consistency.py"))
    named = {f"bad_{field}" for field in re.findall(r', "([a-z_]+)", f?"', source)}
    assert named <= codes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_table_is_drawn_in_80_columns(language, seats):
    table, luck = GAME.start(seats, seed=seats), random.Random(seats)
    while True:
        for seat in (0, None) if luck.random() < 0.05 or table.over else ():
            assert max(map(len, drawn(table.view(seat), language, seat).splitlines())) <= 80
        if table.over:
            break
        seat = luck.choice(table.to_act)
        table.play(seat, luck.choice(table.legal(seat)))


def drawn(view, language, seat):
    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(terminal.draw(view, words(language), seat))
    return captured.get()


def test_the_drawing_shows_dice_marks_and_what_is_open():
    board = rolled("w2 s3 y5 b1 g4 p6", sheet(yellow="0120000000", blue=[9, 7], pink=[5]), sheet())
    board.play(pick="silver", mark=silver("green", 3))
    text = drawn(board.table.view(0), "en", 0)
    for piece in ("silver 3", "blue 1", "(6)", "✗", "May also be marked in silver: blue, white", "to act"):
        assert piece in text
    assert "Open ?: black" in drawn(
        load("start", "", sheet(bonuses=["black"]), round=4).table.view(0), "en", 0
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_level_stands_under_a_finished_game_alone(language):
    full = nearly_full("pink", pink=[6] * 12)
    board = load("over", "w1t s1t y1t b1 g1 p1", full, round=6, turn=2, roll=1)
    assert LAST_PHRASE[language] in drawn(board.table.view(0), language, 0)
    board = ending("w3f s3f y2 b1 g4f p6", sheet(), sheet(), round=2)
    assert LAST_PHRASE[language] not in drawn(board.table.view(None), language, None)
