"""`ludoteca puzzles`: make puzzles of a game, and write them to its folder or to a file."""

import time
from pathlib import Path

from ludoteca.cli.progress import progress
from ludoteca.core.game import game
from ludoteca.core.words import Words
from ludoteca.puzzles import Puzzle, write_puzzles
from ludoteca.puzzles.make_puzzles import make_puzzles
from ludoteca.puzzles.puzzle_file import FILE

SAVE_EVERY = 10


def write_new_puzzles(words: Words, id: str, count: int, seed: int, output: Path | None) -> None:
    made: list[Puzzle] = []
    file, began = output or Path(game(id).folder, FILE), time.process_time()
    with progress(words.say("puzzles.making"), count) as tell:
        for puzzle in make_puzzles(game(id), seed):
            made.append(puzzle)
            tell(1)
            if len(made) % SAVE_EVERY == 0 or len(made) == count:
                write_puzzles(file, made)
            if len(made) == count:
                break
    seconds = (time.process_time() - began) / count
    print(words.say("puzzles.made", {"count": count, "file": str(file), "seconds": round(seconds, 1)}))
