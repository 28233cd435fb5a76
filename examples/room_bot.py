"""A program on a seat of a game room, for any game: it tries every move in its head with `ludoteca.bots`.

A host gives it a seat with `POST /api/tables/{table}/program`, which answers with a token:

    python examples/room_bot.py http://127.0.0.1:8000 TABLE TOKEN
"""

import asyncio
import sys

import ludoteca
from ludoteca import bots
from ludoteca.client import Guest


async def play(url: str, table: str, token: str) -> list[int]:
    async with Guest(url, token=token).connect(table) as seat:
        while seat.table["stage"] != "over":
            if seat.to_choose:
                await seat.act(choice(seat.table))
            else:
                await seat.hear()
        return seat.table["view"]["scores"]


def choice(table: dict) -> dict:
    game, own = ludoteca.game(table["game"]), table["you"]["seat"]
    return bots.choose(game, table["view"], own, "beginner", key=table["seq"])


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))
