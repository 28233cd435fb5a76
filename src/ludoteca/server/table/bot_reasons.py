"""Why bots did what they did, as they tell it in practice: what the action shows, nothing of their hands."""

from collections.abc import Collection
from functools import cached_property

from ludoteca.archive.recorded_steps import PlayedStep
from ludoteca.bots import observe
from ludoteca.core.bot_hooks import Told
from ludoteca.core.table import Table
from ludoteca.server.store.models import Json
from ludoteca.server.table.secrecy import visibly_forced


class BotReasons:
    """The reasons of a step, found out when somebody is first told of it."""

    def __init__(self, played: PlayedStep, bots: Collection[int]) -> None:
        self.played = played
        self.bots = bots

    @cached_property
    def told(self) -> list[Json]:
        """For each bot that acted the code of a sentence, `reason.<code>`, and what fills it."""
        moments = zip(self.played.taken, self.played.tables)
        found = [
            (seat, reason_shown(table, seat, action))
            for (seat, action), table in moments
            if seat in self.bots
        ]
        return [{"seat": seat, "code": code, "arguments": filled} for seat, (code, filled) in found]


def reason_shown(table: Table, seat: int, action: Json) -> Told:
    """The game's own reason, or one that fits any game."""
    game, seen = table.game, Table(table.game, observe(table, seat).states)
    told = game.bots.HOOKS.open_reason(seen, seat, game.notation.read_action(action))
    return told or ("only" if visibly_forced(table, seat) else "seemed", {})
