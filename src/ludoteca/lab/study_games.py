"""The games of a study, deal by deal, with a note of every event, every action and the course of scores."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.bots.registry import Player, is_program
from ludoteca.core import bits, chance, verbs
from ludoteca.core.batch import bot_numbers
from ludoteca.core.bot_random import BotRandom, rng_of
from ludoteca.core.compiled import compiled, entry
from ludoteca.core.errors import BadOptions
from ludoteca.core.game import Game, game
from ludoteca.core.record import State
from ludoteca.lab.bot_game import deal, play
from ludoteca.lab.match import Match, worker_for

Json = dict[str, Any]
Counts = npt.NDArray[np.int32]

MOMENTS = 20  # at which the score of every seat is noted, evenly from the first decision to the last
MOST_ROWS = 2048  # of a score sheet; of longer games every second, fourth ... decision is kept
ROWS, STRIDE, SINCE = range(3)  # what a meter holds


@dataclass(frozen=True)
class Study:
    """What to play: every deal once with each rotation of the bots, so that each sits on each seat."""

    game: str
    seats: int
    options: Json
    bots: tuple[str, ...]  # one a seat
    deals: int
    seed: int

    @property
    def repeats(self) -> int:
        """Games of a deal; two at least, or the luck of the deal could not be told from play."""
        return max(2, self.seats)

    @property
    def games(self) -> int:
        return self.deals * self.repeats

    def lineup(self, turn: int) -> tuple[str, ...]:
        turn %= len(self.bots)
        return self.bots[turn:] + self.bots[:turn]

    @property
    def simple(self) -> bool:
        """Is all of it compiled?"""
        return {*self.bots} <= {*game(self.game).bots.NAMES}

    @property
    def match(self) -> Match:
        """The same players in a match, whose workers hold them ready."""
        return Match(self.game, self.seats, self.options, self.bots, self.deals, self.seed)


def study_of(
    found: Game, seats: int, options: Json | None, bots: Sequence[str], games: int, seed: int
) -> Study:
    """A study of at least so many games; fewer bots than seats are repeated around the table."""
    if not 1 <= len(bots) <= seats:
        raise BadOptions("bad_bots", f"give 1 to {seats} bots for {seats} seats")
    lineup = tuple(bots[seat % len(bots)] for seat in range(seats))
    deals = -(-games // max(2, seats))
    study = Study(found.id, seats, found.options(seats, options), lineup, max(2, deals), seed)
    worker_for(study.match) if not study.simple else bot_numbers(found, lineup, seats)
    return study


@dataclass(frozen=True)
class Games:
    """What was noted of some games: a row a game, in the order of deals and turns."""

    scores: npt.NDArray[np.int64]  # by seat
    winners: npt.NDArray[np.int8]
    decisions: Counts
    events: Counts  # by kind and seat; the last column counts what concerns no seat
    actions: Counts  # by kind and seat
    course: Counts  # the scores at each moment, by seat


def blank_games(found: Game, games: int, seats: int) -> Games:
    events, actions = len(found.notation.EVENTS), len(action_kinds(found.id)[0])
    return Games(
        np.zeros((games, seats), np.int64),
        np.zeros((games, seats), np.int8),
        np.zeros((games, seats), np.int32),
        np.zeros((games, events, seats + 1), np.int32),
        np.zeros((games, actions, seats), np.int32),
        np.zeros((games, MOMENTS, seats), np.int32),
    )


@cache
def action_kinds(id: str) -> tuple[tuple[str, ...], Counts]:
    """The kinds of actions of a game, and the kind of every action."""
    notation = game(id).notation
    kinds = [notation.action_kind(notation.write_action(one)) for one in range(game(id).rules.ACTIONS)]
    names = tuple(dict.fromkeys(kinds))
    return names, np.array([names.index(kind) for kind in kinds], np.int32)


@cache
def seat_places(id: str) -> Counts:
    """Where the news of each kind of event name a seat; 0 if they name none."""
    kinds = game(id).notation.EVENTS
    return np.array(
        [1 + kind.fields.index("seat") if "seat" in kind.fields else 0 for kind in kinds], np.int32
    )


# What is noted


@compiled
def note_step(
    state: State, seat: int, kind: int, places: Any, decisions: Any, events: Any, actions: Any
) -> None:
    """Count a decision and everything that it brought about."""
    decisions[seat] += 1
    actions[kind, seat] += 1
    for line in range(state.news_count):
        told = state.news[line, 0]
        column = events.shape[1] - 1
        if places[told] > 0 and state.news[line, places[told]] >= 0:
            column = int(state.news[line, places[told]])
        events[told, column] += 1


@compiled
def note_scores(state: State, sheet: Any, meter: Any) -> None:
    """Write the scores on the next row of the sheet; when it is full, every second row goes."""
    meter[SINCE] += 1
    if meter[SINCE] < meter[STRIDE]:
        return
    meter[SINCE] = 0
    if meter[ROWS] == sheet.shape[0]:
        meter[ROWS] //= 2
        meter[STRIDE] *= 2
        for row in range(meter[ROWS]):
            for seat in range(state.seats):
                sheet[row, seat] = sheet[2 * row + 1, seat]
    for seat in range(state.seats):
        sheet[meter[ROWS], seat] = verbs.score(state, seat)
    meter[ROWS] += 1


@compiled
def note_end(state: State, sheet: Any, meter: Any, scores: Any, winners: Any, course: Any) -> None:
    """Scores and winners, and the way of the score at evenly spread moments, of which the last is the end."""
    for seat in range(state.seats):
        scores[seat] = verbs.score(state, seat)
        winners[seat] = verbs.won(state, seat)
    rows, moments = meter[ROWS], course.shape[0]
    for moment in range(moments - 1):
        row = max(0, (moment + 1) * rows // moments - 1)
        for seat in range(state.seats):
            course[moment, seat] = sheet[row, seat]
    for seat in range(state.seats):
        course[moments - 1, seat] = scores[seat]


@compiled
def fresh_meter(meter: Any) -> None:
    meter[ROWS] = 0
    meter[STRIDE] = 1
    meter[SINCE] = 0


# Simple bots, in compiled code


@entry
def play_and_note(
    states: Any, first: int, lineups: Any, legal: Any, rng: BotRandom, kinds: Any, places: Any,
    sheet: Any, meter: Any, scores: Any, winners: Any, decisions: Any, events: Any, actions: Any, course: Any,
) -> None:  # fmt: skip
    """Play deal `first` and those after it, each with all line-ups, from the blank record `states[0]`."""
    for number in range(len(scores)):
        states[1] = states[0]
        state = states[1]
        state.stream = first + number // len(lineups)
        verbs.set_up(state)
        state.listening = 1
        fresh_meter(meter)
        while not verbs.over(state):
            seat = bits.lowest(state.to_act)
            count = verbs.legal(state, seat, legal)
            bot = lineups[number % len(lineups), seat]
            action = int(verbs.choose(state, seat, bot, legal, count, rng))
            state.news_count = 0
            verbs.apply(state, seat, action)
            note_step(state, seat, kinds[action], places, decisions[number], events[number], actions[number])
            note_scores(state, sheet, meter)
        note_end(state, sheet, meter, scores[number], winners[number], course[number])


def play_simple(study: Study, deals: range) -> Games:
    found = game(study.game)
    games = blank_games(found, len(deals) * study.repeats, study.seats)
    blank = found.blank(study.seats, study.options, tables=2)
    chance.rekey(blank[0], study.seed)
    turns = range(study.repeats)
    lineups = np.array([bot_numbers(found, study.lineup(turn), study.seats) for turn in turns])
    play_and_note(
        blank, deals.start, lineups, np.zeros(found.rules.MOST_LEGAL, np.int32),
        rng_of((study.seed, deals.start)), action_kinds(study.game)[1], seat_places(study.game),
        *score_sheet(study.seats), games.scores, games.winners, games.decisions, games.events, games.actions,
        games.course,
    )  # fmt: skip
    return games


def score_sheet(seats: int) -> tuple[Counts, npt.NDArray[np.int64]]:
    return np.zeros((MOST_ROWS, seats), np.int32), np.zeros(3, np.int64)


# Bots that search, and programs from outside


@entry
def note_decision(
    states: Any, seat: int, kind: int, places: Any, sheet: Any, meter: Any, decisions: Any, events: Any,
    actions: Any,
) -> None:  # fmt: skip
    note_step(states[0], seat, kind, places, decisions, events, actions)
    note_scores(states[0], sheet, meter)


@entry
def note_result(states: Any, sheet: Any, meter: Any, scores: Any, winners: Any, course: Any) -> None:
    note_end(states[0], sheet, meter, scores, winners, course)


@entry
def clear_meter(meter: Any) -> None:
    fresh_meter(meter)


def play_searching(study: Study, deals: range) -> Games:
    """The same with bots of any kind, each of which is handed what its seat sees."""
    found, players = game(study.game), worker_for(study.match).players
    games = blank_games(found, len(deals) * study.repeats, study.seats)
    kinds, places = action_kinds(study.game)[1], seat_places(study.game)
    sheet, meter = score_sheet(study.seats)
    for row in range(study.repeats * len(deals)):
        number, turn = deals.start + row // study.repeats, row % study.repeats
        table = deal(found, study.seats, study.options, study.seed, number)
        clear_meter(meter)

        def note(seat: int, action: Json) -> None:
            kind = int(kinds[found.notation.read_action(action)])
            note_decision(
                table.states, seat, kind, places, sheet, meter,  # noqa: B023  called before the next game
                games.decisions[row], games.events[row], games.actions[row],  # noqa: B023
            )  # fmt: skip

        lineup = [players[name] for name in study.lineup(turn)]
        play(table, lineup, (study.seed, number, turn), programs_in(lineup), number, note)
        note_result(table.states, sheet, meter, games.scores[row], games.winners[row], games.course[row])
    return games


def programs_in(lineup: Sequence[Player]) -> list[int]:
    """The seats of programs from outside, which are told what happened."""
    return [seat for seat, player in enumerate(lineup) if is_program(player)]


def play_deals(study: Study, deals: range) -> Games:
    return play_simple(study, deals) if study.simple else play_searching(study, deals)
