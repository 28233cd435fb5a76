"""The game room: people, tables, and a durable log of all that happens at them."""
