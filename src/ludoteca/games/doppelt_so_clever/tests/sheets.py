"""Positions in one line: `rolled("w2 s3 y5 b1 g4 p6").play(pick="silver", mark=silver("green", 3))`.

Name what a test is about; everything else is filled in so that the position could be reached. Dice are
written as colour and value, with `t` behind them on the tray and `f` on a field: `b1t`. The sheet is written
down here once more, independently of the rules' own tables, so that the two check each other.
"""

from collections import Counter
from typing import Any

import pytest

import ludoteca
from ludoteca import IllegalAction

Json = dict[str, Any]

GAME = ludoteca.game("doppelt-so-clever")
DICE = {"w": "white", "s": "silver", "y": "yellow", "b": "blue", "g": "green", "p": "pink"}
ROWS = ("yellow", "blue", "green", "pink")
PLACES = {"": "pool", "t": "tray", "f": "field"}
ACTIONS = ("reroll", "return", "extra")

# The sheet
GRID = [[None, 3, None, 6], [1, None, 2, None], [None, 4, None, 3], [2, None, 5, None], [None, 5, None, 4]]
CELLS = [[row, column] for row in range(5) for column in range(4) if GRID[row][column]]
ROUND_TRACK = ["reroll", "extra", "return", "?black", "", ""]
SILVER_COLUMNS = ["extra", "?yellow", "fox", "?blue", "?green", "?pink"]
YELLOW_ROWS = ["?blue", "return", "?yellow", "?green", "?pink"]
YELLOW_COLUMNS = ["reroll", "extra", "?silver", "fox"]
BLUE = ["", "return", "?yellow", "", "extra", "reroll", "?pink", "", "fox", "return", "", "?green"]
GREEN = ["", "reroll", "", "?blue", "return", "", "fox", "?silver", "extra", "", "?pink", "?yellow"]
TIMES = [2, 2, 2, 1, 3, 3, 3, 2, 3, 1, 4, 1]
PINK = [
    "",
    "",
    "reroll",
    "return",
    "extra",
    "?green",
    "?yellow",
    "fox",
    "?silver",
    "reroll",
    "?blue",
    "?yellow",
]
AT_LEAST = [0, 0, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6]
SIXTH = {"reroll": "fox", "return": "?pink", "extra": "?silver"}


# Marks


def silver(row: str, number: int) -> Json:
    return {"area": "silver", "row": row, "number": number}


def circle(row: int, column: int) -> Json:
    return {"area": "yellow", "cell": [row, column], "as": "circle"}


def cross(row: int, column: int) -> Json:
    return {"area": "yellow", "cell": [row, column], "as": "cross"}


def blue(number: int) -> Json:
    return {"area": "blue", "number": number}


def green(number: int) -> Json:
    return {"area": "green", "number": number}


def pink(number: int) -> Json:
    return {"area": "pink", "number": number}


# Sheets


def sheet(
    *,
    silver: dict[str, list[int]] | None = None,
    yellow: str = "0000000000",  # the ten cells in reading order: 0 open, 1 circled, 2 crossed
    blue: list[int] | None = None,
    green: list[int] | None = None,  # the dice, before multiplying
    pink: list[int] | None = None,
    **more: Any,  # used={"extra": 1}, and any other key of a sheet
) -> Json:
    """A sheet without the actions and foxes it has earned, which hang on the round; see `complete`."""
    cells = [[None if number is None else 0 for number in row] for row in GRID]
    for (row, column), mark in zip(CELLS, yellow, strict=True):
        cells[row][column] = int(mark)
    return {
        "silver": {row: list((silver or {}).get(row, [])) for row in ROWS},
        "yellow": cells,
        "blue": list(blue or []),
        "green": [number * times for number, times in zip(green or [], TIMES, strict=False)],
        "pink": list(pink or []),
        "used": {},
        "bonuses": [],
        "sweeps": [],
        "extra_used": [],
        "picked": False,
        "done": False,
        **more,
    }


def columns(*numbers: int, rows: tuple[str, ...] = ROWS[:3]) -> dict[str, list[int]]:
    """Silver with these numbers marked in these rows: all but pink."""
    return {row: sorted(numbers) for row in rows}


def earned(written: Json, round: int) -> Counter[str]:
    """All bonuses a sheet has had by a round."""
    had = Counter(ROUND_TRACK[:round])
    cells = written["yellow"]
    for number, bonus in enumerate(SILVER_COLUMNS, 1):
        had[bonus] += all(number in written["silver"][row] for row in ROWS)
    for row, bonus in enumerate(YELLOW_ROWS):
        had[bonus] += 0 not in cells[row]
    for column, bonus in enumerate(YELLOW_COLUMNS):
        had[bonus] += 0 not in [row[column] for row in cells]
    had.update(BLUE[: len(written["blue"])])
    had.update(GREEN[: len(written["green"])])
    had.update(
        bonus
        for number, least, bonus in zip(written["pink"], AT_LEAST, PINK, strict=False)
        if number >= least
    )
    had.update(SIXTH[action] for action in ACTIONS if had[action] == 6)
    return had


def areas(written: Json) -> list[int]:
    """What the five areas score."""
    pairs = zip(written["green"][::2], written["green"][1::2], strict=False)
    return [
        sum([0, 2, 4, 7, 11, 16, 22][len(marked)] for marked in written["silver"].values()),
        [0, 3, 10, 21, 36, 55, 75, 96, 118, 141, 165][sum(row.count(2) for row in written["yellow"])],
        [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78][len(written["blue"])],
        sum(first - second for first, second in pairs),
        sum(written["pink"]),
    ]


def total(written: Json) -> int:
    return sum(areas(written)) + written["foxes"] * min(areas(written))


def complete(drawn: Json, round: int) -> Json:
    """A sheet with the actions and foxes that it has earned by a round."""
    had = earned(drawn, round)
    written = {key: value for key, value in drawn.items() if key != "used"}
    for action in ACTIONS:
        written[action] = [had[action], drawn["used"].get(action, 0)]
    return {**written, "foxes": had["fox"]}


# Positions


def dice_in(text: str) -> tuple[dict[str, Json], list[str]]:
    """The dice, and those on the fields in the order in which they are written."""
    written: dict[str, Json] = {name: {"value": None, "at": "pool"} for name in DICE.values()}
    fields = []
    for die in text.split():
        written[DICE[die[0]]] = {"value": int(die[1]), "at": PLACES[die[2:]]}
        if die.endswith("f"):
            fields.append(DICE[die[0]])
    return written, fields


def position(
    phase: str, dice: str, *sheets: Json, round: int = 1, turn: int = 0, active: int = 0, roll: int = 0
) -> Json:
    on_table, fields = dice_in(dice)
    written = [complete(one, round) for one in sheets or (sheet(),)]
    seats = len(written)
    busy = {
        "start": [seat for seat in range(seats) if written[seat]["bonuses"]],
        "end": [seat for seat in range(seats) if not written[seat]["done"]],
        "over": [],
    }
    scores = [total(one) for one in written]
    best = max((score, max(areas(one))) for score, one in zip(scores, written, strict=True))
    return {
        "game": "doppelt-so-clever",
        "seats": seats,
        "options": {},
        "phase": phase,
        "to_act": busy.get(phase, [active]),
        "over": phase == "over",
        "winners": [
            seat
            for seat in range(seats)
            if phase == "over" and (scores[seat], max(areas(written[seat]))) == best
        ],
        "scores": scores,
        "round": round,
        "turn": turn,
        "active": active,
        "role": "passive" if seats == 1 and turn > 0 else "active",
        "roll": roll,
        "dice": on_table,
        "fields": fields,
        "sheets": written,
    }


def load(phase: str, dice: str, *sheets: Json, seed: int = 0, **course: Any) -> "Board":
    return Board(GAME.load(position(phase, dice, *sheets, **course), seed))


def start(seats: int = 1, seed: int = 0) -> "Board":
    return Board(GAME.start(seats, seed=seed))


def black(drawn: Json) -> "Board":
    """The start of round 4 with the black `?` open: any mark can be made at once."""
    return load("start", "", {**drawn, "bonuses": ["black"]}, round=4)


def before_roll(dice: str, *sheets: Json, roll: int = 1, **course: Any) -> "Board":
    return load("before_roll", dice, *sheets, roll=roll, **course)


def rolled(dice: str, *sheets: Json, roll: int = 1, **course: Any) -> "Board":
    """Just rolled, the active seat is to pick."""
    return load("pick", dice, *sheets, roll=roll, **course)


def ending(dice: str, *sheets: Json, roll: int = 3, **course: Any) -> "Board":
    """After the rolls; a die for which no place is written is on the tray."""
    placed = " ".join(die if die[2:] else die + "t" for die in dice.split())
    return load("end", placed, *sheets, roll=roll, **course)


def solo_passive(dice: str, drawn: Json, **course: Any) -> "Board":
    """The passive half of a solo round, after its roll."""
    return load("end", dice, drawn, turn=1, roll=1, **course)


def nearly_full(but: str, round: int = 6, **drawn: Any) -> Json:
    """A sheet on which everything is marked, except what is written otherwise; see the callers."""
    full = {
        "silver": {row: [1, 2, 3, 4, 5, 6] for row in ROWS},
        "yellow": "2" * 10,
        "blue": [12] * 12,
        "green": [6, 1] * 6,
        "pink": [6] * 12,
    }
    return sheet(**{**full, but: drawn.pop(but), **drawn})


# At the table


class Board:
    """A table as a test looks at it."""

    def __init__(self, table: ludoteca.Table) -> None:
        self.table = table

    def __getitem__(self, key: str) -> Any:
        return self.table.position()[key]

    def sheet(self, seat: int = 0) -> Json:
        return self["sheets"][seat]

    def play(self, seat: int = 0, **action: Any) -> "Board":
        """Let a seat act; `returned` stands for return, which Python keeps for itself."""
        self.table.play(seat, self.action(action))
        return self

    def mark(self, mark: Json, seat: int = 0, colour: str = "black") -> "Board":
        """Use an open `?`."""
        return self.play(seat, bonus=colour, mark=mark)

    def refused(self, seat: int = 0, **action: Any) -> tuple[str, str | None]:
        """The code and the rule by which an action is refused, changing nothing."""
        before = self.table.states.tobytes()
        with pytest.raises(IllegalAction) as refused:
            self.table.play(seat, self.action(action))
        assert self.table.states.tobytes() == before
        return refused.value.code, refused.value.rule

    @staticmethod
    def action(action: Json) -> Json:
        return {"return" if key == "returned" else key: value for key, value in action.items()}

    def legal(self, kind: str, seat: int = 0) -> list[Json]:
        """The legal actions of a kind."""
        return [action for action in self.table.legal(seat) if kind in action]

    def kinds(self, seat: int = 0) -> set[str]:
        """The kinds of actions that are legal."""
        return {next(iter(action)) for action in self.table.legal(seat)}

    def marks(self, kind: str, which: str, seat: int = 0) -> list[Json]:
        """The marks that one die, or `?`, may make."""
        return [action["mark"] for action in self.legal(kind, seat) if action[kind] == which]

    @property
    def asked(self) -> tuple[str, list[int]]:
        """The phase, and who is asked."""
        return self["phase"], self.table.to_act

    def at(self, place: str) -> set[str]:
        """The dice that lie in a place."""
        return {name for name, die in self["dice"].items() if die["at"] == place}

    def gains(self, seat: int = 0) -> tuple[list[int], int, list[str]]:
        """Actions unlocked, foxes, and open `?`."""
        now = self.sheet(seat)
        return [now[action][0] for action in ACTIONS], now["foxes"], now["bonuses"]

    def events(self, *names: str) -> list[Json]:
        """What the last action brought about, of these kinds or of all."""
        return [event for event in self.table.events(None) if not names or event["event"] in names]
