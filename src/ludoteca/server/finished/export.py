"""A finished game as a file, with all that is needed to check it."""

from collections.abc import Sequence

import msgspec

from ludoteca.archive import recorded_steps
from ludoteca.archive.fairness import checks, deal_key
from ludoteca.archive.game_file import FORMAT, Begin, Ended, FairnessPart, GameFile, SeatPart, Taken
from ludoteca.core.game import Game
from ludoteca.core.table import Table
from ludoteca.server.errors import Refused
from ludoteca.server.finished.replay import finished
from ludoteca.server.schemas import Fairness
from ludoteca.server.store.models import Json, Meta, Place
from ludoteca.server.table.state import OVER, TableState


def export(state: TableState) -> GameFile:
    meta, ended = state.meta, result(state)
    if not state.seed_revealed:
        raise Refused("daily_running")
    return GameFile(
        FORMAT, meta.version, meta.game, meta.options,
        seats=[seat_part(place) for place in state.places],
        fairness=FairnessPart(meta.commitment, [place.entropy for place in state.places], meta.seed),
        actions=[Taken(*taken) for taken in actions_of(state)],
        scores=ended["scores"], winners=ended["winners"],
        begin=Begin(**state.begin) if state.begin else None, ended=state.ended, rules=state.rules,
        practice=meta.practice,
    )  # fmt: skip


def fairness_of(state: TableState) -> Fairness:
    """What anybody needs to check the deal; when the game is over also the checks, made here."""
    entropy = [place.entropy for place in state.places]
    told = Fairness(FORMAT, state.meta.game, state.meta.commitment, entropy)
    if state.seed_revealed:
        told.seed, told.key = state.meta.seed, deal_key(state.meta.seed, entropy).hex()
        told.held = [name for name, _ in checks(export(state))] if state.unplayable is None else None
    return told


def actions_of(state: TableState) -> Sequence[recorded_steps.Taken]:
    """All that reached the table."""
    return state.unplayable.actions if state.unplayable else finished(state).actions


def outcome(table: Table) -> tuple[list[int], list[int]]:
    """Scores and winners. Nobody has won if the game was ended before its end."""
    return table.scores, table.winners if table.over else []


def outcome_shown(game: Game | None, result: Json) -> Json:
    """A kept result without what only the server needs; are the rules still those of the game?"""
    shown = {name: value for name, value in result.items() if name not in ("people", "rules")}
    same = game is not None and result.get("rules", 1) == game.rules.VERSION
    return shown | {"kept": None if same else "other_rules"}


def result(state: TableState) -> Json:
    """How the game of a table ended, for lists: as it was kept, if today's rules would say otherwise."""
    if state.unplayable and state.stage == OVER:
        return state.unplayable.result or result_of(state.meta, state.places, state.ended, state.rules, None)
    return result_of(state.meta, state.places, state.ended, state.rules, finished(state).table)


def result_of(meta: Meta, places: Sequence[Place], ended: Ended, rules: int, table: Table | None) -> Json:
    """Without a table nobody can say how it stood."""
    scores, winners = outcome(table) if table else ([], [])
    return {
        "game": meta.game,
        "options": meta.options,
        "origin": meta.origin,
        "rules": rules,
        "ended": ended,
        "seats": [msgspec.to_builtins(seat_part(place)) for place in places],
        "people": [place.person.id if place.person else None for place in places],
        "scores": scores,
        "winners": winners,
        "practice": meta.practice,
    }


def seat_part(place: Place) -> SeatPart:
    return SeatPart(place.person.name if place.person else None, place.bot)
