"""A position that somebody set up, and what is played from it: loaded by the rules, kept nowhere."""

from typing import Annotated, Any

import msgspec

from ludoteca.core.errors import BadOptions, BadPosition, IllegalAction, LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.table import Table
from ludoteca.server.errors import Refused
from ludoteca.server.schemas import Board

Json = dict[str, Any]
MOST_ACTIONS = 200  # from one position
Seed = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class Taken(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    action: Json


class SetUp(msgspec.Struct, forbid_unknown_fields=True):
    """A position, or a deal for so many seats; then actions. What is dealt or rolled comes from the seed."""

    position: Json | None = None
    seats: int | None = None
    options: Json = {}
    seed: Seed = 0
    actions: Annotated[list[Taken], msgspec.Meta(max_length=MOST_ACTIONS)] = []


def set_up_board(game: Game, wanted: SetUp) -> Board:
    """The table after the actions; `why` of a refusal names the field at fault."""
    try:
        table = first_table(game, wanted)
        events: list[Json] = []
        for taken in wanted.actions:
            table.play(taken.seat, taken.action)
            events = table.events(taken.seat)
    except (BadPosition, BadOptions, IllegalAction) as wrong:
        raise refused_set_up(wrong) from None
    return write_board(table, events)


def first_table(game: Game, wanted: SetUp) -> Table:
    if wanted.position is not None:
        return game.load(wanted.position, wanted.seed)
    seats = wanted.seats or game.notation.seat_range(game.notation.OPTIONS[0])[0]
    return game.start(seats, wanted.options, wanted.seed)


def refused_set_up(wrong: LudotecaError) -> Refused:
    """With the reason in plain words, because it names the field at fault."""
    return Refused(wrong.code, wrong.rule, why=wrong.message)


def write_board(table: Table, events: list[Json]) -> Board:
    seats = range(table.seats)
    views, legal = [table.view(seat) for seat in seats], [table.legal(seat) for seat in seats]
    return Board(table.position(), views, legal, events)
