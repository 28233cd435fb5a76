"""The entries of the log: what is stored is read again, and today it is stored as 0.1.0 stored it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from ludoteca.core import table as core_table
from ludoteca.core.game import game
from ludoteca.server.store.models import Person, Place, StoredEntry
from ludoteca.server.store.schema import entries as stored_entries
from ludoteca.server.table import entries, messages
from ludoteca.server.table.commands import decide
from ludoteca.server.table.entries import Entry, UnreadableEntry, read_entry, store_entry
from ludoteca.server.table.registry import new_meta
from ludoteca.server.table.state import TableState

ROOM = Path(__file__).parent / "data" / "room-0.1.0.db"
ANA, BEN = Person("p1", "Ana"), Person("p2", "Ben")
EXAMPLES: list[entries.Change] = [
    entries.Sit(1, BEN, "ab" * 32),
    entries.Move(1, BEN),
    entries.Ready(0),
    entries.SeatBot(1, "random"),
    entries.OpenSeat(1),
    entries.Away(1, "skilled", "lost"),
    entries.Back(1),
    entries.Kick(1, BEN),
    entries.Start("random"),
    entries.Act(0, {"card": 7}, forced=True),
    entries.Draft(0, {"card": 7}, late=True),
    entries.Reveal(1, {"card": 8}),
    entries.TakeBack(0, 4),
    entries.Agree(0, False),
    entries.End("agreement"),
    entries.Say(ANA, text="Olá"),
    entries.RematchOffer(0, True),
    entries.Rematch(ANA, "t2"),
    entries.Lock(True),
    entries.Admit(0, 1, True),
    entries.Unreadable(),
]


def test_there_is_an_example_and_a_decoder_of_every_kind() -> None:
    kinds = set(get_args(entries.Change))
    assert kinds == set(entries.KINDS) == {type(change) for change in EXAMPLES}
    assert set(entries.DECODERS) == {change.did for change in EXAMPLES}
    assert len(entries.DECODERS) == len(kinds)


@pytest.mark.parametrize("change", EXAMPLES, ids=lambda change: change.did)
def test_what_is_stored_is_read_again(change: entries.Change) -> None:
    entry = Entry(3, change, "p1", "c1", 1000)
    assert read_entry(store_entry(entry)) == entry
    assert "did" not in json.loads(store_entry(entry).data)
    assert len(change.did) <= stored_entries.c.did.type.length


def rows_of_room() -> list[StoredEntry]:
    with closing(sqlite3.connect(f"file:{ROOM}?mode=ro", uri=True)) as connection:
        found = connection.execute("SELECT seq, did, data, person, command, at FROM entries")
        return [StoredEntry(*row) for row in found]


def test_what_an_older_version_stored_is_stored_the_same_way_today() -> None:
    """Apart from what was not told, which is left out today."""
    for row in rows_of_room():
        today = store_entry(read_entry(row))
        told = {name: value for name, value in json.loads(row.data).items() if value is not None}
        assert (today.did, json.loads(today.data)) == (row.did, told)
        assert read_entry(today) == read_entry(row)


@pytest.mark.parametrize(
    ("did", "data"),
    [
        ("fly", b"{}"),
        ("sit", b"{}"),
        ("act", b"[]"),
        ("agree", b'{"seat":0,"agree":1}'),
        ("end", b'{"why":"rain"}'),
        ("back", b'{"seat":-1}'),
    ],
)
def test_an_entry_that_is_not_understood_is_refused(did: str, data: bytes) -> None:
    with pytest.raises(UnreadableEntry, match=f"entry 3, '{did}'"):
        read_entry(StoredEntry(3, did, data))


# What is decided is carried out once


def begun(name: str) -> TableState:
    rules = game(name)
    places = (Place(ANA, ready=True), Place(BEN, ready=True))
    meta = new_meta(
        id="t", game=name, options=rules.options(2, {}), places=places, host=ANA,
        open=False, chat=False, start="host", take_back=True,
    )  # fmt: skip
    state = TableState(meta, rules)
    state.apply(Entry(1, entries.Start()))
    return state


def act(state: TableState, seat: int) -> str:
    assert state.live_game is not None
    action = state.live_game.table.legal(seat)[0]
    decision = decide(state, (ANA, BEN)[seat], messages.Act("c", state.seq, action), str)
    state.apply(Entry(state.seq + 1, decision.change), decision.played)
    return decision.change.did


def test_an_action_is_carried_out_once_and_a_secret_choice_once_more_when_it_is_revealed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = []
    real = core_table.apply_action
    monkeypatch.setattr(core_table, "apply_action", lambda *args: (done.append(args[1]), real(*args)))
    dobro = begun("dobro")
    assert dobro.live_game is not None
    for _ in range(5):
        (seat,) = dobro.live_game.table.to_act
        done.clear()
        assert act(dobro, seat) == "act"
        assert done == [seat]
    pega = begun("pega-em-6")
    done.clear()
    assert (act(pega, 1), done) == ("draft", [1])
    done.clear()
    assert (act(pega, 0), done) == ("reveal", [0, 0, 1])


def test_while_it_is_decided_nothing_changes() -> None:
    state = begun("dobro")
    assert state.live_game is not None
    (seat,) = state.live_game.table.to_act
    table, before = state.live_game.table, state.live_game.table.states.tobytes()
    command = messages.Act("c", state.seq, table.legal(seat)[0])
    decision = decide(state, (ANA, BEN)[seat], command, str)
    assert (state.live_game.table, table.states.tobytes(), state.seq) == (table, before, 1)
    state.apply(Entry(2, decision.change), decision.played)
    assert table.states.tobytes() == before  # who still reads it is not disturbed
    assert state.live_game.table.states.tobytes() != before
    with pytest.raises(ValueError, match="another table"):
        state.apply(Entry(3, decision.change), decision.played)


# What was dealt is in the log


def test_a_log_does_not_depend_on_how_hidden_cards_are_redrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    first = begun("dobro")
    assert first.live_game is not None
    begin = {"view": first.live_game.table.view(1), "seat": 1}
    meta = replace(first.meta, begin=begin, start="ready")
    state = TableState(meta, first.game)
    log = [Entry(1, decide(state, None, messages.AutoStart(), str).change)]
    state.apply(log[0])
    for _ in range(4):
        assert state.live_game is not None
        (seat,) = state.live_game.table.to_act
        action = state.live_game.table.legal(seat)[0]
        log.append(Entry(state.seq + 1, entries.Act(seat, action)))
        state.apply(log[-1])
    monkeypatch.setattr(type(first.game), "imagine", None)
    again = TableState(meta, first.game, [read_entry(store_entry(entry)) for entry in log])
    assert again.live_game is not None
    assert state.live_game is not None
    assert again.live_game.table.position() == state.live_game.table.position()
