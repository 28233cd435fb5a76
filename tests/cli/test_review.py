"""`ludoteca review`: the plot, the split, the grades and the dearest decisions, in words and as data."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import ludoteca
from ludoteca.archive.fairness import commitment_to, deal_key
from ludoteca.core.compiled import PLAIN

Run = Callable[..., Any]
SEED, ENTROPY = "5a" * 32, ["ab" * 32, None]


def exported(folder: Path, id: str, **options: Any) -> str:
    """An exported game of Ana against a bot; in plain mode they agreed to end it early."""
    game, rng = ludoteca.game(id), random.Random(4)
    chosen = game.options(2, options)
    table = game.start(2, chosen, deal_key(SEED, ENTROPY))
    actions: list[dict[str, Any]] = []
    while not table.over and len(actions) < (2 if PLAIN else 100):
        seat = table.to_act[0]
        action = rng.choice(table.legal(seat))
        table.play(seat, action)
        actions.append({"seat": seat, "action": action})
    told = {
        "format": "ludoteca-game-1", "version": "0.1.0", "game": game.id, "options": chosen,
        "seats": [{"person": "Ana", "bot": None}, {"person": None, "bot": "random"}],
        "fairness": {"commitment": commitment_to(SEED), "entropy": ENTROPY, "seed": SEED},
        "actions": actions, "scores": table.scores, "winners": table.winners,
    } | ({} if table.over else {"ended": "agreement", "winners": []})  # fmt: skip
    path = folder / "game.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    return exported(tmp_path_factory.mktemp("games"), "pega-em-6", rounds=1)


def test_a_review_shows_chances_split_grades_and_decisions(run: Run, file: str) -> None:
    told = run("review", file, "--playouts", "1" if PLAIN else "20")
    assert told.status == 0
    end = "expected" if PLAIN else "result"
    for part in ("0 Ana", "1 random", "Chance of winning", "luck", "own play", "others", end):
        assert part in told.out
    assert ("ended by agreement" in told.out) == PLAIN
    assert ("best:" in told.out) != PLAIN  # a single imagined game tells no mistake
    assert any(block in told.out for block in "▁▂▃▄▅▆▇█")
    assert max(map(len, told.out.splitlines())) <= 80


@pytest.mark.skipif(PLAIN, reason="a single imagined game tells no mistake")
def test_a_review_calls_cards_as_people_do(run: Run, tmp_path: Path) -> None:
    told = run("review", exported(tmp_path, "dobro"), "--playouts", "20").out
    assert re.search(r"play (the pair )?\d+", told.partition("best:")[2])
    assert not set("[]{}'") & set(told)


def test_the_same_review_in_portuguese_as_json_and_as_a_picture(run: Run, file: str, tmp_path: Path) -> None:
    picture = tmp_path / "chances.svg"
    told = run("review", file, "--playouts", "1", "--svg", str(picture), "--json")
    review = json.loads(told.out)
    assert review["format"] == "ludoteca-review-2"
    assert len(review["seats"]) == 2
    assert {kind for step in review["steps"] for one in step["decisions"] for kind in one["kinds"].values()}
    drawn = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    lines = drawn.findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [len(review["steps"])] * 2
    assert "Chance de vencer" in run("review", file, "--playouts", "1", "--lang", "pt").out


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--playouts", "0"], "greater than or equal to 1"),
        (["--playouts", "99999999999999999999"], "less than or equal to 1000000"),
        (["--svg", "/no/such/folder/x.svg"], "no folder"),
        (["--svg", "/"], "is a folder"),
        (["--svg", "/dev/full", "--playouts", "1"], "written"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(run: Run, file: str, more: list[str], said: str) -> None:
    told = run("review", file, *more)
    assert told.status == 2
    assert said in told.err
    assert "Traceback" not in told.err


def test_a_file_that_is_not_true_is_not_reviewed(run: Run, file: str, tmp_path: Path) -> None:
    wrong = json.loads(Path(file).read_text(encoding="utf-8"))
    wrong["scores"][0] += 1
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(wrong), encoding="utf-8")
    told = run("review", str(path))
    assert told.status == 2
    assert "other scores" in told.err
