"""What is in the box: tiles, sets of tiles, and the track."""

import numpy as np

from ludoteca.core.rule_marks import fact

MOST_SEATS = 6
HAND = 3  # tiles in a hand between two turns
FULL_HAND = HAND + 1  # with the tile drawn at the beginning of a turn
BONUS = 3

fact(__name__, "T1", "T3", "T15")

# Tiles. A kind of tile is a number, in the order 0-0, 0-1 ... 0-6, 1-1 ... 6-6; a set of kinds is a bit each.
PIPS = 7  # a half shows 0 to 6
TILES = [(low, high) for low in range(PIPS) for high in range(low, PIPS)]
KINDS = len(TILES)
NO_TILE = -1
LOW = np.array([low for low, _ in TILES])
HIGH = np.array([high for _, high in TILES])
ANY_KIND = (1 << KINDS) - 1
MOST_SUM = 2 * (PIPS - 1)
SUM_IS = np.array(
    [sum(1 << k for k in range(KINDS) if sum(TILES[k]) == pips) for pips in range(MOST_SUM + 1)]
)
NO_LOWER = np.array([sum(1 << k for k in range(KINDS) if sum(TILES[k]) >= sum(tile)) for tile in TILES])

SETS = np.array([0, 0, 2, 2, 2, 3, 3])  # double-six sets in play, by seats
MOST_TILES = KINDS * 3

# The track: a pip value for each space; none on START and beyond the last space.
NO_PIPS = -1
SPACES = (
    "1234560253 4622035416 2455063420 1513444506 3541320011"
    "2363521066 5212503350 6140635142 6231656204 0164416630"
).replace(" ", "")
BEYOND = 27  # no marker gets further: the game ends before it could move again
TRACK = np.array([NO_PIPS, *map(int, SPACES), *[NO_PIPS] * BEYOND])
GOALS = np.array([0, 0, 100, 75, 50, 75, 50])  # by seats
