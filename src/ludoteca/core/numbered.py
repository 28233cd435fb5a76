"""Members counted from 0 in the order of their declaration, each with what was declared for it."""

from enum import IntEnum
from typing import Any, Self


class Numbered(IntEnum):
    """The number of a member is its place in the list; a subclass says what else it holds."""

    @classmethod
    def counted(cls, **held: Any) -> Self:
        """The next member."""
        number = len(cls.__members__)
        member = int.__new__(cls, number)
        member._value_ = number
        for name, value in held.items():
            setattr(member, name, value)
        return member
