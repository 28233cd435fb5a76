"""A match as a page of its own: tables and plots in one HTML file that needs nothing else."""

from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape

import numpy as np

from ludoteca.cli.arguments import Arguments
from ludoteca.cli.number_format import percent, plus_minus, written
from ludoteca.cli.reports.charts import Range, line_chart, ranges_chart
from ludoteca.core.words import Words
from ludoteca.lab.match import Match, Played, seatings_of
from ludoteca.lab.standings import (
    Mean,
    Meeting,
    Standing,
    course_of,
    joined,
    meetings,
    scores_of,
    shares_by_seat,
    standings,
)

STYLE = """
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; color: #222; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 0.3rem; } p { margin: 0.3rem 0; }
table { border-collapse: collapse; margin: 0.5rem 0; } svg { width: 100%; height: auto; }
th, td { padding: 0.25rem 0.8rem; border-bottom: 1px solid #ccc; text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; } .wide { overflow-x: auto; }
"""
COLUMNS = ("bot", "victories", "score", "rating", "time", "longest")
INNER, OUTER = (25, 75), (5, 95)  # per cent of all scores

Rows = Sequence[Sequence[str]]
Tell = Callable[[Meeting], str]


def page(
    match: Match, games: list[Played], seconds: float, asked: Arguments, findings: Sequence[str] = ()
) -> str:
    """The whole report, in the language asked for."""
    words, found, met = asked.words, standings(games), joined(games)
    title = headline(match, asked, len({played.deal for played in games}))
    parts = [
        f"<h1>{escape(title)}</h1>",
        paragraph(
            ", ".join(f"{name} = {value}" for name, value in match.options.items() if value is not None)
        ),
        table(words, COLUMNS, [row_of(one, words) for one in found]),
        *map(paragraph, findings),
        part(words, "victories", ranges_chart([victories_of(one) for one in found], "victory")),
        part(words, "scores", ranges_chart([spread_of(met, one) for one in found], "score")),
        part(
            words,
            "course",
            line_chart([course_of(met, one.bot) for one in found], names(found), "victory", 1),
        ),
        part(words, "seats", seats_of(games, found, words)) if match.seats > 1 else "",
        part(words, "meetings", meetings_of(games, found, words, share_of_victories(words))),
        part(words, "ahead", meetings_of(games, found, words, lambda met: plus_minus(met.ahead, words))),
        paragraph(words.say("match.pace", {"games": len(games), "seconds": written(seconds, words, 1)})),
        paragraph(words.say("match.note")),
    ]
    return (
        f'<!DOCTYPE html>\n<html lang="{words.language}"><head><meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def headline(match: Match, asked: Arguments, deals: int) -> str:
    facts = {"name": asked.game.name, "deals": deals, "seats": match.seats, "seed": match.seed}
    title = asked.words.say("match.title", {**facts, "each": len(seatings_of(match, 0))})
    if match.against is None:
        return title
    return title + asked.words.say("match.each_against", {"bot": match.against})


def names(found: Sequence[Standing]) -> list[str]:
    return [one.bot for one in found]


def part(words: Words, name: str, drawn: str) -> str:
    """A plot or table under its heading, with a sentence that says how to read it."""
    heading = escape(words.say(f"report.{name}"))
    return f"<h2>{heading}</h2>{paragraph(words.say(f'report.{name}.about'))}{drawn}"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def table(words: Words, columns: Sequence[str], rows: Rows) -> str:
    return grid([words.say(f"match.{column}") for column in columns], rows)


def grid(heads: Sequence[str], rows: Rows) -> str:
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    lines = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def row_of(one: Standing, words: Words) -> list[str]:
    """A bot's figures, as the columns of a table of standings."""
    return [
        one.bot,
        percent(one.victories, words),
        plus_minus(one.score, words),
        f"{written(one.rating, words, 1)} ± {written(one.rating_error, words, 1)}",
        f"{written(one.milliseconds, words, 1)} ms",
        f"{written(one.longest, words, 1)} ms",
    ]


def victories_of(one: Standing) -> Range:
    mean = one.victories.mean
    return Range(one.bot, mean, (mean, mean), one.victories.interval or (mean, mean), one.even)


def spread_of(games: Sequence[Played], one: Standing) -> Range:
    low, inner, middle, until, high = np.percentile(
        scores_of(games, one.bot), [OUTER[0], INNER[0], 50, INNER[1], OUTER[1]]
    ).tolist()
    return Range(one.bot, middle, (inner, until), (low, high))


def seats_of(games: Sequence[Played], found: Sequence[Standing], words: Words) -> str:
    """How often each bot won from each seat."""
    seats = range(len(games[0].lineup))
    rows = [[one.bot, *(cell(share, words) for share in shares_by_seat(games, one.bot))] for one in found]
    return grid([words.say("match.bot"), *(words.say("report.seat", {"seat": seat}) for seat in seats)], rows)


def cell(share: Mean | None, words: Words) -> str:
    return "" if share is None else percent(share, words)


def meetings_of(games: Sequence[Played], found: Sequence[Standing], words: Words, tell: Tell) -> str:
    return grid([words.say("match.against"), *names(found)], meeting_rows(games, found, tell))


def share_of_victories(words: Words) -> Tell:
    return lambda met: percent(met.victories, words)


def meeting_rows(games: Sequence[Played], found: Sequence[Standing], tell: Tell) -> list[list[str]]:
    """A row a bot, a column an opponent: what there is to tell of the row against the column."""
    met = {(one.bot, one.against): tell(one) for one in meetings(games)}
    return [[one, *(met.get((one, other), "") for other in names(found))] for one in names(found)]
