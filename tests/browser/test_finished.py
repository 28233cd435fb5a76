"""Finished games: replayed, continued, checked, saved and brought in; a table's history after a reload."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from browser.finished_game import bring_in, game_like
from browser.table import answer, asked, make_table, play_on, start, use_tool, words
from ludoteca.core.sentences import fill
from ludoteca.lab.review import GRADES

SAID = words("en")
ROUND = "Basic, number of rounds: 1"


def finish(page: Any, players: int = 2) -> None:
    make_table(page, "en", ROUND, players, bots=players - 1)
    start(page, "en")
    play_on(page)


def open_replay(page: Any) -> None:
    page.get_by_role("link", name=SAID["finished.replay"]).click()
    page.get_by_role("slider").wait_for()
    page.locator(".rows").wait_for()


def step_of(page: Any) -> str:
    return str(page.locator("output").inner_text())


def test_what_happened_is_there_again_after_a_reload(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide")
    make_table(page, "en", ROUND, 3, bots=2)
    start(page, "en")
    for _ in range(3):
        answer(page, asked(page))
    asked(page)
    log = page.locator("aside ol")
    before = log.inner_text()
    assert SAID["step.start"] in before or "reveals" in before
    page.reload()
    asked(page)
    page.wait_for_function("() => document.querySelectorAll('aside ol li').length > 3")
    assert log.inner_text().split("\n")[:9] == before.split("\n")[:9]


def test_a_finished_game_is_replayed_by_slider_keys_and_buttons(visit: Any, server: Any) -> None:
    page = visit(server.url)
    finish(page)
    open_replay(page)
    last = int(step_of(page).split("/")[1])
    assert last >= 10
    assert page.locator(".hand li").count() == 10
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == f"2 / {last}"
    page.get_by_role("button", name=SAID["replay.back"]).click()
    assert step_of(page) == f"1 / {last}"
    assert page.locator(".hand li").count() == 9
    page.get_by_role("slider").fill(str(last))
    assert step_of(page) == f"{last} / {last}"
    page.keyboard.press("Home")
    assert step_of(page) == f"0 / {last}"
    page.get_by_role("button", name=SAID["replay.play"]).click()
    page.wait_for_function("() => parseInt(document.querySelector('output').textContent) >= 3")


def test_a_replay_looks_through_the_eyes_of_any_seat(visit: Any, server: Any) -> None:
    page = visit(server.url)
    finish(page)
    open_replay(page)
    mine = page.locator(".hand").inner_text()
    page.get_by_label(SAID["replay.viewer"]).select_option("1")
    page.wait_for_function("(mine) => document.querySelector('.hand').innerText !== mine", arg=mine)
    page.get_by_label(SAID["replay.viewer"]).select_option("")
    page.locator(".hand").wait_for(state="detached")


def test_a_game_goes_on_from_any_step_against_bots(visit: Any, server: Any) -> None:
    page = visit(server.url)
    finish(page)
    open_replay(page)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    hand = page.locator(".hand li").count()
    page.get_by_role("button", name=SAID["continue.title"]).click()
    page.get_by_role("dialog").get_by_role("button", name=SAID["continue.do"]).click()
    page.wait_for_url("**/table/*")
    assert asked(page)
    assert page.locator(".hand li").count() == hand
    assert play_on(page)


def test_this_device_checks_the_shuffle(visit: Any, server: Any) -> None:
    page = visit(server.url)
    finish(page)
    page.get_by_role("link", name=SAID["over.fairness.check"]).click()
    page.locator(".checks").nth(1).wait_for()
    assert page.locator(".checks .ok").count() == 6
    other = visit(page.url)
    other.locator(".checks").nth(1).wait_for()
    assert other.locator(".checks .ok").count() == 4
    assert other.locator(".checks .bad").count() == 0


def test_a_game_is_saved_and_brought_in_and_a_changed_one_is_refused(
    visit: Any, server: Any, tmp_path: Path
) -> None:
    page = visit(server.url)
    finish(page)
    open_replay(page)
    with page.expect_download() as download:
        page.get_by_role("link", name=SAID["replay.export"]).click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    other = visit(f"{server.url}finished")
    other.get_by_text(SAID["finished.none"]).wait_for()
    false = json.loads(saved.read_text()) | {"scores": [0, 0]}
    (tmp_path / "false.json").write_text(json.dumps(false))
    other.locator("input[type=file]").set_input_files(tmp_path / "false.json")
    other.get_by_role("alert").get_by_text(SAID["refusal.other_scores"]).wait_for()
    other.locator("input[type=file]").set_input_files(saved)
    other.get_by_role("slider").wait_for()
    assert step_of(other).split("/")[1] == step_of(page).split("/")[1]


def test_finished_games_are_listed(visit: Any, server: Any) -> None:
    page = visit(server.url)
    finish(page)
    page.goto(server.url)
    page.get_by_role("link", name=SAID["place.finished"], exact=True).click()
    page.get_by_role("heading", name=SAID["finished.title"], level=1).wait_for()  # the room has lists too
    page.locator("main li").wait_for()
    assert page.locator("main li").count() == 1
    page.get_by_role("link", name=SAID["finished.replay"]).click()
    page.get_by_role("slider").wait_for()


def test_a_review_charts_the_chances_and_grades_the_decisions(visit: Any, server: Any) -> None:
    page = visit(server.url)
    make_table(page, "en", ROUND, 2, bots=1)
    start(page, "en")
    for _ in range(3):
        answer(page, asked(page))
    asked(page)
    use_tool(page, "en", "leave.title")
    page.get_by_role("button", name=SAID["agree.end"]).click()
    page.get_by_role("link", name=SAID["review.title"]).click()
    page.get_by_role("img", name=SAID["review.chart.victory"]).wait_for(timeout=60_000)
    assert page.locator("figure > svg .line").count() == 2
    assert not any("%" in told for told in page.locator(".told li").all_inner_texts())
    page.get_by_text(SAID["review.figures"], exact=True).click()
    titles = page.locator(".split thead th").all_inner_texts()
    assert SAID["review.part.expected"] in titles
    assert SAID["review.part.result"] not in titles
    assert page.get_by_text(SAID["review.ended"]).is_visible()
    parts = page.locator(".split tbody tr").first.locator("td").all_inner_texts()
    assert len(parts) == 5
    start_, luck, own, others, result = (number(part) for part in parts)
    assert abs(start_ + luck + own + others - result) <= 2.5
    page.locator(".every summary").click()
    graded = page.locator(".grades b").all_inner_texts()
    assert sum(map(int, graded)) >= 2
    for grade, count, told in zip(GRADES, graded, page.locator(".grades li").all_inner_texts(), strict=True):
        assert told == f"{count} {fill(SAID[f'grades.{grade}'], {'count': count}, {}, 'en-GB')}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_chart_of_a_review_has_the_colours_of_the_theme(visit: Any, server: Any, theme: str) -> None:
    page = visit(server.url, theme=theme)
    make_table(page, "en", ROUND, 2, bots=1)
    start(page, "en")
    answer(page, asked(page))
    asked(page)
    use_tool(page, "en", "leave.title")
    page.get_by_role("button", name=SAID["agree.end"]).click()
    page.get_by_role("link", name=SAID["review.title"]).click()
    chart = page.get_by_role("img", name=SAID["review.chart.victory"])
    chart.wait_for(timeout=60_000)
    behind = chart.evaluate("(one) => getComputedStyle(one).backgroundColor.match(/\\d+/g).map(Number)")
    assert (max(behind[:3]) < 60) == (theme == "dark")
    lines = page.locator("figure > svg .line").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).stroke.match(/\\d+/g).map(Number))"
    )
    assert all((sum(line[:3]) > 400) == (theme == "dark") for line in lines)


def test_review_and_replay_are_one_screen(visit: Any, server: Any) -> None:
    """A moment and the chart lead to the position, where what was better is told; from there one plays on."""
    page = visit(server.url)
    finish(page)
    page.get_by_role("link", name=SAID["review.title"]).click()
    chart = page.get_by_role("img", name=SAID["review.chart.victory"])
    chart.wait_for(timeout=60_000)
    page.locator(".every summary").click()
    moments = page.locator("details .moment")
    assert moments.count() == int(step_of(page).split("/")[1]) - 1 or moments.count() >= 9
    moments.nth(4).click()
    assert step_of(page).startswith("4 /")
    told = page.locator(".decision").inner_text()
    assert "You: Choose" in told
    assert SAID["review.nothing_better"] in told or "give or take" in told
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] - 8, "y": box["height"] / 2})
    last = step_of(page).split(" / ")[1]
    assert step_of(page) == f"{last} / {last}"
    moments.nth(2).click()
    page.get_by_role("button", name=SAID["review.try"]).click()
    page.get_by_role("dialog").get_by_role("button", name=SAID["continue.do"]).click()
    page.wait_for_url("**/table/*")
    assert asked(page)


@pytest.mark.parametrize(("seats", "parts"), [(1, 4), (3, 5)])
@pytest.mark.parametrize("size", ["phone", "wide"])
def test_the_figures_of_a_review_keep_names_whole_and_tell_of_others_only_if_there_are_some(
    visit: Any, server: Any, tmp_path: Path, seats: int, parts: int, size: str
) -> None:
    page = visit(f"{server.url}finished", size=size)
    review_given(page, seats)
    bring_in(page, server.url, game_like("doppelt-so-clever", seats, {}, lambda table: True), tmp_path)
    page.goto(page.url.replace("/table/", "/review/"))
    page.get_by_text(SAID["review.figures"], exact=True).click()
    rows = page.locator(".split tbody tr")
    assert rows.first.locator("td").count() == parts
    assert page.locator(".told li").count() == parts - 2
    assert all(one == 1 for one in rows.locator("th").evaluate_all(LINES))
    if seats > 1:
        assert page.locator(".told li").first.inner_text().endswith(f"{SAID['review.change.lot']}.")


LINES = """(all) => all.map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
})"""


def test_the_figures_of_a_decision_add_up_as_they_are_printed(
    visit: Any, server: Any, tmp_path: Path
) -> None:
    """35.6 % instead of 8.4 % is a loss of 27.2 %: rounded one by one, 36 instead of 8 would have cost 27."""
    page = visit(f"{server.url}finished")
    review_given(page, 2, [DECISION])
    bring_in(page, server.url, game_like("doppelt-so-clever", 2, {}, lambda table: True), tmp_path)
    page.goto(page.url.replace("/table/", "/review/"))
    told = page.locator(".decision").inner_text()
    best, played, lost = (int(figure) for figure in re.findall(r"(\d+) %(?! *\.)", told)[:3])
    assert (best, lost) == (36, 27)
    assert best - played == lost


DECISION = {
    "seat": 0, "played": {"roll": True}, "best": {"skip": True}, "kinds": {"played": "roll", "best": "skip"},
    "candidates": 2, "loss": 0.272, "error": 0.01, "grade": "blunder",
    "figures": {"played": 0.084, "best": 0.356}, "reasons": {"played": None, "best": None},
}  # fmt: skip


def review_given(page: Any, seats: int, decisions: Sequence[dict[str, Any]] = ()) -> None:
    """The chances went up and down so much that luck adds up to more than a victory."""
    value = {"victory": 1.29, "score": 129.0}
    one = dict.fromkeys(("start", "luck", "skill", "own", "others", "par", "result"), value)
    grades, chances = dict.fromkeys(GRADES, 0), {"victory": [0.5] * seats, "score": [1.0] * seats}
    said = {
        "game": "doppelt-so-clever", "playouts": 100, "over": True,
        "measure": "victory" if seats > 1 else "score",
        "seats": [{**one, "decisions": 0, "loss": 0.0, "grades": grades}] * seats,
        "steps": [{"step": 1, "value": chances, "decisions": list(decisions)}],
    }  # fmt: skip
    page.route("**/api/tables/*/review*", lambda route: route.fulfill(json={"progress": 1.0, "review": said}))


def number(part: str) -> float:
    """What "+3 %" or "−12 %" says."""
    return float(part.replace("−", "-").rstrip(" %"))
