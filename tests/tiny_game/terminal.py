"""The tiny game on a terminal."""

from typing import Any

from rich.text import Text

from ludoteca.core.words import Words


def draw(view: dict[str, Any], words: Words, seat: int | None) -> Text:
    hand = view["hands"][seat] if seat is not None else []
    return Text(words.say("terminal.table", {"trick": view["trick"], "hand": hand, "shown": view["shown"]}))
