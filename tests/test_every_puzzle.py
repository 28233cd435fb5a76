"""Puzzles kept with the games: they load, the solution is legal and ahead of every other line by far."""

import pytest

import ludoteca
from ludoteca.puzzles import Puzzle, puzzles_of
from ludoteca.puzzles.exact_solution import proved
from ludoteca.puzzles.make_puzzles import EACH, FAR, GAP, TIMES
from ludoteca.puzzles.puzzle_file import DIFFICULTIES

WITH_A_HUNDRED = ("dobro", "pega-em-6", "double-double-dominoes", "doppelt-so-clever")
EVERY = [
    pytest.param(id, one, id=f"{id}-{number}")
    for id in ludoteca.games()
    for number, one in enumerate(puzzles_of(ludoteca.game(id)))
]


@pytest.mark.parametrize(("id", "puzzle"), EVERY)
def test_a_puzzle_loads_and_has_one_solution_far_ahead(id: str, puzzle: Puzzle) -> None:
    table = puzzle.table(ludoteca.game(id))
    legal = table.legal(puzzle.seat)
    assert all(line.action in legal for line in puzzle.lines)
    gap = GAP["victory" if table.seats > 1 else "score"]
    for line in puzzle.lines[1:]:
        assert line.behind >= gap - 1e-4
        assert line.behind >= FAR * line.error - 1e-3
    assert puzzle.worlds >= TIMES * EACH
    assert len(legal) > 2
    assert puzzle.difficulty in DIFFICULTIES


@pytest.mark.parametrize(("id", "puzzle"), [one for one in EVERY if one.values[1].exact])
def test_a_solution_that_is_said_to_be_proved_is_proved(id: str, puzzle: Puzzle) -> None:
    table = puzzle.table(ludoteca.game(id))
    solution = table.game.notation.read_action(puzzle.solution)
    assert proved(table, puzzle.seat, solution)
    others = [one for one in table.legal_ids(puzzle.seat) if one != solution]
    assert not all(proved(table, puzzle.seat, one) for one in others)


@pytest.mark.parametrize("id", WITH_A_HUNDRED)
def test_a_game_of_the_house_keeps_a_hundred_puzzles(id: str) -> None:
    assert len(puzzles_of(ludoteca.game(id))) >= 100


@pytest.mark.parametrize("id", ludoteca.games())
def test_puzzles_are_ordered_from_easy_to_hard_and_differ(id: str) -> None:
    found = puzzles_of(ludoteca.game(id))
    rates = [one.miss_rate for one in found]
    assert rates == sorted(rates)
    assert len({str((one.position, one.seat)) for one in found}) == len(found)
