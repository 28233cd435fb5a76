"""What every game must pass: it is enough that its folder is there."""

import json
import random
import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice

import numpy as np
import pytest

import ludoteca
from ludoteca import IllegalAction, Table
from ludoteca.core import chance
from ludoteca.core.game import same
from random_play import (
    SEED,
    Json,
    Setting,
    copy,
    counted,
    dumps,
    few_settings,
    play_randomly,
    random_game,
    refusals,
    samples,
    settings,
    viewers,
)

every_game = pytest.mark.parametrize("id", ludoteca.games())
every_setting = pytest.mark.parametrize("setting", settings(), ids=str)
few = pytest.mark.parametrize("setting", few_settings(), ids=str)

COMMON_KEYS = {"game", "seats", "options", "phase", "to_act", "over", "winners", "scores"}


# Positions


def is_plain(value: object) -> bool:
    """JSON as any language reads it: no tuples, no NumPy numbers, no enumerations, names as keys."""
    if type(value) is dict:
        return all(type(key) is str and is_plain(held) for key, held in value.items())
    if type(value) is list:
        return all(map(is_plain, value))
    return value is None or type(value) in (int, bool, str)


def require_round_trip(table: Table) -> None:
    """A position that went through JSON and a new table is the same, and so is everything one may ask."""
    position = table.position()
    assert is_plain(position)
    loaded = table.game.load(json.loads(json.dumps(position)), SEED)
    assert dumps(loaded.position()) == dumps(position)
    assert same(loaded.position(), position)
    assert what_can_be_asked(loaded) == what_can_be_asked(table)


def what_can_be_asked(table: Table) -> list[object]:
    seats = range(table.seats)
    return [
        table.to_act, table.over, table.scores, table.winners,
        [table.legal(seat) for seat in seats], [table.view(viewer) for viewer in viewers(table)],
    ]  # fmt: skip


@every_setting
def test_a_position_is_loaded_and_written_again_as_it_was(setting: Setting) -> None:
    for table in random_game(setting, SEED, most=counted(12, 6)):
        require_round_trip(table)
    for table in samples(setting, each=counted(3, 1)):
        require_round_trip(table)


@pytest.mark.long
@every_setting
def test_every_position_of_whole_games_is_loaded_and_written_again_as_it_was(setting: Setting) -> None:
    for seed in range(counted(10, 1)):
        for table in random_game(setting, seed):
            require_round_trip(table)


def keys_always_there(table: Table, written: Json) -> list[str]:
    return [key for key in written if key not in table.game.notation.OPTIONAL_KEYS]


@every_setting
def test_positions_and_views_have_the_same_keys_all_through_the_game(setting: Setting) -> None:
    keys = keys_always_there(setting.start(), setting.start().position())
    assert keys[: len(COMMON_KEYS)] == [key for key in keys if key in COMMON_KEYS]
    assert set(keys) >= COMMON_KEYS
    for table in samples(setting, each=counted(3, 1)):
        for written in (table.position(), *(table.view(viewer) for viewer in viewers(table))):
            assert keys_always_there(table, written) == keys
        assert all(is_plain(table.view(viewer)) for viewer in viewers(table))


@every_game
def test_every_key_of_a_position_stands_in_the_rules(id: str) -> None:
    game = ludoteca.game(id)
    rules = (game.folder / "RULES.md").read_text(encoding="utf-8")
    for options in game.notation.OPTIONS:
        position = game.start(max(game.notation.seat_range(options)), options, SEED).position()
        for key in {*position, *game.notation.OPTIONAL_KEYS}:
            assert f"`{key}`" in rules


@every_setting
def test_what_all_have_seen_may_be_left_out(setting: Setting) -> None:
    """A position set up by hand says what lies there, and not what happened before."""
    optional = setting.game.notation.OPTIONAL_KEYS
    for table in samples(setting, each=1):
        position = {key: held for key, held in table.position().items() if key not in optional}
        loaded = setting.game.load(position, SEED)
        assert {key: held for key, held in loaded.position().items() if key not in optional} == position
        assert [loaded.legal(seat) for seat in range(table.seats)] == [
            table.legal(seat) for seat in range(table.seats)
        ]


@every_setting
def test_the_common_keys_say_what_the_table_says(setting: Setting) -> None:
    for table in samples(setting, each=counted(3, 1)):
        shown = {
            "game": setting.id, "seats": setting.seats, "to_act": table.to_act, "over": table.over,
            "options": setting.game.options(setting.seats, setting.options),
            "winners": table.winners, "scores": table.scores,
        }  # fmt: skip
        for written in (table.position(), *(table.view(viewer) for viewer in viewers(table))):
            assert {key: written[key] for key in shown} == shown


# Actions


def require_sound_actions(table: Table) -> None:
    notation, rules = table.game.notation, table.game.rules
    for seat in range(table.seats):
        ids = table.legal_ids(seat)
        assert len(ids) == len(set(ids)) <= rules.MOST_LEGAL
        assert bool(ids) == (seat in table.to_act)
        written = table.legal(seat)
        assert is_plain(written)
        assert len({dumps(action) for action in written}) == len(ids)
        assert [notation.read_action(action) for action in json.loads(json.dumps(written))] == ids
        assert table.legal(seat) == written


@every_setting
def test_legal_actions_are_written_and_read_and_none_is_listed_twice(setting: Setting) -> None:
    for table in samples(setting, each=counted(5, 2)):
        require_sound_actions(table)


@pytest.mark.long
@every_setting
def test_legal_actions_are_sound_all_through_the_game(setting: Setting) -> None:
    for seed in range(counted(10, 1)):
        for table in random_game(setting, seed):
            require_sound_actions(table)


@every_game
def test_every_action_is_written_in_its_own_way(id: str) -> None:
    """Ids that stand for nothing may fill gaps between ranges: what they are written as is no action."""
    notation, actions = ludoteca.game(id).notation, ludoteca.game(id).rules.ACTIONS
    written = [notation.write_action(number) for number in range(actions)]
    assert len({dumps(action) for action in written}) == actions
    for number, action in enumerate(written):
        assert is_plain(action)
        with suppress(IllegalAction):
            assert notation.read_action(action) == number


def require_refusals_agree(table: Table, seats: Iterable[int]) -> None:
    for seat in seats:
        asked, lines = refusals(table, seat)
        assert 0 <= lines.min() <= lines.max() < len(table.game.rules.REFUSALS)
        assert asked[lines == 0].tolist() == sorted(table.legal_ids(seat))


@every_setting
def test_exactly_the_legal_actions_are_not_refused(setting: Setting) -> None:
    for table in samples(setting, each=counted(2, 1)):
        require_refusals_agree(table, range(table.seats))


@pytest.mark.long
@every_setting
def test_exactly_the_legal_actions_are_not_refused_all_through_the_game(setting: Setting) -> None:
    for seed in range(counted(25, 1)):
        for table in islice(random_game(setting, seed), 0, None, counted(1, 5)):
            require_refusals_agree(table, table.to_act[-1:])


# Events


@every_game
def test_what_is_secret_in_an_event_belongs_to_a_seat(id: str) -> None:
    kinds = ludoteca.game(id).notation.EVENTS
    assert len({kind.name for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert len(set(kind.fields)) == len(kind.fields) <= 3
        assert "event" not in kind.fields
        assert set(kind.secret) < set(kind.fields) or not kind.secret
        assert not kind.secret or (kind.fields[0] == "seat" and "seat" not in kind.secret)


def require_sound_events(table: Table) -> set[str]:
    """Everybody is told the same kinds in the same order, without the secrets of others. Which kinds?"""
    kinds = {kind.name: kind for kind in table.game.notation.EVENTS}
    assert table.states[0].news_count <= len(table.states[0].news)
    everything = [table.events(viewer) for viewer in viewers(table)]
    for viewer, told in zip(viewers(table), everything, strict=True):
        assert is_plain(told)
        for event in told:
            kind = kinds[event["event"]]
            hidden = set() if viewer is not None and event.get("seat") == viewer else set(kind.secret)
            assert set(event) == {"event", *kind.fields} - hidden
    assert len({tuple(event["event"] for event in told) for told in everything}) == 1
    return {event["event"] for event in everything[-1]}


@every_setting
def test_events_fit_their_room_and_tell_nobody_the_secrets_of_others(setting: Setting) -> None:
    assert setting.start().events(None) == []
    for table in random_game(setting, SEED, most=counted(400, 60)):
        require_sound_events(table)


@pytest.mark.long
@every_game
def test_every_kind_of_event_happens(id: str) -> None:
    told = set()
    for setting in settings():
        if setting.id == id:
            for seed in range(counted(20, 2)):
                for table in random_game(setting, seed):
                    told |= require_sound_events(table)
    assert told == {kind.name for kind in ludoteca.game(id).notation.EVENTS}


@few
def test_a_game_takes_the_same_course_when_nobody_listens(setting: Setting) -> None:
    heard, unheard, rng = setting.start(), setting.start(), random.Random(SEED)
    for _ in range(counted(300, 40)):
        if heard.over:
            break
        seat, action = play_randomly(heard, rng)
        unheard.states[0].listening = 0
        unheard.play(seat, action)
        assert unheard.events(None) == []
    assert unheard.position() == heard.position()


# Chance


def course(setting: Setting, seed: int | bytes, decisions: int) -> list[bytes]:
    table, rng = setting.game.start(setting.seats, setting.options, seed), random.Random(SEED)
    seen = [table.states.tobytes()]
    while not table.over and len(seen) < decisions:
        play_randomly(table, rng)
        seen.append(table.states.tobytes())
    return seen


@every_setting
def test_the_same_seed_and_actions_give_the_same_game(setting: Setting) -> None:
    decisions = counted(200, 30)
    assert course(setting, 7, decisions) == course(setting, 7, decisions)
    assert course(setting, bytes(range(32)), 5) == course(setting, bytes(range(32)), 5)


@few
def test_other_seeds_give_other_games(setting: Setting) -> None:
    assert len({position_after(setting, seed, decisions=5) for seed in range(20)}) > 1


def position_after(setting: Setting, seed: int, decisions: int) -> str:
    table = setting.start(seed)
    for _ in range(decisions):
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    return dumps(table.position())


@few
def test_going_back_never_rolls_again(setting: Setting) -> None:
    for table in samples(setting, each=counted(3, 1)):
        for seat in table.to_act:
            action = table.legal(seat)[-1]
            one, other = copy(table), copy(table)
            one.play(seat, action)
            other.play(seat, action)
            assert one.states.tobytes() == other.states.tobytes()


@few
def test_questions_change_nothing(setting: Setting) -> None:
    for table in samples(setting, each=counted(2, 1)):
        before = table.states.tobytes()
        what_can_be_asked(table)
        table.position()
        for viewer in viewers(table):
            table.events(viewer)
        assert table.states.tobytes() == before


@few
def test_what_comes_after_a_loaded_position_hangs_on_the_seed_alone(setting: Setting) -> None:
    for table in samples(setting, each=1):
        position = table.position()
        one, other = table.game.load(position, 5), table.game.load(position, 5)
        assert one.states.tobytes() == other.states.tobytes()
        assert (one.states[0].key == chance.key_of(5)).all()
        fresh = [table.game.load(position).states[0].key.tolist() for _ in range(2)]
        assert fresh[0] != fresh[1]


# Ends


def require_sound_results(table: Table) -> None:
    seats = list(range(table.seats))
    assert table.over == (table.to_act == [])
    assert table.to_act == [seat for seat in seats if table.legal(seat)]
    assert len(table.scores) == table.seats
    assert is_plain([table.scores, table.winners, table.to_act])
    assert bool(table.winners) == table.over
    assert table.winners == [seat for seat in seats if seat in table.winners]


@every_setting
def test_a_game_ends_with_winners_and_not_before(setting: Setting) -> None:
    for table in samples(setting, each=counted(3, 1)):
        require_sound_results(table)
    last = samples(setting, each=counted(3, 1))[-1]
    assert last.over, "the last sample is the end of a game"
    best = {last.scores[seat] for seat in last.winners}
    assert len(best) == 1
    assert best == {max(last.scores, key=lambda score: last.game.better_score * score)}
    assert all(last.view(viewer)["over"] for viewer in viewers(last))


@pytest.mark.long
@every_setting
def test_many_games_end_with_winners(setting: Setting) -> None:
    for seed in range(counted(50, 2)):
        *_, table = random_game(setting, seed)
        assert table.over
        require_sound_results(table)


# The folder


@every_game
def test_a_game_is_complete(id: str) -> None:
    game = ludoteca.game(id)
    assert game.id == id
    assert game.folder.name.replace("_", "-") == id
    assert game.name
    assert isinstance(game.record, np.dtype)
    assert game.rules.REFUSALS[0][1] is None
    assert len({code for code, _ in game.rules.REFUSALS}) == len(game.rules.REFUSALS)
    assert game.bots.NAMES[0] == "random"
    assert all(re.fullmatch("[a-z][a-z0-9_]*", name) for name in game.bots.NAMES)


@every_game
def test_a_role_has_the_same_file_name_in_every_game(id: str) -> None:
    files = {path.stem for path in ludoteca.game(id).folder.glob("*.py")}
    assert files >= {"alphabet", "rules", "notation", "reading", "bots", "terminal"}


@every_game
def test_the_options_shown_are_options(id: str) -> None:
    game = ludoteca.game(id)
    assert game.notation.OPTIONS
    for options in game.notation.OPTIONS:
        for seats in game.notation.seat_range(options):
            complete: Json = game.options(seats, options)
            assert is_plain(complete)
            assert game.options(seats, complete) == complete
            assert complete.items() >= options.items()
