"""Golden play: a game of every setting as a chain of checksums. `python tests/golden_play.py` writes it anew.

The file `tests/golden/play.json` of a game also names the version of its rules. If play changes, the version
is to be raised, because tables in databases keep the version by which they were played.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca import Game
from ludoteca.archive.checksum import checksum
from random_play import Setting, settings

Json = dict[str, Any]
FIRST, MOST = 100, 3000  # decisions: plain mode is too slow for whole games


def play_of(setting: Setting, decisions: int = MOST) -> list[str]:
    """The chain after the first decisions, and after the whole game.

    The chain picks each decision, so one difference changes all that follows.
    """
    table = setting.start(seed=1)
    chain, first = checksum(table), ""
    for count in range(decisions):
        if table.over:
            break
        number = int(chain, 16)
        seat = table.to_act[number % len(table.to_act)]
        legal = table.legal(seat)
        table.play(seat, legal[number // 97 % len(legal)])
        chain = hashlib.sha256((chain + checksum(table)).encode()).hexdigest()[:24]
        first = chain if count < FIRST else first
    return [first, chain]


def golden_file(game: Game) -> Path:
    return game.folder / "tests" / "golden" / "play.json"


def settings_of(game: str) -> dict[str, Setting]:
    return {setting.name: setting for setting in settings() if setting.id == game}


def write_all() -> None:
    for name in ludoteca.games():
        game = ludoteca.game(name)
        play = {key: play_of(setting) for key, setting in settings_of(name).items()}
        written: Json = {"rules": game.rules.VERSION, "play": play}
        golden_file(game).write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all()
