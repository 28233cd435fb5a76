"""Guests, the room, and its games."""

import pytest

import ludoteca
from ludoteca.client import Guest, Refusal

pytestmark = pytest.mark.anyio


async def test_a_guest_is_a_name_and_a_cookie(room):
    guest = Guest(room.url)
    assert await guest.get("/api/me") == {"person": None}
    ana = await guest.name("  Ana ")
    assert ana["name"] == "Ana"
    assert await guest.get("/api/me") == {"person": ana}
    again = await Guest(room.url, guest.cookie).name("Ana Maria")
    assert again == {"id": ana["id"], "name": "Ana Maria"}


async def test_the_cookie_is_durable_and_out_of_reach_of_scripts(room, open_room):
    guest = Guest(room.url)
    lines = []
    guest._keep_cookie = lines.extend
    await guest.name("Ana")
    assert lines[0].startswith("ludoteca=")
    for part in ("HttpOnly", "SameSite=lax", "Max-Age=31536000", "Path=/"):
        assert part in lines[0]
    async with open_room(public_url="https://example.org/games", root_path="/games") as behind_proxy:
        guest.url = behind_proxy.url
        await guest.name("Ana")
    assert lines[1].startswith("__Secure-ludoteca=")
    assert "Path=/games" in lines[1]
    assert "Secure" in lines[1]
    async with open_room(public_url="https://example.org") as behind_proxy:
        guest.url = behind_proxy.url
        await guest.name("Ana")
    assert lines[2].startswith("__Host-ludoteca=")


async def test_a_guest_outlives_the_server(open_room):
    guest = Guest("")
    async with open_room() as first:
        guest.url = first.url
        ana = await guest.name("Ana")
    async with open_room() as second:
        guest.url = second.url
        assert await guest.get("/api/me") == {"person": ana}


INVISIBLE = ["\u3164", "\u2800\u2800", "\u200d", "\u0301", "\ufe0f", "\u115f\u1160", "a\u3164", "\uffa0"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "a\nb", "a\u202eb", "\x00", *INVISIBLE])
async def test_a_name_is_short_text(shared_room, name):
    with pytest.raises(Refusal, match="bad_name"):
        await Guest(shared_room.url).name(name)


VISIBLE = ["<script>x()</script>", "O'Neill", "Zoë", "👩‍👧", "'; drop", "❤️", "नमस्ते"]


@pytest.mark.parametrize("name", VISIBLE)
async def test_any_other_text_is_a_name_and_comes_back_as_it_was(shared_room, name):
    guest = Guest(shared_room.url)
    await guest.name(name)
    assert (await guest.get("/api/me"))["person"]["name"] == name


async def test_every_game_appears_by_itself(shared_room):
    games = {game["id"]: game for game in (await Guest(shared_room.url).get("/api/games"))["games"]}
    assert games.keys() == shared_room.inside.games.keys() <= set(ludoteca.games())
    pega = games["pega-em-6"]
    assert pega["usual_bot"] in pega["bots"]
    assert pega["options"][0] == {
        "options": {"variant": "basic"},
        "seats": [2, 10],
        "complete": {"variant": "basic", "target": 66, "rounds": None},
    }


async def test_rules_and_words_come_in_every_language(shared_room):
    guest = Guest(shared_room.url)
    about = await guest.get("/api/room")
    for language in about["languages"]:
        rules = await guest.get(f"/api/games/pega-em-6/rules/{language}")
        assert "**P1**" in rules["markdown"]
    for path, code in [
        ("/api/games/pega-em-6/rules/xx", "no_such_language"),
        ("/api/games/pega-em-6/words/..", "no_such_language"),
        ("/api/games/chess/rules/en", "no_such_game"),
        ("/api/nothing", "not_found"),
    ]:
        with pytest.raises(Refusal, match=code):
            await guest.get(path)
