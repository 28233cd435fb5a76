"""A match on disk: it goes on where it was stopped, to the digit, and one bad answer costs one deal."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludoteca
from ludoteca import BadOptions
from ludoteca.cli import main
from ludoteca.lab.entrants import entrants
from ludoteca.lab.match import Match, Played, by_deals
from ludoteca.lab.match_course import Course, Limits, follow
from ludoteca.lab.match_file import MatchFile
from ludoteca.lab.ratings import ratings

MATCH = Match("pega-em-6", 2, {"variant": "basic", "rounds": 1}, ("closest", "random"), 3, 5)
ASKED = ["--game", "pega-em-6", "-o", "rounds=1", "--workers", "1", "--lang", "en"]


def played(match: Match, file: Path) -> Course:
    kept = MatchFile(file, match)
    try:
        before = kept.deals[: match.deals]
        return follow(before, by_deals(match, 1, first=len(before)), Limits(), kept)
    finally:
        kept.close()


def results(games: list[Played]) -> list[Any]:
    return [(one.deal, one.lineup, one.result, one.moves) for one in games]


def test_a_match_goes_on_behind_the_last_whole_deal(tmp_path: Path) -> None:
    whole = played(MATCH, tmp_path / "whole")
    file = tmp_path / "cut"
    first = played(replace(MATCH, deals=1), file)
    cut = file.read_bytes() + (tmp_path / "whole").read_bytes().splitlines()[2][:40]  # amid deal 1
    file.write_bytes(cut)
    assert results(played(MATCH, file).games) == results(whole.games)
    assert results(whole.games)[:2] == results(first.games)
    again = played(MATCH, file)
    assert again.games == played(MATCH, file).games  # nothing is played any more: times are the same too
    assert played(replace(MATCH, deals=1), file).games == again.games[:2]


def test_a_file_of_another_match_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "match"
    played(MATCH, file)
    before = file.read_bytes()
    for other, why in [
        (replace(MATCH, seed=6), "begun with seed 5"),
        (replace(MATCH, bots=("random", "closest")), r'begun with bots \["closest", "random"\]'),
        (replace(MATCH, once=True), "begun with once false"),
    ]:
        with pytest.raises(BadOptions, match=why):
            MatchFile(file, other)
    for text in ("{}", "hello", '{"format": "ludoteca-match-1"}'):
        (tmp_path / "other").write_text(f"{text}\n", encoding="utf-8")
        with pytest.raises(BadOptions, match=r"no match|begun with"):
            MatchFile(tmp_path / "other", MATCH)
        assert (tmp_path / "other").read_text(encoding="utf-8") == f"{text}\n"
    assert file.read_bytes() == before
    file.write_bytes(before.replace(b'"deal": 1', b'"deal": 7'))
    with pytest.raises(BadOptions, match="line 3 is not deal 1"):
        MatchFile(file, MATCH)


def test_other_code_begins_another_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match"
    played(MATCH, file)
    monkeypatch.setattr("ludoteca.lab.match_file.sources_hash", lambda: "0123456789abcdef")
    with pytest.raises(BadOptions, match="another version"):
        MatchFile(file, MATCH)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_and_the_same_command_give_the_whole_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, asked = tmp_path / "match", ["match", "closest", "random", *ASKED, "--deals", "5000", "--seed", "4"]
    here = {**os.environ, "PYTHONPATH": str(Path(ludoteca.__file__).parents[1])}
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoteca", *asked, "--keep", str(file)],
        env=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    while not (file.exists() and file.read_bytes().count(b"\n") > 3) and process.poll() is None:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "the same command goes on from there" in err
    deals = file.read_bytes().count(b"\n") + 1
    again = ["match", "closest", "random", *ASKED, "--deals", str(deals), "--json"]
    assert main([*again, "--keep", str(file)]) == 0  # the file knows the seed
    kept = json.loads(capsys.readouterr().out)
    assert main([*again, "--seed", "4"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert kept["seed"] == 4
    for one, other in zip(kept["standings"], whole["standings"], strict=True):
        assert (one["victories"], one["score"], one["rating"]) == (
            other["victories"], other["score"], other["rating"],
        )  # fmt: skip


SOMETIMES = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    bad = question["deal"] in (1, 4) and question["seat"] == 1
    print(json.dumps("what?" if bad else question["legal"][0]), flush=True)
"""


def named(code: str, name: str = "now-and-then") -> str:
    return f"{name}=program:{sys.executable} -c '{code}'"


def test_a_bad_answer_costs_its_deal_not_the_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ["match", named(SOMETIMES), "random", *ASKED, "--deals", "6", "--seed", "1"]
    kept = ["--keep", str(tmp_path / "match")]
    assert main([*asked, *kept, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    failed = told["failures"]
    assert len(failed) == 2
    assert told["deals"] == 6 - len(failed)
    assert told["games"] == 2 * told["deals"]
    assert {one["bot"] for one in failed} == {"now-and-then"}
    assert {one["bot"] for one in told["standings"]} == {"now-and-then", "random"}
    assert main([*asked, *kept]) == 0  # from the file alone
    text = " ".join(capsys.readouterr().out.split())
    assert f"now-and-then failed in {len(failed)} deals, left out above." in text
    assert "which is not a legal action" in text


THREE = """
import json
for _ in range(3):
    print(json.dumps(json.loads(input())["legal"][0]), flush=True)
"""


def test_a_program_that_fails_again_and_again_ends_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", named(THREE), "random", *ASKED, "--deals", "50"]) == 2
    assert "the program 'now-and-then'" in capsys.readouterr().err


def test_programs_have_names_that_no_other_bot_has() -> None:
    game = ludoteca.game("pega-em-6")
    assert entrants(game, ["a=program:x y", "random"]) == (("a", "random"), (("a", "program:x y"),))
    assert entrants(game, ["program:x a=program:y"]) == (("program:x a=program:y",), ())
    assert entrants(game, ["random", "random"]) == (("random", "random (2)"), (("random (2)", "random"),))
    assert entrants(game, ["a=program:x", "a=program:x"]) == (
        ("a", "a (2)"),
        (("a", "program:x"), ("a (2)", "program:x")),
    )
    for wrong in (["random=program:x", "closest"], ["a=program:x", "a=program:y"]):
        with pytest.raises(BadOptions, match="name of another bot"):
            entrants(game, wrong)


def test_a_bot_against_itself_wins_half(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "closest", "closest", *ASKED, "--deals", "4", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["bot"] for one in told["standings"]} == {"closest", "closest (2)"}
    for one in told["standings"]:
        low, high = one["victories"]["interval"]
        assert low < 0.5 < high


def test_the_even_share_is_told_where_a_bot_sits_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked = ["match", "closest", "--against", "random", "--seats", "4", *ASKED, "--deals", "2"]
    page = tmp_path / "page.html"
    assert main([*asked, "--report", str(page)]) == 0
    assert "25.0 % would be even for closest." in capsys.readouterr().out
    assert "25.0 % would be even for closest." in page.read_text(encoding="utf-8")
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {one["bot"]: one["even"] for one in told["standings"]} == {"closest": 0.25, "random": 0.75}


def test_one_of_four_that_wins_its_share_is_rated_as_the_others() -> None:
    lots = [{"a": (1, 1.0), "b": (3, 0.0)}] * 25 + [{"a": (1, 0.0), "b": (3, 1.0)}] * 75
    found = ratings(lots, ["a", "b"])
    assert found["a"][0] == pytest.approx(found["b"][0])
    assert found["a"][1] == found["b"][1] == pytest.approx(5.893 / (100 * 0.25 * 0.75) ** 0.5, rel=0.02)
    assert ratings([*lots, *lots[:25]], ["a", "b"])["a"][0] > 25 > ratings(lots[25:], ["a", "b"])["a"][0]
    assert ratings([], ["a"])["a"][0] == 25
