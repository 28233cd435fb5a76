"""The host of a running game removes a person; whoever comes instead is admitted by all."""

from typing import Any

from browser.table import dealt, make_table, sit, start, words

SAID = words("en")


def test_the_host_removes_somebody_and_another_is_admitted(visit: Any, server: Any) -> None:
    ana = visit(server.url, size="wide", name="Ana")
    make_table(ana, "en", "Basic, number of rounds: 1", players=2, bots=0)
    rui = visit(ana.url, name="Rui")
    sit(rui, "en")
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    dealt(rui)
    rui.get_by_role("button", name=SAID["table.more"]).click()
    rui.get_by_role("dialog").get_by_role("button", name=SAID["leave.title"]).wait_for()
    assert rui.get_by_role("button", name=SAID["people.title"]).count() == 0, "nobody but the host"

    ana.get_by_role("button", name=SAID["people.title"]).click()
    dialog = ana.get_by_role("dialog")
    dialog.get_by_role("button", name="Remove Rui", exact=True).click()
    assert ana.get_by_text(SAID["admit.yes"], exact=True).count() == 0, "once is not enough"
    dialog.get_by_role("button", name="Really remove Rui").click()
    dialog.get_by_text(SAID["people.nobody"]).wait_for()
    ana.keyboard.press("Escape")
    dialog.wait_for(state="hidden")

    eva = visit(ana.url, name="Eva")
    eva.locator(".table").wait_for()
    assert eva.get_by_role("button", name=SAID["table.take_over"]).count() == 0, "the hand is nobody's yet"
    ana.get_by_role("button", name=SAID["admit.yes"], exact=True).click()
    eva.get_by_role("button", name=SAID["table.take_over"]).click()
    ana.get_by_text("Eva").first.wait_for()
    dealt(eva)
