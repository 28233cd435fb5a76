"""A rematch is offered and accepted, and everybody moves to it together, the big screen too."""

import re
from typing import Any

import pytest

from browser.table import answer, asked, dealt, make_table, play_on, sit, start, words

SAID = words("en")


def play_to_the_end(*pages: Any) -> None:
    """Each answers what it is asked, until both see the result."""
    from browser.table import ASKED

    for _ in range(600):
        states = [page.evaluate(ASKED) for page in pages]
        if all(state == "over" for state in states):
            return
        for page, state in zip(pages, states):
            if state not in ("wait", "over"):
                answer(page, state)
        pages[0].wait_for_timeout(30)
    raise AssertionError("the game does not end")


def leave_and_come_back(person: Any, other: Any, room: str, long: bool) -> None:
    """Through the room; after a minute a bot plays on, and gives the seat back."""
    person.goto(room)
    other.get_by_text(re.compile(r"is not connected: a bot plays in \d+ s")).wait_for()
    if long:
        other.get_by_text(SAID["step.away"].format(seat="Rui")).first.wait_for(timeout=90_000)
    person.get_by_role("button", name=SAID["room.return"]).first.click()
    dealt(person, 9)
    other.get_by_text("is not connected").wait_for(state="detached")


@pytest.mark.parametrize("long", [False, pytest.param(True, marks=pytest.mark.long)])
def test_two_people_and_a_tv_play_two_games_in_a_row_and_one_comes_back(
    visit: Any, server: Any, long: bool
) -> None:
    ana = visit(server.url, size="wide", name="Ana")
    make_table(ana, "en", "Basic, number of rounds: 1", players=2, bots=0)
    first = ana.url
    rui = visit(first, name="Rui")
    sit(rui, "en")
    tv = visit(f"{first}?tv", size="wide")
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    dealt(rui)
    leave_and_come_back(rui, ana, server.url, long)
    play_to_the_end(ana, rui)

    rui.get_by_role("dialog").get_by_role("button", name=SAID["over.rematch"]).click()
    rui.get_by_text("Waiting for Ana").wait_for()
    ana.get_by_role("dialog").get_by_text("Rui wants to play again.").wait_for()
    assert ana.url == first  # nobody begins without the other
    ana.get_by_role("dialog").get_by_role("button", name=SAID["over.rematch.accept"]).click()
    for page in (ana, rui, tv):
        page.wait_for_function("(first) => location.pathname !== new URL(first).pathname", arg=first)
        page.locator(".rows").wait_for()
    assert len({page.url.split("?")[0] for page in (ana, rui, tv)}) == 1
    assert tv.url.endswith("?tv")
    dealt(rui)
    play_to_the_end(ana, rui)


def test_an_offer_can_be_withdrawn_and_against_bots_a_rematch_begins_at_once(visit: Any, server: Any) -> None:
    page = visit(server.url, name="Ana")
    make_table(page, "en", "Basic, number of rounds: 1", players=2, bots=1)
    start(page, "en")
    first = page.url
    play_on(page)
    page.get_by_role("dialog").get_by_role("button", name=SAID["over.rematch"]).click()
    page.wait_for_function("(first) => location.href !== first", arg=first)
    assert asked(page) == "choose"
