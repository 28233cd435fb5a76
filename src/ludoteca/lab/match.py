"""Matches on duplicate deals, in which every bot plays every seat, on one core or several."""

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import combinations, permutations
from multiprocessing import get_context
from multiprocessing.util import Finalize
from typing import Any

from ludoteca.bots.external_program import PREFIX, ExternalProgram
from ludoteca.bots.observation import Observation
from ludoteca.bots.registry import Player, close_players, player
from ludoteca.bots.warmup import warm_up
from ludoteca.core.errors import BadOptions
from ludoteca.core.game import Game, game
from ludoteca.lab.bot_game import Result, deal, play

Json = dict[str, Any]
Lineup = tuple[str, ...]  # a bot for every seat

MOST_SEATINGS = 6  # of one line-up: more are left to its rotations
AT_ONCE = 10_000  # deals handed to the processes: each takes some memory


@dataclass(frozen=True)
class Match:
    """What to play."""

    game: str
    seats: int
    options: Json
    bots: Lineup
    deals: int
    seed: int
    once: bool = False  # play each deal with one seating only, in turn
    against: str | None = None  # the bot on all other seats, if the bots do not meet each other

    def __post_init__(self) -> None:
        self.lineups()  # BadOptions if it cannot be played

    @property
    def names(self) -> Lineup:
        """All bots that take part."""
        return self.bots if self.against is None else (*self.bots, self.against)

    def lineups(self) -> list[Lineup]:
        if self.against is None:
            return lineups(self.bots, self.seats)
        return lineups_against(self.against, self.bots, self.seats)


@dataclass(frozen=True)
class Played:
    """One game of a match."""

    deal: int
    lineup: Lineup
    result: Result
    seconds: dict[str, float]  # of a core, by bot; for a program from outside, until it answers
    moves: dict[str, int]
    longest: dict[str, float]  # seconds of each bot's longest decision


def lineups(bots: Sequence[str], seats: int) -> list[Lineup]:
    """All bots at one table, repeated around it; if they are more than the seats, every set of them."""
    if len(bots) > seats:
        bots = tuple(dict.fromkeys(bots))  # a bot named twice is one bot
    if len(bots) > seats:
        return list(combinations(bots, seats))
    if seats % len(bots):
        raise BadOptions("uneven_bots", f"{len(bots)} bots cannot be shared out evenly among {seats} seats")
    return [tuple(bots) * (seats // len(bots))]


def lineups_against(other: str, bots: Sequence[str], seats: int) -> list[Lineup]:
    """Each bot alone among copies of one other bot."""
    if seats < 2:
        raise BadOptions("nobody_against", f"at a table of {seats} nobody can play against {other}")
    if other in bots:
        raise BadOptions("against_itself", f"{other} cannot be compared with itself on all other seats")
    return [(bot, *[other] * (seats - 1)) for bot in dict.fromkeys(bots)]


def seatings(lineup: Lineup) -> list[Lineup]:
    """All ways to seat a line-up; if they are many, its rotations: each bot on each seat equally often."""
    found = set(permutations(lineup)) if len(lineup) <= MOST_SEATINGS else set()
    if not 0 < len(found) <= MOST_SEATINGS:
        found = {lineup[turn:] + lineup[:turn] for turn in range(len(lineup))}
    # By place in the line-up, not by name: the first bots of two line-ups get the same seats, deal by deal.
    return sorted(found, key=lambda seating: [lineup.index(bot) for bot in seating])


def seatings_of(match: Match, number: int) -> list[Lineup]:
    """Who sits where in a deal, for each of its games."""
    found = [seatings(lineup) for lineup in match.lineups()]
    if match.once:
        return [every[number % len(every)] for every in found]
    return [seating for every in found for seating in every]


def run(match: Match, workers: int, progress: Callable[[int], None] = lambda deals: None) -> list[Played]:
    """Play a match. The same seed gives the same games, on however many cores."""
    games: list[Played] = []
    for played in by_deals(match, workers):
        games += played
        progress(1)
    return games


def by_deals(match: Match, workers: int) -> Iterator[list[Played]]:
    if workers == 1:
        worker = MatchWorker(match)
        try:
            yield from map(worker.play_deal, range(match.deals))
        finally:
            close_players(worker.players.values())
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), start_worker, (match,)) as pool:
        for first in range(0, match.deals, AT_ONCE):
            yield from pool.map(play_deal, range(first, min(first + AT_ONCE, match.deals)))


class MatchWorker:
    """Plays the deals of one process."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game: Game = game(match.game)
        self.players: dict[str, Player] = {name: player(self.game, name) for name in match.names}
        warm_up(
            self.game, match.seats, match.options
        )  # or the first decision would be timed with the compiler

    def play_deal(self, number: int) -> list[Played]:
        """One deal, with every seating of the bots or with one."""
        return [self.play(number, seating) for seating in seatings_of(self.match, number)]

    def play(self, number: int, lineup: Lineup) -> Played:
        match, clock = self.match, Clock(self.players)
        table = deal(self.game, match.seats, match.options, match.seed, number)
        result = play(table, [clock.timed(name) for name in lineup], key_of(match, number, lineup))
        return Played(number, lineup, result, clock.seconds, clock.moves, clock.longest)


def key_of(match: Match, number: int, lineup: Lineup) -> object:
    """The seed of the bots' chance, which is the same wherever a program from outside lies."""
    return match.seed, number, tuple(PREFIX if name.startswith(PREFIX) else name for name in lineup)


class Clock:
    """How long each bot thinks."""

    def __init__(self, players: dict[str, Player]) -> None:
        self.players = players
        self.seconds = dict.fromkeys(players, 0.0)
        self.moves = dict.fromkeys(players, 0)
        self.longest = dict.fromkeys(players, 0.0)

    def timed(self, name: str) -> Player:
        player, now = self.players[name], self.time_of(name)

        def choose(observation: Observation, key: object) -> Json:
            began = now()
            action = player(observation, key)
            seconds = now() - began
            self.seconds[name] += seconds
            self.longest[name] = max(self.longest[name], seconds)
            self.moves[name] += 1
            return action

        return choose

    def time_of(self, name: str) -> Callable[[], float]:
        """Time of this core; a program from outside runs on another, so it is timed until it answers."""
        return time.perf_counter if isinstance(self.players[name], ExternalProgram) else time.thread_time


WORKER: list[MatchWorker] = []  # the one of this process, once it has started


def start_worker(match: Match) -> None:
    """Begin in a new process; when it ends, so do its programs from outside."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # or Ctrl-C would wait for all its deals
    WORKER.append(MatchWorker(match))
    Finalize(None, close_players, (WORKER[-1].players.values(),), exitpriority=1)


def play_deal(number: int) -> list[Played]:
    return WORKER[0].play_deal(number)
