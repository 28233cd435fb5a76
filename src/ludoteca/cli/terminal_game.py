"""A game in the terminal: one person and bots at a table."""

import json
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from ludoteca import bots
from ludoteca.cli.number_format import written
from ludoteca.cli.rules import show_rules, show_sentence
from ludoteca.core.errors import IllegalAction
from ludoteca.core.events import Event
from ludoteca.core.table import Table
from ludoteca.core.words import Words
from ludoteca.lab.menu import Menu
from ludoteca.lab.narrator import Narrator

Json = dict[str, Any]
Draw = Callable[[Json, Words, int | None], RenderableType]

LONGEST_NUMBER = 9
HINT_TIME = 1000  # milliseconds


class Leave(Exception):
    """The person has had enough."""


class TerminalGame:
    """A table, the person who is spoken to in `words`, and the bots on the other seats."""

    def __init__(self, table: Table, words: Narrator, bots_of: dict[int, str], luck: random.Random) -> None:
        self.table = table
        self.game = table.game
        self.words = words
        self.seat = words.seat
        self.bots = bots_of
        self.players = {name: bots.player(self.game, name) for name in bots_of.values()}
        programs = [seat for seat, name in bots_of.items() if bots.is_program(self.players[name])]
        self.listeners = {seat: bots.Listener(seat) for seat in programs}
        self.luck = luck  # of the bots; the table's chance is its own
        self.news: list[Event] = []
        self.taken: list[tuple[int, Json]] = []  # all actions of the game, with their seats
        self.console = Console(markup=False, highlight=False, emoji=False)
        folder = self.game.id.replace("-", "_")
        self.draw: Draw = import_module(f"ludoteca.games.{folder}.terminal").draw

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        self.greet()
        try:
            while not self.table.over:
                if self.seat in self.table.to_act:
                    self.person_acts()
                else:
                    self.bot_acts(self.table.to_act[0])
            self.end()
        except Leave:
            self.note("play.left")
        except KeyboardInterrupt:
            self.console.print()
            self.note("play.left")
            raise
        finally:
            bots.close_players(self.players.values())

    def act(self, seat: int, action: Json) -> None:
        self.table.play(seat, action)
        self.taken.append((seat, action))
        self.news += self.table.events(self.seat)
        for listener in self.listeners.values():
            listener.hear(self.table)

    def bot_acts(self, seat: int) -> None:
        """A bot is handed what its seat sees: never the truth."""
        key, listener = self.luck.getrandbits(64), self.listeners.get(seat)
        seen = listener.observe(self.table) if listener else bots.observe(self.table, seat)
        action = self.players[self.bots[seat]](seen, key)
        if listener:
            listener.forget(seen.news)
        self.act(seat, action)

    def person_acts(self) -> None:
        self.tell_news()
        self.show_table()
        everything = self.table.legal(self.seat)
        offered = everything
        while offered:
            menu = Menu(offered, self.game.notation.action_kind, self.words, offered is not everything)
            self.show_menu(menu)
            offered = self.answer(menu, everything)

    # What the person types

    def answer(self, menu: Menu, everything: list[Json]) -> list[Json]:
        """What to offer next: a group that was opened, everything again, or nothing: the person has acted."""
        while True:
            meant = self.meaning(self.read(), menu, everything)
            if len(meant) > 1:
                return meant
            if meant and self.accepted(meant[0]):
                return []

    def read(self) -> str:
        try:
            return input(f"{self.words.say('play.prompt')} ").strip()
        except EOFError:
            self.console.print()
            raise Leave from None

    def meaning(self, text: str, menu: Menu, everything: list[Json]) -> list[Json]:
        """The action that was typed, or the group; an empty line stands for everything, be it only one."""
        if not text:
            return everything
        if text.isdecimal():
            return self.by_number(text, menu)
        if text.startswith("{"):
            return self.by_json(text)
        self.obey(text.lower(), menu)
        return []

    def by_number(self, text: str, menu: Menu) -> list[Json]:
        number = int(text[:LONGEST_NUMBER])
        found = menu.find(number) or menu.attempt(number)
        if not found:
            self.note("play.no_such_number", {"number": number})
        return found

    def by_json(self, text: str) -> list[Json]:
        try:
            return [json.loads(text)]
        except (ValueError, RecursionError):
            self.note("play.bad_json")
            return []

    def accepted(self, action: Json) -> bool:
        """Let the table decide; if it refuses, say why, with the rule."""
        try:
            self.act(self.seat, action)
        except IllegalAction as refused:
            why = self.words.sentences.get(f"refusal.{refused.code}", str(refused))
            self.console.print(Text(why, style="bold red"))
            if refused.rule:
                show_sentence(self.console, self.game, self.words.language, refused.rule)
            return False
        return True

    def obey(self, letter: str, menu: Menu) -> None:
        """A letter instead of an action."""
        match letter:
            case "q":
                raise Leave
            case "?":
                self.note("play.help")
            case "r":
                show_rules(self.game, self.words.language)
                self.show_menu(menu)
            case "h":
                self.show_hints()
            case "t":
                self.show_table()
                self.show_menu(menu)
            case _:
                self.note("play.not_understood")

    def show_hints(self) -> None:
        """What the best bot would consider, made of what the person sees."""
        view = self.table.view(self.seat)
        for one in bots.hints(self.game, view, self.seat, milliseconds=HINT_TIME):
            self.note("play.hint", {"action": self.words.action(one.action, self.game), **self.said(one)})

    def said(self, one: bots.Hint) -> Json:
        """A hint's figure and its reasons, in words."""
        alone = self.table.seats == 1
        name, figure = ("score", one.figure) if alone else ("victory", 100 * one.figure)
        told = [
            self.words.say(f"reason.{why.code}", why.arguments) for why in (one.reason, one.leaves) if why
        ]
        if one.equal and one.behind:
            told.append(self.words.say("hint.equal"))
        return {
            "figure": self.words.say(f"hint.{name}", {name: written(figure, self.words)}),
            "reason": "; ".join(told),
        }

    # What the person sees

    def note(self, key: str, values: Json | None = None) -> None:
        self.console.print(self.words.say(key, values))

    def greet(self) -> None:
        self.console.print(Rule(Text(self.game.name)))
        names = [
            self.words.say("play.opponent", {"seat": seat, "bot": bot}) for seat, bot in self.bots.items()
        ]
        if names:
            self.note("play.against", {"names": self.words.listed(names)})
        self.note("play.keys")

    def tell_news(self) -> None:
        for paragraph in self.words.paragraphs(self.news, self.game.notation.EVENTS):
            self.console.print(paragraph)
        self.news.clear()

    def show_table(self) -> None:
        self.console.print()
        self.console.print(self.draw(self.table.view(self.seat), self.words, self.seat))
        self.console.print()

    def show_menu(self, menu: Menu) -> None:
        phase = self.table.view(self.seat)["phase"]
        self.console.print(menu.draw(self.words.say(f"phase.{phase}")))

    def end(self) -> None:
        self.tell_news()
        self.show_table()
        scores = enumerate(self.table.scores)
        lines = [self.words.say("play.score", {"seat": seat, "score": score}) for seat, score in scores]
        self.console.print(", ".join(lines))
        self.console.print(Text(self.words.victory(self.table.winners), style="bold"))
