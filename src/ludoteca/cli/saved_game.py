"""A game from the terminal as a file, like those that the game room exports: for a review or the page."""

import hashlib
import shlex
from pathlib import Path

import msgspec

import ludoteca
from ludoteca.archive.fairness import commitment_to, deal_key
from ludoteca.archive.game_file import FORMAT, FairnessPart, GameFile, SeatPart, Taken
from ludoteca.cli.arguments import Complaint
from ludoteca.cli.output_files import require_place, save
from ludoteca.cli.terminal_game import TerminalGame
from ludoteca.core.words import Words

LONGEST = 64  # letters of a bot's name in a file


def require_new(words: Words, path: Path) -> None:
    """Said before the game: a file that is there may be another game."""
    require_place(words, path)
    if path.exists():
        raise Complaint(words.say("file_there", {"file": str(path)}))


def key_of(number: int, seats: int) -> bytes:
    """The key of a table's chance, for a seed that people can type; nobody adds anything to it."""
    return deal_key(seed_of(number), [None] * seats)


def seed_of(number: int) -> str:
    return hashlib.sha256(f"ludoteca play {number}".encode()).hexdigest()


def save_game(played: TerminalGame, number: int, path: Path) -> None:
    """Also a game that was left: with bots, that is an agreement to end it."""
    words, table = played.words, played.table
    seed, seats = seed_of(number), [seat_part(played, seat) for seat in range(table.seats)]
    fairness = FairnessPart(commitment_to(seed), [None] * table.seats, seed)
    taken = [Taken(seat, action) for seat, action in played.taken]
    file = GameFile(
        FORMAT, ludoteca.__version__, played.game.id, table.position()["options"], seats, fairness, taken,
        table.scores, table.winners if table.over else [], ended=None if table.over else "agreement",
    )  # fmt: skip
    save(words, path, msgspec.json.encode(file).decode())
    print(words.say("play.saved", {"quoted": shlex.quote(str(path))}))


def seat_part(played: TerminalGame, seat: int) -> SeatPart:
    if seat == played.seat:
        return SeatPart(played.words.names[seat], None)
    return SeatPart(None, played.bots[seat][:LONGEST])
