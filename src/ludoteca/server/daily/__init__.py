"""The deal of the day: everybody plays the same cards, tiles or dice, and one try counts."""
