"""`ludoteca train` teaches a net, keeps it, goes on with it, and tells what it has reached."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Run = Callable[..., Any]
GAME = "doppelt-so-clever"
SMALL = ("--every", "16", "--measure", "10", "--hidden", "16,8")


def train(run: Run, checkpoint: Path, games: int, *more: str) -> Any:
    return run("train", GAME, "-n", str(games), "--checkpoint", str(checkpoint), *SMALL, *more)


def test_train_tells_its_progress_and_the_result(run: Run, tmp_path: Path) -> None:
    ran = train(run, tmp_path / "net.npz", 32, "--seed", "3", "--curve", str(tmp_path / "curve.svg"))
    assert ran.status == 0
    for part in ("seed 3", "16 games:", "32 games:", "Lowest area", "Over 10 fresh games"):
        assert part in ran.out
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


def test_a_finished_training_is_only_measured(run: Run, tmp_path: Path) -> None:
    first = json.loads(train(run, tmp_path / "a.npz", 32, "--seed", "3", "--json").out)
    again = json.loads(train(run, tmp_path / "a.npz", 32, "--json").out)
    assert first["played"] == 32
    assert [played for played, _ in first["curve"]] == [16, 32]
    assert first["mean"] == pytest.approx(first["means"]["score"])
    assert first["interval"][0] <= first["mean"] <= first["interval"][1]
    assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_the_net_alone_is_written(run: Run, tmp_path: Path) -> None:
    assert (
        train(run, tmp_path / "a.npz", 16, "--weights", str(tmp_path / "net.npz"), "--lang", "pt").status == 0
    )
    with np.load(tmp_path / "net.npz") as net:
        assert tuple(net["hidden"]) == (16, 8)


def test_a_checkpoint_goes_on_as_it_began(run: Run, tmp_path: Path) -> None:
    assert train(run, tmp_path / "a.npz", 16, "--seed", "3").status == 0
    other = train(run, tmp_path / "a.npz", 32, "--seed", "4")
    assert (other.status, other.out) == (2, "")
    assert "seed 3" in other.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((GAME, "--hidden", "100,128"), "multiples of 8"),
        ((GAME, "--hidden", "x"), "multiples of 8"),
        ((GAME, "--seats", "5"), "2-4"),
        ((GAME, "--seats", "4-2"), "2-4"),
        (("dobro",), "dobro"),
        ((GAME, "--checkpoint", "nowhere/a.npz"), "nowhere"),
    ],
)
def test_what_cannot_be_trained_gets_one_line(run: Run, arguments: tuple[str, ...], told: str) -> None:
    ran = run("train", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
