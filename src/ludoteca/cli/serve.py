"""`ludoteca serve`: say where the room is, and keep it open."""

import sys

from ludoteca.cli.admin import code_if_unclaimed
from ludoteca.cli.backup import failures
from ludoteca.core.words import Words
from ludoteca.server.http.links import base_url
from ludoteca.server.run import checked, run
from ludoteca.server.settings import Settings
from ludoteca.server.store.database import open_database


def open_room(words: Words, settings: Settings) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    here = f"http://localhost:{settings.port}{settings.root_path}/"
    addresses = {"here": here, "others": base_url(checked(settings))}
    with failures(words):
        open_database(settings.database).dispose()
    print(words.say("serve.open", addresses), file=sys.stderr)
    if code := code_if_unclaimed(settings.database):
        where = {"page": f"{addresses['others']}/admin", "code": code}
        print(words.say("serve.admin", where), file=sys.stderr)
    run(settings)
