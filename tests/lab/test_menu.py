"""The menu of legal actions: what to type for each, and long lists in groups."""

import io
from typing import Any

import pytest
from rich.console import Console

from ludoteca.core.words import Words
from ludoteca.lab.menu import MOST_LINES, Menu, ranges


class SomeWords(Words):
    """Words that need no files."""

    def __init__(self, **sentences: str) -> None:
        self.language = "en"
        self.sentences = {key.replace("_", ".", 1): sentence for key, sentence in sentences.items()}


WORDS = SomeWords(
    action_card="choose {card}",
    action_row="take row {row}",
    action_pass="pass",
    action_move="move {move} to {row}",
    action_play="play {play}",
    action_mark="mark {area}, number {mark[number]}, row {mark[cell][0]} of {cell}",
    ask_card="Which card?",
    value_wild="joker",
    play_back="(back)",
)


def kind(action: dict[str, Any]) -> str:
    return "mark" if "mark" in action else next(iter(action))


def menu(*actions: dict[str, Any], inner: bool = False) -> Menu:
    return Menu(actions, kind, WORDS, inner)


def lines(shown: Menu) -> dict[int, str]:
    return {entry.number: entry.label for entry in shown.entries}


def on_paper(shown: Menu) -> str:
    paper = Console(file=io.StringIO(), width=80, color_system=None)
    paper.print(shown.draw("Your turn"))
    return str(paper.file.getvalue())  # type: ignore[attr-defined]


def test_an_action_that_is_a_number_is_chosen_by_it() -> None:
    cards = menu({"card": 23}, {"card": 7}, {"card": 104})
    assert lines(cards) == {23: "choose 23", 7: "choose 7", 104: "choose 104"}
    assert cards.find(7) == [{"card": 7}]
    assert cards.find(1) == []


def test_a_number_that_is_not_there_is_tried_so_that_the_rules_can_say_why_not() -> None:
    assert menu({"card": 23}, {"card": 7}).attempt(50) == [{"card": 50}]
    assert menu({"card": 23}, {"pass": True}).attempt(50) == []


def test_other_actions_are_counted_on_behind_the_numbers() -> None:
    mixed = menu({"row": 1}, {"row": 3}, {"pass": True}, {"play": ["5", "wild"]})
    assert lines(mixed) == {1: "take row 1", 3: "take row 3", 4: "pass", 5: "play 5 + joker"}


def test_true_is_not_a_number() -> None:
    assert lines(menu({"pass": True})) == {1: "pass"}


def test_what_only_a_number_tells_apart_is_chosen_by_it() -> None:
    moves = menu({"move": 40, "row": 2}, {"move": 41, "row": 2})
    assert lines(moves) == {40: "move 40 to 2", 41: "move 41 to 2"}
    assert moves.attempt(3) == [{"move": 3, "row": 2}]


def test_words_that_ask_for_a_number_let_numbers_suffice() -> None:
    assert on_paper(menu({"card": 23}, {"card": 7})) == "Which card? 23, 7\n"
    assert on_paper(menu({"card": 23}, {"pass": True})).startswith("Your turn:\n23  choose 23")


def test_many_numbers_are_told_as_ranges() -> None:
    assert ranges([3, 1, 2]) == "3, 1, 2"
    assert ranges([*range(1, 18), 19, *range(30, 33)]) == "1-17, 19, 30-32"


def test_a_long_list_is_grouped_by_kind() -> None:
    moves = [{"move": card, "row": row} for card in range(10) for row in (1, 2, 3)]
    long = menu({"row": 1}, {"row": 2}, *moves)
    assert lines(long) == {1: "take row 1", 2: "take row 2", 3: "move … to … (30)"}
    assert long.find(3) == moves


def test_a_long_list_of_one_kind_is_grouped_by_the_first_thing_that_differs() -> None:
    moves = [{"move": card, "row": row} for card in range(5) for row in range(5)]
    long = menu(*moves, inner=True)
    assert lines(long)[1] == "move 0 to … (5)"
    assert len(long.entries) == 5
    assert on_paper(long).endswith("(back)\n")


def test_groups_of_a_few_are_opened_only_if_the_list_stays_short() -> None:
    moves = [{"move": card, "row": row} for card in range(12) for row in (1, 2)]
    assert len(menu(*moves).entries) == 12


def test_groups_get_smaller_until_single_actions_are_left() -> None:
    offered = [{"play": [a, b], "as": c} for a in range(4) for b in range(4) for c in range(4)]
    steps = 0
    while len(offered) > 1:
        shown = Menu(offered, lambda action: "play", WORDS)
        offered, before = shown.entries[-1].actions, offered
        steps += 1
        assert len(offered) < len(before)
    assert steps > 1


def test_what_stands_inside_a_field_can_be_named() -> None:
    marks = [{"mark": {"area": "blue", "number": number, "cell": [number, 7]}} for number in range(3)]
    assert [entry.label for entry in menu(*marks).entries][1] == "mark blue, number 1, row 1 of 1 + 7"
    assert Menu(marks, kind, WORDS).label(marks) == "mark blue, number …, row … of … (3)"


@pytest.mark.parametrize("count", [1, MOST_LINES])
def test_a_short_list_has_no_groups(count: int) -> None:
    assert len(menu(*({"play": [str(number)]} for number in range(count))).entries) == count
