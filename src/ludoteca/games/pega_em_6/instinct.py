"""Instinct: which card a strong player would likely choose, by a small net and without any search.

One of two nets rates each card of the hand by its signs. They learned from hands that searching bots played
against each other (docs/results.md). The card is drawn at random, likelier ones more often. Everything is
whole numbers, so that a search repeats exactly on any machine.
"""

import math

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits, bot_random
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.pega_em_6.alphabet import CARD
from ludoteca.games.pega_em_6.learned import SIGN_WEIGHTS, UNIT_WEIGHTS, Sign
from ludoteca.games.pega_em_6.rows import row_for
from ludoteca.games.pega_em_6.state import HALF, HAND, PILE, last_card, row_holds
from ludoteca.games.pega_em_6.tables import CARDS, HEADS, MOST_SEATS, NO_ROW, SEVEN_HOLDS, Variant

Actions = npt.NDArray[np.int32]
Scratch = npt.NDArray[np.int32]

ONE = 64  # signs are shares of it
SHIFT = 10  # of a share, before it is rounded down
HALF_CARDS = (1 << HALF + 1) - 2  # all cards of a half
UNITS = UNIT_WEIGHTS.shape[1]
MOST_DOUBT = 12 * ONE  # a card this far behind the best one is never played

# The lines of the scratch array on which a hand is rated.
COMMON = 0  # what the table adds to every unit
UNIT = 1  # the units of the net, for one card
APPEAL = 2  # of each card
UNDER = 3  # how many unseen cards are lower than each card
END = 4  # how many unseen cards are not above each row's last one
NEXT = 5  # how many are not above the last one of the next higher row
PRICE = 6  # the heads in each row
TABLE = 7  # figures of the table, by place:
LOW_CARDS = 0  # how many unseen cards fit nowhere
CHEAPEST = 1  # the heads of the cheapest row
USUAL = 2  # the mean heads of a row
LIKELIHOOD = 8  # of each card
LINES = 9
HEAD = 6  # a bull head, as a sign


def tails() -> npt.NDArray[np.int32]:
    """By others, room and share: the chance that at least `room` of the others' cards fall into the gap."""
    table = np.zeros((MOST_SEATS, SEVEN_HOLDS + 1, ONE + 1), dtype=np.int32)
    for others in range(MOST_SEATS):
        for room in range(SEVEN_HOLDS + 1):
            for step in range(ONE + 1):
                p = step / ONE
                chance = sum(
                    math.comb(others, hits) * p**hits * (1 - p) ** (others - hits)
                    for hits in range(room, others + 1)
                )
                table[others, room, step] = math.floor(chance * ONE + 0.5)
    return table


def own_parts() -> npt.NDArray[np.int32]:
    """What a card adds to every unit of each net by its number and its heads, wherever it is played."""
    cards = np.arange(CARDS + 1)
    heads = np.array([0, *HEADS[1:]]) * 9
    height, worth = SIGN_WEIGHTS[:, None, Sign.HEIGHT], SIGN_WEIGHTS[:, None, Sign.HEADS]
    return ((cards * ONE // CARDS)[:, None] * height + heads[:, None] * worth).astype(np.int32)


FILLED = tails()
OWN = own_parts()
LIKELY = np.array([round(65536 * math.exp(-doubt / ONE)) for doubt in range(MOST_DOUBT + 1)])


@compiled
def choose_by_instinct(
    state: State, seat: int, net: int, sharp: int, actions: Actions, count: int, rng: bot_random.BotRandom
) -> int:
    """A card of the hand, drawn by the net's ratings; the higher `sharp`, the more often the likeliest."""
    if count == 1:
        return int(actions[0])
    scratch = np.empty((LINES, UNITS), dtype=np.int32)
    left, place = bot_random.below(rng, rate_hand(state, seat, net, sharp, actions, count, scratch)), 0
    while left >= scratch[LIKELIHOOD, place]:
        left -= scratch[LIKELIHOOD, place]
        place += 1
    return int(actions[place])


@compiled
def rate_hand(
    state: State, seat: int, net: int, sharp: int, actions: Actions, count: int, scratch: Scratch
) -> int:
    """Write the likelihood of each card into the scratch array and return their sum."""
    low, high = unseen_cards(state, seat)
    scale = (ONE << SHIFT) // max(1, bits.count(low) + bits.count(high))
    look_at_rows(state, low, high, scratch)
    look_at_table(state, low, high, scale, count, net, scratch)
    for place in range(count):
        scratch[UNDER, place] = under(low, high, int(actions[place] - CARD))
    for place in range(count):
        look_at_card(state, actions, place, count, scale, net, scratch)
        scratch[APPEAL, place] = appeal(net, scratch) * sharp
    return make_likely(scratch, count)


@compiled
def make_likely(scratch: Scratch, count: int) -> int:
    best = scratch[APPEAL, 0]
    for place in range(1, count):
        best = max(best, scratch[APPEAL, place])
    total = 0
    for place in range(count):
        scratch[LIKELIHOOD, place] = LIKELY[min(best - scratch[APPEAL, place], MOST_DOUBT)]
        total += scratch[LIKELIHOOD, place]
    return int(total)


@compiled
def appeal(net: int, scratch: Scratch) -> int:
    total = np.int32(0)
    for unit in range(UNITS):
        total += (max(scratch[UNIT, unit], 0) >> 6) * UNIT_WEIGHTS[net, unit]
    return int(total >> 6)


@compiled
def look_at_rows(state: State, low: int, high: int, scratch: Scratch) -> None:
    for row in range(state.row_count):
        scratch[END, row] = under(low, high, last_card(state, row) + 1)
        scratch[PRICE, row] = heads_of_row(state, row)
    for row in range(state.row_count):
        after = bits.count(low) + bits.count(high)
        for other in range(state.row_count):
            if last_card(state, other) > last_card(state, row):
                after = min(after, scratch[END, other])
        scratch[NEXT, row] = after


@compiled
def look_at_table(
    state: State, low: int, high: int, scale: int, count: int, net: int, scratch: Scratch
) -> None:
    """The signs that all cards share."""
    cheapest, heads, lowest = 1000, 0, CARDS
    for row in range(state.row_count):
        cheapest = min(cheapest, scratch[PRICE, row])
        heads += scratch[PRICE, row]
        lowest = min(lowest, last_card(state, row))
    scratch[TABLE, LOW_CARDS] = under(low, high, lowest)
    scratch[TABLE, CHEAPEST] = cheapest * HEAD
    scratch[TABLE, USUAL] = heads * HEAD // state.row_count
    low_cards = scratch[TABLE, LOW_CARDS] * scale >> SHIFT
    for unit in range(UNITS):
        scratch[COMMON, unit] = (
            ONE * SIGN_WEIGHTS[net, Sign.ALWAYS, unit]
            + count * ONE // 10 * SIGN_WEIGHTS[net, Sign.CARDS_LEFT, unit]
            + low_cards * SIGN_WEIGHTS[net, Sign.LOW_CARDS, unit]
            + scratch[TABLE, CHEAPEST] * SIGN_WEIGHTS[net, Sign.CHEAPEST, unit]
            + scratch[TABLE, USUAL] * SIGN_WEIGHTS[net, Sign.USUAL_PRICE, unit]
            + (state.seats - 1) * 7 * SIGN_WEIGHTS[net, Sign.OTHERS, unit]
        )


@compiled
def look_at_card(
    state: State, actions: Actions, place: int, count: int, scale: int, net: int, scratch: Scratch
) -> None:
    """Add all signs of a unit in one sum: one by one would take twice as long."""
    card = int(actions[place] - CARD)
    look_at_hand(card, place, count, scale, net, scratch)
    row = row_for(state, card)
    if row == NO_ROW:
        look_at_low_card(place, scale, net, scratch)
    else:
        look_at_gap(state, row, own_between(state, row, actions, place), place, scale, net, scratch)


@compiled
def look_at_hand(card: int, place: int, count: int, scale: int, net: int, scratch: Scratch) -> None:
    """Where the card stands in the hand."""
    here, first, last = scratch[UNDER, place], place == 0, place == count - 1
    rank = place * ((ONE << SHIFT) // count) >> SHIFT
    down = ONE if first else (here - scratch[UNDER, place - 1]) * scale >> SHIFT
    up = ONE if last else (scratch[UNDER, place + 1] - here) * scale >> SHIFT
    lowest, highest = ONE if first else 0, ONE if last else 0
    for unit in range(UNITS):
        scratch[UNIT, unit] = (
            scratch[COMMON, unit]
            + OWN[net, card, unit]
            + rank * SIGN_WEIGHTS[net, Sign.RANK, unit]
            + down * SIGN_WEIGHTS[net, Sign.DOWN, unit]
            + up * SIGN_WEIGHTS[net, Sign.UP, unit]
            + lowest * SIGN_WEIGHTS[net, Sign.LOWEST, unit]
            + highest * SIGN_WEIGHTS[net, Sign.HIGHEST, unit]
        )


@compiled
def look_at_low_card(place: int, scale: int, net: int, scratch: Scratch) -> None:
    """It fits nowhere."""
    lower = scratch[UNDER, place] * scale >> SHIFT
    higher = (scratch[TABLE, LOW_CARDS] - scratch[UNDER, place]) * scale >> SHIFT
    for unit in range(UNITS):
        scratch[UNIT, unit] += (
            ONE * SIGN_WEIGHTS[net, Sign.LOW, unit]
            + lower * SIGN_WEIGHTS[net, Sign.LOWER, unit]
            + scratch[TABLE, CHEAPEST] * SIGN_WEIGHTS[net, Sign.LOW_CHEAPEST, unit]
            + scratch[TABLE, USUAL] * SIGN_WEIGHTS[net, Sign.LOW_USUAL, unit]
            + higher * SIGN_WEIGHTS[net, Sign.LOW_HIGHER, unit]
        )


@compiled
def look_at_gap(
    state: State, row: int, mine: int, place: int, scale: int, net: int, scratch: Scratch
) -> None:
    """It fits a row: what others may play in between, and what that would cost."""
    here, heads = scratch[UNDER, place], scratch[PRICE, row]
    room = row_holds(state, row) - state.row_length[row]
    gap = (here - scratch[END, row]) * scale >> SHIFT
    danger = FILLED[state.seats - 1, room, gap]
    price = danger * (5 * heads + 8 * room) * 20 >> SHIFT
    above = (scratch[NEXT, row] - here) * scale >> SHIFT
    full = ONE if room == 0 else 0
    full_heads = heads * HEAD if room == 0 else 0
    for unit in range(UNITS):
        scratch[UNIT, unit] += (
            room * 16 * SIGN_WEIGHTS[net, Sign.ROOM, unit]
            + heads * HEAD * SIGN_WEIGHTS[net, Sign.ROW_HEADS, unit]
            + gap * SIGN_WEIGHTS[net, Sign.GAP, unit]
            + danger * SIGN_WEIGHTS[net, Sign.DANGER, unit]
            + price * SIGN_WEIGHTS[net, Sign.DANGER_PRICE, unit]
            + above * SIGN_WEIGHTS[net, Sign.ABOVE, unit]
            + full * SIGN_WEIGHTS[net, Sign.FULL, unit]
            + full_heads * SIGN_WEIGHTS[net, Sign.FULL_HEADS, unit]
            + mine * 16 * SIGN_WEIGHTS[net, Sign.OWN_BETWEEN, unit]
        )


@compiled
def own_between(state: State, row: int, actions: Actions, place: int) -> int:
    """How many cards of the hand lie between the row and this one."""
    between, end = 0, CARD + last_card(state, row)
    while between < place and actions[place - 1 - between] > end:
        between += 1
    return between


@compiled
def unseen_cards(state: State, seat: int) -> tuple[int, int]:
    """The cards that others may play, as far as the seat knows, in two halves."""
    low, high = HALF_CARDS, HALF_CARDS
    if state.variant == Variant.PROFESSIONAL:
        low, high = 0, 0
        for other in range(state.seats):
            low |= state.cards[HAND + other, 0]
            high |= state.cards[HAND + other, 1]
    low &= ~state.cards[HAND + seat, 0]
    high &= ~state.cards[HAND + seat, 1]
    for other in range(state.seats):
        low &= ~state.cards[PILE + other, 0]
        high &= ~state.cards[PILE + other, 1]
    for row in range(state.row_count):
        for place in range(state.row_length[row]):
            card = state.row_cards[row, place]
            if card > HALF:
                high &= ~(1 << (card - HALF))
            else:
                low &= ~(1 << card)
    return low, high


@compiled
def under(low: int, high: int, card: int) -> int:
    """How many of these cards are lower than `card`."""
    if card > HALF:
        return bits.count(low) + bits.count(high & ((1 << (card - HALF)) - 1))
    return bits.count(low & ((1 << card) - 1))


@compiled
def cheapest_heads(state: State) -> int:
    fewest = 1000
    for row in range(state.row_count):
        fewest = min(fewest, heads_of_row(state, row))
    return fewest


@compiled
def heads_of_row(state: State, row: int) -> int:
    heads = 0
    for place in range(state.row_length[row]):
        heads += HEADS[state.row_cards[row, place]]
    return heads
