"""What a seat observes at a table: its view, the history that all have seen, and nothing more."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca.bots.evaluator import Evaluator
from ludoteca.bots.observation import Observation, observe, observe_view
from ludoteca.bots.registry import choice_of
from ludoteca.bots.search import Plan
from ludoteca.core import chance
from ludoteca.core.table import imagine_anew
from random_play import SEED, Setting, copy, counted, few_settings, samples

few = pytest.mark.parametrize("setting", few_settings(), ids=str)
FEW = Plan(playouts=counted(60, 6))
MASTERLY = replace(FEW, infer_types=True, predict_choices=True, for_victory=True)


def observations(setting: Setting) -> list[tuple[Observation, Observation, Observation]]:
    """Each seat to act by its view, at its table, and at a table with everything hidden drawn anew."""
    found = []
    for table in samples(setting, each=counted(3, 1)):
        for seat in table.to_act[:2]:
            other = copy(table)
            chance.rekey(other.states[0], SEED + 1)
            imagine_anew(other.states, seat)
            by_view = observe_view(setting.game, table.view(seat), seat)
            found.append((by_view, observe(table, seat), observe(other, seat)))
    return found


@few
def test_observing_a_table_is_observing_its_view(setting: Setting) -> None:
    for by_view, *at_tables in observations(setting):
        for at_table in at_tables:
            assert at_table.view == by_view.view
            assert Evaluator(at_table, 7).evaluate(FEW) == Evaluator(by_view, 7).evaluate(FEW)
            for name in ("beginner", "casual", setting.game.bots.NAMES[0]):
                assert choice_of(at_table, name, 7) == choice_of(by_view, name, 7)


@few
def test_a_search_that_models_opponents_knows_nothing_of_hidden_cards_either(setting: Setting) -> None:
    for _, at_table, at_another in observations(setting):
        assert Evaluator(at_table, 7).evaluate(MASTERLY) == Evaluator(at_another, 7).evaluate(MASTERLY)


def test_optional_keys_of_a_view_leave_the_luck_of_a_search_as_it_is() -> None:
    game: Any = SimpleNamespace(notation=SimpleNamespace(OPTIONAL_KEYS=("known",)))

    def key(view: dict[str, int]) -> bytes:
        return Observation(game, view, 0, None).search_key(7)  # type: ignore[arg-type]

    assert key({"seats": 2, "known": 1}) == key({"seats": 2}) != key({"seats": 3})
