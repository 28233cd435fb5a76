"""Lessons over HTTP: the server keeps nothing of a learner."""

from typing import Any

import pytest

import ludoteca
from ludoteca.client import Guest, Refusal
from ludoteca.lessons import lesson_names
from server.conftest import RunningRoom

pytestmark = pytest.mark.anyio
BASICS = "/api/games/pega-em-6/lessons/basics/en"


@pytest.mark.parametrize("id", ludoteca.games())
async def test_every_lesson_is_played_by_what_the_server_shows(room: RunningRoom, id: str) -> None:
    learner = Guest(room.url)
    listed = (await learner.get(f"/api/games/{id}/lessons/pt"))["lessons"]
    assert [one["id"] for one in listed] == [*lesson_names(ludoteca.game(id))]
    for one in listed:
        moves: list[Any] = []
        step = await learner.post(f"/api/games/{id}/lessons/{one['id']}/pt", {})
        while step["say"] is not None:
            assert (step["number"], step["lesson"]) == (len(moves), one)
            assert (step["show"] in step["legal"]) if step["legal"] else step["show"] is None
            moves.append(step["show"])
            step = await learner.post(f"/api/games/{id}/lessons/{one['id']}/pt", {"moves": moves})
        assert len(moves) == one["steps"]


async def test_a_legal_move_is_answered_and_an_illegal_one_refused_by_its_rule(room: RunningRoom) -> None:
    learner = Guest(room.url)
    step = await learner.post(BASICS, {"moves": [None, None, {"card": 90}]})
    assert step["number"] == 2
    assert "14" in step["answer"]
    assert step["events"] == []
    with pytest.raises(Refusal) as refused:
        await learner.post(BASICS, {"moves": [None, None, {"card": 91}]})
    assert (refused.value.code, refused.value.rule) == ("not_in_hand", "P3")


async def test_the_view_holds_no_hand_but_the_learners(room: RunningRoom) -> None:
    step = await Guest(room.url).post(BASICS, {"moves": [None, None, {"card": 14}]})
    assert step["view"]["hands"] == [[40, 90], 2, 2]
    assert [event for event in step["events"] if event["event"] == "chose"][1] == {
        "event": "chose",
        "seat": 1,
    }


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/games/pega-em-6/lessons/nothing/en", {}, "not_found"),
        ("/api/games/pega-em-6/lessons/basics/xx", {}, "no_such_language"),
        ("/api/games/chess/lessons/basics/en", {}, "no_such_game"),
        (BASICS, {"moves": [{"card": 14}, None]}, "malformed"),
        (BASICS, {"moves": [None] * 50}, "malformed"),
        (BASICS, {"moves": [7]}, "malformed"),
    ],
)
async def test_bad_questions_are_refused(room: RunningRoom, path: str, body: Any, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        await Guest(room.url).post(path, body)
    assert refused.value.code == code
