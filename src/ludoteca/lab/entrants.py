"""Who takes part in a match, as it is written: BOT, program:COMMAND or NAME=program:COMMAND."""

import re
from collections.abc import Sequence

from ludoteca.bots.external_program import PREFIX
from ludoteca.bots.registry import names
from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.game import Game
from ludoteca.lab.match import Aliases, Lineup

NAMED = re.compile(rf"([^=:\s]+)=({PREFIX}.*)", re.DOTALL)


def entrants(game: Game, written: Sequence[str]) -> tuple[Lineup, Aliases]:
    """The names of all that take part, and what plays under names that are not those of bots.

    One bot named several times, and no other, plays against itself under several names.
    """
    if len(written) > 1 and len({*written}) == 1:
        return against_itself(*entrants(game, written[:1]), len(written))
    aliases: dict[str, str] = {}
    found = []
    for one in written:
        named = NAMED.fullmatch(one)
        found.append(named[1] if named else one)
        if named:
            add_alias(game, aliases, named[1], named[2])
    return tuple(found), tuple(aliases.items())


def add_alias(game: Game, aliases: dict[str, str], name: str, command: str) -> None:
    if name in names(game) or aliases.get(name, command) != command:
        raise BadOptions("name_taken", f"{brief(name)} is the name of another bot; choose another name")
    aliases[name] = command


def against_itself(bots: Lineup, aliases: Aliases, times: int) -> tuple[Lineup, Aliases]:
    """`careful`, `careful (2)` and so on."""
    (first,) = bots
    copies = tuple(f"{first} ({number})" for number in range(2, times + 1))
    bot = dict(aliases).get(first, first)
    return (first, *copies), (*aliases, *((copy, bot) for copy in copies))
