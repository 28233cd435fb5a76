"""`ludoteca train`: a value net learns a game by playing it alone, and what it has reached."""

import json
import secrets
import sys
import time
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ludoteca.cli.arguments import Complaint
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.number_format import written
from ludoteca.cli.output_files import require_place, save
from ludoteca.cli.reports.charts import line_chart, sparkline
from ludoteca.core.game import Game
from ludoteca.core.value_net import LANES
from ludoteca.core.words import Words
from ludoteca.lab.cluster import cluster
from ludoteca.lab.training.checkpoint import Checkpoint, Plan, begin, load, save_weights
from ludoteca.lab.training.checkpoint import save as save_checkpoint
from ludoteca.lab.training.self_play import self_play_of
from ludoteca.lab.training.trainer import FRESH_KEY, Stepped, Trainer

Json = dict[str, Any]
Measured = npt.NDArray[np.int64]
Z95 = 1.96  # standard errors to either side of a mean that make a 95 % interval
REDRAWN = 0.2  # seconds between two states of the live line


@dataclass(frozen=True)
class Wanted:
    """What was asked for; None is what the checkpoint says, or the usual."""

    games: int
    checkpoint: Path
    seed: int | None
    workers: int | None
    seats: tuple[int, int] | None
    hidden: tuple[int, int] | None
    every: int
    measure: int
    curve: Path | None
    weights: Path | None


def show_training(words: Words, game: Game, wanted: Wanted, address: str | None, as_json: bool) -> None:
    for file in (wanted.checkpoint, wanted.curve, wanted.weights):
        if file:
            require_place(words, file)
    trainer = Trainer(starting_point(words, game, wanted))
    with compiling(words):
        trainer.measure(1)
    began = time.perf_counter()
    if not as_json:
        print(words.say("train.title", title_of(trainer)))
    with cluster(address) as executor:
        train(words, trainer, wanted, executor, quiet=as_json)
    seconds = time.perf_counter() - began
    measured = trainer.measure(wanted.measure, FRESH_KEY)
    write_files(words, trainer.at, wanted)
    if as_json:
        print(json.dumps(report(trainer, measured, seconds)))
    else:
        show(words, trainer, measured)


def title_of(trainer: Trainer) -> Json:
    plan = trainer.plan
    return {"game": plan.game, "seed": plan.seed, "workers": plan.workers, "played": trainer.at.played}


# Beginning


def read_hidden(words: Words, text: str | None) -> tuple[int, int] | None:
    """Two layers like 128,128; whole eights, for the processor adds eight numbers at once."""
    if text is None:
        return None
    units = [int(part) if part.isdecimal() and len(part) < 5 else 0 for part in text.split(",")]
    if len(units) != 2 or any(unit <= 0 or unit % LANES for unit in units):
        raise Complaint(words.say("train.bad_hidden", {"text": repr(text), "lanes": LANES}))
    return units[0], units[1]


def starting_point(words: Words, game: Game, wanted: Wanted) -> Checkpoint:
    """The checkpoint that is there, or the beginning of a new training."""
    play = self_play_of(game)
    if wanted.checkpoint.exists():
        found = load(wanted.checkpoint)
        require_same(words, game, found.plan, wanted)
        return replace(found, plan=replace(found.plan, games=wanted.games))
    seed = secrets.randbits(32) if wanted.seed is None else wanted.seed
    asked = {"workers": wanted.workers, "seats": wanted.seats, "hidden": wanted.hidden}
    given: Json = {name: value for name, value in asked.items() if value is not None}
    return begin(Plan(game.id, seed, games=wanted.games, **given), play)


def read_seats(words: Words, game: Game, text: str | None) -> tuple[int, int] | None:
    """One number of seats, or two like 2-4 for tables of all these sizes by turns."""
    if text is None:
        return None
    first, _, last = text.partition("-")
    possible = map(str, game.notation.seat_range({}))
    if not {first, last or first} <= {*possible} or int(first) > int(last or first):
        raise Complaint(words.say("train.bad_seats", {"text": repr(text)}))
    return int(first), int(last or first)


def require_same(words: Words, game: Game, plan: Plan, wanted: Wanted) -> None:
    """A training goes on as it began, or it would not repeat."""
    asked = {"game": game.id, "seed": wanted.seed, "workers": wanted.workers, "seats": wanted.seats}
    for name, value in {**asked, "hidden": wanted.hidden}.items():
        if value is not None and value != getattr(plan, name):
            told = {"file": str(wanted.checkpoint), "name": name, "value": getattr(plan, name)}
            raise Complaint(words.say("train.other_plan", told))


# Going on


def train(words: Words, trainer: Trainer, wanted: Wanted, executor: Executor | None, quiet: bool) -> None:
    """Play in portions; after each the net is measured and the checkpoint written."""
    at = trainer.at
    line = LiveLine(words, trainer, wanted.games)
    while at.played < wanted.games:
        trainer.run(min(wanted.games, at.played + wanted.every), line.tell, executor)
        measured = trainer.measure(wanted.measure)
        at.curve.append((at.played, float(measured[:, -1].mean())))
        save_checkpoint(at, wanted.checkpoint)
        line.clear()
        if not quiet:
            print(words.say("train.measured", figures(words, at.played, measured)), flush=True)


class LiveLine:
    """One line on stderr that is written over again and again, if somebody looks at it."""

    def __init__(self, words: Words, trainer: Trainer, games: int) -> None:
        self.words, self.trainer, self.games = words, trainer, games
        self.shown = sys.stderr.isatty()
        self.began, self.first, self.drawn = time.perf_counter(), trainer.at.played, 0.0

    def tell(self, stepped: Stepped) -> None:
        now = time.perf_counter()
        if self.shown and now - self.drawn > REDRAWN:
            self.drawn = now
            print("\r" + self.line(now - self.began, stepped), end="\033[K", file=sys.stderr, flush=True)

    def line(self, seconds: float, stepped: Stepped) -> str:
        played, curve = self.trainer.at.played, self.trainer.at.curve
        pace = (played - self.first) / seconds
        told = {
            "played": written(played, self.words),
            "games": written(self.games, self.words),
            "pace": written(pace, self.words),
            "minutes": written((self.games - played) / pace / 60, self.words),
            "error": written(100 * stepped.error, self.words, 1),
            "mean": written(curve[-1][1], self.words, 1) if curve else "–",
        }
        return self.words.say("train.live", told)

    def clear(self) -> None:
        if self.shown:
            print("\r", end="\033[K", file=sys.stderr, flush=True)


def figures(words: Words, played: int, measured: Measured) -> Json:
    mean, error, _ = spread(measured[:, -1])
    return {
        "played": written(played, words),
        "mean": written(mean, words, 1),
        "error": written(Z95 * error, words, 1),
    }


def spread(scores: npt.NDArray[np.int64]) -> tuple[float, float, float]:
    """Mean, its standard error, and the standard deviation."""
    deviation = float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
    return float(scores.mean()), deviation / len(scores) ** 0.5, deviation


# What came of it


def write_files(words: Words, at: Checkpoint, wanted: Wanted) -> None:
    if wanted.curve and at.curve:
        means = [mean for _, mean in at.curve]
        drawn = line_chart([means], [at.plan.game], "score", at.curve[0][0], at.curve[-1][0])
        save(words, wanted.curve, drawn)
    if wanted.weights:
        save_weights(at, wanted.weights)


def report(trainer: Trainer, measured: Measured, seconds: float) -> Json:
    mean, error, deviation = spread(measured[:, -1])
    return {
        **title_of(trainer),
        "seconds": seconds,
        "curve": trainer.at.curve,
        "games": len(measured),
        "mean": mean,
        "interval": [mean - Z95 * error, mean + Z95 * error],
        "deviation": deviation,
        "top_score": trainer.play.TOP_SCORE,
        "top_share": float((measured[:, -1] >= trainer.play.TOP_SCORE).mean()),
        "means": dict(zip(trainer.play.MEASURED, measured.mean(0).tolist())),
    }


def show(words: Words, trainer: Trainer, measured: Measured) -> None:
    console = Console(markup=False, highlight=False)
    if trainer.at.curve:
        console.print(sparkline([mean for _, mean in trainer.at.curve], "score"))
    console.print(table_of(words, trainer, measured))
    mean, error, deviation = spread(measured[:, -1])
    told = {
        "games": written(len(measured), words),
        "mean": written(mean, words, 1),
        "error": written(Z95 * error, words, 1),
        "deviation": written(deviation, words, 1),
        "top": trainer.play.TOP_SCORE,
        "share": written(100 * float((measured[:, -1] >= trainer.play.TOP_SCORE).mean()), words, 1),
    }
    console.print(words.say("train.result", told))


def table_of(words: Words, trainer: Trainer, measured: Measured) -> Table:
    """Each thing that is measured: its mean, and how far it lies spread."""
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column("")
    for column in ("mean", "deviation", "least", "most"):
        table.add_column(words.say(f"train.{column}"), justify="right")
    for place, name in enumerate(trainer.play.MEASURED):
        values = measured[:, place]
        mean, _, deviation = spread(values)
        shown = (written(mean, words, 2), written(deviation, words, 2))
        table.add_row(words.say(f"measured.{name}"), *shown, str(values.min()), str(values.max()))
    return table
