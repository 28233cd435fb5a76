"""The channels of an observation say what the view says."""

import random
from typing import Any

import numpy as np

import ludoteca
from ludoteca.core.observation import layout_of, observation_of
from ludoteca.games.double_double_dominoes.slots import ROWS, SQUARE_NAMES
from ludoteca.games.double_double_dominoes.tables import TILES, TRACK

Json = dict[str, Any]
WAY = {1: -ROWS, 2: 1, 3: ROWS, 4: -1}  # from a square to the other half of its tile


def counts(tiles: list[list[int]]) -> list[int]:
    return [tiles.count([*tile]) for tile in TILES]


def require_board(view: Json, seen: dict[str, np.ndarray]) -> None:
    board, ways = seen["board"].ravel(), seen["other_half"].ravel()
    lying = {}
    for placed in view["board"]:
        first, second = (SQUARE_NAMES.index(name) for name in placed["at"])
        lying |= {first: (placed["tile"][0], second), second: (placed["tile"][1], first)}
    assert np.flatnonzero(board).tolist() == sorted(lying)
    for square, (pips, other) in lying.items():
        assert board[square] == pips + 1
        assert square + WAY[int(ways[square])] == other
    double = view["board"][view["last_double"]]["at"] if view["last_double"] is not None else []
    assert [square - 1 for square in seen["double"] if square] == [
        SQUARE_NAMES.index(name) for name in double
    ]


def test_the_channels_say_what_the_view_says() -> None:
    table, rng = ludoteca.game("double-double-dominoes").start(3, seed=7), random.Random(7)
    while not table.over:
        seat, view = table.to_act[0], table.view(table.to_act[0])
        seen = layout_of(table).read(observation_of(table, seat))
        around = [(seat + place) % 3 for place in range(3)]
        require_board(view, seen)
        own = [tile for other, tile in view["discards"] if other == seat]
        assert seen["hand"].tolist() == counts(view["hands"][seat])
        assert seen["own_discards"].tolist() == counts(own)
        lies = [sorted(placed["tile"]) for placed in view["board"]]
        gone = np.array(counts(view["hands"][seat])) + counts(own) + counts(lies)
        assert seen["unseen"].tolist() == (2 - gone).tolist()
        discarded = [other for other, _ in view["discards"]]
        assert seen["discards"].tolist() == [discarded.count(other) for other in around]
        assert [[*TILES[int(one.argmax())]] for one in seen["shown"]] == [
            view["shown"][other] for other in around
        ]
        assert seen["space"].tolist() == [TRACK[view["track"][other]] for other in around]
        assert seen["boneyard"].item() == view["boneyard"]
        for place, other in enumerate(around):
            held = table.position()["hands"][other]
            assert seen["hand_sizes"][place] == len(held)
            assert all(seen["may_hold"][place][TILES.index((low, high))] for low, high in held)
        table.play(seat, rng.choice(table.legal(seat)))
