"""The examples of the rulebook, as positions, in both editions."""

import pytest

from ludoteca.games.dobro.tests.tables import GAME, Rest, at

every_edition = pytest.mark.parametrize("edition", ["pt", "en"])


@pytest.mark.rule("D6", "D7", "D8", "D15")
@every_edition
def test_the_example_of_a_climb(edition):
    """4, 5, 5 doubled to 10, 6 and 6 for 12; Wendel cannot go on, takes everything and leads a 2."""
    wendel, alfredo = 0, 1
    board = at(
        "2 3 3 4 5 7", others=["2 5 7 8 9 10", "3 6 6 8 11 12"], table="4", value=4,
        deck="5 4 2 3", more_deck=20, edition=edition,
    )  # fmt: skip
    assert [board.play(play)["value"] for play in ("5", "5", "6 6")] == [5, 10, 12]
    assert board.asked == ("turn", [wendel])
    assert board.legal() == ["take"]
    before = board["piles"]
    board.play("take", "2")
    assert sorted(board["piles"][wendel]) == sorted([*before[wendel], "4", "5", "5", "6", "6"])
    assert board["piles"][alfredo:] == before[alfredo:]
    assert (board["value"], board.lying, board.seat) == (2, "2", alfredo)


@pytest.mark.rule("D19")
@every_edition
def test_the_example_of_a_round_that_is_scored(edition):
    """Score piles of 18, 12, 12 and 8 cards bring 1, 2, 2 and 4 points."""
    board = at("9", table="4", value=4, seats=4, piles=[18, 12, 12, 8], round=1, points=[], edition=edition)
    assert board.play("9")["scores"] == [1, 2, 2, 4]


def final_scoring(edition, piles, **options):
    """Three rounds written down, as after the game; all cards lie in the score piles and two hands."""
    rest = Rest(4, [])
    hands = [[], rest.draw(3), rest.draw(4), []]
    taken = [rest.draw(count) for count in piles]
    return {
        "game": "dobro", "seats": 4, "options": GAME.options(4, {"edition": edition, **options}),
        "phase": "over", "to_act": [], "over": True, "winners": [3], "scores": [6, 6, 7, 8], "round": 3,
        "direction": 1, "value": 0, "table": [], "deck": [], "aside": [], "hands": hands, "piles": taken,
        "forgetful": None, "points": [[1, 2, 4, 2], [4 - 1, 3, 1, 2], [3 - 1, 1, 2, 4]], "last_leader": 0,
    }  # fmt: skip


@pytest.mark.rule("D18", "D19", "D22")
@every_edition
@pytest.mark.parametrize("draw", ["auto", "manual"])
def test_the_example_of_the_final_scoring(edition, draw):
    """Wendel has 6 after losing 2 points, Vagner 6, Alfredo 7, and Tânia wins with 8."""
    position = final_scoring(edition, piles=[12, 18, 13, 7], draw=draw)
    table = GAME.load(position)
    assert table.position() == position
    assert table.scores == [6, 6, 7, 8]
    assert (table.over, table.winners) == (True, [3])


@pytest.mark.rule("D18", "D19", "D22")
@every_edition
def test_the_last_play_before_the_final_scoring(edition):
    """The same, one card earlier: Wendel still has the forgetful card, and Tânia plays her last card."""
    wendel, tania = 0, 3
    board = at(
        "9", to_act=tania, seats=4, table="4", value=4, round=3, piles=[10, 14, 12, 8], forgetful=wendel,
        points=[[1, 2, 4, 2], [3, 3, 1, 2]], edition=edition,
    ).play("9")  # fmt: skip
    assert board["points"][-1] == [3 - 1, 1, 2, 4]
    assert (board["scores"], board["winners"]) == ([6, 6, 7, 8], [tania])
