"""Facts of the table are told when they arrive; the board is animated, and can be hurried, skipped, left."""

import json
import re
import time
from typing import Any

import pytest

from browser.table import ASKED, answer, asked, make_table, sit, start, words

SAID = words("en")
SHORT = "Basic, number of rounds: 1"
SHOWING = "() => [...document.querySelectorAll('.turn .button')].some((one) => one.innerText === 'Skip')"

CHOSEN_AND_ASKED_AGAIN = (
    f"() => ({ASKED})() === 'choose' && document.querySelectorAll('.hand button').length === 9"
)


def made_by_request(page: Any, server: Any, seats: list[Any], **more: Any) -> str:
    """A table with a wish that the page does not offer."""
    page.locator("article").first.wait_for()
    page.request.post(f"{server.url}api/me", data={"name": "Ana"})
    wanted = {"game": "pega-em-6", "options": {"variant": "basic"}, "seats": seats, "start": "ready"} | more
    return f"{server.url}table/{page.request.post(f'{server.url}api/tables', data=wanted).json()['table']}"


def with_ten(visit: Any, server: Any, **settings: Any) -> Any:
    """A person and nine bots, whose tricks take long to show."""
    page = visit(server.url, size="wide", name="Ana", **settings)
    page.goto(made_by_request(page, server, ["me", *[{"bot": "random"}] * 9], start="host"))
    start(page, "en")
    assert asked(page) == "choose"
    return page


def hide(page: Any, hidden: bool = True) -> None:
    page.evaluate(
        f"""() => {{
          Object.defineProperty(document, 'hidden', {{ value: {str(hidden).lower()}, configurable: true }});
          document.dispatchEvent(new Event('visibilitychange'));
        }}"""
    )


def stop_time(page: Any) -> None:
    """From now on no pause of the page ends by itself, nor does what is shown after it begin."""
    page.clock.install()
    page.clock.pause_at(time.time() + 1)


def two_who_watch(visit: Any, server: Any, speed: str) -> tuple[Any, Any]:
    """Ana at a slow speed and Rui without animations, and eight bots."""
    ana = visit(server.url, size="wide", name="Ana", speed=speed)
    make_table(ana, "en", SHORT, players=10, bots=8)
    rui = visit(ana.url, size="wide", name="Rui")
    sit(rui, "en")
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    return ana, rui


def test_talk_and_presence_are_told_while_the_board_is_animated(visit: Any, server: Any) -> None:
    ana, rui = two_who_watch(visit, server, "slow")
    assert asked(ana) == asked(rui) == "choose"
    stop_time(ana)
    for page in (ana, rui):
        answer(page, "choose")
    ana.wait_for_function(SHOWING)
    rui.get_by_text(SAID["table.talk"]).click()
    rui.get_by_role("button", name=SAID["phrase.good_luck"]).click()
    ana.get_by_text(f"Rui: {SAID['phrase.good_luck']}").first.wait_for()
    rui.context.close()
    ana.locator(".players li", has_text=f"Rui, {SAID['seat.away']}").wait_for()
    assert ana.evaluate(SHOWING), "all of it was told before the trick had been shown"


def test_the_title_tells_ones_turn_before_the_trick_has_been_shown(visit: Any, server: Any) -> None:
    page = with_ten(visit, server, speed="slow")
    stop_time(page)
    answer(page, "choose")
    page.wait_for_function(SHOWING)
    page.wait_for_function(f"() => document.title.startsWith('● {SAID['table.your_turn']}')")
    assert page.evaluate(SHOWING)
    assert page.evaluate(ASKED) == "wait"  # the board is not there yet


def test_a_hidden_tab_shows_nothing_and_asks_at_once(visit: Any, server: Any) -> None:
    page = with_ten(visit, server, speed="slow")
    stop_time(page)
    hide(page)
    page.locator(".hand button").last.click()  # the highest card: no row is asked for amid the trick
    page.wait_for_function(CHOSEN_AND_ASKED_AGAIN)


def test_a_tab_that_is_hidden_amid_a_trick_hurries(visit: Any, server: Any) -> None:
    page = with_ten(visit, server, speed="slow")
    stop_time(page)
    answer(page, "choose")
    page.wait_for_function(SHOWING)
    hide(page)
    page.wait_for_function(f"() => !({SHOWING})()")


TIME_AFTER_THE_TRICK = f"""() => new Promise((done) => {{
  const begun = performance.now();
  const look = () => {{
    if (({SHOWING})()) return setTimeout(look, 50);
    done([(performance.now() - begun) / 1000, document.querySelector('[role=timer]').innerText.trim()]);
  }};
  look();
}})"""


def shown_with_a_clock(page: Any, server: Any) -> tuple[float, str]:
    """For how many seconds a trick of ten was shown, and what the clock said then."""
    page.goto(made_by_request(page, server, ["me", *[{"bot": "random"}] * 9], clock=15))
    assert asked(page) == "choose"
    page.locator(".hand button").last.click()
    page.wait_for_function(SHOWING)
    seconds, clock = page.evaluate(TIME_AFTER_THE_TRICK)
    return seconds, clock


@pytest.mark.slow_motion
def test_with_a_clock_the_trick_has_been_shown_when_the_time_begins_to_count(visit: Any, server: Any) -> None:
    seconds, clock = shown_with_a_clock(visit(server.url, size="wide", name="Ana", speed="normal"), server)
    assert clock in ("0:15", "0:14")
    assert seconds > 4, "the server gives time for it"


def without_allowance(message: str) -> str:
    """What a server would say whose clock counts while the trick is shown."""
    told = json.loads(message)
    for part in (told, told.get("now") or {}):
        if clock := part.get("clock"):
            latest = clock["now"] + 1000 * clock["seconds"]
            clock["due"] = [due and min(due, latest) for due in clock["due"]]
    return json.dumps(told)


def test_a_trick_that_would_cost_time_is_hurried(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide", name="Ana", speed="slow")

    def pass_on(socket: Any) -> None:
        behind = socket.connect_to_server()
        behind.on_message(lambda message: socket.send(without_allowance(message)))

    page.route_web_socket(re.compile("/socket"), pass_on)
    seconds, clock = shown_with_a_clock(page, server)
    assert seconds < 5, "at this speed it would take fifteen"
    assert "0:10" <= clock <= "0:15"


def test_skipping_shows_the_rest_at_once(visit: Any, server: Any) -> None:
    page = with_ten(visit, server, speed="slow")
    stop_time(page)
    answer(page, "choose")
    page.get_by_role("button", name=SAID["table.skip"]).click()
    assert asked(page) in ("choose", "row")


def test_who_leaves_a_table_hears_nothing_more_of_it(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide", name="Ana", speed="slow", sound=True)
    page.add_init_script(
        """window.heard = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...when) {
          window.heard++;
          return start.apply(this, when);
        };"""
    )
    page.reload()
    make_table(page, "en", SHORT, players=10, bots=9)
    start(page, "en")
    assert asked(page) == "choose"
    stop_time(page)
    answer(page, "choose")
    page.wait_for_function(SHOWING)
    page.get_by_role("link", name=SAID["to_room"]).click()  # within the page, which goes on
    page.locator("article").first.wait_for()
    heard = page.evaluate("window.heard")
    assert heard
    page.clock.run_for(20_000)  # the whole trick
    assert page.evaluate("window.heard") == heard


@pytest.mark.slow_motion
def test_a_whole_game_at_normal_speed(visit: Any, server: Any) -> None:
    """Every card chosen lands, and the board never shows what the server then corrects."""
    page = visit(server.url, size="wide", name="Ana", speed="normal")
    make_table(page, "en", SHORT, players=3, bots=2)
    start(page, "en")
    tricks = 0
    while (what := asked(page)) != "over":
        tricks += what == "choose"
        answer(page, what)
    assert tricks == 10


def test_the_last_seconds_are_told_in_words_too(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide", name="Ana")
    page.goto(made_by_request(page, server, ["me", {"bot": "random"}], clock=8))
    assert asked(page) == "choose"
    warning = page.locator(".turn [role=alert]")
    warning.get_by_text(re.compile("10 seconds left")).wait_for()
    warning.get_by_text(re.compile("5 seconds left")).wait_for()
