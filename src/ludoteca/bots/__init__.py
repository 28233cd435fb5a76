"""Bots that serve every game: one search, five levels, and every bot by its name."""

from ludoteca.bots.choosing import WORDS, choose, names, require_bot, words
from ludoteca.bots.levels import MIDDLE
from ludoteca.bots.levels import NAMES as LEVELS
from ludoteca.bots.mind import Mind, Plan, Weighed, weigh

__all__ = [
    "LEVELS",
    "MIDDLE",
    "Mind",
    "Plan",
    "WORDS",
    "Weighed",
    "choose",
    "names",
    "require_bot",
    "weigh",
    "words",
]
