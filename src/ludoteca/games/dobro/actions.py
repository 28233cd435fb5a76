"""How an action of Dobro is written, and read."""

from typing import Any

from ludoteca.core.errors import IllegalAction, brief
from ludoteca.core.rule import rule
from ludoteca.games.dobro.cards import CARD_NAMES
from ludoteca.games.dobro.tables import ACTIONS, PLAYS, TAKE, TWO_WILDS, WILD, WITH_WILD

Json = dict[str, Any]

SORTS = ("card", "pair", "skip", "reverse", "wild", "with_wild", "two_wilds")


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


def frozen(action: Json) -> frozenset[tuple[str, str]]:
    """A written action as a key: 1, 1.0 and true are three things."""
    return frozenset((repr(name), repr(value)) for name, value in action.items())


ID_OF = {frozen(write_action(action)): action for action in range(ACTIONS)}


def read_action(action: Json) -> int:
    """The id of a written action; IllegalAction if no such action exists, whatever the position."""
    if type(action) is not dict:
        raise no_action(action, "an action is an object with keys")
    try:
        return ID_OF[frozen(action)]
    except (KeyError, ValueError, RecursionError):  # the latter two from values too monstrous to write
        raise refused(action) from None


def no_action(action: object, why: str) -> IllegalAction:
    return IllegalAction("no_such_action", f"{brief(action)} is not an action; {why}")


def refused(action: Json) -> IllegalAction:
    """Say what makes this no action, with the rule if there is one that forbids it."""
    cards = action.get("play")
    if not action.keys() <= {"play", "as"} or not isinstance(cards, list):
        return no_action(action, "its keys are play, as, take, draw or end, as in RULES.md")
    if not all(isinstance(card, str) and card in CARD_NAMES for card in cards):
        return no_action(action, f"a card is one of {', '.join(CARD_NAMES)}, as a string")
    if len(cards) not in (1, 2):
        return no_action(action, "one or two cards are played")
    return refused_cards(action, cards)


@rule("D7", "D10", "D11", "D14")
def refused_cards(action: Json, cards: list[str]) -> IllegalAction:
    """A pair is of equal numbers, or has a wild; wilds without a number card are named 2 to 12."""
    if len(cards) == 2 and ("skip" in cards or "reverse" in cards):
        return IllegalAction("never_a_pair", "a skip or reverse never pairs with another card", "D14")
    if len({*cards} - {"wild"}) == 2:
        return IllegalAction("not_equal", "a pair is two cards of the same value", "D7")
    if {*cards} == {"wild"}:
        rule_id = "D10" if len(cards) == 1 else "D11"
        return IllegalAction("name_a_number", "name what the wild stands for, `as` 2 to 12", rule_id)
    if "as" in action:
        return IllegalAction("nothing_to_name", "only wilds without a number card are named", "D11")
    return no_action(action, "the number card stands before the wild")


def action_kind(action: Json) -> str:
    """The name under which the words files describe an action."""
    number = read_action(action)
    return SORTS[PLAYS[number][0]] if number < TAKE else next(iter(action))
