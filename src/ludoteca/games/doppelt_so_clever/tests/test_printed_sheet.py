"""The page prints the sheet from web/sheet.json: it must be the sheet of the rules."""

import json
from pathlib import Path
from typing import Any

from ludoteca.games.doppelt_so_clever import tables
from ludoteca.games.doppelt_so_clever.actions import ROW_NAMES
from ludoteca.games.doppelt_so_clever.tables import BONUSES, Bar, Track

PRINTED = json.loads((Path(__file__).parents[1] / "web/sheet.json").read_text(encoding="utf-8"))


def names(bonuses: Any) -> list[str | None]:
    return [BONUSES[bonus] if bonus else None for bonus in bonuses]


def test_rounds_and_levels() -> None:
    assert [0, *PRINTED["players_to_rounds"].values()] == list(tables.ROUNDS_OF)
    assert PRINTED["round_bonus"] == names(tables.ROUND_BONUS)
    assert PRINTED["solo_levels"] == list(tables.SOLO_LEVELS)


def test_action_bars() -> None:
    for bar in Bar:
        printed = PRINTED["bars"][bar.name.lower()]
        assert printed == {"slots": tables.CIRCLES, "end_bonus": BONUSES[tables.BAR_BONUS[bar]]}


def test_silver() -> None:
    silver = PRINTED["silver"]
    assert silver["rows"] == list(ROW_NAMES)
    assert silver["column_bonus"] == names(tables.SILVER_BONUS)
    assert silver["row_points_by_marks"] == list(tables.SILVER_POINTS)


def test_yellow() -> None:
    yellow = PRINTED["yellow"]
    assert yellow["grid"] == [[number or None for number in row] for row in tables.YELLOW_GRID]
    assert yellow["row_bonus"] == names(tables.YELLOW_ROW_BONUS)
    assert yellow["col_bonus"] == names(tables.YELLOW_COLUMN_BONUS)
    assert yellow["points_by_crosses"] == list(tables.YELLOW_POINTS)


def test_tracks() -> None:
    for track in Track:
        assert PRINTED[track.name.lower()]["bonus"] == names(tables.TRACK_BONUS[track])
    assert PRINTED["blue"]["points_by_filled"] == list(tables.BLUE_POINTS)
    assert PRINTED["green"]["multiplier"] == list(tables.MULTIPLIER[Track.GREEN])
    assert PRINTED["pink"]["min_for_bonus"] == [least or None for least in tables.MINIMUM[Track.PINK]]
