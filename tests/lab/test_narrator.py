"""What happened, told to the person at the table."""

from typing import Any

import pytest

import ludoteca
from ludoteca.core.words import WORDS
from ludoteca.games.doppelt_so_clever.tables import CELL_AT, CELL_NUMBER
from ludoteca.lab.narrator import Narrator

GAME = ludoteca.game("pega-em-6")
KINDS = GAME.notation.EVENTS


def voice(language: str = "en") -> Narrator:
    names = ["Ana", "You", "Bento"]
    return Narrator(language, WORDS, GAME.folder / "words", names=names, seat=1)


def told(*events: dict[str, Any], language: str = "en") -> list[str]:
    return [paragraph.plain for paragraph in voice(language).paragraphs(events, KINDS)]


def test_a_seat_is_called_by_its_name() -> None:
    placed = {"event": "placed", "seat": 0, "card": 23, "row": 2}
    assert told(placed) == ["Ana places 23 in row 2."]
    assert told(placed, language="pt") == ["Ana posiciona a 23 na fileira 2."]


def test_the_person_is_spoken_to() -> None:
    took = {"event": "took", "seat": 1, "row": 3, "heads": 7}
    assert told(took) == ["You take row 3: 7 bull heads."]
    assert told(took, language="pt") == ["Você pega a fileira 3: 7 cabeças de boi."]


def test_one_is_not_many() -> None:
    took = {"event": "took", "seat": 0, "row": 3, "heads": 1}
    assert told(took) == ["Ana takes row 3: 1 bull head."]
    assert told(took, language="pt") == ["Ana pega a fileira 3: 1 cabeça de boi."]


def test_what_is_hidden_stays_hidden() -> None:
    exchanged = {"event": "exchanged", "seat": 2, "special": "block"}
    assert told(exchanged) == ["Bento discards Block and draws a special card."]
    assert told({**exchanged, "seat": 1, "drawn": "seven"}) == ["You discard Block and draw Take 7!."]


def test_what_says_nothing_is_not_told() -> None:
    assert told({"event": "chose", "seat": 2}) == []
    assert told({"event": "chose", "seat": 1, "card": 9}) == ["You choose 9."]


def test_events_of_a_kind_stand_together() -> None:
    revealed = [{"event": "revealed", "seat": seat, "card": 10 + seat} for seat in range(3)]
    assert told(*revealed, {"event": "blocks_gone"}) == [
        "Ana reveals 10. You reveal 11. Bento reveals 12.",
        "All blocks are lifted.",
    ]


@pytest.mark.parametrize(
    ("language", "card", "pair"),
    [
        ("en", "play 10", "play the pair 10 + wild"),
        ("pt", "jogar 10", "jogar o par 10 + Curinga"),
        ("de", "10 spielen", "das Paar 10 + Joker spielen"),
    ],
)
def test_cards_in_a_hint_or_review_are_told_as_people_would(language: str, card: str, pair: str) -> None:
    game = ludoteca.game("dobro")
    voice = Narrator(language, WORDS, game.folder / "words", names=["Ana"], seat=0)
    assert voice.action({"play": ["10"]}, game) == card
    assert voice.action({"play": ["10", "wild"]}, game) == pair


def test_victories() -> None:
    assert voice().victory([1]) == "You win!"
    assert voice().victory([2]) == "Bento wins."
    assert voice().victory([0, 1, 2]) == "Ana, You and Bento share the victory."
    assert voice("pt").victory([0, 2]) == "Ana e Bento dividem a vitória."
    assert voice("de").victory([0, 1, 2]) == "Ana, You und Bento teilen sich den Sieg."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the {number} in row {row}"),
        ("pt", "o {number} da linha {row}"),
        ("de", "die {number} in Zeile {row}"),
    ],
)
def test_a_yellow_cell_is_told_by_what_is_printed_there(language: str, said: str) -> None:
    game = ludoteca.game("doppelt-so-clever")
    voice = Narrator(language, WORDS, game.folder / "words", names=["Ana"], seat=0)
    for (row, column), number in zip(CELL_AT, CELL_NUMBER, strict=True):
        mark = {"area": "yellow", "cell": [row, column], "circle": True}
        told = voice.say("action.pick.yellow.circle", {"pick": "white", "mark": mark})
        assert told.endswith(said.format(number=number, row=row + 1))
