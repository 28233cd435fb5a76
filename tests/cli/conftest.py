"""The command line in this process: `run("games")` gives its exit status and what it wrote."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from ludoteca.cli import main


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def quiet_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """An English system, 80 columns, no colours."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def run_with(*arguments: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = main(arguments)
        return Ran(status, *capsys.readouterr())

    return run_with
