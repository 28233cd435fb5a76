"""Files that a command writes beside what it prints."""

from pathlib import Path

from ludoteca.cli.arguments import Complaint
from ludoteca.core.words import Words


def save(words: Words, path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise Complaint(words.say("not_written", {"file": str(path), "why": wrong.strerror})) from None


def require_place(words: Words, path: Path) -> None:
    """Said before long work whose result could not be kept."""
    if not path.parent.is_dir():
        raise Complaint(words.say("no_folder", {"folder": str(path.parent)}))
    if path.is_dir():
        raise Complaint(words.say("is_folder", {"folder": str(path)}))
