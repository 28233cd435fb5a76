"""A bot from outside that remembers, for Pega em 6!: it counts the cards it has not seen yet.

    ludoteca match counter="program:python examples/remembering_bot.py" closest --game pega-em-6 --seats 4

Every line is a question, as docs/outside-programs.md describes it. Its `events` tell what everybody at the
table saw since the last one, so the bot knows which cards can still come, and counts those that could fall
between a row and its own card. A program may have several seats at a table: each has its own memory.
"""

import json
import sys
from random import Random

CARDS = range(1, 105)
SPACES = 5  # the sixth card of a row takes it


class Memory:
    """The cards that one seat has seen in this round."""

    def __init__(self):
        self.seen = set()

    def hear(self, events):
        for event in events:
            if event["event"] == "dealt":
                self.seen.clear()
            elif event["event"] in ("revealed", "picked"):
                self.seen.add(event["card"])

    def look(self, view, seat):
        hand = view["hands"][seat]
        self.seen.update(card for row in view["rows"] for card in row["cards"])
        self.seen.update(hand if isinstance(hand, list) else [])

    def danger(self, card, rows):
        """How many unseen cards could come before this one in its row, for each space to spare."""
        below = [row for row in rows if row[-1] < card]
        if not below:
            return 3.0  # it takes a row, but of its own choice
        row = max(below, key=lambda cards: cards[-1])
        between = [other for other in CARDS if row[-1] < other < card and other not in self.seen]
        spare = SPACES - len(row)
        return len(between) / spare if spare else 20.0 + len(row)


def choose(question, memory):
    rows = [row["cards"] for row in question["view"]["rows"]]
    luck = Random(question["random"])  # the same question is answered alike whenever a match is repeated
    cards = [action for action in question["legal"] if "card" in action]
    if cards:
        return min(cards, key=lambda action: (memory.danger(action["card"], rows), luck.random()))
    taken = [action for action in question["legal"] if action.keys() == {"row"}]
    return min(taken, key=lambda action: len(rows[action["row"] - 1]), default=question["legal"][0])


memories = {}
for line in sys.stdin:
    question = json.loads(line)
    seat = question["seat"]
    if question["begins"]:
        memories[seat] = Memory()
    memories[seat].hear(question["events"])
    memories[seat].look(question["view"], seat)
    print(json.dumps(choose(question, memories[seat])), flush=True)
