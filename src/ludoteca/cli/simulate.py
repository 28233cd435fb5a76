"""`ludoteca simulate`: many games of bots, and what came of them."""

import json
import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ludoteca.cli.arguments import Arguments
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.number_format import written
from ludoteca.cli.progress import progress
from ludoteca.core.batch import Batch, bot_numbers, simulate
from ludoteca.core.words import Words
from ludoteca.lab.cluster import cluster

Json = dict[str, Any]
Z95 = 1.96  # standard errors to either side of a mean that make a 95 % interval


@dataclass(frozen=True)
class Line:
    """What one bot reached on one or more seats. A shared victory counts for each of the winners."""

    bot: str
    seats: list[int]
    mean: float
    error: float | None  # standard error; a single game has none
    wins: int
    win_rate: float


def show_simulation(
    asked: Arguments, games: int, bots: Sequence[str], seed: int | None, cores: int | None,
    address: str | None, as_json: bool,
) -> None:  # fmt: skip
    seed = secrets.randbits(32) if seed is None else seed
    names = [asked.game.bots.NAMES[number] for number in bot_numbers(asked.game, bots, asked.seats)]
    with compiling(asked.words):
        simulate(asked.game, 1, asked.seats, asked.options, names, seed=seed)
    with cluster(address) as executor, progress(asked.words.say("simulate.playing"), games) as tell:
        began = time.perf_counter()
        batch = simulate(asked.game, games, asked.seats, asked.options, names, seed, cores, tell, executor)
        seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(report(asked, batch, names, seed, seconds)))
    else:
        show_tables(asked, batch, names, seed, seconds)


# What came of it


def seat_lines(batch: Batch, names: list[str]) -> list[Line]:
    return [line_of(batch, bot, [seat]) for seat, bot in enumerate(names)]


def bot_lines(batch: Batch, names: list[str]) -> list[Line]:
    """One line for each bot that has several seats or others beside it."""
    seats_of = {bot: [seat for seat, name in enumerate(names) if name == bot] for bot in dict.fromkeys(names)}
    return [line_of(batch, bot, seats) for bot, seats in seats_of.items()]


def line_of(batch: Batch, bot: str, seats: list[int]) -> Line:
    scores: npt.NDArray[Any] = batch.scores[:, seats].mean(axis=1)
    wins = int(batch.winners[:, seats].sum())
    error = float(scores.std(ddof=1) / np.sqrt(len(scores))) if len(scores) > 1 else None
    return Line(bot, seats, float(scores.mean()), error, wins, wins / batch.winners[:, seats].size)


def pace(batch: Batch, seconds: float) -> Json:
    games, decisions = len(batch.decisions), int(batch.decisions.sum())
    return {
        "games": games,
        "decisions": decisions,
        "seconds": seconds,
        "decisions_per_second": decisions / seconds,
        "games_per_second": games / seconds,
    }


def report(asked: Arguments, batch: Batch, names: list[str], seed: int, seconds: float) -> Json:
    return {
        "game": asked.game.id,
        "seats": asked.seats,
        "options": asked.options,
        "bots": names,
        "seed": seed,
        **pace(batch, seconds),
        "per_seat": [{"seat": line.seats[0], **as_object(line)} for line in seat_lines(batch, names)],
        "per_bot": [{"seats": line.seats, **as_object(line)} for line in bot_lines(batch, names)],
    }


def as_object(line: Line) -> Json:
    interval = None if line.error is None else [line.mean - Z95 * line.error, line.mean + Z95 * line.error]
    return {
        "bot": line.bot,
        "mean": line.mean,
        "standard_error": line.error,
        "interval": interval,
        "wins": line.wins,
        "win_rate": line.win_rate,
    }


# For people


def show_tables(asked: Arguments, batch: Batch, names: list[str], seed: int, seconds: float) -> None:
    words, console = asked.words, Console(markup=False, highlight=False)
    title = {"name": asked.game.name, "options": options_line(asked), "seed": seed}
    console.print(words.say("simulate.title", title))
    console.print(table_of(seat_lines(batch, names), words))
    if len(set(names)) > 1:
        console.print(table_of(bot_lines(batch, names), words))
    figures = pace(batch, seconds)
    figures["seconds"] = written(seconds, words, 2)
    for name in ("games", "decisions", "decisions_per_second", "games_per_second"):
        figures[name] = written(figures[name], words)
    console.print(words.say("simulate.pace", figures))
    console.print(words.say("simulate.note"), style="dim")


def options_line(asked: Arguments) -> str:
    given = [f"{name}={json.dumps(value)}" for name, value in asked.options.items() if value is not None]
    return ", ".join(given).replace('"', "")


def table_of(lines: list[Line], words: Words) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    for column in ("seat", "bot", "mean", "wins", "win_rate"):
        table.add_column(words.say(f"simulate.{column}"), justify="left" if column == "bot" else "right")
    for line in lines:
        table.add_row(*cells(line, words))
    return table


def cells(line: Line, words: Words) -> Iterator[str]:
    yield ", ".join(map(str, line.seats))
    yield line.bot
    plus_minus = "" if line.error is None else f" ± {written(Z95 * line.error, words, 2)}"
    yield written(line.mean, words, 2) + plus_minus
    yield written(line.wins, words)
    yield f"{written(100 * line.win_rate, words, 1)} %"
