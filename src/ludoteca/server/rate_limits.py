"""Rate limits: buckets that fill with time and are emptied by use."""

import math
import time
from collections import OrderedDict
from collections.abc import Hashable

from ludoteca.server.errors import Refused
from ludoteca.server.settings import Rate

MOST_KEYS = 20_000


class Bucket:
    """What one asker may still ask for."""

    def __init__(self, rate: Rate, code: str = "too_many") -> None:
        self.rate = rate
        self.code = code
        self.left = rate.burst
        self.at = time.monotonic()

    @property
    def full(self) -> bool:
        """Is it as if nobody had asked?"""
        return self.left + (time.monotonic() - self.at) * self.rate.per_second >= self.rate.burst

    def take(self, amount: float = 1) -> None:
        """Use so much up; refused with the code if there is less."""
        now = time.monotonic()
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.per_second)
        self.at = now
        if self.left < amount:
            raise Refused(self.code, seconds=math.ceil((amount - self.left) / self.rate.per_second))
        self.left -= amount


class Gate:
    """A bucket for each address or person who asked lately."""

    def __init__(self, rate: Rate, code: str = "too_many") -> None:
        self.rate = rate
        self.code = code
        self.buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable, amount: float = 1) -> None:
        bucket = self.buckets.get(key)
        if bucket is None:
            self._forget()
            bucket = self.buckets[key] = Bucket(self.rate, self.code)
        self.buckets.move_to_end(key)
        bucket.take(amount)

    def _forget(self) -> None:
        """Buckets that are full again, and the longest unused of too many."""
        while self.buckets:
            key, oldest = next(iter(self.buckets.items()))
            if len(self.buckets) < MOST_KEYS and not oldest.full:
                return
            del self.buckets[key]
