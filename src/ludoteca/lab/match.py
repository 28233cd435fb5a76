"""Matches on duplicate deals, in which every bot plays every seat, on one core or several."""

import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from multiprocessing.util import Finalize
from typing import Any

from ludoteca.bots.external_program import PREFIX, ProgramFailed
from ludoteca.bots.observation import Observation
from ludoteca.bots.registry import Player, close_players, is_program, player
from ludoteca.bots.warmup import warm_up
from ludoteca.core.errors import BadOptions
from ludoteca.core.executors import in_order, local_processes
from ludoteca.core.game import Game, game
from ludoteca.lab.bot_game import Result, deal, play

Json = dict[str, Any]
Lineup = tuple[str, ...]  # a bot for every seat
Aliases = tuple[tuple[str, str], ...]

MOST_SEATINGS = 6  # of one line-up: more are left to its rotations


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
    aliases: Aliases = ()  # names of this match, each with the bot or program that plays under it

    def __post_init__(self) -> None:
        self.lineups()  # BadOptions if it cannot be played

    @property
    def names(self) -> Lineup:
        """All bots that take part."""
        return self.bots if self.against is None else (*self.bots, self.against)

    def bot_of(self, name: str) -> str:
        """The bot, or `program:COMMAND`, that plays under a name."""
        return dict(self.aliases).get(name, name)

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


@dataclass(frozen=True)
class Failure:
    """What went wrong with a program from outside."""

    bot: str
    why: str


@dataclass(frozen=True)
class Deal:
    """A deal with every seating of the bots, or with one; if a program failed, none of its games counts."""

    number: int
    games: tuple[Played, ...]
    failure: Failure | None = None


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


def run(
    match: Match,
    workers: int = 1,
    progress: Callable[[int], None] = lambda deals: None,
    executor: Executor | None = None,
) -> list[Played]:
    """Play a match on so many cores, or by an executor. The same seed gives the same games everywhere."""
    games: list[Played] = []
    for played in by_deals(match, workers, executor):
        if played.failure:
            raise BadOptions("bad_program", played.failure.why)
        games += played.games
        progress(1)
    return games


def by_deals(
    match: Match, workers: int, executor: Executor | None = None, first: int = 0
) -> Generator[Deal, None, None]:
    """All deals from `first` on, in their order."""
    with nullcontext(executor) if executor else local_processes(workers) as at_work:
        try:
            yield from in_order(at_work, partial(play_deal, match), range(first, match.deals))
        finally:
            close_workers([*AT_WORK])


class MatchWorker:
    """Plays the deals of one thread."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.game: Game = game(match.game)
        self.players: dict[str, Player] = {
            name: player(self.game, match.bot_of(name), name) for name in match.names
        }
        warm_up(
            self.game, match.seats, match.options
        )  # or the first decision would be timed with the compiler

    def play_deal(self, number: int) -> Deal:
        """One deal, with every seating of the bots or with one."""
        try:
            games = tuple(self.play(number, seating) for seating in seatings_of(self.match, number))
        except ProgramFailed as wrong:
            return Deal(number, (), Failure(wrong.program, wrong.message))
        return Deal(number, games)

    def play(self, number: int, lineup: Lineup) -> Played:
        match, clock = self.match, Clock(self.players)
        table = deal(self.game, match.seats, match.options, match.seed, number)
        hearing = [seat for seat, name in enumerate(lineup) if is_program(self.players[name])]
        players = [clock.timed(name) for name in lineup]
        result = play(table, players, key_of(match, number, lineup), hearing, number)
        return Played(number, lineup, result, clock.seconds, clock.moves, clock.longest)


def key_of(match: Match, number: int, lineup: Lineup) -> object:
    """The seed of the bots' chance, which is the same wherever a program from outside lies."""
    return (
        match.seed,
        number,
        tuple(PREFIX if match.bot_of(name).startswith(PREFIX) else name for name in lineup),
    )


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
        return time.perf_counter if is_program(self.players[name]) else time.thread_time


# Wherever deals are played: a worker for each thread, with players of its own

HERE = threading.local()
AT_WORK: list[MatchWorker] = []  # all of this process


def play_deal(match: Match, number: int) -> Deal:
    return worker_for(match).play_deal(number)


def worker_for(match: Match) -> MatchWorker:
    """The worker of this thread, which stays for all deals of a match."""
    worker: MatchWorker | None = getattr(HERE, "worker", None)
    if worker is None or worker.match != match:
        close_workers([worker] if worker else [])
        worker = HERE.worker = MatchWorker(match)
        # Where a pool ends this process, its programs from outside end with it.
        Finalize(None, close_players, (worker.players.values(),), exitpriority=1)
    if worker not in AT_WORK:
        AT_WORK.append(worker)
    return worker


def close_workers(workers: Sequence[MatchWorker]) -> None:
    """Let programs from outside end; a worker that is asked again starts its programs again."""
    for worker in workers:
        close_players(worker.players.values())
        if worker in AT_WORK:
            AT_WORK.remove(worker)
