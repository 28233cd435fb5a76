from typing import Any

import pytest

from ludoteca import IllegalAction
from ludoteca.core.actions import FewActions
from mutations import JUNK


def write_action(action: int) -> dict[str, Any]:
    if action < 10:
        return {"card": action}
    return {"swap": [action, {"with": action % 2 == 0}], "times": 1} if action < 20 else {"stop": True}


def what_is_wrong(action: dict[str, Any]) -> str:
    if "joker" in action:
        raise IllegalAction("no_jokers", "jokers stay in the box", "X1")
    return "its keys are card, swap or stop"


FEW = FewActions(write_action, range(1, 21), what_is_wrong)


def test_every_action_is_read_as_it_was_written() -> None:
    assert [FEW.read_action(write_action(action)) for action in range(1, 21)] == list(range(1, 21))


def test_the_order_of_the_keys_does_not_matter() -> None:
    assert FEW.read_action({"times": 1, "swap": [13, {"with": False}]}) == 13


NO_ACTIONS: list[Any] = [
    {}, {"card": 0}, {"card": 10}, {"card": [1]}, {"stop": 1}, {"card": 1, 2: 3}, {None: 1},
    {"card": {1, 2}}, {"swap": [12, {"with": 1}], "times": 1}, {"swap": (12, {"with": True}), "times": 1},
    {"swap": [12, {"with": True}]}, {"swap": [12, [["with", True]]], "times": 1},
    *({"card": junk} for junk in JUNK if type(junk) is not int or junk not in (1, 2)),
]  # fmt: skip


def test_anything_else_is_no_action() -> None:
    for action in NO_ACTIONS:
        with pytest.raises(IllegalAction) as refused:
            FEW.read_action(action)
        assert (refused.value.code, refused.value.rule) == ("no_such_action", None)
        assert refused.value.message.endswith("is not an action; its keys are card, swap or stop")


def test_an_action_is_an_object() -> None:
    for junk in JUNK:
        if not isinstance(junk, dict):
            with pytest.raises(IllegalAction, match="an action is an object with keys"):
                FEW.read_action(junk)


def test_a_rule_that_forbids_it_is_named() -> None:
    with pytest.raises(IllegalAction) as refused:
        FEW.read_action({"joker": 1})
    assert (refused.value.code, refused.value.rule) == ("no_jokers", "X1")


def test_the_kind_of_an_action_is_its_first_key() -> None:
    assert [FEW.action_kind(write_action(action)) for action in (1, 12, 20)] == ["card", "swap", "stop"]
