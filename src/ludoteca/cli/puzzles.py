"""`ludoteca puzzles`: make puzzles of a game, and write them to its folder or to a file."""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ludoteca.archive.fairness import dealt
from ludoteca.archive.recorded_steps import PlayedStep, steps_of
from ludoteca.cli.arguments import Complaint
from ludoteca.cli.progress import progress
from ludoteca.cli.verify import check, read, reason
from ludoteca.core.game import Game, game
from ludoteca.core.words import Words
from ludoteca.puzzles import Puzzle, write_puzzles
from ludoteca.puzzles.make_puzzles import puzzles_of_deal, puzzles_of_game
from ludoteca.puzzles.progress_file import progress_file, read_progress, write_progress
from ludoteca.puzzles.puzzle_file import FILE, read_puzzles


def write_new_puzzles(words: Words, id: str, count: int, seed: int, output: Path | None) -> None:
    """Those of a seed; what was made of it before, and not finished, is not made again."""
    file = output or Path(game(id).folder, FILE)
    made = read_progress(file, seed)
    with progress(words.say("puzzles.making"), count) as tell:
        tell(len(made.puzzles))
        while len(made.puzzles) < count:
            began = time.process_time()
            found = list(puzzles_of_deal(game(id), seed, made.next))
            tell(len(found))
            made.puzzles += found
            made.next, made.seconds = made.next + 1, made.seconds + time.process_time() - began
            write_progress(file, made)
    write_puzzles(file, made.puzzles[:count])
    progress_file(file).unlink(missing_ok=True)
    seconds = round(made.seconds / count, 1)
    print(words.say("puzzles.made", {"count": count, "file": str(file), "seconds": seconds}))


def add_puzzles_of_games(
    words: Words, id: str, sources: Sequence[str], count: int, output: Path | None
) -> None:
    """Add those of finished games, files or whole databases, to the ones that are there."""
    file = output or Path(game(id).folder, FILE)
    kept, began = list(read_puzzles(file)), time.process_time()
    there, new = {identity(one) for one in kept}, list[Puzzle]()
    with progress(words.say("puzzles.making"), count) as tell:
        for steps in games_in(words, game(id), sources):
            found = [one for one in puzzles_of_game(steps) if identity(one) not in there]
            new += found[: count - len(new)]
            there |= {identity(one) for one in found}
            tell(len(found))
            if len(new) == count:
                break
    write_puzzles(file, kept + new)
    seconds = round((time.process_time() - began) / max(1, len(new)), 1)
    print(words.say("puzzles.made", {"count": len(new), "file": str(file), "seconds": seconds}))


def identity(one: Puzzle) -> str:
    return f"{one.seat} {one.position}"


def games_in(words: Words, game: Game, sources: Sequence[str]) -> Iterator[Sequence[PlayedStep]]:
    """A source that ends in .json is the file of a game; any other is a room's database."""
    from ludoteca.server.finished.no_secrets import games_without_secrets

    for source in sources:
        if source.endswith(".json"):
            yield from game_in_file(words, game, Path(source))
        else:
            yield from games_without_secrets(source, game)


def game_in_file(words: Words, game: Game, path: Path) -> Iterator[Sequence[PlayedStep]]:
    """The server gives a file to nobody before the game is over for all who play its deal."""
    file = read(words, path)
    if wrong := check(file, []):
        raise Complaint(reason(words, wrong))
    if file.game == game.id:
        yield list(steps_of(dealt(file), [(one.seat, one.action) for one in file.actions]))
