import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import ludoteca
from ludoteca.core import compiled

PACKAGE = Path(ludoteca.__file__).parent
A_MONTH_AND_A_DAY = 31 * 86400


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in which `compiled` believes to live, under a folder named like our tests."""
    folder = tmp_path / "tests" / "ludoteca"
    for name in ("core/compiled.py", "core/chance.py", "games/__init__.py", "games/a_game/rules.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"# {name}\n")
    monkeypatch.setattr(compiled, "__file__", str(folder / "core" / "compiled.py"))
    return folder


# The name of the folder


@pytest.mark.parametrize("source", ["core/chance.py", "games/a_game/rules.py", "games/__init__.py"])
def test_the_hash_changes_with_any_source(package: Path, source: str) -> None:
    before = compiled.sources_hash()
    assert compiled.sources_hash() == before
    (package / source).write_text("# edited\n")
    assert compiled.sources_hash() != before


def test_the_hash_changes_with_a_new_a_renamed_and_a_removed_source(package: Path) -> None:
    seen = {compiled.sources_hash()}
    (package / "games/a_game/bots.py").write_text("# new\n")
    seen.add(compiled.sources_hash())
    (package / "games/a_game/bots.py").rename(package / "games/a_game/other.py")
    seen.add(compiled.sources_hash())
    (package / "core/chance.py").unlink()
    assert len(seen | {compiled.sources_hash()}) == 4


def test_the_hash_does_not_change_with_tests_and_texts(package: Path) -> None:
    before = compiled.sources_hash()
    (package / "games/a_game/tests").mkdir()
    (package / "games/a_game/tests/test_rules.py").write_text("# a test\n")
    (package / "games/a_game/RULES.md").write_text("# A game\n")
    assert compiled.sources_hash() == before


@pytest.mark.parametrize("switch", ["BOUNDS_CHECKED"])
def test_the_hash_changes_with_the_bounds_checks(
    package: Path, switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = compiled.sources_hash()
    monkeypatch.setattr(compiled, switch, not getattr(compiled, switch))
    assert compiled.sources_hash() != before


def test_the_hash_changes_with_numba_and_python(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = {compiled.sources_hash()}
    with monkeypatch.context() as patch:
        patch.setattr(compiled.numba, "__version__", "0.0.1")
        seen.add(compiled.sources_hash())
    with monkeypatch.context() as patch:
        patch.setattr(compiled.sys, "version", "4.0")
        seen.add(compiled.sources_hash())
    assert len(seen) == 3


# Where it is


def test_the_cache_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path / "here"))
    assert compiled.caches() == tmp_path / "here"


@pytest.mark.parametrize(
    ("platform", "variable", "expected"),
    [("linux", "XDG_CACHE_HOME", "ludoteca"), ("win32", "LOCALAPPDATA", "ludoteca")],
)
def test_else_it_is_where_the_system_keeps_such_things(
    platform: str, variable: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LUDOTECA_CACHE", raising=False)
    monkeypatch.setattr(compiled.sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert compiled.caches() == tmp_path / expected


def test_on_a_mac_it_is_in_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTECA_CACHE", raising=False)
    monkeypatch.setattr(compiled.sys, "platform", "darwin")
    assert compiled.caches() == Path.home() / "Library" / "Caches" / "ludoteca"


def test_machine_code_of_former_versions_is_removed_after_a_month(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path / "cache"))
    old, recent, foreign = (tmp_path / "cache" / name for name in ("0123456789abcdef", "f" * 16, "my_things"))
    for folder in (old, recent, foreign):
        folder.mkdir(parents=True)
        (folder / "code.nbi").write_text("")
    long_ago = recent.stat().st_mtime - A_MONTH_AND_A_DAY
    os.utime(old, (long_ago, long_ago))
    os.utime(foreign, (long_ago, long_ago))
    now = compiled.prepare_cache()
    assert now == tmp_path / "cache" / compiled.sources_hash()
    assert [folder.exists() for folder in (now, old, recent, foreign)] == [True, False, True, True]


def test_a_folder_in_use_stays_young(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path / "cache"))
    folder = compiled.prepare_cache()
    long_ago = folder.stat().st_mtime - A_MONTH_AND_A_DAY
    os.utime(folder, (long_ago, long_ago))
    assert compiled.prepare_cache() == folder
    assert folder.stat().st_mtime > long_ago + A_MONTH_AND_A_DAY - 86400


def test_many_may_prepare_the_cache_at_once(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTECA_CACHE", str(tmp_path / "cache"))
    problems: list[BaseException] = []

    def prepare() -> None:
        try:
            compiled.prepare_cache()
        except BaseException as problem:
            problems.append(problem)

    for _ in range(20):
        shutil.rmtree(tmp_path / "cache", ignore_errors=True)
        threads = [threading.Thread(target=prepare) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert problems == []


# Plain and compiled


@compiled.compiled
def double(number: int) -> int:
    return number + number


@compiled.entry
def fourfold(number: int) -> int:
    return double(double(number))


def test_a_part_called_from_python_is_ordinary_python() -> None:
    assert double("ab") == "abab"  # type: ignore[comparison-overlap, arg-type]


def test_an_entry_does_the_same_in_both_modes() -> None:
    assert fourfold(5) == 20
    assert hasattr(fourfold, "py_func") is not compiled.PLAIN


def run(code: str, **environment: str) -> str:
    paths = os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])
    variables = {**os.environ, "PYTHONPATH": paths, **environment}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(("flag", "plain"), [("1", True), ("yes", True), ("", False), ("0", False)])
def test_the_environment_chooses_plain_rules(flag: str, plain: bool, tmp_path: Path) -> None:
    code = "from ludoteca.core import compiled; print(compiled.PLAIN, hasattr(compiled, 'CACHE'))"
    assert run(code, LUDOTECA_PLAIN=flag, LUDOTECA_CACHE=str(tmp_path)) == f"{plain} {not plain}"
    assert bool(list(tmp_path.iterdir())) is not plain


def test_plain_rules_are_not_compiled_even_as_a_whole(tmp_path: Path) -> None:
    code = "from ludoteca.core.table import why_not; print(type(why_not).__name__)"
    assert run(code, LUDOTECA_PLAIN="1", LUDOTECA_CACHE=str(tmp_path)) == "function"


@pytest.mark.skipif(compiled.PLAIN, reason="only compiled rules are checked or not")
def test_an_index_outside_is_an_error_when_bounds_are_checked(tmp_path: Path) -> None:
    code = (
        "import numpy as np; from ludoteca.core.compiled import *\n"
        "import sys; sys.path.insert(0, sys.argv[-1])\n"
        "import outside\n"
        "try: outside.look(np.zeros(3, dtype=np.int64), 3)\n"
        "except IndexError: print('refused')\n"
    )
    (tmp_path / "outside.py").write_text(
        "from ludoteca.core.compiled import compiled, entry\n\n\n"
        "@compiled\ndef at(cards, place):\n    return cards[place]\n\n\n"
        "@entry\ndef look(cards, place):\n    return at(cards, place)\n"
    )
    code = code.replace("sys.argv[-1]", repr(str(tmp_path)))
    assert (
        run(code, NUMBA_BOUNDSCHECK="1", LUDOTECA_PLAIN="0", LUDOTECA_CACHE=str(tmp_path / "c")) == "refused"
    )


def test_numbers_of_a_record_and_of_python_are_the_same_to_an_entry() -> None:
    assert fourfold(np.int64(5)) == 20
