"""Questions to a program from outside: what its seat may know, all of it, nothing twice."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.bots.external_program import question
from ludoteca.bots.observation import Observation
from ludoteca.bots.registry import choice_of
from ludoteca.lab.bot_game import deal, play
from ludoteca.lab.match import Match, run

Json = dict[str, Any]
EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = ludoteca.game("pega-em-6")
OPTIONS = {"variant": "basic", "rounds": 1, "target": None}


class Asked:
    """Plays at random and keeps its questions."""

    def __init__(self) -> None:
        self.questions: list[Json] = []

    def __call__(self, observation: Observation, key: object) -> Json:
        legal = ludoteca.Table(GAME, observation.states).legal(observation.seat)
        self.questions.append(question(observation, legal, key))
        return choice_of(observation, "random", key)


def questions_of_a_game(hearing: tuple[int, ...]) -> list[list[Json]]:
    players = [Asked(), Asked()]
    play(deal(GAME, 2, OPTIONS, 5, 3), players, "key", hearing, 3)
    return [one.questions for one in players]


def test_a_seat_hears_everything_once_and_in_order() -> None:
    for seat, asked in enumerate(questions_of_a_game(hearing=(0, 1))):
        assert [one["begins"] for one in asked] == [True] + [False] * (len(asked) - 1)
        assert {(one["protocol"], one["deal"], one["seat"]) for one in asked} == {(2, 3, seat)}
        events = [event for one in asked for event in one["events"]]
        revealed = [event["card"] for event in events if event["event"] == "revealed"]
        assert len(revealed) == len(set(revealed)) == 18  # of nine tricks; nobody is asked after the tenth
        last = asked[-1]["view"]
        lying = {card for row in last["rows"] for card in row["cards"]} | {
            card for pile in last["piles"] for card in pile
        }
        assert set(revealed) <= lying


def test_a_seat_hears_nothing_that_it_may_not_know() -> None:
    """Neither what others choose before it is revealed, nor, when asked, that they have chosen already."""
    for seat, asked in enumerate(questions_of_a_game(hearing=(0, 1))):
        for number, one in enumerate(asked):
            chosen = [event for event in one["events"] if event["event"] == "chose"]
            assert all("card" not in event for event in chosen if event["seat"] != seat)
            assert all("card" in event for event in chosen if event["seat"] == seat)
            if "card" in one["legal"][0]:
                tricks = [each for each in asked[: number + 1] if "card" in each["legal"][0]]
                told = [e for each in asked[: number + 1] for e in each["events"] if e["event"] == "chose"]
                assert len(told) == 2 * (len(tricks) - 1)


def test_what_a_seat_hears_changes_nothing_else() -> None:
    """Chance of its own too: the same for the same question, and different from question to question."""
    hearing, deaf = questions_of_a_game(hearing=(0, 1)), questions_of_a_game(hearing=())
    for seat in range(2):
        numbers = [one["random"] for one in hearing[seat]]
        assert numbers == [one["random"] for one in deaf[seat]]
        assert len(set(numbers)) == len(numbers)
        assert all(0 <= number < 1 << 48 for number in numbers)
        assert [one["view"] for one in hearing[seat]] == [one["view"] for one in deaf[seat]]
        assert not any(one["events"] for one in deaf[seat])


def test_a_question_of_version_1_is_still_there() -> None:
    for one in questions_of_a_game(hearing=(0,))[0]:
        assert one["game"] == "pega-em-6"
        assert one["legal"]
        assert one["view"]["to_act"]
        assert one["seat"] == 0


LEARNS = """
import json, pathlib, sys
notes = pathlib.Path(sys.argv[1]).open("a")
for line in sys.stdin:
    question = json.loads(line)
    told = question["deal"], question["seat"], question["begins"], len(question["events"])
    print(*told, file=notes, flush=True)
    print(json.dumps(question["legal"][0]), flush=True)
"""


def test_a_program_is_told_where_each_game_begins(tmp_path: Path) -> None:
    script, notes = tmp_path / "bot.py", tmp_path / "notes"
    script.write_text(LEARNS, encoding="utf-8")
    name = f"program:{sys.executable} {script} {notes}"
    run(Match("pega-em-6", 2, OPTIONS, (name, "random"), 2, 5), 1)
    lines = [line.split() for line in notes.read_text(encoding="utf-8").splitlines()]
    assert [line[:2] for line in lines if line[2] == "True"] == [
        ["0", "0"],
        ["0", "1"],
        ["1", "0"],
        ["1", "1"],
    ]
    assert all((line[2] == "True") == (line[3] == "0") for line in lines)


@pytest.mark.parametrize("variant", ["basic", "professional", "anniversary"])
def test_the_example_that_remembers_plays_every_variant(variant: str) -> None:
    options: Json = {"variant": variant} if variant == "anniversary" else {"variant": variant, "rounds": 1}
    name = f"program:{sys.executable} {EXAMPLES / 'remembering_bot.py'}"
    assert len(run(Match("pega-em-6", 2, options, (name, "random"), 1, 5), 1)) == 2


def test_the_question_in_the_documentation_has_the_keys_of_a_question() -> None:
    text = (EXAMPLES.parent / "docs" / "outside-programs.md").read_text(encoding="utf-8")
    shown = json.loads(text.partition("```json\n")[2].partition("```")[0])
    assert list(shown) == list(questions_of_a_game(hearing=(0,))[0][0])
