"""Pega em 6! on a terminal: the table as one seat, or a spectator, sees it."""

from collections import Counter
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludoteca.core.words import Words
from ludoteca.games.pega_em_6.tables import HAND_CARDS, HEADS, ROW_HOLDS, SEVEN_HOLDS, Variant

Json = dict[str, Any]

SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
STYLES = {1: "", 2: "cyan", 3: "yellow", 5: "red", 7: "bold magenta"}  # by bull heads
FREE = "·"  # room for a card


def draw(view: Json, words: Words, seat: int | None) -> RenderableType:
    """Everything the viewer may know, as it lies on the table; a hand at the bottom, near the keyboard."""
    parts: list[RenderableType] = [the_middle(view, words), the_players(view, words, seat)]
    if view["options"]["variant"] == "anniversary":
        parts.append(special_piles(view, words))
    if seat is not None and not view["over"]:
        parts += own_cards(view, words, seat)
    return Group(*parts)


# The middle of the table


def the_middle(view: Json, words: Words) -> Panel:
    return Panel(
        the_pool(view, words) if view["phase"] == "draft" else the_rows(view, words),
        title=Text(f"{words.say('terminal.title', view['options'])}, {course(view, words)}"),
        subtitle=Text(f"{goal(view, words)}; {words.say('terminal.legend')}"),
        width=80,
    )


def course(view: Json, words: Words) -> str:
    if view["phase"] == "draft":
        return words.say("terminal.draft", view)
    if view["over"]:
        return words.say("phase.over")
    tricks = HAND_CARDS[Variant[view["options"]["variant"].upper()]]
    return words.say("terminal.round", {**view, "tricks": tricks})


def goal(view: Json, words: Words) -> str:
    options = view["options"]
    return words.say("terminal.to_rounds" if options["rounds"] else "terminal.to_target", options)


def the_rows(view: Json, words: Words) -> Table:
    table = Table.grid(padding=(0, 2))
    for number, row in enumerate(view["rows"], 1):
        holds = SEVEN_HOLDS if row["seven"] else ROW_HOLDS
        places = [card(number) for number in row["cards"]] + [Text(FREE)] * (holds - len(row["cards"]))
        places += [Text()] * (SEVEN_HOLDS - holds)
        heads = sum(int(HEADS[card]) for card in row["cards"])
        table.add_row(
            Text(words.say("terminal.row", {"row": number}), style="bold"),
            *places,
            Text(words.say("terminal.heads", {"heads": heads})),
            marks(row, holds, words),
        )
    for column in table.columns[1 : SEVEN_HOLDS + 1]:
        column.min_width, column.justify = 4, "right"
    return table


def marks(row: Json, holds: int, words: Words) -> Text:
    """What is to be known about a row besides its cards."""
    said = [words.say(f"terminal.{mark}") for mark in ("seven", "fifth", "blocked") if row[mark]]
    if len(row["cards"]) == holds:
        said.append(words.say("terminal.full"))
    return Text(", ".join(said), style="bold red" if said else "")


def the_pool(view: Json, words: Words) -> Group:
    cards = Columns([card(number) for number in view["pool"]], width=5, align="right")
    return Group(Text(words.say("terminal.pool"), style="bold"), cards)


def card(number: int) -> Text:
    """A card with its bull heads: colour helps, the small figure says it."""
    heads = int(HEADS[number])
    return Text(f"{number}{str(heads).translate(SMALL)}", style=STYLES[heads])


# Around it


def the_players(view: Json, words: Words, seat: int | None) -> Table:
    """One line a seat; columns that say nothing in this variant are left out."""
    columns = {"player": [name(view, words, other, seat) for other in range(view["seats"])]}
    columns["total"] = [Text(str(score)) for score in view["scores"]]
    if not view["over"]:
        columns["this_round"] = [Text(str(heads)) for heads in view["heads"]]
        columns["cards"] = [Text(str(size(hand))) for hand in view["hands"]]
        columns["specials"] = [Text(str(size(cards))) for cards in view["specials"]]
    columns["card"] = [chosen(choice, words) for choice in view["chosen"]]
    columns["known"] = [known(view, other, seat) for other in range(view["seats"])]
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    used = {title: cells for title, cells in columns.items() if any(cell.plain for cell in cells)}
    for title in used:
        left = title in ("player", "known")
        table.add_column(words.say(f"terminal.{title}"), justify="left" if left else "right")
    for line in zip(*used.values(), strict=True):
        table.add_row(*line)
    return table


def name(view: Json, words: Words, other: int, seat: int | None) -> Text:
    """Who sits there, and whether it is that seat's turn, or its victory."""
    text = Text(words.say("terminal.name", {"seat": other}), style="bold" if other == seat else "")
    if other in view["winners"]:
        text.append(f" ({words.say('terminal.wins')})", style="bold green")
    elif [other] == view["to_act"]:
        text.append(f" ({words.say('terminal.acts')})", style="italic")
    return text


def chosen(choice: int | bool | None, words: Words) -> Text:
    if choice is None:
        return Text()
    return Text(words.say("terminal.face_down"), style="dim") if choice is True else card(choice)


def known(view: Json, other: int, seat: int | None) -> Text:
    """Cards in another hand that everybody knows: all of them, or those taken back by `replace`."""
    hand = view["hands"][other]
    if other == seat or not isinstance(hand, list):
        hand = view["returned"][other] if view["returned"] and other != seat else []
    return Text(" ".join(map(str, hand)))


def size(cards: list[Any] | int) -> int:
    return len(cards) if isinstance(cards, list) else cards


def special_piles(view: Json, words: Words) -> Text:
    """The public piles of the anniversary variant."""
    piles = [
        (words.say("terminal.deck"), str(size(view["special_deck"]))),
        (words.say("terminal.discard"), counted(view["special_discard"], words)),
        (words.say("terminal.aside"), " ".join(map(str, view["aside"])) or words.say("terminal.nothing")),
    ]
    return Text(". ".join(f"{pile}: {cards}" for pile, cards in piles) + ".", style="dim")


def own_cards(view: Json, words: Words, seat: int) -> list[RenderableType]:
    hand = Text(f"{words.say('terminal.hand')}: ", style="bold")
    cards = [card(number) for number in view["hands"][seat]] or [Text(words.say("terminal.nothing"))]
    hand.append_text(Text("  ").join(cards))
    if not view["specials"]:
        return [hand]
    return [hand, Text(f"{words.say('terminal.your_specials')}: {counted(view['specials'][seat], words)}")]


def counted(specials: list[str], words: Words) -> str:
    """Special cards by kind: 2 × Block, Insert."""
    kinds = [
        words.say(f"value.{kind}") if count == 1 else f"{count} × {words.say(f'value.{kind}')}"
        for kind, count in Counter(specials).items()
    ]
    return ", ".join(kinds) or words.say("terminal.nothing")
