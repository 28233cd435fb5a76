"""Positions in one line: `after("3-3 8H 8I", "3-5 8J 8K", hand="5-5 1-2 0-4 6-6")`.

Each text is a turn: the tile as it lies and its two squares; further tiles of the turn after a comma; a
discard as `discard 5-6`, or `discard 5-6 1-2` if 1-2 was drawn. A turn that ends with a double stops there.
Seat 0 begins. Everybody draws what it then lays or discards, and the seat to act has the hand that is asked
for; the other tiles are dealt so that seat 0 shows the lowest.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import ludoteca
from ludoteca import IllegalAction

Json = dict[str, Any]
Tile = tuple[int, int]

GAME = ludoteca.game("double-double-dominoes")
TILES = [(low, high) for low in range(7) for high in range(low, 7)]
COLUMNS = "ABCDEFGHIJKLMNO"


def tile(text: str) -> Tile:
    """The tile of a text, lower pips first."""
    low, high = sorted(int(pips) for pips in text.split("-"))
    return low, high


def tiles(text: str) -> list[Tile]:
    return [tile(word) for word in text.split()]


def placement(text: str) -> Json:
    lies, *at = text.split()
    return {"tile": [int(pips) for pips in lies.split("-")], "at": at}


def action(text: str) -> Json:
    if text == "stop":
        return {"stop": True}
    if text.startswith("discard"):
        return {"discard": list(tile(text.split()[1]))}
    return placement(text)


def written(move: Json) -> str:
    """An action as a text."""
    if "stop" in move:
        return "stop"
    if "discard" in move:
        return "discard {}-{}".format(*move["discard"])
    return "{}-{} {} {}".format(*move["tile"], *move["at"])


# To the table


def after(
    *turns: str, seats: int = 2, hand: str = "", hands: dict[int, str] | None = None, **more: Any
) -> "Board":
    """The table after these turns. `hands` gives the dealt tiles of other seats, if they matter."""
    moves = [[one.strip() for one in turn.split(",")] for turn in turns]
    acting = len(turns) % seats
    held = {seat: tiles(text) for seat, text in (hands or {}).items()}
    held.setdefault(acting, tiles(hand)[:3])
    draws: list[Tile | None] = []
    for turn in moves:
        draws += [
            tile_drawn(turn[0]),
            *[None] * (len(turn) - 1),
        ]  # what the hand is refilled with is left open
    for number, turn in enumerate(moves):
        held.setdefault(number % seats, []).extend(tile(move.split()[0]) for move in turn[1:])
    draws += tiles(hand)[3:]
    board = Board(GAME.load(start_position(seats, held, draws, **more), 1))
    for number, turn in enumerate(moves):
        for move in turn:
            board.play(number % seats, move)
        if board["phase"] == "extend":
            board.play(number % seats, "stop")
    return board


def tile_drawn(move: str) -> Tile:
    """What a seat draws before a turn that begins like this."""
    return tile(move.split()[-1] if move.startswith("discard") else move.split()[0])


def start_position(seats: int, held: dict[int, list[Tile]], draws: list[Tile | None], **options: Any) -> Json:
    """The beginning of a game with these tiles in the hands, and these drawn first."""
    left = Counter(dict.fromkeys(TILES, 3 if seats > 4 else 2))
    left.subtract(drawn for drawn in draws if drawn)
    for hand in held.values():
        left.subtract(hand)
    assert min(left.values()) >= 0, "there are not so many tiles of a kind"
    rest = sorted(left.elements(), key=lambda tile: (sum(tile), tile))
    hands = [list(held.get(seat, [])) for seat in range(seats)]
    if len(hands[0]) < 3:
        hands[0].append(rest.pop(0))
    for hand in hands:
        hand += [rest.pop() for _ in range(3 - len(hand))]
    assert all(len(hand) == 3 for hand in hands), "a hand has three tiles"
    shown = [min(hand, key=lambda tile: (sum(tile), tile)) for hand in hands]
    assert all(sum(shown[0]) <= sum(other) for other in shown), "seat 0 has to begin"
    boneyard = [drawn or rest.pop() for drawn in draws]
    boneyard += rest[::-1]
    hands[0].append(boneyard.pop(0))
    return {
        "game": "double-double-dominoes",
        "seats": seats,
        "options": {"goal": options.get("goal")},
        "phase": "lay",
        "to_act": [0],
        "over": False,
        "winners": [],
        "scores": [0] * seats,
        "board": [],
        "boneyard": [list(tile) for tile in boneyard],
        "hands": [sorted(list(tile) for tile in hand) for hand in hands],
        "shown": [list(tile) for tile in shown],
        "discards": [],
        "track": [0] * seats,
        "last_double": None,
        "last_turn": False,
        "known": known_after_showing(shown),
    }


def known_after_showing(shown: list[Tile]) -> Json:
    """The tiles shown are held, and the other two of each deal have no fewer pips."""
    hands = [[{"sum": sum(tile)}] * 2 if sum(tile) else [] for tile in shown]
    return {"shown": ["held"] * len(shown)} | ({"hands": hands} if any(hands) else {})


def by_hand(*lying: str, hands: Sequence[str], phase: str = "lay", acting: int = 0, **more: Any) -> Json:
    """A position as somebody sets it up: these tiles on the board, the rest of them in the boneyard."""
    seats = len(hands)
    board, held = [placement(text) for text in lying], [sorted(tiles(hand)) for hand in hands]
    discarded = more.pop("discarded", [])
    left = Counter(dict.fromkeys(TILES, 3 if seats > 4 else 2))
    for used in (*held, [tile(text.split()[0]) for text in lying], [gone for _, gone in discarded]):
        left.subtract(used)
    assert min(left.values()) >= 0, "there are not so many tiles of a kind"
    track = more.pop("track", [0] * seats)
    return {
        "game": "double-double-dominoes",
        "seats": seats,
        "options": {"goal": more.pop("goal", None)},
        "phase": phase,
        "to_act": [acting] if phase != "over" else [],
        "over": phase == "over",
        "winners": [],
        "scores": track,
        "board": board,
        "boneyard": [list(tile) for tile in left.elements()],
        "hands": [[list(tile) for tile in hand] for hand in held],
        "shown": [list(tile) for tile in TILES[:seats]],
        "discards": [[seat, list(gone)] for seat, gone in discarded],
        "track": track,
        "last_double": len(board) - 1 if phase == "extend" else None,
        "last_turn": not left.total(),
        **more,
    }


def somewhere(seats: int, seed: int, decisions: int, **options: Any) -> ludoteca.Table:
    """A table after so many random decisions (or fewer, if the game is over before)."""
    table, rng = GAME.start(seats, options, seed), random.Random(seed)
    for _ in range(decisions):
        if table.over:
            break
        seat = table.to_act[0]
        table.play(seat, rng.choice(table.legal(seat)))
    return table


# At the table


class Board:
    """A table as a test looks at it."""

    def __init__(self, table: ludoteca.Table) -> None:
        self.table = table

    def __getitem__(self, key: str) -> Any:
        return self.table.position()[key]

    @property
    def acting(self) -> int:
        return self.table.to_act[0]

    @property
    def state(self) -> Any:
        return self.table.states[0]

    def play(self, seat: int, move: str) -> "Board":
        self.table.play(seat, action(move))
        return self

    def go(self, *moves: str) -> "Board":
        """Let whoever is to act do these things, one after the other."""
        for move in moves:
            self.play(self.acting, move)
        return self

    def markers(self, *spaces: int) -> "Board":
        """Put the markers on these spaces."""
        for seat, space in enumerate(spaces):
            self.state.track[seat] = space
        return self

    def leave(self, count: int) -> "Board":
        """Take tiles from the boneyard until so many are left."""
        self.state.boneyard_size = count
        return self

    def legal(self) -> set[str]:
        return {written(move) for move in self.table.legal(self.acting)}

    def places(self, text: str) -> set[str]:
        """Where a tile of the hand may be laid now."""
        return {move for move in self.legal() if "-" in move and tile(move.split()[0]) == tile(text)}

    def refused(self, move: str, seat: int | None = None) -> tuple[str, str | None]:
        """The code and the rule by which an action is refused, changing nothing."""
        before = self.table.states.tobytes()
        with pytest.raises(IllegalAction) as refused:
            self.table.play(self.acting if seat is None else seat, action(move))
        assert self.table.states.tobytes() == before
        return refused.value.code, refused.value.rule

    def told(self, name: str) -> list[Json]:
        """The events of one kind since the last decision, as a spectator hears them."""
        return [event for event in self.table.events(None) if event["event"] == name]
