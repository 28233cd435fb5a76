"""A page asks for the areas whose words it says: no part of the page is shown before its words are there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "web/src"
FOLDERS = {"$lib": SOURCES / "lib", "$components": SOURCES / "components"}
AT_ONCE = re.compile(r'^\s*import .*?from "([$.][^"]+)"', re.MULTILINE)
LATER = re.compile(r'(?:withWords\(\[([^\]]*)\], \(\) => )?import\("([$.][^"]+)"\)')
WORDS_ONLY = re.compile(r"withWords\(\[([^\]]*)\], async")
SAID = re.compile(r'\b(?:say|pageSay)\((?:[^"`()]* \? )?"([^"$]+)"(?: : "([^"]+)")?')


def keys(folder: Path) -> set[str]:
    return set(json.loads((folder / "en.json").read_text(encoding="utf-8")))


def words_of(area: str) -> set[str]:
    """All keys of an area; names of bots come with every page, their advice and reviews with the table."""
    bots = keys(ROOT / "src/ludoteca/bots/words")
    if area == "page":
        return {key for key in bots if key.startswith("bot.")} | keys(SOURCES / "words")
    return (bots if area == "table" else set()) | keys(SOURCES / "words" / area)


def file_of(name: str, beside: Path) -> Path | None:
    first, _, rest = name.partition("/")
    path = FOLDERS[first] / rest if first in FOLDERS else beside.parent / name
    found = (path, path.with_name(path.name + ".ts"), path.with_name(path.name + ".svelte.ts"))
    return next((file.resolve() for file in found if file.is_file()), None)


def names(listed: str | None) -> frozenset[str]:
    return frozenset(re.findall(r'"(\w+)"', listed or ""))


def shown_with(file: Path, areas: frozenset[str], seen: set[tuple[Path, frozenset[str]]]) -> None:
    """Follow what a file imports; what is loaded later may bring areas of its own."""
    text = file.read_text(encoding="utf-8")
    areas = areas.union(*(names(found) for found in WORDS_ONLY.findall(text)))
    if any(known == file and fewer <= areas for known, fewer in seen):
        return  # with fewer words it says the same
    seen.add((file, areas))
    parts = [(name, areas) for name in AT_ONCE.findall(text)]
    parts += [(name, areas | names(own)) for own, name in LATER.findall(text)]
    for name, with_areas in parts:
        if found := file_of(name, file):
            shown_with(found, with_areas, seen)


def unknown_words() -> Iterator[str]:
    seen: set[tuple[Path, frozenset[str]]] = set()
    shown_with(SOURCES / "App.svelte", frozenset(["page"]), seen)
    assert len(seen) > 60
    for file, areas in seen:
        known = set().union(*(words_of(area) for area in areas))
        for key in {key for found in SAID.findall(file.read_text(encoding="utf-8")) for key in found if key}:
            if key not in known:
                yield f"{file.name} says {key}, with the words of {', '.join(sorted(areas))}"


def test_whatever_is_shown_has_its_words() -> None:
    assert not sorted(unknown_words())
