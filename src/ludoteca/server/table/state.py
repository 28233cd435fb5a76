"""A table as its log tells it: every entry changes it by one step, in the same way after any restart."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from ludoteca import bots
from ludoteca.archive.fairness import deal, deal_key
from ludoteca.archive.game_file import Ended
from ludoteca.core.game import Game
from ludoteca.server.store.models import Entry, Json, Meta, Person, Place
from ludoteca.server.table.live_game import LiveGame
from ludoteca.server.table.secrecy import Choices
from ludoteca.server.table.step_events import Audience, StepEvents, nothing
from ludoteca.server.table.turn_times import MOST_LATE, TurnTimes

GATHERING, PLAYING, OVER = "gathering", "playing", "over"


@dataclass(frozen=True)
class Step:
    """What an entry brought about, for each audience as it may know it."""

    seq: int
    did: str
    facts: Json = field(default_factory=dict)
    happened: StepEvents | None = None

    def told(self, audience: Audience) -> Json:
        events = {} if self.happened is None else {"events": self.happened.told(audience)}
        return {"seq": self.seq, "did": self.did, **self.facts, **events}


class TableState:
    """Who sits where, and the game they play."""

    def __init__(self, meta: Meta, game: Game, log: Iterable[Entry] = ()) -> None:
        self.meta = meta
        self.game = game
        self.seq = 0
        self.places: list[Place] = list(meta.places)
        self.host = meta.host
        self.kicked: set[str] = set()
        self.play: LiveGame | None = None
        self.turns = TurnTimes(len(self.places))
        self.agreed: set[int] = set()  # the seats that want to end the game
        self.ended: Ended = None  # why, if not by the rules
        self.rematch: str | None = None
        self.answered: dict[tuple[str | None, str | None], int] = {}
        self.steps: list[Step] = []  # step n has number n + 1
        for entry in log:
            self.apply(entry)

    @property
    def stage(self) -> str:
        if self.play is None:
            return GATHERING
        return OVER if self.ended or self.play.table.over else PLAYING

    @property
    def stand_in(self) -> str:
        """The bot that plays on for who is away."""
        return bots.MIDDLE

    @property
    def only_person(self) -> int | None:
        """The seat of the person who plays alone or with bots."""
        seats = [seat for seat, place in enumerate(self.places) if place.person]
        return seats[0] if len(seats) == 1 else None

    def due(self) -> list[int | None]:
        """When each person's time is up, for those whom the table waits for."""
        limit = self.meta.clock
        waited = zip(self.places, self.turns.since, strict=True)
        return [
            since + 1000 * limit if limit and since and not place.bot else None for place, since in waited
        ]

    def too_late(self, seat: int) -> bool:
        place = self.places[seat]
        return self.turns.late[seat] >= MOST_LATE and place.person is not None and place.bot is None

    def seat_of(self, person: Person | None) -> int | None:
        for seat, place in enumerate(self.places):
            if person and place.person and place.person.id == person.id:
                return seat
        return None

    def steps_after(self, seq: int) -> list[Step] | None:
        """All steps after `seq`, or None if there has been no such step."""
        return self.steps[seq:] if seq <= self.seq else None

    def steps_before(self, seq: int, most: int) -> list[Step]:
        """The last steps before `seq`, at most so many."""
        upto = self.steps[: max(0, seq - 1)]
        return upto[-most:]

    def apply(self, entry: Entry) -> Step:
        """Take the next entry of the log. It was decided before, so nothing is refused here."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} after {self.seq}")
        change: Callable[[Entry], Step] = getattr(self, f"_{entry.did}")
        step = change(entry)
        self.turns.note(entry, [self._waits_for(seat) for seat in range(len(self.places))])
        self.seq = entry.seq
        if entry.command is not None:
            self.answered[entry.person, entry.command] = entry.seq
        self.steps.append(step)
        return step

    def _waits_for(self, seat: int) -> bool:
        return self.play is not None and self.stage == PLAYING and self.play.waits_for(seat)

    # Who sits where

    def _sit(self, entry: Entry) -> Step:
        seat, person = entry.data["seat"], Person(**entry.data["person"])
        gathering = self.play is None
        entropy = entry.data.get("entropy") if gathering else self.places[seat].entropy
        self._change_people(seat)
        self.places[seat] = Place(person, ready=True, entropy=entropy)
        return Step(entry.seq, "sit", {"seat": seat, "person": entry.data["person"], "ready": True})

    def _move(self, entry: Entry) -> Step:
        seat, person = entry.data["seat"], Person(**entry.data["person"])
        self.host = person if self.places[seat].person == self.host else self.host
        self._change(seat, person=person, bot=None)
        return Step(entry.seq, "move", entry.data)

    def _ready(self, entry: Entry) -> Step:
        seat = entry.data["seat"]
        entropy = entry.data.get("entropy") or self.places[seat].entropy
        self._change(seat, ready=True, entropy=entropy)
        return Step(entry.seq, "ready", {"seat": seat})

    def _bot(self, entry: Entry) -> Step:
        self.places[entry.data["seat"]] = Place(bot=entry.data["bot"])
        return Step(entry.seq, "bot", entry.data)

    def _open(self, entry: Entry) -> Step:
        self._pass_host_on(entry.data["seat"])
        self.places[entry.data["seat"]] = Place()
        return Step(entry.seq, "open", {"seat": entry.data["seat"]})

    def _away(self, entry: Entry) -> Step:
        self.agreed.discard(entry.data["seat"])
        self._change(entry.data["seat"], bot=entry.data["bot"])
        self._pass_host_on(entry.data["seat"])
        return Step(entry.seq, "away", entry.data)

    def _back(self, entry: Entry) -> Step:
        self._change(entry.data["seat"], bot=None)
        self.host = self.meta.host if self.seat_of(self.meta.host) == entry.data["seat"] else self.host
        return Step(entry.seq, "back", entry.data)

    def _kick(self, entry: Entry) -> Step:
        seat, person = entry.data["seat"], entry.data["person"]
        self.kicked.add(person["id"])
        self._change_people(seat)
        bot = self.stand_in if self.play else None
        self.places[seat] = Place(bot=bot, entropy=self.places[seat].entropy if self.play else None)
        return Step(entry.seq, "kick", {"seat": seat, "person": person})

    def _change_people(self, seat: int) -> None:
        """Who agreed, and what could be taken back, counts for the people of that moment."""
        self.agreed.discard(seat)
        if self.play:
            self.play.past.forget()

    def _change(self, seat: int, **changes: Any) -> None:
        self.places[seat] = replace(self.places[seat], **changes)

    def _pass_host_on(self, seat: int) -> None:
        """When the host goes, the first person who is still there becomes host."""
        there = [place.person for place in self.places if place.person and not place.away]
        if there and self.places[seat].person == self.host:
            self.host = next((person for person in there if person != self.host), self.host)

    # The game

    def _start(self, entry: Entry) -> Step:
        fill = entry.data.get("fill")
        self.places = [Place(bot=fill) if place.free else place for place in self.places]
        key = deal_key(self.meta.seed, [place.entropy for place in self.places])
        table = deal(self.game, len(self.places), self.meta.options, key, self.meta.begin)
        self.play = LiveGame(table, entry.seq)
        return Step(entry.seq, "start", {}, nothing(self.game))

    def _draft(self, entry: Entry) -> Step:
        self._game.draft(entry.data["seat"], entry.data["action"])
        return Step(entry.seq, "draft", who_did(entry))

    def _act(self, entry: Entry) -> Step:
        return self._played(entry, [(entry.data["seat"], entry.data["action"])])

    def _reveal(self, entry: Entry) -> Step:
        return self._played(entry, self._game.choices(entry.data["seat"], entry.data["action"]))

    def _played(self, entry: Entry, choices: Choices) -> Step:
        note = self.meta.take_back and self.only_person is not None
        happened = self._game.play(entry.seq, choices, note)
        return Step(entry.seq, "act", who_did(entry), happened)

    def _take_back(self, entry: Entry) -> Step:
        self._game.take_back(entry.seq, entry.data["to"])
        return Step(entry.seq, "take_back", entry.data)

    def _agree(self, entry: Entry) -> Step:
        change = self.agreed.add if entry.data["agree"] else self.agreed.discard
        change(entry.data["seat"])
        return Step(entry.seq, "agree", entry.data)

    def _end(self, entry: Entry) -> Step:
        self.ended = entry.data["why"]
        return Step(entry.seq, "end", entry.data)

    @property
    def _game(self) -> LiveGame:
        if self.play is None:
            raise ValueError("the game has not begun")
        return self.play

    # What is said

    def _say(self, entry: Entry) -> Step:
        return Step(entry.seq, "say", entry.data)

    def _rematch(self, entry: Entry) -> Step:
        self.rematch = entry.data["table"]
        return Step(entry.seq, "rematch", entry.data)


def who_did(entry: Entry) -> Json:
    """Who acted, and why it was not the person's own doing; not what was chosen."""
    return {name: value for name, value in entry.data.items() if name != "action"}
