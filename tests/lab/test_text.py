"""Views as text: complete, in every language, and with nothing that the seat may not know."""

import random
from typing import Any

import pytest

from ludoteca.core.errors import IllegalAction
from ludoteca.core.table import Table, redrawn
from ludoteca.core.words import LANGUAGES
from ludoteca.lab.text_environment import TextEnvironment
from ludoteca.lab.text_view import TextView, usual_names
from random_play import counted

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("pega-em-6", 3, {"variant": "anniversary"}),
    ("pega-em-6", 2, {"variant": "professional", "rounds": 1}),
    ("dobro", 3, {}),
    ("double-double-dominoes", 2, {}),
    ("doppelt-so-clever", 2, {}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("id", "seats", "options"), GAMES)
def test_a_game_is_played_by_text_alone(id: str, seats: int, options: Any, language: str) -> None:
    env, luck = TextEnvironment(id, seats, options, language=language), random.Random(3)
    env.reset(seed=7)
    for _ in range(counted(10_000, 40)):
        if env.over:
            break
        seat, text = env.observe()
        entry = luck.choice(env.views[seat].menu(env.table.legal(seat)).entries)
        assert f"{entry.number}  {entry.label}" in text
        assert env.step(luck.choice([str(entry.number), entry.label.upper()])).accepted
    if env.over:
        assert sum(env.rewards) == pytest.approx(1)
        assert env.views[0].result(env.table.view(0)) in env.observe(0)[1]


@pytest.mark.parametrize(("id", "seats", "options"), GAMES)
def test_what_is_hidden_changes_no_byte_of_the_text(id: str, seats: int, options: Any) -> None:
    """Redraw everything that a seat cannot know: it reads the same, in every language."""
    env, luck = TextEnvironment(id, seats, options), random.Random(5)
    env.reset(seed=11)
    for turn in range(counted(60, 12)):
        if env.over:
            break
        for seat in range(seats):
            other = Table(env.game, redrawn(env.table.states, seat, turn))
            for language in LANGUAGES:
                reader = TextView(env.game, seat, usual_names(language, seats), language)
                read = [reader.whole(one.view(seat), one.legal(seat)) for one in (env.table, other)]
                assert read[0] == read[1]
        env.step(str(luck.choice(env.views[env.seat].menu(env.table.legal(env.seat)).entries).number))


def test_the_same_seed_and_texts_give_the_same_game() -> None:
    played = []
    for _ in range(2):
        env, seen = TextEnvironment("dobro", 2, bots={1: "random"}), []
        env.reset(seed=3)
        while not env.over:
            seen.append(env.observe())
            env.step(str(env.views[0].menu(env.table.legal(0)).entries[-1].number))
        played.append((seen, env.rewards))
        with pytest.raises(IllegalAction, match="reset"):
            env.step("1")
    assert played[0] == played[1]
    assert {seat for seat, _ in played[0][0]} == {0}


def test_what_others_did_is_read_once_and_own_secrets_stay_own() -> None:
    env = TextEnvironment("pega-em-6", 2, {"rounds": 1})
    env.reset(seed=7)
    first, card = env.seat, env.table.legal(0)[0]["card"]
    assert env.step(str(card)).accepted
    assert env.seat != first
    _, text = env.observe()
    assert f"chooses {card}" not in text
    assert env.step(str(env.table.legal(1)[0]["card"])).accepted
    assert f"You reveal {card}." in env.observe(0)[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_may_not_be_done_is_refused_with_its_rule(language: str) -> None:
    env = TextEnvironment("pega-em-6", 2, language=language)
    env.reset(seed=7)
    before = env.table.position()
    held = {action["card"] for action in env.table.legal(0)}
    missing = next(card for card in range(1, 105) if card not in held)
    for text in (str(missing), f'{{"card": {missing}}}'):
        refused = env.step(text)
        assert not refused.accepted
        assert "P3 " in refused.why
    for text in ("", "the seven", "{", "[]", "9" * 50, '{"card": 1e999}', "{" * 9999):
        assert not env.step(text).accepted
    assert env.table.position() == before


def test_names_go_on_beyond_the_known_ones() -> None:
    assert len({*usual_names("en", 12)}) == 12
