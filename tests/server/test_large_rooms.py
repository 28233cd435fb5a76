"""In a room of many years nothing that people, the host or a clock ask for looks through whole tables."""

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sql

import ludoteca
from ludoteca.server.cluster.leases import held_by
from ludoteca.server.daily import tries
from ludoteca.server.evenings import evening_store
from ludoteca.server.evenings.evening_store import NewEvening
from ludoteca.server.people import friends, history, merging, personal_data
from ludoteca.server.ratings import rating_store
from ludoteca.server.ratings.pools import Pool
from ludoteca.server.ratings.rated_games import Course, RatedGame
from ludoteca.server.ratings.skill import Skill
from ludoteca.server.store import admin_queries, people_queries, queries
from ludoteca.server.store.admin_queries import SizedTable
from ludoteca.server.store.database import open_database, writing
from ludoteca.server.store.models import Person, StoredEntry
from ludoteca.server.store.schema import metadata
from ludoteca.server.table.registry import new_meta
from postgres import new_database

ANA, BEN, SAID = Person("p1", "Ana"), Person("p2", "Ben"), StoredEntry(1, "say", b"{}", "p2", "c1")
LARGE = (
    "entries", "checksums", "tables", "sittings", "people", "daily_tries", "invitations", "blocks",
    "evening_people", "evening_tables", "rated_games", "ratings",
)  # fmt: skip
NOW = 1_800_000_000_000
POOL = Pool("pega-em-6", "{}")
ASKED: dict[str, Callable[[sql.Connection], Any]] = {
    "what is kept of a person": personal_data.export_of("p1"),
    "the tables that name a person": personal_data.tables_of("p1"),
    "my tables": queries.tables_of("p1"),
    "my finished games": queries.finished_of("p1", NOW),
    "my history": history.played_by("p1"),
    "my reviews": history.reviews_of("p1"),
    "my keys": people_queries.keys_of("p1"),
    "with whom I have played": friends.played_with("p1", ["p2", "p3"]),
    "my invitations": friends.invitations_to("p1"),
    "my evenings": evening_store.evenings_of("p1"),
    "an evening": evening_store.evening("abc"),
    "evenings that go on": evening_store.tables_left_to("me", 5),
    "evenings to settle": evening_store.to_settle,
    "open tables": queries.open_tables(5),
    "the length of a log": queries.length_of("t1"),
    "the tables of a process": held_by("me"),
    "results of the day": tries.tries_at("2026-11-18", "dobro"),
    "tries of an address": tries.tries_from("2026-11-18", "dobro", "a"),
    "games to rate": rating_store.to_rate,
    "a leaderboard": rating_store.leaders(POOL, 10, 100),
    "the last tables": admin_queries.last_tables(NOW, running=False),
    "the last running tables": admin_queries.last_tables(NOW, running=True),
    "the oldest games": admin_queries.oldest_games(SizedTable(5, "t5", 1), 200),
    "what all tables take": admin_queries.table_sizes("t5", 200),
    "games in nobody's list": lambda connection: connection.execute(admin_queries.ownerless(NOW)),
    "tables without a game": lambda connection: connection.execute(admin_queries.never_begun(NOW)),
    "a table that goes": admin_queries.delete_tables(["t1", "t2"]),
    "a person who goes": admin_queries.forget_guests(["p1", "p2"]),
    "a merged table": merging.move_sitting("p1", "p2", "t1"),
    "merged tries": lambda connection: merging.merge_tries(connection, "p1", "p2"),
    "merged friends": lambda connection: merging.merge_friends(connection, "p1", "p2"),
    "merged evenings": lambda connection: evening_store.merge_evenings(connection, "p1", "p2"),
    "merged ratings": lambda connection: rating_store.merge_ratings(connection, "p1", "p2"),
}
EXPLAIN = {"sqlite": "EXPLAIN QUERY PLAN ", "postgresql": "EXPLAIN "}


@pytest.fixture(scope="module")
def rooms(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    engines = {
        "sqlite": open_database(str(tmp_path_factory.mktemp("large") / "room.db")),
        "postgresql": open_database(new_database(postgres)),
    }
    for engine in engines.values():
        with writing(engine).begin() as connection:
            play_a_little(connection)
    yield engines
    for engine in engines.values():
        engine.dispose()


def play_a_little(connection: sql.Connection) -> None:
    """So that whatever goes on with what it has found does go on."""
    table = new_meta(
        id="t1", game="pega-em-6", options={}, places=(), host=BEN, open=True, chat=False, start="host"
    )
    game = RatedGame("t1", 5, ("p2", "p3"), (0, 1), (Skill(), Skill()), (Skill(), Skill()))
    jobs = [people_queries.add_person(person, person.id) for person in (ANA, BEN)]
    jobs += [queries.add_table(table), queries.note_sitting("p2", "t1"), queries.append("t1", SAID)]
    jobs += [
        evening_store.add_evening("abc", BEN, NewEvening("pega-em-6", 2, 2)),
        evening_store.join("abc", BEN),
    ]
    jobs.append(evening_store.add_round_table("abc", 1, 1, "t1", ["p2", ""]))
    for job in jobs:
        job(connection)
    course = Course(ludoteca.game("pega-em-6"), POOL, {"p2": (Skill(), 1), "p3": (Skill(), 1)})
    rating_store.keep(connection, POOL, [game], course, game.players)


@pytest.mark.parametrize("kind", EXPLAIN)
@pytest.mark.parametrize("name", ASKED)
def test_an_index_leads_to_whatever_is_asked(rooms: dict[str, sql.Engine], kind: str, name: str) -> None:
    with writing(rooms[kind]).connect() as connection, connection.begin() as transaction:
        if kind == "postgresql":  # with so few rows it would not look for an index
            connection.execute(sql.text("SET LOCAL enable_seqscan = off"))
        statements = asked_by(ASKED[name], connection)
        assert statements
        plans = [plan_of(connection, *one) for one in statements]
        assert [line for plan in plans for line in plan if is_scan(line)] == []
        assert name != "the tables of a process" or "leases_of_process" in str(plans)
        transaction.rollback()


def asked_by(work: Callable[[sql.Connection], Any], connection: sql.Connection) -> list[tuple[str, Any]]:
    """Every statement of some work, with its values."""
    heard: list[tuple[str, Any]] = []

    def note(_1: Any, _2: Any, statement: str, values: Any, _3: Any, many: bool) -> None:
        if not many and not statement.startswith(("INSERT", "SELECT pg_advisory")):
            heard.append((statement, values))

    sql.event.listen(connection, "before_cursor_execute", note)
    work(connection)
    sql.event.remove(connection, "before_cursor_execute", note)
    return heard


def plan_of(connection: sql.Connection, statement: str, values: Any) -> list[str]:
    rows = connection.exec_driver_sql(EXPLAIN[connection.dialect.name] + statement, values)
    return [str(row[-1]) for row in rows]


def is_scan(line: str) -> bool:
    """A look through a whole table, and not along an index for the first few."""
    words = line.replace("->", "").split()
    if words[:2] == ["Seq", "Scan"]:
        return words[3] in LARGE
    return words[0] == "SCAN" and words[1] in LARGE and "USING INDEX" not in line


def test_very_many_entries_are_estimated(any_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = open_database(any_database)
    with writing(engine).begin() as connection:
        play_a_little(connection)
        for seq in range(2, 51):
            queries.append("t1", StoredEntry(seq, "say", b"{}"))(connection)
        connection.execute(sql.text("ANALYZE entries"))
        connection.execute(sql.text("DELETE FROM entries WHERE seq BETWEEN 11 AND 20"))
        assert admin_queries.counts(connection).entries == 40
        monkeypatch.setattr(admin_queries, "MANY", 30)
        assert admin_queries.counts(connection).entries == 50
    engine.dispose()


def test_every_row_that_refers_to_another_is_found_by_it() -> None:
    """Else a database looks through the whole table for each row that is deleted."""
    for table in metadata.tables.values():
        firsts = {next(iter(index.columns)) for index in table.indexes} | {
            next(iter(table.primary_key.columns))
        }
        for key in table.foreign_keys:
            assert key.parent in firsts, f"{table.name}.{key.parent.name} has no index"
