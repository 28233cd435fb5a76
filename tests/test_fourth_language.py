"""One more language is files and nothing else: what it says is said, all the rest is English."""

from pathlib import Path

import pytest

from copied_package import PACKAGE, copy_package, run
from made_up_language import CODE, add_language


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = copy_package(tmp_path_factory.mktemp("fourth"))
    add_language(home)
    return home


def test_no_line_of_code_is_added(home: Path) -> None:
    for path in PACKAGE.rglob("*.py"):
        if "tests" not in path.parts:
            assert (home / "src/ludoteca" / path.relative_to(PACKAGE)).read_bytes() == path.read_bytes()


def test_the_command_line_speaks_it(home: Path) -> None:
    listed = run(home, "-m", "ludoteca", "games", "--lang", CODE)
    assert "Nazwa" in listed
    assert "Seats" in listed
    assert f"|{CODE}|" in run(home, "-m", "ludoteca", "games", "--help")


def test_rules_are_shown_in_it_where_they_are_translated(home: Path) -> None:
    assert "Tak się gra." in run(home, "-m", "ludoteca", "rules", "dobro", "--lang", CODE)
    assert "P1" in run(home, "-m", "ludoteca", "rules", "pega-em-6", "--lang", CODE)


def test_it_has_its_own_plural_forms(home: Path) -> None:
    for count, said in ((1, "jedna gra w 2 s"), (3, "3 gry w 2 s"), (5, "5 gier w 2 s")):
        values = {"games": count, "seconds": 2}
        code = (
            "from ludoteca.core.words import WORDS, Words;"
            f"print(Words({CODE!r}, WORDS).say('match.pace', {values}))"
        )
        assert run(home, "-c", code).strip() == said
