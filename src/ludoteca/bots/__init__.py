"""Bots that serve every game: one search, five levels, and every bot by its name."""

from ludoteca.bots.choosing import WORDS, choice_of, choose, names, require_bot, words
from ludoteca.bots.hinting import Hint, Reason, hints
from ludoteca.bots.levels import MIDDLE
from ludoteca.bots.levels import NAMES as LEVELS
from ludoteca.bots.mind import Mind, Plan, Weighed, weigh
from ludoteca.bots.players import Player, dismiss, player
from ludoteca.bots.sight import Sight, look
from ludoteca.bots.warming import warm_up

__all__ = [
    "Hint",
    "LEVELS",
    "MIDDLE",
    "Mind",
    "Plan",
    "Player",
    "Sight",
    "WORDS",
    "Weighed",
    "choice_of",
    "choose",
    "dismiss",
    "Reason",
    "hints",
    "look",
    "names",
    "player",
    "require_bot",
    "warm_up",
    "weigh",
    "words",
]
