"""The three sentences of the tiny game."""

import pytest

import ludoteca
from ludoteca import IllegalAction, Table


def last_trick(*hands: int) -> Table:
    """Two seats with a card each, one point each so far."""
    played = [[1, 4], [2, 3]]
    out = [card for card in range(1, 13) if card not in (1, 2, 3, 4, *hands)]
    return ludoteca.game("tiny-game").load({
        "game": "tiny-game", "seats": 2, "options": {}, "phase": "choose", "to_act": [0, 1], "over": False,
        "winners": [], "scores": [1, 1], "trick": 3, "hands": [[card] for card in hands],
        "chosen": [None, None], "shown": played, "out": out,
    })  # fmt: skip


@pytest.mark.rule("H1")
def test_each_seat_is_dealt_three_of_twelve_cards() -> None:
    position = ludoteca.game("tiny-game").start(4, {}, 7).position()
    assert sorted(sum(position["hands"], position["out"])) == list(range(1, 13))
    assert [len(hand) for hand in position["hands"]] == [3, 3, 3, 3]


@pytest.mark.rule("H2")
def test_the_highest_card_wins_the_trick() -> None:
    table = last_trick(5, 9)
    table.play(0, {"card": 5})
    assert table.view(1)["chosen"] == [True, None]
    with pytest.raises(IllegalAction, match="H2"):
        table.play(0, {"card": 5})
    table.play(1, {"card": 9})
    assert table.events(None)[-2:] == [{"event": "won_trick", "seat": 1}, {"event": "game_over"}]


@pytest.mark.rule("H3")
@pytest.mark.parametrize(("hands", "winners"), [((9, 5), [0]), ((5, 9), [1])])
def test_most_points_win_after_three_tricks(hands: tuple[int, int], winners: list[int]) -> None:
    table = last_trick(*hands)
    for seat in (1, 0):
        table.play(seat, {"card": hands[seat]})
    assert table.over
    assert table.winners == winners
