"""What a table offers is what the server calls legal, and nothing that the page would know by itself.

The page gets positions of random games, sometimes with all legal actions, sometimes with only a few of them:
a page that knew a rule would offer what it thinks is allowed, or hold back what it thinks is not.
"""

import json
import random
import subprocess
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

import pytest

from page.make_view_types import with_page
from page.mirror import ROOT, Json, find_node
from random_play import Setting, counted, random_game, settings

BUILD = """
  import { build } from "vite";
  const [entry, outDir] = process.argv.slice(1);
  const lib = { entry, formats: ["iife"], name: "page", fileName: () => "offered.js" };
  const rolldownOptions = { output: { codeSplitting: false } };
  await build({ logLevel: "error", build: { outDir, lib, minify: false, rolldownOptions } });
"""
QUICK = 'localStorage[\'ludoteca.settings\'] = \'{"speed": "off", "sound": false}\''
MOST_OF_A_GAME = 20
MANY = {"double-double-dominoes": 300}  # a board has 225 buttons: each position takes a second
every_game = pytest.mark.parametrize("id", with_page())


@pytest.fixture(scope="session")
def tables(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A page that holds the tables of all games and nothing else, without a server."""
    folder = tmp_path_factory.mktemp("offered")
    command = [
        find_node() or pytest.skip("no Node"),
        "--input-type=module",
        "--eval",
        BUILD,
        ROOT / "tests/page/offered.ts",
        folder,
    ]
    subprocess.run(command, cwd=ROOT / "web", check=True)
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page.route("**/*", lambda route: route.fulfill(body="<body></body>", content_type="text/html"))
    page.goto("http://127.0.0.1/")
    page.evaluate(QUICK)
    page.add_script_tag(path=folder / "offered.js")
    yield page
    page.close()


def positions(setting: Setting, number: int, most: int) -> Iterator[Json]:
    """Positions of a random game as a seat that may act sees them, with all or a few of its legal actions."""
    rng = random.Random(f"{setting} {number}")
    left = most
    for table in random_game(setting, number):
        if table.over or not left:
            return
        if rng.random() > 0.4:
            continue
        left -= 1
        seat = rng.choice(table.to_act)
        legal = table.legal(seat)
        few = rng.sample(legal, min(len(legal), rng.randrange(3)))
        told = legal if len(legal) < 9 and rng.random() < 0.5 else few
        yield {"game": setting.id.replace("-", "_"), "seat": seat, "view": table.view(seat), "legal": told}


def texts(actions: list[Json]) -> list[str]:
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


def require_what_is_legal(tables: Any, id: str, count: int) -> int:
    """So many positions, of every variant with every number of seats alike; how many were compared."""
    of_game = [setting for setting in settings() if setting.id == id]
    compared = 0
    for setting in of_game:
        for position in some_positions(setting, -(-count // len(of_game))):
            [offered] = tables.evaluate("(position) => offered([position])", position)
            assert texts(offered) == texts(position["legal"]), position
            compared += 1
    return compared


def some_positions(setting: Setting, count: int) -> Iterator[Json]:
    """From as many games as it takes."""
    games = (positions(setting, number, MOST_OF_A_GAME) for number in range(count))
    return islice(chain.from_iterable(games), count)


@every_game
def test_what_is_offered_follows_legal(tables: Any, id: str) -> None:
    assert require_what_is_legal(tables, id, 10) >= 10


@pytest.mark.long
@every_game
def test_what_is_offered_follows_legal_in_thousands_of_positions(tables: Any, id: str) -> None:
    compared = require_what_is_legal(tables, id, counted(MANY.get(id, 2000), 40))
    print(f"{id}: {compared} positions")
