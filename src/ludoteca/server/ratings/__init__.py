"""Ratings of people: openskill over tables of two to ten, bots as fixed points, always recomputable."""
