"""What a round and a game come to: points, the next leader, the winners."""

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.dobro.alphabet import Edition, Phase
from ludoteca.games.dobro.cards import NUMBER_CARDS, how_many, sum_of_numbers
from ludoteca.games.dobro.state import next_seat
from ludoteca.games.dobro.tables import MOST_ROUNDS, SHORT_GAME


@rule("D21")
@compiled
def rounds(state: State) -> int:
    """Three rounds are played; in a long game as many as there are seats."""
    return state.seats if state.long_game else SHORT_GAME


@compiled
def finished(state: State) -> int:
    """How many rounds are finished."""
    return state.this_round if state.phase == Phase.OVER else state.this_round - 1


@rule("D19")
@compiled
def place_points(state: State, seat: int) -> int:
    """One point, and one for each seat with more cards in its score pile."""
    points = 1
    for other in range(state.seats):
        if how_many(state.piles[other]) > how_many(state.piles[seat]):
            points += 1
    return points


@rule("D19")
@compiled
def score(state: State, seat: int) -> int:
    """The points of all finished rounds."""
    total = 0
    for finished in range(MOST_ROUNDS):
        total += state.points[finished, seat]
    return total


@rule("D20")
@compiled
def next_leader(state: State, ender: int) -> int:
    """The lowest total leads; of equal seats the first one after the seat that ended the round."""
    seat = next_seat(state, ender)
    leader = seat
    for _ in range(state.seats - 1):
        seat = next_seat(state, seat)
        if leads_before(state, seat, leader):
            leader = seat
    return leader


@rule("D20")
@compiled
def leads_before(state: State, seat: int, other: int) -> bool:
    """A lower total; in edition `en`, if equal, the higher number cards, compared from the highest down."""
    if score(state, seat) != score(state, other):
        return score(state, seat) < score(state, other)
    if state.edition == Edition.PT:
        return False
    # The count of 12s is in the highest bits, that of 2s in the lowest: the integers compare as the hands do.
    return (state.hands[seat] & NUMBER_CARDS) > (state.hands[other] & NUMBER_CARDS)


@rule("D22")
@compiled
def won(state: State, seat: int) -> bool:
    """Has no other seat done better?"""
    if state.phase != Phase.OVER:
        return False
    for other in range(state.seats):
        if did_better(state, other, seat):
            return False
    return True


@rule("D22", "D23")
@compiled
def did_better(state: State, seat: int, other: int) -> bool:
    """More points; or fewer cards in the last score pile; or, in edition `en`, a lower sum in it."""
    if score(state, seat) != score(state, other):
        return score(state, seat) > score(state, other)
    pile, other_pile = state.piles[seat], state.piles[other]
    if how_many(pile) != how_many(other_pile):
        return how_many(pile) < how_many(other_pile)
    return state.edition == Edition.EN and sum_of_numbers(pile) < sum_of_numbers(other_pile)
