"""OpenSpiel: its own tests, and that its games are ours."""

import random
import re
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags

import ludoteca
import ludoteca.lab.environments.open_spiel_game
from ludoteca.core.observation import observation_of
from ludoteca.core.table import why_not
from random_play import SEED, Setting, few_settings, settings

FEWEST = [one for one in few_settings() if one.seats == one.game.notation.seat_range(one.options)[0]]
fewest = pytest.mark.parametrize("setting", FEWEST, ids=str)
few = pytest.mark.parametrize("setting", few_settings(), ids=str)


def name_of(setting: Setting) -> str:
    options = {"players": setting.seats, **setting.options}
    written = ",".join(f"{name}={value}" for name, value in options.items())
    return f"ludoteca_{setting.id.replace('-', '_')}({written})"


def loaded(setting: Setting) -> Any:
    return pyspiel.load_game(name_of(setting))


# The tests of OpenSpiel, as they are


@few
def test_openspiel_plays_random_games(setting: Setting) -> None:
    """With the most seats without writing every state and reading it again, which takes a replay each."""
    pyspiel.random_sim_test(loaded(setting), num_sims=1, serialize=setting in FEWEST, verbose=False)


@fewest
def test_openspiel_finds_that_the_games_are_what_it_expects(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its list of games names each once; here every variant is on it."""
    from open_spiel.integration_tests import api_test

    flags.FLAGS(["api_test", f"--test_only_games={re.escape(name_of(setting))}"])
    monkeypatch.setattr(api_test, "_GAMES_TO_TEST", {name_of(setting)})
    result = unittest.TestResult()
    api_test.load_tests(unittest.defaultTestLoader, None, None).run(result)
    assert result.errors + result.failures == []
    assert result.testsRun >= 5
    assert not result.skipped


def test_openspiel_lists_every_game_for_its_own_tests() -> None:
    from open_spiel.integration_tests import api_test

    assert {f"ludoteca_{id.replace('-', '_')}" for id in ludoteca.games()} <= api_test._GAMES_TO_TEST


# Its games are ours


def step(state: Any, rng: random.Random) -> None:
    """A random step; of seats that do not act at a simultaneous node, OpenSpiel's own 0."""
    if state.is_simultaneous_node():
        legal = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions([rng.choice(actions) if actions else 0 for actions in legal])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def states(setting: Setting, most: int, seed: int = SEED) -> Any:
    """A random game, from before the deal on; it is one state, which moves on."""
    state, rng = loaded(setting).new_initial_state(), random.Random(seed)
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        step(state, rng)


@few
def test_a_state_is_a_table_and_offers_what_the_table_offers(setting: Setting) -> None:
    for state in states(setting, 60):
        if state.is_chance_node():
            continue
        table = state.table.as_table()
        assert state.is_terminal() == table.over
        for player in range(setting.seats):
            assert state.legal_actions(player) == sorted(table.legal_ids(player))
            assert state.observation_tensor(player) == observation_of(table, player).tolist()
        if not table.over:
            assert state.is_simultaneous_node() == (len(table.to_act) > 1)


@few
def test_a_history_replays_exactly(setting: Setting) -> None:
    *_, state = states(setting, 60)
    again = state.get_game().new_initial_state()
    history = state.history()
    while history:
        if again.is_simultaneous_node():
            again.apply_actions(history[: setting.seats])
            history = history[setting.seats :]
        else:
            again.apply_action(history.pop(0))
    assert str(again) == str(state)


@fewest
def test_another_seed_deals_or_rolls_otherwise(setting: Setting) -> None:
    different = False
    for state in states(setting, 60):
        if not state.is_chance_node():
            continue
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        ends = []
        for outcome in (1, 2):
            end = state.clone()
            while end.is_chance_node():
                end.apply_action(outcome)
            ends.append(str(end))
        different |= ends[0] != ends[1]
    assert different


@fewest
def test_a_struct_is_read_as_it_was_written(setting: Setting) -> None:
    for state in states(setting, 30):
        again = state.get_game().new_initial_state(state.to_struct().to_dict())
        assert str(again) == str(state)
        if not state.is_chance_node() and not state.is_terminal():
            player = state.current_player() if state.current_player() >= 0 else state.table.to_act[0]
            for action in state.legal_actions(player)[:5]:
                struct = state.action_to_struct(player, action)
                assert struct.to_dict() == state.table.game.notation.write_action(action)
                assert state.struct_to_actions(struct) == [action]
            assert state.to_observation_struct(player).to_dict() == state.table.as_table().view(player)


@fewest
def test_an_information_state_remembers_every_own_decision(setting: Setting) -> None:
    game = loaded(Setting(setting.id, short(setting), setting.seats, setting.name))
    assert game.get_type().provides_information_state_tensor
    size = game.observation_tensor_size()
    rows: list[list[float]] = []
    state, rng = game.new_initial_state(), random.Random(SEED)
    for _ in range(80):
        if state.is_terminal():
            break
        acts = not state.is_chance_node() and 0 in state.table.to_act
        seen = state.observation_tensor(0) if acts else []
        before = len(state.history())
        player_first = state.is_simultaneous_node() or (acts and state.current_player() == 0)
        step(state, rng)
        if acts and player_first:
            rows.append([*seen, state.history()[before] + 1])
        if not state.is_chance_node():
            tensor = state.information_state_tensor(0)
            assert tensor[:size] == state.observation_tensor(0)
            kept = np.array(tensor[size:]).reshape(-1, size + 1)
            assert kept[: len(rows)].tolist() == rows
            assert not kept[len(rows) :].any()
    assert rows


def short(setting: Setting) -> dict[str, Any]:
    """Options of a game that has an end in sight."""
    named = setting.game.notation.each_option
    ends = (
        "rounds" in named
        and not setting.options.get("rounds")
        and setting.options.get("variant") != "anniversary"
    )
    return {**setting.options, **({"rounds": 1} if ends else {})}


@few
def test_what_seats_do_at_once_stays_legal_whatever_the_others_do(setting: Setting) -> None:
    for state in states(setting, 80):
        if state.is_simultaneous_node():
            rng, table = random.Random(SEED), state.table.as_table()
            chosen = {seat: rng.choice(state.legal_actions(seat)) for seat in table.to_act}
            for seat, action in chosen.items():
                if seat in table.to_act:
                    assert why_not(table.states, seat, action) == 0
                    table.play(seat, table.game.notation.write_action(action))


def test_returns_are_the_victory_or_alone_the_score() -> None:
    for setting in settings():
        if setting.id != "doppelt-so-clever" or setting.seats > 2:
            continue
        *_, state = states(setting, 5000)
        table = state.table.as_table()
        assert table.over
        won = [1.0 if seat in table.winners else -1.0 for seat in range(table.seats)]
        expected = [float(score) for score in table.scores] if table.seats == 1 else won
        assert state.returns() == expected or len(table.winners) == 2


def test_what_a_player_sees_is_told_apart_from_what_all_see() -> None:
    setting = next(one for one in few_settings() if one.id == "dobro")
    *_, state = states(setting, 12)
    game = state.get_game()
    kinds = {
        "public": pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE),
        "private": pyspiel.IIGObservationType(False, False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
    }
    strings = {name: game.make_py_observer(kind).string_from(state, 0) for name, kind in kinds.items()}
    hand = state.table.as_table().view(0)["hands"][0]
    assert str(hand).replace("'", '"') in strings["private"]
    assert str(hand).replace("'", '"') not in strings["public"]
