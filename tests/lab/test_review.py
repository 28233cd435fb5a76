"""The review: a split without a rest, luck that is zero on average, and skill that tells a random seat."""

import random
from functools import cache

import numpy as np
import pytest

import ludoteca
from ludoteca import Table
from ludoteca.archive.recorded_steps import PlayedStep, Taken, steps_of
from ludoteca.core.compiled import PLAIN
from ludoteca.core.simultaneous import copied
from ludoteca.games.pega_em_6.tables import HEADS
from ludoteca.lab import review as r
from ludoteca.lab.bot_game import deal
from ludoteca.lab.values import Choice
from random_play import SEED, Setting, counted, few_settings
from reviews import Study, interval, luck, played, skill

only_compiled = pytest.mark.skipif(PLAIN, reason="whole games take minutes in plain mode")
EACH = counted(2, 1)
MOST = counted(60, 6)  # actions that are reviewed
PEGA = Setting("pega-em-6", {"variant": "basic", "rounds": 1}, 3, "pega-em-6/one round")
FIRST = {one.id: one for one in reversed(few_settings())}
SOME = [
    pytest.param(one, id=str(one), marks=[] if one in FIRST.values() else pytest.mark.long)
    for one in few_settings()
]
few = pytest.mark.parametrize("setting", [PEGA] if PLAIN else SOME, ids=str if PLAIN else None)


def some_game(setting: Setting, most: int, seed: int = SEED) -> tuple[Table, list[Taken]]:
    """The first table of a random game, and what was done from there, at most so much."""
    table, luck, taken = setting.start(seed), random.Random(seed), []
    first = copied(table)
    while not table.over and len(taken) < most:
        for seat in table.to_act:
            if seat in table.to_act:
                taken.append((seat, luck.choice(table.legal(seat))))
                table.play(*taken[-1])
    return first, taken


@cache
def some_review(setting: Setting) -> r.Review:
    return r.review(*some_game(setting, MOST), EACH)


@few
def test_the_split_leaves_no_rest(setting: Setting) -> None:
    review = some_review(setting)
    before = review.start
    for step in review.steps:
        assert np.allclose(before + step.parts.sum(axis=1), step.values, rtol=0, atol=1e-9)
        before = step.values
    assert np.allclose(review.start + review.split().sum(axis=1), before, rtol=0, atol=1e-9)


@few
def test_a_review_repeats_exactly_and_another_key_draws_other_games(setting: Setting) -> None:
    first, taken = some_game(setting, counted(12, 2))
    notation = setting.game.notation
    one, same, other = (r.written(r.review(first, taken, EACH, key), notation) for key in (1, 1, 2))
    assert one == same
    assert one["steps"] != other["steps"] or setting.seats == 1


@few
def test_every_decision_with_a_choice_is_judged(setting: Setting) -> None:
    review = some_review(setting)
    recorded = list(steps_of(*some_game(setting, MOST)))
    for step, judged in zip(recorded, review.steps[1:], strict=True):
        with_choice = [seat for seat, _ in step.taken if len(step.before.legal_ids(seat)) > 1]
        assert [one.seat for one in judged.decisions] == with_choice
        for one in judged.decisions:
            assert one.grade in r.GRADES
            if one.choice.best == one.choice.played:
                assert one.grade == "best"
                assert not judged.parts[one.seat, r.SKILL].any()


@only_compiled
@pytest.mark.parametrize("id", ludoteca.games())
def test_a_whole_game_ends_with_its_result(id: str) -> None:
    setting = next(one for one in few_settings() if one.id == id and one.seats > 1)
    first, taken = some_game(setting, 10_000)
    end = list(steps_of(first, taken))[-1].after
    written = r.written(r.review(first, taken, 1), setting.game.notation)
    assert [seat["result"]["score"] for seat in written["seats"]] == end.scores
    shares = [seat["result"]["victory"] for seat in written["seats"]]
    assert [share > 0 for share in shares] == [seat in end.winners for seat in range(end.seats)]
    for seat in written["seats"]:
        parts = ("start", "luck", "own", "others")
        assert sum(seat[part]["victory"] for part in parts) == pytest.approx(seat["result"]["victory"])


def test_only_the_deal_is_luck_in_a_hand_of_pega_em_6() -> None:
    review = r.review(*some_game(PEGA, counted(30, 6)), EACH)
    assert review.steps[0].parts[:, r.LUCK].any()
    assert not any(step.parts[:, r.LUCK].any() for step in review.steps[1:])


@only_compiled
def test_a_seat_that_draws_has_luck_and_one_that_sees_nothing_of_it_has_none() -> None:
    setting = next(one for one in few_settings() if one.id == "dobro" and one.seats > 2)
    review = r.review(*some_game(setting, 12), 4)
    for step in review.steps[1:]:
        others = [seat for seat in range(review.seats) if seat != step.taken[0][0]]
        assert not step.parts[others, r.LUCK].any()
    assert any(step.parts[:, r.LUCK].any() for step in review.steps[1:])


def test_what_was_chosen_in_secret_is_not_known_where_all_else_is() -> None:
    """In the professional variant all hands lie open; the game was ended before the second seat chose."""
    first = ludoteca.game("pega-em-6").start(2, {"variant": "professional", "rounds": 1}, SEED)
    while first.view(0)["phase"] == "draft":
        first.play(first.to_act[0], first.legal(first.to_act[0])[0])
    values = [r.review(first, [(0, card)], EACH).steps[-1].values for card in first.legal(0)[:4]]
    assert all((one[1] == values[0][1]).all() for one in values)
    assert any((one[0] != values[0][0]).any() for one in values)


@only_compiled
def test_chance_is_not_overlooked_where_it_often_brings_the_same() -> None:
    """Who lays a tile draws another; when few are left, the same one often comes again."""
    setting = next(one for one in few_settings() if one.id == "double-double-dominoes")
    steps = [(step, *tiles_left(step)) for step in steps_of(*some_game(setting, 1000))]
    draws = [step for step, before, after in steps if 0 < after < before < 5]
    assert draws
    assert all(r.redrawn_tables(step, key) for step in draws for key in range(100))


def tiles_left(step: PlayedStep) -> tuple[int, int]:
    """In the boneyard, before and after the step."""
    return len(step.before.position()["boneyard"]), len(step.after.position()["boneyard"])


def test_the_last_row_taken_costs_the_victory_that_the_cheapest_would_have_kept() -> None:
    first, taken = some_game(PEGA, 1000, seed=row_in_the_end())
    *_, last = steps_of(first, taken)
    seat, action = last.taken[0]
    rows = [sum(int(HEADS[card]) for card in row["cards"]) for row in last.before.position()["rows"]]
    choice = r.ValueEstimator(PEGA.game, EACH, 0).choice(last.before, seat, r.ids_of(last)[0, 1], 1)
    shares = [share_after(last.before, seat, row) for row in (action["row"], rows.index(min(rows)) + 1)]
    assert choice.figures == pytest.approx(shares)
    assert choice.loss == pytest.approx(shares[1] - shares[0])
    assert choice.loss > r.BOUNDS[-1]
    assert choice.error == 0
    assert r.Decision(seat, choice).grade == "blunder"


def share_after(table: Table, seat: int, row: int) -> float:
    after = copied(table)
    after.play(seat, {"row": row})
    return (seat in after.winners) / len(after.winners)


def test_a_grade_follows_from_the_loss_that_is_shown() -> None:
    graded = [(0.0, "best"), (0.02, "good"), (0.03, "inaccuracy"), (0.06, "mistake"), (0.2, "blunder")]
    for loss, grade in graded:
        assert r.Decision(0, decided(loss, (0.5 - loss, 0.5))).grade == grade
        assert r.Decision(0, decided(300 * loss, (300 - 300 * loss, 300.0)), alone=True).grade == grade


def decided(loss: float, figures: tuple[float, float]) -> Choice:
    nothing = np.zeros(2)
    return Choice(0, int(loss > 0), 2, loss, 0.0, figures, nothing, nothing, nothing)


def test_what_is_not_clearly_worse_counts_as_best_and_costs_nothing() -> None:
    """Two playouts a candidate rarely tell that another is better by more than chance."""
    step = next(steps_of(*some_game(PEGA, 1)))
    seat, action = r.ids_of(step)[0].tolist()
    choices = [r.ValueEstimator(PEGA.game, 2, key).choice(step.before, seat, action, 1) for key in range(20)]
    unclear = [choice for choice in choices if choice.best == choice.played]
    assert unclear
    for choice in unclear:
        assert choice.loss == 0
        assert (choice.played_value == choice.best_value).all()


@only_compiled
def test_every_grade_is_given_to_somebody() -> None:
    reviews = [r.review(*some_game(PEGA, 1000, seed), 100) for seed in range(3)]
    found = {one.grade for review in reviews for seat in range(3) for one in review.decisions(seat)}
    assert found == {*r.GRADES}


@only_compiled
def test_reviews_of_a_game_with_other_chance_say_nearly_the_same() -> None:
    """Of the result, at most a tenth moves to another part; start and luck are as steady."""
    game = some_game(PEGA, 1000)
    splits = np.array([r.review(*game, 100, key).split()[:, :, 0] for key in range(3)])
    own = splits[:, :, r.PAR] + splits[:, :, r.SKILL]
    for part in (own, splits[:, :, r.LUCK], splits[:, :, r.OTHERS]):
        assert part.std(axis=0, ddof=1).mean() < 0.1


def row_in_the_end() -> int:
    """The seed of a game that ends with a row taken that was not the cheapest, and cost the victory."""
    for seed in range(1000):
        first, taken = some_game(PEGA, 1000, seed)
        if "row" in taken[-1][1]:
            *_, last = steps_of(first, taken)
            rows = [sum(int(HEADS[card]) for card in row["cards"]) for row in last.before.position()["rows"]]
            seat, action = taken[-1]
            kept, spent = (
                share_after(last.before, seat, row) for row in (rows.index(min(rows)) + 1, action["row"])
            )
            if kept > spent:
                return seed
    raise AssertionError("no such game")


@only_compiled
def test_luck_is_zero_on_average() -> None:
    """The short form of `benchmarks/reviews.py luck`."""
    study = Study("pega-em-6", 4, {"variant": "basic", "rounds": 1}, 60, 2)
    found = luck(study, "closest")
    for seat in range(study.seats):
        for measure in range(len(r.MEASURES)):
            mean, half = interval(found[:, seat, measure])
            assert half > 0
            assert abs(mean) < 2 * half


@only_compiled
@pytest.mark.parametrize("id", ["dobro", "double-double-dominoes", "pega-em-6"])  # not where all see all
def test_a_deal_is_not_lucky_for_all_at_once(id: str) -> None:
    """To a review all seats are equally strong, so together they expect one victory."""
    game, luck = ludoteca.game(id), []
    for number in range(200):
        first = deal(game, 4, {}, SEED, number)
        (dealt,) = r.review(first, [], 1, number).steps
        luck.append(dealt.parts[:, r.LUCK, 0].sum())
    mean, half = interval(np.array(luck))
    assert abs(mean) <= 1.5 * half


@only_compiled
def test_simple_play_neither_misses_nor_wins_anything() -> None:
    """Own play is measured against the simple play of the playouts, in the same worlds."""
    game = ludoteca.game("dobro")
    first = deal(game, 3, {}, SEED, 0)
    taken = played(Table(game, first.states.copy()), ["keeper"] * 3, SEED)
    split = r.review(first, taken, 2).split()
    assert np.abs(split[:, r.PAR] + split[:, r.SKILL]).max() < 1e-9


@only_compiled
def test_a_random_seat_among_better_ones_is_told_apart() -> None:
    """The short form of `benchmarks/reviews.py skill`."""
    study = Study("pega-em-6", 3, {"variant": "basic", "rounds": 1}, 9, 100)
    assert sum(skill(study, "skilled", "random")) >= 7
