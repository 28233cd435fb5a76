"""`ludoteca check`: is every table of a game room what its log says?"""

import json
from contextlib import ExitStack
from typing import Any

import msgspec

from ludoteca.cli.arguments import complaints
from ludoteca.cli.backup import failures
from ludoteca.cli.progress import progress
from ludoteca.core.words import Words
from ludoteca.server.check import Fault, Report, check

FAULTY = 1  # exit status


def show_check(words: Words, database: str, as_json: bool) -> int:
    """The exit status tells whether anything is wrong."""
    with complaints(words), failures(words):
        report = checked(words, database)
    if as_json:
        print(json.dumps(msgspec.to_builtins(report)))
    else:
        tell(words, report)
    return FAULTY if report.faults else 0


def checked(words: Words, database: str) -> Report:
    with ExitStack() as stack:

        def begin(count: int) -> Any:
            return stack.enter_context(progress(words.say("check.progress"), count))

        return check(database, begin)


def tell(words: Words, report: Report) -> None:
    facts = {"tables": report.tables, "entries": report.entries, "checksums": report.checksums}
    print(words.say("check.looked", facts))
    if report.other_rules:
        print(words.say("check.other_rules", {"count": report.other_rules}))
    for fault in report.faults:
        print(sentence(words, fault))
    found = len(report.faults)
    print(words.say("check.faults", {"count": found}) if found else words.say("check.sound"))


def sentence(words: Words, fault: Fault) -> str:
    said = words.say(f"check.fault.{fault.code}", {"why": fault.detail})
    return said if fault.table is None else words.say("check.table", {"table": fault.table, "why": said})
