"""C1 to C8: the sheet, its bonuses and its points."""

import re
from collections import Counter
from itertools import product

import pytest

from ludoteca.games.doppelt_so_clever import tables
from ludoteca.games.doppelt_so_clever.tests.sheets import (
    ACTIONS,
    BLUE,
    CELLS,
    GAME,
    GREEN,
    GRID,
    PINK,
    ROWS,
    SILVER_COLUMNS,
    SIXTH,
    TIMES,
    YELLOW_COLUMNS,
    YELLOW_ROWS,
    before_roll,
    black,
    blue,
    circle,
    columns,
    cross,
    ending,
    green,
    load,
    nearly_full,
    pink,
    sheet,
    silver,
    start,
)

AT_START = [1, 1, 1]  # actions that the first three rounds give


def gained(board, seat=0):
    """What came besides the gifts of the first four rounds, in one word."""
    unlocked, foxes, open_bonuses = board.gains(seat)
    more = [
        name for name, now, then in zip(ACTIONS, unlocked, AT_START, strict=True) for _ in range(now - then)
    ]
    return " ".join([*more, *["fox"] * foxes, *(f"?{colour}" for colour in open_bonuses)])


def cells(*wanted, mark="1"):
    """The yellow cells as written in one line, these ones marked."""
    return "".join(mark if cell in wanted else "0" for cell in CELLS)


# C1: the round track


@pytest.mark.rule("C1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_first_round_gives_every_seat_a_reroll(seats):
    board = start(seats)
    assert [board.gains(seat) for seat in range(seats)] == [([1, 0, 0], 0, [])] * seats


@pytest.mark.rule("C1")
@pytest.mark.parametrize(
    ("over", "gains"),
    [
        (1, ([1, 0, 1], 0, [])),
        (2, ([1, 1, 1], 0, [])),
        (3, ([1, 1, 1], 0, ["black"])),
        (4, ([1, 1, 1], 0, [])),
        (5, ([1, 1, 1], 0, [])),
    ],
)
def test_a_round_begins_with_its_gift_to_every_seat(over, gains):
    kept = {"extra": 1} if over > 1 else {}
    seats = [sheet(done=True, used=kept), sheet(picked=False, used=kept)]
    board = ending("w1f s1 y1 b1 g1 p1", *seats, round=over, turn=1, roll=3).play(1, decline=True)
    assert (board["round"], board["turn"]) == (over + 1, 0)
    assert [board.gains(seat) for seat in range(2)] == [gains] * 2
    assert board.asked == (("start", [0, 1]) if over == 3 else ("before_roll", [1]))


@pytest.mark.rule("C1", "C17")
def test_the_black_question_of_round_4_is_used_by_all_at_the_same_time():
    seats = [sheet(bonuses=["black"]) for _ in range(3)]
    board = load("start", "", *seats, round=4, active=2)
    assert board.asked == ("start", [0, 1, 2])
    board.mark(pink(6), seat=1)
    assert board.asked == ("start", [0, 2])
    board.mark(circle(0, 1), seat=2).mark(silver("blue", 4))
    assert board.asked == ("before_roll", [2])
    assert [sheet["pink"] for sheet in board["sheets"]] == [[], [6], []]


FIVE_EXTRAS = {
    "silver": columns(1, rows=ROWS),
    "yellow": cells([0, 1], [2, 1], [4, 1]),
    "green": [6, 1] * 4 + [6],
}
FIVE_RETURNS = {"yellow": cells([1, 0], [1, 2]), "blue": [9] * 10, "green": [6, 1, 6, 1, 6]}


@pytest.mark.rule("C1", "C2")
@pytest.mark.parametrize(
    ("over", "colour", "drawn"),
    [
        (1, "silver", {"blue": [9] * 5, **FIVE_EXTRAS, "used": {"extra": 5}}),
        (2, "pink", {**FIVE_RETURNS, "used": {"extra": 3}}),
    ],
)
def test_a_gift_may_be_the_sixth_of_its_bar(over, colour, drawn):
    others = sheet(done=True, used={"extra": over - 1})
    board = ending("w1f s1 y1 b1 g1 p1", others, sheet(pink=[6] * 5, **drawn), round=over, turn=1)
    board.play(1, decline=True)
    assert board.asked == ("start", [1])
    assert board.gains(1)[2] == [colour]
    assert GAME.load(board.table.position()).position() == board.table.position()


# C2: the action bars


@pytest.mark.rule("C2")
def test_the_sheet_and_the_round_track_hold_six_of_each_action_and_six_foxes():
    bonuses = Counter(
        bonus
        for line in (
            tables.ROUND_BONUS,
            tables.BAR_BONUS,
            tables.SILVER_BONUS,
            tables.YELLOW_ROW_BONUS,
            tables.YELLOW_COLUMN_BONUS,
            *tables.TRACK_BONUS,
        )
        for bonus in (tables.BONUSES[number] for number in line)
    )
    assert {action: bonuses[action] for action in ACTIONS} == {"reroll": 6, "return": 6, "extra": 6}
    assert bonuses["fox"] == 6
    assert {name[1:]: count for name, count in bonuses.items() if name[0] == "?"} == {
        "silver": 4, "yellow": 6, "blue": 4, "green": 4, "pink": 5, "black": 1,
    }  # fmt: skip


FIVE = {  # a sheet with five actions of a bar in round 4, and the mark that gives the sixth
    "reroll": ({"yellow": cells([1, 0], [3, 0]), "blue": [9] * 6, "green": [1, 1], "pink": [2] * 9}, pink(4)),
    "return": (
        {"yellow": cells([1, 0], [1, 2]), "blue": [9] * 9, "green": [1] * 5, "pink": [3] * 4},
        blue(9),
    ),
    "extra": (
        {
            "silver": columns(1),
            "yellow": cells([0, 1], [2, 1], [4, 1]),
            "blue": [9] * 5,
            "green": [1] * 9,
            "pink": [4] * 5,
        },
        silver("pink", 1),
    ),
}


@pytest.mark.rule("C2")
@pytest.mark.parametrize("action", ACTIONS)
def test_the_sixth_circle_of_a_bar_gives_its_bonus_at_once(action):
    drawn, mark = FIVE[action]
    board = black(sheet(**drawn))
    unlocked, foxes, _ = board.gains()
    assert unlocked[ACTIONS.index(action)] == 5
    board.mark(mark)
    assert board.gains()[0][ACTIONS.index(action)] == 6
    if SIXTH[action] == "fox":
        assert board.gains()[1:] == (foxes + 1, [])
    else:
        assert board.gains()[1:] == (foxes, [SIXTH[action][1:]])


@pytest.mark.rule("C2")
def test_using_an_action_crosses_one_of_those_circled():
    board = before_roll("w2t s3f y5 b1t g4 p6", sheet(), sheet(), round=3, active=0)
    assert board.sheet()["return"] == [1, 0]
    assert board.play(returned="blue").sheet()["return"] == [1, 1]
    assert board.sheet(1)["return"] == [1, 0]


# C3: silver


@pytest.mark.rule("C3", "C17")
@pytest.mark.parametrize(("number", "bonus"), list(enumerate(SILVER_COLUMNS, 1)))
@pytest.mark.parametrize("last", ROWS)
def test_a_full_silver_column_gives_its_bonus(number, bonus, last):
    three = tuple(row for row in ROWS if row != last)
    assert gained(black(sheet(silver=columns(number, rows=three))).mark(silver(last, number))) == bonus


@pytest.mark.rule("C3")
def test_a_silver_column_of_three_gives_nothing_and_neither_does_a_row():
    assert gained(black(sheet(silver=columns(1, rows=ROWS[:2]))).mark(silver("pink", 1))) == ""
    assert gained(black(sheet(silver={"pink": [1, 2, 3, 4, 5]})).mark(silver("pink", 6))) == ""


@pytest.mark.rule("C3")
@pytest.mark.parametrize("row", ROWS)
def test_a_silver_row_scores_by_its_marks(row):
    points = [0, 2, 4, 7, 11, 16, 22]
    for marks in range(6):
        board = black(sheet(silver={row: list(range(1, marks + 1))}))
        assert board.table.scores == [points[marks]]
        assert board.mark(silver(row, 6)).table.scores == [points[marks + 1]]


@pytest.mark.rule("C3")
def test_silver_rows_are_added_up():
    drawn = sheet(silver={"yellow": [1], "blue": [2, 3], "green": [4, 5, 6], "pink": [1, 2, 3, 4]})
    assert black(drawn).table.scores == [2 + 4 + 7 + 11]


# C4: yellow


@pytest.mark.rule("C4")
def test_the_yellow_cells_stand_as_printed():
    board = start()
    assert board.sheet()["yellow"] == [[None if number is None else 0 for number in row] for row in GRID]
    for die in range(1, 7):
        board = ending(f"w6t s1 y{die}f b6 g1 p1", sheet(), round=2)
        found = [mark["cell"] for mark in board.marks("extra", "yellow")]
        assert found == [cell for cell in CELLS if GRID[cell[0]][cell[1]] == die]


@pytest.mark.rule("C4", "C17")
@pytest.mark.parametrize(("row", "bonus"), list(enumerate(YELLOW_ROWS)))
@pytest.mark.parametrize("before", ["1", "2"])
def test_a_yellow_row_all_circled_gives_its_bonus(row, bonus, before):
    first, last = [cell for cell in CELLS if cell[0] == row]
    assert gained(black(sheet(yellow=cells(first, mark=before))).mark(circle(*last))) == bonus


@pytest.mark.rule("C4", "C17")
@pytest.mark.parametrize(("column", "bonus"), list(enumerate(YELLOW_COLUMNS)))
@pytest.mark.parametrize("before", ["1", "2"])
def test_a_yellow_column_all_circled_gives_its_bonus(column, bonus, before):
    *others, last = [cell for cell in CELLS if cell[1] == column]
    assert gained(black(sheet(yellow=cells(*others, mark=before))).mark(circle(*last))) == bonus


@pytest.mark.rule("C4")
def test_crossing_gives_no_bonus_a_second_time():
    board = black(sheet(yellow=cells([0, 1], [0, 3], [2, 3], [4, 3])))
    assert board.gains()[1] == 1
    assert gained(board.mark(cross(0, 3))) == "fox"


@pytest.mark.rule("C4")
def test_a_cell_is_circled_first_and_crossed_later():
    board = black(sheet(yellow=cells([0, 1])))
    assert cross(0, 1) in board.marks("bonus", "black")
    assert circle(0, 1) not in board.marks("bonus", "black")
    assert circle(0, 3) in board.marks("bonus", "black")
    assert cross(0, 3) not in board.marks("bonus", "black")
    board.mark(cross(0, 1))
    assert board.sheet()["yellow"][0] == [None, 2, None, 0]


@pytest.mark.rule("C4")
@pytest.mark.parametrize(
    ("crosses", "points"), list(enumerate([0, 3, 10, 21, 36, 55, 75, 96, 118, 141, 165]))
)
def test_yellow_scores_by_crosses_alone(crosses, points):
    yellow = "2" * crosses + "1" * (10 - crosses)
    assert ending("w1f s1 y1 b1 g1 p1", sheet(yellow=yellow), round=6).table.scores == [points]


# C5: blue


@pytest.mark.rule("C5", "C17")
@pytest.mark.parametrize(("field", "bonus"), list(enumerate(BLUE)))
def test_a_blue_field_gives_its_bonus(field, bonus):
    board = black(sheet(blue=[7] * field))
    before = gained(board)
    after = gained(board.mark(blue(7)))
    assert Counter(after.split()) - Counter(before.replace("?black", "").split()) == Counter(bonus.split())


@pytest.mark.rule("C5")
@pytest.mark.parametrize(
    ("filled", "points"), list(enumerate([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]))
)
def test_blue_scores_by_the_fields_filled(filled, points):
    drawn = sheet(blue=[5] * filled)
    assert ending("w1f s1 y1 b1 g1 p1", drawn, round=6, turn=0).table.scores == [points]


@pytest.mark.rule("C5")
@pytest.mark.parametrize(("written", "highest"), [([], 12), ([12], 12), ([9, 7], 7), ([5, 2], 2)])
def test_a_blue_number_is_at_most_the_one_before(written, highest):
    board = black(sheet(blue=written))
    numbers = [mark["number"] for mark in board.marks("bonus", "black") if mark["area"] == "blue"]
    assert numbers == list(range(2, highest + 1))


# C6: green


@pytest.mark.rule("C6", "C17")
@pytest.mark.parametrize(("field", "bonus"), list(enumerate(GREEN)))
@pytest.mark.parametrize("die", [1, 6])
def test_a_green_field_gives_its_bonus_as_soon_as_it_is_written(field, bonus, die):
    board = black(sheet(green=[1] * field))
    before = gained(board)
    after = gained(board.mark(green(die)))
    assert Counter(after.split()) - Counter(before.replace("?black", "").split()) == Counter(bonus.split())


@pytest.mark.rule("C6")
@pytest.mark.parametrize(("field", "times"), list(enumerate(TIMES)))
def test_a_green_field_multiplies_the_die(field, times):
    assert black(sheet(green=[3] * field)).mark(green(5)).sheet()["green"][-1] == 5 * times


@pytest.mark.rule("C6")
@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ([], 0),
        ([5], 0),
        ([5, 1], 8),
        ([1, 5], -8),
        ([5, 1, 6], 8),
        ([5, 1, 6, 6], 8 + 6),
        ([1, 6, 1, 6, 1, 6, 1, 6, 1, 6, 1, 6], -10 - 4 - 15 - 9 - 3 - 2),
    ],
)
def test_a_full_green_pair_scores_first_minus_second_and_a_half_pair_nothing(dice, points):
    written = sheet(green=dice, silver={row: [1, 2, 3, 4, 5, 6] for row in ROWS})
    board = ending("w1f s1 y1 b1 g1 p1", written, round=6, turn=0)
    foxes = board.sheet()["foxes"]
    lowest = min(points, 0)
    assert board.table.scores == [88 + points + foxes * lowest]


# C7: pink


@pytest.mark.rule("C7", "C17")
@pytest.mark.parametrize("field", range(12))
@pytest.mark.parametrize("number", range(1, 7))
def test_a_pink_field_gives_its_bonus_from_its_minimum_on(field, number):
    board = black(sheet(pink=[1] * field))
    bonus = PINK[field] if number >= [1, 1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6][field] else ""
    assert gained(board.mark(pink(number))) == bonus


@pytest.mark.rule("C7")
def test_pink_takes_any_value_and_scores_the_sum():
    board = black(sheet(pink=[6, 1, 5]))
    numbers = [mark["number"] for mark in board.marks("bonus", "black") if mark["area"] == "pink"]
    assert numbers == [1, 2, 3, 4, 5, 6]
    assert board.mark(pink(2)).table.scores == [14]


# C8: foxes


@pytest.mark.rule("C8")
def test_a_fox_scores_as_much_as_the_lowest_area():
    worked = sheet(
        silver={"yellow": [1, 2, 3, 4, 5, 6], "blue": [1, 2, 3, 4, 5], "green": [1, 2, 3, 4]},
        yellow="0200020022",
        blue=[8, 8, 8, 7, 7, 6],
        green=[5, 1],
        pink=[6, 6, 1, 1, 1, 1, 5, 6],
    )
    board = ending("w1f s1 y1 b1 g1 p1", worked, round=6, turn=0)
    assert board.sheet()["foxes"] == 2
    assert board.table.scores == [49 + 36 + 21 + 8 + 27 + 2 * 8]


@pytest.mark.rule("C8")
def test_a_fox_is_worth_nothing_beside_an_empty_area_and_less_beside_a_negative_one():
    three = columns(3, rows=ROWS)
    assert ending("w1f s1 y1 b1 g1 p1", sheet(silver=three), round=6).table.scores == [8]
    assert ending("w1f s1 y1 b1 g1 p1", sheet(silver=three, green=[1, 6]), round=6).table.scores == [
        8 - 10 - 10
    ]


@pytest.mark.rule("C3", "C4", "C5", "C6", "C7", "C8")
def test_the_most_a_sheet_can_score_is_927():
    full = nearly_full("silver", silver={row: [1, 2, 3, 4, 5, 6] for row in ROWS})
    board = load("over", "w1t s1t y1t b1 g1 p1", full, round=6, turn=2, roll=1)
    assert board.sheet()["foxes"] == 6
    assert board.table.scores == [88 + 165 + 78 + 92 + 72 + 6 * 72] == [927]


def test_no_other_numbers_in_green_and_pink_score_more():
    """Each pair of green is best with 6 and 1, whatever the multipliers; all else is counted, not chosen."""
    best = sum(max(6 * a - b for a, b in [(TIMES[n], TIMES[n + 1])]) for n in range(0, 12, 2))
    others = [
        sum(first * TIMES[2 * n] - second * TIMES[2 * n + 1] for n in range(6))
        for first, second in product(range(1, 7), repeat=2)
    ]
    assert best == max(others) == 92


# The rules in words and in tables


def rules_table(heading):
    """The rows of the table of RULES.md whose first row begins so, without the line under the first row."""
    text = (GAME.folder / "RULES.md").read_text(encoding="utf-8")
    lines = text[text.index(f"| {heading} |") :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]


NAMES = {"re-roll": "reroll", "extra die": "extra", "return": "return", "fox": "fox", "-": "-"}


def bonus(cell):
    """A bonus of the rules as tables.py prints it."""
    question = re.fullmatch(r"(\w+) `\?`", cell)
    return f"?{question[1]}" if question else NAMES[cell]


def printed(numbers):
    return [tables.BONUSES[number] for number in numbers]


@pytest.mark.rule("C1", "C2", "C3", "C4", "C5", "C6", "C7")
def test_the_tables_of_the_rules_are_those_of_the_code():
    assert [bonus(cell) for cell in rules_table("round")[1][1:]] == printed(tables.ROUND_BONUS)
    assert [bonus(row[2]) for row in rules_table("action bar")[1:]] == printed(tables.BAR_BONUS)
    assert [bonus(cell) for cell in rules_table("column")[1][1:]] == printed(tables.SILVER_BONUS)
    assert rules_table("marks in a row")[1][1:] == [str(points) for points in tables.SILVER_POINTS]
    assert rules_table("crosses")[1][1:] == [str(points) for points in tables.YELLOW_POINTS]
    *rows, last = rules_table("| column 0")[1:]
    assert [[0 if cell == "-" else int(cell) for cell in row[1:5]] for row in rows] == [
        list(row) for row in tables.YELLOW_GRID
    ]
    assert [bonus(row[5]) for row in rows] == printed(tables.YELLOW_ROW_BONUS)
    assert [bonus(cell) for cell in last[1:5]] == printed(tables.YELLOW_COLUMN_BONUS)
    fields = [list(column) for column in zip(*rules_table("field")[1:], strict=True)]
    assert fields[1] == [str(points) for points in tables.BLUE_POINTS[1:]]
    assert [[bonus(cell) for cell in fields[n]] for n in (2, 4, 6)] == [
        printed(row) for row in tables.TRACK_BONUS
    ]
    assert fields[3] == [str(times) for times in tables.MULTIPLIER[tables.Track.GREEN]]
    assert [cell.replace("-", "0") for cell in fields[5]] == [
        str(least) for least in tables.MINIMUM[tables.Track.PINK]
    ]
