"""`ludoteca backup`: a copy of the game room in one file, while people play on."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from ludoteca.cli.arguments import Complaint, complaints
from ludoteca.core.words import Words
from ludoteca.server.store.backup import back_up


def make_backup(words: Words, file: Path, database: str) -> None:
    with complaints(words), failures(words), ended_politely():
        back_up(database, file)
    print(words.say("backup.done", {"file": str(file)}))


@contextmanager
def ended_politely() -> Iterator[None]:
    """SIGTERM ends the command as Ctrl-C does: what is half made is removed."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def failures(words: Words) -> Iterator[None]:
    """What the database or the disk cannot do is told in one line."""
    try:
        yield
    except (SQLAlchemyError, OSError) as wrong:
        why = str(wrong).splitlines()[0]
        raise Complaint(words.say("database.failed", {"why": why})) from None
