"""What bots choose, expect, advise and review is what `golden_choices.json` says: play has not changed."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import ludoteca
from bots import make_golden_choices as g
from ludoteca import bots
from ludoteca.core.compiled import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="a search in plain mode takes too long")
every_game = pytest.mark.parametrize("id", ludoteca.games())
GOLDEN = json.loads(g.FILE.read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def fixed_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    g.fix_keys(monkeypatch.setattr)


def golden(part: str, id: str) -> list[Any]:
    return [row for row in GOLDEN[part] if row[0] == id]


def as_read(value: Any) -> Any:
    """As JSON gives it back."""
    return json.loads(json.dumps(value))


def require_same_rows(rows: list[Any], positions: list[g.Position], written: Callable[[Any], Any]) -> None:
    assert [position.where for position in positions] == [row[:6] for row in rows]
    for row, position in zip(rows, positions, strict=True):
        assert as_read(written(position)) == row


@every_game
def test_the_golden_choices_are_of_all_bots(id: str) -> None:
    assert golden("bots", id) == [[id, list(bots.names(ludoteca.game(id)))]]


@every_game
def test_bots_choose_as_they_did(id: str) -> None:
    require_same_rows(g.short(golden("choices", id)), g.short(g.positions(id)), g.row)


@pytest.mark.long
@every_game
def test_bots_choose_as_they_did_in_many_positions(id: str) -> None:
    require_same_rows(golden("choices", id), g.positions(id), g.row)


@every_game
def test_hints_are_as_they_were(id: str) -> None:
    require_same_rows(golden("hints", id), g.hinted(id), g.hint_row)


@every_game
def test_reviews_are_as_they_were(id: str) -> None:
    assert [as_read(g.review_row(id))] == golden("reviews", id)
