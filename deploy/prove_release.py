"""Prove a release in an empty root: install, serve, play, update with a running table, back up, restore.

    debootstrap --variant=minbase --include=python3,python3-venv bookworm /srv/root
    python deploy/prove_release.py /srv/root dist/before/ludoteca-*.whl dist/ludoteca-*.whl

Needs root (for chroot) and `pip download`; in the root nothing is reached but what was downloaded. The steps
are those of deploy/Containerfile and docs/hosting.md. Each is told with its seconds; the first failure ends
it.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from websockets.exceptions import ConnectionClosed

from ludoteca.client import Guest, Json

PORT = 8099
URL = f"http://127.0.0.1:{PORT}"
HOME, APP, WHEELS = "/var/lib/ludoteca", "/opt/ludoteca", "/opt/wheels"
USER = "ludoteca"
TABLE = {"game": "pega-em-6", "options": {"rounds": 1}, "seats": ["me", {"bot": "closest"}], "start": "ready"}
ALL = 10**6
STARTS_WITHIN, STOPS_WITHIN = 120, 30  # seconds


class Root:
    """A root folder in which commands are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *command: str, user: str = "root") -> str:
        done = subprocess.run(self.command(*command, user=user), capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def command(self, *command: str, user: str = "root") -> list[str]:
        inside = {"HOME": HOME, "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LUDOTECA_CACHE": f"{HOME}/cache"}
        settings = [f"{name}={value}" for name, value in inside.items()]
        return ["chroot", f"--userspec={user}", str(self.folder), "/usr/bin/env", "-i", *settings, *command]

    def ludoteca(self, *arguments: str) -> str:
        return self.run(f"{APP}/bin/ludoteca", *arguments, user=USER)


@contextmanager
def told(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - began:.1f} s", flush=True)


def fetch_wheels(root: Root, wheel: Path) -> None:
    """What the wheel needs, for the Python of the root, into the root."""
    version = root.run("/usr/bin/python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])").strip()
    target = root.folder / WHEELS.lstrip("/")
    target.mkdir(parents=True, exist_ok=True)
    for other in target.glob("ludoteca-*.whl"):  # of the same version, it would be taken for this one
        other.unlink()
    download = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--only-binary=:all:",
        "--dest",
        str(target),
    ]
    subprocess.run([*download, "--python-version", version, str(wheel)], check=True)


def install(root: Root, wheel: Path) -> None:
    """As the Containerfile does; the environment stands for the image's Python."""
    shutil.copy(wheel, root.folder / WHEELS.lstrip("/"))
    if not (root.folder / APP.lstrip("/")).exists():
        root.run("/usr/bin/python3", "-m", "venv", APP)
        root.run("/usr/sbin/useradd", "--system", "--home-dir", HOME, "--create-home", USER)
    pip = (f"{APP}/bin/pip", "install", "--quiet", "--no-index", "--find-links", WHEELS, "--force-reinstall")
    root.run(*pip, f"{WHEELS}/{wheel.name}")


@contextmanager
def served(root: Root, database: str) -> Iterator[None]:
    """The service, until it has ended by SIGTERM."""
    arguments = ("serve", "--host", "127.0.0.1", "--port", str(PORT), "--database", f"{HOME}/{database}")
    with Path(root.folder / "tmp" / "ludoteca.log").open("ab") as log:
        process = subprocess.Popen(
            root.command(f"{APP}/bin/ludoteca", *arguments, user=USER), stdout=log, stderr=log
        )
    try:
        wait_until_up(process)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        status = process.wait(STOPS_WITHIN)
    if status not in (0, -signal.SIGTERM):
        raise SystemExit(f"the service ended with {status}")


def wait_until_up(process: "subprocess.Popen[bytes]") -> None:
    for _ in range(STARTS_WITHIN * 10):
        if process.poll() is not None:
            raise SystemExit("the service did not start")
        try:
            with urllib.request.urlopen(f"{URL}/health", timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the service does not answer")


async def begin() -> tuple[Guest, str]:
    """A guest, and a table where some moves were made."""
    ana = Guest(URL)
    await ana.name("Ana")
    table = str((await ana.post("/api/tables", TABLE))["table"])
    await play(ana, table, most=3)
    return ana, table


async def play(ana: Guest, table: str, most: int) -> list[int]:
    """So many moves, or all that are left; the scores then. A page reconnects while games are compiled."""
    done: list[Json] = []
    while True:
        try:
            async with ana.connect(table) as seat:
                if seat.table["stage"] == "gathering":
                    await seat.do("ready")
                while seat.table["stage"] != "over" and len(done) < most:
                    if not seat.to_choose:
                        await seat.hear()
                        continue
                    done.append(await seat.act(seat.table["legal"][0]))
                return list(seat.table["view"]["scores"])
        except ConnectionClosed:
            await asyncio.sleep(1)


def prove(root: Root, before: Path, now: Path) -> None:
    with told("what both releases need, downloaded"):
        fetch_wheels(root, before)
        fetch_wheels(root, now)
    with told(f"{before.name} installed"):
        install(root, before)
    with served(root, "room.db"), told("a game begun on the release before, games compiled"):
        ana, table = asyncio.run(begin())
    with told(f"{now.name} installed over it"):
        install(root, now)
    with served(root, "room.db"), told("the running game played to its end on this release, games compiled"):
        scores = asyncio.run(play(ana, table, most=ALL))
    with told("backup, check and restore"):
        root.ludoteca("backup", f"{HOME}/copy", "--database", f"{HOME}/room.db")
        root.ludoteca("check", "--database", f"{HOME}/copy", "--lang", "en")
        root.ludoteca("restore", f"{HOME}/copy", "--database", f"{HOME}/again.db")
    with served(root, "again.db"), told("the restored room opened"):
        game = asyncio.run(ana.get("/api/mine/finished"))["games"][0]
    if (game["table"], game["scores"]) != (table, scores):
        raise SystemExit(f"the restored room tells {game['scores']} instead of {scores}")
    print(f"proved: {root.ludoteca('--version').strip()}, scores {scores} after update and restore")


if __name__ == "__main__":
    if os.geteuid() or len(sys.argv) != 4:
        raise SystemExit(__doc__)
    prove(Root(Path(sys.argv[1])), Path(sys.argv[2]), Path(sys.argv[3]))
