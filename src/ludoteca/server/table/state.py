"""A table as its log tells it: every entry changes it by one step, in the same way after any restart."""

from collections.abc import Iterable
from typing import Final

from ludoteca.archive.fairness import deal, deal_key, redraw
from ludoteca.archive.game_file import Ended
from ludoteca.archive.recorded_steps import PlayedStep, carried_out
from ludoteca.core.game import Game
from ludoteca.core.table import Table
from ludoteca.server.store.models import Json, Meta, Person, Place, Stage
from ludoteca.server.table.bot_reasons import BotReasons
from ludoteca.server.table.entries import (
    Act,
    Admit,
    Agree,
    Away,
    Change,
    Draft,
    End,
    Entry,
    Kick,
    Rematch,
    RematchOffer,
    Reveal,
    Sit,
    Start,
    TakeBack,
    UnreadableEntry,
)
from ludoteca.server.table.live_game import LiveGame
from ludoteca.server.table.seats import Seats
from ludoteca.server.table.step_events import StepEvents, no_events
from ludoteca.server.table.steps import Step
from ludoteca.server.table.turn_times import MOST_LATE, TurnTimes
from ludoteca.server.table.unplayable import UnplayableGame
from ludoteca.server.wall_clock import now

GATHERING: Final = "gathering"
PLAYING: Final = "playing"
OVER: Final = "over"


class TableState:
    """Who sits where, and the game they play."""

    def __init__(
        self, meta: Meta, game: Game, log: Iterable[Entry] = (), unplayable: UnplayableGame | None = None
    ) -> None:
        self.meta = meta
        self.game = game
        self.unplayable = unplayable  # instead of a live game
        self.rules = game.rules.VERSION  # by which the game is played
        self.seq = 0
        self.seats = Seats.at_first(meta)
        self.begin = meta.begin
        self.live_game: LiveGame | None = None
        self.turns = TurnTimes(len(self.places))
        self.agreed: set[int] = set()  # the seats that want to end the game
        self.away_since: dict[int, int] = {}  # milliseconds since 1970, by seat
        self.admitting: dict[int, set[int]] = {}  # who agrees that somebody new may have an emptied seat
        self.ended: Ended = None  # why, if not by the rules
        self.last_move = 0  # when the game was last changed, in milliseconds since 1970
        self.rematch_offers: list[int] = []  # the seats that want to play again, the first to say so first
        self.rematch: str | None = None
        self.round_over = False  # of an evening; only who reads a finished game from the database knows
        self.answered: dict[tuple[str | None, str | None], int] = {}  # commands, and their steps
        self.steps: list[Step] = []  # step n has number n + 1
        self.stage: Stage = self._stage_now()
        for entry in log:
            self.apply(entry)

    def _stage_now(self) -> Stage:
        if not self.begun:
            return OVER if self.ended else GATHERING
        kept = self.unplayable is not None and self.unplayable.result is not None
        return OVER if self.ended or kept or (self.live_game and self.live_game.table.over) else PLAYING

    @property
    def begun(self) -> bool:
        """Were the cards dealt?"""
        return self.live_game is not None or (self.unplayable is not None and self.unplayable.begun)

    @property
    def seed_revealed(self) -> bool:
        """When the game is over; where others play the same deal, when it is over for all of them."""
        daily = self.meta.daily
        for_all = self.meta.evening is None or self.round_over
        return self.stage == OVER and for_all and (daily is None or now() >= daily.ends_at)

    @property
    def same_for_all(self) -> bool:
        """Do others play the same deal? Then nobody adds entropy, and bots choose alike."""
        return self.meta.daily is not None or self.meta.evening is not None

    @property
    def bots_repeat(self) -> bool:
        """Do bots choose alike where they see the same? Then taking back a move draws no other answer."""
        return self.same_for_all or self.meta.practice

    @property
    def places(self) -> tuple[Place, ...]:
        return self.seats.places

    @property
    def host(self) -> Person:
        return self.seats.host

    def first_table(self) -> Table:
        """The table from which the game begins, dealt or where an earlier game is continued."""
        return deal(self.game, len(self.places), self.meta.options, self._deal_key, self.begin)

    def redrawn_position(self) -> Json | None:
        """Where a game begins that is continued with hidden cards redrawn."""
        if self.begin is None or self.begin.get("view") is None:
            return None
        return redraw(self.game, self.begin["view"], self.begin["seat"], self._deal_key)

    @property
    def _deal_key(self) -> bytes:
        return deal_key(self.meta.seed, [place.entropy for place in self.places])

    def due(self) -> list[int | None]:
        """When each person's time is up; None for seats that the table does not wait for."""
        limit = self.meta.clock
        waited = zip(self.places, self.turns.since, strict=True)
        return [
            since + 1000 * limit if limit and since and not place.bot else None for place, since in waited
        ]

    def too_late(self, seat: int) -> bool:
        place = self.places[seat]
        return self.turns.late[seat] >= MOST_LATE and place.person is not None and place.bot is None

    def seat_open(self, seat: int) -> bool:
        """May somebody new sit here? A seat from which a person was removed needs everybody's consent."""
        place = self.places[seat]
        if place.person is not None or seat not in self.seats.emptied:
            return place.person is None
        people = {number for number, place in enumerate(self.places) if place.person}
        return bool(people) and self.admitting.get(seat, set()) >= people

    def seat_of(self, person: Person | None) -> int | None:
        return self.seats.of(person)

    def steps_after(self, seq: int) -> list[Step] | None:
        """All steps after `seq`, or None if there has been no such step."""
        return self.steps[seq:] if seq <= self.seq else None

    def steps_before(self, seq: int, most: int) -> list[Step]:
        """The last steps before `seq`, at most so many."""
        upto = min(max(0, seq - 1), self.seq)
        return self.steps[max(0, upto - most) : upto]

    def apply(self, entry: Entry, played: PlayedStep | None = None) -> Step:
        """Take the next entry of the log. It was decided before, so nothing is refused here.

        `played` is what was found out when it was decided: the action need not be carried out again.
        """
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} after {self.seq}")
        self.seats = self.seats.after(entry.change, begun=self.begun)
        events = self._change_game(entry.seq, entry.change, played)
        self.stage = self._stage_now()
        step = Step(entry.seq, entry.change, events, self._bot_reasons(entry.seq))
        self.turns.note(entry, self.waited_for(), len(step.events.lines) if step.events else 0)
        if isinstance(entry.change, Away):
            self.away_since[entry.change.seat] = entry.at
        if step.events is not None:
            self.last_move = entry.at
        self.seq = entry.seq
        if entry.command is not None:
            self.answered[entry.person, entry.command] = entry.seq
        self.steps.append(step)
        return step

    def waited_for(self) -> set[int]:
        """The seats that have a decision to make now."""
        return self.live_game.waited_for() if self.live_game and self.stage == PLAYING else set()

    def _change_game(self, seq: int, change: Change, played: PlayedStep | None) -> StepEvents | None:
        """What a change does to the game, seats apart; the events if cards or dice moved."""
        if self.unplayable is not None:
            self.unplayable.note(seq, change)
        match change:
            case Start() if self.unplayable is not None:
                self.rules = change.rules
            case Act() | Draft() | Reveal() | TakeBack() if self.unplayable is not None:
                pass
            case Start():
                return self._start(seq, change)
            case Draft():
                self._running.draft(change.seat, change.action)
            case Act():
                return self._play(seq, played or carried_out(self._running.table, [change.taken]))
            case Reveal():
                choices = self._running.choices(*change.taken)
                return self._play(seq, played or carried_out(self._running.table, choices))
            case TakeBack():
                self._running.take_back(seq, change.to)
            case Agree():
                (self.agreed.add if change.agree else self.agreed.discard)(change.seat)
            case End():
                self.ended = change.why
            case RematchOffer():
                change_offers = self.rematch_offers.append if change.offer else self.rematch_offers.remove
                change_offers(change.seat)
            case Rematch():
                self.rematch = change.table
            case Admit():
                agreed = self.admitting.setdefault(change.emptied, set())
                (agreed.add if change.agree else agreed.discard)(change.seat)
            case Away():
                self.agreed.discard(change.seat)
            case Sit() | Kick():
                self._change_people(change.seat)
            case _:
                pass  # nothing but the seats, or something said
        return None

    def _start(self, seq: int, start: Start) -> StepEvents:
        self.begin = {"position": start.position} if start.position else self.begin
        self.rules = start.rules
        self._require_same_deal()
        self.live_game = LiveGame(self.first_table(), seq, self.meta.practice)
        return no_events(self.game)

    def _require_same_deal(self) -> None:
        """Version 0.1 kept no redrawn position, and where views have new keys they are redrawn otherwise."""
        view = (self.begin or {}).get("view") if self.meta.origin == "continued" else None
        if view is not None and not view.keys() >= set(self.game.notation.OPTIONAL_KEYS):
            raise UnreadableEntry("hidden cards were redrawn by another version, and not kept")

    def _play(self, seq: int, played: PlayedStep) -> StepEvents:
        can_be_taken_back = self.meta.take_back and self.seats.only_person is not None
        return self._running.play(seq, played, can_be_taken_back)

    def _bot_reasons(self, seq: int) -> BotReasons | None:
        """In practice, bots say why they did what they did in a step."""
        if not self.meta.practice or self.live_game is None:
            return None
        played, places = self.live_game.take_backs.played(seq), enumerate(self.places)
        return BotReasons(played, {seat for seat, place in places if place.bot}) if played else None

    def _change_people(self, seat: int) -> None:
        """Agreement and take-backs hold only as long as the same people sit there."""
        self.agreed.discard(seat)
        self.admitting.pop(seat, None)
        for agreed in self.admitting.values():
            agreed.discard(seat)
        if self.live_game:
            self.live_game.take_backs.forget()

    @property
    def _running(self) -> LiveGame:
        if self.live_game is None:
            raise ValueError("the game has not begun")
        return self.live_game
