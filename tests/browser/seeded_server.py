"""A server for tests: every deal is the same in every run, bots choose the same, and none makes one wait.

What makes it so is put in place here, in this process alone: no setting of a real server does it.
"""

import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace

from ludoteca.archive import fairness
from ludoteca.server.app import application
from ludoteca.server.run import run
from ludoteca.server.settings import Limits, OpenId, Rate, Settings
from ludoteca.server.table import bot_threads

SEED = "07" * 32
MUCH = Rate(9999, 9999)
LIMITS = Limits(
    socket_messages=MUCH, messages=MUCH, requests=MUCH, new_people=MUCH, new_tables=MUCH, hints=MUCH
)


def serve(port: int, database: str) -> None:
    fairness.new_seed = lambda: SEED
    bot_threads.secrets = SimpleNamespace(token_hex=lambda: SEED)  # the key of a bot's choice
    openid = OpenId(**json.loads(os.environ["OPENID"])) if "OPENID" in os.environ else None
    run(Settings("127.0.0.1", port, database, bot_pace=0, compile_all=False, limits=LIMITS, openid=openid))


if __name__ == "__main__":
    if len(sys.argv) > 3:  # a page of its own
        application.__defaults__ = (Path(sys.argv[3]),)
    serve(int(sys.argv[1]), sys.argv[2])
