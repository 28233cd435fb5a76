"""How a written position of Pega em 6! becomes a record, and which positions no play could reach."""

from collections import Counter
from typing import Any

from ludoteca.core.errors import brief, require
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.pega_em_6.reachable import require_reachable
from ludoteca.games.pega_em_6.state import (
    ASIDE,
    HAND,
    PILE,
    POOL,
    RETURNED,
    put,
    row_holds,
)
from ludoteca.games.pega_em_6.tables import (
    CARDS,
    EACH_SPECIAL,
    HAND_CARDS,
    MOST_ROWS,
    TABLE_ROWS,
    Phase,
    Special,
    Variant,
)

Json = dict[str, Any]


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


# Fields


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
    if state.trick == 1 and not state.revealed and len(rows) == TABLE_ROWS:
        state.opening[:] = state.row_cards[:TABLE_ROWS, 0]  # a round that is read from its beginning


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
