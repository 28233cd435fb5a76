"""A finished game as JSON, with all that is needed to check it."""

from ludoteca.archive.fairness import checks, deal_key
from ludoteca.archive.game_file import FORMAT, convert_game_file
from ludoteca.server.finished.replay import finished
from ludoteca.server.store.models import Json, Place
from ludoteca.server.table.state import OVER, TableState


def export(state: TableState) -> Json:
    play, meta = finished(state), state.meta
    fairness = {
        "commitment": meta.commitment,
        "entropy": [place.entropy for place in state.places],
        "seed": meta.seed,
    }
    return {
        "format": FORMAT,
        "version": meta.version,
        "game": meta.game,
        "options": meta.options,
        "seats": [write_place(place) for place in state.places],
        "fairness": fairness,
        "actions": play.actions,
        **outcome(state),
        **({"begin": meta.begin} if meta.begin else {}),
        **({"ended": state.ended} if state.ended else {}),
    }


def fairness_of(state: TableState) -> Json:
    """What anybody needs to check the deal; when the game is over also the checks, made here."""
    entropy = [place.entropy for place in state.places]
    told = {
        "format": FORMAT,
        "game": state.meta.game,
        "commitment": state.meta.commitment,
        "entropy": entropy,
        "seed": None,
        "key": None,
        "held": None,
    }
    if state.stage != OVER:
        return told
    key = deal_key(state.meta.seed, entropy)
    held = [name for name, _ in checks(convert_game_file(export(state)))]
    return {**told, "seed": state.meta.seed, "key": key.hex(), "held": held}


def outcome(state: TableState) -> Json:
    """Who won. Nobody has, if the game was ended before its end."""
    table = finished(state).table
    return {"scores": table.scores, "winners": table.winners if table.over else []}


def result(state: TableState) -> Json:
    """How a game ended, for lists."""
    return {
        "game": state.meta.game,
        "options": state.meta.options,
        "origin": state.meta.origin,
        "ended": state.ended,
        "seats": [write_place(place) for place in state.places],
        "people": [place.person.id if place.person else None for place in state.places],
        **outcome(state),
    }


def write_place(place: Place) -> Json:
    return {"person": place.person.name if place.person else None, "bot": place.bot}
