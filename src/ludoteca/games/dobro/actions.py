"""How an action of Dobro is written, and read."""

from typing import Any

from ludoteca.core.actions import FewActions
from ludoteca.core.errors import IllegalAction
from ludoteca.core.rule_marks import rule
from ludoteca.games.dobro.alphabet import ACTIONS, TAKE, TWO_WILDS, WILD, WITH_WILD
from ludoteca.games.dobro.plays import PLAYS
from ludoteca.games.dobro.tables import CARD_NAMES

Json = dict[str, Any]


def write_action(action: int) -> Json:
    """The readable form of an action id."""
    if action >= TAKE:
        return {("take", "draw", "end")[action - TAKE]: True}
    _, cards, number = PLAYS[action]
    play = {"play": [CARD_NAMES[card] for card in cards]}
    return {**play, "as": number} if names_a_number(action) else play


def names_a_number(action: int) -> bool:
    """Are wilds played without a number card to follow?"""
    return WILD <= action < WITH_WILD or TWO_WILDS <= action < TAKE


def what_is_wrong(action: Json) -> str:
    """Say what makes this no action; IllegalAction with the rule if there is one that forbids it."""
    cards = action.get("play")
    if not action.keys() <= {"play", "as"} or not isinstance(cards, list):
        return "its keys are play, as, take, draw or end, as in RULES.md"
    if not all(isinstance(card, str) and card in CARD_NAMES for card in cards):
        return f"a card is one of {', '.join(CARD_NAMES)}, as a string"
    if len(cards) not in (1, 2):
        return "one or two cards are played"
    return what_is_wrong_with(action, cards)


@rule("D7", "D10", "D11", "D14")
def what_is_wrong_with(action: Json, cards: list[str]) -> str:
    """A pair is of equal numbers, or has a wild; wilds without a number card are named 2 to 12."""
    if len(cards) == 2 and ("skip" in cards or "reverse" in cards):
        raise IllegalAction("never_a_pair", "a skip or reverse never pairs with another card", "D14")
    if len({*cards} - {"wild"}) == 2:
        raise IllegalAction("not_equal", "a pair is two cards of the same value", "D7")
    if {*cards} == {"wild"}:
        rule_id = "D10" if len(cards) == 1 else "D11"
        raise IllegalAction("name_a_number", "name what the wild stands for, `as` 2 to 12", rule_id)
    if "as" in action:
        raise IllegalAction("nothing_to_name", "only wilds without a number card are named", "D11")
    return "the number card stands before the wild"


read_action = FewActions(write_action, range(ACTIONS), what_is_wrong).read_action


def action_kind(action: Json) -> str:
    """The name under which the words files describe an action."""
    number = read_action(action)
    return PLAYS[number][0].name.lower() if number < TAKE else next(iter(action))
