"""The file of a lesson, `games/<game>/lessons/<name>.json`; its words lie beside it in `words/`.

A lesson is a few scenes. Each begins with a position; in its steps the coach says something, and the learner
goes on or does one of the actions that the step asks for. What others do then is written down as well, and a
seed fixes the dice.
"""

from functools import cache
from typing import Any

import msgspec

from ludoteca.core.game import Game
from ludoteca.core.words import catalogue

Json = dict[str, Any]
FOLDER = "lessons"


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a lesson."""


class Answer(Part, frozen=True):
    """What the coach says to some legal actions that the step does not ask for."""

    actions: list[Json]
    say: str


class Step(Part, frozen=True):
    """What the coach says, and what is to be done; with nothing to do the learner reads and goes on."""

    say: str  # the key of a sentence
    do: list[Json] = []
    then: list[tuple[int, Json]] = []  # what happens afterwards: a seat and its action
    answers: list[Answer] = []

    def answer_to(self, action: Json) -> str:
        """The key of what the coach says to a legal action that is not asked for."""
        found = (answer.say for answer in self.answers if action in answer.actions)
        return next(found, f"{self.say}.instead")


class Scene(Part, frozen=True):
    position: Json
    steps: list[Step]
    seat: int = 0  # the learner's
    seed: int = 0


class Lesson(Part, frozen=True):
    minutes: int
    options: Json  # of a game in which one can use what was learned
    scenes: list[Scene]

    @property
    def steps(self) -> list[tuple[Scene, int]]:
        """All steps in order: the scene, and the place of the step in it."""
        return [(scene, place) for scene in self.scenes for place in range(len(scene.steps))]


@cache
def lesson_names(game: Game) -> tuple[str, ...]:
    """The lessons of a game; the first one to learn stands first in its words."""
    names = {file.stem for file in (game.folder / FOLDER).glob("*.json")}
    order = [key.split(".")[0] for key in lesson_words(game, "en")]
    return tuple(sorted(names, key=order.index))


@cache
def read_lesson(game: Game, name: str) -> Lesson:
    file = game.folder / FOLDER / f"{name}.json"
    return msgspec.json.decode(file.read_bytes(), type=Lesson)


def lesson_words(game: Game, language: str) -> dict[str, str]:
    return catalogue(game.folder / FOLDER / "words", language)
