"""The tiny game is material for test_fifth_game.py, which drops it into a copy of the package."""

collect_ignore = ["tiny_game"]
