"""A copy of the package, to which a test adds files as a person would, and commands that run there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import ludoteca

PACKAGE = Path(ludoteca.__file__).parent
NOT_COPIED = shutil.ignore_patterns("__pycache__", ".*_cache", "tests")


def copy_package(home: Path) -> Path:
    shutil.copytree(PACKAGE, home / "src" / "ludoteca", ignore=NOT_COPIED)
    return home


def run(home: Path, *command: str, status: int = 0) -> str:
    """Run Python in the copy; its machine code has a cache of its own, which goes with it."""
    environment = {
        **os.environ, "PYTHONPATH": str(home / "src"), "LUDOTECA_CACHE": str(home / "cache"),
        "PYTHONIOENCODING": "utf-8", "COLUMNS": "100",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, *command],
        cwd=home, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == status, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout
