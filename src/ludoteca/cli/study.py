"""`ludoteca study`: what a game is like when these bots play it."""

import json
import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ludoteca.cli.arguments import Arguments, Complaint
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.number_format import percent, plus_minus
from ludoteca.cli.output_files import save
from ludoteca.cli.progress import progress
from ludoteca.cli.reports.plot_pictures import pictures
from ludoteca.cli.reports.study_report import StudyReport
from ludoteca.core.words import Words
from ludoteca.lab.cluster import cluster
from ludoteca.lab.study import Studied, run
from ludoteca.lab.study_games import study_of
from ludoteca.lab.study_json import written
from ludoteca.lab.study_sums import play_chunk

MOST_ROWS = 12


def show_study(
    asked: Arguments, bots: Sequence[str], games: int, seed: int | None, workers: int, address: str | None,
    folder: Path | None, as_json: bool,
) -> None:  # fmt: skip
    if folder:
        make_folder(asked.words, folder)
    seed = secrets.randbits(32) if seed is None else seed
    with compiling(asked.words):
        study = study_of(asked.game, asked.seats, asked.options, bots, games, seed)
        play_chunk(study, range(1))
    with cluster(address) as executor, progress(asked.words.say("simulate.playing"), study.games) as tell:
        began = time.perf_counter()
        found = run(study, workers or os.cpu_count() or 1, tell, executor)
        seconds = time.perf_counter() - began
    told = {**written(found), "seconds": seconds}
    report = StudyReport(found, asked)
    if as_json:
        print(json.dumps(told))
    else:
        show(report, found, seconds)
    if folder:
        write_files(asked.words, folder, report, json.dumps(told, indent=1), quiet=as_json)


def make_folder(words: Words, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise Complaint(words.say("not_written", {"file": str(folder), "why": wrong.strerror})) from None


def write_files(words: Words, folder: Path, report: StudyReport, told: str, quiet: bool) -> None:
    """The report, the figures, and every plot as SVG and as PNG."""
    save(words, folder / "study.json", told + "\n")
    plots = report.plots()
    for name, plot in plots.items():
        save(words, folder / f"{name}.svg", plot.file())
    for name, painted in pictures(plots):
        (folder / f"{name}.png").write_bytes(painted)
    save(words, folder / "report.html", report.html())
    if not quiet:
        print(words.say("study.saved", {"file": str(folder / "report.html")}))


# For people


def show(report: StudyReport, found: Studied, seconds: float) -> None:
    words, console = report.words, Console(markup=False, highlight=False)
    console.print(report.title(), style="bold")
    console.print(report.beneath())
    console.print(bots_table(report, found))
    if found.study.seats > 1:
        console.print(seats_table(report, found))
    for value, said in report.glance():
        console.print(f"{value:>8}  {said}")
    if report.different():
        console.print()
        console.print(winners_table(report))
    console.print(
        report.say("pace", games=report.number(found.study.games), seconds=report.number(seconds, 1))
    )
    console.print(words.say("study.note"), style="dim")


def bots_table(report: StudyReport, found: Studied) -> Table:
    shown = grid(report, ("bot", "score", "deviation", "victories"))
    for bot in found.names:
        scores, alone = found.scores(bot), found.study.seats == 1
        cells = [plus_minus(scores.mean, report.words), report.number(scores.deviation, 1)]
        shown.add_row(bot, *cells, "" if alone else percent(found.victories(bot), report.words))
    return shown


def seats_table(report: StudyReport, found: Studied) -> Table:
    shown = grid(report, ("seat", "score", "victories"))
    for seat in range(found.study.seats):
        shown.add_row(
            str(seat + 1),
            plus_minus(found.seat_score(seat), report.words),
            percent(found.seat_victories(seat), report.words),
        )
    return shown


def winners_table(report: StudyReport) -> Table:
    shown = grid(report, ("event", "winners", "others", "difference"))
    for mark in report.different()[:MOST_ROWS]:
        cells = [report.number(mark.winners, 2), report.number(mark.others, 2)]
        shown.add_row(report.label(mark), *cells, plus_minus(mark.difference, report.words))
    return shown


def grid(report: StudyReport, columns: Sequence[str]) -> Table:
    shown = Table(box=SIMPLE_HEAD, show_edge=False)
    for place, column in enumerate(columns):
        shown.add_column(report.say(f"column.{column}"), justify="right" if place else "left")
    return shown
