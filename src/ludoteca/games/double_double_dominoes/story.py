"""How a position came about: every course of the game that leads to it, and what all know in each of them.

A position does not say who laid which tile, but the order of tiles and discards, the turns and the markers
mostly do. Where several courses are possible, all of them are followed together, and only what holds in every
one of them is known.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.double_double_dominoes.board import is_beside
from ludoteca.games.double_double_dominoes.course import first_seat
from ludoteca.games.double_double_dominoes.known import (
    Shown,
    first_allowing,
    know_discarded,
    know_drawn,
    know_laid,
    know_shown,
)
from ludoteca.games.double_double_dominoes.scoring import goal_reached, score_tile
from ludoteca.games.double_double_dominoes.state import is_double, kind_of, slot_of
from ludoteca.games.double_double_dominoes.tables import ANY_KIND, FULL_HAND, HAND, KINDS, SETS, Phase

MOST_COURSES = 20_000  # a position with more is rarer than one in a thousand, and then nothing is known


class TooManyCourses(Exception):
    """Nobody could follow all of them."""


@dataclass(frozen=True)
class Seen:
    """What everybody can see of a position."""

    laid: list[int]  # placements in the order laid
    fitting: list[
        int
    ]  # the kinds that fitted before each of them, and after the last; only if seats discarded
    dead: list[bool]  # was the board dead before each of them, and after the last?
    discarded: list[int]  # who discarded, in order
    phase: int
    acting: int  # the seat to act, or NOBODY
    track: list[int]
    hand_size: list[int]
    boneyard: int


@dataclass
class Course:
    """A moment in one possible course of the game, named as in the record: the rules work on it as well."""

    seats: int
    goal: int
    shown: list[int]
    shown_is: list[int]
    hand_size: list[int]
    may_hold: npt.NDArray[np.int64]
    track: list[int]
    discard_may_be: list[int] = field(default_factory=list)
    listening: int = 0

    def copy(self) -> "Course":
        lists = {name: list(value) for name, value in vars(self).items() if isinstance(value, list)}
        return replace(self, may_hold=self.may_hold.copy(), **lists)  # type: ignore[arg-type]

    def merge(self, other: "Course") -> None:
        """Know only what both know."""
        self.may_hold |= other.may_hold
        self.shown_is = [either(*places) for places in zip(self.shown_is, other.shown_is, strict=True)]
        kinds = zip(self.discard_may_be, other.discard_may_be, strict=True)
        self.discard_may_be = [one | another for one, another in kinds]


def either(one: int, other: int) -> int:
    if one == other:
        return one
    return Shown.UNKNOWN if Shown.UNKNOWN in (one, other) else Shown.HELD_OR_DISCARDED


class Story:
    """All courses that lead to what is seen."""

    def __init__(self, state: State, seen: Seen) -> None:
        self.seen = seen
        self.seats = int(state.seats)
        self.tiles = int(SETS[self.seats]) * KINDS - HAND * self.seats
        self.turns: dict[tuple[int, int], dict[tuple[int, ...], Course]] = defaultdict(dict)
        self.courses = 0
        self.end: Course | None = None  # what all courses agree on
        self.follow(self.beginning(state))

    def beginning(self, state: State) -> Course:
        course = Course(
            seats=self.seats,
            goal=int(state.goal),
            shown=[int(kind) for kind in state.shown[: self.seats]],
            shown_is=[Shown.HELD] * self.seats,
            hand_size=[HAND] * self.seats,
            may_hold=np.zeros((self.seats, FULL_HAND), dtype=np.int64),
            track=[0] * self.seats,
        )
        for seat in range(self.seats):
            know_shown(course, seat, course.shown[seat])
        return course

    def follow(self, beginning: Course) -> None:
        """Take all turns in all ways that agree with what is seen."""
        self.begin_turn(beginning, 0, 0, int(first_seat(beginning)))
        for laid, discarded in self.moments():
            for (seat, *_), course in self.turns.pop((laid, discarded), {}).items():
                self.take_turn(course, laid, discarded, seat)

    def moments(self) -> Iterator[tuple[int, int]]:
        for laid in range(len(self.seen.laid) + 1):
            for discarded in range(len(self.seen.discarded) + 1):
                yield laid, discarded

    def begin_turn(self, course: Course, laid: int, discarded: int, seat: int) -> None:
        courses = self.turns[laid, discarded]
        key = (seat, *course.track)
        if key in courses:
            courses[key].merge(course)
            return
        courses[key] = course
        self.courses += 1
        if self.courses > MOST_COURSES:
            raise TooManyCourses

    @rule("T5", "T10")
    def take_turn(self, course: Course, laid: int, discarded: int, seat: int) -> None:
        """The seat draws, and then has discarded or laid something, if it has done anything yet."""
        know_drawn(course, seat)
        left = self.tiles - laid - discarded - 1
        self.ends_here(course, laid, discarded, seat, left, (Phase.LAY, Phase.DISCARD))
        if self.seen.discarded[discarded : discarded + 1] == [seat]:
            self.discard(course.copy(), laid, discarded, seat, left)
        self.lay(course, laid, discarded, seat, left)

    def discard(self, course: Course, laid: int, discarded: int, seat: int, left: int) -> None:
        fitting = self.seen.fitting[laid]
        if all(course.may_hold[seat] & ~fitting):
            know_discarded(course, seat, fitting)
            course.discard_may_be.append(ANY_KIND & ~fitting)
            self.end_turn(course, laid, discarded + 1, seat, left)

    @rule("T9", "T15", "T16")
    def lay(self, course: Course, laid: int, discarded: int, seat: int, left: int) -> None:
        """Lay the next tile, and as long as that is a double, stop or lay one beside it."""
        while laid < len(self.seen.laid):
            placement = self.seen.laid[laid]
            if first_allowing(course, seat, kind_of(placement)) == course.hand_size[seat]:
                return
            know_laid(course, seat, kind_of(placement))
            score_tile(course, seat, placement)
            laid += 1
            if any(here > there for here, there in zip(course.track, self.seen.track, strict=True)):
                return
            if goal_reached(course) or self.seen.dead[laid]:
                self.ends_here(course, laid, discarded, seat, left, (Phase.OVER,))
                return
            if not is_double(kind_of(placement)):
                self.end_turn(course, laid, discarded, seat, left)
                return
            self.ends_here(course, laid, discarded, seat, left, (Phase.EXTEND,))
            self.end_turn(course.copy(), laid, discarded, seat, left)
            following = self.seen.laid[laid : laid + 1]
            if not following or not is_beside(slot_of(following[0]), slot_of(placement)):
                return

    @rule("T11", "T16")
    def end_turn(self, course: Course, laid: int, discarded: int, seat: int, left: int) -> None:
        """Refill; the game goes on unless the boneyard is empty."""
        while course.hand_size[seat] < HAND and left:
            know_drawn(course, seat)
            left -= 1
        if left:
            self.begin_turn(course, laid, discarded, (seat + 1) % self.seats)
        else:
            self.ends_here(course, laid, discarded, seat, left, (Phase.OVER,))

    def ends_here(
        self, course: Course, laid: int, discarded: int, seat: int, left: int, phases: tuple[int, ...]
    ) -> None:
        """If this is what is seen, it is one of the courses that lead there."""
        seen = self.seen
        there = (laid, discarded, left) == (len(seen.laid), len(seen.discarded), seen.boneyard)
        if not there or seen.phase not in phases or seen.acting not in (seat, NOBODY):
            return
        if course.track == seen.track and course.hand_size == seen.hand_size:
            if self.end is None:
                self.end = course.copy()
            else:
                self.end.merge(course)


def nothing_known(state: State, seen: Seen) -> Course:
    """What is known if there are too many courses to follow."""
    seats = len(seen.track)
    may_hold = np.zeros((seats, FULL_HAND), dtype=np.int64)
    for seat, size in enumerate(seen.hand_size):
        may_hold[seat, :size] = ANY_KIND
    return Course(
        seats=seats,
        goal=int(state.goal),
        shown=[int(kind) for kind in state.shown[:seats]],
        shown_is=[Shown.UNKNOWN] * seats,
        hand_size=list(seen.hand_size),
        may_hold=may_hold,
        track=list(seen.track),
        discard_may_be=[ANY_KIND] * len(seen.discarded),
    )
