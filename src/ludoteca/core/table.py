"""A table: one game being played. The face that people, programs and the server use."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludoteca.core import chance, verbs
from ludoteca.core.compiled import entry
from ludoteca.core.errors import IllegalAction, brief
from ludoteca.core.events import Event, news_for
from ludoteca.core.record import NOBODY
from ludoteca.core.record_fields import fields_of

if TYPE_CHECKING:
    from ludoteca.core.game import Game

Json = dict[str, Any]
States = npt.NDArray[Any]

# Handing an array to compiled code costs 0.6 us, a record 4 to 5: so a table is an array of one record.


@entry
def set_up_table(states: States) -> None:
    verbs.set_up(states[0])


@entry
def list_legal(states: States, seat: int, actions: npt.NDArray[np.int32]) -> int:
    return verbs.legal(states[0], seat, actions)


@entry
def why_not(states: States, seat: int, action: int) -> int:
    return verbs.refusal(states[0], seat, action)


@entry
def apply_action(states: States, seat: int, action: int) -> None:
    states[0].news_count = 0
    verbs.apply(states[0], seat, action)


@entry
def imagine_anew(states: States, seat: int) -> None:
    states[0].news_count = 0
    verbs.imagine(states[0], seat)


def copied_states(states: States) -> States:
    """A copy, made of plain bytes in 0.6 us: NumPy copies records field by field, in 10 us and more."""
    return np.frombuffer(bytearray(states.tobytes()), states.dtype)


def redrawn(states: States, seat: int, seed: chance.Seed) -> States:
    """A copy in which everything that `seat` (or NOBODY) cannot know was drawn anew from `seed`."""
    states = copied_states(states)
    chance.rekey(states[0], seed)
    imagine_anew(states, seat)
    return states


@entry
def bot_choice(
    states: States, seat: int, bot: int, actions: npt.NDArray[np.int32], rng: npt.NDArray[np.int64]
) -> int:
    count = verbs.legal(states[0], seat, actions)
    return verbs.choose(states[0], seat, bot, actions, count, rng)


@entry
def note_results(states: States, scores: npt.NDArray[np.int64], winners: npt.NDArray[np.int8]) -> None:
    for seat in range(states[0].seats):
        scores[seat] = verbs.score(states[0], seat)
        winners[seat] = verbs.won(states[0], seat)


class Table:
    """One game being played, from set-up or from a loaded position."""

    def __init__(self, game: "Game", states: States) -> None:
        self.game = game
        self.states = states
        self.states["listening"] = 1

    def __repr__(self) -> str:
        return f"<Table {self.game.id}, {self.seats} seats, to act {self.to_act}>"

    @property
    def seats(self) -> int:
        return int(self.states["seats"][0])

    @property
    def to_act(self) -> list[int]:
        """The seats that may act now."""
        seats = int(self.states["to_act"][0])
        return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]

    @property
    def over(self) -> bool:
        return not self.states["to_act"][0]

    @property
    def scores(self) -> list[int]:
        return self._results()[0]

    @property
    def winners(self) -> list[int]:
        return self._results()[1]

    def legal(self, seat: int) -> list[Json]:
        """Everything that `seat` may do now; nothing if it is not to act."""
        return [self.game.notation.write_action(action) for action in self.legal_ids(seat)]

    def legal_ids(self, seat: int) -> list[int]:
        if type(seat) is not int or seat not in self.to_act:
            return []
        actions = np.zeros(self.game.rules.MOST_LEGAL, dtype=np.int32)
        count = list_legal(self.states, seat, actions)
        return actions[:count].tolist()

    def play(self, seat: int, action: Json) -> None:
        """Let `seat` act; IllegalAction, with the rule, if it may not, and then nothing has changed."""
        self._require_seat(seat)
        number = self.game.notation.read_action(action)
        refused = why_not(self.states, seat, number)
        if refused:
            code, rule = self.game.rules.REFUSALS[refused]
            raise IllegalAction(code, f"seat {seat} may not do {brief(action)}: {code}", rule)
        apply_action(self.states, seat, number)

    def events(self, seat: int | None) -> list[Event]:
        """What the last action brought about, as `seat` (None: a spectator) may know it."""
        if seat is not None:
            self._require_seat(seat)
        notation = self.game.notation
        return news_for(self.states[0], seat, notation.EVENTS, notation.event_value)

    def news(self) -> npt.NDArray[np.int16]:
        """The same as the lines that the rules noted, each a kind of event and its numbers."""
        lines: npt.NDArray[np.int16] = self.states["news"][0, : self.states["news_count"][0]]
        return lines

    def view(self, seat: int | None) -> Json:
        """What `seat`, or a spectator (None), may know."""
        if seat is not None:
            self._require_seat(seat)
        return self.game.write_view(fields_of(self.states[0]), NOBODY if seat is None else seat)

    def position(self) -> Json:
        """The whole truth."""
        return self.game.write_position(fields_of(self.states[0]))

    def _require_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise IllegalAction("no_such_seat", f"there is no seat {brief(seat)}")

    def _results(self) -> tuple[list[int], list[int]]:
        scores = np.zeros(self.seats, dtype=np.int64)
        winners = np.zeros(self.seats, dtype=np.int8)
        note_results(self.states, scores, winners)
        return scores.tolist(), np.flatnonzero(winners).tolist()
