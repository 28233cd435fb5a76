"""`ludoteca review`: a finished game judged, with a plot of the chances and what the result was made of."""

import json
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludoteca import bots
from ludoteca.archive.fairness import dealt
from ludoteca.archive.game_file import GameFile
from ludoteca.cli.arguments import Complaint, words_of
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.number_format import written as figure
from ludoteca.cli.output_files import require_place, save
from ludoteca.cli.progress import progress
from ludoteca.cli.reports.charts import line_chart, sparkline
from ludoteca.cli.verify import check, read, reason
from ludoteca.core.game import Game, game
from ludoteca.core.words import WORDS, Words
from ludoteca.lab.narrator import Narrator
from ludoteca.lab.review import GRADES, Review, Reviewer, warm_up, written

Json = dict[str, Any]
PARTS = ("start", "luck", "own", "others", "result")
WORST = 5  # decisions that are told


def show_review(words: Words, path: Path, playouts: int, as_json: bool, svg: Path | None) -> None:
    if svg:
        require_place(words, svg)
    file = read(words, path)
    wrong = check(file, [])
    if wrong:
        raise Complaint(reason(words, wrong))
    review = reviewed(words, file, playouts)
    judged = written(review, game(file.game).notation)
    if as_json:
        print(json.dumps(judged))
    else:
        tell(narrator_for(words, file), game(file.game), file, judged)
    if svg:
        save(words, svg, line_chart(chances(judged), names_of(file), judged["measure"]))


def reviewed(words: Words, file: GameFile, playouts: int) -> Review:
    taken = [(one.seat, one.action) for one in file.actions]
    reviewer = Reviewer(dealt(file), taken, playouts, file.fairness.commitment, file.begin is None)
    with compiling(words):
        for _ in warm_up(dealt(file)):
            pass
    with progress(words.say("review.judging"), reviewer.moments) as tell_moments:
        return reviewer.run(tell_moments)


# For people


def names_of(file: GameFile) -> list[str]:
    """Who sat where; two bots of a name are told apart by their seats."""
    return [f"{number} {seat.person or seat.bot or ''}".strip() for number, seat in enumerate(file.seats)]


def narrator_for(words: Words, file: GameFile) -> Narrator:
    folders = (WORDS, bots.WORDS, words_of(game(file.game)))
    return Narrator(words.language, *folders, names=names_of(file), seat=-1)


def tell(words: Narrator, played: Game, file: GameFile, judged: Json) -> None:
    console = Console(markup=False, highlight=False)
    console.print(words.say("review.title", {"name": played.name, "playouts": judged["playouts"]}))
    measure = judged["measure"]
    console.print(words.say(f"review.plot.{measure}"))
    for name, values in zip(words.names, chances(judged), strict=True):
        console.print(Text(f"{name:<{max(map(len, words.names))}}  {sparkline(values, measure)}"))
    console.print(split_of(words, judged, measure))
    console.print(grades_of(words, judged))
    for line in worst(words, played, judged):
        console.print(line)
    console.print(words.say("review.note"), style="dim")
    if not judged["over"]:
        console.print(words.say("review.ended"), style="dim")


def chances(judged: Json) -> list[list[float]]:
    """Of every seat after every step; alone, its scores."""
    measure = judged["measure"]
    return [
        [step["value"][measure][seat] for step in judged["steps"]] for seat in range(len(judged["seats"]))
    ]


def split_of(words: Narrator, judged: Json, measure: str) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column(words.say("review.seat"))
    for part in PARTS if judged["over"] else (*PARTS[:-1], "expected"):
        table.add_column(words.say(f"part.{part}"), justify="right")
    for name, seat in zip(words.names, judged["seats"], strict=True):
        table.add_row(name, *(amount(seat[part][measure], part, measure, words) for part in PARTS))
    return table


def amount(value: float, part: str, measure: str, words: Words) -> str:
    """A chance in per cent, or points; changes with their sign."""
    sign = "" if part in ("start", "result") or value < 0 else "+"
    if measure == "victory":
        return f"{sign}{figure(100 * value, words)} %"
    return sign + figure(value, words, 1)


def grades_of(words: Narrator, judged: Json) -> Table:
    table = Table(box=SIMPLE_HEAD, show_edge=False)
    table.add_column(words.say("review.decisions"))
    for grade in GRADES:
        table.add_column(words.say(f"grade.{grade}"), justify="right")
    table.add_column(words.say("review.loss"), justify="right")
    for name, seat in zip(words.names, judged["seats"], strict=True):
        counts = [str(seat["grades"][grade]) for grade in GRADES]
        table.add_row(name, *counts, amount(seat["loss"], "start", judged["measure"], words))
    return table


def worst(words: Narrator, played: Game, judged: Json) -> list[str]:
    """The dearest decisions of the game, the first one first."""
    found = [(step["step"], one) for step in judged["steps"] for one in step["decisions"] if one["loss"]]
    dearest = sorted(found, key=lambda pair: -pair[1]["loss"])[:WORST]
    in_order = sorted(dearest, key=lambda pair: pair[0])
    return [told(words, played, judged["measure"], *pair) for pair in in_order]


def told(words: Narrator, played: Game, measure: str, step: int, one: Json) -> str:
    said = {which: words.action(one[which], played) for which in ("played", "best")}
    about = {
        "grade": words.say(f"grade.{one['grade']}"),
        "loss": amount(one["loss"], "start", measure, words),
    }
    return words.say("review.decision", {"step": step, "seat": one["seat"], **said, **about})
