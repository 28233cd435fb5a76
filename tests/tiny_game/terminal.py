"""The tiny game on a terminal."""

from typing import Any

from rich.text import Text

from ludoteca.core.words import Words


def draw(view: dict[str, Any], words: Words, seat: int | None) -> Text:
    hand = view["hands"][seat] if seat is not None else []
    cards = {"hand": written(hand), "shown": written(view["shown"])}
    return Text(words.say("terminal.table", {"trick": view["trick"], **cards}))


def written(cards: list[int | None]) -> str:
    return " ".join(str(card) for card in cards)
