"""Training: a value net learns a game by playing it."""
