"""What instinct has learned: how much each sign of a card excites or calms each unit of a small net."""

from enum import IntEnum

import numpy as np


class Sign(IntEnum):
    ALWAYS = 0  # the same for every card
    CARDS_LEFT = 1  # in the hand
    LOW_CARDS = 2  # the share of unseen cards that fit nowhere
    CHEAPEST = 3  # heads of the cheapest row
    USUAL_PRICE = 4  # heads of a row, in the mean
    OTHERS = 5  # how many play along
    HEIGHT = 6  # of the card
    HEADS = 7  # of the card
    LOWEST = 8  # of the hand
    HIGHEST = 9  # of the hand
    RANK = 10  # in the hand
    DOWN = 11  # the share of unseen cards down to the next one in the hand
    UP = 12  # and up to the next one
    LOW = 13  # it fits nowhere; the next four only then
    LOWER = 14  # the share of unseen cards below it
    LOW_CHEAPEST = 15  # heads of the cheapest row
    LOW_USUAL = 16  # heads of a row, in the mean
    LOW_HIGHER = 17  # the share of unseen cards above it that fit nowhere either
    ROOM = 18  # in its row
    ROW_HEADS = 19  # heads of its row
    GAP = 20  # the share of unseen cards between its row and it
    DANGER = 21  # the chance that others fill the row before it, taken for random players
    DANGER_PRICE = 22  # that chance, times what the row would cost
    FULL = 23  # its row is full
    FULL_HEADS = 24  # heads of its row, if it is full
    OWN_BETWEEN = 25  # cards of the hand between its row and it
    ABOVE = 26  # the share of unseen cards above it, up to the next row


# fmt: off
SIGN_WEIGHTS = np.array([  # by sign and unit, in 64ths
    [87, 138, -25, 7, -49, 77, 12, 52, 14, 31, -28, -43, -36, -44, 12, -122],
    [57, 14, -26, 66, 29, 16, 17, 11, -15, -36, -1, 55, -4, 25, -4, 27],
    [29, -32, -8, 44, -7, -23, 31, 38, -7, 23, 17, 18, -11, -3, -26, 22],
    [-13, -6, -3, -70, -26, 12, 6, -7, -1, -3, 29, -15, 19, 14, -26, -39],
    [6, 32, -48, -25, -32, 8, 17, 39, 20, 7, -36, 1, -24, -15, 12, -12],
    [-62, -61, 77, 75, -47, -158, -61, -61, -7, 28, 36, 136, 143, 39, -141, 171],
    [-8, -275, 127, 30, 87, -57, -1, -1, -33, -90, 31, -18, 35, -12, -12, 119],
    [-2, -9, -13, 0, -2, 11, 27, 6, -8, -17, -12, -2, -10, 4, 20, -11],
    [-14, 1, 42, -59, 30, -54, -19, 16, -16, 1, 30, 1, 16, 10, 70, -7],
    [6, 12, -10, 38, 59, -13, -12, 3, 25, 0, -13, -21, -4, 28, 3, -6],
    [34, -58, -6, 38, -130, -20, 2, 14, 7, 25, -29, -6, 5, -36, 16, 36],
    [-3, -27, 16, -38, 3, -37, 27, 34, -19, 4, 23, -4, 38, 0, -21, 37],
    [-1, -14, 13, 63, 31, 0, 11, 1, -6, 11, 20, 86, 3, -23, 14, 10],
    [-13, 38, -74, 19, 24, 56, -34, 2, 25, 2, 15, -104, -35, -10, 48, -88],
    [15, -159, 68, 3, -54, 15, -3, 40, -7, 1, -39, 55, 16, 88, -37, 58],
    [21, -51, -15, 43, 23, -11, -5, -9, 18, 15, -14, -18, 3, 3, 9, 48],
    [-17, -172, -2, 69, 75, -12, -7, -26, 31, -81, -87, 49, -8, 7, 32, 98],
    [-12, 18, -21, 47, 36, -9, 23, -14, 24, 46, 21, 61, -53, 7, 13, -76],
    [25, -16, -60, 20, 43, 53, -17, 28, 2, 34, -55, -84, 14, 1, -12, -24],
    [13, -25, 20, -27, -2, 5, 6, 16, -7, -3, 42, 30, 32, 36, -5, -18],
    [-27, 17, -100, -40, -38, -42, 0, -48, -31, -101, 48, 67, -12, 91, -171, 35],
    [-158, -44, -13, 9, -73, 36, -208, -84, -131, -103, 77, -49, -27, 29, 37, -24],
    [-159, -75, 11, 26, 8, 25, -191, -100, -99, -65, 36, -19, 0, 43, 53, 20],
    [-17, -9, -29, 18, -19, 5, -21, 42, -21, -17, 26, -45, 25, -6, 59, -3],
    [-12, -24, 5, -5, -31, -26, 25, 27, -9, -56, 23, 8, -5, 9, 26, 31],
    [-12, -10, 25, 40, -4, 5, -11, 3, 8, -150, 101, -7, 28, -4, -32, 5],
    [20, 23, -34, 9, 15, 63, -41, 1, -15, -22, -68, 135, -9, 92, 17, -48],
], dtype=np.int32)
UNIT_WEIGHTS = np.array(  # what each unit says for the card, in 64ths
    [159, 275, -127, -75, -130, -158, -208, 100, -131, 150, 101, 136, -143, -92, -171, 171], dtype=np.int32
)
# fmt: on
