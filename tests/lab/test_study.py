"""Studies: what is noted is what happened, figures say what they claim, and a report stands on its own."""

import json
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca import BadOptions
from ludoteca.cli import main
from ludoteca.core.words import LANGUAGES
from ludoteca.lab import study as studies
from ludoteca.lab.bot_game import deal, play
from ludoteca.lab.match import worker_for
from ludoteca.lab.study import Studied, run
from ludoteca.lab.study_figures import variance_shares
from ludoteca.lab.study_games import MOMENTS, Study, action_kinds, play_deals, play_searching, study_of
from ludoteca.lab.study_json import written
from ludoteca.lab.study_rules import rules_of_events
from random_play import counted

HAND: dict[str, Any] = {"variant": "basic", "rounds": 1}


def asked(bots: tuple[str, ...] = ("closest", "random"), games: int = 30, seats: int = 3) -> Study:
    return study_of(ludoteca.game("pega-em-6"), seats, HAND, bots, games, seed=7)


@pytest.fixture(scope="module")
def studied() -> Studied:
    return run(asked(games=counted(600, 12)))


# What is noted


def test_every_bot_sits_on_every_seat_of_every_deal_equally_often(studied: Studied) -> None:
    study = studied.study
    assert study.bots == ("closest", "random", "closest")
    assert study.games == study.deals * 3 >= counted(600, 12)
    for seat in range(3):
        sat = Counter(study.lineup(turn)[seat] for turn in range(study.repeats))
        assert sat == {"closest": 2, "random": 1}


@pytest.mark.parametrize(
    ("id", "seats", "options"),
    [
        ("pega-em-6", 3, HAND),
        ("dobro", 2, {}),
        ("double-double-dominoes", 2, {}),
        ("doppelt-so-clever", 1, {}),
    ],
)
def test_every_event_and_action_is_counted_where_it_happens(id: str, seats: int, options: Any) -> None:
    game = ludoteca.game(id)
    study = study_of(game, seats, options, ("random",), 2, seed=7)
    games, kinds = play_searching(study, range(1)), action_kinds(id)[0]
    events: Counter[tuple[str, int | None]] = Counter()
    actions: Counter[tuple[str, int]] = Counter()
    table = deal(game, seats, study.options, 7, 0)

    def note(seat: int, action: dict[str, Any]) -> None:
        actions[game.notation.action_kind(action), seat] += 1
        events.update((event["event"], event.get("seat")) for event in table.events(None))

    result = play(table, [worker_for(study.match).players["random"]] * seats, (7, 0, 0), note=note)
    assert tuple(games.scores[0]) == result.scores
    assert games.decisions[0].sum() == result.decisions
    for number, kind in enumerate(game.notation.EVENTS):
        whose: list[int | None] = [*range(seats), None]
        assert games.events[0, number].tolist() == [events[kind.name, seat] for seat in whose]
    for number, name in enumerate(kinds):
        assert games.actions[0, number].tolist() == [actions[name, seat] for seat in range(seats)]


def test_compiled_play_notes_as_much_as_any_other() -> None:
    """Simple bots take the quick way; what it notes agrees with itself."""
    games = play_deals(asked(), range(2))
    assert (games.actions.sum(1) == games.decisions).all()
    chosen = [kind.name for kind in ludoteca.game("pega-em-6").notation.EVENTS].index("chose")
    assert (games.events[:, chosen, :-1] == 10).all()
    assert (games.course[:, MOMENTS - 1] == games.scores).all()
    assert (np.diff(games.course, axis=1) >= 0).all()  # heads are never given back in this variant


def test_a_game_longer_than_its_sheet_keeps_every_second_score(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_searching(asked(), range(1))
    monkeypatch.setattr("ludoteca.lab.study_games.MOST_ROWS", 8)
    thinned = play_searching(asked(), range(1))
    assert (thinned.scores == whole.scores).all()
    assert (thinned.course[:, -1] == whole.scores).all()
    assert np.abs(thinned.course - whole.course).max() < whole.scores.max()


# Figures


def test_victories_are_shared_out(studied: Studied) -> None:
    assert sum(studied.seat_victories(seat).mean for seat in range(3)) == pytest.approx(1)
    assert 2 * studied.victories("closest").mean + studied.victories("random").mean == pytest.approx(1)
    assert studied.victories("closest").mean > studied.victories("random").mean
    assert not studied.higher_is_better
    assert studied.leaders_win()[-1] == pytest.approx(1)
    assert 0 <= studied.comebacks().mean < 1


def test_winners_take_fewer_rows(studied: Studied) -> None:
    took = next(mark for mark in studied.marks() if mark.name == "took")
    assert took.winners < took.others
    assert took.difference.mean == pytest.approx(took.winners - took.others)
    chose = next(mark for mark in studied.marks() if mark.name == "chose")
    assert chose.a_game == 30
    assert not chose.clear


LUCK = np.random.default_rng(3).normal(0, 1, (400, 1, 3)).repeat(3, axis=1)
BOTS = np.array([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
NOISE = np.random.default_rng(4).normal(0, 1, (400, 3, 3))


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        (LUCK, (1, 0, 0)),
        (np.where(BOTS == 0, 5.0, 2.0) + 0 * LUCK, (0, 1, 0)),
        (NOISE, (0, 0, 1)),
        (LUCK + NOISE, (0.5, 0, 0.5)),
        (2 * LUCK + NOISE, (0.8, 0, 0.2)),
    ],
)
def test_luck_is_what_a_seat_of_a_deal_keeps_when_players_change(scores: Any, shares: Any) -> None:
    assert variance_shares(scores, BOTS) == pytest.approx(shares, abs=0.05)


def test_an_event_names_the_sentences_of_the_code_that_tells_it() -> None:
    assert "D15" in rules_of_events("dobro")["took"]


def test_alone_the_same_deal_is_played_twice_and_the_better_game_has_won() -> None:
    game = ludoteca.game("doppelt-so-clever")
    found = run(study_of(game, 1, {}, ("random",), counted(60, 4), seed=3))
    told = written(found)
    assert told["margin"] is None
    assert "by_seat" not in told
    assert found.study.repeats == 2


def test_more_bots_than_seats_or_unknown_ones_are_refused() -> None:
    for bots in ((), ("random",) * 4, ("nobody",)):
        with pytest.raises(BadOptions):
            asked(bots)


# Any executor


def figures(study: Study, executor: Executor | None) -> str:
    heard: list[int] = []
    found = run(study, 1, heard.append, executor)
    assert sum(heard) == study.games
    return json.dumps(written(found))


def test_any_executor_gives_the_same_figures_to_the_last_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "SIMPLE_DEALS", 3)
    study = asked(games=counted(60, 12))
    searching = replace(asked(("beginner", "random"), 2), deals=counted(3, 2))
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2, get_context("spawn")) as processes:
        for one in (study, searching):
            alone = figures(one, None)
            assert figures(one, threads) == alone
            assert figures(one, processes) == alone


# On the command line

SMALL = (
    "study",
    "pega-em-6",
    "--games",
    "12",
    "--seats",
    "3",
    "-o",
    "rounds=1",
    "--seed",
    "7",
    "--workers",
    "1",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_needs_nothing_but_itself(tmp_path: Path, capsys: Any, language: str) -> None:
    folder = tmp_path / "deep" / "study"
    assert main([*SMALL, "--bots", "closest,random", "--report", str(folder), "--lang", language]) == 0
    assert str(folder / "report.html") in capsys.readouterr().out.replace("\n", "")
    html = (folder / "report.html").read_text(encoding="utf-8")
    assert "http:" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in html
    assert "<script" not in html
    for name in ("length", "scores", "victories", "seats", "comebacks", "luck"):
        assert (folder / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((folder / "study.json").read_text())["game"] == "pega-em-6"


def test_a_study_as_json(capsys: Any) -> None:
    assert main([*SMALL, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 12
    assert told["better"] in ("less", "more")
    assert sum(seat["victories"]["mean"] for seat in told["by_seat"]) == pytest.approx(1)


def test_a_place_that_cannot_be_written_is_told_before_the_games(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "file").write_text("")
    assert main([*SMALL, "--report", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err
