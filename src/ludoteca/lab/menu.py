"""What a person may do now, as a menu: each line with the number to type, long lists in groups."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from ludoteca.core.words import Words

Action = dict[str, Any]
Kind = Callable[[Action], str]

MOST_LINES = 20  # a longer list is put into groups
A_FEW = 4  # so many actions of a kind need no group
MANY_NUMBERS = 15  # more numbers than this are told as ranges


@dataclass(frozen=True)
class Entry:
    """A line of the menu: one action, or a group of them that opens when it is chosen."""

    number: int
    label: str
    actions: list[Action]


class Menu:
    """The legal actions, numbered. Where a number is all that tells actions apart, it is the one to type."""

    def __init__(
        self, actions: Sequence[Action], kind: Kind, words: Words, inner: bool = False, most: int = MOST_LINES
    ) -> None:
        self.kind = kind
        self.words = words
        self.inner = inner  # opened from another menu
        self.alike, self.field = told_by_number(actions, kind)
        groups = grouped(actions, kind) if len(actions) > most else opened(actions)
        self.entries = list(self._number(groups))

    def _number(self, groups: Sequence[list[Action]]) -> Iterator[Entry]:
        """Actions told by a number keep it; all else is counted on behind them."""
        own = [self.own_number(group) for group in groups]
        free = max((number for number in own if number is not None), default=0)
        for group, number in zip(groups, own, strict=True):
            free += number is None
            yield Entry(free if number is None else number, self.label(group), group)

    def own_number(self, group: list[Action]) -> int | None:
        return group[0][self.field] if len(group) == 1 and group[0] in self.alike else None

    def label(self, group: list[Action]) -> str:
        """The action in words; in a group, what differs is left open."""
        label = self.words.say(f"action.{self.kind(group[0])}", fields_of(group))
        return label if len(group) == 1 else f"{label} ({len(group)})"

    def find(self, number: int) -> list[Action]:
        """The actions behind a number; none if it is not in the menu."""
        return next((entry.actions for entry in self.entries if entry.number == number), [])

    def attempt(self, number: int) -> list[Action]:
        """What a number that is not in the menu would mean, so that the rules can say why not."""
        return [{**self.alike[0], self.field: number}] if self.only_numbers else []

    @property
    def only_numbers(self) -> bool:
        return len(self.alike) == len(self.entries)

    def draw(self, asked: str) -> RenderableType:
        """The question and the answers. Words may ask for a kind of number, so that numbers alone suffice."""
        question = f"ask.{self.kind(self.entries[0].actions[0])}"
        if question in self.words.sentences and self.only_numbers:
            numbers = ranges([entry.number for entry in self.entries])
            return Text.assemble((self.words.say(question), "bold"), " ", numbers)
        width = len(str(max(entry.number for entry in self.entries)))
        lines = [
            Text.assemble((f"{entry.number:{width}}", "bold"), f"  {entry.label}") for entry in self.entries
        ]
        columns = Columns(lines, column_first=True, equal=True, padding=(0, 3))
        back = [Text(self.words.say("play.back"))] if self.inner else []
        return Group(Text(f"{asked}:", style="bold"), columns, *back)


class LeftOpen(str):
    """What differs in a group, and every part of it."""

    def __getitem__(self, _part: object) -> "LeftOpen":
        return self


LEFT_OPEN = LeftOpen("…")


def fields_of(group: Sequence[Action]) -> dict[str, Any]:
    """What a sentence about these actions may name; fields inside a field also by their own name."""
    fields: dict[str, Any] = {}
    for name, value in group[0].items():
        others = [action.get(name) for action in group]
        if isinstance(value, dict):
            fields[name] = fields_of([other for other in others if isinstance(other, dict)])
            fields = {**fields[name], **fields}
        else:
            fields[name] = value if all(other == value for other in others) else LEFT_OPEN
    return fields


def told_by_number(actions: Sequence[Action], kind: Kind) -> tuple[list[Action], str]:
    """The actions that only a number tells apart, and the field that holds it.

    Of several kinds, the first that is nothing but a number: `{"row": 2}` beside special cards.
    """
    kinds = parted(actions, kind)
    for alike in kinds:
        fields = list(alike[0]) if len(alike[0]) == 1 else differing(alike)
        nothing_else = len(alike[0]) == 1 or len(kinds) == 1
        if nothing_else and len(fields) == 1 and all(type(action[fields[0]]) is int for action in alike):
            return alike, fields[0]
    return [], ""


def differing(actions: Sequence[Action]) -> list[str]:
    """The fields in which actions differ."""
    names = dict.fromkeys(name for action in actions for name in action)
    return [name for name in names if any(other.get(name) != actions[0].get(name) for other in actions)]


def grouped(actions: Sequence[Action], kind: Kind) -> list[list[Action]]:
    """A long list by kind of action, else by the first thing in which they differ; a few stay apart."""
    parts = parted(actions, kind)
    for name in differing(actions):
        if len(parts) == 1:
            parts = parted(actions, lambda action: action.get(name))  # noqa: B023  used at once
    apart = [group for part in parts for group in (opened(part) if len(part) <= A_FEW else [part])]
    return apart if len(apart) <= MOST_LINES else parts


def opened(actions: Sequence[Action]) -> list[list[Action]]:
    return [[action] for action in actions]


def parted(actions: Sequence[Action], key: Callable[[Action], Any]) -> list[list[Action]]:
    parts: dict[str, list[Action]] = {}
    for action in actions:
        parts.setdefault(repr(key(action)), []).append(action)
    return list(parts.values())


def ranges(numbers: Sequence[int]) -> str:
    """1, 2, 5 for a few; 1-17, 19, 21-40 for many."""
    if len(numbers) <= MANY_NUMBERS:
        return ", ".join(map(str, numbers))
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
