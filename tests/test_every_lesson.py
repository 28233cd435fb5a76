"""Every lesson of every game can be played through by whatever its steps allow."""

from collections.abc import Iterator
from typing import Any

import pytest

import ludoteca
from ludoteca import Game, IllegalAction
from ludoteca.core.simultaneous import copied
from ludoteca.core.table import Table
from ludoteca.core.words import LANGUAGES
from ludoteca.lessons import Lesson, NotInLesson, lesson_names, read_lesson, state_after
from ludoteca.lessons.lesson_file import Scene, Step, lesson_words
from ludoteca.lessons.lesson_run import carry_out

LESSONS = [(id, name) for id in ludoteca.games() for name in lesson_names(ludoteca.game(id))]
every_lesson = pytest.mark.parametrize(("id", "name"), LESSONS)


def opened(id: str, name: str) -> tuple[Game, Lesson]:
    game = ludoteca.game(id)
    return game, read_lesson(game, name)


def moments(game: Game, scene: Scene) -> Iterator[tuple[Table, Step]]:
    """Every table that a scene can lead to, and the step there."""
    tables = [game.load(scene.position, scene.seed)]
    for step in scene.steps:
        after = []
        for table in tables:
            yield table, step
            legal = table.legal(scene.seat)
            for move in [action for action in step.do if action in legal] or [None]:
                after.append(copied(table))
                carry_out(after[-1], scene, step, move)
        tables = after


@pytest.mark.parametrize("id", ludoteca.games())
def test_every_game_has_a_lesson(id: str) -> None:
    assert lesson_names(ludoteca.game(id))


@every_lesson
def test_a_lesson_can_be_finished(id: str, name: str) -> None:
    game, lesson = opened(id, name)
    moves: list[Any] = []
    state = state_after(game, lesson, moves)
    while state.step:
        assert state.number == len(moves)
        legal = state.table.legal(state.seat)
        moves.append(next(action for action in state.step.do if action in legal) if state.step.do else None)
        state = state_after(game, lesson, moves)
    assert state.number == len(lesson.steps)
    with pytest.raises(NotInLesson):
        state_after(game, lesson, [*moves, None])


@every_lesson
def test_whatever_a_step_allows_leads_on_to_the_end_of_its_scene(id: str, name: str) -> None:
    game, lesson = opened(id, name)
    for scene in lesson.scenes:
        for table, step in moments(game, scene):
            legal = table.legal(scene.seat)
            assert not step.do or any(action in legal for action in step.do), step.say
            assert step.do or not step.then, "somebody acts while the learner reads"


@every_lesson
def test_the_learner_may_look_before_the_scene_changes(id: str, name: str) -> None:
    _, lesson = opened(id, name)
    assert all(not scene.steps[-1].do for scene in lesson.scenes)


@every_lesson
def test_there_are_words_for_every_step_and_every_legal_move_and_no_others(id: str, name: str) -> None:
    game, lesson = opened(id, name)
    needed = {"title", "about"}
    for scene in lesson.scenes:
        for table, step in moments(game, scene):
            others = [action for action in table.legal(scene.seat) if action not in step.do]
            needed |= {step.say} | ({step.answer_to(action) for action in others} if step.do else set())
    for language in LANGUAGES:
        written = {key for key in lesson_words(game, language) if key.startswith(f"{name}.")}
        assert written == {f"{name}.{key}" for key in needed}, language


@pytest.mark.parametrize("id", ludoteca.games())
def test_lessons_are_written_in_every_language(id: str) -> None:
    folder = ludoteca.game(id).folder / "lessons/words"
    first, *others = (ludoteca.core.words.read(folder / f"{language}.json") for language in LANGUAGES)
    for other in others:
        assert list(other) == list(first)
        assert not [key for key in first if other[key] == first[key]]


@every_lesson
def test_a_legal_move_that_is_not_asked_for_is_answered_and_changes_nothing(id: str, name: str) -> None:
    game, lesson = opened(id, name)
    moves: list[Any] = []
    answered = 0
    while (state := state_after(game, lesson, moves)).step:
        legal = state.table.legal(state.seat)
        for action in legal if state.step.do else []:
            if action not in state.step.do:
                other = state_after(game, lesson, [*moves, action])
                assert (other.number, other.answer) == (state.number, state.step.answer_to(action))
                assert other.table.position() == state.table.position()
                answered += 1
        moves.append(next(action for action in state.step.do if action in legal) if state.step.do else None)
    assert answered


@every_lesson
def test_an_illegal_move_is_refused_by_its_rule(id: str, name: str) -> None:
    game, lesson = opened(id, name)
    seen = 0
    for number, (scene, place) in enumerate(lesson.steps):
        if not scene.steps[place].do or (place and scene.steps[place - 1].do):
            continue
        before = [step.do[0] if step.do else None for step in (s.steps[p] for s, p in lesson.steps[:number])]
        state = state_after(game, lesson, before)
        legal = state.table.legal(state.seat)
        everything = (game.notation.write_action(one) for one in range(game.rules.ACTIONS))
        illegal = next(action for action in everything if action not in legal and 0 not in action.values())
        with pytest.raises(IllegalAction):
            state_after(game, lesson, [*before, illegal])
        seen += 1
    assert seen


def test_moves_that_do_not_follow_the_lesson_are_refused() -> None:
    game, lesson = opened(*LESSONS[0])
    with pytest.raises(NotInLesson):
        state_after(game, lesson, [None] * len(lesson.steps))
    short = replace_steps(lesson)
    with pytest.raises(NotInLesson):
        state_after(game, short, [None, None])


def replace_steps(lesson: Lesson) -> Lesson:
    """The first step alone."""
    first = lesson.scenes[0]
    scene = Scene(first.position, first.steps[:1], first.seat, first.seed)
    return Lesson(lesson.minutes, lesson.options, [scene])
