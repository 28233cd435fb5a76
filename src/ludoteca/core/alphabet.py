"""The alphabet of a game, which its `alphabet.py` declares: options, phases, actions, refusals, events."""

from enum import IntEnum
from typing import Protocol

from ludoteca.core.events import Events
from ludoteca.core.numbered import Numbered
from ludoteca.core.options import Options

Refusal = tuple[str, str | None]  # a code for translation, and the rule


class Refusals(Numbered):
    """Why an action is refused, each reason with the rule that forbids it; the first stands for no reason.

    class No(Refusals):
        REASON = None
        GAME_OVER = "D21"
    """

    rule: str | None

    def __new__(cls, rule: str | None) -> "Refusals":
        return cls.counted(rule=rule)

    @classmethod
    def listed(cls) -> tuple[Refusal, ...]:
        """All reasons by their number."""
        return tuple((reason.name.lower(), reason.rule) for reason in cls)


class Alphabet(Protocol):
    """What a game declares, all of it in its `alphabet.py`."""

    @property
    def RULES_VERSION(self) -> int: ...  # noqa: N802  raised whenever a game could go otherwise than before
    @property
    def OPTIONS(self) -> Options: ...  # noqa: N802
    @property
    def Phase(self) -> type[IntEnum]: ...  # noqa: N802  the last one is OVER
    @property
    def ACTIONS(self) -> int: ...  # noqa: N802  action ids are 0 .. ACTIONS - 1, whatever the state
    @property
    def MOST_LEGAL(self) -> int: ...  # noqa: N802  no seat ever has more legal actions at once
    @property
    def No(self) -> type[Refusals]: ...  # noqa: N802
    @property
    def Told(self) -> type[Events]: ...  # noqa: N802
