"""`ludoteca verify`: was a finished game dealt as promised, and played by the rules?"""

import json
from pathlib import Path
from typing import Any

from ludoteca.archive.fairness import checks
from ludoteca.archive.game_file import GameFile, NotVerified, read_game_file
from ludoteca.cli.arguments import Complaint
from ludoteca.core.words import Words

Json = dict[str, Any]
NOT_FAIR = 1  # exit status


def show_verification(words: Words, path: Path, as_json: bool) -> int:
    """Tell every check that holds, and the first that does not; the exit status."""
    file = read(words, path)
    held: list[str] = []
    wrong = check(file, held)
    if as_json:
        print(json.dumps(written(file, held, wrong)))
    else:
        tell(words, file, held, wrong)
    return NOT_FAIR if wrong else 0


def read(words: Words, path: Path) -> GameFile:
    try:
        return read_game_file(path.read_bytes())
    except OSError as wrong:
        raise Complaint(words.say("verify.no_file", {"file": str(path), "why": wrong.strerror})) from None
    except NotVerified as wrong:
        raise Complaint(words.say("verify.malformed", {"file": str(path), **wrong.arguments})) from None


def check(file: GameFile, held: list[str]) -> NotVerified | None:
    try:
        for name, _ in checks(file):
            held.append(name)
    except NotVerified as wrong:
        return wrong
    return None


def tell(words: Words, file: GameFile, held: list[str], wrong: NotVerified | None) -> None:
    facts = {
        "game": file.game,
        "seats": len(file.seats),
        "given": sum(one is not None for one in file.fairness.entropy),
        "actions": len(file.actions),
        "scores": ", ".join(map(str, file.scores)),
    }
    for name in held:
        print(words.say(f"verify.{name}", facts))
    print(words.say("verify.fair") if wrong is None else reason(words, wrong))


def reason(words: Words, wrong: NotVerified) -> str:
    """Why a game is not what it should be."""
    known = f"verify.{wrong.code}" in words.sentences
    facts = {"rule": wrong.rule or "-", "code": wrong.code, **wrong.arguments}
    why = words.say(f"verify.{wrong.code}" if known else "verify.other", facts)
    return words.say("verify.not_fair", {"why": why})


def written(file: GameFile, held: list[str], wrong: NotVerified | None) -> Json:
    found: Json = {"verified": wrong is None, "game": file.game, "held": held}
    if wrong:
        found["wrong"] = {"code": wrong.code, "rule": wrong.rule, "arguments": wrong.arguments}
    return found
