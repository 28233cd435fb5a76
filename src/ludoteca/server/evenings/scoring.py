"""Points of an evening: each seat is compared with the same seat on the same deal at all other tables.

For every other table where that seat did worse a player gets 1, for an equal score 1/2; the points of a round
are the share of all that could be had, in percent. 50 is average, whatever the cards were. An evening's
points are the mean of its rounds.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

AVERAGE = 50.0


class PlayedTable(NamedTuple):
    """Who was to sit where, and the scores; none if the table did not finish its game."""

    people: Sequence[str]
    scores: Sequence[int] | None


class Standing(NamedTuple):
    """A person's evening so far; ranked if the person has played half of the rounds."""

    person: str
    points: float
    rounds: int
    ranked: bool
    place: int | None


def points_of_round(tables: Sequence[PlayedTable], better: int) -> dict[str, float]:
    """By person. Who sat at a table that did not finish has the average."""
    finished = [table.scores for table in tables if table.scores]
    return {
        person: points_of_seat(table.scores, seat, finished, better) if table.scores else AVERAGE
        for table in tables
        for seat, person in enumerate(table.people)
        if person
    }


def points_of_seat(scores: Sequence[int], seat: int, finished: Sequence[Sequence[int]], better: int) -> float:
    """With one table alone there is nothing to compare with but the others who sit there."""
    others = [other[seat] for other in finished]
    if len(others) < 2:
        others = list(scores)
    others.remove(scores[seat])
    if not others:
        return AVERAGE
    won = sum(
        1.0 if better * (scores[seat] - other) > 0 else 0.5 * (scores[seat] == other) for other in others
    )
    return 100 * won / len(others)


def standings(rounds: Sequence[Mapping[str, float]]) -> list[Standing]:
    """The best mean first; who has played less than half of the rounds comes after all others."""
    played: dict[str, list[float]] = {}
    for points in rounds:
        for person, got in points.items():
            played.setdefault(person, []).append(got)
    rows = [(2 * len(got) >= len(rounds), mean(got), len(got), person) for person, got in played.items()]
    rows.sort(key=lambda row: (not row[0], -row[1], -row[2], row[3]))
    ranked = [points for listed, points, _, _ in rows if listed]
    return [
        Standing(person, points, count, listed, ranked.index(points) + 1 if listed else None)
        for listed, points, count, person in rows
    ]


def mean(values: Sequence[float]) -> float:
    """Rounded, so that equal evenings are equal however they were added up."""
    return round(sum(values) / len(values), 6)
