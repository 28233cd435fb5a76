"""A lesson being played: the learner's moves so far lead to a table, by the rules of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludoteca.core.events import Event
from ludoteca.core.game import Game
from ludoteca.core.simultaneous import copied
from ludoteca.core.table import Table
from ludoteca.lessons.lesson_file import Lesson, Scene, Step

Json = dict[str, Any]
Move = Json | None  # an action, or None: go on


class NotInLesson(ValueError):
    """These moves do not follow the lesson."""


@dataclass
class LessonState:
    """Where the learner is: the step, the table, and what the last move brought about."""

    number: int  # of the step, from 0; the number of steps when the lesson is finished
    scene: Scene
    table: Table
    step: Step | None
    events: list[Event] = field(default_factory=list)
    answer: str | None = None  # the key of what the coach says to a move that is legal but not asked for

    @property
    def seat(self) -> int:
        return self.scene.seat


def state_after(game: Game, lesson: Lesson, moves: Sequence[Move]) -> LessonState:
    """The lesson after these moves, of which only the last may be one that the step does not ask for.

    IllegalAction, with the rule, if the last one is against the rules.
    """
    steps = lesson.steps
    if len(moves) > len(steps):
        raise NotInLesson("the lesson has fewer steps")
    if not moves:
        return arrive(game, lesson, 0)
    for number, move in enumerate(moves[:-1]):
        require_asked(step_at(lesson, number), move)
    state = arrive(game, lesson, len(moves) - 1, moves)
    assert state.step
    return make_move(game, lesson, state, moves[-1])


def arrive(game: Game, lesson: Lesson, number: int, moves: Sequence[Move] = ()) -> LessonState:
    """The table at a step: only the moves of its own scene are played again."""
    scene, place = lesson.steps[number]
    table = game.load(scene.position, scene.seed)
    for step, move in zip(scene.steps[:place], moves[number - place : number], strict=True):
        carry_out(table, scene, step, move)
    return LessonState(number, scene, table, scene.steps[place])


def make_move(game: Game, lesson: Lesson, state: LessonState, move: Move) -> LessonState:
    """The next step; or the same one, with an answer, if the move is legal but not asked for."""
    step, scene = state.step, state.scene
    assert step
    if move is not None and step.do and not asked_for(step, move):
        require_legal(state, move)
        state.answer = step.answer_to(move)
        return state
    require_asked(step, move)
    events = carry_out(state.table, scene, step, move)
    number = state.number + 1
    if number == len(lesson.steps):
        return LessonState(number, scene, state.table, None, events)
    after, place = lesson.steps[number]
    if after is not scene:
        return arrive(game, lesson, number)
    return LessonState(number, scene, state.table, scene.steps[place], events)


def carry_out(table: Table, scene: Scene, step: Step, move: Move) -> list[Event]:
    """The learner's move and what happens then, as the learner is told."""
    events: list[Event] = []
    mine = [] if move is None else [(scene.seat, move)]
    for seat, action in (*mine, *step.then):
        table.play(seat, action)
        events += table.events(scene.seat)
    return events


def asked_for(step: Step, move: Move) -> bool:
    return move in step.do if step.do else move is None


def require_asked(step: Step, move: Move) -> None:
    if not asked_for(step, move):
        raise NotInLesson(f"{step.say} asks for something else")


def require_legal(state: LessonState, action: Json) -> None:
    """IllegalAction if the rules forbid it; the table of the lesson stays as it is."""
    copied(state.table).play(state.seat, action)


def step_at(lesson: Lesson, number: int) -> Step:
    scene, place = lesson.steps[number]
    return scene.steps[place]
