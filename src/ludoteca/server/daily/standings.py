"""The results of a day: people and bots, the best score first; equal scores share a place."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from ludoteca.core.game import Game
from ludoteca.server.daily.tries import Try
from ludoteca.server.schemas import DailyResult


def standings(
    game: Game, tries: Sequence[Try], levels: dict[str, int], you: str, friends: Collection[str]
) -> list[DailyResult]:
    """Everybody who has finished, with the bots that played the same deal."""
    people = [
        DailyResult(0, one.name, None, score_of(one), one.person == you, one.person in friends)
        for one in tries
        if one.finished
    ]
    bots = [DailyResult(0, None, bot, score, False, False) for bot, score in levels.items()]
    ordered = sorted(people + bots, key=lambda row: -game.better_score * row.score)
    scores = [row.score for row in ordered]
    return [replace(row, place=scores.index(row.score) + 1) for row in ordered]


def score_of(one: Try) -> int:
    """A person has the first seat."""
    assert one.result is not None
    return int(one.result["scores"][0])
