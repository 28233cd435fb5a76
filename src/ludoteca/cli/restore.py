"""`ludoteca restore`: a game room from its backup."""

from pathlib import Path

from ludoteca.cli.arguments import complaints
from ludoteca.cli.backup import failures
from ludoteca.core.words import Words
from ludoteca.server.store.backup import restore


def restore_backup(words: Words, file: Path, database: str) -> None:
    with complaints(words), failures(words):
        restore(file, database)
    print(words.say("restore.done", {"file": str(file)}))
