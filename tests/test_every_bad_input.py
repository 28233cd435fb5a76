"""Bad input of every kind, in every game: refused with the right error, and nothing has changed."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import ludoteca
from ludoteca import BadOptions, BadPosition, Game, IllegalAction, Table
from ludoteca.core.batch import simulate
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import same
from mutations import JUNK, NO_SEAT, bad_actions, broken
from random_play import (
    SEED,
    Json,
    Setting,
    copy,
    counted,
    dumps,
    few_settings,
    play_randomly,
    refusals,
    samples,
    settings,
    some_actions,
    viewers,
)

every_game = pytest.mark.parametrize("id", ludoteca.games())
every_setting = pytest.mark.parametrize("setting", settings(), ids=str)
few = pytest.mark.parametrize("setting", few_settings(), ids=str)


# Actions


class Unchanged:
    """Whatever happens inside, the table is afterwards as it was before, to the last byte."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __enter__(self) -> None:
        self.before = self.everything()

    def __exit__(self, *error: object) -> None:
        assert self.everything() == self.before

    def everything(self) -> tuple[bytes, str, str]:
        events = [self.table.events(viewer) for viewer in viewers(self.table)]
        return self.table.states.tobytes(), dumps(self.table.position()), dumps(events)


def answer(ask: Callable[[], Any]) -> Any:
    """What comes back: a value, or the error that says why not."""
    try:
        return ask()
    except LudotecaError as refused:
        return refused


def require_brief(refused: LudotecaError) -> None:
    assert refused.code
    assert 0 < len(str(refused)) < 1000


def require_refused(table: Table, seat: Any, action: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        table.play(seat, action)
    require_brief(refused.value)


def offer_bad_actions(table: Table, rng: random.Random) -> None:
    for seat in table.to_act[:2]:
        legal = table.legal(seat)
        for action in rng.sample(legal, min(2, len(legal))):
            for bad in bad_actions(action):
                if not any(same(bad, good) for good in legal):
                    require_refused(table, seat, bad)


def offer_illegal_actions(table: Table, rng: random.Random) -> None:
    """Real actions, of any phase and of anybody, that this seat may not take now."""
    for seat in range(table.seats):
        allowed = set(table.legal_ids(seat))
        for number in some_actions(table.game, rng, counted(50, 20)):
            if number not in allowed:
                require_refused(table, seat, table.game.notation.write_action(number))


def offer_wrong_seats(table: Table, rng: random.Random) -> None:
    for acting in table.to_act[:2]:
        action = rng.choice(table.legal(acting))
        for seat in (*NO_SEAT, table.seats, *(s for s in range(table.seats) if s not in table.to_act)):
            require_refused(table, seat, action)


@every_setting
@pytest.mark.parametrize("offer", [offer_bad_actions, offer_illegal_actions, offer_wrong_seats])
def test_illegal_actions_are_refused_and_nothing_changes(
    setting: Setting, offer: Callable[[Table, random.Random], None]
) -> None:
    for table in samples(setting, each=1):
        with Unchanged(table):
            offer(table, random.Random(SEED))


@every_setting
def test_after_the_end_everything_is_refused(setting: Setting) -> None:
    table = samples(setting, each=1)[-1]
    assert table.over
    with Unchanged(table):
        for seat in range(table.seats):
            assert refusals(table, seat)[1].all()
            require_refused(table, seat, setting.start().legal(setting.start().to_act[0])[0])


@every_setting
def test_a_refusal_has_the_code_and_rule_of_its_line(setting: Setting) -> None:
    for table in samples(setting, each=1):
        for seat in range(table.seats):
            asked, lines = refusals(table, seat)
            for line in set(lines[lines > 0].tolist()):
                action = int(asked[lines == line][-1])
                with pytest.raises(IllegalAction) as refused:
                    table.play(seat, table.game.notation.write_action(action))
                given = (refused.value.code, refused.value.rule)
                assert given == table.game.rules.REFUSALS[line] or given == (refused.value.code, None)


@few
def test_there_is_nothing_for_seats_that_are_not_there(setting: Setting) -> None:
    table = setting.start()
    with Unchanged(table):
        for seat in (*NO_SEAT, setting.seats):
            assert table.legal(seat) == []
            if seat is not None:
                with pytest.raises(IllegalAction):
                    table.view(seat)
                with pytest.raises(IllegalAction):
                    table.events(seat)


# Positions and views


def require_bad_or_sound(load: Callable[[], Table], written: Callable[[Table], Json], given: Json) -> None:
    """A broken position is refused; one that is right by luck is written again, and can be played on."""
    table = answer(load)
    if isinstance(table, BadPosition):
        require_brief(table)
        return
    again = written(table)
    assert all(same(again[key], given[key]) for key in given)
    assert again.keys() - given.keys() <= {*table.game.notation.OPTIONAL_KEYS}
    rng = random.Random(SEED)
    for _ in range(counted(60, 10)):
        if table.over:
            return
        play_randomly(table, rng)
        table.position()


def load_broken_positions(setting: Setting, each: int, times: int) -> None:
    rng = random.Random(SEED)
    for table in samples(setting, each):
        position = table.position()
        for _ in range(times):
            given = broken(position, rng)
            require_bad_or_sound(lambda p=given: setting.game.load(p, SEED), Table.position, given)


@every_setting
def test_broken_positions_are_refused(setting: Setting) -> None:
    load_broken_positions(setting, each=1, times=counted(20, 8))


@pytest.mark.long
@every_setting
def test_many_broken_positions_are_refused(setting: Setting) -> None:
    load_broken_positions(setting, each=counted(3, 2), times=counted(100, 30))


def imagine_broken_views(setting: Setting, each: int, times: int) -> None:
    rng = random.Random(SEED)
    for table in samples(setting, each):
        for _ in range(times):
            viewer = rng.choice(viewers(table))
            given = broken(table.view(viewer), rng)
            require_bad_or_sound(
                lambda v=given, seat=viewer: setting.game.imagine(v, seat, SEED),
                lambda imagined, seat=viewer: imagined.view(seat),
                given,
            )


@every_setting
def test_broken_views_are_refused(setting: Setting) -> None:
    imagine_broken_views(setting, each=1, times=counted(10, 3))


@pytest.mark.long
@every_setting
def test_many_broken_views_are_refused(setting: Setting) -> None:
    imagine_broken_views(setting, each=counted(3, 2), times=counted(40, 10))


@few
def test_junk_is_no_position_and_no_view(setting: Setting) -> None:
    position = setting.start().position()
    others = [{**position, "game": id} for id in ("nonsense", None, 1, ["dobro"])]
    for junk in (*JUNK, *others, [position], dumps(position), list(position.items())):
        with pytest.raises(BadPosition):
            setting.game.load(junk, SEED)
        with pytest.raises(BadPosition):
            setting.game.imagine(junk, 0, SEED)


@few
def test_a_view_belongs_to_its_viewer(setting: Setting) -> None:
    table = setting.start()
    few_viewers = (0, table.seats - 1, None)
    for viewer in few_viewers:
        for other in few_viewers:
            if table.view(viewer) != table.view(other):
                with pytest.raises(BadPosition):
                    setting.game.imagine(table.view(viewer), other, SEED)
    for seat in (*NO_SEAT[1:], setting.seats):
        with pytest.raises(BadPosition):
            setting.game.imagine(table.view(0), seat, SEED)


@few
def test_loading_leaves_what_was_given_as_it_was(setting: Setting) -> None:
    for table in samples(setting, each=1):
        position, view = table.position(), table.view(0)
        setting.game.load(position, SEED)
        setting.game.imagine(view, 0, SEED)
        assert same(position, table.position())
        assert same(view, table.view(0))


@few
def test_a_table_keeps_nothing_that_was_given_to_it(setting: Setting) -> None:
    table = copy(samples(setting, each=1)[0])
    with Unchanged(table):
        for written in (table.position(), table.view(0), table.legal(table.to_act[0])[0]):
            written.clear()


# Seats, options and seeds


def every_way_in(game: Game) -> list[Callable[[Any, Any], object]]:
    return [
        game.options,
        lambda seats, options: game.start(seats, options, SEED),
        lambda seats, options: simulate(game, 1, seats, options, seed=SEED),
    ]


@every_game
def test_a_game_is_not_started_with_seats_it_does_not_have(id: str) -> None:
    game = ludoteca.game(id)
    for options in game.notation.OPTIONS:
        seats = game.notation.seat_range(options)
        assert len(seats) > 0
        for bad in (*NO_SEAT, seats.start - 1, seats.stop, float(seats.start), str(seats.start)):
            for way in every_way_in(game):
                with pytest.raises(BadOptions) as refused:
                    way(bad, options)
                assert refused.value.code


@every_game
def test_options_are_names_with_values(id: str) -> None:
    game = ludoteca.game(id)
    seats = game.notation.seat_range(game.notation.OPTIONS[0]).start
    for bad in JUNK:
        if bad not in (None, {}):
            for way in every_way_in(game):
                with pytest.raises(BadOptions):
                    way(seats, bad)


@every_game
def test_there_are_no_other_options(id: str) -> None:
    game = ludoteca.game(id)
    for options in game.notation.OPTIONS:
        for name in ("nonsense", "", "Variant", "seats", "seed", 1, None, True, (), 10**5000):
            for value in (None, 1, "1"):
                with pytest.raises(BadOptions) as refused:
                    game.start(game.notation.seat_range(options).start, {**options, name: value}, SEED)
                assert refused.value.code


@every_game
def test_an_option_is_taken_as_it_was_given_or_refused(id: str) -> None:
    game = ludoteca.game(id)
    for options in game.notation.OPTIONS:
        seats = game.notation.seat_range(options).start
        for name in game.options(seats, options):
            for value in JUNK:
                if value is not None:
                    require_taken_or_refused(game, seats, {**options, name: value}, name)


def require_taken_or_refused(game: Game, seats: int, options: Json, name: str) -> None:
    taken = answer(lambda: game.options(seats, options))
    if isinstance(taken, BadOptions):
        require_brief(taken)
    else:
        assert same(taken[name], options[name])
        assert game.start(seats, options, SEED).position()["options"] == taken


@every_game
def test_null_counts_as_not_given(id: str) -> None:
    game = ludoteca.game(id)
    seats = game.notation.seat_range({}).start
    default = game.options(seats)
    assert game.options(seats, dict.fromkeys(default)) == default == game.options(seats, {})


@every_game
def test_a_seed_is_an_int_or_32_bytes(id: str) -> None:
    game = ludoteca.game(id)
    seats = game.notation.seat_range({}).start
    position = game.start(seats, {}, SEED).position()
    for bad in (True, 1.0, "7", b"", bytes(31), bytes(33), [7], {}, bytearray(32), "0" * 32):
        with pytest.raises(BadOptions) as refused:
            game.start(seats, {}, bad)  # type: ignore[arg-type]
        assert refused.value.code == "bad_seed"
        with pytest.raises(BadOptions):
            game.load(position, bad)  # type: ignore[arg-type]
    for good in (0, -1, 10**5000, bytes(32)):
        game.start(seats, {}, good)
