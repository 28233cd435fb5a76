"""What waits for its turn: next comes whoever has been given the least time so far."""

from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")
Place = tuple[float, ...]  # among the things of one asker
Asker = tuple[str, ...]  # from the widest to the narrowest: an address, then a person or a table there
NOBODY: Asker = ()
MOST_KEPT = 1_000  # askers whose time is remembered


class FairQueue(Generic[Item]):
    """Time is shared equally between addresses, and the share of an address between those who ask there.

    A newcomer starts level with whoever is served now, so that idle time earns no credit. What one and the
    same asks for is done in an order of its own, or else as it came.
    """

    def __init__(self) -> None:
        self.waiting: list[tuple[Asker, Item, Place]] = []
        self.spent: dict[Asker, float] = {}  # seconds
        self.served: dict[Asker, float] = {}  # by the wider asker: how much the one served last had spent

    def __len__(self) -> int:
        return len(self.waiting)

    def put(self, asker: Asker, item: Item, at: Place = ()) -> None:
        for wider, part in levels(asker):
            self.spent[part] = max(self.spent.get(part, 0.0), self.served.get(wider, 0.0))
        self.waiting.append((asker, item, at))

    def take(self) -> tuple[Asker, Item]:
        place = min(range(len(self.waiting)), key=self._turn)
        asker, item, _ = self.waiting.pop(place)
        for wider, part in levels(asker):
            self.served[wider] = self.spent[part]
        return asker, item

    def charge(self, asker: Asker, seconds: float) -> None:
        """Note that an asker has been given so much time."""
        for _, part in levels(asker):
            self.spent[part] = self.spent.get(part, 0.0) + seconds
        if len(self.spent) > MOST_KEPT:
            self._forget()

    def count(self, asker: Asker) -> int:
        """How many items of this asker, or of anybody within it, wait."""
        return sum(other[: len(asker)] == asker for other, _, _ in self.waiting)

    def askers(self, but: Asker) -> int:
        """How many other addresses wait."""
        return len({asker[:1] for asker, _, _ in self.waiting} - {but[:1]})

    def _turn(self, place: int) -> tuple[tuple[float, ...], Place]:
        asker, _, at = self.waiting[place]
        return tuple(self.spent[part] for _, part in levels(asker)), at

    def _forget(self) -> None:
        needed = {part for asker, _, _ in self.waiting for _, part in levels(asker)}
        self.spent = {part: spent for part, spent in self.spent.items() if part in needed}
        self.served = {NOBODY: self.served.get(NOBODY, 0.0)}


def levels(asker: Asker) -> Iterator[tuple[Asker, Asker]]:
    """Each part of an asker, with the wider one it belongs to."""
    for length in range(len(asker)):
        yield asker[:length], asker[: length + 1]
