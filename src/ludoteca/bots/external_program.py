"""Bots from outside: any program that reads questions and writes answers, one line of JSON each.

docs/outside-programs.md describes both. A program of version 1 of the protocol, which knew nothing but game,
seat, view and legal actions, finds them where they were.
"""

import json
import shlex
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

from ludoteca.bots.observation import Observation
from ludoteca.core.errors import BadOptions, brief
from ludoteca.core.game import Game
from ludoteca.core.table import Table

Json = dict[str, Any]

PROTOCOL = 2
RANDOM_BYTES = 6  # so that every language of programs reads the number exactly
PREFIX = "program:"  # of a name that is a command line
ANSWER_TIME = 30.0  # seconds
END_TIME = 2.0  # seconds
LONGEST_LINE = 1 << 20  # characters
MOST_LINES = 2  # that wait to be read


class ProgramFailed(BadOptions):
    """A program cannot be started, or has given no answer or a wrong one."""

    def __init__(self, program: str, message: str) -> None:
        super().__init__("bad_program", message)
        self.program = program

    def __reduce__(self) -> Any:
        return type(self), (self.program, self.message)


class ExternalProgram:
    """A program that plays. Its first question starts it, and it ends when its input ends."""

    def __init__(self, game: Game, command: str, name: str | None = None) -> None:
        self.game = game
        self.command = command
        self.name = name or PREFIX + command
        self.running: subprocess.Popen[str] | None = None
        self.said: Queue[str] = Queue(MOST_LINES)

    def __call__(self, observation: Observation, key: object) -> Json:
        legal = Table(self.game, observation.states).legal(observation.seat)
        answer = self._ask(question(observation, legal, key))
        for action in legal:
            if action == answer:
                return action  # not the answer: 7.0 equals 7
        raise self._wrong(f"answered {brief(answer)}, which is not a legal action")

    def close(self) -> None:
        """End the program's input, and the program if it does not end by itself."""
        self._end(END_TIME)

    def _end(self, patience: float) -> None:
        program, self.running = self.running, None
        if program is None:
            return
        assert program.stdin is not None
        with suppress(BrokenPipeError):
            program.stdin.close()
        try:
            program.wait(patience)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()

    def _ask(self, question: Json) -> Any:
        program = self._start()
        assert program.stdin is not None
        if not self.said.empty():
            early = self.said.get()
            raise self._wrong(f"said {brief(early)} before it was asked" if early else "has ended")
        try:
            program.stdin.write(json.dumps(question) + "\n")
            program.stdin.flush()
        except BrokenPipeError:
            raise self._wrong("has ended") from None
        line = self._line()
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise self._wrong(
                f"answered {brief(line)}, which is no JSON" if line else "gave no answer"
            ) from None

    def _line(self) -> str:
        """The next line, or nothing if the program ends or takes too long."""
        try:
            return self.said.get(timeout=ANSWER_TIME)
        except Empty:
            return ""

    def _start(self) -> "subprocess.Popen[str]":
        if self.running is None:
            if not self.command.strip():
                raise self._wrong("has no command line")
            try:
                self.running = subprocess.Popen(
                    shlex.split(self.command),
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace",
                )  # fmt: skip
            except (OSError, ValueError) as wrong:
                raise self._wrong(f"cannot be started: {getattr(wrong, 'strerror', None) or wrong}") from None
            self.said = Queue(MOST_LINES)
            Thread(target=listen, args=(self.running.stdout, self.said), daemon=True).start()
        return self.running

    def _wrong(self, what: str) -> "ProgramFailed":
        """The program is ended: asked again, it starts anew, as nobody knows what it would say next."""
        self._end(0.0)
        return ProgramFailed(self.name, f"the program {brief(self.name.removeprefix(PREFIX))} {what}")


def question(observation: Observation, legal: list[Json], key: object) -> Json:
    news = observation.news
    return {
        "protocol": PROTOCOL,
        "game": observation.game.id,
        "deal": news.deal,
        "seat": observation.seat,
        "begins": news.begins,
        "random": int.from_bytes(observation.search_key(key)[:RANDOM_BYTES]),
        "events": list(news.events),
        "view": observation.view,
        "legal": legal,
    }


def listen(output: IO[str], said: "Queue[str]") -> None:
    """Pass on line after line, and an empty one at the end, so that nobody waits for an answer in vain."""
    with output:
        while line := output.readline(LONGEST_LINE):
            said.put(line)
    said.put("")
