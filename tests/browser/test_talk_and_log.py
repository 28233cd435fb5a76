"""What people say stands apart from what happened, and a long step is one line of the log."""

from typing import Any

from browser.table import answer, asked, make_table, play_now, sit, start, words

SAID = words("en")


def two_on_phones(visit: Any, server: Any) -> tuple[Any, Any]:
    ana = visit(server.url, name="Ana")
    make_table(ana, "en", "Basic, number of rounds: 1", players=2, bots=0)
    rui = visit(ana.url, name="Rui")
    sit(rui, "en")
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    asked(rui)
    return ana, rui


def test_a_reaction_is_one_tap_and_is_marked_until_it_is_read(visit: Any, server: Any) -> None:
    ana, rui = two_on_phones(visit, server)
    rui.get_by_role("button", name=SAID["table.talk.title"], exact=True).click()
    rui.get_by_role("button", name=SAID["reaction.clap"]).click()
    ana.get_by_role("status").get_by_text("One new message").wait_for()
    ana.get_by_role("button", name=SAID["table.talk.title"], exact=True).click()
    ana.get_by_role("dialog").get_by_text(f"Rui: {SAID['phrase.clap']}").wait_for()
    ana.keyboard.press("Escape")
    ana.get_by_text("One new message").wait_for(state="detached")
    ana.get_by_role("button", name=SAID["table.log"], exact=True).click()
    log = ana.get_by_role("dialog").get_by_role("list", name=SAID["table.log"])
    log.get_by_text(SAID["step.start"]).wait_for()
    assert SAID["phrase.clap"] not in log.inner_text()


def test_a_trick_is_one_line_of_the_log_which_opens(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide")
    play_now(page, "en")
    for _ in range(2):
        answer(page, asked(page))
    asked(page)
    log = page.get_by_role("list", name=SAID["table.log"])
    folded = log.locator("details").first
    folded.wait_for()
    assert not folded.locator("p").first.is_visible()
    folded.locator("summary").click()
    assert folded.locator("p").first.is_visible()
    assert folded.locator("p").count() > 3


def test_those_who_wait_see_the_seconds_until_a_bot_plays_on(visit: Any, server: Any) -> None:
    ana, rui = two_on_phones(visit, server)
    rui.context.close()
    notice = ana.get_by_text("Rui is not connected: a bot plays in")
    notice.wait_for()
    first = notice.inner_text()
    ana.wait_for_function(
        "(first) => ![...document.querySelectorAll('.away')].some((one) => one.innerText === first)",
        arg=first,
    )
