"""`ludoteca bench`: how fast random play is on one core of this machine."""

import json
import time
from statistics import median
from typing import Any

from rich.console import Console

from ludoteca.cli.arguments import Arguments
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.number_format import written
from ludoteca.cli.simulate import options_line, pace
from ludoteca.core.batch import simulate

LONG_ENOUGH = 0.5  # seconds a repeat should last, so that the clock and the first deal do not count

Json = dict[str, Any]


def show_bench(asked: Arguments, repeats: int, as_json: bool) -> None:
    figures = measure(asked, repeats)
    if as_json:
        print(json.dumps(figures))
        return
    words, console = asked.words, Console(markup=False, highlight=False)
    console.print(
        words.say("bench.title", {**figures, "name": asked.game.name, "options": options_line(asked)})
    )
    for name in ("decisions_per_second", "games_per_second"):
        low, high = (written(figure, words) for figure in figures["range"][name])
        values = {"median": written(figures[name], words), "low": low, "high": high}
        console.print(words.say(f"bench.{name}", values))


def measure(asked: Arguments, repeats: int) -> Json:
    """Medians over several repeats; compilation and a first run are not counted."""
    with compiling(asked.words):
        one_repeat(asked, 1, seed=0)
    games = enough_games(asked)
    runs = [one_repeat(asked, games, seed) for seed in range(repeats)]
    rates = {name: [run[name] for run in runs] for name in ("decisions_per_second", "games_per_second")}
    return {
        "game": asked.game.id,
        "seats": asked.seats,
        "options": asked.options,
        "repeats": repeats,
        "games": games,
        "seconds": sum(run["seconds"] for run in runs),
        **{name: median(rate) for name, rate in rates.items()},
        "range": {name: [min(rate), max(rate)] for name, rate in rates.items()},
    }


def enough_games(asked: Arguments) -> int:
    games = 1
    while (seconds := one_repeat(asked, games, seed=0)["seconds"]) < LONG_ENOUGH / 10:
        games *= 4
    return max(1, round(games * LONG_ENOUGH / seconds))


def one_repeat(asked: Arguments, games: int, seed: int) -> Json:
    began = time.perf_counter()
    batch = simulate(asked.game, games, asked.seats, asked.options, seed=seed)
    return pace(batch, time.perf_counter() - began)
