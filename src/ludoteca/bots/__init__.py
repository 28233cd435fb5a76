"""Bots that serve every game: one search, five levels, and every bot by its name."""

from ludoteca.bots.evaluate import Candidate, Evaluator, Plan, weigh
from ludoteca.bots.hint import Hint, Reason, hints
from ludoteca.bots.levels import MIDDLE
from ludoteca.bots.levels import NAMES as LEVELS
from ludoteca.bots.observation import Observation, look
from ludoteca.bots.players import Player, dismiss, player
from ludoteca.bots.registry import WORDS, choice_of, choose, names, require_bot, words
from ludoteca.bots.warmup import warm_up

__all__ = [
    "Hint",
    "LEVELS",
    "MIDDLE",
    "Evaluator",
    "Plan",
    "Player",
    "Observation",
    "WORDS",
    "Candidate",
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
