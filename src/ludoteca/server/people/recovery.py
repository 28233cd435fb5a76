"""Recovery codes: whoever shows one is that person again, on whatever device."""

from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from ludoteca.server.codes import hashed, new_code, plain
from ludoteca.server.errors import Refused
from ludoteca.server.http.origin import address_of, require_own_origin
from ludoteca.server.rate_limits import Gate
from ludoteca.server.settings import Rate
from ludoteca.server.store import people_queries as queries

if TYPE_CHECKING:
    from ludoteca.server.room import Room

LETTERS = 16  # 80 bits
TRIES = Rate(10, 1 / 30)  # of an address
ALL_TRIES = Rate(100, 1)  # of everybody together


class RecoveryCodes:
    """One code a person. The code is told once; its hash is kept until another one is asked for."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.tries = Gate(TRIES)
        self.all_tries = Gate(ALL_TRIES)

    async def new(self, person: str) -> str:
        """A code in groups, such as `K7QM-2X9D-ATB3-9F0Z`; the one before opens nothing any more."""
        code = new_code(LETTERS)
        await self.room.store.write(queries.put_recovery_code(person, hashed(plain(code))))
        return code

    async def owner_of(self, request: HTTPConnection, code: str) -> str:
        """Whose code it is; `wrong_code` if it is nobody's."""
        require_own_origin(request, self.room.settings)
        self.tries.take(address_of(request))
        self.all_tries.take("all")
        owner = await self.room.store.ask(queries.owner_of_code(hashed(plain(code))))
        if owner is None:
            raise Refused("wrong_code")
        return owner
