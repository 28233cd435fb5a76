"""How long a person's history and statistics take with thousands of finished games, on a new SQLite database.

python benchmarks/history.py --games 5000
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql

from ludoteca.server.http.catalogue import load_games
from ludoteca.server.people import statistics
from ludoteca.server.people.history import played_by, reviews_of
from ludoteca.server.store.database import open_database, writing
from ludoteca.server.store.models import Person
from ludoteca.server.store.people_queries import add_person
from ludoteca.server.store.schema import sittings, tables

TIMES = 5


def result(number: int) -> bytes:
    """Three people, and a fourth seat for a bot."""
    people = ["ana", f"p{number % 40}", f"p{number % 7}", None]
    seats = [{"person": id, "bot": None if id else "skilled"} for id in people]
    scores = [number * 37 % 90, number * 11 % 90, number * 53 % 90, number * 5 % 90]
    told = {
        "game": "pega-em-6",
        "options": {"variant": "basic", "rounds": None},
        "origin": None,
        "ended": None,
    }
    told |= {"rules": 1, "seats": seats, "people": people, "scores": scores}
    return json.dumps(told | {"winners": [scores.index(min(scores))]}).encode()


def fill(engine: sql.Engine, games: int) -> None:
    with writing(engine).begin() as connection:
        add_person(Person("ana", "Ana"), "cookie")(connection)
        meta = msgspec.json.encode({"places": "x" * 600})
        rows = [
            {"id": f"t{n}", "meta": meta, "open": False, "made_at": n, "over_at": n + 1, "result": result(n)}
            for n in range(games)
        ]
        connection.execute(tables.insert(), rows)
        connection.execute(
            sittings.insert(), [{"person": "ana", "table_id": f"t{n}", "at": n} for n in range(games)]
        )


def median_milliseconds(work: Callable[[], Any]) -> float:
    took = []
    for _ in range(TIMES):
        begun = time.process_time()
        work()
        took.append(1000 * (time.process_time() - begun))
    return sorted(took)[TIMES // 2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        engine = open_database(str(Path(folder) / "room.db"))
        fill(engine, games)
        with engine.connect() as connection:
            read = median_milliseconds(lambda: played_by("ana")(connection))
            played, known = played_by("ana")(connection), load_games()
            reviews = reviews_of("ana")(connection)
            counted = median_milliseconds(lambda: statistics.figures(known, played, reviews))
        engine.dispose()
    print(f"{games} games, ms of a core: read {read:.0f}, figures {counted:.0f}")


if __name__ == "__main__":
    main()
