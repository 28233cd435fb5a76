"""Which finished games count, for whom, and what each changes."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ludoteca.core.game import Game
from ludoteca.server.ratings.pools import BOT, Pool, anchors_of, pool_of
from ludoteca.server.ratings.skill import Skill, after_game, ranks_of
from ludoteca.server.store.models import Json

FEWEST_PEOPLE = 2


class RatedGame(msgspec.Struct, frozen=True):
    """A finished game as ratings see it: this is kept when the game itself is deleted."""

    table: str
    over_at: int
    players: tuple[str, ...]  # by seat: a person's id, or `bot:` and its name
    ranks: tuple[int, ...]
    before: tuple[Skill, ...] = ()
    after: tuple[Skill, ...] = ()


def rated_game(game: Game, table: str, over_at: int, result: Json) -> tuple[Pool, RatedGame] | None:
    """None if the game does not count: it was stopped early, or fewer than two different people played.

    A player who left gets the result of the bot that played on.
    """
    players = tuple(map(player_on, result["people"], result["seats"]))
    people = [player for player in players if not player.startswith(BOT)]
    if result["ended"] or not result["winners"] or result["origin"] or "" in players:
        return None
    if len(people) < FEWEST_PEOPLE or len(set(people)) < len(people):
        return None
    ranks = ranks_of(result["scores"], result["winners"], game.better_score)
    return pool_of(game, result["options"]), RatedGame(table, over_at, players, tuple(ranks))


def player_on(person: str | None, seat: Json) -> str:
    return BOT + (seat["bot"] or "") if person is None else person


class Course:
    """The ratings of a pool while its games are rated one after the other."""

    def __init__(self, game: Game, pool: Pool, known: Mapping[str, tuple[Skill, int]]) -> None:
        self.anchors = anchors_of(game, pool)
        self.known = dict(known)  # skill and number of games by player

    def rate(self, game: RatedGame) -> RatedGame:
        """The same game with what it changed; a measured bot stays where it is."""
        before = [self.skill(player) for player in game.players]
        found = after_game(before, game.ranks)
        after = [self.anchors.get(player, skill) for player, skill in zip(game.players, found, strict=True)]
        for player, skill in zip(game.players, after, strict=True):
            self.known[player] = skill, self.games(player) + 1
        return msgspec.structs.replace(game, before=tuple(before), after=tuple(after))

    def skill(self, player: str) -> Skill:
        return self.anchors.get(player) or self.known.get(player, (Skill(), 0))[0]

    def games(self, player: str) -> int:
        return self.known.get(player, (Skill(), 0))[1]


def rate_all(course: Course, games: Iterable[RatedGame]) -> list[RatedGame]:
    return [course.rate(game) for game in games]


def with_player(game: RatedGame, old: str, new: str) -> RatedGame:
    players = tuple(new if player == old else player for player in game.players)
    return msgspec.structs.replace(game, players=players)


def counts(players: Sequence[str]) -> bool:
    """A game between two guests who turned out to be one person no longer counts."""
    return len(set(players)) == len(players) or all(
        players.count(player) == 1 for player in players if not player.startswith(BOT)
    )
