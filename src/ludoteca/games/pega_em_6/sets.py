"""Sets of cards as lists, for writing and checking positions; quick in plain Python."""

from ludoteca.core.record import State
from ludoteca.games.pega_em_6.state import HALF


def cards_in(state: State, place: int) -> list[int]:
    low, high = state.cards[place].tolist()
    return listed(low | high << HALF)


def listed(cards: int) -> list[int]:
    """A set of cards, bit k standing for card k, as a list."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(lowest.bit_length() - 1)
        cards ^= lowest
    return found
