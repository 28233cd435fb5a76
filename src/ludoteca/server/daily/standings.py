"""The results of a day: people and bots, the best score first; equal scores share a place."""

from collections.abc import Sequence

from ludoteca.core.game import Game
from ludoteca.server.daily.tries import Try
from ludoteca.server.schemas import DailyResult


def standings(game: Game, tries: Sequence[Try], levels: dict[str, int], you: str) -> list[DailyResult]:
    """Everybody who has finished, with the bots that played the same deal."""
    scored = [(score_of(one), one.name, None, one.person == you) for one in tries if one.finished]
    everybody = scored + [(score, None, bot, False) for bot, score in levels.items()]
    ordered = sorted(everybody, key=lambda row: -game.better_score * row[0])
    scores = [row[0] for row in ordered]
    return [DailyResult(scores.index(score) + 1, name, bot, score, me) for score, name, bot, me in ordered]


def score_of(one: Try) -> int:
    """A person has the first seat."""
    assert one.result is not None
    return int(one.result["scores"][0])
