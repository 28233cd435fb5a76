"""Finished games of any kind, played at random in this process and brought into the page as files."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import ludoteca
from ludoteca.archive.fairness import commitment_to, deal_key
from ludoteca.archive.game_file import FORMAT, FairnessPart, GameFile, SeatPart, Taken
from ludoteca.core.game import game
from ludoteca.core.table import Table

SEED = "07" * 32


def random_game(name: str, seats: int, options: dict[str, Any], luck: int) -> tuple[Table, list[Taken]]:
    """The dice and cards are those of the seed and of one seat's entropy, which is `luck`."""
    table = game(name).start(seats, options, deal_key(SEED, entropy(luck, seats)))
    chance, taken = random.Random(luck), list[Taken]()
    while not table.over:
        seat = table.to_act[0]
        action = chance.choice(table.legal(seat))
        table.play(seat, action)
        taken.append(Taken(seat, action))
    return table, taken


def entropy(luck: int, seats: int) -> list[str | None]:
    return [f"{luck:064x}", *[None] * (seats - 1)]


def game_like(name: str, seats: int, options: dict[str, Any], wanted: Callable[[Table], bool]) -> GameFile:
    """The first random game that ended as wanted, with Ana and bots."""
    for luck in range(2000):
        table, taken = random_game(name, seats, options, luck)
        if wanted(table):
            people = [SeatPart("Ana", None), *[SeatPart(None, "random")] * (seats - 1)]
            fairness = FairnessPart(commitment_to(SEED), entropy(luck, seats), SEED)
            return GameFile(
                FORMAT, ludoteca.__version__, name, table.position()["options"], people, fairness, taken,
                table.scores, table.winners,
            )  # fmt: skip
    raise AssertionError("no game ended so")


def is_decided_tie(table: Table) -> bool:
    """Several seats have the best score, and only one of them won."""
    best: Sequence[int] = [seat for seat in range(table.seats) if table.scores[seat] == max(table.scores)]
    return len(best) > 1 and len(table.winners) == 1


def import_game(page: Any, url: str, file: GameFile, folder: Path) -> None:
    """Bring the file in; the page goes to its replay."""
    saved = folder / "game.json"
    saved.write_bytes(msgspec.json.encode(file))
    page.goto(f"{url}finished")
    page.locator("input[type=file]").set_input_files(saved)
    page.get_by_role("slider").wait_for(timeout=60_000)  # the game is played again to check it


def bring_in(page: Any, url: str, file: GameFile, folder: Path) -> None:
    """Import the file, and look at its table."""
    import_game(page, url, file, folder)
    page.goto(page.url.replace("/replay/", "/table/"))
    page.locator("dialog[open] table").wait_for()
