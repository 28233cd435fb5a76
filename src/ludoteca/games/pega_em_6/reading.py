"""How a written position of Pega em 6! becomes a record, and which positions no play could reach."""

from collections import Counter
from typing import Any

from ludoteca.core.errors import BadPosition, brief
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.pega_em_6.rows import row_for
from ludoteca.games.pega_em_6.rules import lowest_chosen, was_last_round
from ludoteca.games.pega_em_6.specials import blocked_rows
from ludoteca.games.pega_em_6.state import (
    ASIDE,
    HAND,
    PILE,
    POOL,
    RETURNED,
    holds,
    how_many,
    put,
    row_holds,
    special_cards,
)
from ludoteca.games.pega_em_6.tables import (
    CARDS,
    EACH_SPECIAL,
    HAND_CARDS,
    HEADS,
    MOST_BLOCKED,
    MOST_ROWS,
    NO_ROW,
    TABLE_ROWS,
    Phase,
    Special,
    Variant,
)

Json = dict[str, Any]


def require(true: object, field: str, why: str) -> None:
    if not true:
        raise BadPosition(f"bad_{field}", f"{field}: {why}")


def read_position(state: State, position: Json) -> None:
    """Fill a record in which seats and options are already written; BadPosition if it cannot be."""
    require_cards_once(state, position)
    read_course(state, position)
    read_rows(state, position["rows"])
    read_cards(state, position)
    if state.variant == Variant.ANNIVERSARY:
        read_specials(state, position)
    require_reachable(state)


def each_seat(state: State, position: Json, field: str) -> list[Any]:
    values = position[field]
    require(isinstance(values, list) and len(values) == state.seats, field, "one entry for each seat")
    return list(values)


# Reading


def read_course(state: State, position: Json) -> None:
    phases = [phase.name.lower() for phase in Phase]
    require(position["phase"] in phases, "phase", f"one of {', '.join(phases)}")
    state.phase = phases.index(position["phase"])
    state.this_round = position["round"]
    state.trick = position["trick"]
    state.revealed = position["revealed"]
    state.special_used = position["special_used"]
    state.first = NOBODY if position["first"] is None else position["first"]
    for seat in position["to_act"]:
        require(type(seat) is int and 0 <= seat < state.seats, "to_act", f"there is no seat {brief(seat)}")
        state.to_act |= 1 << seat
    state.placing = position["to_act"][0] if state.phase == Phase.PLACE else NOBODY


def read_rows(state: State, rows: list[Json]) -> None:
    require(len(rows) <= MOST_ROWS, "rows", "at most five rows lie")
    state.row_count = len(rows)
    for row, written in enumerate(rows):
        state.row_seven[row] = written["seven"]
        state.row_blocked[row] = written["blocked"]
        state.row_fifth[row] = written["fifth"]
        cards = written["cards"]
        require(
            1 <= len(cards) <= row_holds(state, row), "rows", "a row holds one to five cards, or six by seven"
        )
        state.row_length[row] = len(cards)
        state.row_cards[row, : len(cards)] = cards


def read_cards(state: State, position: Json) -> None:
    for field, place in (("hands", HAND), ("piles", PILE)):
        for seat, cards in enumerate(each_seat(state, position, field)):
            lay(state, place + seat, cards)
    lay(state, POOL, position["pool"])
    lay(state, ASIDE, position["aside"])
    for seat, card in enumerate(each_seat(state, position, "chosen")):
        state.chosen[seat] = card or 0
    for seat in range(state.seats):
        state.heads[seat] = each_seat(state, position, "heads")[seat]
        state.totals[seat] = each_seat(state, position, "totals")[seat]


def lay(state: State, place: int, cards: list[int]) -> None:
    for card in cards:
        put(state, place, card)


def read_specials(state: State, position: Json) -> None:
    for seat, cards in enumerate(each_seat(state, position, "returned")):
        require(set(cards) <= set(position["hands"][seat]), "returned", "a returned card is in its hand")
        lay(state, RETURNED + seat, cards)
    for seat, specials in enumerate(each_seat(state, position, "specials")):
        for name in specials:
            state.specials[seat, special_number(name)] += 1
    for name in position["special_discard"]:
        state.special_discard[special_number(name)] += 1
    deck = [special_number(name) for name in position["special_deck"]]
    require_specials_once(state, deck)
    state.special_deck_size = len(deck)
    state.special_deck[: len(deck)] = deck[::-1]


def special_number(name: Any) -> int:
    require(
        isinstance(name, str) and name.upper() in Special.__members__,
        "specials",
        f"no special card is {brief(name)}",
    )
    return Special[name.upper()]


# What no play could reach


@rule("P1", "P2", "P11")
def require_cards_once(state: State, position: Json) -> None:
    """All 104 cards are somewhere, each once."""
    everywhere = Counter(position["pool"] + position["out"] + position["aside"])
    for cards in position["hands"] + position["piles"]:
        everywhere.update(cards)
    for row in position["rows"]:
        everywhere.update(row["cards"])
    if position["revealed"]:
        everywhere.update(card for card in position["chosen"] if card is not None)
    wrong = [card for card in range(1, CARDS + 1) if everywhere[card] != 1]
    require(not wrong, "cards", f"each of the cards 1 to 104 lies in one place; see {wrong[:5]}")
    require(len(everywhere) == CARDS, "cards", "there are no other cards than 1 to 104")
    used = int(HAND_CARDS[state.variant] * state.seats + TABLE_ROWS)
    require(len(position["out"]) == CARDS - used, "out", f"{used} cards are in the round")
    if state.variant == Variant.PROFESSIONAL:
        require(min(position["out"]) > used, "out", f"only the cards 1 to {used} are in the round")
    for card, hand in zip(
        each_seat(state, position, "chosen"), each_seat(state, position, "hands"), strict=True
    ):
        require(card is None or type(card) is int, "chosen", "a card or null")
        require(position["revealed"] or card is None or card in hand, "chosen", "the card is still in hand")


@rule("P13")
def require_specials_once(state: State, deck: list[int]) -> None:
    """There are four special cards of each kind."""
    for special in Special:
        there = state.specials[:, special].sum() + state.special_discard[special] + deck.count(special)
        marks = {
            Special.SEVEN: state.row_seven,
            Special.BLOCK: state.row_blocked,
            Special.FIFTH_ROW: state.row_fifth,
        }
        there += marks[special].sum() if special in marks else 0
        require(there == EACH_SPECIAL, "specials", f"there are four of {special.name.lower()}, not {there}")


def require_reachable(state: State) -> None:
    require_rows(state)
    require_hands(state)
    require_heads(state)
    require_end(state)
    if state.phase == Phase.DRAFT:
        require_draft(state)
    elif state.phase == Phase.CHOOSE:
        require_choosing(state)
    elif state.phase == Phase.PLACE:
        require_placing(state)
    elif state.phase == Phase.EXCHANGE:
        require_exchange(state)


@rule("P6", "P15", "P20")
def require_rows(state: State) -> None:
    """Four rows lie, or five of which one was the fifth; all ascend; special cards need the anniversary."""
    fifth = int(state.row_fifth.sum())
    rows = 0 if state.phase == Phase.DRAFT else TABLE_ROWS + fifth
    require(state.row_count == rows and fifth <= 1, "rows", f"{rows} rows lie")
    require(blocked_rows(state) <= MOST_BLOCKED, "rows", "at most two are blocked")
    marked = fifth + blocked_rows(state) + state.row_seven.sum()
    require(
        not marked or state.variant == Variant.ANNIVERSARY, "rows", "special cards are for the anniversary"
    )
    for row in range(rows):
        cards = list(state.row_cards[row, : state.row_length[row]])
        require(cards == sorted(cards), "rows", "the cards of a row ascend")


@rule("P9")
def require_hands(state: State) -> None:
    """Every hand has the cards that this trick leaves it."""
    each = int(HAND_CARDS[state.variant])
    require(1 <= state.trick <= each, "trick", f"from 1 to {each}")
    if state.phase == Phase.DRAFT:
        return
    left = 0 if state.phase == Phase.OVER else each - state.trick + (state.phase == Phase.CHOOSE)
    for seat in range(state.seats):
        require(how_many(state, HAND + seat) == left, "hands", f"seat {seat} has {left} cards now")
    require(how_many(state, POOL) == 0, "pool", "the pool is for the draft")


@rule("P9", "P21")
def require_heads(state: State) -> None:
    """Bull heads are those of the pile, unless `positive` struck some off."""
    struck = how_many(state, ASIDE)
    require(
        not struck or state.variant == Variant.ANNIVERSARY, "aside", "only the anniversary lays cards aside"
    )
    for seat in range(state.seats):
        require(state.totals[seat] >= 0, "totals", "never below zero")
        in_pile = 0 if state.phase == Phase.OVER else heads_of_pile(state, seat)
        fits = 0 <= state.heads[seat] <= in_pile if struck else state.heads[seat] == in_pile
        require(fits, "heads", f"the pile of seat {seat} shows {in_pile}")


def heads_of_pile(state: State, seat: int) -> int:
    return sum(int(HEADS[card]) for card in range(1, CARDS + 1) if holds(state, PILE + seat, card))


@rule("P10")
def require_end(state: State) -> None:
    """The game is over exactly when its last round is, and nothing then waits for anybody."""
    require(
        state.this_round >= 1 and (not state.rounds or state.this_round <= state.rounds),
        "round",
        "no such round",
    )
    require(
        state.this_round > 1 or state.phase == Phase.OVER or not state.totals.any(),
        "totals",
        "zero in round 1",
    )
    if state.phase == Phase.OVER:
        require(was_last_round(state), "phase", "the game is not over yet")
        require(state.trick == HAND_CARDS[state.variant], "trick", "the last one when the game is over")
    elif not state.rounds:
        require(state.totals.max() < state.target, "totals", "the target was reached: the game is over")
    placing = state.phase in (Phase.PLACE, Phase.EXCHANGE)
    require(state.revealed == placing, "revealed", "true while cards are placed")
    require(not state.special_used or state.phase == Phase.PLACE, "special_used", "false but in place")
    nothing_chosen = state.phase in (Phase.PLACE, Phase.EXCHANGE, Phase.CHOOSE) or not state.chosen.any()
    require(nothing_chosen, "chosen", "nobody has chosen in this phase")
    require(state.phase != Phase.OVER or state.to_act == 0, "to_act", "nobody when the game is over")


@rule("P12")
def require_draft(state: State) -> None:
    """Seats have picked in turn, and the next one is to act."""
    require(state.variant == Variant.PROFESSIONAL, "phase", "only the professional variant has a draft")
    require(state.trick == 1, "trick", "1 during the draft")
    picks = sum(how_many(state, HAND + seat) for seat in range(state.seats))
    require(how_many(state, POOL) > TABLE_ROWS, "pool", "the draft is over")
    for seat in range(state.seats):
        turns = (picks + state.seats - 1 - (seat - state.first) % state.seats) // state.seats
        require(how_many(state, HAND + seat) == turns, "hands", f"seat {seat} has picked {turns} cards")
    require(state.to_act == 1 << int((state.first + picks) % state.seats), "to_act", "the next picker")


@rule("P3")
def require_choosing(state: State) -> None:
    """Those who have not chosen are to act."""
    waiting = sum(1 << seat for seat in range(state.seats) if not state.chosen[seat])
    require(waiting and state.to_act == waiting, "to_act", "the seats that have not chosen")


@rule("P4", "P25")
def require_placing(state: State) -> None:
    """The seat with the lowest card is placing, and there is something to ask it."""
    seat = state.placing
    require(state.to_act == 1 << int(seat), "to_act", "the one seat that is placing")
    require(state.chosen[seat], "chosen", f"seat {seat} has a card to place")
    low = row_for(state, state.chosen[seat]) == NO_ROW
    if state.special_used:
        require(
            low and state.variant == Variant.ANNIVERSARY, "special_used", "then only a low card is asked for"
        )
        require(special_used_seen(state), "special_used", "then a special card lies somewhere")
        return
    require(seat == lowest_chosen(state), "to_act", "the seat with the lowest card")
    require(low or special_cards(state, seat), "phase", "there is nothing to decide")


def special_used_seen(state: State) -> bool:
    return bool(state.special_discard.any() or state.row_blocked.any())


@rule("P22")
def require_exchange(state: State) -> None:
    """A seat that has just taken a row, and so freed all of them, still holds a special card."""
    seat = int(state.to_act).bit_length() - 1
    require(state.to_act == 1 << max(seat, 0), "to_act", "the one seat that may exchange")
    require(not state.chosen[seat], "chosen", f"seat {seat} has placed its card")
    require(special_cards(state, seat), "specials", f"seat {seat} has a special card to exchange")
    require(
        state.row_count == TABLE_ROWS and not blocked_rows(state), "rows", "four, not blocked, after a taking"
    )
    require(how_many(state, PILE + seat), "piles", f"seat {seat} has taken a row")


# Views


def fill_view(view: Json, seat: int) -> Json:
    """Any position that fits a view: its hidden cards are dealt from those not seen."""
    position = dict(view)
    anniversary = view["options"]["variant"] == "anniversary"
    returned = view["returned"] if anniversary else [[] for _ in range(view["seats"])]
    cards = unseen_cards(view, returned)
    position["hands"] = [
        filled(hand, cards, known) for hand, known in zip(view["hands"], returned, strict=True)
    ]
    position["out"] = filled(view["out"], cards, [])
    chosen = zip(view["chosen"], position["hands"], strict=True)
    position["chosen"] = [hand[0] if card is True else card for card, hand in chosen]
    if anniversary:
        specials = unseen_specials(view)
        position["specials"] = [filled(held, specials, []) for held in view["specials"]]
        position["special_deck"] = filled(view["special_deck"], specials, [])
    return position


def filled(cards: Any, unseen: list[Any], known: list[Any]) -> list[Any]:
    """Cards that are seen, or as many as their number says: those known, and some of the unseen."""
    if isinstance(cards, list):
        return cards
    missing = cards - len(known)
    require(0 <= missing <= len(unseen), "hands", "the numbers of hidden cards do not add up")
    dealt = [unseen.pop() for _ in range(missing)]
    return sorted(known + dealt)


def unseen_cards(view: Json, returned: list[list[int]]) -> list[int]:
    seen = set(view["pool"] + view["aside"])
    for cards in view["piles"] + returned + [row["cards"] for row in view["rows"]]:
        seen.update(cards)
    for cards in [*view["hands"], view["out"]]:
        seen.update(cards if isinstance(cards, list) else [])
    if view["revealed"]:
        seen.update(view["chosen"])
    return [card for card in range(1, CARDS + 1) if card not in seen]


def unseen_specials(view: Json) -> list[str]:
    seen: Counter[str] = Counter(view["special_discard"])
    for held in view["specials"]:
        seen.update(held if isinstance(held, list) else [])
    for row in view["rows"]:
        seen.update({"seven": row["seven"], "block": row["blocked"], "fifth_row": row["fifth"]})
    return [name for name in special_names() for _ in range(EACH_SPECIAL - seen[name])]


def special_names() -> list[str]:
    return [special.name.lower() for special in Special]
