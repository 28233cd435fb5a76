"""`ludoteca rules`: the rules of a game as its RULES.md tells them, whole or one sentence."""

import os

from rich.console import Console

from ludoteca.core.game import Game
from ludoteca.core.words import rules_file
from ludoteca.lab.rule_sentence import sentence_of


def rules_text(game: Game, language: str) -> str:
    return rules_file(game.folder, language).read_text(encoding="utf-8")


def sentence(game: Game, language: str, rule: str) -> str:
    """One sentence with its number, as Markdown."""
    return sentence_of(rules_text(game, language), rule)


def show_sentence(console: Console, game: Game, language: str, rule: str) -> None:
    from rich.markdown import Markdown

    console.print(Markdown(sentence(game, language, rule)))


def show_rules(game: Game, language: str) -> None:
    """A page at a time on a terminal, all at once into a file or a pipe."""
    from rich.markdown import Markdown

    console = Console(highlight=False)
    text = Markdown(rules_text(game, language))
    if not console.is_terminal:
        console.print(text)
        return
    os.environ.setdefault("LESS", "-R")  # else `less` shows colours as signs
    with console.pager(styles=True):
        console.print(text)
