"""What a seat hears between two of its decisions, for players that remember."""

from dataclasses import replace

from ludoteca.bots.observation import News, Observation, observe
from ludoteca.core.events import Event
from ludoteca.core.table import Table


class Listener:
    """Collects for one seat of one game what happens, as the seat may know it."""

    def __init__(self, seat: int, deal: int | None = None) -> None:
        self.seat = seat
        self.deal = deal
        self.begins = True
        self.events: list[Event] = []

    def hear(self, table: Table) -> None:
        """Note what the last action brought about."""
        self.events += table.events(self.seat)

    def observe(self, table: Table) -> Observation:
        """What the seat sees, with everything since its last decision."""
        news = News(self.deal, self.begins, tuple(self.events))
        return replace(observe(table, self.seat), news=news)

    def forget(self, news: News) -> None:
        """The seat has been told all this."""
        self.begins = False
        del self.events[: len(news.events)]
