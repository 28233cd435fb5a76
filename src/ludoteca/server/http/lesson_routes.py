"""What the server answers about lessons. It keeps nothing of a learner, who sends all moves so far."""

from typing import Any

import msgspec
from starlette.requests import Request

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.lessons import Lesson, LessonState, NotInLesson, lesson_names, read_lesson, state_after
from ludoteca.lessons.lesson_file import lesson_words
from ludoteca.server.errors import Refused, refused_by_rules
from ludoteca.server.http.catalogue import require_language
from ludoteca.server.http.requests import body_of, game_of, room_of
from ludoteca.server.schemas import LessonInfo, LessonList, LessonStep

Json = dict[str, Any]


class Moves(msgspec.Struct, forbid_unknown_fields=True):
    """A learner's moves so far: an action, or null to go on."""

    moves: list[Json | None] = []


async def list_lessons(request: Request) -> LessonList:
    game, words = game_of(request), words_of(request)
    return LessonList([lesson_info(game, name, words) for name in lesson_names(game)])


def lesson_info(game: Game, name: str, words: dict[str, str]) -> LessonInfo:
    lesson = read_lesson(game, name)
    title, about = words[f"{name}.title"], words[f"{name}.about"]
    return LessonInfo(name, title, about, lesson.minutes, len(lesson.steps), lesson.options)


async def play_lesson(request: Request) -> LessonStep:
    """The step to which these moves lead, and what the last one brought about."""
    game, name, words = game_of(request), request.path_params["lesson"], words_of(request)
    if name not in lesson_names(game):
        raise Refused("not_found")
    done = await body_of(request, Moves)
    await room_of(request).bot_threads.ready_for(game)
    lesson = read_lesson(game, name)
    return write_step(lesson_info(game, name, words), lesson, after_moves(game, lesson, done), words)


def after_moves(game: Game, lesson: Lesson, done: Moves) -> LessonState:
    try:
        return state_after(game, lesson, done.moves)
    except NotInLesson:
        raise Refused("malformed", where="moves") from None
    except LudotecaError as wrong:
        raise refused_by_rules(wrong) from None


def write_step(info: LessonInfo, lesson: Lesson, state: LessonState, words: dict[str, str]) -> LessonStep:
    """The table as the learner sees it; nothing is legal while the learner only reads."""
    step, legal = state.step, state.table.legal(state.seat)
    asked = step.do if step else []
    return LessonStep(
        lesson=info,
        number=state.number,
        seat=state.seat,
        view=state.table.view(state.seat),
        legal=legal if asked else [],
        events=state.events,
        say=words[f"{info.id}.{step.say}"] if step else None,
        answer=words[f"{info.id}.{state.answer}"] if state.answer else None,
        show=next((action for action in asked if action in legal), None),
    )


def words_of(request: Request) -> dict[str, str]:
    require_language(request.path_params["language"])
    return lesson_words(game_of(request), request.path_params["language"])
