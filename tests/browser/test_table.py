"""What every table has around the game: leaving, talk, the signal of one's turn."""

from typing import Any

from browser.table import answer, asked, choice, dealt, make_table, play_now, sit, start, words

SAID = words("en")


def leave(page: Any, language: str = "en") -> None:
    said = words(language)
    page.get_by_role("button", name=said["leave.title"]).click()
    page.get_by_role("dialog").get_by_role("button", name=said["leave.do"], exact=True).click()
    page.locator("article").first.wait_for()


def two_people(visit: Any, server: Any, bots: int = 0) -> tuple[Any, Any]:
    ana = visit(server.url, "en", "wide", name="Ana")
    make_table(ana, "en", "Basic, number of rounds: 1", players=2 + bots, bots=bots)
    rui = visit(ana.url, "pt", "wide", name="Rui")
    sit(rui, "pt")
    ana.get_by_text("Rui").first.wait_for()
    start(ana, "en")
    dealt(rui)
    return ana, rui


def test_who_leaves_others_is_replaced_by_a_bot_until_the_return(visit: Any, server: Any) -> None:
    ana, rui = two_people(visit, server)
    leave(rui, "pt")
    ana.get_by_text(SAID["step.away"].replace("{seat}", "Rui")).first.wait_for()
    answer(ana, asked(ana))
    answer(ana, asked(ana))
    rui.get_by_role("button", name=words("pt")["room.return"]).first.click()
    ana.get_by_text(SAID["step.back"].replace("{seat}", "Rui")).first.wait_for()
    assert asked(rui)


def test_who_leaves_bots_alone_finds_the_game_waiting(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en")
    dealt(page)
    hand = page.locator(".hand").inner_text()
    leave(page)
    page.get_by_role("button", name=SAID["room.return"]).first.click()
    dealt(page)
    assert page.locator(".hand").inner_text() == hand


def test_the_title_says_whose_turn_it_is(visit: Any, server: Any) -> None:
    ana, _ = two_people(visit, server)
    assert asked(ana) == "choose"
    assert ana.title() == f"● {SAID['table.your_turn']} · {SAID['name']}"
    answer(ana, "choose")
    ana.wait_for_function("() => document.title === 'Pega em 6!'")


def test_a_notice_calls_who_is_looking_at_another_page(visit: Any, server: Any) -> None:
    ana, rui = two_people(visit, server)
    ana.evaluate(
        """() => {
          window.told = [];
          window.Notification = class {
            static permission = 'granted';
            static requestPermission = async () => 'granted';
            constructor(...told) { window.told.push(told) }
          };
          Object.defineProperty(document, 'hidden', { value: true });
        }"""
    )
    ana.get_by_role("button", name=SAID["settings"]).click()
    ana.get_by_role("group", name=SAID["settings.notices"]).get_by_label(SAID["on"]).check()
    ana.keyboard.press("Escape")
    for page in (ana, rui):
        answer(page, asked(page))
    ana.wait_for_function("() => window.told.length")
    assert ana.evaluate("window.told[0][0]") == SAID["table.your_turn"]


def test_people_talk_in_phrases_each_in_the_own_language(visit: Any, server: Any) -> None:
    ana, rui = two_people(visit, server)
    rui.get_by_text(words("pt")["table.talk"]).click()
    rui.get_by_role("button", name=words("pt")["phrase.good_luck"]).click()
    ana.get_by_text(f"Rui: {SAID['phrase.good_luck']}").first.wait_for()
    assert ana.locator("#chat").count() == 0


def test_people_write_freely_where_the_host_allows_it(visit: Any, server: Any) -> None:
    ana = visit(server.url, size="wide", name="Ana")
    choice(ana, "en").get_by_role("button", name=SAID["room.table"]).click()
    dialog = ana.get_by_role("dialog")
    dialog.get_by_label(SAID["make.talk.free"]).check()
    dialog.get_by_label(SAID["make.bots"]).select_option("3")
    dialog.get_by_role("button", name=SAID["make.do"]).click()
    start(ana, "en")
    ana.get_by_label(SAID["table.write"]).fill("<b>Que jogo!</b>")
    ana.keyboard.press("Enter")
    ana.get_by_text("Ana: <b>Que jogo!</b>").first.wait_for()
