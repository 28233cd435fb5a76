"""Playable lessons: positions, steps and scripted moves are data; the rules are the real ones."""

from ludoteca.lessons.lesson_file import Lesson, lesson_names, read_lesson
from ludoteca.lessons.lesson_run import LessonState, NotInLesson, state_after

__all__ = ["Lesson", "LessonState", "NotInLesson", "lesson_names", "read_lesson", "state_after"]
