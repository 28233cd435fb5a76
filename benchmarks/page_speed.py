"""How the page feels: `python benchmarks/page_speed.py`, with Chromium on the machine.

A person plays a whole game of Pega em 6! against bots, or with `--game` another one. For each click and key
the browser tells how long it took until the next picture was painted (event timing); the figure asked of
pages is the 95th percentile. With `--lighthouse COMMAND`, for example `--lighthouse "npx lighthouse"`,
Lighthouse also judges room and table.
"""

import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser import clever, table
from browser.conftest import FLAGS, QUICK, SIZES, Server, browser_path, json_of
from browser.table import PEGA, make_table, start

ROUND = "Basic, number of rounds: 1"
# How to play it, its options, players and bots.
GAMES: dict[str, tuple[Any, str | None, int, int]] = {
    PEGA: (table, ROUND, 4, 3),
    "dobro": (table, None, 3, 2),
    clever.GAME: (clever, None, 1, 0),
}
JUDGED = ("performance", "accessibility")
MEASURED = (  # milliseconds, but for the shift
    "first-contentful-paint",
    "largest-contentful-paint",
    "speed-index",
    "total-blocking-time",
    "cumulative-layout-shift",
)
LISTEN = """
  window.painted = new Map(); // by interaction, in milliseconds; the browser does not tell of those below 16
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration } of list.getEntries())
      if (id) painted.set(id, Math.max(duration, painted.get(id) ?? 0));
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def main() -> None:
    from playwright.sync_api import sync_playwright

    arguments = read_arguments()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        try:
            for size in arguments.sizes:
                tell(size, *played(browser, server.url, size, arguments))
            for name, address in ADDRESSES.items() if arguments.lighthouse else ():
                print(
                    name, judged(arguments, lambda address=address: server.url + address(browser, server.url))
                )
        finally:
            browser.close()
            server.kill()


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sizes", nargs="*", choices=SIZES, default=["phone", "wide"])
    parser.add_argument("--game", choices=GAMES, default=PEGA)
    parser.add_argument("--speed", default="normal", help="of the animations, as in the settings")
    parser.add_argument(
        "--slowdown", type=float, default=1, help="of the page's processor; 4 is a slow phone"
    )
    parser.add_argument("--lighthouse", help="the command that starts it")
    parser.add_argument("--runs", type=int, default=5, help="of Lighthouse, of which the median is told")
    return parser.parse_args()


def opened(browser: Any, url: str, size: str, speed: str) -> Any:
    width, height = SIZES[size]
    page = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB").new_page()
    likes = json_of(QUICK | {"speed": speed})
    page.add_init_script(f"localStorage['ludoteca.settings'] ??= '{likes}'; {LISTEN}")
    page.set_default_timeout(120_000)
    page.goto(url)
    return page


def played(browser: Any, url: str, size: str, arguments: argparse.Namespace) -> tuple[int, list[float]]:
    """How many interactions a game took, and how long those lasted of which the browser tells."""
    at, options, players, bots = GAMES[arguments.game]
    page = opened(browser, url, size, arguments.speed)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": arguments.slowdown})
    make_table(page, "en", options, players, bots, arguments.game)
    start(page, "en")
    play(page, at)
    count = page.evaluate("performance.interactionCount")
    slow = page.evaluate("[...painted.values()]")
    page.context.close()
    return count, slow


def play(page: Any, at: Any) -> None:
    """Answer with what is allowed until the results are there."""
    results = page.locator("dialog[open] a[href*='replay/']")
    while (what := at.asked(page)) != "over" and not results.count():
        at.answer(page, what)


def tell(size: str, count: int, slow: list[float]) -> None:
    """Those of which the browser does not tell took less than 16 ms."""
    all_of_them = sorted([0.0] * (count - len(slow)) + slow)
    share = {percent: all_of_them[min(count - 1, count * percent // 100)] for percent in (50, 95, 100)}
    told = ", ".join(f"{percent} % within {max(16, took):.0f} ms" for percent, took in share.items())
    print(f"{size}: {count} interactions, {told}")


def table_of(browser: Any, url: str) -> str:
    """A table whose player has left: a page that is still open takes time from the one that is judged."""
    page = opened(browser, url, "phone", "off")
    make_table(page, "en", ROUND, players=4, bots=3)
    start(page, "en")
    path = str(page.url.removeprefix(url))
    page.context.close()
    return path


ADDRESSES: dict[str, Callable[[Any, str], str]] = {"room": lambda *_: "", "table": table_of}


def judged(arguments: argparse.Namespace, address: Callable[[], str]) -> str:
    """What Lighthouse gives, of 100: the median of some runs, as other work on the machine disturbs it.

    Each run has a table of its own: bots play on for who has left.
    """
    found = [judge(arguments.lighthouse, address()) for _ in range(arguments.runs)]
    scores = {name: [round(100 * one["categories"][name]["score"]) for one in found] for name in JUDGED}
    told = [f"{name} {statistics.median(each):.0f} of {sorted(each)}" for name, each in scores.items()]
    for name in MEASURED:
        values = [one["audits"][name]["numericValue"] for one in found]
        told.append(f"{name} {statistics.median(values):.2f}")
    return ", ".join(told)


def judge(command: str, url: str) -> Any:
    flags = " ".join(["--headless=new", *FLAGS])
    options = ["--output=json", "--quiet", f"--only-categories={','.join(JUDGED)}", f"--chrome-flags={flags}"]
    environment = os.environ | {"CHROME_PATH": str(browser_path())}
    done = subprocess.run([*shlex.split(command), url, *options], capture_output=True, env=environment)
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
