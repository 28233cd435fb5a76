"""The channels of an observation say what the view says."""

import random
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core.observation import layout_of, observation_of
from ludoteca.games.doppelt_so_clever.actions import AREA_NAMES, DIE_NAMES, ROW_NAMES
from ludoteca.games.doppelt_so_clever.marks import CIRCLE, CROSS
from ludoteca.games.doppelt_so_clever.tables import CELL_AT, CELLS, Bar, Track

Json = dict[str, Any]


def require_sheet(sheet: Json, seen: dict[str, np.ndarray]) -> None:
    marks = seen["open_marks"]
    silver = [[n + 1 for n in range(6) if not marks[row * 6 + n]] for row in range(len(ROW_NAMES))]
    assert silver == [sheet["silver"][name] for name in ROW_NAMES]
    for cell in range(CELLS):
        row, column = CELL_AT[cell]
        said = 0 if marks[CIRCLE + cell] else 1 if marks[CROSS + cell] else 2
        assert said == sheet["yellow"][row][column]
    for track in Track:
        written = sheet[track.name.lower()]
        assert seen["numbers"][track][: len(written)].tolist() == written
    for bar in Bar:
        assert [seen["unlocked"][bar], seen["used"][bar]] == sheet[bar.name.lower()]
    assert seen["waiting"].tolist() == [sheet["bonuses"].count(name) for name in AREA_NAMES]
    assert [int(seen["foxes"]), bool(seen["picked"]), bool(seen["done"])] == [
        sheet["foxes"], sheet["picked"], sheet["done"],
    ]  # fmt: skip
    for name in ("sweeps", "extra_used"):
        assert sorted(DIE_NAMES[die] for die in np.flatnonzero(seen[name])) == sheet[name]


SHEET = (
    "open_marks", "numbers", "unlocked", "used", "foxes", "waiting", "sweeps", "extra_used", "picked", "done",
)  # fmt: skip


@pytest.mark.parametrize("seats", [1, 3])
def test_the_channels_say_what_the_view_says(seats: int) -> None:
    table, rng = ludoteca.game("doppelt-so-clever").start(seats, seed=7), random.Random(7)
    while not table.over:
        seat = rng.choice(table.to_act)
        view, seen = table.view(seat), layout_of(table).read(observation_of(table, seat))
        for place in range(seats):
            sheet = view["sheets"][(seat + place) % seats]
            require_sheet(sheet, {name: seen[name][place] for name in SHEET})
        for die, name in enumerate(DIE_NAMES):
            place = "tray" if seen["tray"][die] else "field" if seen["fields"][die] else "pool"
            assert view["dice"][name] == {"value": int(seen["dice"][die]) or None, "at": place}
        assert (int(seen["active"].argmax()) + seat) % seats == view["active"]
        assert [seen["round"].item(), seen["turn"].item(), seen["rolls"].item()] == [
            view["round"], view["turn"], view["roll"],
        ]  # fmt: skip
        assert seen["passive_half"].item() == (view["role"] == "passive")
        table.play(seat, rng.choice(table.legal(seat)))
