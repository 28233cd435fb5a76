"""What an audience is told: the whole view of a table, or the news since a step it has seen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ludoteca.server.errors import Refused
from ludoteca.server.store.models import Json, Meta, Person, Place
from ludoteca.server.table.messages import History
from ludoteca.server.table.state import OVER, Step, TableState
from ludoteca.server.table.step_events import Audience
from ludoteca.server.wall_clock import now

PEOPLE = ("stage", "host", "seats", "spectators", "fairness", "agreed", "clock", "can_take_back")
TURN = ("draft", "chosen", "clock")
GAME = ("stage", "ended", "seats", "view", "legal", *TURN, "can_take_back", "fairness")
EVERYTHING = (*PEOPLE, "ended", "view", "legal", "draft", "chosen", "rematch")
OWN = ("view", "legal", "draft", "can_take_back")  # what each audience is told its own way
FOR_ALL = tuple(name for name in EVERYTHING if name not in OWN)

# The fields that a step may change, by what was done.
CHANGED: dict[str, tuple[str, ...]] = {
    "start": GAME,
    "act": GAME,
    "take_back": GAME,
    "agree": ("agreed",),
    "end": GAME,
    "draft": TURN,
    "say": (),
    "rematch": ("rematch",),
}


@dataclass(frozen=True)
class Presence:
    """Who is connected."""

    people: Collection[str] = ()
    spectators: int = 0


@dataclass(frozen=True)
class You:
    """Who is told, and in which part."""

    person: Person | None
    seat: Audience


def view(state: TableState, presence: Presence, you: You, link: str) -> Json:
    """Everything that this audience may know now."""
    return {
        "type": "view",
        "seq": state.seq,
        **write_meta(state.meta),
        "you": write_you(you),
        **fields(state, presence, you.seat, EVERYTHING),
        "link": link,
    }


def news(state: TableState, presence: Presence, seat: Audience, steps: Sequence[Step]) -> Json:
    """The last steps of the table, and what they changed."""
    return News(state, presence, steps).told(seat)


class News:
    """The same for several audiences: what does not depend on the audience is written once."""

    def __init__(self, state: TableState, presence: Presence, steps: Sequence[Step]) -> None:
        named = {name for step in steps for name in CHANGED.get(step.did, PEOPLE)}
        changed = named if steps else {"seats", "spectators"}
        self.state, self.presence, self.steps = state, presence, steps
        self.own = [name for name in OWN if name in changed]
        self.for_all = fields(state, presence, None, [name for name in FOR_ALL if name in changed])

    def told(self, seat: Audience) -> Json:
        return {
            "type": "news",
            "since": self.state.seq - len(self.steps),
            "seq": self.state.seq,
            "steps": [step.told(seat) for step in self.steps],
            **self.for_all,
            **fields(self.state, self.presence, seat, self.own),
        }


def history(state: TableState, seat: Audience, asked: History) -> Json:
    """Steps of the past, as this audience may know them."""
    before = state.seq + 1 if asked.before is None else asked.before
    steps = state.steps_before(before, asked.most)
    return {
        "type": "history",
        "id": asked.id,
        "since": steps[0].seq - 1 if steps else 0,
        "steps": [step.told(seat) for step in steps],
    }


WAKING: Json = {"type": "waking"}


def ack(command: str, seq: int) -> Json:
    return {"type": "ack", "id": command, "seq": seq}


def refused(command: str | None, why: Refused, now: Json) -> Json:
    return {"type": "refused", "id": command, **why.problem(), "now": now}


def summary(state: TableState, presence: Presence, link: str) -> Json:
    """A table in a list: what everybody may know."""
    return {
        **write_meta(state.meta),
        **fields(state, presence, None, ("stage", "host", "seats", "spectators")),
        "link": link,
    }


def write_meta(meta: Meta) -> Json:
    """How the table was made, its secrets left out."""
    return {
        "table": meta.id,
        "game": meta.game,
        "options": meta.options,
        "open": meta.open,
        "chat": meta.chat,
        "forced": meta.forced,
        "take_back": meta.take_back,
        "hints": meta.hints,
        "origin": meta.origin,
    }


def write_you(you: You) -> Json:
    return {"person": msgspec.to_builtins(you.person), "seat": you.seat}


def fields(state: TableState, presence: Presence, seat: Audience, names: Sequence[str]) -> Json:
    return {name: WRITE[name](state, presence, seat) for name in names}


def write_seat(number: int, place: Place, presence: Presence) -> Json:
    return {
        "seat": number,
        "person": msgspec.to_builtins(place.person),
        "bot": place.bot,
        "away": place.away,
        "present": place.person is not None and place.person.id in presence.people,
        "ready": place.ready,
    }


def write_seats(state: TableState, presence: Presence, _seat: Audience) -> list[Json]:
    return [write_seat(number, place, presence) for number, place in enumerate(state.places)]


def write_view(state: TableState, _presence: Presence, seat: Audience) -> Json | None:
    return state.play.table.view(seat) if state.play else None


def write_legal(state: TableState, _presence: Presence, seat: Audience) -> list[Json]:
    playing = state.play is not None and state.stage != OVER
    return state.play.table.legal(seat) if state.play and playing and seat is not None else []


def write_draft(state: TableState, _presence: Presence, seat: Audience) -> Json | None:
    return state.play.drafts.get(seat) if state.play and seat is not None else None


def write_chosen(state: TableState, _presence: Presence, _seat: Audience) -> list[int]:
    return sorted(state.play.drafts) if state.play else []


def write_fairness(state: TableState, _presence: Presence, _seat: Audience) -> Json:
    return {
        "commitment": state.meta.commitment,
        "entropy": [place.entropy for place in state.places],
        "seed": state.meta.seed if state.stage == OVER else None,
    }


def write_clock(state: TableState, _presence: Presence, _seat: Audience) -> Json | None:
    """When whose time is up, and what the time is here: the reader's clock may be wrong."""
    if state.meta.clock is None:
        return None
    return {"seconds": state.meta.clock, "now": now(), "due": state.due(), "late": state.turns.late}


def write_can_take_back(state: TableState, _presence: Presence, seat: Audience) -> bool:
    alone = state.play is not None and state.stage != OVER and seat is not None and seat == state.only_person
    return alone and state.play.past.last_of(seat) is not None  # type: ignore[union-attr, arg-type]


WRITE: dict[str, Any] = {
    "stage": lambda state, presence, seat: state.stage,
    "host": lambda state, presence, seat: state.host.id,
    "seats": write_seats,
    "spectators": lambda state, presence, seat: presence.spectators,
    "ended": lambda state, presence, seat: state.ended,
    "view": write_view,
    "legal": write_legal,
    "draft": write_draft,
    "chosen": write_chosen,
    "fairness": write_fairness,
    "agreed": lambda state, presence, seat: sorted(state.agreed),
    "clock": write_clock,
    "can_take_back": write_can_take_back,
    "rematch": lambda state, presence, seat: state.rematch,
}
