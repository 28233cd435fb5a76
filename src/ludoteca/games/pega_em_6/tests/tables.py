"""Positions in one line: `rows([1, 2, 3, 4, 5], [50], [70], [90]).reveal(6)`.

Name what a test is about; all other cards are dealt. Every hand gets as many cards as the trick leaves it
(the highest that are free), the last seat has taken the other cards of the round, and the rest is out.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import ludoteca
from ludoteca import IllegalAction

Json = dict[str, Any]

GAME = ludoteca.game("pega-em-6")
KINDS = ("block", "fifth_row", "insert", "move", "positive", "replace", "seven")
HAND_SIZE = {"basic": 10, "professional": 10, "anniversary": 12}


def heads_on(*cards: int) -> int:
    """Bull heads as printed on the cards, written down independently of the rules' own table."""
    return sum(
        7 if card == 55 else 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1
        for card in cards
    )


# Rows


def row(*cards: int, seven: bool = False, blocked: bool = False, fifth: bool = False) -> Json:
    return {"cards": list(cards), "seven": seven, "blocked": blocked, "fifth": fifth}


def seven(*cards: int) -> Json:
    return row(*cards, seven=True)


def blocked(*cards: int) -> Json:
    return row(*cards, blocked=True)


def fifth(*cards: int) -> Json:
    return row(*cards, fifth=True)


def rows(*lying: list[int] | Json, **setting: Any) -> "Setting":
    """A setting with these rows; see `Setting` for what else can be said."""
    return Setting([one if isinstance(one, dict) else row(*one) for one in lying], **setting)


class Setting:
    """What a test says about a position, before all the other cards are dealt."""

    def __init__(
        self,
        lying: list[Json],
        *,
        seats: int = 2,
        variant: str = "basic",
        left: int = 2,  # cards each seat still has
        hands: Sequence[Sequence[int]] = (),
        piles: Sequence[Sequence[int]] = (),
        aside: Sequence[int] = (),
        totals: Sequence[int] | None = None,
        round: int = 1,
        options: Json | None = None,
        specials: Sequence[Sequence[str]] = (),
        deck: Sequence[str] | None = None,  # the next to draw first; what is not named is discarded
        returned: Sequence[Sequence[int]] = (),
        seed: int = 0,
    ) -> None:
        self.lying, self.aside, self.seed = lying, sorted(aside), seed
        self.seats = max(seats, len(hands), len(specials))
        self.variant = "anniversary" if specials or deck is not None else variant
        self.options = GAME.options(self.seats, {"variant": self.variant, **(options or {})})
        self.hands = self._each(hands)
        self.piles = self._each(piles)
        self.left = max(left, *(len(hand) for hand in self.hands))
        self.totals, self.round = list(totals or [0] * self.seats), round
        self.specials = [sorted(held) for held in self._each(specials)]
        self.deck, self.returned = deck, [sorted(cards) for cards in self._each(returned)]

    def _each(self, given: Sequence[Sequence[Any]]) -> list[list[Any]]:
        return [list(given[seat]) if seat < len(given) else [] for seat in range(self.seats)]

    # To the table

    def load(self) -> "Board":
        """The table, everybody about to choose."""
        return Board(GAME.load(self.position(), self.seed))

    def reveal(self, *cards: int) -> "Board":
        """The table after seat 0, 1 ... have chosen these cards; seats not named choose their highest."""
        for seat, card in enumerate(cards):
            if card not in self.hands[seat]:
                self.hands[seat].append(card)
            self.left = max(self.left, len(self.hands[seat]))
        return self.load().reveal(*cards)

    # Dealing what was not said

    def position(self) -> Json:
        hands, piles, out = self._deal()
        heads = [heads_on(*pile) for pile in piles]
        return {
            "game": "pega-em-6",
            "seats": self.seats,
            "options": self.options,
            "phase": "choose",
            "to_act": list(range(self.seats)),
            "over": False,
            "winners": [],
            "scores": [now + before for now, before in zip(heads, self.totals, strict=True)],
            "round": self.round,
            "trick": HAND_SIZE[self.variant] - self.left + 1,
            "rows": self.lying,
            "hands": hands,
            "chosen": [None] * self.seats,
            "revealed": False,
            "special_used": False,
            "piles": piles,
            "heads": heads,
            "totals": self.totals,
            "pool": [],
            "out": out,
            "aside": self.aside,
            **self._special_cards(),
            "first": 0 if self.variant == "professional" else None,
        }

    def _deal(self) -> tuple[list[list[int]], list[list[int]], list[int]]:
        each, named = HAND_SIZE[self.variant], Counter(self.aside)
        for cards in [*self.hands, *self.piles, *(one["cards"] for one in self.lying)]:
            named.update(cards)
        assert max(named.values()) == 1, "a card is named twice"
        in_play = each * self.seats + 4
        known = range(1, (in_play if self.variant == "professional" else 104) + 1)
        free = [card for card in known if card not in named]
        hands = [sorted(hand + [free.pop() for _ in range(self.left - len(hand))]) for hand in self.hands]
        missing = max(0, in_play - len(named) - sum(self.left - len(hand) for hand in self.hands))
        piles = [sorted(pile) for pile in self.piles[:-1]]
        piles.append(sorted(self.piles[-1] + free[:missing]))
        return hands, piles, free[missing:] + list(range(known[-1] + 1, 105))

    def _special_cards(self) -> Json:
        if self.variant != "anniversary":
            return {"returned": [], "specials": [], "special_deck": [], "special_discard": []}
        rest = Counter(dict.fromkeys(KINDS, 4))
        for kinds in self.specials:
            rest.subtract(kinds)
        for mark, kind in (("seven", "seven"), ("blocked", "block"), ("fifth", "fifth_row")):
            rest[kind] -= sum(one[mark] for one in self.lying)
        assert min(rest.values()) >= 0, "there are four special cards of each kind"
        deck = list(rest.elements())[: 28 - 3 * self.seats] if self.deck is None else list(self.deck)
        rest.subtract(deck)
        return {
            "returned": self.returned,
            "specials": self.specials,
            "special_deck": deck,
            "special_discard": sorted(rest.elements()),
        }


# Somewhere in a game


def somewhere(variant: str, seats: int, seed: int, decisions: int) -> ludoteca.Table:
    """A table after so many random decisions (or fewer, if the game is over before)."""
    table, rng = GAME.start(seats, {"variant": variant}, seed), random.Random(seed)
    for _ in range(decisions):
        if table.over:
            break
        seat = rng.choice(table.to_act)
        table.play(seat, rng.choice(table.legal(seat)))
    return table


def play_on(table: ludoteca.Table, seed: int) -> ludoteca.Table:
    """Play to the end, whatever is legal."""
    rng = random.Random(seed)
    while not table.over:
        seat = rng.choice(table.to_act)
        table.play(seat, rng.choice(table.legal(seat)))
    return table


# At the table


class Board:
    """A table as a test looks at it. Rows count from 1, as people count them."""

    def __init__(self, table: ludoteca.Table) -> None:
        self.table = table
        self.written: Json = {}

    def __getitem__(self, key: str) -> Any:
        """A key of the position, which is written once between two actions."""
        self.written = self.written or self.table.position()
        return self.written[key]

    def reveal(self, *cards: int) -> "Board":
        """Everybody chooses; seats not named choose their highest card."""
        for seat, hand in enumerate(self["hands"]):
            self.play(seat, card=cards[seat] if seat < len(cards) else hand[-1])
        return self

    def play(self, seat: int, **action: Any) -> "Board":
        self.written = {}
        self.table.play(seat, action)
        return self

    def refused(self, seat: int, **action: Any) -> tuple[str, str | None]:
        """The code and the rule by which an action is refused, changing nothing."""
        before = self.table.states.tobytes()
        with pytest.raises(IllegalAction) as refused:
            self.table.play(seat, action)
        assert self.table.states.tobytes() == before
        return refused.value.code, refused.value.rule

    def legal(self, seat: int) -> list[Json]:
        return self.table.legal(seat)

    def specials_legal(self, seat: int, kind: str) -> list[Json]:
        """The ways in which a special card of this kind can be played, without its name."""
        ways = [dict(action) for action in self.legal(seat) if action.get("special") == kind]
        for way in ways:
            del way["special"]
        return ways

    @property
    def rows(self) -> list[list[int]]:
        return [lying["cards"] for lying in self["rows"]]

    def row(self, number: int) -> list[int]:
        return self.rows[number - 1]

    def marks(self, number: int) -> list[str]:
        return [mark for mark, there in self["rows"][number - 1].items() if there is True]

    def hand(self, seat: int) -> list[int]:
        return self["hands"][seat]

    def pile(self, seat: int) -> list[int]:
        return self["piles"][seat]

    def heads(self, seat: int) -> int:
        return self["heads"][seat]

    def specials(self, seat: int) -> list[str]:
        return self["specials"][seat]

    @property
    def asked(self) -> tuple[str, list[int]]:
        """The phase, and who is asked."""
        return self["phase"], self.table.to_act

    def events(self, *names: str, seat: int | None = None) -> list[Json]:
        """What the last action brought about, of these kinds or of all."""
        return [event for event in self.table.events(seat) if not names or event["event"] in names]
