"""`ludoteca match`: bots against bots on duplicate deals, and who is better by how much."""

import json
import os
import secrets
import time
from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ludoteca import bots as house_bots
from ludoteca.cli.asked import Asked, Complaint
from ludoteca.cli.compiling import compiling
from ludoteca.cli.figures import written
from ludoteca.core.words import Words
from ludoteca.lab.match import Match, Played, Room, lineups, run, seatings_of
from ludoteca.lab.standings import Mean, Meeting, Standing, meetings, standings

Json = dict[str, Any]
MATCH_SEATS = 2  # if none are given
PLOT = 40  # columns for 0 to 100 %
LONGEST_NAME = 26  # beside them: programs from outside have long ones
CELL = len("100.0 ± 10.0 %")


def show_match(
    asked: Asked, bots: Sequence[str], deals: int, once: bool, seed: int | None, workers: int, as_json: bool
) -> None:
    if len(bots) < 2:
        raise Complaint(asked.words.say("match.two_bots"))
    seed = secrets.randbits(32) if seed is None else seed
    match = Match(asked.game.id, asked.seats, asked.options, tuple(bots), deals, seed, once)
    lineups(match.bots, match.seats)
    with compiling(asked.words):
        try_out(match)
    began = time.perf_counter()
    games = with_progress(match, workers or os.cpu_count() or 1, asked.words)
    seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(report(match, games, seconds)))
    else:
        show(match, games, seconds, asked)


def try_out(match: Match) -> None:
    """Let every bot choose once: who cannot is found out, and workers find everything compiled."""
    room = Room(match)
    table = room.game.start(match.seats, match.options, 0)
    seat = table.to_act[0]
    try:
        for one in room.players.values():
            one(house_bots.look(table, seat), 0)
    finally:
        house_bots.dismiss(room.players)


def with_progress(match: Match, workers: int, words: Words) -> list[Played]:
    """Play, with a bar on stderr if somebody looks at it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(words.say("match.playing"), total=match.deals)
        return run(match, workers, lambda played: bar.advance(task, played))


# For programs


def report(match: Match, games: list[Played], seconds: float) -> Json:
    return {
        "game": match.game,
        "seats": match.seats,
        "options": match.options,
        "bots": list(match.bots),
        "deals": match.deals,
        "once": match.once,
        "seed": match.seed,
        "games": len(games),
        "seconds": seconds,
        "standings": [written_standing(one) for one in standings(games)],
        "meetings": [written_meeting(one) for one in meetings(games)],
    }


def written_mean(one: Mean) -> Json:
    return {"mean": one.mean, "standard_error": one.error, "interval": one.interval}


def written_standing(one: Standing) -> Json:
    return {
        "bot": one.bot,
        "games": one.games,
        "victories": written_mean(one.victories),
        "score": written_mean(one.score),
        "rating": {"mu": one.rating, "sigma": one.rating_error},
        "milliseconds": one.milliseconds,
        "longest": one.longest,
    }


def written_meeting(one: Meeting) -> Json:
    return {
        "bot": one.bot,
        "against": one.against,
        "victories": written_mean(one.victories),
        "ahead": written_mean(one.ahead),
    }


# For people


def show(match: Match, games: list[Played], seconds: float, asked: Asked) -> None:
    words, console = asked.words, Console(markup=False, highlight=False)
    each = len(seatings_of(match, 0))
    facts = {"name": asked.game.name, "deals": match.deals, "each": each, "seed": match.seed}
    console.print(words.say("match.title", {**facts, "seats": match.seats}))
    found = standings(games)
    console.print(table_of(found, words))
    for one in found:
        console.print(plotted(one, min(LONGEST_NAME, max(len(other.bot) for other in found))))
    if len(found) > 2:
        console.print(meetings_of(games, words))
    console.print(words.say("match.pace", {"games": len(games), "seconds": written(seconds, words, 1)}))
    console.print(words.say("match.note"), style="dim")


def table_of(found: list[Standing], words: Words) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    for column in ("bot", "victories", "score", "rating", "time", "longest"):
        name = column == "bot"
        table.add_column(words.say(f"match.{column}"), justify="left" if name else "right", no_wrap=not name)
    for one in found:
        table.add_row(
            one.bot,
            percent(one.victories, words),
            plus_minus(one.score, words),
            f"{written(one.rating, words, 1)} ± {written(one.rating_error, words, 1)}",
            f"{written(one.milliseconds, words, 1)} ms",
            f"{written(one.longest, words, 1)} ms",
        )
    return table


def percent(one: Mean, words: Words) -> str:
    error = None if one.error is None else 100 * one.error
    return f"{plus_minus(Mean(100 * one.mean, error), words, 1)} %"


def plus_minus(one: Mean, words: Words, digits: int = 2) -> str:
    interval = one.interval
    half = "" if interval is None else f" ± {written(interval[1] - one.mean, words, digits)}"
    return written(one.mean, words, digits) + half


def plotted(one: Standing, width: int) -> str:
    """A line from 0 to 100 %: the share of victories and its interval."""
    low, high = one.victories.interval or (one.victories.mean, one.victories.mean)
    first, last = (round(PLOT * min(1.0, max(0.0, end))) for end in (low, high))
    signs = ["━" if first <= column <= last else "·" for column in range(PLOT + 1)]
    signs[PLOT // 2] = "│" if signs[PLOT // 2] == "·" else "┿"
    signs[round(PLOT * one.victories.mean)] = "●"
    return f"{shortened(one.bot, width):>{width}} 0 % {''.join(signs)} 100 %"


def shortened(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"


def meetings_of(games: list[Played], words: Words) -> Table:
    """A row a bot, a column an opponent: the share of victories of the row."""
    found = {(one.bot, one.against): one.victories for one in meetings(games)}
    names = [one.bot for one in standings(games)]
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column(words.say("match.against"), no_wrap=True, max_width=CELL)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True, max_width=CELL)
    for name in names:
        met = (found.get((name, other)) for other in names)
        table.add_row(name, *("" if one is None else percent(one, words) for one in met))
    return table
