"""The course of the game: setting up, turns, and the ends."""

from ludoteca.core import chance
from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.alphabet import Phase, Reason, Told
from ludoteca.games.double_double_dominoes.board import (
    can_lay,
    clear_board,
    fitting_kinds,
    is_dead,
    put_on_board,
)
from ludoteca.games.double_double_dominoes.known import know_discarded, know_drawn, know_laid, know_shown
from ludoteca.games.double_double_dominoes.scoring import goal_reached, score_tile
from ludoteca.games.double_double_dominoes.state import (
    NOT_COUNTED,
    give,
    is_double,
    kind_of,
    kinds_in,
    next_kind,
    pips_in,
    slot_of,
    take,
)
from ludoteca.games.double_double_dominoes.tables import ANY_KIND, HAND, HIGH, KINDS, LOW, SETS

# Setting up


@rule("T4")
@compiled
def set_up(state: State) -> None:
    """Every seat draws three tiles and shows the lowest; the seat with the lowest of all begins."""
    clear_board(state)
    shuffle_tiles(state)
    for seat in range(state.seats):
        state.counted[seat] = NOT_COUNTED
        for _ in range(HAND):
            draw(state, seat)
        know_shown(state, seat, lowest_in(state.hands[seat]))
    begin_turn(state, first_seat(state))


@rule("T1")
@compiled
def shuffle_tiles(state: State) -> None:
    """Two sets of tiles, or three for five and six seats, lie face down in any order."""
    state.boneyard_size = SETS[state.seats] * KINDS
    for place in range(state.boneyard_size):
        state.boneyard[place] = place % KINDS
    chance.shuffle(state, state.boneyard, state.boneyard_size, state.boneyard_size)


@rule("T4")
@compiled
def lowest_in(hand: int) -> int:
    """A tile of the hand with the lowest pip sum."""
    left = kinds_in(hand)
    lowest = next_kind(left)
    while left:
        kind = next_kind(left)
        if pip_sum(kind) < pip_sum(lowest):
            lowest = kind
        left &= left - 1
    return lowest


@compiled
def pip_sum(kind: int) -> int:
    return LOW[kind] + HIGH[kind]


@rule("T4")
@compiled
def first_seat(state: State) -> int:
    """The seat that shows the lowest tile; in a tie the lowest seat."""
    first = 0
    for seat in range(1, state.seats):
        if pip_sum(state.shown[seat]) < pip_sum(state.shown[first]):
            first = seat
    return first


# A turn


@rule("T5", "T10")
@compiled
def begin_turn(state: State, seat: int) -> None:
    """Draw a tile, then lay one if any fits; if none does, discard one."""
    draw(state, seat)
    if state.boneyard_size == 0:
        tell(state, Told.LAST_TURN, seat, 0, 0)
    if can_lay(state, seat):
        ask(state, Phase.LAY, seat)
    else:
        tell(state, Told.NOTHING_FITS, seat, 0, 0)
        ask(state, Phase.DISCARD, seat)


@compiled
def draw(state: State, seat: int) -> None:
    state.boneyard_size -= 1
    kind = int(state.boneyard[state.boneyard_size])
    give(state, seat, kind)
    know_drawn(state, seat)
    tell(state, Told.DREW, seat, kind, 0)


@compiled
def ask(state: State, phase: int, seat: int) -> None:
    state.phase = phase
    state.to_act = 1 << seat


@rule("T9", "T15", "T16")
@compiled
def lay(state: State, seat: int, placement: int) -> None:
    """Lay a tile and score it; the game may be over at once; after a double the seat may go on."""
    kind = kind_of(placement)
    take(state, seat, kind)
    know_laid(state, seat, kind)
    put_on_board(state, placement)
    tell(state, Told.LAID, seat, kind + KINDS * (placement % 2), slot_of(placement))
    score_tile(state, seat, placement)
    if goal_reached(state):
        finish(state, Reason.GOAL)
    elif is_dead(state):
        finish(state, Reason.DEAD_BOARD)
    elif is_double(kind):
        ask(state, Phase.EXTEND, seat)
    else:
        end_turn(state, seat)


@rule("T9")
@compiled
def stop(state: State, seat: int) -> None:
    """Lay no more after a double."""
    tell(state, Told.STOPPED, seat, 0, 0)
    end_turn(state, seat)


@rule("T10")
@compiled
def discard(state: State, seat: int, kind: int) -> None:
    """Put a tile out of the game, face down."""
    fitting = fitting_kinds(state)
    line = state.discard_count
    state.discard_seat[line] = seat
    state.discard_tile[line] = kind
    state.discard_may_be[line] = ANY_KIND & ~fitting
    state.discard_count += 1
    take(state, seat, kind)
    know_discarded(state, seat, fitting)
    tell(state, Told.DISCARDED, seat, kind, 0)
    end_turn(state, seat)


@rule("T4", "T11", "T16")
@compiled
def end_turn(state: State, seat: int) -> None:
    """Refill the hand to three as far as the boneyard goes; if that takes its last tile, the game is over."""
    while state.hand_size[seat] < HAND and state.boneyard_size:
        draw(state, seat)
    if state.boneyard_size:
        begin_turn(state, (seat + 1) % state.seats)
    else:
        finish(state, Reason.BONEYARD)


# The end


@compiled
def finish(state: State, reason: int) -> None:
    state.phase = Phase.OVER
    state.to_act = 0
    count_tied_hands(state)
    tell(state, Told.GAME_OVER, reason, 0, 0)


@rule("T17")
@compiled
def count_tied_hands(state: State) -> None:
    """If several seats have the highest total, the pips left in their hands are counted aloud."""
    most = highest_total(state)
    if seats_at(state, most) == 1:
        return
    for seat in range(state.seats):
        if state.track[seat] == most:
            state.counted[seat] = pips_in(state.hands[seat])
            tell(state, Told.COUNTED, seat, state.counted[seat], 0)


@compiled
def highest_total(state: State) -> int:
    most = 0
    for seat in range(state.seats):
        most = max(most, state.track[seat])
    return most


@compiled
def seats_at(state: State, total: int) -> int:
    """How many seats have this total."""
    seats = 0
    for seat in range(state.seats):
        if state.track[seat] == total:
            seats += 1
    return seats


@rule("T17")
@compiled
def won(state: State, seat: int) -> bool:
    """The highest total wins; in a tie the higher pip sum in hand; still tied seats share the victory."""
    if state.phase != Phase.OVER or state.track[seat] < highest_total(state):
        return False
    for other in range(state.seats):
        if state.counted[other] > state.counted[seat]:
            return False
    return True
