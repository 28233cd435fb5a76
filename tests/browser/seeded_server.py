"""A server for tests: every deal is the same in every run, bots choose the same, and none makes one wait.

What makes it so is put in place here, in this process alone: no setting of a real server does it.
"""

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


def serve(port: int, database: str, log: str, page: Path | None = None, openid: OpenId | None = None) -> None:
    """Serve until killed; `page` is where a page of its own lies."""
    with Path(log).open("ab") as written:
        for output in (1, 2):
            os.dup2(written.fileno(), output)
    if page:
        application.__defaults__ = (page,)
    fairness.new_seed = lambda: SEED
    bot_threads.secrets = SimpleNamespace(token_hex=lambda: SEED)  # the key of a bot's choice
    # A worker process takes seconds to start, and then only what others leave of the processor.
    quick = {"bot_pace": 0, "compile_all": False, "worker_process": False}
    run(Settings("127.0.0.1", port, database, limits=LIMITS, openid=openid, **quick))


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], sys.argv[3])
