"""The file of a game's puzzles, `games/<game>/puzzles.json`: one puzzle a line, the easiest first."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ludoteca.core.game import Game
from ludoteca.core.table import Table

Json = dict[str, Any]
FILE = "puzzles.json"
DIFFICULTIES = ("easy", "medium", "hard")


class PuzzleLine(msgspec.Struct, frozen=True):
    """An action of a puzzle, and how far it is behind the solution."""

    action: Json
    figure: float  # the chance of winning, or alone the score at the end
    behind: float
    error: float  # the standard error of that


class Puzzle(msgspec.Struct, frozen=True):
    """A position, whose move it is, and what was found out about its actions, the solution first."""

    position: Json
    seat: int
    lines: list[PuzzleLine]
    worlds: int  # in which they were compared
    missed: dict[str, float]  # by level, how often a bot of that level misses the solution
    exact: bool  # is the solution proved, without any estimate?
    source: str = "bots"  # a game between them; "games": a finished game of a room

    @property
    def solution(self) -> Json:
        return self.lines[0].action

    @property
    def miss_rate(self) -> float:
        return sum(self.missed.values()) / max(1, len(self.missed))

    @property
    def difficulty(self) -> str:
        return DIFFICULTIES[(self.miss_rate > 0.4) + (self.miss_rate > 0.7)]

    def table(self, game: Game) -> Table:
        return game.load(self.position)


@cache
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """All puzzles of a game; none if it has no file."""
    return read_puzzles(Path(game.folder, FILE))


def read_puzzles(file: Path) -> tuple[Puzzle, ...]:
    return tuple(msgspec.json.decode(file.read_bytes(), type=list[Puzzle])) if file.exists() else ()


def write_puzzles(file: Path, puzzles: list[Puzzle]) -> None:
    """One a line, so that a difference is easy to read."""
    ordered = sorted(puzzles, key=lambda one: one.miss_rate)
    lines = ",\n".join(msgspec.json.encode(one).decode() for one in ordered)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
