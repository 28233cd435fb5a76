"""Codes that move a seat to another device. They are computed, not kept, so they outlive a restart."""

import hashlib
import hmac
from collections.abc import Iterator

from ludoteca.server.codes import ALPHABET, plain
from ludoteca.server.table.state import TableState

MINUTES_10 = 600_000  # a code is good for ten to twenty minutes
LENGTH = 8


def code_of(state: TableState, seat: int, now: int) -> str:
    """The code that moves this seat to whoever enters it, as `K7QM-2X9D`."""
    code = computed(state, seat, now // MINUTES_10)
    return f"{code[:4]}-{code[4:]}"


def seat_of_code(state: TableState, code: str, now: int) -> int | None:
    given = plain(code).encode()
    for seat, good in good_codes(state, now):
        if hmac.compare_digest(good.encode(), given):
            return seat
    return None


def good_codes(state: TableState, now: int) -> Iterator[tuple[int, str]]:
    for seat, place in enumerate(state.places):
        if place.person:
            for period in (now // MINUTES_10, now // MINUTES_10 - 1):
                yield seat, computed(state, seat, period)


def computed(state: TableState, seat: int, period: int) -> str:
    """Made of the seed, which is still secret, and of the person on the seat: so a used code is void."""
    person = state.places[seat].person
    assert person is not None
    what = f"move {seat} {person.id} {period}".encode()
    digest = hmac.digest(bytes.fromhex(state.meta.seed), what, hashlib.sha256)
    return "".join(ALPHABET[byte % 32] for byte in digest[:LENGTH])
