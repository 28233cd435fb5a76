"""The analysis board: a consistent position is set up, played on and judged; others name their fault."""

from typing import Any

import pytest

import ludoteca
from ludoteca.client import Guest, Refusal
from ludoteca.games.dobro.tests.tables import at
from ludoteca.games.doppelt_so_clever.tests.sheets import position as sheet_position
from ludoteca.games.double_double_dominoes.tests.tables import after
from ludoteca.games.pega_em_6.tests.tables import rows
from server.conftest import RunningRoom

pytestmark = pytest.mark.anyio
Json = dict[str, Any]

# The rulebooks' own diagrams, as their tests set them up.
DIAGRAMS: dict[str, Json] = {
    "pega-em-6": rows([12], [37], [43], [58], hands=[[14], [15], [44], [61]], left=3).position(),
    "dobro": at("5 6 6 8", table="4", value=4, seats=3).table.position(),
    "double-double-dominoes": after("3-3 8H 8I, 3-5 8J 8K", hand="2-5 4-4 0-6 1-6").table.position(),
    "doppelt-so-clever": sheet_position("pick", "w2 s3 y5 b1 g4 p6", roll=1),
}
every_diagram = pytest.mark.parametrize("id", DIAGRAMS)


@every_diagram
async def test_a_diagram_of_the_rulebook_is_set_up_and_analysed(room: RunningRoom, id: str) -> None:
    guest, position = Guest(room.url), DIAGRAMS[id]
    board = await guest.post(f"/api/games/{id}/board", {"position": position})
    assert board["position"] == position
    seat = position["to_act"][0]
    assert board["views"][seat] == ludoteca.game(id).load(position).view(seat)
    asked = {"position": position, "seat": seat, "worlds": 3}
    told = await guest.post(f"/api/games/{id}/analysis", asked)
    assert told["candidates"]
    assert all(one["action"] in board["legal"][seat] and one["kind"] for one in told["candidates"])
    assert await guest.post(f"/api/games/{id}/analysis", asked) == told


@every_diagram
async def test_both_sides_are_played_from_a_position(room: RunningRoom, id: str) -> None:
    guest = Guest(room.url)
    position, seats = DIAGRAMS[id], set()
    for _ in range(12):
        board = await guest.post(f"/api/games/{id}/board", {"position": position})
        if not board["position"]["to_act"]:
            break
        seat = board["position"]["to_act"][0]
        seats.add(seat)
        taken = {"seat": seat, "action": board["legal"][seat][0]}
        board = await guest.post(
            f"/api/games/{id}/board", {"position": position, "actions": [taken], "seed": 5}
        )
        assert board["events"]
        position = board["position"]
    assert len(seats) == position["seats"]


@pytest.mark.parametrize("id", ludoteca.games())
async def test_a_new_deal_can_be_had_for_any_options(room: RunningRoom, id: str) -> None:
    guest, game = Guest(room.url), ludoteca.game(id)
    for options in game.notation.OPTIONS:
        seats = game.notation.seat_range(options)[-1]
        board = await guest.post(f"/api/games/{id}/board", {"seats": seats, "options": options, "seed": 3})
        assert board["position"] == game.start(seats, options, 3).position()


@pytest.mark.parametrize("to_act", [5, "0", {"0": 1}, True])
async def test_seats_to_act_that_are_no_list_are_refused_by_name(room: RunningRoom, to_act: Any) -> None:
    position = DIAGRAMS["dobro"] | {"to_act": to_act}
    with pytest.raises(Refusal) as refused:
        await Guest(room.url).post("/api/games/dobro/analysis", {"position": position, "seat": 0})
    assert (refused.value.code, refused.value.answer["arguments"]) == (
        "malformed", {"where": "$.position.to_act"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("id", "change", "code", "field"),
    [
        ("pega-em-6", {"hands": [[14], [15], [44], [14]]}, "bad_cards", "14 lies in hands"),
        ("pega-em-6", {"rows": []}, "bad_cards", "[12, 37, 43, 58]"),
        ("dobro", {"deck": ["2"] * 9}, "bad_cards", "card"),
        ("dobro", {"value": None}, "bad_value", "value"),
        ("double-double-dominoes", {"track": [0]}, "bad_track", "track"),
        ("doppelt-so-clever", {"dice": {}}, "malformed", "white"),
        ("doppelt-so-clever", {"nonsense": 1}, "unknown_key", "nonsense"),
    ],
)
async def test_a_bad_position_is_refused_with_the_field(
    room: RunningRoom, id: str, change: Json, code: str, field: str
) -> None:
    with pytest.raises(Refusal) as refused:
        await Guest(room.url).post(f"/api/games/{id}/board", {"position": DIAGRAMS[id] | change})
    assert refused.value.code == code
    assert field in refused.value.answer["arguments"]["why"]


async def test_what_is_missing_is_named(room: RunningRoom) -> None:
    position = {key: value for key, value in DIAGRAMS["dobro"].items() if key != "direction"}
    with pytest.raises(Refusal) as refused:
        await Guest(room.url).post("/api/games/dobro/board", {"position": position})
    assert "direction" in refused.value.answer["arguments"]["why"]


async def test_an_action_against_the_rules_is_refused_with_its_rule(room: RunningRoom) -> None:
    asked = {"position": DIAGRAMS["dobro"], "actions": [{"seat": 0, "action": {"play": ["2"]}}]}
    with pytest.raises(Refusal) as refused:
        await Guest(room.url).post("/api/games/dobro/board", asked)
    assert refused.value.rule


async def test_who_has_nothing_to_decide_gets_no_advice(room: RunningRoom) -> None:
    with pytest.raises(Refusal) as refused:
        await Guest(room.url).post("/api/games/dobro/analysis", {"position": DIAGRAMS["dobro"], "seat": 2})
    assert refused.value.code == "nothing_to_decide"
