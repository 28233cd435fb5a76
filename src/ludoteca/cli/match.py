"""`ludoteca match`: bots against bots on duplicate deals, and which is better by how much."""

import json
import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ludoteca import bots as house_bots
from ludoteca.cli.arguments import Arguments, Complaint
from ludoteca.cli.charts import LONGEST_NAME, shortened
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.match_report import COLUMNS, headline, meeting_rows, page, row_of, share_of_victories
from ludoteca.cli.number_format import plus_minus, written
from ludoteca.cli.output_files import require_place, save
from ludoteca.cli.progress import progress
from ludoteca.core.words import Words
from ludoteca.lab.cluster import cluster
from ludoteca.lab.match import Match, MatchWorker, Played, run
from ludoteca.lab.standings import Mean, Meeting, Standing, meetings, standings

Json = dict[str, Any]
MATCH_SEATS = 2  # if none are given
PLOT = 40  # columns for 0 to 100 %
CELL = len("100.0 ± 10.0 %")


def show_match(
    asked: Arguments, bots: Sequence[str], deals: int, once: bool, seed: int | None, workers: int,
    address: str | None, as_json: bool, report_file: Path | None, against: str | None,
) -> None:  # fmt: skip
    if len(bots) < 2 and against is None:
        raise Complaint(asked.words.say("match.two_bots"))
    if report_file:
        require_place(asked.words, report_file)
    seed = secrets.randbits(32) if seed is None else seed
    match = Match(asked.game.id, asked.seats, asked.options, tuple(bots), deals, seed, once, against)
    with compiling(asked.words):
        try_out(match)
    with cluster(address) as executor, progress(asked.words.say("match.playing"), match.deals) as tell:
        began = time.perf_counter()
        games = run(match, workers or os.cpu_count() or 1, tell, executor)
        seconds = time.perf_counter() - began
    if as_json:
        print(json.dumps(report(match, games, seconds)))
    else:
        show(match, games, seconds, asked)
    if report_file:
        save(asked.words, report_file, page(match, games, seconds, asked))


def try_out(match: Match) -> None:
    """Let every bot choose once: this finds a broken bot early, and compiles what the workers need."""
    room = MatchWorker(match)
    table = room.game.start(match.seats, match.options, 0)
    seat = table.to_act[0]
    try:
        for one in room.players.values():
            one(house_bots.observe(table, seat), 0)
    finally:
        house_bots.close_players(room.players.values())


# For programs


def report(match: Match, games: list[Played], seconds: float) -> Json:
    return {
        "game": match.game,
        "seats": match.seats,
        "options": match.options,
        "bots": list(match.bots),
        "against": match.against,
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


def show(match: Match, games: list[Played], seconds: float, asked: Arguments) -> None:
    words, console = asked.words, Console(markup=False, highlight=False)
    console.print(headline(match, asked))
    found = standings(games)
    console.print(table_of(found, words))
    for one in found:
        console.print(plotted(one, min(LONGEST_NAME, max(len(other.bot) for other in found))))
    if len(found) > 2:
        console.print(meetings_of(games, found, words))
    if len(pair := compared(match)) == 2:
        console.print(ahead(pair, games, words))
    console.print(words.say("match.pace", {"games": len(games), "seconds": written(seconds, words, 1)}))
    console.print(words.say("match.note"), style="dim")


def table_of(found: list[Standing], words: Words) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    for column in COLUMNS:
        name = column == "bot"
        table.add_column(words.say(f"match.{column}"), justify="left" if name else "right", no_wrap=not name)
    for one in found:
        table.add_row(*row_of(one, words))
    return table


def plotted(one: Standing, width: int) -> str:
    """A line from 0 to 100 %: the share of victories and its interval."""
    low, high = one.victories.interval or (one.victories.mean, one.victories.mean)
    first, last = (round(PLOT * min(1.0, max(0.0, end))) for end in (low, high))
    signs = ["━" if first <= column <= last else "·" for column in range(PLOT + 1)]
    signs[PLOT // 2] = "│" if signs[PLOT // 2] == "·" else "┿"
    signs[round(PLOT * one.victories.mean)] = "●"
    return f"{shortened(one.bot, width):>{width}} 0 % {''.join(signs)} 100 %"


def meetings_of(games: list[Played], found: list[Standing], words: Words) -> Table:
    """A row a bot, a column an opponent: the share of victories of the row."""
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column(words.say("match.against"), no_wrap=True, max_width=CELL)
    for one in found:
        table.add_column(one.bot, justify="right", no_wrap=True, max_width=CELL)
    for row in meeting_rows(games, found, share_of_victories(words)):
        table.add_row(*row)
    return table


def compared(match: Match) -> set[str]:
    """The bots themselves; one alone with the one it plays against."""
    return {*match.bots} if len({*match.bots}) > 1 else {*match.names}


def ahead(pair: set[str], games: list[Played], words: Words) -> str:
    """Of two bots: the difference of their scores, with its interval."""
    one = next(met for met in meetings(games) if {met.bot, met.against} == pair)
    told = plus_minus(one.ahead, words)
    return words.say("match.ahead", {"bot": one.bot, "other": one.against, "ahead": told})
