"""Does the event loop stay quick while ten bots want to think? `python benchmarks/thinking.py`.

At ten tables somebody plays at once against a bot of the highest level, so that ten searches wait for their
threads all the time. The server itself notes how late its event loop is, and how long each bot took to
answer, waiting for a thread included.
"""

import argparse
import asyncio
import os
import random
import re
import tempfile
from pathlib import Path

from ludoteca.client import Connection, Guest, Refusal
from ludoteca.core.game import games
from room_process import RoomProcess

Counts = dict[float, float]  # how many took at most so many seconds


async def play(guest: Guest, game: str, bot: str) -> None:
    """One game after the other, each move at once."""
    while True:
        wanted = {"game": game, "seats": ["me", {"bot": bot}], "start": "ready"}
        table = (await guest.post("/api/tables", wanted))["table"]
        async with guest.connect(table) as seat:
            await seat.do("ready")
            await play_on(seat)


async def play_on(seat: Connection) -> None:
    while seat.table["stage"] != "over":
        if not seat.to_choose:
            await seat.hear()
            continue
        try:
            await seat.act(random.choice(seat.table["legal"]))
        except Refusal as no:
            if no.code != "stale":
                raise


async def counts(guest: Guest, name: str) -> Counts:
    text = (await guest.ask("GET", "/metrics")).decode()
    lines = re.findall(rf'^ludoteca_{name}_bucket{{le="([^"]+)"}} (\S+)', text, re.MULTILINE)
    return {float(most): float(count) for most, count in lines}


def quantile(before: Counts, after: Counts, share: float) -> str:
    """The bound under which this share of all lies."""
    new = {most: after[most] - before.get(most, 0) for most in sorted(after)}
    wanted = share * max(new.values())
    bound = next(most for most, count in new.items() if count >= wanted)
    return f"<= {bound * 1000:g}"


async def measure(game: str, asked: argparse.Namespace, folder: str) -> list[str]:
    room = RoomProcess(str(Path(folder) / f"{game}.db"), bot_pace=0)
    await room.start()
    guests = [Guest(room.url) for _ in range(asked.bots)]
    for guest in guests:
        await guest.name("Somebody")
    tasks = [asyncio.create_task(play(guest, game, asked.bot)) for guest in guests]
    while max((await counts(guests[0], "bot_seconds")).values()) < 3 * asked.bots:
        raise_what_failed(tasks)
        await asyncio.sleep(1)  # the game may have to be compiled first
    names = ("lag_seconds", "bot_seconds")
    before = {name: await counts(guests[0], name) for name in names}
    await asyncio.sleep(asked.seconds)
    after = {name: await counts(guests[0], name) for name in names}
    raise_what_failed(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await room.end()
    answers = max(after["bot_seconds"].values()) - max(before["bot_seconds"].values())
    figures = [quantile(before[name], after[name], share) for name in names for share in (0.5, 0.99)]
    return [game, str(asked.bots), *figures, f"{answers / asked.seconds:.1f}", f"{os.getloadavg()[0]:.1f}"]


def raise_what_failed(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


async def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bots", type=int, default=10)
    parser.add_argument("--bot", default="master")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", action="append", choices=games())
    asked = parser.parse_args()
    print(
        "| game | bots | lag p50 ms | lag p99 ms | reply p50 ms | reply p99 ms | replies/s | load average |"
    )
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for game in asked.game or games():
            print("|", " | ".join(await measure(game, asked, folder)), "|", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
