"""The view of a seat as plain text, for language models and other programs that read and write.

The table is drawn as `ludoteca play` draws it. Everything comes from the seat's view, its legal actions and
the events it is told, so the text says what the seat may know and nothing more.
"""

import io
import json
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rich.console import Console

from ludoteca.core.errors import IllegalAction, LudotecaError
from ludoteca.core.events import Event
from ludoteca.core.game import Game
from ludoteca.core.words import WORDS, Words, rules_file
from ludoteca.lab.menu import Menu
from ludoteca.lab.narrator import Narrator
from ludoteca.lab.rule_sentence import sentence_of

Json = dict[str, Any]
WIDTH = 80
LONGEST_NUMBER = 9


def usual_names(language: str, seats: int) -> list[str]:
    """Names for seats whose players have told none, as `ludoteca play` gives them."""
    known = Words(language, WORDS).say("play.names").split(", ")
    return [*known, *map(str, range(len(known), seats))][:seats]


class TextView:
    """What one seat reads, in one language; `names` are those of the seats."""

    def __init__(self, game: Game, seat: int | None, names: Sequence[str], language: str = "en") -> None:
        self.game, self.seat = game, seat
        speaks_to = -1 if seat is None else seat
        self.words = Narrator(language, WORDS, game.folder / "words", names=names, seat=speaks_to)

    def table(self, view: Json) -> str:
        """The table as the seat sees it."""
        draw = import_module(f"ludoteca.games.{self.game.folder.name}.terminal").draw
        paper = io.StringIO()
        Console(file=paper, width=WIDTH, color_system=None, markup=False, highlight=False, emoji=False).print(
            draw(view, self.words, self.seat)
        )
        return "\n".join(line.rstrip() for line in paper.getvalue().splitlines()).strip("\n")

    def news(self, events: Sequence[Event]) -> str:
        """What has happened, a sentence a line."""
        kinds = self.game.notation.EVENTS
        told = [event for event in events if not self.words.says_nothing(event, kinds)]
        return "\n".join(self.words.tell(event, kinds) for event in told)

    def menu(self, legal: Sequence[Json]) -> Menu:
        """All legal actions one by one; where an action is a number itself, that is the one to write."""
        return Menu(legal, self.game.notation.action_kind, self.words, most=len(legal))

    def moves(self, view: Json, legal: Sequence[Json]) -> str:
        """What may be written now."""
        if not legal:
            return ""
        asked = self.words.say(f"phase.{view['phase']}")
        lines = (f"{entry.number}  {entry.label}" for entry in self.menu(legal).entries)
        return "\n".join([f"{asked}:", *lines])

    def result(self, view: Json) -> str:
        """Scores and victory, once the game is over."""
        if not view["over"]:
            return ""
        scores = (
            self.words.say("play.score", {"seat": n, "score": one}) for n, one in enumerate(view["scores"])
        )
        return f"{', '.join(scores)}. {self.words.victory(view['winners'])}"

    def whole(self, view: Json, legal: Sequence[Json], events: Sequence[Event] = ()) -> str:
        """What has happened, the table, and what may be done: all that a player needs for a decision."""
        parts = (self.news(events), self.table(view), self.moves(view, legal), self.result(view))
        return "\n\n".join(part for part in parts if part)

    # What is written back

    def read(self, text: str, legal: Sequence[Json]) -> Json:
        """The action that a text means: a number of the list, JSON, or the words of the list."""
        text = text.strip()
        if text.isdecimal():
            number, menu = int(text[:LONGEST_NUMBER]), self.menu(legal) if legal else None
            found = (menu.find(number) or menu.attempt(number)) if menu else []
            if not found:
                raise IllegalAction(
                    "no_such_number", self.words.say("play.no_such_number", {"number": number})
                )
            return found[0]
        if text.startswith("{"):
            return self.read_json(text)
        return self.read_words(text, legal)

    def read_number(self, number: int, legal: Sequence[Json]) -> Json:
        menu = self.menu(legal) if legal else None
        found = (menu.find(number) or menu.attempt(number)) if menu else []
        if not found:
            raise IllegalAction("no_such_number", self.words.say("play.no_such_number", {"number": number}))
        return found[0]

    def read_json(self, text: str) -> Json:
        try:
            found: Json = json.loads(text)
        except (ValueError, RecursionError):
            raise IllegalAction("bad_json", self.words.say("play.bad_json")) from None
        return found

    def read_words(self, text: str, legal: Sequence[Json]) -> Json:
        for entry in self.menu(legal).entries if legal else ():
            if entry.label.casefold() == text.casefold():
                return entry.actions[0]
        raise IllegalAction("not_understood", self.words.say("text.not_understood"))

    def refusal(self, wrong: LudotecaError) -> str:
        """Why something is refused, with the sentence of the rules that forbids it."""
        said = self.words.sentences.get(f"refusal.{wrong.code}", wrong.message)
        return f"{said} {self.rule(wrong.rule)}" if wrong.rule else said

    def rule(self, id: str) -> str:
        return sentence_of(self.rules(), id).replace("**", "")

    def rules(self) -> str:
        """All rules of the game, as Markdown."""
        return rules_file(self.game.folder, self.words.language).read_text(encoding="utf-8")
