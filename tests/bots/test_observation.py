"""Who looks at a table sees what the view tells, remembers what all saw, and knows not a bit more."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca.bots.evaluate import Evaluator, Plan, key_for
from ludoteca.bots.observation import Observation, look, read
from ludoteca.bots.registry import choice_of
from ludoteca.core import chance
from ludoteca.core.table import imagine_anew
from random_play import SEED, Setting, copy, counted, few_settings, samples

few = pytest.mark.parametrize("setting", few_settings(), ids=str)
FEW = Plan(playouts=counted(60, 6))
MASTERLY = replace(FEW, remembers=True, foresees=True, for_victory=True)


def sights(setting: Setting) -> list[tuple[Observation, Observation, Observation]]:
    """Each seat to act by its view, at its table, and at a table with everything hidden drawn anew."""
    found = []
    for table in samples(setting, each=counted(3, 1)):
        for seat in table.to_act[:2]:
            other = copy(table)
            chance.rekey(other.states[0], SEED + 1)
            imagine_anew(other.states, seat)
            found.append((read(setting.game, table.view(seat), seat), look(table, seat), look(other, seat)))
    return found


@few
def test_looking_at_a_table_is_reading_its_view(setting: Setting) -> None:
    for by_view, *at_tables in sights(setting):
        for at_table in at_tables:
            assert at_table.view == by_view.view
            assert Evaluator(at_table, 7).weigh(FEW) == Evaluator(by_view, 7).weigh(FEW)
            for name in ("beginner", "casual", setting.game.bots.NAMES[0]):
                assert choice_of(at_table, name, 7) == choice_of(by_view, name, 7)


@few
def test_who_remembers_and_foresees_knows_nothing_of_hidden_cards_either(setting: Setting) -> None:
    for _, at_table, at_another in sights(setting):
        assert Evaluator(at_table, 7).weigh(MASTERLY) == Evaluator(at_another, 7).weigh(MASTERLY)


def test_optional_keys_of_a_view_leave_the_luck_of_a_search_as_it_is() -> None:
    game: Any = SimpleNamespace(notation=SimpleNamespace(OPTIONAL_KEYS=("known",)))

    def key(view: dict[str, int]) -> bytes:
        return key_for(7, Observation(game, view, 0, None))  # type: ignore[arg-type]

    assert key({"seats": 2, "known": 1}) == key({"seats": 2}) != key({"seats": 3})
