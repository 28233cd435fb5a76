from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca import BadOptions
from ludoteca.core.options import Choice, Options, Seats, Whole


def seats_of(options: dict[str, Any]) -> Seats:
    return Seats(2, 4 if options["variant"] == "small" else 8, f"the {options['variant']} variant", "X1")


def long_has_a_goal(options: dict[str, Any]) -> dict[str, Any]:
    if options["long"] and options["goal"] is None:
        return {**options, "goal": 50}
    if options["goal"] == 13:
        raise BadOptions("unlucky", "13 brings no luck", "X3")
    return options


OPTIONS = Options(
    Choice("variant", ("small", "large", "huge")),
    Choice("long", (False, True), field="long_game"),
    Whole("goal", 1, 100, "X2"),
    seats=seats_of,
    samples=({"variant": "small"}, {"variant": "huge", "long": True}),
    agree=long_has_a_goal,
)


@pytest.mark.parametrize("given", [{}, {"long": None}, {"variant": "small", "goal": None}])
def test_what_is_not_given_has_its_default(given: dict[str, Any]) -> None:
    assert OPTIONS.read(2, given) == {"variant": "small", "long": False, "goal": None}


def test_options_that_depend_on_each_other_are_completed_together() -> None:
    assert OPTIONS.read(2, {"long": True}) == {"variant": "small", "long": True, "goal": 50}
    with pytest.raises(BadOptions) as refused:
        OPTIONS.read(2, {"goal": 13})
    assert (refused.value.code, refused.value.rule) == ("unlucky", "X3")


@pytest.mark.parametrize(
    ("seats", "options", "code", "message"),
    [
        (2, {"colour": 1}, "unknown_option", "there is no option 'colour'"),
        (2, {"variant": "tiny"}, "bad_variant", "variant is one of small, large, huge, not 'tiny'"),
        (2, {"variant": ["small"]}, "bad_variant", "variant is one of small, large, huge, not ['small']"),
        (2, {"long": 1}, "bad_long", "long is False or True, not 1"),
        (2, {"goal": 0}, "bad_goal", "goal is a whole number from 1 to 100, not 0"),
        (2, {"goal": True}, "bad_goal", "goal is a whole number from 1 to 100, not True"),
        (2, {"goal": 7.0}, "bad_goal", "goal is a whole number from 1 to 100, not 7.0"),
        (1, {}, "bad_seats", "the small variant is for 2 to 4 seats, not 1"),
        (9, {"variant": "huge"}, "bad_seats", "the huge variant is for 2 to 8 seats, not 9"),
    ],
)
def test_there_are_no_other_options_values_and_seats(
    seats: int, options: dict[str, Any], code: str, message: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        OPTIONS.read(seats, options)
    assert (refused.value.code, refused.value.message) == (code, message)


def test_a_refusal_names_the_rule_that_was_declared() -> None:
    for seats, options, rule in ((9, {}, "X1"), (2, {"goal": 0}, "X2"), (2, {"long": 3}, None)):
        with pytest.raises(BadOptions) as refused:
            OPTIONS.read(seats, options)
        assert refused.value.rule == rule


def test_the_seats_follow_the_options() -> None:
    assert OPTIONS.seat_range({}) == range(2, 5)
    assert OPTIONS.seat_range({"variant": "large"}) == range(2, 9)
    assert Options(seats=Seats(1, 4)).seat_range({}) == range(1, 5)


@pytest.mark.parametrize("given", [{}, {"variant": "huge"}, {"long": True, "goal": 7}, {"long": True}])
def test_a_record_gives_back_the_options_that_were_written(given: dict[str, Any]) -> None:
    state, complete = SimpleNamespace(), OPTIONS.read(3, given)
    OPTIONS.write(state, complete)
    assert OPTIONS.of(state) == complete
    assert vars(state).keys() == {"variant", "long_game", "goal"}
    assert all(type(number) is int for number in vars(state).values())


def test_a_game_without_options_has_one_sample() -> None:
    alone = Options(seats=Seats(1, 4))
    assert (alone.samples, alone.read(1, {}), alone.of(SimpleNamespace())) == (({},), {}, {})
