"""Rule marks: which code carries out which sentence of a game's RULES.md."""

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Marked = TypeVar("Marked")

MARKS: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
SENTENCE = re.compile(r"^- \*\*([A-Z]\d+)\*\* ", re.MULTILINE)


def rule(*ids: str) -> Callable[[Marked], Marked]:
    """Mark a function as the place where these sentences of its game's RULES.md live."""

    def mark(function: Marked) -> Marked:
        note(function.__module__, function.__name__, ids)  # type: ignore[attr-defined]
        return function

    return mark


def fact(where: str, *ids: str) -> None:
    """Mark a table or constant of module `where` as the place of these sentences."""
    note(where, "a table", ids)


def folder_of(module: str) -> str:
    """The game's folder to which a module belongs."""
    return module.split(".games.")[-1].split(".")[0]


def note(module: str, name: str, ids: tuple[str, ...]) -> None:
    for sentence in ids:
        MARKS[folder_of(module)][sentence].append(f"{module}.{name}")


def sentences(folder: Path) -> list[str]:
    """The ids of all sentences of a game's RULES.md, in order."""
    return SENTENCE.findall((folder / "RULES.md").read_text(encoding="utf-8"))
