"""A client as a language model would be: it reads text, writes a number, and plays a whole game through MCP.

    ludoteca serve &
    python examples/model_client.py http://127.0.0.1:8000 pega-em-6

Put your model where `answer` is. What it reads is all that its seat may know.
"""

import asyncio
import re
import sys

from mcp import StdioServerParameters
from mcp.client import Client


def answer(text: str) -> str:
    """The number of the last move in the list; a model would think here."""
    return re.findall(r"^(\d+)  ", text, re.MULTILINE)[-1]


async def play(url: str, game: str) -> str:
    command = ["-m", "ludoteca", "mcp", "--url", url, "--name", "Example"]
    async with Client(StdioServerParameters(command=sys.executable, args=command)) as room:

        async def call(tool: str, **arguments: str) -> str:
            result = await room.call_tool(tool, arguments)
            return result.content[0].text

        rules = await room.read_resource(f"ludoteca://rules/{game}")
        print(rules.contents[0].text.splitlines()[0])
        text = await call("sit", game=game, bot="random")
        while "call wait" in text or re.search(r"^\d+  ", text, re.MULTILINE):
            text = await call("wait") if "call wait" in text else await call("play", move=answer(text))
        return text


if __name__ == "__main__":
    print(asyncio.run(play(*sys.argv[1:])))
