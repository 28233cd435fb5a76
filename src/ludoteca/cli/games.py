"""`ludoteca games`: the games, with seats, options and bots."""

from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from ludoteca import bots
from ludoteca.core.game import Game, game, games
from ludoteca.core.words import Words

Json = dict[str, Any]

NAME_WIDTH = 14  # longer names are broken, so that options have room on 80 columns


def show_games(words: Words) -> None:
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1), leading=1)
    table.add_column(words.say("games.id"), no_wrap=True)
    table.add_column(words.say("games.name"), max_width=NAME_WIDTH)
    table.add_column(words.say("games.seats"))
    table.add_column(words.say("games.options"), overflow="fold")
    for found in map(game, games()):
        table.add_row(found.id, found.name, seats_of(found, {}), choices(found, words))
    Console(markup=False, highlight=False).print(table)


def choices(found: Game, words: Words) -> str:
    """What can be said with --option and --bots, a line each."""
    options = [describe(found, name, words) for name in option_names(found)]
    return "\n".join([*options, words.say("games.bots", {"bots": ", ".join(bots.names(found))})])


def option_names(found: Game) -> list[str]:
    return list(dict.fromkeys(name for options in found.notation.OPTIONS for name in options))


def describe(found: Game, name: str, words: Words) -> str:
    """An option with its values, and the seats where these depend on it; numbers are not listed."""
    values = {json_word(options[name]): options for options in found.notation.OPTIONS if name in options}
    if all(type(options[name]) is int for options in values.values()):
        return f"{name}={words.say('games.number')}"
    ranges = {value: seats_of(found, {name: options[name]}) for value, options in values.items()}
    if len(set(ranges.values())) == 1:
        return f"{name}={'|'.join(ranges)}"
    return "\n".join(f"{name}={value} ({seats})" for value, seats in ranges.items())


def json_word(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def seats_of(found: Game, options: Json) -> str:
    possible = found.notation.seat_range(options)
    return f"{possible[0]}-{possible[-1]}" if len(possible) > 1 else str(possible[0])
