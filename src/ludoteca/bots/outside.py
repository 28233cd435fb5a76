"""Bots from outside: any program that reads questions and writes answers, a line of JSON each.

It is asked `{"game": ..., "seat": ..., "view": ..., "legal": [...]}` and answers with a legal action.
"""

import json
import selectors
import shlex
import subprocess
from typing import Any

from ludoteca.bots.sight import Sight
from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.game import Game
from ludoteca.core.table import Table

Json = dict[str, Any]

SIGN = "program:"  # a name that begins so is a command line
PATIENCE = 30.0  # seconds for an answer
GOOD_BYE = 2.0  # seconds to end


class Outside:
    """A program that plays. It is started with its first question and ends when its input ends."""

    def __init__(self, game: Game, command: str) -> None:
        self.game = game
        self.command = command
        self.running: subprocess.Popen[str] | None = None

    def __call__(self, sight: Sight, key: object) -> Json:
        legal = Table(self.game, sight.states).legal(sight.seat)
        answer = self._ask({"game": self.game.id, "seat": sight.seat, "view": sight.view, "legal": legal})
        if answer not in legal:
            raise self._wrong(f"answered {brief(answer)}, which is not a legal action")
        return answer

    def close(self) -> None:
        """End the program's input, and the program if it does not end by itself."""
        program, self.running = self.running, None
        if program is None:
            return
        try:
            program.communicate(timeout=GOOD_BYE)
        except subprocess.TimeoutExpired:
            program.kill()
            program.communicate()

    def _ask(self, question: Json) -> Any:
        program = self._start()
        assert program.stdin is not None
        assert program.stdout is not None
        try:
            program.stdin.write(json.dumps(question) + "\n")
            program.stdin.flush()
        except BrokenPipeError:
            raise self._wrong("has ended") from None
        line = read_line(program)
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self._wrong(
                f"answered {brief(line)}, which is no JSON" if line else "gave no answer"
            ) from None

    def _start(self) -> "subprocess.Popen[str]":
        if self.running is None:
            try:
                self.running = subprocess.Popen(
                    shlex.split(self.command),
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                )  # fmt: skip
            except (OSError, ValueError, IndexError) as wrong:
                raise self._wrong(f"cannot be started: {brief(wrong)}") from None
        return self.running

    def _wrong(self, what: str) -> BadOptions:
        return BadOptions("bad_program", f"the program {brief(self.command)} {what}")


def read_line(program: "subprocess.Popen[str]") -> str:
    """The next line, or nothing if the program ends or takes too long."""
    assert program.stdout is not None
    with selectors.DefaultSelector() as waiting:
        waiting.register(program.stdout, selectors.EVENT_READ)
        return program.stdout.readline() if waiting.select(PATIENCE) else ""
