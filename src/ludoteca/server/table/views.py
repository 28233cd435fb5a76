"""What an audience may see of a table: the whole view, or the news since a step it has seen."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import msgspec

from ludoteca.core.notation import write_common
from ludoteca.core.record import NOBODY
from ludoteca.core.record_fields import fields_of
from ludoteca.core.table import Table
from ludoteca.server.errors import Refused
from ludoteca.server.schemas import SeatInfo, TableSummary
from ludoteca.server.store.models import Json, Meta, Place, Standing, Summary
from ludoteca.server.table import outgoing
from ludoteca.server.table.messages import History
from ludoteca.server.table.outgoing import You
from ludoteca.server.table.state import OVER, TableState
from ludoteca.server.table.step_events import Audience
from ludoteca.server.table.steps import Step, StepWriter
from ludoteca.server.wall_clock import now

ENCODER = msgspec.json.Encoder()
MOST_TOLD = 200  # steps in one message; who wants more asks again for those before
PEOPLE = (
    "stage", "host", "seats", "spectators", "fairness", "agreed", "clock", "can_take_back",
    "locked", "emptied",
)  # fmt: skip
TURN = ("draft", "chosen", "clock")
ACT = ("stage", "ended", "view", "legal", *TURN, "can_take_back")
GAME = (*ACT, "seats", "fairness")
EVERYTHING = (*PEOPLE, "ended", "view", "legal", "draft", "chosen", "rematch_offers", "rematch", "unplayable")
OWN = ("view", "legal", "draft", "can_take_back")  # what each audience is told its own way
FOR_ALL = tuple(name for name in EVERYTHING if name not in OWN)

# The fields that a step may change, by what was done.
CHANGED: dict[str, tuple[str, ...]] = {
    "start": GAME,
    "act": ACT,
    "take_back": GAME,
    "agree": ("agreed",),
    "lock": ("locked",),
    "admit": ("emptied",),
    "end": GAME,
    "draft": TURN,
    "say": (),
    "rematch_offer": ("rematch_offers",),
    "rematch": ("rematch",),
}


@dataclass(frozen=True)
class Presence:
    """Who is connected."""

    people: Collection[str] = ()
    spectators: int = 0
    bot_in: Mapping[str, int] = field(default_factory=dict, compare=False)  # for people who lost their socket


def view(state: TableState, presence: Presence, you: You, link: str) -> outgoing.View:
    """Everything that this audience may know now."""
    changing = fields(state, presence, you.seat, EVERYTHING)
    return outgoing.View(seq=state.seq, **made_as(state.meta), you=you, **changing, link=link)


def news(state: TableState, presence: Presence, seat: Audience, steps: Sequence[Step]) -> outgoing.News:
    """The last steps of the table, and what they changed."""
    return News(state, presence, steps).told(seat)


def catch_up(
    state: TableState, presence: Presence, you: You, link: str, steps: Sequence[Step]
) -> outgoing.News:
    """The last steps with everything as it stands now, for somebody who missed them or changed seats."""
    changing = fields(state, presence, you.seat, EVERYTHING)
    told, since = [step.told(you.seat) for step in steps], state.seq - len(steps)
    about = {**made_as(state.meta), "you": you, "link": link}
    return outgoing.News(since=since, seq=state.seq, steps=told, **about, **changing)


class News:
    """The same for several audiences: what does not depend on the audience is written and encoded once."""

    def __init__(self, state: TableState, presence: Presence, steps: Sequence[Step]) -> None:
        named = {name for step in steps for name in CHANGED.get(step.did, PEOPLE)}
        changed = named if steps else {"seats", "spectators"}
        if "stage" in changed and state.stage == OVER:
            changed = changed.union(GAME)
        self.state, self.presence, self.since = state, presence, state.seq - len(steps)
        self.step_writers = [StepWriter(step) for step in steps]
        self.own = [name for name in OWN if name in changed and name != "view"]
        self.for_all = fields(state, presence, None, [name for name in FOR_ALL if name in changed])
        self.writer = ViewWriter(state.live_game.table) if state.live_game and "view" in changed else None

    def told(self, seat: Audience) -> outgoing.News:
        return outgoing.News(since=self.since, seq=self.state.seq, **self.for_all, **self._own(seat))

    def encoded(self, seat: Audience) -> bytes:
        """The same as JSON."""
        return self._begun_for_all + b"," + ENCODER.encode(self._own(seat))[1:]

    def _own(self, seat: Audience) -> Json:
        own = fields(self.state, self.presence, seat, self.own)
        own["steps"] = [step.told(seat) for step in self.step_writers]
        if self.writer:
            own["view"] = self.writer.view(seat)
        return own

    @cached_property
    def _begun_for_all(self) -> bytes:
        """The object up to what each audience is told its own way."""
        about = {"type": "news", "since": self.since, "seq": self.state.seq, **self.for_all}
        return ENCODER.encode(about)[:-1]


class ViewWriter:
    """Writes a table's views for several audiences; what all of them see is read and written once."""

    def __init__(self, table: Table) -> None:
        self.game = table.game
        self.fields = fields_of(table.states[0])
        self.common = write_common(table.game, self.fields)

    def view(self, seat: Audience) -> Json:
        return {
            **self.common,
            **self.game.notation.write_view(self.fields, NOBODY if seat is None else seat),
        }


def history(state: TableState, seat: Audience, asked: History) -> outgoing.History:
    """Steps of the past, as this audience may know them."""
    before = state.seq + 1 if asked.before is None else asked.before
    steps = state.steps_before(before, min(asked.most, MOST_TOLD))
    since = steps[0].seq - 1 if steps else 0
    return outgoing.History(id=asked.id, since=since, steps=[step.told(seat) for step in steps])


def refused(command: str | None, why: Refused, now: outgoing.View) -> outgoing.Refused:
    return outgoing.Refused(id=command, **why.problem(), now=now)


def summary(
    meta: Meta,
    stored: Summary,
    presence: Presence,
    link: str,
    standing: Standing | None,
    unreadable: bool = False,
) -> TableSummary:
    """A table in a list: what everybody may know."""
    seats = [seat_info(number, place, presence) for number, place in enumerate(stored.places)]
    about: Json = {"stage": stored.stage, "host": stored.host, "seats": seats, "link": link}
    about |= {"standing": standing, "unreadable": unreadable}
    return TableSummary(**made_as(meta), spectators=presence.spectators, locked=stored.locked, **about)


MADE_AS = (
    "game",
    "options",
    "open",
    "chat",
    "forced",
    "take_back",
    "hints",
    "origin",
    "daily",
    "rated",
    "evening",
    "practice",
)


def made_as(meta: Meta) -> Json:
    """How the table was made, its secrets left out."""
    return {"table": meta.id, **{name: getattr(meta, name) for name in MADE_AS}}


def fields(state: TableState, presence: Presence, seat: Audience, names: Sequence[str]) -> Json:
    return {name: WRITE[name](state, presence, seat) for name in names}


def seat_info(number: int, place: Place, presence: Presence) -> SeatInfo:
    present = place.person is not None and place.person.id in presence.people
    bot_in = presence.bot_in.get(place.person.id) if place.person and not place.away else None
    return SeatInfo(number, place.person, place.bot, place.away, present, place.ready, bot_in)


def write_seats(state: TableState, presence: Presence, _seat: Audience) -> list[SeatInfo]:
    return [seat_info(number, place, presence) for number, place in enumerate(state.places)]


def write_view(state: TableState, _presence: Presence, seat: Audience) -> Json | None:
    return state.live_game.table.view(seat) if state.live_game else None


def write_legal(state: TableState, _presence: Presence, seat: Audience) -> list[Json]:
    if state.live_game is None or seat is None or state.stage == OVER:
        return []
    write_action = state.game.notation.write_action
    return [written(write_action, action) for action in state.live_game.legal_ids[seat]]


@lru_cache(20_000)
def written(write_action: Callable[[int], Json], action: int) -> Json:
    """An action as all are told it; nobody changes it."""
    return write_action(action)


def write_draft(state: TableState, _presence: Presence, seat: Audience) -> Json | None:
    return state.live_game.drafts.get(seat) if state.live_game and seat is not None else None


def write_chosen(state: TableState, _presence: Presence, _seat: Audience) -> list[int]:
    return sorted(state.live_game.drafts) if state.live_game else []


def write_fairness(state: TableState, _presence: Presence, _seat: Audience) -> outgoing.FairnessState:
    entropy = [place.entropy for place in state.places]
    seed = state.meta.seed if state.seed_revealed else None
    return outgoing.FairnessState(state.meta.commitment, entropy, seed)


def write_emptied(state: TableState, _presence: Presence, _seat: Audience) -> list[outgoing.EmptiedSeat]:
    return [
        outgoing.EmptiedSeat(seat, sorted(state.admitting.get(seat, ())), state.seat_open(seat))
        for seat in sorted(state.seats.emptied)
    ]


def write_clock(state: TableState, _presence: Presence, _seat: Audience) -> outgoing.ClockState | None:
    if state.meta.clock is None:
        return None
    return outgoing.ClockState(state.meta.clock, now(), state.due(), state.turns.late)


def write_can_take_back(state: TableState, _presence: Presence, seat: Audience) -> bool:
    alone = (
        state.live_game is not None
        and state.stage != OVER
        and seat is not None
        and seat == state.seats.only_person
    )
    return alone and state.live_game.take_backs.last_of(seat) is not None  # type: ignore[union-attr, arg-type]


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
    "locked": lambda state, presence, seat: state.seats.locked,
    "emptied": write_emptied,
    "can_take_back": write_can_take_back,
    "rematch_offers": lambda state, presence, seat: list(state.rematch_offers),
    "rematch": lambda state, presence, seat: state.rematch,
    "unplayable": lambda state, presence, seat: state.unplayable.why if state.unplayable else None,
}
