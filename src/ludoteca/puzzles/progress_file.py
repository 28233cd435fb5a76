"""What long work has made so far, beside the file that it will write: started again, it goes on."""

from pathlib import Path

import msgspec

from ludoteca.puzzles.puzzle_file import Puzzle


class Progress(msgspec.Struct):
    """The puzzles of the first deals of a seed."""

    seed: int
    next: int = 0  # deal
    seconds: float = 0.0  # of a core
    puzzles: list[Puzzle] = []


def progress_file(output: Path) -> Path:
    return output.with_suffix(".part")


def read_progress(output: Path, seed: int) -> Progress:
    """Nothing, unless the same seed was begun before."""
    file = progress_file(output)
    found = msgspec.json.decode(file.read_bytes(), type=Progress) if file.exists() else None
    return found if found and found.seed == seed else Progress(seed)


def write_progress(output: Path, progress: Progress) -> None:
    progress_file(output).write_bytes(msgspec.json.encode(progress))
