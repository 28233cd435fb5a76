"""What every table has around the game: leaving, talk, the signal of one's turn, time, agreement, devices."""

import re
from typing import Any

import pytest

from browser.table import (
    ASKED,
    answer,
    asked,
    choice,
    dealt,
    make_table,
    play_now,
    play_on,
    sit,
    start,
    use_tool,
    wait_until_asked,
    words,
)

SAID = words("en")
DRAWN_BY_HAND = "Portuguese edition, as many rounds as seats, drawing by hand, with the forgetful card"


def leave(page: Any, language: str = "en") -> None:
    said = words(language)
    use_tool(page, language, "leave.title")
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


def wait_for_question(page: Any, other: Any) -> None:
    """Wait until a person is asked; before that the other one may have to play on."""
    for _ in range(150):
        if page.evaluate(ASKED) != "wait":
            return
        if (what := other.evaluate(ASKED)) != "wait":
            answer(other, what)
        page.wait_for_timeout(100)
    raise AssertionError("nothing is asked")


def test_every_table_of_these_tests_is_dealt_alike_and_bots_choose_alike(visit: Any, server: Any) -> None:
    """Else a test could fail for a deal that nobody ever sees again."""
    courses = []
    for _ in range(2):
        page = visit(server.url)
        play_now(page, "en")
        for _ in range(3):
            answer(page, asked(page))
        asked(page)
        courses.append(page.locator(".hand").inner_text() + page.locator(".rows").inner_text())
    assert courses[0] == courses[1]


def test_who_leaves_others_is_replaced_by_a_bot_until_the_return(visit: Any, server: Any) -> None:
    ana, rui = two_people(visit, server)
    leave(rui, "pt")
    ana.get_by_text(SAID["step.away"].replace("{seat}", "Rui")).first.wait_for()
    answer(ana, asked(ana))
    answer(ana, asked(ana))
    rui.get_by_role("button", name=words("pt")["room.return"]).first.click()
    ana.get_by_text(SAID["step.back"].replace("{seat}", "Rui")).first.wait_for()
    wait_for_question(rui, other=ana)


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


def test_a_notification_calls_a_person_who_is_looking_elsewhere(visit: Any, server: Any) -> None:
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
    ana.get_by_role("group", name=SAID["settings.notifications"]).get_by_label(SAID["on"]).check()
    ana.keyboard.press("Escape")
    for page in (ana, rui):
        answer(page, asked(page))
    for _ in range(150):
        if ana.evaluate("window.told.length"):
            break
        if rui.evaluate(ASKED) == "row":  # a low card may fit no row, and then he comes first
            answer(rui, "row")
        ana.wait_for_timeout(100)
    assert ana.evaluate("window.told[0][0]") == SAID["table.your_turn"]


def test_people_talk_in_phrases_each_in_the_own_language(visit: Any, server: Any) -> None:
    ana, rui = two_people(visit, server)
    rui.get_by_text(words("pt")["table.talk"], exact=True).click()
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


def test_a_game_ends_when_all_people_agree(visit: Any, server: Any) -> None:
    ana, rui = two_people(visit, server)
    use_tool(ana, "en", "leave.title")
    ana.get_by_role("button", name=SAID["agree.end"]).click()
    ana.get_by_text(SAID["agree.waiting"]).wait_for()
    rui.get_by_role("button", name=words("pt")["agree.yes"]).click()
    for page, language in ((ana, "en"), (rui, "pt")):
        ended = words(language)["ended.agreement"]
        page.get_by_role("dialog").get_by_role("heading", name=ended[0].upper() + ended[1:]).wait_for()
        assert page.locator("dialog .won").count() == 0


def test_a_seat_moves_to_another_device(visit: Any, server: Any) -> None:
    page = visit(server.url, name="Ana")
    play_now(page, "en")
    dealt(page)
    hand = page.locator(".hand").inner_text()
    use_tool(page, "en", "table.share")
    page.get_by_role("button", name=SAID["device.move"]).click()
    code = page.locator(".code .big").inner_text()
    phone = visit(f"{page.url}#{code}", name="Ana")
    phone.get_by_role("button", name=SAID["device.take"]).click()
    dealt(phone)
    assert phone.locator(".hand").inner_text() == hand
    assert asked(phone) == "choose"
    page.keyboard.press("Escape")
    page.get_by_text(SAID["table.watching"]).wait_for()
    assert page.locator(".hand").count() == 0


def test_a_false_code_is_refused(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en")
    dealt(page)
    other = visit(f"{page.url}#AAAA-AAAA")
    other.get_by_role("button", name=SAID["device.take"]).click()
    other.get_by_role("alert").get_by_text(SAID["refusal.bad_code"]).wait_for()


@pytest.mark.slow_motion
def test_who_is_late_sees_the_time_run_out_and_a_bot_move(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide", name="Ana")
    page.locator("article").first.wait_for()
    page.request.post(f"{server.url}api/me", data={"name": "Ana"})
    options = {"variant": "basic"}
    seats = ["me", {"bot": "random"}]
    wanted = {"game": "pega-em-6", "options": options, "seats": seats, "clock": 5}
    table = page.request.post(f"{server.url}api/tables", data=wanted).json()["table"]
    page.goto(f"{server.url}table/{table}")
    start(page, "en")
    assert page.get_by_role("timer", name=SAID["clock.yours"]).inner_text().startswith("0:0")
    page.get_by_text(SAID["step.late"].replace("{seat}", "Ana")).first.wait_for()
    assert asked(page)


def test_a_move_that_showed_nothing_hidden_is_taken_back(visit: Any, server: Any) -> None:
    page = visit(server.url, size="wide")
    make_table(page, "en", DRAWN_BY_HAND, players=2, bots=1, game="dobro")
    start(page, "en")
    asked(page)
    before = page.locator(".hand").inner_text()
    answer(page, asked(page))
    page.get_by_role("button", name=SAID["table.take_back"]).click()
    page.wait_for_function("(before) => document.querySelector('.hand').innerText === before", arg=before)


ANY_BUT_A_CARD = f"() => {{ const what = ({ASKED})(); return what === 'choose' ? 'wait' : what; }}"


def test_forced_moves_are_played_automatically_if_wanted(visit: Any, server: Any) -> None:
    page = visit(server.url, forcedMoves=True)
    make_table(page, "en", "Basic, number of rounds: 1", players=2, bots=1)
    start(page, "en")
    cards = 0
    while cards < 9:
        what = asked(page)
        cards += what == "choose"
        answer(page, what)
    play_on(page, asked=lambda page: wait_until_asked(page, ANY_BUT_A_CARD))


def test_a_hint_names_candidates_with_chances_and_reasons_and_plays_one(visit: Any, server: Any) -> None:
    ana, _ = two_people(visit, server)
    assert asked(ana) == "choose"
    ana.get_by_role("button", name=SAID["hint.ask"]).click()
    panel = ana.get_by_role("region", name=SAID["hint.title"])
    panel.wait_for()
    found = panel.locator(".candidate").all_inner_texts()
    assert 1 < len(found) <= 5
    form = r"(\d+)\s*%\s+Choose (\d+)\s+chance of winning: \1 %\s+.+"
    assert all(re.match(form, one) for one in found), found
    figures = [int(re.match(form, one)[1]) for one in found]
    assert figures == sorted(figures, reverse=True)
    card = re.match(form, found[0])[2]
    panel.locator(".candidate").first.hover()
    assert re.search(rf"\b{card}\b", ana.locator(".hand [data-lit]").inner_text())
    where = ana.locator(".hand").bounding_box()
    panel.get_by_label(SAID["hint.why_not"]).select_option(index=1)
    ana.wait_for_function("() => document.querySelectorAll('.candidate').length === 6")
    assert ana.locator(".hand").bounding_box() == where
    panel.locator(".candidate").first.click()
    ana.locator(".hand .chosen").wait_for()
    assert re.search(rf"\b{card}\b", ana.locator(".hand .chosen").first.inner_text())
    panel.wait_for(state="detached")


def test_a_setting_stored_under_its_old_name_is_kept(visit: Any, server: Any) -> None:
    page = visit(server.url, hints=False)
    play_now(page, "en")
    dealt(page)
    assert page.locator(".hand .preview").count() == 0
    page.get_by_role("button", name=SAID["settings"]).click()
    previews = page.get_by_role("group", name=SAID["settings.previews"])
    assert previews.get_by_label(SAID["off"]).is_checked()
    previews.get_by_label(SAID["on"]).check()
    page.reload()
    dealt(page)
    assert page.locator(".hand .preview").count() == 10


def test_a_table_may_have_no_hints(visit: Any, server: Any) -> None:
    page = visit(server.url)
    choice(page, "en").get_by_role("button", name=SAID["room.table"]).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(SAID["make.hints.no"]).check()
    dialog.get_by_label(SAID["make.bots"]).select_option("3")
    dialog.get_by_role("button", name=SAID["make.do"]).click()
    start(page, "en")
    assert asked(page) == "choose"
    assert page.get_by_role("button", name=SAID["hint.ask"]).count() == 0


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_room_says_what_is_played(visit: Any, server: Any, language: str) -> None:
    """A number of rounds ends the game, and then no number of bull heads does."""
    page = visit(server.url, language)
    game = choice(page, language)
    sets = game.locator("select").first
    game.locator(".about").wait_for()
    told = {}
    for option in sets.locator("option").all():
        sets.select_option(option.get_attribute("value"))
        told[option.inner_text()] = game.locator(".about").inner_text()
    after = words(language)["page.about.rounds"].split("{")[0]
    assert [after in about for about in told.values()] == [False, False, True, True, True], told
    assert ["66" in about for about in told.values()] == [True, True, False, False, False], told


@pytest.mark.parametrize("language", ["en", "pt"])
def test_options_that_do_not_go_together_are_refused_in_words(visit: Any, server: Any, language: str) -> None:
    said = words(language)
    page = visit(server.url, language)
    choice(page, language).get_by_role("button", name=said["room.table"]).click()
    dialog = page.get_by_role("dialog")
    dialog.locator("summary").click()
    for name, number in (("target", "50"), ("rounds", "3")):
        dialog.get_by_role("spinbutton", name=said[f"option.{name}"]).fill(number)
    dialog.get_by_role("button", name=said["make.do"]).click()
    notice = dialog.get_by_role("alert")
    assert said["refusal.target_and_rounds"] in notice.inner_text()
    box = notice.bounding_box()
    assert box["y"] + box["height"] <= page.viewport_size["height"]  # before the eye, on a phone too


@pytest.mark.parametrize("language", ["en", "pt"])
def test_who_waits_for_the_compiler_is_told(visit: Any, server: Any, language: str) -> None:
    """What the server says between two messages is put there by hand: compiling takes a minute."""
    said = words(language)
    page = visit(None, language)
    sockets: list[Any] = []
    held: list[str] = []
    awake: list[bool] = []

    def through(socket: Any) -> None:
        sockets.append(socket)
        line = socket.connect_to_server()
        line.on_message(lambda message: socket.send(message) if awake else held.append(message))
        socket.send('{"type": "waking"}')

    page.route_web_socket("**/socket*", through)
    page.goto(server.url)
    play_now(page, language)
    page.get_by_role("status").get_by_text(said["table.waking"]).wait_for()
    awake.append(True)
    for message in held:
        sockets[0].send(message)
    dealt(page)
    assert not page.get_by_text(said["table.waking"]).count()


@pytest.mark.parametrize(("lacking", "loads"), [(1, 2), (99, 2)], ids=["a new page has it", "still lacking"])
def test_a_page_rebuilt_under_an_open_tab_is_loaded_anew_once(
    browser: Any, server: Any, lacking: int, loads: int
) -> None:
    """The file of the rules is gone, as after a rebuild, for so many pages, however often they ask for it."""
    page = browser.new_context(locale="en-GB", service_workers="block").new_page()
    opened: list[str] = []

    def answer(route: Any) -> None:
        route.fulfill(status=404) if len(opened) <= lacking else route.continue_()

    page.route(re.compile(r"assets/LearnPage-[^/]*\.js"), answer)
    page.on("request", lambda one: opened.append(one.url) if one.is_navigation_request() else None)
    page.goto(server.url)
    choice(page, "en").get_by_role("link", name=SAID["room.rules"]).click()
    found = page.locator(".lesson").first if lacking == 1 else page.get_by_text(SAID["refusal.offline"])
    found.wait_for()
    page.wait_for_timeout(1000)
    assert found.count() == 1
    assert len(opened) == loads
    page.context.close()


def test_the_page_of_a_missing_table_has_its_button_below_the_message(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}table/nothing-here", size="wide")
    message = page.get_by_text(SAID["table.gone"])
    message.wait_for()
    above, below = message.bounding_box(), page.get_by_role("link", name=SAID["to_room"]).last.bounding_box()
    assert below["y"] >= above["y"] + above["height"]
    for box in (above, below):
        assert abs(box["x"] + box["width"] / 2 - 720) < 5
