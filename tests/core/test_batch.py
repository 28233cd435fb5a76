from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import BadOptions
from ludoteca.core import batch
from ludoteca.core.batch import bot_numbers, simulate
from random_play import counted

GAME = ludoteca.game("pega-em-6")
HAND: dict[str, Any] = {"variant": "basic", "rounds": 1}
MANY = counted(250, 5)


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "CHUNK", counted(40, 2))


def results(**asked: Any) -> list[list[Any]]:
    played = simulate(GAME, **{"games": MANY, "seats": 3, "options": HAND, "seed": 7, **asked})
    return [played.scores.tolist(), played.winners.tolist(), played.decisions.tolist()]


@pytest.mark.usefixtures("small_chunks")
def test_the_same_seed_gives_the_same_games_on_any_number_of_cores() -> None:
    one = results(cores=1)
    assert results(cores=2) == one
    assert results(cores=None) == one
    assert results(seed=8) != one


@pytest.mark.usefixtures("small_chunks")
def test_progress_counts_every_game_once() -> None:
    heard: list[int] = []
    results(progress=heard.append)
    assert sum(heard) == MANY
    assert len(heard) == -(-MANY // batch.CHUNK)


def test_a_row_is_a_game_and_a_column_a_seat() -> None:
    played = simulate(GAME, MANY, 3, HAND, seed=7)
    assert played.scores.shape == played.winners.shape == (MANY, 3)
    assert played.decisions.shape == (MANY,)
    assert (played.decisions >= 30).all()
    fewest = played.scores.min(axis=1, keepdims=True)
    assert np.array_equal(played.winners, played.scores == fewest)


def test_games_of_a_batch_differ() -> None:
    played = simulate(GAME, MANY, 3, HAND, seed=7)
    assert len({tuple(row) for row in played.scores.tolist()}) > MANY // 2


def test_a_longer_batch_begins_as_a_shorter_one() -> None:
    assert results(games=MANY)[0][:3] == results(games=3)[0]


def test_without_a_seed_every_batch_is_another() -> None:
    assert results(seed=None) != results(seed=None)


def test_fewer_bots_than_seats_are_repeated_around_the_table() -> None:
    numbers = GAME.bots.NAMES.index
    two = bot_numbers(GAME, ["random", "closest"], 5).tolist()
    assert two == [numbers("random"), numbers("closest")] * 2 + [numbers("random")]
    assert bot_numbers(GAME, ("thrifty",), 3).tolist() == [numbers("thrifty")] * 3


def test_better_bots_win_more_often() -> None:
    played = simulate(GAME, counted(2000, 10), 2, HAND, ("closest", "random"), seed=7)
    assert played.winners[:, 0].sum() > played.winners[:, 1].sum()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"bots": ["nonsense"]}, "not_simple"), ({"bots": [None]}, "not_simple"),
        ({"bots": [["random"]]}, "not_simple"), ({"bots": "random"}, "not_simple"),
        ({"bots": []}, "bad_bots"), ({"bots": ["random"] * 4}, "bad_bots"),
        ({"games": 0}, "bad_games"), ({"games": -5}, "bad_games"),
        ({"games": 2.0}, "bad_games"), ({"games": True}, "bad_games"), ({"games": "9"}, "bad_games"),
        ({"cores": 0}, "bad_cores"), ({"cores": -1}, "bad_cores"), ({"cores": 1.5}, "bad_cores"),
        ({"seats": 1}, "bad_seats"), ({"seats": "3"}, "bad_seats"), ({"seats": None}, "bad_seats"),
        ({"options": {"variant": "x"}}, "bad_variant"), ({"options": [1]}, "bad_options"),
        ({"seed": "7"}, "bad_seed"),
    ],
)  # fmt: skip
def test_what_no_batch_can_be_is_refused(asked: dict[str, Any], code: str) -> None:
    with pytest.raises(BadOptions) as refused:
        results(**asked)
    assert refused.value.code == code


def test_a_shared_victory_is_a_victory_for_each() -> None:
    played = simulate(GAME, counted(3000, 10), 2, HAND, seed=3)
    shared = played.winners.sum(axis=1) == 2
    assert (played.scores[shared, 0] == played.scores[shared, 1]).all()
