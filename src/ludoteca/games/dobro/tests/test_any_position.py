"""Every consistent position loads, is written back, and can be played to the end."""

import json
import random

import numpy as np
import pytest

from ludoteca.core.bot_random import rng_of
from ludoteca.core.compiled import PLAIN
from ludoteca.core.game import same
from ludoteca.core.table import bot_choice
from ludoteca.games.dobro.tests.tables import GAME, IN_BOX, sorted_cards


def any_position(rng):
    """Cards shuffled over all places and any values, as far as they fit the phase; not by playing."""
    seats, phase = rng.randint(2, 6), rng.choice(["lead", "turn", "refill", "over"])
    options = any_options(rng, phase)
    rounds = seats if options["long"] else 3
    over = phase == "over"
    round = rounds if over else rng.randint(1, rounds)
    points = [[rng.randint(0, seats) for _ in range(seats)] for _ in range(round if over else round - 1)]
    acting = rng.randrange(seats)
    places = any_places(rng, seats, phase, acting)
    scores = [sum(each[seat] for each in points) for seat in range(seats)]
    return {
        "game": "dobro", "seats": seats, "options": options, "phase": phase,
        "to_act": [] if over else [acting], "over": over,
        "winners": winners(options, scores, places["piles"]) if over else [], "scores": scores,
        "round": round, "direction": rng.choice([1, -1]),
        "value": rng.randint(0, 48) if places["table"] else 0, **places,
        "forgetful": None if over else rng.choice([None, *range(seats)]), "points": points,
        "last_leader": rng.randrange(seats),
    }  # fmt: skip


def any_options(rng, phase):
    return {
        "edition": rng.choice(["pt", "en"]),
        "long": rng.choice([False, True]),
        "draw": "manual" if phase == "refill" else rng.choice(["auto", "manual"]),
    }


def any_places(rng, seats, phase, acting):
    """Each card of the box in a place of its own."""
    cards = [card for card, count in IN_BOX.items() if seats > 2 or card != "reverse" for _ in range(count)]
    rng.shuffle(cards)
    aside = [cards.pop() for _ in range(10 if seats == 2 else 0)]
    sizes = [any_size(rng, seats, phase, seat == acting) for seat in range(seats)]
    hands = [[cards.pop() for _ in range(size)] for size in sizes]
    table = [cards.pop()] if phase in ("turn", "refill") else []
    deck = [cards.pop()] if phase == "refill" else []
    piles = [[] for _ in range(seats)]
    rest = [*piles, *([table] if phase != "lead" else []), *([deck] if phase != "over" else [])]
    weights = [rng.random() for _ in rest]
    for card in cards:
        rng.choices(rest, weights)[0].append(card)
    return {
        "table": table, "deck": deck, "aside": sorted_cards(aside),
        "hands": [sorted_cards(hand) for hand in hands], "piles": [sorted_cards(pile) for pile in piles],
    }  # fmt: skip


def any_size(rng, seats, phase, acting):
    """How many cards a hand may have: somebody has none when the game is over or a hand is refilled."""
    full = 5 if seats == 6 else 6
    if acting and phase == "over":
        return 0
    return rng.randint(0 if acting and phase == "refill" else 1, full - (acting and phase == "refill"))


def winners(options, scores, piles):
    """Highest total, then fewest cards, then in edition `en` the lowest sum of numbers."""

    def standing(seat):
        numbers = sum(int(card) for card in piles[seat] if card.isdigit())
        return scores[seat], -len(piles[seat]), -numbers if options["edition"] == "en" else 0

    return [seat for seat in range(len(scores)) if standing(seat) == max(map(standing, range(len(scores))))]


def require_sound(position, rng):
    table = GAME.load(json.loads(json.dumps(position)), rng.randrange(1000))
    assert same(table.position(), position)
    viewer = rng.choice([None, *range(table.seats)])
    view = table.view(viewer)
    assert same(GAME.imagine(view, viewer, 1).view(viewer), view)
    play_to_the_end(table, rng)
    assert table.winners


def play_to_the_end(table, rng):
    """Anything that is legal, or what one of the simple bots does; now and then the table is loaded anew."""
    luck, actions = rng_of(rng.randrange(1000)), np.zeros(GAME.rules.MOST_LEGAL, dtype=np.int32)
    while not table.over:
        seat, bot = table.to_act[0], rng.randrange(len(GAME.bots.NAMES))
        action = GAME.notation.write_action(bot_choice(table.states, seat, bot, actions, luck))
        assert action in table.legal(seat)
        table.play(seat, action)
        if rng.random() < 0.02:
            table.states[:] = GAME.load(table.position(), rng.randrange(1000)).states


def try_positions(seeds):
    for seed in seeds:
        rng = random.Random(seed)
        require_sound(any_position(rng), rng)


@pytest.mark.rule("D15", "D17", "D19", "D22", "D23")
def test_any_consistent_position_loads_and_plays_to_the_end():
    try_positions(range(15 if PLAIN else 150))


@pytest.mark.long
@pytest.mark.rule("D15", "D17", "D19", "D22", "D23")
def test_thousands_of_consistent_positions_load_and_play_to_the_end():
    try_positions(range(1000, 1200 if PLAIN else 6000))
