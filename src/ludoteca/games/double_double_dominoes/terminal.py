"""Double Double Dominoes on a terminal: the table as one seat, or a spectator, sees it."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludoteca.core.words import Words
from ludoteca.games.double_double_dominoes.actions import SQUARE_OF
from ludoteca.games.double_double_dominoes.slots import COLUMNS, DIAMOND_ON, ROWS, STAR
from ludoteca.games.double_double_dominoes.tables import GOALS, SPACES

Json = dict[str, Any]
Squares = dict[int, Text]

PLAIN = " · "
TILE = "black on white"
NEWEST = "black on bright_cyan"  # the tile laid last
ACROSS = ("[{} ", " {}]")  # the two halves of a tile
UPRIGHT = ("┌{}┐", "└{}┘")
TO_EXTEND = ("‖{} ", " {}‖")  # a double at which a tile may be laid now
TO_EXTEND_UPRIGHT = ("╔{}╗", "╚{}╝")


def draw(view: Json, words: Words, seat: int | None) -> RenderableType:
    """Everything the viewer may know: the board, then the players, and a hand near the keyboard."""
    parts: list[RenderableType] = [
        the_board(view, words),
        the_players(view, words, seat),
        the_rest(view, words),
    ]
    if seat is not None:
        parts += own_tiles(view, words, seat)
    return Group(*parts)


# The board


def the_board(view: Json, words: Words) -> Panel:
    """The squares with their diamonds, and the tiles on them, each in a frame of its own."""
    tiles = lying_tiles(view)
    lines = [Text("   " + "".join(f" {column} " for column in COLUMNS), style="dim")]
    for row in range(ROWS):
        line = Text(f"{row + 1:2} ", style="dim")
        for square in range(row * ROWS, (row + 1) * ROWS):
            line.append_text(tiles.get(square) or bare(square))
        lines.append(line.append(f" {row + 1}", style="dim"))
    legend = words.say("terminal.legend")
    if view["last_double"] is not None:
        legend += f", {words.say('terminal.extend')}"
    goal = view["options"]["goal"] or int(GOALS[view["seats"]])
    title = f"{words.say('terminal.title')}, {words.say('terminal.goal', {'goal': goal})}"
    return Panel(Group(*lines), title=Text(title), subtitle=Text(legend), width=64)


def lying_tiles(view: Json) -> Squares:
    squares: Squares = {}
    for number, lying in enumerate(view["board"]):
        first, second = (SQUARE_OF[name] for name in lying["at"])
        extended = number == view["last_double"]
        if second == first + 1:
            frame = TO_EXTEND if extended else ACROSS
        else:
            frame = TO_EXTEND_UPRIGHT if extended else UPRIGHT
        style = NEWEST if number == len(view["board"]) - 1 else TILE
        for square, half, pips in zip((first, second), frame, lying["tile"], strict=True):
            squares[square] = Text(half.format(pips), style=style)
    return squares


def bare(square: int) -> Text:
    """A square without a tile: colour helps, the sign says it."""
    if square == STAR:
        return Text(" ✶ ", style="bold yellow")
    if DIAMOND_ON[square]:
        return Text(f"‹{DIAMOND_ON[square]}›", style="bold magenta")
    return Text(PLAIN, style="dim")


def tile(pips: list[int]) -> str:
    return f"{pips[0]}-{pips[1]}"


# Around it


def the_players(view: Json, words: Words, seat: int | None) -> Table:
    """One line a seat: its marker, the pips on which that stands, and what is known of its hand."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    for title in ("player", "points", "space", "tiles", "shown"):
        table.add_column(words.say(f"terminal.{title}"), justify="left" if title == "player" else "right")
    for other in range(view["seats"]):
        hand = view["hands"][other]
        table.add_row(
            name(view, words, other, seat),
            str(view["track"][other]),
            space(view["track"][other], words),
            str(len(hand) if isinstance(hand, list) else hand),
            tile(view["shown"][other]),
        )
    return table


def name(view: Json, words: Words, other: int, seat: int | None) -> Text:
    """Who sits there, and whether it is that seat's turn, or its victory."""
    text = Text(words.say("terminal.name", {"seat": other}), style="bold" if other == seat else "")
    if other in view["winners"]:
        text.append(f" ({words.say('terminal.wins')})", style="bold green")
    elif other in view["to_act"]:
        text.append(f" ({words.say('terminal.acts')})", style="italic")
    return text


def space(marker: int, words: Words) -> str:
    """The pips of the space on which a marker stands; none beyond the last one."""
    if marker == 0:
        return words.say("terminal.start")
    return SPACES[marker - 1] if marker <= len(SPACES) else words.say("terminal.none")


def the_rest(view: Json, words: Words) -> Text:
    left = view["boneyard"]
    said = [words.say("terminal.boneyard", {"tiles": len(left) if isinstance(left, list) else left})]
    if view["last_turn"] and not view["over"]:
        said.append(words.say("terminal.last_turn"))
    said.append(words.say("terminal.discards", {"tiles": len(view["discards"])}))
    return Text("; ".join(said) + ".", style="dim")


def own_tiles(view: Json, words: Words, seat: int) -> list[RenderableType]:
    """The hand, and the own discards, which nobody else knows."""
    hand = Text(f"{words.say('terminal.hand')}: ", style="bold")
    hand.append("  ".join(map(tile, view["hands"][seat])) or words.say("terminal.none"))
    discarded = [tile(pips) for other, pips in view["discards"] if other == seat]
    if not discarded:
        return [hand]
    return [Text(f"{words.say('terminal.discarded')}: {'  '.join(discarded)}"), hand]
