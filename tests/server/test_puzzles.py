"""Puzzles over HTTP: shown without their solution, judged by the rules and by what was found out."""

import pytest

import ludoteca
from ludoteca.client import Guest, Refusal
from ludoteca.puzzles import puzzles_of
from server.conftest import RunningRoom

pytestmark = pytest.mark.anyio

WITH_PUZZLES = [id for id in ludoteca.games() if puzzles_of(ludoteca.game(id))]


@pytest.mark.parametrize("id", WITH_PUZZLES)
async def test_a_puzzle_is_shown_without_its_solution_and_judged(shared_room: RunningRoom, id: str) -> None:
    somebody, puzzles = Guest(shared_room.url), puzzles_of(ludoteca.game(id))
    listed = await somebody.get(f"/api/games/{id}/puzzles")
    assert listed["puzzles"] == [one.difficulty for one in puzzles]
    assert 0 <= listed["today"] < len(puzzles)
    shown = await somebody.get(f"/api/games/{id}/puzzles/0")
    assert set(shown) == {"seat", "difficulty", "view", "legal"}
    solution = puzzles[0].solution
    right = await somebody.post(f"/api/games/{id}/puzzles/0", {"action": solution})
    assert right["right"]
    assert right["lines"][0]["action"] == solution
    assert right["source"] == puzzles[0].source == "bots"
    wrong = next(one for one in shown["legal"] if one != solution)
    assert not (await somebody.post(f"/api/games/{id}/puzzles/0", {"action": wrong}))["right"]


async def test_what_is_no_puzzle_or_no_move_is_refused(shared_room: RunningRoom) -> None:
    somebody, id = Guest(shared_room.url), WITH_PUZZLES[0]
    for number in ("999999", "-1", "x"):
        with pytest.raises(Refusal) as refused:
            await somebody.get(f"/api/games/{id}/puzzles/{number}")
        assert refused.value.code == "not_found"
    with pytest.raises(Refusal):
        await somebody.post(f"/api/games/{id}/puzzles/0", {"action": {"nothing": 1}})
