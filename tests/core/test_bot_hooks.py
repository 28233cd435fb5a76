"""What a game tells bots is declared: an unknown name is refused, and so is a hook of another shape."""

from types import SimpleNamespace
from typing import Any

import pytest

import ludoteca
from ludoteca.core.bot_hooks import Hooks, Level, require_hooks


def game(**bots: Any) -> Any:
    return SimpleNamespace(id="some-game", bots=SimpleNamespace(**bots))


def worth(state: Any, seat: int, start: Any) -> float:
    return 1.0


@pytest.mark.parametrize("id", ludoteca.games())
def test_every_game_declares_its_hooks(id: str) -> None:
    require_hooks(ludoteca.game(id))


def test_a_game_may_leave_all_hooks_out() -> None:
    require_hooks(game(HOOKS=Hooks()))
    assert Hooks().worth_for_victory() is Hooks().worth


def test_a_misspelt_hook_is_refused() -> None:
    with pytest.raises(TypeError, match="wroth"):
        Hooks(wroth=worth)  # type: ignore[call-arg]


def test_the_figures_of_a_level_have_names() -> None:
    assert Level(playouts=2, miss_rate=0.5).halving
    with pytest.raises(TypeError):
        Level(2, 0.5)  # type: ignore[misc]


@pytest.mark.parametrize("name", ["worth", "victory_worth", "playout_done", "levels", "reason"])
def test_a_hook_with_other_parameters_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name} of some-game has the parameters"):
        require_hooks(game(HOOKS=Hooks(**{name: lambda table: None})))


def test_a_value_is_not_a_function() -> None:
    with pytest.raises(TypeError, match="levels of some-game"):
        require_hooks(game(HOOKS=Hooks(levels={})))  # type: ignore[arg-type]


def test_a_hook_that_is_written_and_not_handed_over_is_refused() -> None:
    require_hooks(game(HOOKS=Hooks(worth=worth), worth=worth))
    with pytest.raises(TypeError, match=r"bots\.py of some-game has worth"):
        require_hooks(game(HOOKS=Hooks(), worth=worth))
