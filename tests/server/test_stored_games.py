"""Finished games as the worker keeps them, step by step."""

import random
from types import SimpleNamespace
from typing import Any

import pytest

import ludoteca
from ludoteca.server.finished import stored_games
from ludoteca.server.finished.stored_games import GameSource, StoredGame, with_marks
from random_play import copy, play_randomly


def test_two_who_ask_for_a_replay_at_once_are_told_the_same_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second must not shorten what the first has found."""
    first, rng = ludoteca.game("dobro").start(2, seed=3), random.Random(3)
    table = copy(first)
    actions = [play_randomly(table, rng) for _ in range(12)]
    kept = StoredGame(SimpleNamespace(first_table=lambda: first))  # type: ignore[arg-type]

    def stored_game(source: GameSource, table: str) -> Any:
        return kept
        yield

    monkeypatch.setattr(stored_games, "stored_game", stored_game)
    monkeypatch.setattr(stored_games, "finished", lambda state: SimpleNamespace(actions=actions))
    monkeypatch.setattr(stored_games, "AT_ONCE", 2)
    one, other = (with_marks(GameSource(""), "") for _ in range(2))
    next(one)
    next(other)
    for _ in one:
        pass
    length = kept.last
    next(other)
    assert kept.last == length == len(actions)
