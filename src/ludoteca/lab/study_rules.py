"""Which sentences of the rules an event shows: those of the marked functions that tell it."""

import ast
from functools import cache
from pathlib import Path

from ludoteca.core.game import game

Tells = dict[str, set[str]]


@cache
def rules_of_events(id: str) -> dict[str, tuple[str, ...]]:
    """By the name of an event, the sentences in whose code it is told."""
    found: Tells = {}
    for source in sorted(game(id).folder.glob("*.py")):
        for function in functions_of(source):
            for event in told_in(function):
                found.setdefault(event, set()).update(sentences_of(function))
    return {event: tuple(sorted(rules, key=by_number)) for event, rules in found.items()}


def functions_of(source: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def told_in(function: ast.FunctionDef) -> set[str]:
    """The events that a function tells: its mentions of `Told.NAME`."""
    return {
        node.attr.lower()
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Told"
    }


def sentences_of(function: ast.FunctionDef) -> set[str]:
    """The ids in the function's rule marks."""
    marks = (mark for mark in function.decorator_list if isinstance(mark, ast.Call))
    return {
        str(argument.value)
        for mark in marks
        if isinstance(mark.func, ast.Name) and mark.func.id == "rule"
        for argument in mark.args
        if isinstance(argument, ast.Constant)
    }


def by_number(rule: str) -> tuple[str, int]:
    return rule[0], int(rule[1:])
