"""One sentence of a game's rules, found by its number."""

import re


def sentence_of(rules: str, id: str) -> str:
    """A sentence with its number, as Markdown."""
    found = re.search(rf"^- (\*\*{id}\*\* .*?)(?=\n- |\n\n|\Z)", rules, re.MULTILINE | re.DOTALL)
    return " ".join(found[1].split()) if found else f"**{id}**"
