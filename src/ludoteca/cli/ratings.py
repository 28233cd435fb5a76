"""`ludoteca ratings`: who is rated how in a game room; `--recompute` rates all games anew."""

import sqlalchemy as sql

from ludoteca.cli.arguments import complaints
from ludoteca.cli.backup import failures
from ludoteca.core.words import Words
from ludoteca.server.http.catalogue import load_games
from ludoteca.server.ratings.leaderboard import FEWEST_GAMES, MOST_LISTED
from ludoteca.server.ratings.pools import options_of
from ludoteca.server.ratings.rating_store import Games, RateGames, Recompute, leaders, pools_with_games
from ludoteca.server.store.database import open_database, writing


def show_ratings(words: Words, database: str, recompute: bool) -> None:
    games = load_games()
    with complaints(words), failures(words):
        engine = open_database(database)
        with writing(engine).begin() as connection:
            RateGames(games)(connection)
            if recompute:
                again = Recompute(games)
                again(connection)
                print(words.say("ratings.recomputed", {"n": again.rated}))
        with engine.connect() as connection:
            for line in lines(connection, games):
                print(line)
        engine.dispose()


def lines(connection: sql.Connection, games: Games) -> list[str]:
    """A heading for each variant of each game, and its people with enough games."""
    found: list[str] = []
    for id in games:
        for pool in pools_with_games(id)(connection):
            chosen = ", ".join(f"{name}={value}" for name, value in options_of(pool).items())
            found.append(f"{id}{f' ({chosen})' if chosen else ''}")
            for one in leaders(pool, FEWEST_GAMES, MOST_LISTED)(connection):
                found.append(f"  {one.skill.shown} ± {one.skill.uncertainty}  {one.name} ({one.games})")
    return found
