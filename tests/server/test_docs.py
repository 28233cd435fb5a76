"""docs/api.md names every message, every step and every reason for a refusal that the server has."""

import re
from pathlib import Path
from typing import get_args

import pytest

from ludoteca.server.table import messages
from ludoteca.server.table.registry import NewTable
from ludoteca.server.table.state import TableState
from ludoteca.server.table.views import WRITE

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SERVER = sorted((ROOT / "src" / "ludoteca" / "server").rglob("*.py"))
COMMANDS = [kind.__struct_config__.tag for kind in get_args(messages.Incoming)]
STATE = (ROOT / "src" / "ludoteca" / "server" / "table" / "state.py").read_text(encoding="utf-8")
STEPS = re.findall(r"def _(\w+)\(self, entry: Entry\) -> Step", STATE)
CODES = sorted(
    {
        code
        for file in SERVER
        for code in re.findall(r'(?:Refused\(|require\([^"\n]*)"(\w+)"', file.read_text(encoding="utf-8"))
    }
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_documented(command):
    assert f"| `{command}` |" in TEXT or f'"type": "{command}"' in TEXT


@pytest.mark.parametrize("did", sorted(set(STEPS) - {"reveal"}))
def test_every_step_is_documented(did):
    assert hasattr(TableState, f"_{did}")
    assert f"| `{did}` |" in TEXT


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_is_documented(code):
    assert f"`{code}`" in TEXT


@pytest.mark.parametrize("name", [*WRITE, *NewTable.__struct_fields__])
def test_every_field_of_a_table_is_documented(name):
    assert f'"{name}"' in TEXT
