"""`ludoteca backup` and `ludoteca restore`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from ludoteca.cli.asked import Complaint, complaints
from ludoteca.core.words import Words
from ludoteca.server.backup import back_up, restore


def keep(words: Words, file: Path, database: str) -> None:
    with complaints(words), failures(words):
        back_up(database, file)
    print(words.say("backup.done", {"file": str(file)}))


def bring_back(words: Words, file: Path, database: str) -> None:
    with complaints(words), failures(words):
        restore(file, database)
    print(words.say("restore.done", {"file": str(file)}))


@contextmanager
def failures(words: Words) -> Iterator[None]:
    """What the database or the disk cannot do is told in one line."""
    try:
        yield
    except (SQLAlchemyError, OSError) as wrong:
        why = str(wrong).splitlines()[0]
        raise Complaint(words.say("database.failed", {"why": why})) from None
