"""`ludoteca restore`: a game room from its backup."""

from pathlib import Path

from ludoteca.cli.arguments import complaints
from ludoteca.cli.backup import ended_politely, failures
from ludoteca.cli.check import FAULTY, checked, tell
from ludoteca.core.words import Words
from ludoteca.server.store.backup import restore


def restore_backup(words: Words, file: Path, database: str) -> int:
    """All of it is brought back, damaged tables too; the exit status tells whether there are any."""
    with complaints(words), failures(words), ended_politely():
        restore(file, database)
        report = checked(words, str(file))
    print(words.say("restore.done", {"file": str(file)}))
    tell(words, report)
    return FAULTY if report.faults else 0
