"""The room, and the way from it to a table and back."""

import json
from pathlib import Path
from typing import Any

from browser.finished_game import game_like, import_game
from browser.table import answer, asked, choice, dealt, make_table, play_now, play_on, start, use_tool, words
from ludoteca.bots import LEVELS

SAID = words("en")


def test_make_a_table_begins_with_the_variant_and_the_seats_chosen_on_the_card(
    visit: Any, server: Any
) -> None:
    page = visit(server.url)
    game = choice(page, "en")
    variant, count = game.locator("select").first, game.locator("select").nth(1)
    variant.select_option(label="Professional")
    count.select_option("3")
    game.get_by_role("button", name=SAID["room.table"]).click()
    dialog = page.get_by_role("dialog")
    assert dialog.locator("select").first.locator("option:checked").inner_text() == "Professional"
    assert dialog.get_by_label(SAID["room.players"]).input_value() == "3"


def test_a_guest_keeps_the_number_whenever_the_page_is_loaded(visit: Any, server: Any) -> None:
    page = visit(server.url)
    field = page.get_by_label(SAID["room.name"])
    name = field.get_attribute("placeholder")
    page.reload()
    assert field.get_attribute("placeholder") == name


def test_a_new_page_gets_the_focus_and_is_announced(visit: Any, server: Any) -> None:
    page = visit(server.url)
    choice(page, "en").get_by_role("link", name=SAID["room.rules"]).click()
    page.wait_for_function("() => document.activeElement.matches('h1')")
    title = page.title()
    page.get_by_role("status").get_by_text(title, exact=True).wait_for()
    page.go_back()
    page.wait_for_function(f"() => document.activeElement.innerText === {SAID['room.title']!r}")


def test_a_file_that_is_no_game_is_called_so(visit: Any, server: Any) -> None:
    page = visit(f"{server.url}finished")
    for junk in (b"nonsense", b"[1, 2]", b'{"game": 5}'):
        page.locator("input[type=file]").set_input_files(
            {"name": "junk.json", "mimeType": "application/json", "buffer": junk}
        )
        page.get_by_role("alert").get_by_text(SAID["refusal.unknown_format"]).wait_for()
        page.get_by_role("alert").get_by_role("button").click()


def test_the_notice_switch_is_on_only_where_notices_work(visit: Any, server: Any) -> None:
    page = visit(server.url, notifications=True)  # this browser never gave its leave
    page.get_by_role("button", name=SAID["settings"]).click()
    switch = page.get_by_role("group", name=SAID["settings.notifications"])
    assert switch.get_by_label(SAID["off"]).is_checked()


def test_continuing_offers_the_levels_alone_from_the_step_that_was_shown(
    visit: Any, server: Any, tmp_path: Path
) -> None:
    page = visit(server.url, speed="slow")
    import_game(page, server.url, game_like("pega-em-6", 2, {"rounds": 1}, lambda table: True), tmp_path)
    page.clock.install()
    page.get_by_role("button", name=SAID["replay.play"], exact=True).click()
    page.clock.run_for(6_000)
    page.wait_for_function("() => parseInt(document.querySelector('output').innerText) > 1")
    page.get_by_role("button", name=SAID["continue.title"]).click()
    dialog = page.get_by_role("dialog")
    bots = dialog.get_by_label(SAID["make.bot"]).locator("option")
    bots.first.wait_for(state="attached")
    assert bots.evaluate_all("(all) => all.map((one) => one.value)") == list(LEVELS)
    step = page.locator("output").inner_text()
    page.clock.run_for(20_000)
    assert page.locator("output").inner_text() == step


# Whatever lies under the pointer when the second click comes, within the time of a double click.
A_CARD_IS_AT = "([x, y]) => !!document.elementFromPoint(x, y).closest('.hand button')"
COUNT_ACTIONS = """
  window.actions = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    window.actions += JSON.parse(data).type === "act";
    return send.call(this, data);
  };
"""


def test_a_double_click_on_a_card_is_one_choice(visit: Any, server: Any) -> None:
    """In Dobro the second click would be a play of the next card, or an illegal one, answered by a banner."""
    page = visit(None)
    page.add_init_script(COUNT_ACTIONS)
    page.goto(server.url)
    play_now(page, "en", "dobro")
    while asked(page) != "choose":
        answer(page, "take")
    box = page.locator(".hand button[aria-disabled=false]").first.bounding_box()
    where = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    hand = page.locator(".hand").inner_text()
    page.evaluate("const now = performance.now(); performance.now = () => now")  # however slow the machine is
    page.mouse.click(*where)
    page.wait_for_function("(hand) => document.querySelector('.hand').innerText !== hand", arg=hand)
    assert page.evaluate(A_CARD_IS_AT, where)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    assert page.evaluate("window.actions") == 1


def test_a_refusal_leaves_the_hand_where_it_is_and_goes_by_itself(visit: Any, server: Any) -> None:
    page = visit(server.url)
    play_now(page, "en", "dobro")
    assert asked(page) in ("choose", "take", "pair")
    where = page.locator(".hand").bounding_box()
    page.locator(".hand button[aria-disabled=true]").first.click(force=True)
    page.get_by_role("alert").wait_for()
    assert page.locator(".hand").bounding_box() == where
    page.get_by_role("alert").wait_for(state="detached", timeout=12_000)


REFUSED = {"type": "refused", "id": "another", "arguments": {"seconds": 5}, "rule": None}


def test_a_refusal_of_talk_or_hint_says_nothing_about_a_move_on_its_way(visit: Any, server: Any) -> None:
    page = visit(None)
    held: list[Any] = []
    line: list[Any] = []

    def through(socket: Any) -> None:
        server_side = socket.connect_to_server()
        line[:] = [socket]
        socket.on_message(lambda sent: held.append(sent) if '"act"' in sent else server_side.send(sent))

    page.route_web_socket("**/socket*", through)
    page.goto(server.url)
    play_now(page, "en")
    dealt(page)
    page.locator(".hand button[aria-disabled=false]").first.click()
    page.locator(".hand .chosen").wait_for()
    for code, told in (("too_many", SAID["refusal.too_many"]), ("too_many_hints", "asked for many hints")):
        line[0].send(json.dumps(REFUSED | {"code": code}))
        page.get_by_role("alert").get_by_text(told).wait_for()
        assert page.locator(".hand .chosen").count() == 1
    assert len(held) == 1


def test_the_name_moves_along_to_another_device(visit: Any, server: Any) -> None:
    page = visit(server.url, name="Ana")
    play_now(page, "en")
    dealt(page)
    use_tool(page, "en", "table.share")
    page.get_by_role("button", name=SAID["device.move"]).click()
    code = page.locator(".code .big").inner_text()
    phone = visit(f"{page.url}#{code}")  # it knows no name yet
    phone.get_by_role("button", name=SAID["device.take"]).click()
    dealt(phone)
    phone.get_by_text("Ana").first.wait_for()
    phone.goto(server.url)
    phone.wait_for_function("() => document.querySelector('input[autocomplete=nickname]').value === 'Ana'")


def test_a_table_that_cannot_be_read_is_told_and_not_asked_for_again(visit: Any, server: Any) -> None:
    page = visit(None)
    opened: list[Any] = []

    def through(socket: Any) -> None:
        opened.append(socket)
        socket.close(code=4410)

    page.route_web_socket("**/socket*", through)
    page.goto(f"{server.url}table/none")
    page.get_by_text(SAID["table.gone"]).wait_for()
    page.wait_for_timeout(2000)
    assert len(opened) == 1


def test_what_was_chosen_last_is_offered_first(visit: Any, server: Any) -> None:
    page = visit(server.url)
    game = choice(page, "en")
    game.locator("select").first.select_option(label="Professional")
    game.locator("select").nth(1).select_option("3")
    game.get_by_role("button", name=SAID["room.table"]).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(SAID["make.bots"]).select_option("2")
    dialog.get_by_label(SAID["make.clock"]).select_option(label=SAID["make.clock.60"])
    dialog.get_by_role("button", name=SAID["make.do"]).click()
    page.wait_for_url("**/table/*")
    page.goto(server.url)
    game.locator("select").nth(1).wait_for()
    assert game.locator("select").first.locator("option:checked").inner_text() == "Professional"
    assert game.locator("select").nth(1).input_value() == "3"
    game.get_by_role("button", name=SAID["room.table"]).click()
    assert dialog.get_by_label(SAID["make.bots"]).input_value() == "2"
    chosen = dialog.get_by_label(SAID["make.clock"]).locator("option:checked")
    assert chosen.inner_text() == SAID["make.clock.60"]


def test_the_room_shows_games_in_progress_first_and_what_came_of_the_last_ones(
    visit: Any, server: Any
) -> None:
    page = visit(server.url, name="Ana")
    make_table(page, "en", "Basic, number of rounds: 1", players=2, bots=1)
    start(page, "en")
    play_on(page)
    page.goto(server.url)
    game = page.locator("li", has=page.get_by_role("link", name=SAID["finished.replay"]))
    assert "Ana: " in game.first.inner_text()
    game.first.get_by_role("link", name=SAID["review.title"]).click()
    page.wait_for_url("**/review/*")
    page.goto(server.url)
    play_now(page, "en")
    dealt(page)
    page.goto(server.url)
    headings = page.get_by_role("heading", level=2)
    headings.get_by_text(SAID["room.my_tables"]).wait_for()
    mine = page.locator("li", has=page.get_by_role("button", name=SAID["room.return"])).first
    mine.get_by_text(SAID["table.your_turn"]).wait_for()
    assert "Ana: 0" in mine.inner_text()
    order = headings.all_inner_texts()
    assert order.index(SAID["room.my_tables"]) < order.index(SAID["name"])
    assert order.index(SAID["name"]) < order.index(SAID["finished.title"])
