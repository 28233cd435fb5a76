"""A match on disk, deal by deal: one line of JSON says what is played, then a line a deal what came of it.

A match that was stopped, by whatever, goes on behind the last whole line, and ends with the same figures.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from ludoteca.core.compiled import sources_hash
from ludoteca.core.errors import BadOptions
from ludoteca.lab.bot_game import Result
from ludoteca.lab.match import Deal, Failure, Match, Played

Json = dict[str, Any]

FORMAT = "ludoteca-match-1"


def head_of(match: Match) -> Json:
    """What must be the same if a match goes on. How many deals it has may change."""
    return {
        "format": FORMAT,
        "game": match.game,
        "seats": match.seats,
        "options": match.options,
        "bots": list(match.bots),
        "against": match.against,
        "aliases": dict(match.aliases),
        "once": match.once,
        "seed": match.seed,
        "code": sources_hash(),
    }


def kept_seed(path: Path) -> int | None:
    """The seed of a match that was begun in this file."""
    if not path.exists() or not path.stat().st_size:
        return None
    with path.open(encoding="utf-8") as file:
        seed = read_head(path, file.readline()).get("seed")
    return seed if isinstance(seed, int) else None


class MatchFile:
    """Deals that were played, and those to come as they are played."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.deals: list[Deal] = []
        self.file: IO[bytes] = path.open("r+b" if path.exists() else "x+b")
        try:
            self._read(match)
        except BaseException:
            self.file.close()
            raise

    def add(self, deal: Deal) -> None:
        self._write(write_deal(deal))

    def close(self) -> None:
        self.file.close()

    def _read(self, match: Match) -> None:
        lines = list(whole_lines(self.file))
        if lines:
            require_same(self.path, read_head(self.path, lines[0].decode()), head_of(match))
            self.deals = [self._deal(number, line) for number, line in enumerate(lines[1:])]
        self.file.seek(sum(map(len, lines)))
        self.file.truncate()  # a line that was cut off is played again
        if not lines:
            self._write(head_of(match))

    def _deal(self, number: int, line: bytes) -> Deal:
        try:
            deal = read_deal(json.loads(line))
        except (ValueError, TypeError, KeyError, AttributeError):
            deal = None
        if deal is None or deal.number != number:
            raise BadOptions("bad_match_file", f"{self.path}: line {number + 2} is not deal {number}")
        return deal

    def _write(self, line: Json) -> None:
        self.file.write(json.dumps(line).encode() + b"\n")
        self.file.flush()


def whole_lines(file: IO[bytes]) -> Iterator[bytes]:
    for line in file:
        if line.endswith(b"\n"):
            yield line


def read_head(path: Path, line: str) -> Json:
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadOptions("bad_match_file", f"{path} holds no match")
    return head


def require_same(path: Path, kept: Json, asked: Json) -> None:
    for name, value in json.loads(json.dumps(asked)).items():
        if kept.get(name) != value:
            was = f"{name} {json.dumps(kept.get(name))}" if name != "code" else "another version of Ludoteca"
            raise BadOptions("other_match", f"{path} was begun with {was}; name another file")


# Deals


def write_deal(deal: Deal) -> Json:
    if deal.failure:
        return {"deal": deal.number, "failure": asdict(deal.failure)}
    return {"deal": deal.number, "games": [write_game(played) for played in deal.games]}


def write_game(played: Played) -> Json:
    return {
        "lineup": played.lineup,
        **asdict(played.result),
        "seconds": played.seconds,
        "moves": played.moves,
        "longest": played.longest,
    }


def read_deal(line: Json) -> Deal:
    number, failure = line["deal"], line.get("failure")
    if failure is not None:
        return Deal(number, (), Failure(**failure))
    return Deal(number, tuple(read_game(number, game) for game in line["games"]))


def read_game(number: int, game: Json) -> Played:
    result = Result(tuple(game["scores"]), tuple(game["shares"]), game["decisions"])
    return Played(number, tuple(game["lineup"]), result, game["seconds"], game["moves"], game["longest"])
