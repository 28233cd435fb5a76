"""The results of an evening as a table for a spreadsheet and as a picture."""

import csv
import io
from html import escape

from ludoteca.server.schemas import EveningResults, EveningRow

ROW, WIDTH, MARGIN, MOST_ROWS = 34, 640, 24, 60
FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # with which a cell would be calculated


def as_csv(results: EveningResults) -> str:
    """The standings; then, after an empty line, every seat of every table."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(("place", "name", "points", "rounds"))
    for row in results.standings:
        writer.writerow((row.place or "", plain(row.name), row.points, row.rounds))
    writer.writerow(())
    writer.writerow(("round", "table", "seat", "name", "score", "points"))
    for table in results.tables:
        for seat, one in enumerate(table.seats, 1):
            name = "" if one.name is None else plain(one.name)
            writer.writerow((table.round, table.number, seat, name, one.score, one.points))
    return written.getvalue()


def plain(name: str) -> str:
    """No spreadsheet takes a name for a formula."""
    return "'" + name if name.startswith(FORMULAS) else name


def as_svg(results: EveningResults, title: str) -> str:
    """The standings as a picture, readable in light and dark."""
    rows = results.standings[:MOST_ROWS]
    height = 2 * MARGIN + ROW * (len(rows) + 2)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" font-family="system-ui, sans-serif" role="img">',
        f'<rect width="{WIDTH}" height="{height}" rx="16" fill="#fbf7ef"/>',
        f'<text x="{MARGIN}" y="{MARGIN + 26}" font-size="24" font-weight="700" fill="#2b2118">'
        f"{escape(title)}</text>",
        *(line for number, row in enumerate(rows) for line in svg_row(row, number)),
        "</svg>",
    ]
    return "".join(lines)


def svg_row(row: EveningRow, number: int) -> list[str]:
    top = MARGIN + ROW * (number + 1.6)
    text = top + 22
    wide = round((WIDTH - 2 * MARGIN) * row.points / 100, 1)
    place = "" if row.place is None else f"{row.place}."
    return [
        f'<rect x="{MARGIN}" y="{top}" width="{wide}" height="{ROW - 4}" rx="6" fill="#f0d9a8"/>',
        f'<text x="{MARGIN + 8}" y="{text}" font-size="17" fill="#2b2118">{place}</text>',
        f'<text x="{MARGIN + 48}" y="{text}" font-size="17" fill="#2b2118">{escape(row.name)}</text>',
        f'<text x="{WIDTH - MARGIN - 8}" y="{text}" font-size="17" text-anchor="end" fill="#2b2118">'
        f"{row.points:.1f}</text>",
    ]
