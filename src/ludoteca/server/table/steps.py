"""The steps of a table as its audiences are told them: each what it may know."""

from dataclasses import dataclass

import msgspec

from ludoteca.server.store.models import Json
from ludoteca.server.table.bot_reasons import BotReasons
from ludoteca.server.table.entries import Act, Change, Draft, Ready, Reveal, Sit, Start
from ludoteca.server.table.step_events import Audience, EventWriter, StepEvents


@dataclass(frozen=True, slots=True)
class Step:
    """What an entry of the log brought about."""

    seq: int
    change: Change
    events: StepEvents | None = None
    reasons: BotReasons | None = None  # of bots, in practice

    @property
    def did(self) -> str:
        """The kind of step; nobody need know whose choice was the last before all were revealed."""
        return "act" if isinstance(self.change, Reveal) else self.change.did

    def told(self, audience: Audience) -> Json:
        return StepWriter(self).told(audience)


class StepWriter:
    """Writes a step for several audiences; what all are told is found out once."""

    def __init__(self, step: Step) -> None:
        self.for_all: Json = {"seq": step.seq, "did": step.did, **public_facts(step.change)}
        if step.reasons:
            self.for_all["reasons"] = step.reasons.told
        self.events = None if step.events is None else EventWriter(step.events)

    def told(self, audience: Audience) -> Json:
        return {**self.for_all, "events": self.events.told(audience)} if self.events else self.for_all


def public_facts(change: Change) -> Json:
    """What everybody is told of a change: not what was chosen, and no entropy before it is shown with all."""
    match change:
        case Start():
            return {}
        case Sit():
            return {"seat": change.seat, "person": msgspec.to_builtins(change.person), "ready": True}
        case Ready():
            return {"seat": change.seat}
        case Act() | Draft() | Reveal():
            why = {"late": change.late, "forced": change.forced}
            return {"seat": change.seat, **{name: True for name, true in why.items() if true}}
        case _:
            facts: Json = msgspec.to_builtins(change)
            del facts["did"]
            return facts
