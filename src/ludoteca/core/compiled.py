"""Compile a rule once and keep the machine code, in a folder that no edit of a rule can leave stale.

Set `LUDOTECA_PLAIN=1` to run every rule as ordinary Python, for tests and debuggers.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import numba
from numba.extending import register_jitable

from ludoteca.core.numba_parts import PartCompiler

PLAIN = os.environ.get("LUDOTECA_PLAIN", "") not in ("", "0")
BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)
DAYS_KEPT = 30
HASHED = (".py", ".npz")  # machine code holds the weights of a net as constants
COMPILED = ("core", "games", "bots", "lab")  # the folders that hold compiled code

Function = TypeVar("Function", bound=Callable[..., object])


def sources_hash() -> str:
    """A name that changes with any source of compiled code, with Numba, and with the bounds checks.

    Numba itself would miss an edit in a function that is called from another file.
    """
    return digest_of_sources(f"{numba.__version__} {sys.version} {BOUNDS_CHECKED}")


def digest_of_sources(beside: str = "") -> str:
    """A name for the sources of compiled code, and for what stands beside them."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256(beside.encode())
    for folder in COMPILED:
        for source in sorted(found for found in (package / folder).rglob("*") if found.suffix in HASHED):
            name = source.relative_to(package)
            if "tests" not in name.parts:
                digest.update(name.as_posix().encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def caches() -> Path:
    """The folder for machine code: `LUDOTECA_CACHE`, or the place the system keeps for such things."""
    if "LUDOTECA_CACHE" in os.environ:
        return Path(os.environ["LUDOTECA_CACHE"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~\\AppData\\Local")).expanduser() / "ludoteca"
    if sys.platform == "darwin":
        return Path("~/Library/Caches/ludoteca").expanduser()
    return Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "ludoteca"


def forget_old_caches(folder: Path) -> None:
    """Remove machine code of former versions that nobody has used for a month."""
    for old in folder.glob("[0-9a-f]" * 16):
        with suppress(FileNotFoundError):  # another process may be cleaning up as well
            if time.time() - old.stat().st_mtime > DAYS_KEPT * 86400:
                shutil.rmtree(old, ignore_errors=True)


def prepare_cache() -> Path:
    """The folder for this version's machine code; where the usual place cannot be written, a passing one."""
    name = sources_hash()
    folder = caches() / name
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            forget_old_caches(folder.parent)
        os.utime(folder)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="ludoteca-")) / name
        folder.mkdir()
    return folder


if not PLAIN:
    CACHE = prepare_cache()
    numba.config.CACHE_DIR = str(CACHE)


HOW = {"nogil": True, "error_model": "numpy", "boundscheck": BOUNDS_CHECKED}
AS_PART = {"pipeline_class": PartCompiler, **HOW}


def compiled(function: Function) -> Function:
    """Let compiled code call `function` as a part of itself. Called from Python it simply runs as Python."""
    if not PLAIN:
        register_jitable(**AS_PART)(function)
    return function


def entry(function: Function) -> Function:
    """A door from Python into compiled code: compiled as a whole on its first use, and kept on disk."""
    if PLAIN:
        return function
    compile_it: Callable[[Function], Function] = numba.njit(cache=True, **HOW)
    return compile_it(function)
