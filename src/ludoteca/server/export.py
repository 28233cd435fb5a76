"""A finished game as JSON, with all that is needed to check it."""

from ludoteca.server.errors import Refused
from ludoteca.server.fairness import FORMAT
from ludoteca.server.records import Json, Place
from ludoteca.server.table_state import OVER, TableState


def export(state: TableState) -> Json:
    play = state.play
    if play is None:
        raise Refused("never_started")
    if state.stage != OVER:
        raise Refused("not_over")
    return {
        "format": FORMAT,
        "version": state.meta.version,
        "game": state.meta.game,
        "options": state.meta.options,
        "seats": [write_place(place) for place in state.places],
        "fairness": {
            "commitment": state.meta.commitment,
            "entropy": [place.entropy for place in state.places],
            "seed": state.meta.seed,
        },
        "actions": play.actions,
        "scores": play.table.scores,
        "winners": play.table.winners,
    }


def result(state: TableState) -> Json:
    """How a game ended, for lists."""
    assert state.play is not None
    return {
        "game": state.meta.game,
        "options": state.meta.options,
        "origin": state.meta.origin,
        "seats": [write_place(place) for place in state.places],
        "people": [place.person.id if place.person else None for place in state.places],
        "scores": state.play.table.scores,
        "winners": state.play.table.winners,
    }


def write_place(place: Place) -> Json:
    return {"person": place.person.name if place.person else None, "bot": place.bot}
