"""How a written position of Pega em 6! becomes a record, and a view a position."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludoteca.core.errors import BadPosition, require
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.alphabet import Phase
from ludoteca.games.pega_em_6.consistency import require_consistent
from ludoteca.games.pega_em_6.state import ASIDE, HAND, PILE, POOL, RETURNED, how_many, put
from ludoteca.games.pega_em_6.tables import (
    CARDS,
    EACH_SPECIAL,
    HAND_CARDS,
    HEADS,
    MOST_ROUNDS,
    MOST_ROWS,
    NO_CARD,
    ROW_HOLDS,
    SEVEN_HOLDS,
    TABLE_ROWS,
    Special,
    Variant,
)

Json = dict[str, Any]
Seat = Annotated[int, Meta(ge=0)]
Card = Annotated[int, Meta(ge=1, le=CARDS)]
Heads = Annotated[int, Meta(ge=0, le=MOST_ROUNDS * int(HEADS.sum()))]
Count = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
SpecialName = Literal["block", "fifth_row", "insert", "move", "positive", "replace", "seven"]


class Row(msgspec.Struct, forbid_unknown_fields=True):
    cards: Annotated[list[Card], Meta(min_length=1)]
    seven: bool
    blocked: bool
    fifth: bool


class Position(msgspec.Struct):
    """The keys of a position that the game reads; RULES.md says what each means."""

    round: Count
    trick: Count
    rows: Annotated[list[Row], Meta(max_length=MOST_ROWS)]
    hands: list[list[Card]]
    chosen: list[Card | None]
    revealed: bool
    special_used: bool
    piles: list[list[Card]]
    heads: list[Heads]
    totals: list[Heads]
    pool: list[Card]
    out: list[Card]
    aside: list[Card]
    returned: list[list[Card]]
    specials: list[list[SpecialName]]
    special_deck: list[SpecialName]
    special_discard: list[SpecialName]
    first: Seat | None


def read_position(state: State, written: Json) -> None:
    """Fill a record in which the common keys are already written; BadPosition if it is not consistent."""
    position = read_shape(written)
    require_seats(state, position)
    require_cards_once(state, position)
    read_course(state, position)
    read_rows(state, position.rows)
    read_cards(state, position)
    if state.variant == Variant.ANNIVERSARY:
        read_specials(state, position)
    require_consistent(state)
    remember_opening(state)


def read_shape(written: Json) -> Position:
    """The position if every field has its type and range, else BadPosition that names the field."""
    fields = Position.__struct_fields__
    for field in fields:
        if field not in written:
            raise BadPosition("missing_key", f"{field} is missing")
    try:
        return msgspec.convert({field: written[field] for field in fields}, Position)
    except msgspec.ValidationError as wrong:
        field = re.findall(r"\$\.(\w+)", str(wrong))[0]
        raise BadPosition(f"bad_{field}", f"{field}: {wrong}") from None


def require_seats(state: State, position: Position) -> None:
    """One entry for each seat, and no other seats."""
    fields = ["hands", "chosen", "piles", "heads", "totals"]
    if state.variant == Variant.ANNIVERSARY:
        fields += ["returned", "specials"]
    for field in fields:
        require(len(getattr(position, field)) == state.seats, field, "one entry for each seat")
    require((position.first or 0) < state.seats, "first", f"there are {state.seats} seats")


# Every card in one place


@rule("P1", "P11")
def require_cards_once(state: State, position: Position) -> None:
    """All 104 cards are somewhere, each once; the professional variant leaves the highest out."""
    place: dict[int, str] = {}
    for field, cards in places(state.phase, position):
        for card in cards:
            require(card not in place, "cards", f"{card} lies in {place.get(card)} and in {field}")
            place[card] = field
    missing = [card for card in range(1, CARDS + 1) if card not in place]
    require(not missing, "cards", f"each of 1 to 104 lies somewhere, but these do not: {missing[:5]}")
    if state.variant == Variant.PROFESSIONAL:
        highest = int(HAND_CARDS[state.variant] * state.seats) + TABLE_ROWS
        higher = {card for card in range(highest + 1, CARDS + 1) if place[card] != "out"}
        require(not higher, "out", f"the cards above {highest} are out of the round, not {higher}")


def places(phase: int, position: Position) -> Iterator[tuple[str, list[int]]]:
    """Every place where number cards lie, with the field that tells it."""
    yield from (("rows", row.cards) for row in position.rows)
    yield from (("hands", hand) for hand in position.hands)
    yield from (("piles", pile) for pile in position.piles)
    yield from (("pool", position.pool), ("out", position.out), ("aside", position.aside))
    if phase in (Phase.PLACE, Phase.EXCHANGE):
        yield "chosen", [card for card in position.chosen if card]


@rule("P13")
def require_specials_once(position: Position) -> None:
    """There are four special cards of each kind, in hands, on rows, in the deck or discarded."""
    there: Counter[str] = Counter(position.special_deck + position.special_discard)
    for held in position.specials:
        there.update(held)
    for row in position.rows:
        there.update(on_row(row.seven, row.blocked, row.fifth))
    for name in special_names():
        require(there[name] == EACH_SPECIAL, "specials", f"there are four of {name}, not {there[name]}")


def on_row(seven: bool, blocked: bool, fifth: bool) -> dict[str, int]:
    """The special cards that lie by a row."""
    return {"seven": seven, "block": blocked, "fifth_row": fifth}


# Fields


def read_course(state: State, position: Position) -> None:
    state.this_round = position.round
    state.trick = position.trick
    state.revealed = position.revealed
    state.special_used = position.special_used
    state.first = NOBODY if position.first is None else position.first
    state.placing = int(state.to_act).bit_length() - 1 if state.phase == Phase.PLACE else NOBODY


def read_rows(state: State, rows: list[Row]) -> None:
    state.row_count = len(rows)
    for row, written in enumerate(rows):
        most = SEVEN_HOLDS if written.seven else ROW_HOLDS
        require(len(written.cards) <= most, "rows", f"this row holds {most} cards, not {written.cards}")
        require(written.cards == sorted(written.cards), "rows", f"a row ascends, not {written.cards}")
        state.row_length[row] = len(written.cards)
        state.row_cards[row, : len(written.cards)] = written.cards
        state.row_seven[row] = written.seven
        state.row_blocked[row] = written.blocked
        state.row_fifth[row] = written.fifth


def read_cards(state: State, position: Position) -> None:
    for seat in range(state.seats):
        lay(state, HAND + seat, position.hands[seat])
        lay(state, PILE + seat, position.piles[seat])
        state.chosen[seat] = position.chosen[seat] or NO_CARD
        state.heads[seat] = position.heads[seat]
        state.totals[seat] = position.totals[seat]
    lay(state, POOL, position.pool)
    lay(state, ASIDE, position.aside)


def lay(state: State, place: int, cards: list[int]) -> None:
    for card in cards:
        put(state, place, card)


def read_specials(state: State, position: Position) -> None:
    require_specials_once(position)
    for seat in range(state.seats):
        returned = position.returned[seat]
        require(set(returned) <= set(position.hands[seat]), "returned", "a returned card is in its hand")
        lay(state, RETURNED + seat, returned)
        for name in position.specials[seat]:
            state.specials[seat, special_number(name)] += 1
    for name in position.special_discard:
        state.special_discard[special_number(name)] += 1
    deck = [special_number(name) for name in position.special_deck]
    state.special_deck_size = len(deck)
    state.special_deck[: len(deck)] = deck[::-1]


def special_number(name: str) -> int:
    return Special[name.upper()]


def special_names() -> list[str]:
    return [special.name.lower() for special in Special]


def remember_opening(state: State) -> None:
    """A round that is set up at its beginning is remembered from there."""
    opened = state.phase == Phase.CHOOSE and state.trick == 1 and (state.row_length[:TABLE_ROWS] == 1).all()
    if opened and not any(how_many(state, PILE + seat) for seat in range(state.seats)):
        state.opening[:] = state.row_cards[:TABLE_ROWS, 0]


# Views


def fill_view(view: Json, seat: int) -> Json:
    """Any position that fits a view: its hidden cards are dealt from those not seen."""
    position = dict(view)
    anniversary = view["options"]["variant"] == "anniversary"
    returned = view["returned"] if anniversary else [[] for _ in range(view["seats"])]
    cards = unseen_cards(view, returned)
    position["hands"] = [
        filled("hands", hand, cards, known) for hand, known in zip(view["hands"], returned, strict=True)
    ]
    position["out"] = filled("out", view["out"], cards, [])
    chosen = zip(view["chosen"], position["hands"], strict=True)
    position["chosen"] = [hand[0] if card is True else card for card, hand in chosen]
    if anniversary:
        specials = unseen_specials(view)
        position["specials"] = [filled("specials", held, specials, []) for held in view["specials"]]
        position["special_deck"] = filled("special_deck", view["special_deck"], specials, [])
    return position


def filled(field: str, cards: Any, unseen: list[Any], known: list[Any]) -> list[Any]:
    """Cards that are seen, or as many as their number says: those known, and some of the unseen."""
    if isinstance(cards, list):
        return cards
    missing = cards - len(known)
    require(0 <= missing <= len(unseen), field, "the numbers of hidden cards do not add up")
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
        seen.update(on_row(row["seven"], row["blocked"], row["fifth"]))
    return [name for name in special_names() for _ in range(EACH_SPECIAL - seen[name])]
