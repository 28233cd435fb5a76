"""A game that is read and written as text, for arenas of language models.

env = TextEnvironment("pega-em-6", seats=2, bots={1: "skilled"})
env.reset(seed=7)
while not env.over:
    seat, text = env.observe()
    env.step(answer_of_a_model(text))
print(env.rewards)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca import bots as house_bots
from ludoteca.core.chance import Seed
from ludoteca.core.errors import IllegalAction
from ludoteca.core.events import Event
from ludoteca.core.game import game
from ludoteca.lab.text_view import TextView, usual_names

Json = dict[str, Any]


@dataclass(frozen=True)
class Stepped:
    """What became of a text: whether it was carried out, and if not, why, with the rule."""

    done: bool  # is the game over?
    accepted: bool
    why: str = ""


class TextEnvironment:
    """A table at which every seat without a bot reads and writes text."""

    def __init__(
        self,
        id: str,
        seats: int = 2,
        options: Json | None = None,
        bots: Mapping[int, str] | None = None,
        language: str = "en",
        names: Sequence[str] | None = None,
    ) -> None:
        self.game, self.seats = game(id), seats
        self.options = self.game.options(seats, options)
        self.bots = {seat: house_bots.player(self.game, name) for seat, name in (bots or {}).items()}
        called = names or usual_names(language, seats)
        self.views = [TextView(self.game, seat, called, language) for seat in range(seats)]
        self.reset()

    def reset(self, seed: Seed = None) -> None:
        """A new game; the same seed and the same texts give the same game."""
        self.table = self.game.start(self.seats, self.options, seed)
        self.unread: list[list[Event]] = [[] for _ in range(self.seats)]
        self.decisions = 0
        self.key = self.table.states[0].key.tolist()
        self._let_bots_play()

    @property
    def over(self) -> bool:
        return self.table.over

    @property
    def seat(self) -> int:
        """The seat that is asked now; after the end, the first."""
        return next((seat for seat in self.table.to_act if seat not in self.bots), 0)

    def observe(self, seat: int | None = None) -> tuple[int, str]:
        """The seat that is asked, or the one named, and all it may read now."""
        seat = self.seat if seat is None else seat
        view, legal = self.table.view(seat), self.table.legal(seat)
        return seat, self.views[seat].whole(view, legal, self.unread[seat])

    def step(self, text: str) -> Stepped:
        """Let the seat that is asked do what the text says; if it may not, nothing has changed."""
        if self.over:
            raise IllegalAction("game_over", "the game is over; reset the environment")
        seat, view = self.seat, self.views[self.seat]
        try:
            self._act(seat, view.read(text, self.table.legal(seat)))
        except IllegalAction as wrong:
            return Stepped(False, False, view.refusal(wrong))
        self._let_bots_play()
        return Stepped(self.over, True)

    @property
    def rewards(self) -> list[float]:
        """The share of the victory of each seat; nothing before the end."""
        winners = self.table.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.seats)]

    def close(self) -> None:
        """Let programs from outside end."""
        house_bots.close_players(self.bots.values())

    def _act(self, seat: int, action: Json) -> None:
        self.table.play(seat, action)
        self.decisions += 1
        self.unread[seat] = []
        for reader, events in enumerate(self.unread):
            events += self.table.events(reader)

    def _let_bots_play(self) -> None:
        """All bots that are to act, each with what its seat sees."""
        while waiting := [seat for seat in self.table.to_act if seat in self.bots]:
            observation = house_bots.observe(self.table, waiting[0])
            self._act(waiting[0], self.bots[waiting[0]](observation, (self.key, self.decisions)))
