"""What the log says of the turn clock: since when the table waits for a seat, and how often it was late."""

from collections.abc import Collection

from ludoteca.server.table.entries import Act, Back, Draft, Entry, Move, Reveal, Sit, TakeBack

MOST_LATE = 3  # times in a row until a bot has the seat
SHOWING = 700  # milliseconds a page takes to show an event,
SETTLING = 600  # and then the board
MOST_SHOWING = 15_000


def showing_time(events: int) -> int:
    """How long people watch what so many events changed before they can think: no clock counts meanwhile."""
    return min(events * SHOWING + SETTLING, MOST_SHOWING) if events else 0


class TurnTimes:
    """All moments are milliseconds since 1970, as they stand in the log, so a restart changes nothing."""

    def __init__(self, seats: int) -> None:
        self.since: list[int | None] = [None] * seats
        self.late = [0] * seats  # times in a row

    def note(self, entry: Entry, waited_for: Collection[int], events: int = 0) -> None:
        """Note an entry, the seats for which the table waits after it, and how many events it brought."""
        begin = entry.at + showing_time(events)
        match change := entry.change:
            case Act() | Draft() | Reveal():
                self.late[change.seat] = self.late[change.seat] + 1 if change.late else 0
                self.since[change.seat] = None
            case Sit() | Back() | Move():  # a person who comes to a seat does not inherit its lost time
                self.late[change.seat] = 0
                self.since[change.seat] = None
            case TakeBack():
                self.since = [None] * len(self.since)
            case _:
                pass
        self.since = [
            (since or begin) if seat in waited_for else None for seat, since in enumerate(self.since)
        ]
