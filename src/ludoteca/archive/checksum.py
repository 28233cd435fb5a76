"""A checksum of a table: what may be done, by whom, and how it stands. Play that differs has another one.

It is made of what rules decide and logs hold, not of the record: a record may get another layout, and a
written position new keys, while play remains the same.
"""

import hashlib

import msgspec

from ludoteca.core.table import Table

DIGEST = 12  # bytes


def checksum(table: Table) -> str:
    """24 hex digits."""
    legal = [table.legal(seat) for seat in table.to_act]
    stands = [table.to_act, legal, table.scores, table.winners if table.over else []]
    written = msgspec.json.encode(stands, order="sorted")
    return hashlib.blake2b(written, digest_size=DIGEST).hexdigest()
