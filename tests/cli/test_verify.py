"""`ludoteca verify`: every check told, and the first that fails."""

import copy
import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca.archive.fairness import commitment_to, deal_key
from ludoteca.core.words import LANGUAGES

Run = Callable[..., Any]
SEED, ENTROPY = "5a" * 32, ["ab" * 32, None]


def played(id: str) -> dict[str, Any]:
    """An exported game of two seats."""
    game, rng = ludoteca.game(id), random.Random(4)
    options = game.options(2, {"rounds": 1} if id == "pega-em-6" else {})
    table = game.start(2, options, deal_key(SEED, ENTROPY))
    actions = []
    while not table.over:
        seat = rng.choice(table.to_act)
        action = rng.choice(table.legal(seat))
        table.play(seat, action)
        actions.append({"seat": seat, "action": action})
    return {
        "format": "ludoteca-game-1", "version": "0.1.0", "game": id, "options": options,
        "seats": [{"person": "Ana", "bot": None}, {"person": None, "bot": "random"}],
        "fairness": {"commitment": commitment_to(SEED), "entropy": ENTROPY, "seed": SEED},
        "actions": actions, "scores": table.scores, "winners": table.winners,
    }  # fmt: skip


@pytest.fixture(scope="module")
def pega() -> dict[str, Any]:
    return played("pega-em-6")


def saved(folder: Path, game: object) -> str:
    file = folder / "game.json"
    file.write_text(json.dumps(game), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("id", ludoteca.games())
def test_an_honest_game_is_verified(run: Run, tmp_path: Path, id: str) -> None:
    file = saved(tmp_path, played(id))
    told = run("verify", file)
    assert (told.status, told.err) == (0, "")
    assert told.out.splitlines()[-1] == "The game is verified."
    assert len(told.out.splitlines()) == 6
    assert "A partida foi verificada." in run("verify", file, "--lang", "pt").out
    checks = ["commitment", "entropy", "deal", "actions", "scores"]
    assert json.loads(run("verify", file, "--json").out) == {"verified": True, "game": id, "held": checks}


DAMAGE: dict[str, Callable[[Any], Any]] = {
    "unknown_format": lambda game: game.update(format="x"),
    "other_commitment": lambda game: game["fairness"].update(seed="00" * 32),
    "illegal_action": lambda game: game["fairness"].update(
        seed="00" * 32, commitment=hashlib.sha256(bytes(32)).hexdigest()
    ),
    "other_entropy": lambda game: game["fairness"]["entropy"].append(None),
    "unknown_option": lambda game: game["options"].update(colour="red"),
    "not_over": lambda game: game["actions"].pop(),
    "over_before": lambda game: game.update(ended="agreement"),
    "other_scores": lambda game: game["scores"].append(1),
    "other_winners": lambda game: game["winners"].append(1),
}


@pytest.mark.parametrize("code", DAMAGE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_was_changed_is_not(
    run: Run, tmp_path: Path, pega: dict[str, Any], code: str, language: str
) -> None:
    damaged = copy.deepcopy(pega)
    DAMAGE[code](damaged)
    file = saved(tmp_path, damaged)
    told = run("verify", file, "--lang", language)
    assert told.status == 1
    assert told.out.splitlines()[-1].startswith(("Not verified: ", "Não verificada: ", "Nicht bestätigt: "))
    assert "{" not in told.out
    assert json.loads(run("verify", file, "--json").out)["wrong"]["code"] == code


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b'{"format": 1}', b"[" * 100_000])
def test_what_is_no_game_is_refused_in_one_line(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    told = run("verify", str(file))
    assert (told.status, told.out, told.err.count("\n")) == (2, "", 1)
    assert "game.json" in told.err


def test_a_file_that_is_not_there_is_named(run: Run, tmp_path: Path) -> None:
    told = run("verify", str(tmp_path / "none.json"))
    assert (told.status, told.err.count("\n")) == (2, 1)
    assert "none.json" in told.err
