"""The three errors people meet. Each names the rule, and a code that the page translates."""

import reprlib


def brief(value: object) -> str:
    """What was given, short enough for a message."""
    try:
        return reprlib.repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or the like
        return f"a monstrous {type(value).__name__}"


class LudotecaError(ValueError):
    """Something was asked that the rules do not allow; nothing has changed."""

    def __init__(self, code: str, message: str, rule: str | None = None) -> None:
        super().__init__(f"{message} ({rule})" if rule else message)
        self.code = code
        self.message = message
        self.rule = rule

    def __reduce__(self) -> tuple[type, tuple[str, str, str | None]]:
        """So that it comes whole from another process."""
        return type(self), (self.code, self.message, self.rule)


class IllegalAction(LudotecaError):
    """A seat tried what it may not do now."""


class BadPosition(LudotecaError):
    """A position or view that is not consistent, such as one with a card in two places."""


class BadOptions(LudotecaError):
    """A game was asked for with seats or options it does not have."""


def require(true: object, field: str, why: str, rule: str | None = None) -> None:
    """BadPosition, naming the field at fault, unless this holds."""
    if not true:
        raise BadPosition(f"bad_{field}", f"{field}: {why}", rule)
