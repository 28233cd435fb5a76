"""The keys of the room: who holds them, and what they open."""
