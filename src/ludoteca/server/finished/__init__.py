"""Finished games: exported, imported, replayed, reviewed, continued."""
