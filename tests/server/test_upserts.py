"""Two processes that write the same row at the same moment: one row, and nobody is told of a fault."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sql

from ludoteca.server.errors import Refused
from ludoteca.server.evenings import evening_store
from ludoteca.server.evenings.evening_store import NewEvening
from ludoteca.server.people import friends
from ludoteca.server.people.merging import merge_person
from ludoteca.server.push.subscriptions import Subscription, add
from ludoteca.server.push.vapid import MakeKey, public_key
from ludoteca.server.store import admin_queries, people_queries, queries
from ludoteca.server.store.database import open_database, writing
from ludoteca.server.store.models import Person
from ludoteca.server.store.schema import people
from ludoteca.server.table.registry import new_meta
from postgres import new_database

ANA, BEN = Person("p1", "Ana"), Person("p2", "Ben")
DEVICE = Subscription("https://push.example.org/x", "p", "a", "en")
JOBS: dict[str, Callable[[], Any]] = {
    "the secret of the room": queries.MakeSecret,
    "the key of its messages": MakeKey,
    "a setting": lambda: admin_queries.put_setting("notice", "Closed at ten"),
    "a turn": lambda: admin_queries.TakeTurn("last_tidied", 0, 5),
    "a seat": lambda: queries.note_sitting("p1", "t"),
    "a recovery code": lambda: people_queries.put_recovery_code("p1", "hash"),
    "a block": lambda: friends.set_block("p1", "p2", True),
    "an invitation": lambda: friends.invite("p1", "p2", "t"),
    "who comes to an evening": lambda: evening_store.join("abc", ANA),
    "a device": lambda: add("p1", DEVICE),
}


@pytest.fixture(scope="module")
def engine(postgres: str) -> Any:
    engine = open_database(new_database(postgres))
    table = new_meta(
        id="t", game="dobro", options={}, places=(), host=ANA, open=True, chat=False, start="host"
    )
    with writing(engine).begin() as connection:
        for person in (ANA, BEN):
            people_queries.add_person(person, person.id)(connection)
        queries.add_table(table)(connection)
        evening_store.add_evening("abc", ANA, NewEvening("dobro", 2, 2))(connection)
    yield engine
    engine.dispose()


def write_at_once(engine: sql.Engine, one: Any, other: Any) -> None:
    """The second waits for what the first has written and not committed."""

    def write() -> None:
        begun.wait()
        with writing(engine).begin() as connection:
            other(connection)

    begun = threading.Event()
    with ThreadPoolExecutor(1) as second, writing(engine).begin() as connection:
        written = second.submit(write)
        one(connection)
        begun.set()
        while not is_waited(engine):
            assert not written.done(), written.exception()
        connection.commit()
        written.result(10)


def is_waited(engine: sql.Engine) -> bool:
    with engine.connect() as connection:
        return bool(connection.execute(sql.text("SELECT count(*) FROM pg_locks WHERE NOT granted")).scalar())


@pytest.mark.parametrize("name", JOBS)
def test_a_row_that_two_processes_write_at_once_is_there_once(engine: sql.Engine, name: str) -> None:
    one, other = JOBS[name](), JOBS[name]()
    write_at_once(engine, one, other)
    if isinstance(one, queries.MakeSecret):
        assert one.secret == other.secret
    if isinstance(one, MakeKey):
        assert public_key(one.key) == public_key(other.key)
    if isinstance(one, admin_queries.TakeTurn):
        assert (one.taken, other.taken) == (True, False)


def test_of_two_guests_who_become_each_other_at_once_one_is_kept(engine: sql.Engine) -> None:
    with pytest.raises(Refused, match="no_such_person"):
        write_at_once(engine, merge_person("p1", "p2"), merge_person("p2", "p1"))
    with engine.connect() as connection:
        rows = sql.select(people.c.id, people.c.merged_into).order_by(people.c.id)
        assert connection.execute(rows).all() == [
            ("p1", None), ("p2", "p1"),
        ]  # fmt: skip


def test_a_turn_is_taken_once_wherever_it_is_tried(any_database: str) -> None:
    engine = open_database(any_database)
    with writing(engine).begin() as connection:
        for was, moment, taken in ((0, 5, True), (0, 6, False), (5, 7, True), (5, 8, False)):
            turn = admin_queries.TakeTurn("last_backup", was, moment)
            turn(connection)
            assert turn.taken == taken
        assert admin_queries.all_settings(connection) == {"last_backup": 7}
    engine.dispose()


def test_who_comes_again_keeps_the_place_in_the_order(any_database: str) -> None:
    engine = open_database(any_database)
    with writing(engine).begin() as connection:
        evening_store.add_evening("abc", ANA, NewEvening("dobro", 2, 2))(connection)
        for job in (evening_store.join("abc", ANA), evening_store.join("abc", BEN)):
            job(connection)
        before = evening_store.evening("abc")(connection)
        evening_store.leave("abc", "p1")(connection)
        evening_store.join("abc", Person("p1", "Anna"))(connection)
        after = evening_store.evening("abc")(connection)
    assert before is not None
    assert after is not None
    assert [one.person for one in after.people] == [one.person for one in before.people]
    assert {one.name for one in after.people if not one.gone} == {"Anna", "Ben"}
    engine.dispose()
