"""Evenings as visitors see them, and what an evening came to."""

from typing import Literal

from ludoteca.server.evenings import scoring
from ludoteca.server.evenings.club import rounds_of
from ludoteca.server.evenings.evening_store import RoundTable, StoredEvening
from ludoteca.server.schemas import (
    Evening,
    EveningPerson,
    EveningResults,
    EveningRow,
    EveningTable,
    League,
    ResultSeat,
    ResultTable,
)
from ludoteca.server.store.models import Json, Person

Stage = Literal["gathering", "playing", "between", "over"]
NOBODY = "–"


def shown(found: StoredEvening, better: int, options: Json, you: Person | None, link: str) -> Evening:
    plan, me = found.plan, you.id if you else ""
    mine = next((one for one in found.people if one.person == me), None)
    last = found.in_round(found.round)
    return Evening(
        found.code, plan.name, plan.game, options, plan.seats, plan.rounds, plan.clock, plan.rated,
        plan.league, found.made_at, found.round, stage_of(found),
        organiser=me == found.organiser, joined=mine is not None and not mine.gone,
        table=next((one.table for one in last if me in one.people and me and one.result is None), None),
        people=[EveningPerson(one.name, one.gone, one.person == me) for one in found.people],
        tables=[table_of(one, names_of(found)) for one in last],
        standings=rows(scoring.standings(rounds_of(found, better)), names_of(found), me),
        link=link,
    )  # fmt: skip


def stage_of(found: StoredEvening) -> Stage:
    if found.playing:
        return "playing"
    if found.ended_at is not None or found.round >= found.plan.rounds:
        return "over"
    return "between" if found.round else "gathering"


def names_of(found: StoredEvening) -> dict[str, str]:
    return {one.person: one.name for one in found.people}


def table_of(table: RoundTable, names: dict[str, str]) -> EveningTable:
    seats = [names.get(person, NOBODY) if person else None for person in table.people]
    return EveningTable(table.number, seats, table.result is not None)


def rows(standings: list[scoring.Standing], names: dict[str, str], me: str) -> list[EveningRow]:
    return [
        EveningRow(
            one.place, names.get(one.person, NOBODY), round(one.points, 1), one.rounds, one.person == me
        )
        for one in standings
    ]


def league_of(league: str, evenings: list[tuple[StoredEvening, int]], me: str) -> League:
    """Everybody's mean over the evenings they came to; each evening counts alike."""
    points: list[dict[str, float]] = []
    names: dict[str, str] = {}
    for found, better in reversed(evenings):
        standings = scoring.standings(rounds_of(found, better))
        if standings:
            points.append({one.person: one.points for one in standings})
        names |= names_of(found)
    codes = [found.code for found, _ in evenings]
    return League(league, codes, rows(scoring.standings(points), names, me))


def results_of(found: StoredEvening, better: int, options: Json) -> EveningResults:
    names, points = names_of(found), rounds_of(found, better)
    standings = rows(scoring.standings(points), names, "")
    played = [
        result_table(table, names, got)
        for tables, got in zip(found.finished_rounds, points, strict=True)
        for table in tables
    ]
    return EveningResults(found.code, found.plan.name, found.plan.game, options, standings, played)


def result_table(table: RoundTable, names: dict[str, str], points: dict[str, float]) -> ResultTable:
    unknown: list[int | None] = [None] * len(table.people)
    scores = table.scores or unknown
    seats = [
        ResultSeat(
            names.get(person, NOBODY) if person else None, score, round(points[person], 1) if person else None
        )
        for person, score in zip(table.people, scores, strict=True)
    ]
    return ResultTable(table.round, table.number, table.table, seats)
