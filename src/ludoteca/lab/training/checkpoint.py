"""Where a training stands: everything that is needed to go on as if it had never stopped."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from ludoteca.core.errors import BadOptions
from ludoteca.core.value_net import Floats, Net, fresh_weights, net_of
from ludoteca.lab.training.self_play import SelfPlay

ARRAYS = ("weights", "average", "mean", "square")
USUAL_SIGNS = 60  # that are there at once


@dataclass(frozen=True)
class Plan:
    """What decides how a training goes; the same plan gives the same net."""

    game: str
    seed: int
    workers: int = 1
    seats: tuple[int, int] = (1, 1)  # tables of these sizes take turns
    hidden: tuple[int, int] = (128, 128)
    batch: int = 16  # games of a worker between two steps
    warm_up: int = 150_000  # games until the net aims at the score alone
    games: int = 1_000_000  # over which the rates change
    first_rate: float = 1e-3
    last_rate: float = 2e-5
    first_trace: float = 0.95  # lambda: how much of a value comes from the end of the game
    last_trace: float = 0.2
    side_weight: float = 0.1  # of the answers that only help


@dataclass
class Checkpoint:
    """Weights, their running average, and what Adam remembers."""

    plan: Plan
    weights: Floats
    average: Floats
    mean: Floats
    square: Floats
    step: int = 0
    played: int = 0
    curve: list[tuple[int, float]] = field(default_factory=list)  # games played, mean score measured


def begin(plan: Plan, game: SelfPlay) -> Checkpoint:
    flat = fresh_weights(game.FEATURES, plan.hidden, game.ANSWERS, USUAL_SIGNS, plan.seed)
    return Checkpoint(plan, flat, flat.copy(), np.zeros_like(flat), np.zeros_like(flat))


def net_in(flat: Floats, plan: Plan, game: SelfPlay) -> Net:
    return net_of(flat, game.FEATURES, plan.hidden, game.ANSWERS)


def save(checkpoint: Checkpoint, path: Path) -> None:
    """All or nothing: a file that is there stays whole until the new one is."""
    arrays: dict[str, Any] = {name: getattr(checkpoint, name) for name in ARRAYS}
    about = {
        "plan": asdict(checkpoint.plan),
        "step": checkpoint.step,
        "played": checkpoint.played,
        "curve": checkpoint.curve,
    }
    half = path.with_name(path.name + ".half")
    with half.open("wb") as file:
        np.savez(file, about=np.array(json.dumps(about)), **arrays)
    half.replace(path)


def load(path: Path) -> Checkpoint:
    try:
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            arrays = {name: file[name].copy() for name in ARRAYS}
    except (OSError, KeyError, ValueError, BadZipFile) as wrong:
        raise BadOptions("bad_checkpoint", f"{path} is no checkpoint of a training") from wrong
    given: Any = {name: tuple(one) if type(one) is list else one for name, one in about["plan"].items()}
    curve = [(int(played), float(mean)) for played, mean in about["curve"]]
    return Checkpoint(Plan(**given), **arrays, step=about["step"], played=about["played"], curve=curve)


def save_weights(checkpoint: Checkpoint, path: Path) -> None:
    """The averaged net alone, in half precision: a few hundred KB, for the game's folder."""
    with path.open("wb") as file:
        np.savez_compressed(
            file, hidden=np.array(checkpoint.plan.hidden), weights=checkpoint.average.astype(np.float16)
        )
