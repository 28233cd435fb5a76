"""The command as a process of its own: what only shows from outside."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ludoteca
from ludoteca.core.compiled import PLAIN

COMMAND = [sys.executable, "-m", "ludoteca"]
HERE = {**os.environ, "PYTHONPATH": str(Path(ludoteca.__file__).parents[1]), "LC_ALL": "C.UTF-8"}


def start(*arguments: str, apart: bool = False, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, *arguments], env={**HERE, **environment}, text=True, encoding="utf-8",
        start_new_session=apart, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_bad_input_gets_one_line_and_status_2() -> None:
    process = start("play", "chess")
    out, err = process.communicate()
    assert (process.returncode, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("ludoteca: there is no game 'chess'")


def test_a_reader_who_goes_away_is_no_error() -> None:
    process = start("rules", "pega-em-6")
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate()
    assert err == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_leaves_without_a_traceback() -> None:
    process = start("play", "pega-em-6", "--seats", "2", PYTHONUNBUFFERED="1")
    assert process.stdout is not None
    while "Choose a card" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert "You have left the game." in out
    assert "Traceback" not in err


# Without `exec` the shell may lose a Ctrl-C while it starts the program, which then keeps our output open.
SILENT = "program:sh -c 'touch {}; exec sleep 60'"

# The first of them, which is tried out before the match, answers; those that workers start say nothing.
SILENT_LATER = """
import json, os, pathlib, signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_DFL)
here = pathlib.Path(sys.argv[1])
try:
    (here / "tried").touch(exist_ok=False)
    print(json.dumps(json.loads(sys.stdin.readline())["legal"][0]), flush=True)
except FileExistsError:
    (here / f"asked-{os.getpid()}").touch()
    time.sleep(60)
"""


def interrupted(here: Path, programs: int, *arguments: str) -> tuple[int, str]:
    """Start a command, press Ctrl-C when programs have been asked: how did it end, and what did it say?"""
    process = start(*arguments, apart=True)
    while len([*here.glob("asked*")]) < programs and process.poll() is None:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    _, err = process.communicate(timeout=20)
    return process.returncode, err


def match_of(program: str) -> list[str]:
    return ["match", program, "random", "--game", "pega-em-6", "--workers", "2", "--deals", "50"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_ends_a_match_at_once_while_its_bots_are_tried_out(tmp_path: Path) -> None:
    code, err = interrupted(tmp_path, 1, *match_of(SILENT.format(tmp_path / "asked")))
    assert code == 130
    assert "Traceback" not in err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_ends_a_match_at_once_on_several_cores(tmp_path: Path) -> None:
    script = tmp_path / "silent_later.py"
    script.write_text(SILENT_LATER)
    program = f"program:{sys.executable} {script} {tmp_path}"
    code, err = interrupted(tmp_path, 2, *match_of(program))
    assert code == 130
    assert "Traceback" not in err


@pytest.mark.long
@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_compiling_is_announced_on_first_use_only(tmp_path: Path) -> None:
    arguments = ("simulate", "pega-em-6", "--games", "2", "--json")
    first, second = (start(*arguments, LUDOTECA_CACHE=str(tmp_path)).communicate() for _ in range(2))
    assert first[1].startswith("Compiling the rules for this machine, once ...")
    assert first[1].count("\n") == 1
    assert second[1] == ""
    assert first[0].startswith("{")
    assert second[0].startswith("{")
