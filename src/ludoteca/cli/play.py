"""`ludoteca play`: who sits where, before a game in the terminal begins."""

import contextlib
import random
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from ludoteca import bots as house_bots
from ludoteca.cli.arguments import Arguments, Complaint, complaints, words_of
from ludoteca.cli.compile_notice import compiling
from ludoteca.cli.saved_game import key_of, require_new, save_game
from ludoteca.cli.terminal_game import TerminalGame
from ludoteca.core.words import WORDS
from ludoteca.lab.narrator import Narrator

LONGEST_NAME = 20


def play_in_terminal(
    asked: Arguments,
    bots: Sequence[str] | None,
    seed: int | None,
    seat: int,
    name: str | None,
    file: Path | None,
) -> None:
    if not (asked.game.folder / "terminal.py").exists():
        raise Complaint(asked.words.say("play.no_terminal", {"game": asked.game.id}))
    if not 0 <= seat < asked.seats:
        raise Complaint(asked.words.say("play.no_such_seat", {"wanted": seat, "last": asked.seats - 1}))
    if file:
        require_new(asked.words, file)
    others = [other for other in range(asked.seats) if other != seat]
    players = dict(zip(others, chosen_bots(asked, bots, len(others)), strict=True))
    names = names_for(asked, seat, name)
    words = Narrator(
        asked.words.language, WORDS, house_bots.WORDS, words_of(asked.game), names=names, seat=seat
    )
    with compiling(words):
        house_bots.warm_up(asked.game, asked.seats, asked.options)
    edit_lines()
    seed = secrets.randbits(32) if seed is None else seed
    table = asked.game.start(asked.seats, asked.options, key_of(seed, asked.seats))
    played = TerminalGame(table, words, players, random.Random(seed))
    try:
        played.play()
    finally:
        if file:
            save_game(played, seed, file)
    print(words.say("play.seed", {"seed": seed}))


def chosen_bots(asked: Arguments, bots: Sequence[str] | None, seats: int) -> list[str]:
    """The bots' names, one a seat, repeated around the table; if none were asked for, the middle level."""
    wanted = list(bots or [house_bots.MIDDLE])
    if bots is not None and len(wanted) > seats:
        raise Complaint(asked.words.say("play.too_many_bots", {"seats": seats}))
    with complaints(asked.words):
        for name in wanted:
            house_bots.player(asked.game, name)
    return [wanted[seat % len(wanted)] for seat in range(seats)]


def names_for(asked: Arguments, seat: int, name: str | None) -> list[str]:
    """The person's name, and names for the bots."""
    own = "".join(sign for sign in name or "" if sign.isprintable()).strip()[:LONGEST_NAME]
    own = own or asked.words.say("play.you")
    known = [name for name in asked.words.say("play.names").split(", ") if name != own]
    known += [str(number) for number in range(len(known), asked.seats)]
    return [*known[:seat], own, *known[seat : asked.seats - 1]]


def edit_lines() -> None:
    """On a terminal, let the person edit and repeat what was typed; to import readline is all it takes."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
