"""The page's types of views and events are those that the games declare, and the engine keeps to them."""

from typing import get_type_hints

import msgspec
import pytest

import ludoteca
from page.make_view_types import declared, path_of, with_page, written
from page.mirror import steps
from random_play import few_settings

every_game = pytest.mark.parametrize("id", with_page())


@every_game
def test_the_types_of_the_page_are_fresh(id: str) -> None:
    hint = "run `python tests/page/make_view_types.py`"
    assert path_of(id).read_text(encoding="utf-8") == written(ludoteca.game(id)), hint


@every_game
def test_views_and_events_keep_to_their_types(id: str) -> None:
    shape = declared(id)
    kinds = {kind.name: kind for kind in ludoteca.game(id).notation.EVENTS}
    hints = get_type_hints(shape.View)
    for setting in few_settings():
        for step in steps(setting, 1, 12) if setting.id == id else ():
            assert step["after"].keys() <= hints.keys()
            msgspec.convert(step["after"], shape.View, strict=True)
            for event in step["events"]:
                kind = kinds[event["event"]]
                assert set(event) - {"event"} <= set(kind.fields)
                assert set(event) >= set(kind.fields) - set(kind.secret)
                for name in set(event) - {"event"}:
                    msgspec.convert(event[name], shape.EVENT_VALUES.get(name, int), strict=True)
