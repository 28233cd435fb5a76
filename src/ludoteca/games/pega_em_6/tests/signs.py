"""The signs by which instinct judges cards, read from a view: slowly, and as they are told in learned.py."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.games.pega_em_6.instinct import FILLED, HEAD, LIKELY, MOST_DOUBT, ONE, SHIFT
from ludoteca.games.pega_em_6.learned import SIGN_WEIGHTS, UNIT_WEIGHTS, Sign
from ludoteca.games.pega_em_6.tables import CARDS, HEADS, ROW_HOLDS

Json = dict[str, Any]
Found = dict[Sign, int]


def signs(view: Json, seat: int) -> npt.NDArray[np.int64]:
    """Of every card of the hand, by Sign."""
    hand = view["hands"][seat]
    rows = [row["cards"] for row in view["rows"]]
    out = view["out"] if isinstance(view["out"], list) else []  # all see it in the professional variant
    seen = {card for cards in (*rows, *view["piles"], hand, out) for card in cards}
    unseen = [card for card in range(1, CARDS + 1) if card not in seen]
    glance = Glance(hand, rows, unseen, view["seats"] - 1)
    found = [of_card(glance, place) for place in range(len(hand))]
    return np.array([[card.get(sign, 0) for sign in Sign] for card in found])


def chances(view: Json, seat: int, net: int, sharp: int) -> npt.NDArray[np.float64]:
    """How likely each card of the hand is played."""
    found = appeals(signs(view, seat), SIGN_WEIGHTS[net], UNIT_WEIGHTS[net])
    weights = LIKELY[np.minimum((found.max() - found) * sharp, MOST_DOUBT)]
    shares: npt.NDArray[np.float64] = weights / weights.sum()
    return shares


def appeals(found: Any, into: Any, out: Any) -> Any:
    """What a net with these weights says for each card, by its signs."""
    return (np.maximum(found @ into, 0) >> 6) @ out >> 6


@dataclass(frozen=True)
class Glance:
    """What a seat sees before it chooses."""

    hand: list[int]
    rows: list[list[int]]
    unseen: list[int]
    others: int

    def share(self, above: int, below: int) -> int:
        """Of the unseen cards, those from `above` to just under `below`."""
        scale = (ONE << SHIFT) // max(1, len(self.unseen))
        return sum(above <= other < below for other in self.unseen) * scale >> SHIFT

    def heads(self, row: int) -> int:
        return int(sum(HEADS[card] for card in self.rows[row]))

    @property
    def prices(self) -> tuple[int, int]:
        """The heads of the cheapest row and of a row in the mean, as signs."""
        heads = [self.heads(row) for row in range(len(self.rows))]
        return min(heads) * HEAD, sum(heads) * HEAD // len(heads)

    @property
    def ends(self) -> list[int]:
        return sorted(row[-1] for row in self.rows)


def of_card(glance: Glance, place: int) -> Found:
    card = glance.hand[place]
    below = [row for row, cards in enumerate(glance.rows) if cards[-1] < card]
    common = of_table(glance) | of_hand(glance, place)
    if not below:
        return common | of_low(glance, card)
    return common | of_gap(glance, place, max(below, key=lambda row: glance.rows[row][-1]))


def of_table(glance: Glance) -> Found:
    cheapest, usual = glance.prices
    return {
        Sign.ALWAYS: ONE,
        Sign.CARDS_LEFT: len(glance.hand) * ONE // 10,
        Sign.LOW_CARDS: glance.share(0, glance.ends[0]),
        Sign.CHEAPEST: cheapest,
        Sign.USUAL_PRICE: usual,
        Sign.OTHERS: glance.others * 7,
    }


def of_hand(glance: Glance, place: int) -> Found:
    hand, card, last = glance.hand, glance.hand[place], len(glance.hand) - 1
    return {
        Sign.HEIGHT: card * ONE // CARDS,
        Sign.HEADS: int(HEADS[card]) * 9,
        Sign.LOWEST: ONE if place == 0 else 0,
        Sign.HIGHEST: ONE if place == last else 0,
        Sign.RANK: place * ((ONE << SHIFT) // len(hand)) >> SHIFT,
        Sign.DOWN: ONE if place == 0 else glance.share(hand[place - 1], card),
        Sign.UP: ONE if place == last else glance.share(card, hand[place + 1]),
    }


def of_low(glance: Glance, card: int) -> Found:
    cheapest, usual = glance.prices
    return {
        Sign.LOW: ONE,
        Sign.LOWER: glance.share(0, card),
        Sign.LOW_CHEAPEST: cheapest,
        Sign.LOW_USUAL: usual,
        Sign.LOW_HIGHER: glance.share(card, glance.ends[0]),
    }


def of_gap(glance: Glance, place: int, row: int) -> Found:
    card, end, heads = glance.hand[place], glance.rows[row][-1], glance.heads(row)
    room, gap = ROW_HOLDS - len(glance.rows[row]), glance.share(end + 1, card)
    danger = int(FILLED[glance.others, room, gap])
    next_end = min((other for other in glance.ends if other > end), default=CARDS)
    return {
        Sign.ROOM: room * 16,
        Sign.ROW_HEADS: heads * HEAD,
        Sign.GAP: gap,
        Sign.DANGER: danger,
        Sign.DANGER_PRICE: danger * (5 * heads + 8 * room) * 20 >> SHIFT,
        Sign.FULL: 0 if room else ONE,
        Sign.FULL_HEADS: 0 if room else heads * HEAD,
        Sign.OWN_BETWEEN: sum(end < other < card for other in glance.hand) * 16,
        Sign.ABOVE: glance.share(card, next_end + 1),
    }
