"""The turn clock as the log tells it: since when the table waits for each seat, and who let time run out."""

from collections.abc import Sequence

from ludoteca.server.store.models import Entry

MOVES = ("act", "draft", "reveal")
NEW_TIME = ("sit", "back", "move")  # who comes to a seat does not inherit its lost time
MOST_LATE = 3  # times in a row until a bot has the seat


class TurnTimes:
    """All moments are milliseconds since 1970, as they stand in the log, so a restart changes nothing."""

    def __init__(self, seats: int) -> None:
        self.since: list[int | None] = [None] * seats
        self.late = [0] * seats  # times in a row

    def note(self, entry: Entry, waits: Sequence[bool]) -> None:
        """Take over what an entry changed; `waits` tells for whom the table waits after it."""
        seat: int = entry.data.get("seat", 0)
        if entry.did in MOVES:
            self.late[seat] = self.late[seat] + 1 if entry.data.get("late") else 0
        if entry.did in NEW_TIME:
            self.late[seat] = 0
        if entry.did in MOVES + NEW_TIME:
            self.since[seat] = None
        if entry.did == "take_back":
            self.since = [None] * len(self.since)
        for number, waiting in enumerate(waits):
            self.since[number] = (self.since[number] or entry.at) if waiting else None
