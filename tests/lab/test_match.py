"""Matches: who sits where, what the figures say, and games that repeat."""

import json
import math
import os
import re
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ludoteca import BadOptions
from ludoteca.bots import external_program
from ludoteca.cli import main
from ludoteca.cli.reports.charts import Range, ranges_chart
from ludoteca.lab.bot_game import Result
from ludoteca.lab.match import Match, Played, lineups, run, seatings, seatings_of
from ludoteca.lab.standings import (
    by_deal,
    course_of,
    even_share,
    meetings,
    scores_of,
    share_by_deal,
    shares_by_seat,
    standings,
    winning_bots,
)

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"


def test_two_against_two_sit_in_six_ways() -> None:
    found = seatings(("a", "b", "a", "b"))
    assert len(found) == len(set(found)) == 6
    for seat in range(4):
        assert [seating[seat] for seating in found].count("a") == 3


@pytest.mark.parametrize(
    ("bots", "seats", "ways"),
    [("ab", 2, 2), ("abbb", 4, 4), ("abc", 3, 6), ("abcd", 4, 4), ("ab", 6, 2), ("abcdefghij", 10, 10)],
)
def test_every_bot_sits_on_every_seat_equally_often(bots: str, seats: int, ways: int) -> None:
    (lineup,) = lineups(bots, seats)
    found = seatings(lineup)
    assert len(found) == ways
    for bot in set(bots):
        times = [[seating[seat] for seating in found].count(bot) for seat in range(seats)]
        assert len(set(times)) == 1


def test_more_bots_than_seats_meet_in_all_sets() -> None:
    assert lineups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups("ab", 1) == [("a",), ("b",)]
    assert lineups("aabc", 2) == lineups("abc", 2)  # a bot named twice does not meet itself
    assert lineups("aab", 2) == [("a", "b")]
    assert lineups("abbb", 4) == [("a", "b", "b", "b")]


def test_bots_must_share_the_seats_evenly() -> None:
    with pytest.raises(BadOptions, match="evenly"):
        lineups("abc", 4)


def test_each_bot_may_sit_apart_from_the_rest_among_others_that_are_alike() -> None:
    match = Match("pega-em-6", 3, {}, ("a", "b", "a"), 1, 0, against="c")
    assert match.lineups() == [("a", "c", "c"), ("b", "c", "c")]
    assert seatings_of(match, 0) == [*seatings(("a", "c", "c")), *seatings(("b", "c", "c"))]
    for number in range(4):
        first, second = seatings_of(replace(match, bots=("a", "z"), against="m", once=True), number)
        assert first.index("a") == second.index("z") == number % 3
    with pytest.raises(BadOptions, match="with itself"):
        replace(match, against="b")
    with pytest.raises(BadOptions, match="against c"):
        Match("doppelt-so-clever", 1, {}, ("a",), 1, 0, against="c")


def game(deal: int, lineup: str, scores: tuple[int, ...], winners: str) -> Played:
    """A finished game; `winners` marks the winning seats with an x."""
    shares = tuple(1 / winners.count("x") if sign == "x" else 0.0 for sign in winners)
    times = dict.fromkeys("abc", 0.5)
    return Played(deal, tuple(lineup), Result(scores, shares, 10), times, dict.fromkeys("abc", 10), times)


def test_a_shared_victory_counts_in_parts_one_for_each_seat_that_shares_it() -> None:
    """So equal bots have the share of their seats, however often victories are shared."""
    tie = game(0, "aabb", (3, 3, 3, 9), "xxx.")
    assert winning_bots(tie) == {"a", "b"}
    a, b = standings([tie])
    assert (a.victories.mean, b.victories.mean) == pytest.approx((2 / 3, 1 / 3))
    assert (a.even, b.even) == (0.5, 0.5)
    assert (a.score.mean, b.score.mean) == (3, 6)


def test_the_interval_is_by_deal() -> None:
    """Two games of a deal that say the same are one witness, not two."""
    once = by_deal([(0, 1.0), (1, 0.0), (2, 1.0)])
    twice = by_deal([(0, 1.0), (0, 1.0), (1, 0.0), (1, 0.0), (2, 1.0), (2, 1.0)])
    assert (twice.mean, twice.error) == pytest.approx((once.mean, once.error))
    assert once.interval is not None
    assert once.interval[0] < once.mean < once.interval[1]
    assert by_deal([(0, 1.0)]).interval is None


def test_deals_that_all_agree_leave_a_doubt() -> None:
    """Nobody has won for certain: a hundred deals won say that about three of a hundred may be lost."""
    share = share_by_deal([(deal, 1.0) for deal in range(100)])
    assert share.mean == 1
    assert share.interval is not None
    assert share.interval[0] == pytest.approx(0.97, abs=0.001)
    uneven = [(0, 1.0), (1, 0.0), (2, 1.0), *((deal, deal % 2) for deal in range(3, 40))]
    share, plain = share_by_deal(uneven), by_deal(uneven)
    assert (share.mean, share.error) == (plain.mean, plain.error)
    assert share_by_deal([(0, 1.0)]).interval is None


def test_the_interval_of_a_share_holds_nothing_that_cannot_be() -> None:
    for all_alike in (0.0, 1.0):
        low, high = share_by_deal([(deal, all_alike) for deal in range(4)]).interval or (-1, 2)
        assert 0 <= low < high <= 1


def test_a_bot_that_wins_more_does_not_seem_less_sure() -> None:
    lows = []
    for lost in (0.0, 0.5, 1.0, 2.0, 4.0):
        share = share_by_deal([(deal, 1.0 - min(1.0, max(0.0, lost - deal))) for deal in range(100)])
        assert share.interval is not None
        lows.append(share.interval[0])
    assert lows == sorted(lows, reverse=True)


def test_solo_games_are_compared_on_the_same_deals() -> None:
    scores = {"a": (9, 6, 8), "b": (5, 6, 1), "c": (1, 1, 0)}
    games = [game(deal, bot, (scores[bot][deal],), "x") for deal in range(3) for bot in "cba"]
    found = standings(games)
    assert [one.bot for one in found] == ["a", "b", "c"]
    assert [one.victories.mean for one in found] == pytest.approx([5.5 / 6, 3.5 / 6, 0])
    assert found[0].rating > found[1].rating > found[2].rating
    assert [one.score.mean for one in found] == pytest.approx([23 / 3, 4, 2 / 3])
    met = {(one.bot, one.against): one for one in meetings(games)}
    assert met["a", "b"].victories.mean == pytest.approx(2.5 / 3)
    assert met["a", "b"].ahead.mean == pytest.approx((4 + 0 + 7) / 3)
    assert met["b", "c"].victories.mean == 1


def test_bots_that_sat_apart_are_compared_on_the_same_seats_of_the_same_deals() -> None:
    games = [
        *(game(0, "acc", (9, 1, 1), "x.."), game(0, "bcc", (5, 6, 6), ".xx")),
        *(game(1, "cac", (0, 3, 1), ".x."), game(1, "cbc", (0, 4, 1), ".x.")),
        *(game(2, "cca", (0, 1, 8), "..x"), game(2, "bcc", (1, 1, 2), "..x")),
        *(game(3, "acc", (0, 1, 0), "x.x"), game(3, "bcc", (0, 0, 0), "xxx")),
        *(game(4, "acc", (2, 1, 2), "x.."), game(4, "bcc", (2, 2, 2), "xxx")),
    ]
    met = {(one.bot, one.against): one for one in meetings(games)}
    assert len(met) == 6
    assert met["a", "b"].ahead.mean == -met["b", "a"].ahead.mean == (4 - 1 + 0 + 0) / 4
    assert met["a", "b"].victories.mean == (1 + 0.5 + 1 + 1) / 4
    assert met["a", "c"].ahead.mean == pytest.approx((8 + 2.5 + 7.5 - 0.5 + 0.5) / 5)
    assert met["b", "c"].victories.mean == pytest.approx((0 + 1 + 0 + 0.5 + 0.5) / 5)


def test_bots_that_met_at_a_table_are_compared_there_alone() -> None:
    games = [game(0, "ab", (9, 1), "x."), game(0, "ac", (5, 6), ".x"), game(0, "bc", (2, 1), "x.")]
    met = {(one.bot, one.against): one for one in meetings(games)}
    assert met["b", "c"].ahead.mean == 1


def test_a_deal_with_more_games_counts_for_more() -> None:
    """Who won six games of one deal and lost one of another has won six of seven."""
    uneven = by_deal([*((0, 1.0) for _ in range(6)), (1, 0.0)])
    assert uneven.mean == pytest.approx(6 / 7)
    assert uneven.error is not None
    assert uneven.error > 0


@pytest.mark.parametrize("course", ["xx." * 160 + "." * 20, "." * 20 + "xx." * 160])
def test_a_rating_is_of_the_whole_match_not_of_its_end(course: str) -> None:
    """Who won 64 games of a hundred is rated so, whenever it lost twenty in a row."""
    games = [game(deal, "ab", (5, 1), "x." if won == "x" else ".x") for deal, won in enumerate(course)]
    found = {one.bot: one for one in standings(games)}
    beta = 25 / 6  # the spread of chance in one game, in points of openskill
    apart = math.log(0.64 / 0.36) * math.sqrt(2 * beta**2)
    assert found["a"].rating - found["b"].rating == pytest.approx(apart, abs=0.05)
    assert found["a"].rating_error == pytest.approx(math.sqrt(2) * beta / math.sqrt(500 * 0.64 * 0.36), 0.01)


def test_the_better_bot_stands_first_with_the_higher_rating() -> None:
    games = [game(deal, "ab", (5, 1), "x.") for deal in range(8)] + [game(8, "ab", (1, 5), ".x")]
    first, second = standings(games)
    assert (first.bot, second.bot) == ("a", "b")
    assert first.victories.mean == pytest.approx(8 / 9)
    assert first.rating > second.rating
    assert first.milliseconds == pytest.approx(50)
    assert first.longest == pytest.approx(500)
    met = {(one.bot, one.against): one for one in meetings(games)}
    assert met["a", "b"].victories.mean == pytest.approx(8 / 9)
    assert met["a", "b"].ahead.mean == -met["b", "a"].ahead.mean


def test_a_scale_says_what_it_marks() -> None:
    drawn = ranges_chart([Range("a", 4, (3, 5), (3, 6))], "score")
    assert re.findall(r'anchor="middle">([^<]*)<', drawn) == ["3.0", "4.5", "6.0"]
    wide = ranges_chart([Range("a", 40, (30, 50), (30, 60))], "score")
    assert re.findall(r'anchor="middle">([^<]*)<', wide) == ["30", "45", "60"]


def test_what_is_plotted_of_a_bot() -> None:
    games = [
        game(0, "abb", (5, 1, 2), "x.."),
        game(0, "bab", (1, 2, 3), "..x"),
        game(1, "bba", (1, 2, 3), ".xx"),
    ]
    assert even_share(games, "a") == pytest.approx(1 / 3)
    assert even_share(games, "b") == pytest.approx(2 / 3)
    assert scores_of(games, "a") == [5, 2, 3]
    assert sorted(scores_of(games, "b")) == [1, 1, 1, 2, 2, 3]
    assert course_of(games, "a") == pytest.approx([1 / 2, (1 + 1 / 2) / 3])
    assert [share.mean for share in shares_by_seat(games, "a")] == [1, 0, 1 / 2]
    assert [share.mean for share in shares_by_seat(games, "b")] == [0, 1 / 4, 1 / 2]


MATCH = Match("pega-em-6", 2, {"variant": "basic", "rounds": 1}, ("closest", "random"), 2, 5)


def results(games: list[Played]) -> list[Any]:
    return [(played.deal, played.lineup, played.result) for played in games]


def test_a_match_repeats_exactly() -> None:
    assert results(run(MATCH, 1)) == results(run(MATCH, 1))


def test_several_processes_play_the_same_games() -> None:
    assert results(run(MATCH, 2)) == results(run(MATCH, 1))


def test_once_plays_every_deal_with_one_seating_and_all_of_them_by_turns() -> None:
    games = run(replace(MATCH, deals=4, once=True), 1)
    assert [played.deal for played in games] == [0, 1, 2, 3]
    assert [played.lineup for played in games] == [("closest", "random"), ("random", "closest")] * 2


SLOW = """
import json, sys, time
for line in sys.stdin:
    time.sleep(0.02)
    print(json.dumps(json.loads(line)["legal"][0]), flush=True)
"""


def test_the_time_of_a_program_from_outside_is_that_until_it_answers() -> None:
    slow = program(SLOW)
    (played,) = run(replace(MATCH, bots=(slow, "random"), deals=1, once=True), 1)
    assert played.seconds[slow] >= 0.02 * played.moves[slow]
    assert 0.02 <= played.longest[slow] < played.seconds[slow]
    assert played.seconds["random"] < played.seconds[slow]


# On the command line

SMALL = ("--game", "pega-em-6", "--option", "rounds=1", "--deals", "2", "--seed", "3", "--workers", "1")


def test_match_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "closest", "random", *SMALL, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["deals"], told["seats"]) == (4, 2, 2)
    assert {one["bot"] for one in told["standings"]} == {"closest", "random"}
    assert sum(one["victories"]["mean"] for one in told["standings"]) == pytest.approx(1)


def test_a_match_against_one_other_bot_has_all_in_one_table(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, asked = tmp_path / "report.html", [*SMALL, "--seats", "3", "--against", "random"]
    assert main(["match", "closest", "thrifty", *asked, "--report", str(file), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "with random on all other seats" in " ".join(told.split())
    assert sum("●" in line for line in told.splitlines()) == 3
    assert "Score of closest less that of thrifty, deal by deal" in told
    assert "with random on all other seats" in file.read_text(encoding="utf-8")
    assert main(["match", "closest", *asked, "--lang", "en"]) == 0
    assert "Score of closest less that of random, deal by deal" in capsys.readouterr().out
    assert main(["match", "closest", *asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["bots"], told["against"]) == (6, ["closest"], "random")
    assert main(["match", "closest", *SMALL, "--against", "genius"]) == 2
    assert "genius" in capsys.readouterr().err
    solo = ["--game", "doppelt-so-clever", "--seats", "1", "--against", "random", "--lang", "pt"]
    assert main(["match", "careful", *solo]) == 2
    assert "contra quem jogar" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "word"), [("en", "Victories"), ("pt", "Vitórias")])
def test_match_for_people(capsys: pytest.CaptureFixture[str], language: str, word: str) -> None:
    assert main(["match", "closest", "random", "thrifty", *SMALL, "--lang", language]) == 0
    told = capsys.readouterr().out
    assert word in told
    assert "●" in told


@pytest.mark.parametrize(
    ("bots", "why"),
    [
        (["closest"], "two bots or more"),
        (["closest", "genius"], "has no bot 'genius'"),
        (["closest", "program:"], "has no command line"),
        (["closest", "program:no-such-program"], "No such file or directory"),
        (["closest", "program:'x"], "No closing quotation"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], bots: list[str], why: str
) -> None:
    main(["match", *bots, *SMALL])  # the first time it may tell that it compiles as well
    capsys.readouterr()
    assert main(["match", *bots, *SMALL]) == 2
    told = capsys.readouterr()
    assert len(told.err.strip().splitlines()) == 1
    assert why in told.err
    assert told.out == ""


def program(code: str) -> str:
    return f"program:{sys.executable} -c '{code}'"


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_report_fits_a_terminal(capsys: pytest.CaptureFixture[str], language: str) -> None:
    """Figures stay in one piece, however long the name of a program is."""
    name = f"program:{sys.executable} {EXAMPLE}"
    assert main(["match", name, "random", *SMALL, "--lang", language]) == 0
    told = capsys.readouterr().out.splitlines()
    assert max(map(len, told)) <= 80
    assert sum(re.search(r"\d ± .+ % .+ ± .+ ± .+ ms .+ ms", line) is not None for line in told) == 2
    assert sum("●" in line and line.endswith(" 100 %") for line in told) == 2


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(("language", "word"), [("en", "By seat"), ("pt", "Por lugar")])
def test_a_report_is_a_page_with_plots(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, word: str
) -> None:
    """Names of programs are text, whatever signs they hold."""
    name, file = f"program:{sys.executable} {EXAMPLE} <b>&", tmp_path / "report.html"
    assert main(["match", name, "random", "closest", *SMALL, "--lang", language, "--report", str(file)]) == 0
    page = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert page.attrib["lang"] == language
    victories, scores, course = page.iter(f"{SVG}svg")
    assert [len(list(plot.iter(f"{SVG}circle"))) for plot in (victories, scores)] == [3, 3]
    assert [len(line.attrib["points"].split()) for line in course.iter(f"{SVG}polyline")] == [2, 2, 2]
    tables = list(page.iter("table"))
    assert len(tables) == 4
    for table in tables:
        assert {row[0].text for row in table.iter("tr")} >= {name, "random", "closest"}
    assert word in {heading.text for heading in page.iter("h2")}


def test_a_report_of_one_game_has_no_figures_that_are_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "report.html"
    one = ["--game", "pega-em-6", "-o", "rounds=1", "--deals", "1", "--once", "--workers", "1"]
    assert main(["match", "closest", "random", *one, "--report", str(file)]) == 0
    assert "nan" not in capsys.readouterr().out
    assert "nan" not in re.sub(r"<[^>]*>", " ", file.read_text(encoding="utf-8")).split()


def test_a_match_of_bots_that_play_alone(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The better one stands first, and the scores are compared deal by deal."""
    file = tmp_path / "report.html"
    alone = ["--game", "doppelt-so-clever", "--seats", "1", "--deals", "6", "--seed", "1", "--workers", "1"]
    assert main(["match", "random", "careful", *alone, "--report", str(file)]) == 0
    told = capsys.readouterr().out
    assert "careful   100.0 ±" in told
    assert re.search(r"Score of careful less that of random, deal by deal: 1\d\d\.", told)
    assert "100.0 ±" in file.read_text(encoding="utf-8")


def test_a_report_without_a_folder_is_refused_before_anything_is_played(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wanted = str(tmp_path / "nowhere" / "report.html")
    assert main(["match", "closest", "random", *SMALL, "--report", wanted]) == 2
    told = capsys.readouterr()
    assert "nowhere" in told.err
    assert told.out == ""


def test_a_program_from_outside_plays(capsys: pytest.CaptureFixture[str]) -> None:
    name = f"program:{sys.executable} {EXAMPLE}"
    assert main(["match", name, "random", *SMALL, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["bot"] for one in told["standings"]} == {name, "random"}


FIVE = """
import json, sys
for _ in range(5):
    print(json.dumps(json.loads(sys.stdin.readline())["legal"][0]), flush=True)
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_program_that_ends_amid_a_match_is_named(capsys: pytest.CaptureFixture[str], workers: str) -> None:
    """By other processes as well."""
    assert main(["match", program(FIVE), "random", *SMALL, "--workers", workers]) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert "the program" in told[-1]
    assert not any("BrokenProcessPool" in line for line in told)


@pytest.mark.parametrize(
    "code", ["import sys, time; print(123, end=str(), flush=True); time.sleep(9)", "input(); input()"]
)
def test_nobody_waits_for_ever_for_a_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    """Not for the rest of a line either."""
    main(["match", "closest", "random", *SMALL])  # compiled now at the latest
    monkeypatch.setattr(external_program, "ANSWER_TIME", 0.3)
    began = time.monotonic()
    assert main(["match", program(code), "random", *SMALL]) == 2
    assert time.monotonic() - began < 8
    assert "no answer" in capsys.readouterr().err


DEAF = """
import json, os, pathlib, sys, time
pathlib.Path(__file__).with_suffix(f".{os.getpid()}").touch()
for line in sys.stdin:
    print(json.dumps(json.loads(line)["legal"][0]), flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_program_that_does_not_end_is_ended(tmp_path: Path, workers: int) -> None:
    script = tmp_path / "deaf.py"
    script.write_text(DEAF, encoding="utf-8")
    run(replace(MATCH, bots=(f"program:{sys.executable} {script}", "random")), workers)
    begun = [int(file.suffix[1:]) for file in tmp_path.glob("deaf.*") if file != script]
    assert len(begun) in range(1, workers + 1)
    for process in begun:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


TWICE = """
import json, sys
for line in sys.stdin:
    print(*[json.dumps(json.loads(line)["legal"][0])] * 2, sep=chr(10), flush=True)
"""


def test_a_program_that_talks_without_being_asked_is_refused_in_any_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["match", program(TWICE), "random", *SMALL, "--lang", "pt"]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("ludoteca: Um programa que deveria jogar")
    assert "before it was asked" in told or "not a legal action" in told


def test_the_place_of_a_program_changes_no_game(tmp_path: Path) -> None:
    """What our own bots do depends on the seed, not on a path."""
    found = []
    for name in ("here.py", "there.py"):
        (tmp_path / name).write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
        bots = (f"program:{sys.executable} {tmp_path / name}", "random")
        found.append([played.result for played in run(replace(MATCH, bots=bots), 1)])
    assert found[0] == found[1]


@pytest.mark.parametrize("variant", ["basic", "professional", "anniversary"])
def test_the_example_plays_every_variant(variant: str) -> None:
    name, options = f"program:{sys.executable} {EXAMPLE}", {"variant": variant}
    match = Match(
        "pega-em-6",
        2,
        options if variant == "anniversary" else options | {"rounds": 1},
        (name, "random"),
        1,
        5,
    )
    assert len(run(match, 1)) == 2


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import sys; sys.stdout.buffer.write(bytes([255, 10]))", "no JSON"),
        ("pass", "no answer"),
        ("print(7)", "not a legal action"),
        ("print(chr(123))", "no JSON"),
        ("raise SystemExit", "no answer"),
    ],
)
def test_a_program_that_answers_wrongly_is_named(
    capsys: pytest.CaptureFixture[str], code: str, why: str
) -> None:
    assert main(["match", program(code), "random", *SMALL]) == 2
    told = capsys.readouterr().err
    assert why in told or "has ended" in told
