"""`ludoteca mcp`: language models play, by the Model Context Protocol on standard input and output."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any

import ludoteca
from ludoteca.cli.arguments import Complaint
from ludoteca.cli.model_seat import LONGEST_WAIT, ModelSeat, NotNow, seat_name
from ludoteca.client import Refusal
from ludoteca.core.words import Words

Tool = Callable[..., Awaitable[str]]

INSTRUCTIONS = """Play tabletop games at a Ludoteca game room. Call `tables` to see what there is, then `sit`
at a table, or with the id of a game to play against bots. `look` shows the table and the numbered moves;
`play` takes a number. While others think, call `wait` until it is your turn or the game is over. The rules
are resources."""
BOTS_ANSWER = 2.0  # seconds in which bots mostly have moved, so that no `wait` is needed


def serve_models(words: Words, url: str, name: str, token: str | None, table: str | None) -> None:
    server_for(words, url, name, token, table).run()


def server_for(
    words: Words, url: str, name: str = "Model", token: str | None = None, table: str | None = None
) -> Any:
    """The server, with one seat for whoever uses it."""
    try:
        from mcp.server.mcpserver import MCPServer
    except ImportError:
        raise Complaint(words.say("mcp.missing")) from None
    seat = ModelSeat(url, words.language, name, token)

    @asynccontextmanager
    async def seated(_server: Any) -> AsyncIterator[None]:
        try:
            if table:
                await seat.open(table)
            yield
        finally:
            await seat.close()

    server = MCPServer("ludoteca", version=ludoteca.__version__, instructions=INSTRUCTIONS, lifespan=seated)
    tools = Tools(seat)
    for tool in (tools.tables, tools.sit, tools.look, tools.legal_moves, tools.play, tools.wait):
        server.tool(structured_output=False)(told_in_words(seat, tool))
    for id in ludoteca.games():
        address = f"ludoteca://rules/{id}"
        server.resource(address, name=f"rules of {id}", mime_type="text/markdown")(rules_of(seat, id))
    return server


def told_in_words(seat: ModelSeat, tool: Tool) -> Tool:
    """What cannot be done is an error of the tool, in a sentence that a model can act on."""
    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    async def carried_out(**arguments: Any) -> str:
        try:
            return await tool(**arguments)
        except NotNow as wrong:
            raise ToolError(str(wrong)) from None
        except Refusal as refused:
            raise ToolError(seat.words.say("mcp.refused", {"text": str(refused)})) from None

    return carried_out


def rules_of(seat: ModelSeat, id: str) -> Tool:
    async def rules() -> str:
        told: str = (await seat.guest.get(f"/api/games/{id}/rules/{seat.language}"))["markdown"]
        return told

    return rules


class Tools:
    """What a model can do; the docstrings are what it is told about them."""

    def __init__(self, seat: ModelSeat) -> None:
        self.seat = seat

    async def tables(self) -> str:
        """List the games that can be played, and the tables that are open to join."""
        seat = self.seat
        await seat.be_somebody()
        games = (await seat.guest.get("/api/games"))["games"]
        found = (await seat.guest.get("/api/tables"))["tables"]
        lines = [seat.words.say("mcp.games", {"names": ", ".join(game["id"] for game in games)})]
        for one in found:
            names = ", ".join(map(seat_name, one["seats"]))
            told = {"table": one["table"], "game": one["game"], "stage": one["stage"], "names": names}
            lines.append(seat.words.say("mcp.table", told))
        return "\n".join(lines)

    async def sit(self, table: str = "", game: str = "", seats: int = 2, bot: str = "skilled") -> str:
        """Sit at the table with this id, or at a new table of this game with bots on the other seats."""
        await self.seat.be_somebody()
        if table:
            await self.sit_at(table)
        elif game:
            await self.play_bots(game, seats, bot)
        else:
            raise NotNow(self.seat.words.say("mcp.sit_where"))
        return await self.shown(BOTS_ANSWER)

    async def sit_at(self, table: str) -> None:
        await self.seat.open(table)
        if self.seat.seat is None:
            await self.seat.do("sit")

    async def play_bots(self, game: str, seats: int, bot: str) -> None:
        wanted = {"game": game, "seats": ["me", *[{"bot": bot}] * (seats - 1)], "start": "ready"}
        made = await self.seat.guest.post("/api/tables", wanted)
        await self.seat.open(made["table"])
        await self.seat.do("ready")

    async def look(self, as_json: bool = False) -> str:
        """Show what happened, the table as your seat may see it, and your moves; as text or as JSON."""
        return self.seat.seen() if as_json else self.seat.look()

    async def legal_moves(self) -> str:
        """List the moves you may make now, each with the number to play it."""
        return self.seat.moves()

    async def play(self, move: str) -> str:
        """Make a move: its number in the list, or an action as JSON. If illegal, its rule is told."""
        await self.seat.act(move)
        return await self.shown(BOTS_ANSWER)

    async def wait(self) -> str:
        """Wait, at most 20 seconds, until it is your turn or the game is over; then look."""
        return await self.shown(LONGEST_WAIT)

    async def shown(self, seconds: float) -> str:
        """The table, after others have acted if they do so in time."""
        seat = self.seat
        await seat.until(lambda: seat.to_choose or seat.over, seconds)
        return seat.look()
