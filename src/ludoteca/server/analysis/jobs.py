"""The analysis of a position, done by the worker process."""

import json
from dataclasses import asdict
from typing import Any

from msgspec.json import encode

from ludoteca import bots
from ludoteca.bots.observation import observe
from ludoteca.bots.warmup import PARTS
from ludoteca.core.compiled import PLAIN
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import game as game_of
from ludoteca.server.analysis.boards import refused_set_up
from ludoteca.server.schemas import Analysis
from ludoteca.server.table.compile_queue import smallest_table
from ludoteca.server.work.worker import Job

Json = dict[str, Any]
MOST_SHOWN = 8
LONGEST = 8000  # milliseconds by the clock, however deep
COMPILED: set[str] = set()


def analyse(id: str, written: str, seat: int, worlds: int) -> Job:
    """The best actions of a seat, each tried in so many worlds. It sees what the seat sees, no more."""
    game = game_of(id)
    if not PLAIN and id not in COMPILED:
        for part in PARTS:
            for _ in part(smallest_table(game)):
                yield 0.0
        COMPILED.add(id)
    yield 0.1
    try:
        table = game.load(json.loads(written))
        found = bots.hints_of(observe(table, seat), each=worlds, milliseconds=LONGEST, most=MOST_SHOWN)
    except LudotecaError as wrong:
        raise refused_set_up(wrong) from None
    kind_of = game.notation.action_kind
    candidates = [{"kind": kind_of(one.action), **asdict(one)} for one in found]
    return encode(Analysis(seat, worlds, candidates))
