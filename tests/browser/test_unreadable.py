"""A table whose log cannot be read is shown with a word, and without a way in."""

import sqlite3
from contextlib import closing
from typing import Any

from browser.table import make_table, words

SAID = words("en")


def test_a_damaged_table_says_so_in_the_room(visit: Any, own_server: Any) -> None:
    page = visit(own_server.url, name="Ana")
    make_table(page, "en", "Basic, number of rounds: 1", players=2, bots=0)
    table = page.url.rsplit("/", 1)[1]
    page.get_by_text(SAID["lobby.seats"]).wait_for()
    page.goto(own_server.url)
    page.get_by_role("button", name=SAID["room.return"]).first.wait_for()
    own_server.kill()
    with closing(sqlite3.connect(own_server.folder / "tables.db")) as database:
        last = "SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE table_id = ?"
        entry = f"INSERT INTO entries (table_id, seq, at, did, data) VALUES (?, ({last}), 1, 'act', ?)"
        database.execute(entry, (table, table, b'{"seat": 9}'))
        database.commit()
    own_server.start()
    page.request.get(f"{own_server.url}api/tables/{table}")  # the server finds out when it is asked for
    page.reload()
    page.get_by_text(SAID["room.unreadable"]).wait_for()
    assert page.get_by_role("button", name=SAID["room.return"]).count() == 0
