"""Positions of every phase, and ways to change them: to what play cannot reach, or to what is broken."""

import json
from collections import Counter

from ludoteca.games.pega_em_6.tests.tables import GAME, KINDS, Board, fifth, heads_on, rows

LYING = ([10], [50], [70], [90])
FULL = [1, 2, 3, 4, 5]


# Positions, each of a phase and variant


def basic():
    return rows(*LYING, hands=[[5, 20], [60, 61]]).position()


def chosen():
    return rows(*LYING, hands=[[5, 20], [60, 61]]).load().play(0, card=5).table.position()


def low():
    return rows(*LYING, hands=[[5, 20], [60, 61]]).reveal(5, 60).table.position()


def over(**setting):
    played = rows(FULL, *LYING[1:], left=1, options={"rounds": 1}, **setting)
    return played.reveal(6, 91).table.position()


def to_target():
    played = rows(FULL, *LYING[1:], left=1, round=4, totals=[60, 20], options={"target": 66})
    return played.reveal(6, 91).table.position()


def draft():
    table = GAME.start(3, {"variant": "professional"}, 7)
    for card in (5, 6, 7, 8):
        table.play(table.to_act[0], {"pick": card})
    return table.position()


def professional():
    return rows([10], [20], [21], [22], variant="professional").position()


def anniversary():
    held = [["block", "seven"], ["move"]]
    return rows(*LYING, hands=[[5, 20], [60, 61]], specials=held).position()


def dealt():
    return GAME.start(2, {"variant": "anniversary"}, 7).position()


def placing():
    held = [["block", "seven"], ["move"]]
    return rows(*LYING, hands=[[20, 21], [60, 61]], specials=held).reveal(20, 60).table.position()


def untouched():
    """A low card in the first trick, before any special card was played."""
    board = Board(GAME.start(2, {"variant": "anniversary"}, 0))
    return board.reveal(*(hand[0] for hand in board["hands"])).table.position()


def used():
    held = [["block", "seven"], ["move"]]
    board = rows(*LYING, hands=[[20, 21], [60, 61]], specials=held).reveal(20, 60)
    return board.play(0, special="block", row=1).table.position()


def exchanging():
    held = [["block", "seven"], ["move"]]
    return rows(FULL, *LYING[1:], specials=held).reveal(6, 60).play(0, place=True).table.position()


def five_rows():
    return rows(*LYING, fifth(30), variant="anniversary").position()


def lay(*lying, variant="anniversary"):
    """Rows in a position that may be impossible; call it to have it written."""
    return rows(*lying, variant=variant).position


def struck():
    """The 11 lies aside, and the two heads of 12 and 13 were struck for it."""
    position = rows(*LYING, variant="anniversary", aside=[11], piles=[[12, 13]]).position()
    scored([0, position["heads"][1]])(position)
    return position


# Ways to change them


def put(*path_and_value):
    """Write a value to a place: put("rows", 0, "cards", [1])."""
    *path, last, value = path_and_value

    def spoil(position):
        place = position
        for step in path:
            place = place[step]
        place[last] = value

    return spoil


def put_all(**values):
    def spoil(position):
        position.update(values)

    return spoil


def move(source, target, card):
    """Take a card from one list and put it into another one, in order."""

    def spoil(position):
        lists = []
        for path in (source, target):
            place = position
            for step in path:
                place = place[step]
            lists.append(place)
        lists[0].remove(card)
        lists[1].append(card)
        lists[1].sort()

    return spoil


def swap(one, two):
    """Exchange two cards wherever they lie."""

    def spoil(position):
        other = {str(one): two, str(two): one}
        changed = json.loads(json.dumps(position), parse_int=lambda text: other.get(text, int(text)))
        for key in ("hands", "piles", "rows", "out", "pool", "aside", "chosen"):
            position[key] = changed[key]
        for hand in position["hands"] + position["piles"] + [position["out"]]:
            hand.sort()

    return spoil


def without(key):
    def spoil(position):
        del position[key]

    return spoil


def several(*spoils):
    def spoil(position):
        for one in spoils:
            one(position)

    return spoil


def scored(heads):
    """Heads, with the scores that follow from them."""

    def spoil(position):
        position["heads"] = heads
        position["scores"] = [sum(both) for both in zip(heads, position["totals"], strict=True)]

    return spoil


def summed(totals):
    def spoil(position):
        position["totals"] = totals
        position["scores"] = [sum(both) for both in zip(totals, position["heads"], strict=True)]
        if position["over"]:
            position["winners"] = [seat for seat, total in enumerate(totals) if total == min(totals)]

    return spoil


def discard_the_rest(position):
    """All special cards that are in no hand, in no row and not in the deck are discarded."""
    elsewhere = Counter(position["special_deck"])
    for held in position["specials"]:
        elsewhere.update(held)
    rest = Counter(dict.fromkeys(KINDS, 4))
    rest.subtract(elsewhere)
    position["special_discard"] = sorted(rest.elements())


def take(seat, card):
    """The card a seat was to place is in its pile instead."""

    def spoil(position):
        position["chosen"][seat] = None
        position["piles"][seat] = sorted([*position["piles"][seat], card])
        scored([heads_on(*pile) for pile in position["piles"]])(position)

    return spoil


def as_basic(position):
    position["options"] = {"variant": "basic", "target": 66, "rounds": None}
    position["first"] = None


def picked_to_the_end(position):
    """Two cards more are gone from the pool than the draft takes."""
    while len(position["pool"]) > 4:
        position["hands"][position["to_act"][0]].append(position["pool"].pop(0))


def draw(cards):
    """Seat 0 holds more special cards, from the deck."""

    def change(position):
        deck = position["special_deck"]
        position["specials"][0] = sorted([*position["specials"][0], *(deck.pop() for _ in range(cards))])

    return change


def discard_one(position):
    position["special_discard"] = [position["special_deck"].pop()]


def mark_from_deck(mark, kind):
    def spoil(position):
        position["special_deck"].remove(kind)
        position["rows"][1][mark] = True

    return spoil


def return_one(position):
    position["returned"][0] = position["hands"][0][:1]


def one_row_fewer(position):
    position["hands"][0].extend(position["rows"].pop()["cards"])


def next_seat(key):
    """The seat after the right one."""

    def spoil(position):
        right = position[key]
        position[key] = [(right[0] + 1) % 3] if isinstance(right, list) else (right + 1) % 3

    return spoil


def choose_first_card(position):
    position["chosen"][0] = position["hands"][0][0]


def pile_to(place, seat=1):
    """A pile, or for a hand its last card, lies somewhere else."""

    def change(position):
        pile = position["piles"][seat]
        cards = [pile.pop() for _ in range(1 if place == "hands" else len(pile))]
        target = position["hands"][0] if place == "hands" else position[place]
        target.extend(cards)
        target.sort()
        scored([heads_on(*pile) for pile in position["piles"]])(position)

    return change


def agreed(target, rounds):
    """Another end of the game was agreed on."""
    return put("options", {"variant": "basic", "target": target, "rounds": rounds})


def pile_in_draft(position):
    taken = [position["pool"].pop(0) for _ in range(2)]
    position["piles"][0] = taken
    scored([heads_on(*taken), 0, 0])(position)


def nothing(position):
    """No change: what was laid is meant as it is."""


def first_trick(position):
    """The hands are full, from the cards out of the round, and nothing else is changed."""
    position["trick"] = 1
    for hand in position["hands"]:
        hand.extend(position["out"].pop() for _ in range(10 - len(hand)))
        hand.sort()


def fifth_from_pile(position):
    """The last card taken lies as a fifth row."""
    pile = position["piles"][1]
    position["rows"].append(fifth(pile.pop()))
    position["special_deck"].remove("fifth_row")
    scored([heads_on(*pile) for pile in position["piles"]])(position)


def pool_to_out(position):
    """The draft has stopped early: what lies in the pool is out of the round."""
    position["out"] = sorted(position["out"] + position["pool"])
    position["pool"] = []
    position["trick"] = 1
    position["to_act"] = [0, 1, 2]


def one_trick_back(position):
    position["trick"] = 9
    for hand in position["hands"]:
        hand.append(position["out"].pop())
