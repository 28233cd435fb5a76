"""The channels of an observation say what the view says."""

import random
from typing import Any

import numpy as np
import pytest

import ludoteca
from ludoteca.core.observation import layout_of, observation_of
from ludoteca.games.pega_em_6.actions import special_name
from ludoteca.games.pega_em_6.tables import HEADS, SPECIALS

Json = dict[str, Any]
Seen = dict[str, np.ndarray]


def cards(signs: np.ndarray) -> list[int]:
    return [int(place) + 1 for place in np.flatnonzero(signs)]


def known(view: Json, seat: int) -> set[int]:
    """All cards that a view shows."""
    lists = [view["hands"][seat], view["aside"], view["pool"], *view["piles"], *view["returned"]]
    lists += [row["cards"] for row in view["rows"]]
    shown = {card for cards in lists for card in cards}
    return shown | {card for card in view["chosen"] if card and card is not True}


def require_same(view: Json, seat: int, seen: Seen) -> None:
    around = [(seat + place) % view["seats"] for place in range(view["seats"])]
    assert cards(seen["hand"]) == view["hands"][seat]
    assert [[int(card) for card in row if card] for row in seen["rows"] if row.any()] == [
        row["cards"] for row in view["rows"]
    ]
    heads = [sum(int(HEADS[card]) for card in row["cards"]) for row in view["rows"]]
    assert seen["row_heads"][: len(heads)].tolist() == heads
    said = [view["chosen"][other] for other in around]
    assert seen["chosen"].tolist() == [-1 if card is True else card or 0 for card in said]
    assert seen["heads"].tolist() == [view["heads"][other] for other in around]
    assert [seen["round"].item(), seen["trick"].item()] == [view["round"], view["trick"]]


def require_specials(view: Json, seat: int, seen: Seen) -> None:
    around = [(seat + place) % view["seats"] for place in range(view["seats"])]
    names = [special_name(special) for special in range(SPECIALS)]
    assert seen["specials"].tolist() == [view["specials"][seat].count(name) for name in names]
    assert seen["special_discard"].tolist() == [view["special_discard"].count(name) for name in names]
    held = [view["specials"][other] for other in around]
    assert seen["specials_held"].tolist() == [len(one) if isinstance(one, list) else one for one in held]
    marks = [[int(row[mark]) for mark in ("seven", "blocked", "fifth")] for row in view["rows"]]
    assert seen["row_marks"][: len(marks)].tolist() == marks
    assert [cards(one) for one in seen["known_hands"]] == [view["returned"][other] for other in around]
    assert [seen["special_deck"].item(), bool(seen["special_used"].item())] == [
        view["special_deck"], view["special_used"],
    ]  # fmt: skip


@pytest.mark.parametrize("variant", ["basic", "professional", "anniversary"])
def test_the_channels_say_what_the_view_says(variant: str) -> None:
    table, rng = ludoteca.game("pega-em-6").start(3, {"variant": variant}, seed=7), random.Random(7)
    for _ in range(80):
        seat = rng.choice(table.to_act)
        view, seen = table.view(seat), layout_of(table).read(observation_of(table, seat))
        require_same(view, seat, seen)
        if variant == "professional":
            assert cards(seen["pool"]) == view["pool"]
            assert [cards(hand) for hand in seen["known_hands"]] == [
                view["hands"][(seat + place) % 3] for place in range(3)
            ]
            assert (int(seen["first"].argmax()) + seat) % 3 == view["first"]
        else:
            assert {*cards(seen["seen"])} == known(view, seat)
        if variant == "anniversary":
            require_specials(view, seat, seen)
        table.play(seat, rng.choice(table.legal(seat)))
