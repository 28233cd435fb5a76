"""One more game is one more folder: dropped into a copy of the package, it is found everywhere."""

import json
import shutil
from pathlib import Path

import pytest

import ludoteca
from copied_package import NOT_COPIED, PACKAGE, copy_package, run
from ludoteca.core.compiled import PLAIN

HERE = Path(__file__).parent
PYTEST = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov", "-W", "error")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the tiny game in it, and the shared tests beside it, as they are."""
    home = copy_package(tmp_path_factory.mktemp("fifth"))
    shutil.copytree(HERE / "tiny_game", games(home) / "tiny_game")
    (home / "tests").mkdir()
    for file in (*HERE.glob("*.py"), HERE.parent / "pyproject.toml"):
        shutil.copy(file, home / file.relative_to(HERE.parent))
    return home


def games(home: Path) -> Path:
    return home / "src" / "ludoteca" / "games"


def run_code(home: Path, code: str) -> str:
    return run(home, "-c", f"import ludoteca\nfrom ludoteca.core.batch import simulate\n{code}").strip()


def test_nothing_but_a_folder_is_added(home: Path) -> None:
    added = {path.relative_to(home / "src/ludoteca") for path in (home / "src/ludoteca").rglob("*.py")}
    ours = {path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py") if "tests" not in path.parts}
    assert {path.parts[:2] for path in added - ours} == {("games", "tiny_game")}
    for path in ours:
        assert (home / "src/ludoteca" / path).read_bytes() == (PACKAGE / path).read_bytes()


def test_the_game_is_listed_and_played(home: Path) -> None:
    assert json.loads(run_code(home, "import json; print(json.dumps(ludoteca.games()))")) == sorted(
        [*ludoteca.games(), "tiny-game"]
    )
    code = (
        "table = ludoteca.game('tiny-game').start(3, seed=7)\n"
        "while not table.over:\n"
        "    seat = table.to_act[0]\n"
        "    table.play(seat, table.legal(seat)[0])\n"
        "print(sum(table.scores), bool(table.winners))"
    )
    assert run_code(home, code) == "3 True"


def test_the_levels_play_it_without_a_hook(home: Path) -> None:
    """Random playouts to the end, judged by the share of the victory."""
    code = (
        "from ludoteca import bots\n"
        "game = ludoteca.game('tiny-game')\n"
        "table = game.start(2, seed=7)\n"
        "while not table.over:\n"
        "    for seat in table.to_act:\n"
        "        name = 'master' if seat == 0 else 'beginner'\n"
        "        table.play(seat, bots.choose(game, table.view(seat), seat, name, 1))\n"
        "found = bots.evaluate(game, game.start(2, seed=7).view(0), 0, bots.Plan(playouts=60))\n"
        "print(len(table.winners) > 0, len(found), all(0 <= one.worth <= 1 for one in found))"
    )
    assert run_code(home, code) == "True 3 True"


def test_many_games_are_played_from_one_call(home: Path) -> None:
    code = (
        "batch = simulate(ludoteca.game('tiny-game'), 500, 2, bots=['highest', 'random'], seed=7)\n"
        "print(set(batch.scores.sum(axis=1).tolist()), set(batch.decisions.tolist()))"
    )
    assert run_code(home, code) == "{3} {6}"


def test_the_command_line_finds_the_game(home: Path) -> None:
    if not (PACKAGE / "__main__.py").exists():
        pytest.skip("there is no command line yet")
    assert "tiny-game" in run(home, "-m", "ludoteca", "games")
    assert "H2" in run(home, "-m", "ludoteca", "rules", "tiny-game")
    asked = ("simulate", "tiny-game", "--games", "50", "--seats", "3", "--seed", "7", "--json")
    assert isinstance(json.loads(run(home, "-m", "ludoteca", *asked)), dict)
    run(home, "-m", "ludoteca", "simulate", "tiny-game", "--games", "5", "--seats", "9", status=2)
    asked = ("study", "tiny-game", "--games", "30", "--workers", "1", "--report", str(home / "study"))
    assert "Tiny game" in run(home, "-m", "ludoteca", *asked)
    assert "A player wins the trick" in (home / "study" / "report.html").read_text(encoding="utf-8")


def test_the_shared_tests_try_the_game(home: Path) -> None:
    shared = [f"tests/{path.name}" for path in sorted(HERE.glob("test_every_*.py"))]
    said = run(
        home, *PYTEST, *shared, "tests/test_plain_is_compiled.py", "-m", "not long", "-k", "tiny", "-v"
    )
    for name in shared:
        assert f"{name}::" in said
    assert " passed" in said
    assert ("skipped" in said) == PLAIN  # in plain mode there is nothing to compare with plain rules


def test_the_tests_in_the_folder_of_the_game_are_run(home: Path) -> None:
    said = run(home, *PYTEST, "src/ludoteca/games/tiny_game")
    assert "4 passed" in said


# Two games with records that are alike


TWIN = {
    "__init__.py": [("tiny-game", "tiny-twin")],
    "rules.py": [("state.points[other] > state.points[seat]", "state.points[other] < state.points[seat]")],
}


@pytest.fixture(scope="module")
def twins(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny game again, by another name and with another rule: in the twin, fewest points win."""
    both = tmp_path_factory.mktemp("twins")
    shutil.copytree(home / "src", both / "src", ignore=NOT_COPIED)
    twin = shutil.copytree(HERE / "tiny_game", games(both) / "tiny_twin")
    for name, changes in TWIN.items():
        text = (twin / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (twin / name).write_text(text, encoding="utf-8")
    return both


WINNERS_SCORE = (
    "batch = simulate(ludoteca.game({id!r}), 200, 2, bots=['highest', 'random'], seed=7)\n"
    "best = (batch.scores * batch.winners).sum() / batch.winners.sum()\n"
    "print('most' if best > 1.5 else 'fewest')"
)


def test_a_game_made_from_a_copy_never_plays_by_the_rules_of_the_other(twins: Path) -> None:
    """Each in a process of its own, with one cache: the record's type decides whose rules are found."""
    assert run_code(twins, WINNERS_SCORE.format(id="tiny-game")) == "most"
    assert run_code(twins, WINNERS_SCORE.format(id="tiny-twin")) == "fewest"
    assert run_code(twins, WINNERS_SCORE.format(id="tiny-game")) == "most"
