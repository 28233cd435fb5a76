"""Positions in one line: `at("5 6 6", table="4", value=4)`, seat 0 to play.

Name what a test is about; all other cards are dealt so that the position is complete. Without a draw pile
(the usual case here) the other hands get two cards each, and all that is left lies in the score piles. With
a draw pile all hands are full. It is round 2, after a tie of all in round 1.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import ludoteca
from ludoteca import IllegalAction

Json = dict[str, Any]

GAME = ludoteca.game("dobro")
NAMES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "wild", "skip", "reverse"]
IN_BOX = dict(zip(NAMES, [5, 6, 6, 6, 6, 5, 4, 3, 3, 3, 3, 3, 2, 2], strict=True))


def sorted_cards(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=NAMES.index)


class Rest:
    """The cards that a test did not name."""

    def __init__(self, seats: int, named: Sequence[Sequence[str]]) -> None:
        self.cards = Counter(IN_BOX if seats > 2 else {**IN_BOX, "reverse": 0})
        self.cards.subtract(card for cards in named for card in cards)
        assert min(self.cards.values()) >= 0, "a card is named too often"

    def __len__(self) -> int:
        return self.cards.total()

    def draw(self, count: int) -> list[str]:
        """So many of the lowest."""
        drawn = sorted_cards([*self.cards.elements()])[:count]
        assert len(drawn) == count, "there are not so many cards"
        self.cards.subtract(drawn)
        return drawn


def at(
    hand: str,
    *,
    table: str = "",
    value: int = 0,
    seats: int = 3,
    to_act: int = 0,
    others: Sequence[str] = (),  # the hands of the seats after `to_act`, in clockwise order
    deck: str = "",  # the next to draw first
    more_deck: int = 0,  # so many cards below those
    piles: Sequence[Any] | None = None,  # of each seat: cards, how many cards, or ... for all that is left
    direction: int = 1,
    round: int = 2,
    points: Sequence[Sequence[int]] | None = None,
    forgetful: int | None = None,
    phase: str | None = None,
    leader: int = 0,
    seed: int = 0,
    **options: Any,
) -> "Board":
    """The table at which the seat `to_act` holds `hand`."""
    lying, pile = table.split(), deck.split()
    hands = {to_act: hand.split()} | {(to_act + 1 + n) % seats: held.split() for n, held in enumerate(others)}
    piles = [1] * (seats - 1) + [...] if piles is None else piles
    taken = [cards.split() if isinstance(cards, str) else [] for cards in piles]
    rest = Rest(seats, [lying, pile, *hands.values(), *taken])
    aside = rest.draw(10) if seats == 2 else []
    pile += rest.draw(more_deck)
    full = 5 if seats == 6 else 6
    may_be_short = {to_act} if phase == "refill" or forgetful is not None else set()
    for seat in range(seats):
        if pile and seat not in may_be_short:
            hands[seat] = hands.get(seat, []) + rest.draw(full - len(hands.get(seat, [])))
        elif seat not in hands:
            hands[seat] = rest.draw(2 if ... in piles else 1)
    for seat, cards in enumerate(piles):
        taken[seat] += rest.draw(cards) if isinstance(cards, int) else []
    if ... in piles:
        taken[piles.index(...)] += rest.draw(len(rest))
    while len(rest):  # then the other hands have what is left
        hands[next(seat for seat in hands if seat != to_act and len(hands[seat]) < full)] += rest.draw(1)
    before = [[1] * seats] * (round - 1) if points is None else [list(each) for each in points]
    return Board(
        GAME.load(
            {
                "game": "dobro",
                "seats": seats,
                "options": GAME.options(seats, options),
                "phase": phase or ("turn" if lying else "lead"),
                "to_act": [to_act],
                "over": False,
                "winners": [],
                "scores": [sum(each[seat] for each in before) for seat in range(seats)],
                "round": round,
                "direction": direction,
                "value": value,
                "table": lying,
                "deck": pile,
                "aside": aside,
                "hands": [sorted_cards(hands[seat]) for seat in range(seats)],
                "piles": [sorted_cards(cards) for cards in taken],
                "forgetful": forgetful,
                "points": before,
                "last_leader": leader,
            },
            seed,
        )
    )


def short(action: Json) -> str:
    """An action in a word or two: `5 5`, `wild=7`, `take`."""
    if "play" not in action:
        return next(iter(action))
    return " ".join(action["play"]) + (f"={action['as']}" if "as" in action else "")


def long(action: str) -> Json:
    """The action that `short` says."""
    if action in ("take", "draw", "end"):
        return {action: True}
    cards, _, number = action.partition("=")
    return {"play": cards.split(), **({"as": int(number)} if number else {})}


class Board:
    """A table as a test looks at it."""

    def __init__(self, table: ludoteca.Table) -> None:
        self.table = table

    def __getitem__(self, key: str) -> Any:
        return self.table.position()[key]

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self.table.to_act[0]

    @property
    def asked(self) -> tuple[str, list[int]]:
        return self["phase"], self.table.to_act

    def play(self, *actions: str) -> "Board":
        """Whoever is to act does this, the next one that."""
        for action in actions:
            self.table.play(self.seat, long(action))
        return self

    def legal(self) -> list[str]:
        return [short(action) for action in self.table.legal(self.seat)]

    def may(self, action: str) -> bool:
        return action in self.legal()

    def refused(self, action: str | Json, seat: int | None = None) -> tuple[str, str | None]:
        """The code and the rule by which an action is refused, changing nothing."""
        before = self.table.states.tobytes()
        asked = self.seat if seat is None else seat
        with pytest.raises(IllegalAction) as refused:
            self.table.play(asked, long(action) if isinstance(action, str) else action)
        assert self.table.states.tobytes() == before
        return refused.value.code, refused.value.rule

    def hand(self, seat: int) -> str:
        return " ".join(self["hands"][seat])

    def pile(self, seat: int) -> str:
        return " ".join(self["piles"][seat])

    @property
    def lying(self) -> str:
        return " ".join(self["table"])

    def events(self, *names: str, seat: int | None = None) -> list[Json]:
        """What the last action brought about, of these kinds or of all."""
        return [event for event in self.table.events(seat) if not names or event["event"] in names]
