"""Sequential tests: their error rates hold, a match stops when it knows, and no seat looks like skill."""

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ludoteca import BadOptions
from ludoteca.cli import main
from ludoteca.core.compiled import PLAIN
from ludoteca.lab.bot_game import Result
from ludoteca.lab.match import Deal, Match, Played
from ludoteca.lab.match_course import Limits, follow
from ludoteca.lab.sequential import Sprt, SprtCourse, SprtRule, Verdict, WidthRule, sprt_of

MATCHES = 300
MOST_DEALS = 4000


def verdicts(scores: Any, sprt: Sprt) -> Counter[Verdict]:
    """Of many made-up matches, a row each."""
    found: Counter[Verdict] = Counter()
    for row in scores.tolist():
        course = SprtCourse(sprt)
        for score in row:
            course.add([score])
            if course.verdict != Verdict.UNDECIDED:
                break
        found[course.verdict] += 1
    return found


def made_up(share: float, games: int, seed: int) -> Any:
    """Deals of so many games, each won with this chance; those of a deal are alike now and then."""
    rng = np.random.default_rng(seed)
    luck = rng.random((MATCHES, MOST_DEALS, games))
    same = rng.random((MATCHES, MOST_DEALS)) < 0.3
    luck[same] = luck[same][:, :1]
    return (luck < share).mean(axis=2)


@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("share", [0.25, 0.5, 0.9])
def test_errors_are_as_rare_as_stated(share: float, games: int) -> None:
    """5 of 100; by chance 300 matches may show up to 9, hardly ever more."""
    sprt = Sprt("a", share, 0.05)
    even = verdicts(made_up(share, games, seed=1), sprt)
    better = verdicts(made_up(share + 0.05, games, seed=2), sprt)
    assert even[Verdict.BETTER] < 0.09 * MATCHES
    assert better[Verdict.NOT_BETTER] < 0.09 * MATCHES
    assert better[Verdict.BETTER] > 0.91 * MATCHES


def in_turn(shares: tuple[float, ...], once_better: float, seed: int) -> Counter[Verdict]:
    """Of made-up matches with one seating a deal, in which seats are worth these shares."""
    rng, sprt, found = np.random.default_rng(seed), Sprt("a", 0.5, 0.05), Counter[Verdict]()
    for _ in range(MATCHES):
        course = SprtCourse(sprt)
        while course.verdict == Verdict.UNDECIDED:
            course.add([float(rng.random() < share + once_better) for share in shares])
        found[course.verdict] += 1
    return found


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.9, 0.1), (0.8, 0.5, 0.2)])
def test_seats_of_unequal_worth_make_no_more_errors(shares: tuple[float, ...]) -> None:
    assert in_turn(shares, 0.0, seed=5)[Verdict.BETTER] < 0.09 * MATCHES
    assert in_turn(shares, 0.05, seed=6)[Verdict.NOT_BETTER] < 0.09 * MATCHES


def test_a_rotation_tells_as_much_as_its_deals() -> None:
    """Nine turns of four deals, all won, refute 65 %; their nine means alone would not."""
    course = SprtCourse(Sprt("a", 0.65, 0.2))
    for _ in range(9):
        course.add([1.0] * 4)
    assert course.verdict == Verdict.BETTER


def test_a_clear_case_is_decided_sooner() -> None:
    deals = []
    for share in (0.55, 0.7, 0.95):
        course, count = SprtCourse(Sprt("a", 0.5, 0.05)), 0
        rng = np.random.default_rng(3)
        while course.verdict == Verdict.UNDECIDED:
            course.add([float(rng.random() < share)])
            count += 1
        deals.append(count)
    assert deals == sorted(deals, reverse=True)
    assert deals[-1] < 30


@pytest.mark.parametrize(("share", "gain"), [(0.0, 0.05), (0.97, 0.05), (0.5, 0.0), (0.5, -0.1)])
def test_shares_that_cannot_be_are_refused(share: float, gain: float) -> None:
    with pytest.raises(BadOptions, match="between 0 and 100"):
        Sprt("a", share, gain)


MATCH = Match("pega-em-6", 2, {"variant": "basic", "rounds": 1}, ("a", "b"), 1000, 0)


def test_the_even_share_is_that_of_the_seats() -> None:
    assert sprt_of(MATCH, 0.05).share == 0.5
    assert sprt_of(replace(MATCH, seats=4, bots=("a",), against="b"), 0.05).share == 0.25
    assert sprt_of(replace(MATCH, seats=4, bots=("a", "b")), 0.05).share == 0.5
    assert sprt_of(replace(MATCH, seats=1, game="doppelt-so-clever", options={}), 0.05).share == 0.5
    assert sprt_of(MATCH, 0.05, 0.6).share == 0.6
    with pytest.raises(BadOptions, match="two bots, not 3"):
        sprt_of(replace(MATCH, bots=("a", "b", "c")), 0.05)


def game(deal: int, lineup: str, winner: int) -> Played:
    shares = tuple(float(seat == winner) for seat in range(len(lineup)))
    times: dict[str, Any] = dict.fromkeys(lineup, 1)
    return Played(deal, tuple(lineup), Result(tuple(map(int, shares)), shares, 1), times, times, times)


def test_a_seat_that_always_wins_is_no_skill() -> None:
    """Whoever has seat 0 wins: with one seating a deal, scores are compared over all seatings."""
    rule = SprtRule(replace(MATCH, once=True), sprt_of(MATCH, 0.05))
    for deal in range(2000):
        if rule.enough([game(deal, "ab" if deal % 2 == 0 else "ba", winner=0)]):
            break
    assert rule.course.verdict == Verdict.NOT_BETTER
    assert rule.course.better.count == rule.course.not_better.count == 10 + deal + 1


def test_an_interval_of_the_width_asked_for() -> None:
    rule, rng, deals = WidthRule(0.1), np.random.default_rng(4), 0
    while not rule.enough([game(deals, "ab", int(rng.random() < 0.5))]):
        deals += 1
    assert 340 < deals < 420  # 2 * 1.96 * 0.5 / 0.1, squared: 384


def test_a_match_ends_with_its_verdict_and_leaves_failed_deals_out() -> None:
    deals = [Deal(number, (game(number, "ab", 0), game(number, "ba", 1))) for number in range(1000)]
    rule = SprtRule(MATCH, sprt_of(MATCH, 0.05))
    told: list[int] = []
    course = follow([], deals, Limits(rule), progress=told.append)
    assert rule.course.verdict == Verdict.BETTER
    assert course.deals == len(told) < 30
    assert follow([], deals, Limits(minutes=0)).deals == 1


def test_match_with_a_sequential_test(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["match", "closest", "random", "--game", "pega-em-6", "-o", "rounds=1", "--seed", "3"]
    asked += ["--sprt", "--share", "20", "--gain", "60"]
    assert main([*asked, "--workers", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sprt"]["verdict"] == "better"
    assert told["deals"] < 12
    assert told["games"] == 2 * told["deals"]
    assert main([*asked, "--workers", "2", "--lang", "en"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert f"After {told['deals']} deals: closest wins more than 20.0 %." in text
    assert "20.0 % against 80.0 %: the first is refuted wrongly in at most 5 of 100 matches" in text


def test_match_undecided_and_rules_that_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["match", "closest", "random", "--game", "pega-em-6", "-o", "rounds=1", "--workers", "1"]
    assert main([*asked, "--sprt", "--deals", "1", "--lang", "en"]) == 0
    assert "Undecided after 1 deal" in capsys.readouterr().out
    assert main([*asked, "--sprt", "--width", "5"]) == 2
    assert "--sprt and --width" in capsys.readouterr().err
    assert main([*asked, "--sprt", "--share", "98"]) == 2
    assert "between 0 and 100" in capsys.readouterr().err


@pytest.mark.skipif(PLAIN, reason="plain rules are too slow for as many deals")
def test_match_with_an_interval_of_a_width(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["match", "closest", "random", "--game", "pega-em-6", "-o", "rounds=1", "--workers", "1"]
    assert main([*asked, "--width", "40", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["deals"] >= 30
    for one in told["standings"]:
        low, high = one["victories"]["interval"]
        assert high - low <= 0.4
