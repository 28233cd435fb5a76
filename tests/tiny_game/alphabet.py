"""What is in the box, and the alphabet of the game: options, phases, actions, refusals, events."""

from enum import IntEnum

from ludoteca.core.alphabet import Refusals
from ludoteca.core.events import Events, Secret
from ludoteca.core.options import Options, Seats

CARDS = 12
TRICKS = 3
MOST_SEATS = 4

RULES_VERSION = 1

OPTIONS = Options(seats=Seats(2, MOST_SEATS))


class Phase(IntEnum):
    CHOOSE = 0
    OVER = 1


ACTIONS = CARDS + 1  # the card; 0 stands for nothing
MOST_LEGAL = TRICKS


class No(Refusals):
    REASON = None
    GAME_OVER = "H3"
    ALREADY_CHOSEN = "H2"
    NOT_IN_HAND = "H2"


class Told(Events):
    CHOSE = "seat", Secret("card")
    SHOWN = "seat", "card"
    WON_TRICK = "seat"
    GAME_OVER = ()
