"""Bots that serve every game: one search, five levels, and every bot by its name."""

from ludoteca.bots.evaluator import Candidate, Evaluator, evaluate
from ludoteca.bots.hint import Hint, Reason, hints, hints_of
from ludoteca.bots.levels import MIDDLE
from ludoteca.bots.levels import NAMES as LEVELS
from ludoteca.bots.listening import Listener
from ludoteca.bots.observation import Observation, observe
from ludoteca.bots.registry import (
    WORDS,
    Player,
    choice_of,
    choose,
    close_players,
    is_program,
    names,
    player,
    require_bot,
    words,
)
from ludoteca.bots.search import Plan
from ludoteca.bots.warmup import warm_up

__all__ = [
    "LEVELS",
    "MIDDLE",
    "WORDS",
    "Candidate",
    "Evaluator",
    "Hint",
    "Listener",
    "Observation",
    "Plan",
    "Player",
    "Reason",
    "choice_of",
    "choose",
    "close_players",
    "evaluate",
    "hints",
    "hints_of",
    "is_program",
    "names",
    "observe",
    "player",
    "require_bot",
    "warm_up",
    "words",
]
