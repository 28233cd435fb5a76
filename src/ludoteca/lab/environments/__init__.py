"""Environments for programs that learn, as the common libraries expect them: `pip install ludoteca[lab]`."""
