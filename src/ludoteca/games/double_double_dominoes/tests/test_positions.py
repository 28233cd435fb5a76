"""Random consistent positions, which no play need have reached: they load, are written back, and play on."""

import random
from collections import Counter
from contextlib import suppress

import pytest

from ludoteca import BadPosition, Table
from ludoteca.core.compiled import PLAIN
from ludoteca.core.record import NOBODY
from ludoteca.core.table import redrawn
from ludoteca.games.double_double_dominoes.actions import write_placement
from ludoteca.games.double_double_dominoes.alphabet import Phase
from ludoteca.games.double_double_dominoes.board import clear_board, is_dead, put_on_board
from ludoteca.games.double_double_dominoes.known_notation import write_kinds
from ludoteca.games.double_double_dominoes.state import give
from ludoteca.games.double_double_dominoes.tables import ANY_KIND, GOALS, KINDS, TILES
from ludoteca.games.double_double_dominoes.tests.tables import GAME

READ = (
    "shown", "shown_is", "may_hold", "discard_may_be", "hands", "hand_size", "boneyard_size", "laid_count",
    "discard_count", "wants", "free", "match", "touch", "track", "phase", "goal", "to_act",
)  # fmt: skip


# Making one


def random_position(rng):
    """Tiles laid without turns, the others scattered, the markers anywhere, and a phase that fits."""
    seats = rng.randint(2, 6)
    tiles = [kind for kind in range(KINDS) for _ in range(3 if seats > 4 else 2)]
    rng.shuffle(tiles)
    table = laid_at_random(seats, tiles, rng)
    acting = rng.randrange(seats)
    hands = [sorted(take(tiles, rng.choice((3, 3, 3, rng.randint(0, 3))))) for _ in range(seats)]
    discards = [(rng.randrange(seats), kind) for kind in take(tiles, rng.choice((0, 2, 10, 84)))]
    goal = rng.choice((None, rng.randint(1, 100)))
    track = [rng.randrange(goal or int(GOALS[seats])) for _ in range(seats)]
    phase = fitting_phase(table, hands[acting], tiles, track, goal, rng)
    return as_written(table, phase, acting, hands, discards, tiles, track, goal, rng)


def laid_at_random(seats, tiles, rng):
    """A table with random tiles on its board, and nothing else."""
    table = Table(GAME, GAME.blank(seats, {}))
    state = table.states[0]
    clear_board(state)
    for _ in range(rng.choice((0, 1, 3, 10, 30, 84))):
        if tiles:
            kind = tiles.pop()
            places = placements(table, [kind])
            if places:
                put_on_board(state, rng.choice(places))
            else:
                tiles.insert(0, kind)
    return table


def placements(table, hand):
    """Where these tiles fit."""
    state = table.states[0]
    state.phase, state.to_act, state.hands[0] = Phase.LAY, 1, 0
    for kind in hand:
        give(state, 0, kind)
    return table.legal_ids(0)


def take(tiles, count):
    return [tiles.pop() for _ in range(min(count, len(tiles)))]


def fitting_phase(table, hand, tiles, track, goal, rng):
    """A phase that has a legal action; the hand grows by the tile drawn, and markers move if that is over."""
    state = table.states[0]
    dead = state.laid_count > 0 and is_dead(state)
    if dead or (rng.random() < 0.1 and not tiles):
        return "over"
    if rng.random() < 0.1:
        track[rng.randrange(len(track))] = rng.randint(goal or int(GOALS[len(track)]), 127)
        return "over"
    if rng.random() < 0.2 and any(is_a_double(laid) for laid in board_of(table)):
        return "extend"
    if tiles and (not hand or rng.random() < 0.8):
        hand.append(tiles.pop())
    if not hand:
        return "over"
    return "lay" if placements(table, hand) else "discard"


def board_of(table):
    state = table.states[0]
    return [write_placement(int(laid)) for laid in state.laid[: state.laid_count]]


def is_a_double(laid):
    return laid["tile"][0] == laid["tile"][1]


def as_written(table, phase, acting, hands, discards, boneyard, track, goal, rng):
    board, over = board_of(table), phase == "over"
    if rng.random() < 0.5:
        rng.shuffle(board)  # nobody remembers
    if phase == "extend":
        board.sort(key=is_a_double)
    pips = [sum(sum(TILES[kind]) for kind in hand) for hand in hands]
    best = max(zip(track, pips, strict=True))
    return {
        "game": GAME.id,
        "seats": len(hands),
        "options": {"goal": goal},
        "phase": phase,
        "to_act": [] if over else [acting],
        "over": over,
        "winners": [seat for seat in range(len(hands)) if over and (track[seat], pips[seat]) == best],
        "scores": track,
        "board": board,
        "boneyard": [list(TILES[kind]) for kind in boneyard],
        "hands": [[list(TILES[kind]) for kind in sorted(hand)] for hand in hands],
        "shown": [list(tile) for tile in rng.sample(TILES, len(hands))],
        "discards": [[seat, list(TILES[kind])] for seat, kind in discards],
        "track": track,
        "last_double": len(board) - 1 if phase == "extend" else None,
        "last_turn": not boneyard,
    }


def with_known(position, rng):
    """The same position, with random things known of its hidden tiles, all of them true."""
    hands, shown, places = [], list(position["shown"]), []
    for seat, hand in enumerate(position["hands"]):
        kinds, known = [TILES.index(tuple(tile)) for tile in hand], []
        rng.shuffle(kinds)
        for kind in kinds:
            known.append((known[-1] if known else 0) | 1 << kind | some_kinds(rng))
        places.append(None)
        if kinds and rng.random() < 0.3:
            shown[seat], places[seat], known[0] = list(TILES[kinds[0]]), "held", 1 << kinds[0]
        hands.append([write_kinds(k) for k in known[places[seat] == "held" :] if k != ANY_KIND])
    discards = [
        write_kinds(1 << TILES.index(tuple(tile)) | some_kinds(rng)) for _, tile in position["discards"]
    ]
    for seat in range(len(hands)):
        own = [tile for other, tile in position["discards"] if other == seat]
        if places[seat] is None and own and rng.random() < 0.3:
            shown[seat], places[seat] = rng.choice(own), rng.choice(("discarded", "held_or_discarded"))
    known = {"shown": places, "hands": hands, "discards": discards}
    known = {name: part for name, part in known.items() if any(part)}
    if max(Counter(map(tuple, shown)).values()) > 2 or not known:
        return position
    return {**position, "shown": shown, "known": known}


def some_kinds(rng, *among):
    """A set of kinds with these among them: all, nearly all, half of them, or no others."""
    share = rng.choice((0, 0, 0.1, 0.5, 1))
    return sum(1 << kind for kind in range(KINDS) if kind in among or rng.random() >= share)


def number_of(tile):
    return TILES.index(tuple(tile))


# What holds for all of them


def require_sound(position, rng):
    """It is loaded and written back, whoever looks can imagine it, and so it is all the way to the end."""
    table = GAME.load(position, rng.randrange(1000))
    assert table.position() == position
    require_imagined(table, rng, "known" in position)
    while not table.over:
        seat = table.to_act[0]
        legal = table.legal(seat)
        assert legal
        table.play(seat, rng.choice(legal))
        if table.over or rng.random() < 0.1:
            require_same_table(GAME.load(table.position()), table)
            require_imagined(table, rng, "known" in position)


def require_same_table(one, other):
    for field in READ:
        assert (one.states[0][field] == other.states[0][field]).all(), field
    assert one.position() == other.position()


def require_imagined(table, rng, odd):
    """At the table and by the view alone one imagines the same; knowledge made up by hand may be too odd."""
    viewer, key = rng.choice((*range(table.seats), None)), rng.randrange(1000)
    view, seat = table.view(viewer), NOBODY if viewer is None else viewer
    here = Table(GAME, redrawn(table.states, seat, key))
    assert here.view(viewer) == view
    seen = imagined_by(view, viewer)
    assert seen or odd or len(view["winners"]) > 0
    if seen and not table.over:
        assert Table(GAME, redrawn(seen.states, seat, key)).position() == here.position()


def imagined_by(view, viewer):
    with suppress(BadPosition):
        return GAME.imagine(view, viewer, 0)


@pytest.mark.parametrize("seed", range(10 if PLAIN else 60))
def test_a_random_consistent_position_loads_plays_on_and_is_written_back(seed):
    rng = random.Random(seed)
    require_sound(random_position(rng), rng)


@pytest.mark.parametrize("seed", range(1, 4 if PLAIN else 60))
def test_so_does_one_in_which_anything_may_be_known_of_the_hidden_tiles(seed):
    rng = random.Random(seed)
    require_sound(with_known(random_position(rng), rng), rng)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(0, 100 if PLAIN else 2000, 100))
def test_thousands_of_random_consistent_positions_load_play_on_and_are_written_back(seed):
    for number in range(seed, seed + (5 if PLAIN else 100)):
        rng = random.Random(f"long {number}")
        position = random_position(rng)
        require_sound(position, rng)
        require_sound(with_known(position, rng), rng)


def test_random_positions_are_of_every_phase_and_number_of_seats():
    positions = [random_position(random.Random(seed)) for seed in range(60 if PLAIN else 300)]
    assert {position["phase"] for position in positions} == {"lay", "extend", "discard", "over"}
    assert {position["seats"] for position in positions} == {2, 3, 4, 5, 6}
    assert {position["last_turn"] for position in positions} == {False, True}
