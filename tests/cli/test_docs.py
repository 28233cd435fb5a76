"""The documentation tells the truth: its Python runs, and it names every command and option there is."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = (
    "games", "rules", "simulate", "bench", "compile", "match", "study", "train", "play", "verify", "review",
    "mcp", "ratings",
)  # fmt: skip


def run_python(page: str, shorter: dict[str, str]) -> None:
    """Run every example of a page, with some of its numbers made small."""
    text = (DOCS / page).read_text(encoding="utf-8")
    for long, short in shorter.items():
        text = text.replace(long, short)
    names: dict[str, Any] = {}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(code, names)


def test_the_python_of_the_documentation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run_python("python.md", {"1_000_000": "2"})
    assert "choose_first P3" in capsys.readouterr().out


def test_the_text_environment_of_the_documentation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for code in re.findall(
        r"```python\n(.*?)```", (DOCS / "programs.md").read_text(encoding="utf-8"), re.DOTALL
    ):
        exec(code, {})
    assert capsys.readouterr().out.startswith("[")


def test_the_python_of_the_page_on_environments_runs() -> None:
    run_python("environments.md", {"4096": "16"})


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_documented(run: Callable[..., Any], command: str) -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    part = re.search(rf"^## {command}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert part
    shared = text.partition("## games")[0]
    for option in set(re.findall(r"--[a-z]+", run(command, "--help").out)) - {"--help"}:
        assert f"`{option}" in part[1] or f"`{option}" in shared
