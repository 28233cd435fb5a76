"""Actions as JSON and as ids: where ids are few, reading is made from writing."""

from collections.abc import Callable, Iterable
from typing import Any, Protocol

from ludoteca.core.errors import IllegalAction, brief

Json = dict[str, Any]


class Actions(Protocol):
    """How actions are written. `actions.py` of a game offers this, or declares FewActions."""

    def write_action(self, action: int) -> Json: ...
    def read_action(self, action: Json) -> int: ...
    def action_kind(self, action: Json) -> str: ...


class FewActions:
    """Actions of which every one is written beforehand, so that reading is looking up.

    `what_is_wrong` says why something is no action, or raises IllegalAction where a rule forbids it. The
    kind, under which the words files describe an action, is its first key.
    """

    def __init__(
        self, write_action: Callable[[int], Json], ids: Iterable[int], what_is_wrong: Callable[[Json], str]
    ) -> None:
        self.write_action = write_action
        self.what_is_wrong = what_is_wrong
        self.ids = {frozen(write_action(action)): action for action in ids}

    def read_action(self, action: Json) -> int:
        """The id of a written action; IllegalAction if no such action exists, whatever the position."""
        if type(action) is not dict:
            raise no_such_action(action, "an action is an object with keys")
        try:
            return self.ids[frozen(action)]
        except (KeyError, TypeError, RecursionError):  # the latter two from what no key can be made of
            pass
        raise no_such_action(action, self.what_is_wrong(action))

    def action_kind(self, action: Json) -> str:
        return next(iter(action))


def frozen(written: Any) -> Any:
    """Something written, as a key: to JSON, 1 and true are two things."""
    if type(written) is dict:
        return dict, tuple(sorted((name, frozen(value)) for name, value in written.items()))
    if type(written) is list:
        return list, tuple(map(frozen, written))
    return type(written), written


def no_such_action(action: object, why: str) -> IllegalAction:
    return IllegalAction("no_such_action", f"{brief(action)} is not an action; {why}")
