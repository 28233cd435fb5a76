"""Observations, in every game: as declared, within their bounds, and made of nothing that is hidden."""

import random

import numpy as np
import pytest

from ludoteca import Table
from ludoteca.core.observation import Layout, Numbers, layout_of, observation_of, observe_table
from ludoteca.core.table import redrawn
from random_play import SEED, Setting, counted, few_settings, random_game, samples, settings

every_setting = pytest.mark.parametrize("setting", settings(), ids=str)
few = pytest.mark.parametrize("setting", few_settings(), ids=str)

UNWRITTEN = -32768  # no channel goes so low


def written(table: Table, layout: Layout, seat: int) -> tuple[Numbers, int]:
    """An observation in an array that is too long, and how much of it was written."""
    numbers = np.full(layout.size + 8, UNWRITTEN, dtype=np.int16)
    return numbers, observe_table(table.states, seat, numbers)


def require_as_declared(table: Table, layout: Layout) -> None:
    for seat in range(table.seats):
        numbers, count = written(table, layout, seat)
        assert count == layout.size
        assert (numbers[count:] == UNWRITTEN).all()
        wrong = (numbers[:count] < layout.low) | (numbers[:count] > layout.high)
        assert not wrong.any(), [channel.name for channel, place in layout.parts() if wrong[place].any()]
        assert numbers[:count].any()


@every_setting
def test_an_observation_is_as_its_channels_declare(setting: Setting) -> None:
    layout = layout_of(setting.start())
    assert (layout.low < layout.high).all()
    for table in random_game(setting, SEED, most=counted(400, 12)):
        require_as_declared(table, layout)


@every_setting
def test_channels_have_different_names(setting: Setting) -> None:
    names = [channel.name for channel in layout_of(setting.start()).channels]
    assert len({*names}) == len(names)


@every_setting
def test_what_all_games_share_is_seen_from_the_own_seat(setting: Setting) -> None:
    for table in samples(setting, each=1):
        for seat in range(table.seats):
            seen = layout_of(table).read(observation_of(table, seat))
            around = [(seat + place) % table.seats for place in range(table.seats)]
            assert table.game.notation.phases[int(seen["phase"].argmax())] == table.view(seat)["phase"]
            assert seen["to_act"].tolist() == [int(other in table.to_act) for other in around]
            assert seen["scores"].tolist() == [table.scores[other] for other in around]


def require_nothing_hidden(setting: Setting, each: int, times: int) -> None:
    for table in samples(setting, each):
        for seat in range(table.seats):
            truth = observation_of(table, seat).tobytes()
            for seed in range(times):
                other = Table(table.game, redrawn(table.states, seat, seed))
                assert observation_of(other, seat).tobytes() == truth
            viewed = table.game.imagine(table.view(seat), seat, SEED)
            assert observation_of(viewed, seat).tobytes() == truth


@every_setting
def test_an_observation_hangs_on_nothing_that_the_seat_cannot_know(setting: Setting) -> None:
    require_nothing_hidden(setting, each=1, times=2)


@pytest.mark.long
@every_setting
def test_an_observation_hangs_on_nothing_hidden_in_many_positions(setting: Setting) -> None:
    require_nothing_hidden(setting, each=counted(20, 2), times=counted(5, 1))


@few
def test_observations_tell_positions_apart(setting: Setting) -> None:
    """What a seat does changes what it observes, itself or another."""
    rng = random.Random(SEED)
    for table in samples(setting, each=1):
        for seat in table.to_act[:1]:
            before = [observation_of(table, other).tobytes() for other in range(table.seats)]
            after = Table(table.game, table.states.copy())
            after.play(seat, rng.choice(after.legal(seat)))
            assert before != [observation_of(after, other).tobytes() for other in range(table.seats)]


@every_setting
def test_no_game_is_longer_than_declared_and_seats_act_at_once_only_where_declared(setting: Setting) -> None:
    game, decisions, together = setting.game, 0, False
    for table in random_game(setting, SEED, most=counted(3000, 60)):
        together |= len(table.to_act) > 1
        decisions += 1
    assert decisions - 1 <= game.observation.longest(setting.seats, layout_options(table))
    assert together <= game.simultaneous


def layout_options(table: Table) -> dict[str, object]:
    return table.game.notation.options_of(table.states[0])
