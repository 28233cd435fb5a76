"""Which positions of Dobro no play could reach, as far as a position shows it."""

from collections.abc import Iterable

from ludoteca.core import bits
from ludoteca.core.errors import require
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.dobro.cards import CARDS, Card, count_of, how_many
from ludoteca.games.dobro.ends import place_points, rounds
from ludoteca.games.dobro.rules import value_after
from ludoteca.games.dobro.tables import ASIDE_CARDS, HAND_CARDS, PLAYS, WORTH, Phase

Standing = tuple[int, int]  # a value in play, and the seat that is on turn with it


def require_reachable(state: State) -> None:
    require_course(state)
    require_hands(state)
    require_forgetful(state)
    require_points(state)
    require_leader(state)
    require_direction(state)
    require_climb(state)


@rule("D16", "D19", "D21")
def require_course(state: State) -> None:
    """One seat is to act until, at the end of the last round, nobody is; only a leader has an empty table."""
    over = state.phase == Phase.OVER
    require(bits.count(state.to_act) == (0 if over else 1), "to_act", "one seat, or nobody when over")
    require(not over or state.this_round == rounds(state), "phase", "over only after the last round")
    require(not over or state.deck_left == 0, "deck", "empty when the game is over")
    require((state.phase == Phase.LEAD) == (state.table_count == 0), "table", "empty if and only if in lead")
    if state.phase == Phase.REFILL:
        require(state.manual and state.deck_left, "phase", "refill takes manual drawing and cards to draw")


@rule("D3", "D16", "D17", "D19")
def require_hands(state: State) -> None:
    """No hand is larger than what was dealt, and none is empty but that of the seat which has just played."""
    full, seats = HAND_CARDS[state.seats], range(state.seats)
    sizes = [how_many(state.hands[seat]) for seat in seats]
    require(max(sizes) <= full, "hands", f"at most {full} cards")
    dealt = CARDS - 2 * (state.seats == 2) - ASIDE_CARDS[state.seats] - full * state.seats
    require(state.deck_left <= dealt, "deck", f"at most {dealt} cards")
    empty = [seat for seat in seats if sizes[seat] == 0]
    if state.phase == Phase.OVER:
        require(len(empty) == 1, "hands", "one hand is empty when the game is over")
    else:
        may_be_empty = [on_turn(state)] if state.phase == Phase.REFILL else []
        require(not {*empty} - {*may_be_empty}, "hands", "a hand is empty")
    if state.phase == Phase.REFILL:
        require(sizes[on_turn(state)] < full, "hands", "the seat that may refill has a full hand")


@rule("D17", "D18")
def require_forgetful(state: State) -> None:
    """A hand is short beside a draw pile only if somebody forgot to draw."""
    nobody = state.forgetful == NOBODY
    require(nobody or state.manual, "forgetful", "nobody forgets with automatic drawing")
    require(nobody or state.phase != Phase.OVER, "forgetful", "null when the game is over")
    require(nobody or state.table_count or state.piles.any(), "forgetful", "nobody has played yet")
    if nobody and state.deck_left:
        for seat in range(state.seats):
            playing = state.phase == Phase.REFILL and seat == on_turn(state)
            missing = HAND_CARDS[state.seats] - how_many(state.hands[seat])
            require(missing <= (2 if playing else 0), "hands", f"the hand of seat {seat} is short")


@rule("D18", "D19")
def require_points(state: State) -> None:
    """The points of a round are places, and at most one seat lost a point with the forgetful card."""
    for done in range(finished(state)):
        points = points_of(state, done)
        fits = any(are_places(places) for places in before_loss(state, points))
        require(fits, "points", f"no round ends with {points}")
    if state.phase == Phase.OVER:
        places = [place_points(state, seat) for seat in range(state.seats)]
        fits = places in before_loss(state, points_of(state, state.this_round - 1))
        require(fits, "points", f"the score piles of the last round bring {places}")


def finished(state: State) -> int:
    """How many rounds are finished."""
    return int(state.this_round if state.phase == Phase.OVER else state.this_round - 1)


def points_of(state: State, done: int) -> list[int]:
    """The points of a finished round, counted from 0."""
    return [int(points) for points in state.points[done, : state.seats]]


def before_loss(state: State, points: list[int]) -> Iterable[list[int]]:
    """The points that seats may have had before one of them lost a point."""
    yield points
    if state.manual:
        for seat in range(state.seats):
            yield [*points[:seat], points[seat] + 1, *points[seat + 1 :]]


def are_places(points: list[int]) -> bool:
    return all(own == 1 + sum(other < own for other in points) for own in points)


@rule("D20")
def require_leader(state: State) -> None:
    """The lowest total led each round but the first."""
    totals = state.points[: state.this_round - 1, : state.seats].sum(axis=0)
    require(totals[state.last_leader] == min(totals), "last_leader", "not the lowest total")


@rule("D4", "D5", "D13")
def require_direction(state: State) -> None:
    """Clockwise at first, and turned by every reverse; with two seats there are none."""
    require(state.direction in (1, -1), "direction", "1 or -1")
    if state.this_round == 1 or state.seats == 2:
        turned = reverses_in_play(state)
        turned += sum(count_of(int(pile), Card.REVERSE) for pile in state.piles)
        require(state.direction == (-1) ** turned, "direction", f"after {turned} reverses")


@rule("D6", "D7", "D8", "D9", "D10", "D11", "D12", "D13", "D14", "D15")
def require_climb(state: State) -> None:
    """The cards in play can have been played in this order, to this value, and end with this seat's turn."""
    seat = player(state)
    if state.phase in (Phase.REFILL, Phase.OVER):
        seat = int(seat + state.direction) % int(state.seats)
    require(
        (int(state.value), seat) in standings(state), "climb", "cards, value and turn do not fit together"
    )


def on_turn(state: State) -> int:
    return bits.lowest(state.to_act)


def player(state: State) -> int:
    """The seat to act; when the game is over, the one that has just played its last card."""
    if state.phase == Phase.OVER:
        return next(seat for seat in range(state.seats) if state.hands[seat] == 0)
    return on_turn(state)


def reverses_in_play(state: State) -> int:
    return list(state.table[: state.table_count]).count(Card.REVERSE)


def leaders(state: State) -> list[int]:
    """The seats that may have led this climb: those that took cards before, else the leader of the round."""
    took = [seat for seat in range(state.seats) if state.piles[seat]]
    return took or [int(state.last_leader)]


def standings(state: State) -> set[Standing]:
    """All standings to which the cards in play may have brought the climb."""
    table = [int(card) for card in state.table[: state.table_count]]
    direction = int(state.direction) * (-1) ** reverses_in_play(state)
    after: list[set[Standing]] = [set() for _ in range(len(table) + 1)]  # after so many cards
    after[0] = {(0, leader) for leader in leaders(state)}
    for place, card in enumerate(table):
        direction = -direction if card == Card.REVERSE else direction
        for cards in (table[place : place + 1], table[place : place + 2]):
            for value, seat in after[place]:
                next_seat = (seat + direction) % int(state.seats)
                for worth in WORTHS.get(tuple(cards), []):
                    if worth >= value:
                        after[place + len(cards)].add((value_after(value, worth), next_seat))
    return after[len(table)]


def worths_by_cards() -> dict[tuple[int, ...], list[int]]:
    """What cards played together may be worth."""
    found: dict[tuple[int, ...], list[int]] = {}
    for (_, cards, _), worth in zip(PLAYS, WORTH):
        found.setdefault(tuple(cards), []).append(int(worth))
    return found


WORTHS = worths_by_cards()
