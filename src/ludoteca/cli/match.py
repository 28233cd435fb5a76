"""`ludoteca match`: bots against bots on duplicate deals, and which is better by how much."""

import json
import os
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ludoteca import bots as house_bots
from ludoteca.cli.arguments import Arguments, Complaint
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.number_format import plus_minus, written
from ludoteca.cli.output_files import require_place, save
from ludoteca.cli.progress import progress
from ludoteca.cli.reports.charts import LONGEST_NAME, shortened
from ludoteca.cli.reports.match_report import (
    COLUMNS,
    headline,
    meeting_rows,
    page,
    row_of,
    share_of_victories,
)
from ludoteca.core.words import Words
from ludoteca.lab.cluster import cluster
from ludoteca.lab.entrants import entrants
from ludoteca.lab.match import Match, MatchWorker, Played, by_deals
from ludoteca.lab.match_course import Course, Limits, follow
from ludoteca.lab.match_file import MatchFile, kept_seed
from ludoteca.lab.sequential import SprtCourse, SprtRule, WidthRule, sprt_of
from ludoteca.lab.standings import Mean, Meeting, Standing, meetings, standings

Json = dict[str, Any]
MATCH_SEATS = 2  # if none are given
USUAL_DEALS = 100
MOST_DEALS = 100_000
TINY = 1e-9
PLOT = 40  # columns for 0 to 100 %
CELL = len("100.0 ± 10.0 %")


@dataclass(frozen=True)
class Wanted:
    """A match as it was asked for; shares and errors are per cent."""

    bots: Sequence[str]
    deals: int | None
    once: bool
    seed: int | None
    workers: int
    cluster: str | None  # its address
    against: str | None
    sprt: bool
    gain: float
    share: float | None
    alpha: float
    beta: float
    width: float | None
    minutes: float | None
    keep: Path | None
    report: Path | None
    as_json: bool


@dataclass(frozen=True)
class Told:
    """All that there is to tell of a match."""

    match: Match
    course: Course
    rule: SprtRule | WidthRule | None
    seconds: float

    @property
    def games(self) -> list[Played]:
        return self.course.games


def show_match(asked: Arguments, wanted: Wanted) -> None:
    match = match_for(asked, wanted)
    rule = rule_for(asked.words, match, wanted)
    for file in filter(None, (wanted.report, wanted.keep)):
        require_place(asked.words, file)
    with kept_in(asked.words, wanted.keep, match) as kept:
        with compiling(asked.words):
            try_out(match)
        began = time.perf_counter()
        course = played_through(asked.words, match, Limits(rule, wanted.minutes), kept, wanted)
    told = Told(match, course, rule, time.perf_counter() - began)
    if wanted.as_json:
        print(json.dumps(report(told)))
    else:
        show(told, asked)
    if wanted.report:
        found = findings(told, asked.words)
        save(asked.words, wanted.report, page(match, told.games, told.seconds, asked, found))


def match_for(asked: Arguments, wanted: Wanted) -> Match:
    if len(wanted.bots) < 2 and wanted.against is None:
        raise Complaint(asked.words.say("match.two_bots"))
    against = [] if wanted.against is None else [wanted.against]
    bots, aliases = entrants(asked.game, [*wanted.bots, *against])
    if against and wanted.against in wanted.bots:
        bots = (*wanted.bots, *against)  # Match says why not
    seed = wanted.seed
    if seed is None and wanted.keep:
        seed = kept_seed(wanted.keep)
    seed = secrets.randbits(32) if seed is None else seed
    alone, other = (bots[:-1], bots[-1]) if against else (bots, None)
    return Match(
        asked.game.id, asked.seats, asked.options, alone, deals_of(wanted), seed, wanted.once, other, aliases
    )


def deals_of(wanted: Wanted) -> int:
    """Where something else ends a match, the usual number of deals is only there to end it at all."""
    if wanted.deals is not None:
        return wanted.deals
    return MOST_DEALS if wanted.sprt or wanted.width or wanted.minutes else USUAL_DEALS


def rule_for(words: Words, match: Match, wanted: Wanted) -> SprtRule | WidthRule | None:
    if wanted.sprt and wanted.width is not None:
        raise Complaint(words.say("match.one_rule"))
    if wanted.width is not None:
        return WidthRule(wanted.width / 100)
    if not wanted.sprt:
        return None
    share = None if wanted.share is None else wanted.share / 100
    return SprtRule(match, sprt_of(match, wanted.gain / 100, share, wanted.alpha / 100, wanted.beta / 100))


@contextmanager
def kept_in(words: Words, path: Path | None, match: Match) -> Iterator[MatchFile | None]:
    """The file of a match. Who stops the match is told that it can go on."""
    if path is None:
        yield None
        return
    try:
        kept = MatchFile(path, match)
    except OSError as wrong:
        raise Complaint(words.say("not_written", {"file": str(path), "why": wrong.strerror})) from None
    try:
        yield kept
    except KeyboardInterrupt:
        print(words.say("match.kept", {"file": str(path)}), file=sys.stderr)
        raise
    finally:
        kept.close()


def played_through(
    words: Words, match: Match, limits: Limits, kept: MatchFile | None, wanted: Wanted
) -> Course:
    before = kept.deals[: match.deals] if kept else []
    workers = wanted.workers or os.cpu_count() or 1
    with (
        cluster(wanted.cluster) as executor,
        closing(by_deals(match, workers, executor, len(before))) as new,
        progress(words.say("match.playing"), match.deals) as tell,
    ):
        return follow(before, new, limits, kept, tell)


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


def report(told: Told) -> Json:
    match, games = told.match, told.games
    return {
        "game": match.game,
        "seats": match.seats,
        "options": match.options,
        "bots": list(match.bots),
        "against": match.against,
        "aliases": dict(match.aliases),
        "deals": told.course.deals,
        "once": match.once,
        "seed": match.seed,
        "games": len(games),
        "seconds": told.seconds,
        "failures": [asdict(one) for one in told.course.failures],
        "sprt": written_sprt(told.rule.course) if isinstance(told.rule, SprtRule) else None,
        "standings": [written_standing(one) for one in standings(games)],
        "meetings": [written_meeting(one) for one in meetings(games)],
    }


def written_sprt(course: SprtCourse) -> Json:
    return {**asdict(course.sprt), "verdict": course.verdict}


def written_mean(one: Mean) -> Json:
    return {"mean": one.mean, "standard_error": one.error, "interval": one.interval}


def written_standing(one: Standing) -> Json:
    return {
        "bot": one.bot,
        "games": one.games,
        "victories": written_mean(one.victories),
        "even": one.even,
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


def show(told: Told, asked: Arguments) -> None:
    words, console = asked.words, Console(markup=False, highlight=False)
    match, games, found = told.match, told.games, standings(told.games)
    console.print(headline(match, asked, told.course.deals))
    console.print(table_of(found, words))
    for one in found:
        console.print(plotted(one, min(LONGEST_NAME, max(len(other.bot) for other in found))))
    if len(found) > 2:
        console.print(meetings_of(games, found, words))
    if len(pair := compared(match)) == 2:
        console.print(ahead(pair, games, words))
    for line in findings(told, words):
        console.print(line)
    seconds = written(told.seconds, words, 1)
    console.print(words.say("match.pace", {"games": len(games), "seconds": seconds}))
    console.print(words.say("match.note"), style="dim")


def findings(told: Told, words: Words) -> list[str]:
    """What else is to be said: even shares, the verdict of a sequential test, programs that failed."""
    found = [even_line(one, words) for one in standings(told.games) if abs(one.even - 0.5) > TINY]
    if isinstance(told.rule, SprtRule):
        found += sprt_lines(told.rule.course, told.course.deals, words)
    failures = Counter(one.bot for one in told.course.failures)
    for bot, count in failures.items():
        why = next(one.why for one in reversed(told.course.failures) if one.bot == bot)
        found.append(words.say("match.failed", {"bot": bot, "deals": count, "why": why}))
    return found


def even_line(one: Standing, words: Words) -> str:
    return words.say("match.even", {"bot": one.bot, "share": written(100 * one.even, words, 1)})


def sprt_lines(course: SprtCourse, deals: int, words: Words) -> list[str]:
    sprt = course.sprt
    figures = {
        "bot": sprt.bot,
        "deals": deals,
        "share": written(100 * sprt.share, words, 1),
        "more": written(100 * (sprt.share + sprt.gain), words, 1),
        "alpha": f"{100 * sprt.alpha:g}",
        "beta": f"{100 * sprt.beta:g}",
    }
    return [words.say(f"match.sprt.{key}", figures) for key in (course.verdict, "about")]


def table_of(found: list[Standing], words: Words) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    for column in COLUMNS:
        name = column == "bot"
        table.add_column(words.say(f"match.{column}"), justify="left" if name else "right", no_wrap=not name)
    for one in found:
        table.add_row(*row_of(one, words))
    return table


def plotted(one: Standing, width: int) -> str:
    """A line from 0 to 100 %: the share of victories, its interval, and the even share."""
    low, high = one.victories.interval or (one.victories.mean, one.victories.mean)
    first, last = (round(PLOT * min(1.0, max(0.0, end))) for end in (low, high))
    signs = ["━" if first <= column <= last else "·" for column in range(PLOT + 1)]
    even = round(PLOT * one.even)
    signs[even] = "│" if signs[even] == "·" else "┿"
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
