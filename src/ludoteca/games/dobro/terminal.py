"""Dobro on a terminal: the table as one seat, or a spectator, sees it."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludoteca.core.words import Words
from ludoteca.games.dobro.tables import SHORT_GAME

Json = dict[str, Any]

STYLES = {"wild": "magenta", "skip": "yellow", "reverse": "cyan"}
GAP = Text("  ")


def draw(view: Json, words: Words, seat: int | None) -> RenderableType:
    """Everything the viewer may know, as it lies on the table; a hand at the bottom, near the keyboard."""
    parts: list[RenderableType] = [the_middle(view, words), the_players(view, words, seat)]
    if seat is not None and not view["over"]:
        parts.append(labelled("hand", cards(view["hands"][seat], words), words))
    return Group(*parts)


# The middle of the table


def the_middle(view: Json, words: Words) -> Panel:
    value = Text(str(view["value"]) if view["value"] else words.say("terminal.no_value"), style="bold")
    return Panel(
        Group(
            labelled("value", value, words),
            labelled("table", cards(view["table"], words), words),
        ),
        title=Text(f"{words.say('name')}, {course(view, words)}"),
        subtitle=Text(", ".join(beside(view, words))),
        width=80,
    )


def course(view: Json, words: Words) -> str:
    if view["over"]:
        return words.say("phase.over")
    rounds = view["seats"] if view["options"]["long"] else SHORT_GAME
    return words.say("terminal.round", {"round": view["round"], "rounds": rounds})


def beside(view: Json, words: Words) -> list[str]:
    """The draw pile, the cards set aside, and the direction card; two seats have no use for it."""
    said = [words.say("terminal.deck", {"cards": view["deck"]})]
    if view["seats"] == 2:
        return [*said, words.say("terminal.aside", {"cards": view["aside"]})]
    turning = "clockwise" if view["direction"] == 1 else "counterclockwise"
    return [*said, words.say(f"terminal.{turning}")]


def labelled(label: str, shown: Text, words: Words) -> Text:
    return Text.assemble((f"{words.say(f'terminal.{label}')}: ", "bold"), shown)


def cards(names: list[str], words: Words) -> Text:
    """Cards side by side; special cards by their names, and colour only helps."""
    if not names:
        return Text(words.say("terminal.nothing"), style="dim")
    said = (Text(words.sentences.get(f"value.{card}", card), style=STYLES.get(card, "")) for card in names)
    return GAP.join(said)


# Around it


def the_players(view: Json, words: Words, seat: int | None) -> Table:
    """One line a seat, in clockwise order."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    for title in ("player", "total", "rounds", "cards", "pile"):
        table.add_column(words.say(f"terminal.{title}"), justify="left" if title == "player" else "right")
    for other in range(view["seats"]):
        table.add_row(
            name(view, words, other, seat),
            str(view["scores"][other]),
            " ".join(str(points[other]) for points in view["points"]),
            str(size(view["hands"][other])),
            str(size(view["piles"][other])),
        )
    return table


def name(view: Json, words: Words, other: int, seat: int | None) -> Text:
    """The name of a seat, and whether it is to act, wins, or has the forgetful card."""
    text = Text(words.say("terminal.name", {"seat": other}), style="bold" if other == seat else "")
    if other in view["winners"]:
        text.append(f" ({words.say('terminal.wins')})", style="bold green")
    if other in view["to_act"]:
        text.append(f" ({words.say('terminal.acts')})", style="italic")
    if other == view["forgetful"]:
        text.append(f" ({words.say('terminal.forgetful')})", style="red")
    return text


def size(held: list[str] | int) -> int:
    return len(held) if isinstance(held, list) else held
