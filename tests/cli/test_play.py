"""A game in the terminal, played through its standard input."""

import io
import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.bots import registry
from ludoteca.bots.observation import Observation
from ludoteca.cli import main
from ludoteca.cli.terminal_game import TerminalGame
from ludoteca.core.words import LANGUAGES, WORDS
from ludoteca.lab.narrator import Narrator
from random_play import counted

Run = Callable[..., Any]

SHORT = ("--seats", "3", "--option", "rounds=1", "--seed", "7")


class Person(io.StringIO):
    """Somebody who reads the screen and types a number that is offered there, without knowing the game."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patience: int = 10_000) -> None:
        super().__init__()
        self.capsys = capsys
        self.patience = patience
        self.luck = random.Random(1)
        self.screens: list[str] = []

    def readline(self, _size: int | None = -1) -> str:  # type: ignore[override]
        self.screens.append(self.capsys.readouterr().out)
        if len(self.screens) > self.patience:
            return ""
        return f"{self.luck.choice(offered(self.screens[-1]))}\n"


def offered(screen: str) -> list[int]:
    """The numbers that the menu at the end of a screen offers."""
    menu = screen.rpartition("\n\n")[2] if "\n\n" in screen else screen
    listed = re.search(r": ([-0-9, \n]+)\n> $", menu)
    if listed:
        parts = [part.split("-") for part in listed[1].replace("\n", " ").split(", ")]
        return [number for part in parts for number in range(int(part[0]), int(part[-1]) + 1)]
    return [int(number) for number in re.findall(r"(?:^|   )\s*(\d+)  \S", menu, re.MULTILINE)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "options",
    [("variant=basic", "rounds=1"), ("variant=professional", "rounds=1"), ("variant=anniversary",)],
    ids=lambda options: options[0],
)
def test_a_whole_game(
    options: tuple[str, ...],
    language: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person = Person(capsys)
    monkeypatch.setattr(sys, "stdin", person)
    asked = [part for option in options for part in ("--option", option)]
    arguments = ["play", "pega-em-6", "--seats", "2", "--seed", "4", "--bots", "random", *asked]
    assert main([*arguments, "--lang", language]) == 0
    last = capsys.readouterr()
    everything = "".join(person.screens) + last.out
    assert len(person.screens) >= 10
    assert max(map(len, everything.splitlines())) <= 80
    for part in END[language]:
        assert part in last.out
    assert ENGLISH.isdisjoint(re.findall(r"\w+", everything)) == (language != "en")


END = {
    "en": ("The game is over.", "the game is over", "--seed 4"),
    "pt": ("Fim da partida.", "a partida acabou", "--seed 4"),
    "de": ("Das Spiel ist zu Ende.", "das Spiel ist zu Ende", "--seed 4"),
}
ENGLISH = {"You", "Your", "row", "round", "card", "Card", "heads", "places", "reveals", "wins"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", ludoteca.games())
def test_every_game_can_be_played_by_the_numbers_on_the_screen(
    id: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not (ludoteca.game(id).folder / "terminal.py").exists():
        pytest.skip(f"{id} has no terminal yet")
    person = Person(capsys, patience=counted(80, 15))
    monkeypatch.setattr(sys, "stdin", person)
    assert main(["play", id, "--seats", "2", "--seed", "2", "--lang", language]) == 0
    last = capsys.readouterr()
    assert "--seed 2" in last.out
    assert len(person.screens) > 10


def test_the_same_seed_gives_the_same_game(run: Run) -> None:
    assert run("play", "pega-em-6", *SHORT).out == run("play", "pega-em-6", *SHORT).out
    assert run("play", "pega-em-6").out != run("play", "pega-em-6").out


def hand(screen: str) -> list[int]:
    return offered(screen.partition("\n> ")[0] + "\n> ")


def test_when_the_input_ends_the_game_is_left_politely(run: Run) -> None:
    ran = run("play", "pega-em-6", *SHORT)
    assert (ran.status, ran.err) == (0, "")
    assert "Choose a card: " in ran.out
    assert "You have left the game." in ran.out


def test_q_leaves(run: Run) -> None:
    ran = run("play", "pega-em-6", *SHORT, "--lang", "pt", typed="q\n")
    assert ran.status == 0
    assert "Você saiu da partida." in ran.out


def test_a_card_can_be_written_as_json(run: Run) -> None:
    card = hand(run("play", "pega-em-6", *SHORT).out)[0]
    assert f"You choose {card}." in run("play", "pega-em-6", *SHORT, typed=f'{{"card": {card}}}\n').out


def test_a_refusal_says_why_with_the_rule(run: Run) -> None:
    held = hand(run("play", "pega-em-6", *SHORT).out)
    other = next(card for card in range(1, 105) if card not in held)
    for typed in (f"{other}\n", f'{{"card": {other}}}\n'):
        refused = run("play", "pega-em-6", *SHORT, typed=typed).out
        assert "That card is not in your hand." in refused
        assert "P3 For a trick, every seat picks one card" in refused
    refused = run("play", "pega-em-6", *SHORT, "--lang", "pt", typed=f"{other}\n").out
    assert "Essa carta não está na sua mão." in refused
    assert "P3 Em cada jogada" in refused


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("?", "this help"),
        ("t", "trick 1 of 10"),
        ("h", "chance of winning"),
        ("r", "The cards turned over are placed one by one"),
        ("R", "The cards turned over are placed one by one"),
        ("hello", "neither a number nor"),
        ("{", "That is not JSON."),
        ('{"card": }', "That is not JSON."),
        ('{"a":' * 5000, "That is not JSON."),
        ("{}", "There is no such action"),
        ('{"card": "x"}', "There is no such action"),
        ('{"row": 1}', "First everybody chooses a card."),
        ("9" * 5000, "There is no such action"),
        ("-3", "neither a number nor"),
        ("\x00\x1b[2J", "neither a number nor"),
        ("", "Choose a card"),
    ],
)
def test_whatever_is_typed_is_answered(run: Run, typed: str, answer: str) -> None:
    ran = run("play", "pega-em-6", *SHORT, typed=f"{typed}\n")
    assert (ran.status, ran.err) == (0, "")
    after = ran.out.partition("\n> ")[2]
    assert answer in after
    assert "You choose" not in after


def test_a_hint_calls_cards_as_people_do(run: Run) -> None:
    told = run("play", "dobro", "--seats", "2", "--seed", "2", typed="h\n").out.split("\n> ")[1]
    assert re.search(r"play (the pair )?\d+", told)
    assert not set("[]{}'") & set(told)


def test_seat_and_name(run: Run) -> None:
    ran = run("play", "pega-em-6", *SHORT, "--seat", "1", "--name", " Léo\x1b[31m [red]")
    assert re.search(r"Ana .*\n Léo\[31m \[red\] .*\n Bento ", ran.out)
    named = run("play", "pega-em-6", *SHORT, "--name", "Ana").out
    assert "You play against Bento (skilled) and Clara (skilled)." in named


def test_a_crowd_has_names(run: Run) -> None:
    shown = run("play", "pega-em-6", "--seats", "10", "--seat", "9").out
    assert all(name in shown for name in ("Ana", "Ivo", "You"))


def test_an_empty_line_is_the_only_action_there_is() -> None:
    table = ludoteca.game("pega-em-6").start(2, {"rounds": 1}, seed=1)
    game = at_table(table)
    assert game.meaning("", menu=None, everything=[{"card": 5}]) == [{"card": 5}]  # type: ignore[arg-type]


def at_table(table: ludoteca.Table) -> TerminalGame:
    names = [f"P{seat}" for seat in range(table.seats)]
    words = Narrator("en", WORDS, table.game.folder / "words", names=names, seat=0)
    return TerminalGame(table, words, dict.fromkeys(range(1, table.seats), "closest"), random.Random(1))


def test_a_bot_never_sees_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is handed what its seat sees, and a table where the rest was drawn at random."""
    game = ludoteca.game("pega-em-6")
    table = game.start(3, {"variant": "anniversary"}, seed=1)
    choice_of, seen = registry.choice_of, []

    def spy(observation: Observation, *rest: Any) -> Any:
        assert observation.view == table.view(observation.seat)
        assert (observation.states[0].cards != table.states[0].cards).any()
        seen.append(observation.seat)
        return choice_of(observation, *rest)

    monkeypatch.setattr(registry, "choice_of", spy)
    terminal = at_table(table)
    for seat in (1, 2):
        terminal.bot_acts(seat)
    assert seen == [1, 2]


# Kept for later


def test_a_game_that_is_kept_can_be_verified_and_reviewed(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = str(tmp_path / "a game.json")
    monkeypatch.setattr(sys, "stdin", Person(capsys))
    whole = ("play", "pega-em-6", "--seats", "2", "--bots", "random", "--option", "rounds=1", "--seed", "7")
    assert main([*whole, "--name", "Lia", "--save", file]) == 0
    assert f"ludoteca review '{file}'" in capsys.readouterr().out
    assert "The game is verified." in run("verify", file).out
    told = run("review", file, "--playouts", "1")
    assert told.status == 0
    assert "0 Lia" in told.out
    assert "1 random" in told.out
    assert "ended by agreement" not in told.out


@pytest.mark.parametrize("id", ludoteca.games())
def test_a_game_that_was_left_is_kept_as_far_as_it_went(
    run: Run, id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    monkeypatch.setattr(sys, "stdin", Person(capsys, patience=3))
    assert main(["play", id, "--seats", "2", "--bots", "random", "--save", str(file)]) == 0
    kept = json.loads(file.read_bytes())
    assert kept["ended"] == "agreement"
    assert {taken["seat"] for taken in kept["actions"]} >= {0}
    assert run("verify", str(file)).status == 0


def test_the_same_seed_deals_the_kept_game_again(run: Run, tmp_path: Path) -> None:
    shown = run("play", "pega-em-6", *SHORT).out
    assert hand(shown) == hand(run("play", "pega-em-6", *SHORT, "--save", str(tmp_path / "game.json")).out)


@pytest.mark.parametrize(("language", "said"), [("en", "exists already"), ("pt", "já existe")])
def test_no_file_is_written_over(run: Run, tmp_path: Path, language: str, said: str) -> None:
    file = tmp_path / "game.json"
    file.write_text("another game", encoding="utf-8")
    ran = run("play", "pega-em-6", "--save", str(file), "--lang", language)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert file.read_text(encoding="utf-8") == "another game"


def test_a_folder_that_is_not_there_is_told_before_the_game(run: Run, tmp_path: Path) -> None:
    ran = run("play", "pega-em-6", "--save", str(tmp_path / "none" / "game.json"))
    assert (ran.status, ran.out) == (2, "")
    assert "no folder" in ran.err
