from types import SimpleNamespace

from ludoteca.core.alphabet import Refusals
from ludoteca.core.compiled import entry
from ludoteca.core.rules import Rules


class No(Refusals):
    REASON = None
    GAME_OVER = "X9"
    TOO_LOW = "X2"
    TOO_HIGH = "X2"


def test_reasons_are_numbered_as_they_are_declared() -> None:
    assert [int(reason) for reason in No] == [0, 1, 2, 3]
    assert No.TOO_HIGH is not No.TOO_LOW
    assert [reason.rule for reason in No] == [None, "X9", "X2", "X2"]


def test_each_reason_is_listed_with_its_code_and_rule() -> None:
    assert No.listed() == (("reason", None), ("game_over", "X9"), ("too_low", "X2"), ("too_high", "X2"))


def test_a_rule_may_return_a_reason() -> None:
    assert [why(height) for height in (1, 5, 9)] == [No.TOO_LOW, No.REASON, No.TOO_HIGH]


@entry
def why(height: int) -> int:
    if height < 3:
        return No.TOO_LOW
    return No.TOO_HIGH if height > 7 else No.REASON


def test_the_rules_of_a_game_are_its_verbs_and_what_its_alphabet_declares() -> None:
    names = ("set_up", "legal", "refusal", "apply", "score", "won", "imagine")
    verbs = SimpleNamespace(**{name: object() for name in names})
    rules = Rules(SimpleNamespace(ACTIONS=5, MOST_LEGAL=3, No=No, RULES_VERSION=2), verbs)  # type: ignore[arg-type]
    assert (5, 3, No.listed(), 2) == (rules.ACTIONS, rules.MOST_LEGAL, rules.REFUSALS, rules.VERSION)
    assert all(getattr(rules, name) is getattr(verbs, name) for name in names)
