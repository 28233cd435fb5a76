"""The page draws the board and the track from web/box.ts: they must be those of the rules."""

import re
from pathlib import Path

from ludoteca.games.double_double_dominoes.slots import UPPER_HALF
from ludoteca.games.double_double_dominoes.tables import BONUS, GOALS, SETS, SPACES

WEB = Path(__file__).parents[1] / "web"
PRINTED = (WEB / "box.ts").read_text(encoding="utf-8")


def numbers(name: str) -> list[int]:
    found = re.search(rf"const {name} = \[([\d, ]+)\]", PRINTED)
    assert found
    return [int(number) for number in found[1].split(",")]


def test_the_page_draws_the_diamonds_and_the_star_of_the_board():
    assert tuple(re.findall(r'^  "([\d.* ]{29})",$', PRINTED, re.MULTILINE)) == UPPER_HALF


def test_the_page_draws_the_pips_of_the_track():
    assert f'"{SPACES}"' in PRINTED


def test_the_page_draws_the_goals_and_counts_the_sets():
    assert numbers("GOALS") == list(GOALS)
    assert numbers("SETS") == list(SETS)


def test_the_page_shows_the_bonus():
    assert f"const BONUS = {BONUS};" in (WEB / "previews.ts").read_text(encoding="utf-8")
