"""Sheets and dice scattered at random, as nobody ever played them: they load, play on and round trip."""

import random
from typing import Any

import pytest

from ludoteca.games.doppelt_so_clever.tests.sheets import DICE, GAME, ROWS, areas, position, sheet, total

Json = dict[str, Any]
PHASES = ("start", "before_roll", "pick", "end", "over")
COLOURS = ("silver", "yellow", "blue", "green", "pink")


def any_sheet(luck: random.Random) -> Json:
    """Marks anywhere; the last field of each track stays open, so each `?` has a space."""
    return sheet(
        silver={row: sorted(luck.sample(range(1, 7), luck.randint(0, 5))) for row in ROWS},
        yellow="0" + "".join(luck.choice("012") for _ in range(9)),
        blue=sorted((luck.randint(2, 12) for _ in range(luck.randint(0, 11))), reverse=True),
        green=[luck.randint(1, 6) for _ in range(luck.randint(0, 11))],
        pink=[luck.randint(1, 6) for _ in range(luck.randint(0, 11))],
    )


def with_any_actions(written: Json, luck: random.Random) -> None:
    """Bars and foxes that the marks may not have earned."""
    for one in written["sheets"]:
        for bar in ("reroll", "return", "extra"):
            unlocked = luck.randint(0, 6)
            one[bar] = [unlocked, luck.randint(0, unlocked)]
        one["foxes"] = luck.randint(0, 6)


def fallen(luck: random.Random, on_fields: int, in_pool: int) -> str:
    """Six dice in any order with any numbers: on fields, in the pool, the rest on the tray."""
    dice = luck.sample(list(DICE), 6)
    places = ["f"] * on_fields + [""] * in_pool + ["t"] * (6 - on_fields - in_pool)
    return " ".join(f"{die}{luck.randint(1, 6)}{place}" for die, place in zip(dice, places, strict=True))


def any_dice(phase: str, solo_passive: bool, luck: random.Random) -> tuple[str, int]:
    """Dice that fit a phase, and the rolls made."""
    if phase == "start" or (phase == "before_roll" and (solo_passive or luck.random() < 0.3)):
        return "", 0
    if solo_passive:
        return fallen(luck, 0, 3), 1
    rolls = luck.randint(1, 2) if phase == "before_roll" else luck.randint(1, 3)
    picked = luck.randint(0, rolls - 1 if phase == "pick" else rolls)
    return fallen(luck, picked, 0 if phase in ("end", "over") else luck.randint(1, 6 - picked)), rolls


def settle(written: Json, luck: random.Random) -> None:
    """Let the seats be where the phase asks somebody: with a `?`, before a pick, or with an extra die."""
    sheets = written["sheets"]
    if written["phase"] == "start":
        for seat in luck.sample(range(len(sheets)), luck.randint(1, len(sheets))):
            sheets[seat]["bonuses"] = sorted(luck.sample(COLOURS, luck.randint(1, 3)))
        written["to_act"] = [seat for seat, one in enumerate(sheets) if one["bonuses"]]
    if written["phase"] == "end":
        for seat, one in enumerate(sheets):
            passive = written["role"] == "passive" or seat != written["active"]
            one["picked"] = passive and luck.random() < 0.5
            one["extra"] = [6, 4]
            one["done"] = luck.random() < 0.5 and (one["picked"] or not passive)
        if all(one["done"] for one in sheets):
            sheets[0]["done"] = False
        written["to_act"] = [seat for seat, one in enumerate(sheets) if not one["done"]]


def score(written: Json) -> None:
    written["scores"] = [total(one) for one in written["sheets"]]
    if written["over"]:
        ranks = [(total(one), max(areas(one))) for one in written["sheets"]]
        written["winners"] = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]


def any_position(luck: random.Random) -> Json:
    """A consistent position: everything but what the phase asks for is left to luck."""
    seats, phase = luck.randint(1, 4), luck.choice(PHASES)
    rounds = {1: 6, 2: 6, 3: 5, 4: 4}[seats]
    turns = 2 if seats == 1 else seats
    round_, turn = luck.randint(1, rounds), luck.randrange(turns)
    if phase == "over":
        round_, turn = rounds, turns
    solo_passive = seats == 1 and turn > 0
    if phase == "start":
        turn = 0
    elif phase == "pick" and solo_passive:
        turn, solo_passive = 0, False
    dice, rolls = any_dice(phase, solo_passive, luck)
    sheets = [any_sheet(luck) for _ in range(seats)]
    active = luck.randrange(seats)
    written = position(phase, dice, *sheets, round=round_, turn=turn, active=active, roll=rolls)
    with_any_actions(written, luck)
    settle(written, luck)
    score(written)
    return written


def plays_on(number: int) -> None:
    luck = random.Random(number)
    written = any_position(luck)
    table = GAME.load(written, seed=number)
    assert table.position() == written
    while not table.over:
        seat = luck.choice(table.to_act)
        table.play(seat, luck.choice(table.legal(seat)))
    assert GAME.load(table.position(), seed=number).position() == table.position()
    assert all(0 <= one["foxes"] <= 6 and one["reroll"][0] <= 6 for one in table.position()["sheets"])


@pytest.mark.rule("C2")
def test_any_consistent_position_loads_plays_on_to_the_end_and_round_trips():
    for number in range(40):
        plays_on(number)


@pytest.mark.long
def test_thousands_of_consistent_positions_play_on():
    for number in range(5000):
        plays_on(number)
