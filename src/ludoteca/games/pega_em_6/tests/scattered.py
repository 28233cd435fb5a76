"""Random consistent positions: the cards are scattered over all places, and no game led there."""

import random
from collections.abc import Sequence
from typing import Any

from ludoteca.games.pega_em_6.tests.tables import GAME, HAND_SIZE, KINDS, Json, heads_on, row

PHASES = {
    "basic": ("choose", "place", "over"),
    "professional": ("draft", "choose", "place", "over"),
    "anniversary": ("choose", "place", "exchange", "over"),
}
NO_SPECIALS: Json = {"returned": [], "specials": [], "special_deck": [], "special_discard": []}


def scattered(variant: str, seats: int, seed: int) -> Json:
    """A position of any phase; everything that consistency leaves open is left to chance."""
    rng = random.Random(f"{variant} {seats} {seed}")
    phase = rng.choice(PHASES[variant])
    position = drafted(rng, seats) if phase == "draft" else dealt(rng, variant, seats, phase)
    score(rng, position)
    return {key: position[key] for key in GAME.start(seats, {"variant": variant}, 1).position()}


def drafted(rng: random.Random, seats: int) -> Json:
    """Somewhere in a draft: the seats have picked in turn, any cards."""
    cards, first = shuffled(rng, 10 * seats + 4), rng.randrange(seats)
    hands: list[list[int]] = [[] for _ in range(seats)]
    picks = rng.randrange(10 * seats)
    for pick in range(picks):
        hands[(first + pick) % seats].append(cards.pop())
    return {
        **blank("professional", seats, "draft"),
        "to_act": [(first + picks) % seats],
        "first": first,
        "hands": [sorted(hand) for hand in hands],
        "pool": sorted(cards),
        "out": list(range(10 * seats + 5, 105)),
    }


def blank(variant: str, seats: int, phase: str) -> Json:
    return {
        "game": "pega-em-6", "seats": seats, "options": {"variant": variant}, "phase": phase, "trick": 1,
        "rows": [], "chosen": [None] * seats, "piles": [[] for _ in range(seats)], "aside": [],
        "revealed": False, "special_used": False, "over": phase == "over", **NO_SPECIALS,
    }  # fmt: skip


def dealt(rng: random.Random, variant: str, seats: int, phase: str) -> Json:
    """Rows, hands and choices as the phase needs them; what is left lies anywhere."""
    tricks = HAND_SIZE[variant]
    highest = tricks * seats + 4 if variant == "professional" else 104
    cards, trick = shuffled(rng, highest), tricks if phase == "over" else rng.randint(1, tricks)
    left = tricks - trick + (phase == "choose")
    hands = [sorted(cards.pop() for _ in range(left)) for _ in range(seats)]
    specials = [kind for kind in KINDS for _ in range(4)] if variant == "anniversary" else []
    rng.shuffle(specials)
    position = {
        **blank(variant, seats, phase),
        "trick": trick,
        "hands": hands,
        "pool": [],
        "revealed": phase in ("place", "exchange"),
        "special_used": phase == "place" and variant == "anniversary" and rng.random() < 0.3,
        "first": rng.randrange(seats) if variant == "professional" else None,
        "chosen": choices(rng, phase, hands, cards),
        "rows": lying(rng, cards, specials),
    }
    position["to_act"] = asked(rng, position)
    aside: list[list[int]] = [[]] if specials else []
    *position["piles"], out = scatter(rng, cards, [[] for _ in range(seats + 1)], aside)
    position["out"] = sorted(out + list(range(highest + 1, 105)))
    position["aside"] = sorted(aside[0]) if aside else []
    return position | (special_cards(rng, position, specials) if specials else {})


def shuffled(rng: random.Random, highest: int) -> list[int]:
    return rng.sample(range(1, highest + 1), highest)


def choices(rng: random.Random, phase: str, hands: list[list[int]], cards: list[int]) -> list[int | None]:
    """Some seats have chosen, never all; before a placement, any seats have a card to place."""
    seats = range(len(hands))
    if phase == "choose":
        some = rng.sample(seats, rng.randrange(len(hands)))
        return [rng.choice(hands[seat]) if seat in some else None for seat in seats]
    if phase == "over":
        return [None for _ in seats]
    some = rng.sample(seats, rng.randint(1, len(hands)) - (phase == "exchange"))
    return [cards.pop() if seat in some else None for seat in seats]


def asked(rng: random.Random, position: Json) -> list[int]:
    chosen = position["chosen"]
    waiting = [seat for seat, card in enumerate(chosen) if card is None]
    if position["phase"] != "place":
        return {"choose": waiting, "exchange": [rng.choice(waiting)], "over": []}[position["phase"]]
    placing = sorted((card, seat) for seat, card in enumerate(chosen) if card)
    return [rng.choice(placing)[1] if position["special_used"] else placing[0][1]]


def lying(rng: random.Random, cards: list[int], specials: list[str]) -> list[Json]:
    """Four or five rows of any length, with any marks; their cards and special cards are taken away."""
    count = 4 + (bool(specials) and rng.random() < 0.5)
    marks = {"seven": rng.randint(0, 4), "blocked": rng.randint(0, 2), "fifth": count - 4}
    marked = {mark: rng.sample(range(count), rows if specials else 0) for mark, rows in marks.items()}
    for mark, kind in (("seven", "seven"), ("blocked", "block"), ("fifth", "fifth_row")):
        for _ in marked[mark]:
            specials.remove(kind)
    rows = []
    for number in range(count):
        most = min(5 + (number in marked["seven"]), len(cards) - (count - 1 - number))
        taken = sorted(cards.pop() for _ in range(rng.randint(1, most)))
        rows.append(row(*taken, **{mark: number in rows for mark, rows in marked.items()}))
    return rows


def special_cards(rng: random.Random, position: Json, specials: list[str]) -> Json:
    held: list[list[str]] = [[] for _ in position["hands"]]
    if position["phase"] == "exchange":
        held[position["to_act"][0]].append(specials.pop())
    deck: list[str] = []
    discard: list[str] = []
    scatter(rng, specials, held, [deck, discard])
    rng.shuffle(deck)
    returned = [rng.sample(hand, rng.randint(0, len(hand))) for hand in position["hands"]]
    return {
        "returned": [sorted(cards) for cards in returned],
        "specials": [sorted(kinds) for kinds in held],
        "special_deck": deck,
        "special_discard": sorted(discard),
    }


def scatter(
    rng: random.Random, cards: Sequence[Any], here: list[list[Any]], there: list[list[Any]]
) -> list[list[Any]]:
    """Lay every card into one of these places, or of a few of them; the former come back sorted."""
    places = here + there
    used = rng.sample(places, rng.randint(1, len(places)))
    for card in cards:
        rng.choice(used).append(card)
    return [sorted(place) for place in here]


def score(rng: random.Random, position: Json) -> None:
    """Heads by the piles, less what `positive` may have struck; totals, round and options as they please."""
    struck = heads_on(*position["aside"])
    heads = []
    for pile in position["piles"]:
        heads.append(heads_on(*pile) - rng.randint(0, min(struck, heads_on(*pile))))
        struck -= heads_on(*pile) - heads[-1]
    high = rng.choice((0, 60, 60, 10**6))
    totals = [rng.randint(0, high) + (now if position["over"] else 0) for now in heads]
    if position["over"]:
        heads = [0 for _ in heads]
    scores = [now + before for now, before in zip(heads, totals, strict=True)]
    winners = [seat for seat, one in enumerate(scores) if position["over"] and one == min(scores)]
    position |= {"heads": heads, "totals": totals, "scores": scores, "winners": winners}
    position |= agreed(rng, position)


def agreed(rng: random.Random, position: Json) -> Json:
    """A target or a number of rounds, and the round: the last one if the game is over."""
    options = {**position["options"], "target": None, "rounds": rng.randint(1, 3)}
    if options["variant"] == "anniversary":
        options["rounds"] = 2
    elif rng.random() < 0.6:
        most = min(max(position["totals"]), 9999) if position["over"] else 100
        options |= {"target": rng.randint(1, max(1, most)), "rounds": None}
    last = options["rounds"] or 9999
    reached = options["target"] and max(position["totals"]) >= options["target"]
    only_last = position["over"] and not reached
    return {"options": options, "round": last if only_last else rng.randint(1, last)}
