"""Non-interference, in every game: redraw what a viewer cannot know, and nothing it receives changes.

The test at the end is the other half: that the redrawing reaches everything that is hidden.
"""

import random
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from ludoteca import IllegalAction, Table
from ludoteca.core import chance
from ludoteca.core.game import same
from ludoteca.core.record import NOBODY, SHARED
from ludoteca.core.table import imagine_anew
from mutations import at, paths
from random_play import (
    SEED,
    Json,
    Setting,
    copy,
    counted,
    dumps,
    few_settings,
    refusals,
    samples,
    settings,
    some_actions,
)

every_setting = pytest.mark.parametrize("setting", settings(), ids=str)
few = pytest.mark.parametrize("setting", few_settings(), ids=str)


def some_viewers(table: Table, rng: random.Random) -> list[int | None]:
    """A spectator, a seat that may act, and others as far as the time allows."""
    most = counted(4, 2)
    seats = rng.sample(range(table.seats), min(most, table.seats))
    return [None, *dict.fromkeys([*table.to_act[:1], *seats])][:most]


def imagined(table: Table, viewer: int | None, seed: int) -> Table:
    return table.game.imagine(table.view(viewer), viewer, seed)


# What a viewer receives without anybody acting


def received(table: Table, viewer: int | None) -> str:
    """All that a viewer can learn by asking: views, what it may do, why it may not do everything else."""
    public = [table.to_act, table.over, table.winners, table.scores, table.view(None), table.view(viewer)]
    if viewer is None:
        return dumps(public)
    refused = [part.tolist() for part in refusals(table, viewer)]
    return dumps([*public, table.legal(viewer), table.legal_ids(viewer), refused])


def require_same_received(setting: Setting, each: int, times: int) -> None:
    rng = random.Random(SEED)
    for table in samples(setting, each):
        for viewer in some_viewers(table, rng):
            truth = received(table, viewer)
            for seed in range(times):
                other = imagined(table, viewer, seed)
                assert received(other, viewer) == truth
                table.game.load(other.position(), SEED)


@every_setting
def test_what_a_viewer_receives_hangs_on_nothing_it_cannot_know(setting: Setting) -> None:
    require_same_received(setting, each=1, times=1)


@pytest.mark.long
@every_setting
def test_what_a_viewer_receives_hangs_on_nothing_it_cannot_know_in_many_positions(setting: Setting) -> None:
    require_same_received(setting, each=counted(10, 2), times=counted(5, 1))


@every_setting
def test_errors_say_the_same_whatever_is_hidden(setting: Setting) -> None:
    rng = random.Random(SEED)
    for table in samples(setting, each=1):
        for viewer in some_viewers(table, rng):
            if viewer is not None:
                other = imagined(table, viewer, SEED)
                for action in some_actions(table.game, rng, 40):
                    assert why_refused(table, viewer, action) == why_refused(other, viewer, action)


def why_refused(table: Table, seat: int, action: int) -> tuple[str, str | None, str] | None:
    try:
        copy(table).play(seat, table.game.notation.write_action(action))
    except IllegalAction as refused:
        return refused.code, refused.rule, str(refused)
    return None


# What a viewer is told when somebody acts


def told(table: Table, viewer: int | None) -> str:
    return dumps([table.events(viewer), table.to_act, table.view(viewer)])


def both_worlds(table: Table, viewer: int | None, seeds: tuple[int, int]) -> tuple[Table, Table]:
    """The truth and what the viewer might imagine, with chance drawn from these seeds from now on."""
    truth, other = copy(table), imagined(table, viewer, SEED)
    chance.rekey(truth.states[0], seeds[0])
    chance.rekey(other.states[0], seeds[1])
    return truth, other


def play_in_both(worlds: tuple[Table, Table], seat: int, rng: random.Random) -> bool:
    """Let a seat do the same in both worlds, if there is something that it may do in both."""
    legal = [action for action in worlds[0].legal(seat) if action in worlds[1].legal(seat)]
    if not legal:
        return False
    action = rng.choice(legal)
    for world in worlds:
        world.play(seat, action)
    return True


def require_nothing_told_too_early(setting: Setting, each: int) -> None:
    """While others are still to act at the same time, what one of them does tells nothing of the rest."""
    rng = random.Random(SEED)
    for table in samples(setting, each):
        for viewer in some_viewers(table, rng):
            worlds = both_worlds(table, viewer, (SEED, SEED))
            while len(worlds[0].to_act) > 1:
                if not play_in_both(worlds, rng.choice(worlds[0].to_act), rng):
                    break
                assert told(worlds[0], viewer) == told(worlds[1], viewer)


@every_setting
def test_simultaneous_choices_tell_nothing_before_all_are_made(setting: Setting) -> None:
    require_nothing_told_too_early(setting, each=counted(2, 1))


@pytest.mark.long
@every_setting
def test_simultaneous_choices_tell_nothing_in_many_positions(setting: Setting) -> None:
    require_nothing_told_too_early(setting, each=counted(20, 2))


def require_events_tell_no_more_than_views(setting: Setting, each: int) -> None:
    """If a viewer sees the same afterwards, it was told the same."""
    rng = random.Random(SEED)
    for table in samples(setting, each):
        for viewer in some_viewers(table, rng):
            for seat in table.to_act[:3]:
                require_same_told(worlds_with_other_secrets(table, viewer, seat, rng), viewer)
                if seat != viewer:
                    require_same_told(worlds_with_other_choices(table, viewer, seat, rng), viewer)


def require_same_told(worlds: tuple[Table, Table] | None, viewer: int | None) -> None:
    if worlds and same(worlds[0].view(viewer), worlds[1].view(viewer)):
        assert told(worlds[0], viewer) == told(worlds[1], viewer)


def worlds_with_other_secrets(
    table: Table, viewer: int | None, seat: int, rng: random.Random
) -> tuple[Table, Table] | None:
    """A seat does the same where other things are hidden.

    What is turned over or dealt is then seen to differ; and the seeds differ, so that a new deal does not
    make the worlds look alike again after something was turned over.
    """
    worlds = both_worlds(table, viewer, (SEED, SEED + 1))
    return worlds if play_in_both(worlds, seat, rng) else None


def worlds_with_other_choices(
    table: Table, viewer: int | None, seat: int, rng: random.Random
) -> tuple[Table, Table] | None:
    """A seat does two different things, if the difference is one that remains: then it is open or hidden."""
    one, other = copy(table), copy(table)
    legal = table.legal(seat)
    for world, action in zip((one, other), rng.sample(legal, min(2, len(legal)))):
        world.play(seat, action)
    return (one, other) if not same(one.position(), other.position()) else None


@every_setting
def test_events_tell_no_more_than_what_is_seen_afterwards(setting: Setting) -> None:
    require_events_tell_no_more_than_views(setting, each=1)


@pytest.mark.long
@every_setting
def test_events_tell_no_more_than_what_is_seen_afterwards_in_many_positions(setting: Setting) -> None:
    require_events_tell_no_more_than_views(setting, each=counted(10, 2))


# Imagining reaches everything that is hidden


def hidden_paths(position: Json, view: Json) -> list[tuple[Any, ...]]:
    """The ways to all lists and values of a position that a view replaces by something less."""
    found: list[tuple[Any, ...]] = []
    for path in paths(position):
        if not any(path[: len(above)] == above for above in found) and not is_shown(position, view, path):
            found.append(path)
    return found


def is_shown(position: Json, view: Json, path: tuple[Any, ...]) -> bool:
    """A list of which only single values are hidden is shown as a list."""
    try:
        true, seen = at(position, path), at(view, path)
    except (KeyError, IndexError, TypeError):
        return False
    return type(true) is type(seen) and (isinstance(true, list | dict) or bool(true == seen))


def hidden_values(position: Json, view: Json, way: tuple[Any, ...]) -> list[Any]:
    """The cards of a list of which a view gives the number, or the one card for which it gives a sign."""
    true = at(position, way)
    return true if isinstance(true, list) and type(at(view, way)) is int else [true]


def seen_values(view: Any) -> set[str]:
    """Everything that stands in a list somewhere in a view, and so may be known to the viewer."""
    inside = {path: at(view, path) for path in paths(view)}
    return {dumps(value) for path, value in inside.items() if isinstance(path[-1], int)}


def where_hidden_values_were(table: Table, viewer: int | None, times: int) -> dict[str, set[Any]]:
    """For each hidden value of the truth the hidden places in which it was found, imagined many times."""
    view = table.view(viewer)
    ways = hidden_paths(table.position(), view)
    places: dict[str, set[Any]] = defaultdict(set)
    for seed in range(times):
        position = imagined(table, viewer, seed).position()
        for way in ways:
            for value in hidden_values(position, view, way):
                places[dumps(value)].add(way)
    return places


@few
def test_a_hidden_card_may_be_wherever_cards_are_hidden(setting: Setting) -> None:
    """A card that never leaves one hidden place, while others do, must be one the viewer knows of."""
    table, rng, times = samples(setting, each=1)[0], random.Random(SEED), counted(60, 16)
    for viewer in some_viewers(table, rng)[:2]:
        view, position = table.view(viewer), table.position()
        values = {way: hidden_values(position, view, way) for way in hidden_paths(position, view)}
        places = where_hidden_values_were(table, viewer, times)
        for way, cards in values.items():
            mixed = {other for card in cards for other in places[dumps(card)]}
            share = len(cards) / max(1, sum(len(values[other]) for other in mixed | {way}))
            staying = [card for card in cards if places[dumps(card)] == {way}]
            if len(mixed) > 1 and share**times < 1e-6:  # else it may stay there by chance
                assert {dumps(card) for card in staying} <= seen_values(view), f"{staying} stay in {way}"


@few
def test_imagined_tables_differ(setting: Setting) -> None:
    """Where something is hidden, and more than one thing could be it, it is not always the same."""
    rng = random.Random(SEED)
    for table in samples(setting, each=1):
        for viewer in some_viewers(table, rng)[:2]:
            view, position = table.view(viewer), table.position()
            ways = hidden_paths(position, view)
            values = {dumps(value) for way in ways for value in hidden_values(position, view, way)}
            if len([way for way in ways if at(position, way)]) > 1 and len(values - seen_values(view)) > 6:
                drawn = {dumps(imagined(table, viewer, seed).position()) for seed in range(6)}
                assert len(drawn) > 1
            if not ways:
                assert same(imagined(table, viewer, SEED).position(), position)


@few
def test_the_same_seed_imagines_the_same_table(setting: Setting) -> None:
    table = samples(setting, each=1)[0]
    for viewer in (0, None):
        one, other = imagined(table, viewer, 3), imagined(table, viewer, 3)
        assert one.states.tobytes() == other.states.tobytes()
        assert one.events(viewer) == []


# Imagining in place, as a search does


def imagined_in_place(table: Table, viewer: int | None, seed: int) -> np.ndarray[Any, Any]:
    """The bytes of a record after imagining, those of chance and news aside, which are not redrawn."""
    other = copy(table)
    chance.rekey(other.states[0], seed)
    imagine_anew(other.states, NOBODY if viewer is None else viewer)
    assert same(other.view(viewer), table.view(viewer))
    for name in ("key", "stream", "counter", "block", "words_left", "news", "news_count", "listening"):
        other.states[0][name] = 0
    return np.frombuffer(other.states.tobytes(), dtype=np.uint8)


def field_at(table: Table, byte: int) -> str:
    fields = table.game.record.fields or {}
    return max((offset, name) for name, (_, offset, *_) in fields.items() if offset <= byte)[1]


@few
def test_imagining_in_place_leaves_no_trace_of_the_truth(setting: Setting) -> None:
    """A byte of the record that imagining never changes says the same in a world with other secrets.

    At the start no field can hold what everybody has seen before, so whatever stays there is a secret.
    """
    truth = setting.start()
    for viewer in (0, None):
        worlds = truth, imagined(truth, viewer, SEED), imagined(truth, viewer, SEED + 1)
        times = range(counted(24, 12))
        drawn = [np.array([imagined_in_place(world, viewer, seed) for seed in times]) for world in worlds]
        constant = np.logical_and.reduce([(bytes_ == bytes_[0]).all(axis=0) for bytes_ in drawn])
        differs = (drawn[0][0] != drawn[1][0]) | (drawn[0][0] != drawn[2][0])
        traces = {field_at(truth, int(byte)) for byte in np.flatnonzero(constant & differs)}
        assert traces == set()


def test_the_shared_fields_are_the_ones_left_aside_above() -> None:
    names = {name for name, *_ in SHARED}
    assert names == {
        "seats", "phase", "to_act", "key", "stream", "counter", "block", "words_left", "listening",
        "news_count",
    }  # fmt: skip
