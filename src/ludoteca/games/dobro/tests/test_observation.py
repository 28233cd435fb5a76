"""The channels of an observation say what the view says."""

import random

import ludoteca
from ludoteca.core.observation import layout_of, observation_of
from ludoteca.games.dobro.tables import CARD_NAMES


def counts(cards: list[str]) -> list[int]:
    return [cards.count(name) for name in CARD_NAMES]


def size(held: list[str] | int) -> int:
    return held if isinstance(held, int) else len(held)


def test_the_channels_say_what_the_view_says() -> None:
    table, rng = ludoteca.game("dobro").start(3, {"draw": "manual"}, seed=7), random.Random(7)
    for _ in range(60):
        seat, view = table.to_act[0], table.view(table.to_act[0])
        seen = layout_of(table).read(observation_of(table, seat))
        around = [(seat + place) % 3 for place in range(3)]
        assert seen["hand"].tolist() == counts(view["hands"][seat])
        assert seen["table"].tolist() == counts(view["table"])
        assert seen["piles"].tolist() == [counts(view["piles"][other]) for other in around]
        assert seen["hand_sizes"].tolist() == [size(view["hands"][other]) for other in around]
        assert seen["forgetful"].tolist() == [int(other == view["forgetful"]) for other in around]
        assert [seen[name].item() for name in ("value", "direction", "deck", "aside")] == [
            view["value"], view["direction"], view["deck"], view["aside"],
        ]  # fmt: skip
        assert seen["rounds_left"].item() == 3 - len(view["points"])
        table.play(seat, rng.choice(table.legal(seat)))
