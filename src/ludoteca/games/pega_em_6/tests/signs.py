"""The signs by which instinct judges cards, read from a view: slowly, and as they are told in learned.py."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.games.pega_em_6.instinct import FILLED, HEAD, ONE, SHIFT
from ludoteca.games.pega_em_6.learned import Sign
from ludoteca.games.pega_em_6.tables import CARDS, HEADS

Json = dict[str, Any]


def signs(view: Json, seat: int) -> npt.NDArray[np.int64]:
    """Of every card of the hand, by Sign."""
    hand = view["hands"][seat]
    rows = [row["cards"] for row in view["rows"]]
    seen = {card for cards in (*rows, *view["piles"], hand) for card in cards}
    unseen = [card for card in range(1, CARDS + 1) if card not in seen]
    found = np.zeros((len(hand), len(Sign)), dtype=np.int64)
    for place in range(len(hand)):
        read_card(found[place], hand, place, rows, unseen, view["seats"] - 1)
    return found


def read_card(
    found: Any, hand: list[int], place: int, rows: list[list[int]], unseen: list[int], others: int
) -> None:
    scale = (ONE << SHIFT) // max(1, len(unseen))
    card, count = hand[place], len(hand)

    def share(above: int, below: int) -> int:
        """Of the unseen cards, those from `above` to just under `below`."""
        return sum(above <= other < below for other in unseen) * scale >> SHIFT

    heads = [int(sum(HEADS[each] for each in row)) for row in rows]
    ends = sorted(row[-1] for row in rows)
    usual = sum(heads) * HEAD // len(rows)
    found[Sign.ALWAYS] = ONE
    found[Sign.CARDS_LEFT] = count * ONE // 10
    found[Sign.LOW_CARDS] = share(0, ends[0])
    found[Sign.CHEAPEST] = min(heads) * HEAD
    found[Sign.USUAL_PRICE] = usual
    found[Sign.OTHERS] = others * 7
    found[Sign.HEIGHT] = card * ONE // CARDS
    found[Sign.HEADS] = HEADS[card] * 9
    found[Sign.LOWEST] = ONE if place == 0 else 0
    found[Sign.HIGHEST] = ONE if place == count - 1 else 0
    found[Sign.RANK] = place * ((ONE << SHIFT) // count) >> SHIFT
    found[Sign.DOWN] = ONE if place == 0 else share(hand[place - 1], card)
    found[Sign.UP] = ONE if place == count - 1 else share(card, hand[place + 1])
    below = [row for row in range(len(rows)) if rows[row][-1] < card]
    if not below:
        found[Sign.LOW] = ONE
        found[Sign.LOWER] = share(0, card)
        found[Sign.LOW_CHEAPEST] = min(heads) * HEAD
        found[Sign.LOW_USUAL] = usual
        found[Sign.LOW_HIGHER] = share(card, ends[0])
        return
    row = max(below, key=lambda each: rows[each][-1])
    end, room = rows[row][-1], 5 - len(rows[row])
    gap = share(end + 1, card)
    danger = int(FILLED[others, room, gap])
    found[Sign.ROOM] = room * 16
    found[Sign.ROW_HEADS] = heads[row] * HEAD
    found[Sign.GAP] = gap
    found[Sign.DANGER] = danger
    found[Sign.DANGER_PRICE] = danger * (5 * heads[row] + 8 * room) * 20 >> SHIFT
    found[Sign.FULL] = 0 if room else ONE
    found[Sign.FULL_HEADS] = 0 if room else heads[row] * HEAD
    found[Sign.OWN_BETWEEN] = sum(end < other < card for other in hand) * 16
    found[Sign.ABOVE] = share(card, min((other + 1 for other in ends if other > end), default=CARDS + 1))
