"""People who are not connected: where a move may take days, they are told on their devices what waits."""

from typing import TYPE_CHECKING

from ludoteca.server.push.sender import Notice
from ludoteca.server.table.state import OVER, PLAYING, TableState

if TYPE_CHECKING:
    from ludoteca.server.table.actor import TableActor


class AbsentPeople:
    """Notes whom the table waits for, and tells each of them once."""

    def __init__(self, actor: "TableActor") -> None:
        self.actor = actor
        self.known = waits_for(actor.state)  # told before, or known before the table was unloaded

    def look(self) -> None:
        """After a step."""
        if not self.actor.state.meta.of_days:
            return
        waits, there = waits_for(self.actor.state), self.actor.connections.presence().people
        for person, notice in waits.items():
            known = self.known.get(person)
            if person not in there and (known is None or known.kind != notice.kind):
                self.actor.room.push.notify(person, notice)
        self.known = waits


def waits_for(state: TableState) -> dict[str, Notice]:
    """By the id of a person: their move, or their answer to a rematch."""
    if state.stage == PLAYING:
        acting = (state.places[seat] for seat in state.waited_for())
        people = [place.person for place in acting if place.person and not place.bot]
        return {person.id: Notice("turn", state.meta.id, state.meta.game) for person in people}
    if state.stage == OVER and state.rematch_offers:
        first = state.places[state.rematch_offers[0]].person
        wants = Notice(
            "rematch", state.rematch or state.meta.id, state.meta.game, first.name if first else None
        )
        others = (place for seat, place in enumerate(state.places) if seat not in state.rematch_offers)
        return {place.person.id: wants for place in others if place.person}
    return {}
