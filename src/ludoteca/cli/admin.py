"""`ludoteca admin`: a new code for whoever is to hold the keys of the room."""

from ludoteca.cli.arguments import complaints
from ludoteca.cli.backup import failures
from ludoteca.core.words import Words
from ludoteca.server.admin.keys import new_claim_code
from ludoteca.server.store import admin_queries as queries
from ludoteca.server.store.database import open_database, writing


def show_code(words: Words, database: str) -> None:
    """The password of before holds until the code is used."""
    with complaints(words), failures(words):
        print(words.say("admin.code", {"code": put_code(database)}))


def put_code(database: str) -> str:
    key, code = new_claim_code()
    engine = open_database(database)
    with writing(engine).begin() as connection:
        queries.put_code(key)(connection)
    engine.dispose()
    return code


def code_if_unclaimed(database: str) -> str | None:
    """A code for the first start; None if somebody has the keys already."""
    engine = open_database(database)
    with engine.connect() as connection:
        claimed = queries.password(connection) is not None
    engine.dispose()
    return None if claimed else put_code(database)
