"""Golden games: whole games written so that a person can follow them with real cards.

`python -m ludoteca.games.dobro.tests.transcript` plays them anew and writes them to `golden/`.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

import ludoteca
from ludoteca.core.bot_random import rng_of
from ludoteca.core.words import Words

Json = dict[str, Any]

GAME = ludoteca.game("dobro")
FOLDER = Path(__file__).parent / "golden"
WORDS = Words("en", GAME.folder / "words")
BOTS = ("keeper", "lowest", "random", "doubler")  # around the table
GAMES = {
    "two": (2, 11, {}),
    "three_english": (3, 12, {"edition": "en"}),
    "four_forgetful": (4, 13, {"draw": "manual"}),
    "six_long_english": (6, 14, {"edition": "en", "long": True, "draw": "manual"}),
}


class Scribe:
    """Writes a game down while it is played."""

    def __init__(self, seats: int, seed: int, options: Json) -> None:
        self.table = GAME.start(seats, options, seed)
        self.lines = [json.dumps({"seats": seats, "seed": seed, "options": options})]
        self.write_round()

    def write_round(self) -> None:
        position = self.table.position()
        self.lines += ["", f"Round {position['round']}, seat {position['last_leader']} leads"]
        self.lines += [f"  hand {seat}: {' '.join(hand)}" for seat, hand in enumerate(position["hands"])]
        for place in ("aside", "deck"):
            if position[place]:
                self.lines.append(f"  {place}: {' '.join(position[place])}")

    def play(self, seat: int, action: Json) -> None:
        this_round = self.table.position()["round"]
        self.table.play(seat, action)
        told = [
            event for event in self.table.events(None) if event["event"] not in ("drew", "dealt", "leads")
        ]
        said = " ".join(WORDS.say(f"event.{event['event']}", event) for event in told)
        self.lines.append(f"{seat} {json.dumps(action):32} {said}".rstrip())
        if self.table.over:
            self.lines += ["", f"scores {self.table.scores}, winners {self.table.winners}"]
        elif self.table.position()["round"] != this_round:
            self.write_round()

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def play_by_bots(seats: int, seed: int, options: Json) -> str:
    scribe, rng = Scribe(seats, seed, options), rng_of(seed)
    while not scribe.table.over:
        seat = scribe.table.to_act[0]
        legal = np.array(scribe.table.legal_ids(seat), dtype=np.int32)
        bot = GAME.bots.NAMES.index(BOTS[seat % len(BOTS)])
        action = GAME.bots.choose(scribe.table.states[0], seat, bot, legal, len(legal), rng)
        scribe.play(seat, GAME.notation.write_action(int(action)))
    return scribe.text()


def replay(text: str) -> str:
    """The same game from its first line and the actions alone."""
    first, *lines = text.splitlines()
    scribe = Scribe(**json.loads(first))
    for line in lines:
        if line[:1].isdigit():
            action, _ = json.JSONDecoder().raw_decode(line[2:])
            scribe.play(int(line[0]), action)
    return scribe.text()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(play_by_bots(*game), encoding="utf-8")
