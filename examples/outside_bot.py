"""A bot from outside, for Pega em 6!: it reads a question a line and answers with an action a line.

    ludoteca match "program:python examples/outside_bot.py" closest --game pega-em-6 --seats 4

A question is {"game": ..., "seat": ..., "view": ..., "legal": [...]}; the answer is one of the legal actions.
"""

import json
import sys


def gap(card: int, rows: list[list[int]]) -> int:
    """How far a card lies above the row it would go to; far too much if that row is full or there is none."""
    below = [row for row in rows if row[-1] < card]
    row = max(below, key=lambda cards: cards[-1], default=[0] * 5)
    return card - row[-1] if len(row) < 5 else 1000


def choose(view: dict, legal: list[dict]) -> dict:
    rows = [row["cards"] for row in view["rows"]]
    cards = [action for action in legal if "card" in action]
    if cards:
        return min(cards, key=lambda action: gap(action["card"], rows))
    taken = [action for action in legal if action.keys() == {"row"}]
    return min(taken, key=lambda action: len(rows[action["row"] - 1]), default=legal[0])


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps(choose(question["view"], question["legal"])), flush=True)
