"""Puzzles: positions in which one action is clearly the best, made from blunders of bots and kept as data."""

from ludoteca.puzzles.puzzle_file import Puzzle, puzzles_of, write_puzzles

__all__ = ["Puzzle", "puzzles_of", "write_puzzles"]
