"""`ludoteca serve`: say where the room is, and keep it open."""

import os
import sys
from pathlib import Path

from ludoteca.cli.admin import code_if_unclaimed
from ludoteca.cli.backup import failures
from ludoteca.core.errors import BadOptions
from ludoteca.core.words import Words
from ludoteca.server.http.links import base_url
from ludoteca.server.run import checked, run
from ludoteca.server.settings import OpenId, Settings
from ludoteca.server.store.database import open_database


def openid_of(issuer: str | None, client: str, label: str, secret_file: Path | None) -> OpenId | None:
    """The provider that was named, if any. Its secret is no option, which every user here could see."""
    if not issuer:
        return None
    if secret_file is None:
        return OpenId(issuer, client, os.environ.get("LUDOTECA_OIDC_SECRET") or None, label)
    try:
        return OpenId(issuer, client, secret_file.read_text(encoding="utf-8").strip(), label)
    except (OSError, UnicodeError) as wrong:
        told = f"the secret of the OpenID client cannot be read: {type(wrong).__name__}"
        raise BadOptions("bad_oidc_secret", told) from None


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
