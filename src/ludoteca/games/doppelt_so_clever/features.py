"""What a value net sees of a sheet and its dice: features that are there or not, and a few amounts."""

import numpy as np
import numpy.typing as npt

from ludoteca.core import bits
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.games.doppelt_so_clever.alphabet import Phase
from ludoteca.games.doppelt_so_clever.bonuses import how_many_wait
from ludoteca.games.doppelt_so_clever.course import can_return, rolls_go_on
from ludoteca.games.doppelt_so_clever.marks import (
    ALL_CIRCLES,
    ALL_CROSSES,
    CELL_COLUMN,
    CELL_ROW,
    CIRCLE,
    COLUMN_MARKS,
    CROSS,
    DIE_MARKS,
    LOW,
    ROW_MARKS,
)
from ludoteca.games.doppelt_so_clever.scoring import area_points
from ludoteca.games.doppelt_so_clever.state import is_passive, left, pool
from ludoteca.games.doppelt_so_clever.tables import (
    ALL_DICE,
    AREAS,
    BARS,
    CELL_AT,
    CELLS,
    CIRCLES,
    COLOURS,
    DICE,
    FACES,
    FIELDS,
    HIGHEST_SUM,
    LOWEST_SUM,
    MINIMUM,
    MOST_SEATS,
    MULTIPLIER,
    ROUNDS_OF,
    SILVER_COLUMNS,
    SILVER_ROWS,
    Bar,
    Die,
    Track,
)

Ids = npt.NDArray[np.int32]
Amounts = npt.NDArray[np.float32]

# Stages of a round, as one seat lives through it
ROLLING, ROLLED_OUT, PASSIVE, TAKEN = 0, 3, 4, 5  # ROLLING + rolls made so far
STAGES = 6
MOST_ROUNDS = 6

YELLOW_ROWS, YELLOW_COLUMNS = 5, 4
ROW_CIRCLES = np.array([CELL_ROW[[row for row, _ in CELL_AT].index(row)] for row in range(YELLOW_ROWS)])
COLUMN_CIRCLES = np.array(
    [CELL_COLUMN[[column for _, column in CELL_AT].index(column)] for column in range(YELLOW_COLUMNS)]
)
YELLOW_MARKS = DIE_MARKS[Die.YELLOW, :, LOW].copy()  # by value; compiled code keeps no view of an array
MOST_FOXES = 7
BUCKET = 4  # points that fall together
BUCKETS = 24
LOWEST_BUCKET = -4  # green may be negative
MIN_BUCKET = 3
MIN_BUCKETS = 24

# Where each kind of feature begins
STAGE = 0  # + rounds to come * STAGES + stage
MAY_RETURN = STAGE + MOST_ROUNDS * STAGES
ROUND = MAY_RETURN + 1
POOL_SIZE = ROUND + MOST_ROUNDS
DIE_ROLLS = POOL_SIZE + DICE + 1  # + die: it will be rolled
DIE_TRAY = DIE_ROLLS + DICE  # + die: it lies on the tray and could be returned
DIE_SHOWS = DIE_TRAY + DICE  # + die * FACES + value - 1: for an extra die
BLUE_SUM = DIE_SHOWS + DICE * FACES  # + blue + white - 2
WAITING = BLUE_SUM + HIGHEST_SUM - LOWEST_SUM + 1  # + colour * 2, + 1 for a second one
SWEEPS = WAITING + COLOURS * 2  # + die * FACES + value - 1
SILVER_CELL = SWEEPS + DICE * FACES
SILVER_ROW = SILVER_CELL + SILVER_ROWS * SILVER_COLUMNS  # + row * 7 + marks
SILVER_COLUMN = SILVER_ROW + SILVER_ROWS * (SILVER_COLUMNS + 1)  # + column * 5 + open
CIRCLED = SILVER_COLUMN + SILVER_COLUMNS * (SILVER_ROWS + 1)  # + cell
CROSSED = CIRCLED + CELLS
CIRCLE_COUNT = CROSSED + CELLS
CROSS_COUNT = CIRCLE_COUNT + CELLS + 1
YELLOW_ROW = CROSS_COUNT + CELLS + 1  # + row * 4 + open
YELLOW_COLUMN = YELLOW_ROW + YELLOW_ROWS * 4  # + column * 4 + open
BLUE_AT = YELLOW_COLUMN + YELLOW_COLUMNS * 4  # + filled * 13 + last number
GREEN_AT = BLUE_AT + (FIELDS + 1) * (HIGHEST_SUM + 1)  # + filled * 7 + the die of a half pair
PINK_AT = GREEN_AT + (FIELDS + 1) * (FACES + 1)
AREA_BUCKET = PINK_AT + FIELDS + 1  # + area * BUCKETS + bucket
MIN_AREA = AREA_BUCKET + AREAS * BUCKETS
WEAKEST = MIN_AREA + MIN_BUCKETS
FOXES = WEAKEST + AREAS
ACTIONS_LEFT = FOXES + MOST_FOXES + 1  # + bar * 7 + left
UNLOCKED = ACTIONS_LEFT + BARS * (CIRCLES + 1)  # + bar * 7 + unlocked
# What an extra die could do now
CAN_CROSS = UNLOCKED + BARS * (CIRCLES + 1)  # + 0 yellow, 1 white
CAN_CIRCLE = CAN_CROSS + 2
BLUE_STEP = CAN_CIRCLE + 2  # + by how much blue would sink
GREEN_FIT = BLUE_STEP + HIGHEST_SUM - LOWEST_SUM + 1  # + (2 for white + half of the pair) * 6 + value - 1
PINK_BONUS = GREEN_FIT + 4 * FACES  # + 0 pink, 1 white
SILVER_FIT = PINK_BONUS + 2  # + (0 silver, 1 white) * 5 + open numbers of the column
# With several seats: what this seat still has to come, and whether it has finished with the turn
TIMELINE = SILVER_FIT + 2 * (
    SILVER_ROWS + 1
)  # + ((seats - 2) * 6 + rounds to come) * 8 + is it still to be active * 4 + passive turns
FINISHED = TIMELINE + (MOST_SEATS - 1) * MOST_ROUNDS * 2 * MOST_SEATS
SIGNS = FINISHED + 1
MOST_SIGNS = 160  # more are never there at once

AMOUNTS = 9  # five areas, the lowest, foxes, foxes times lowest, all points
FEATURES = SIGNS + AMOUNTS


@compiled
def stage_of(state: State, seat: int) -> int:
    """Where a seat stands in its round, once open `?` and sweeps are settled."""
    if is_passive(state, seat):
        return TAKEN if state.phase == Phase.END else PASSIVE
    if state.phase == Phase.END or (state.phase == Phase.PICK and not rolls_go_on(state)):
        return ROLLED_OUT
    return ROLLING + state.rolls


@compiled
def list_signs(state: State, seat: int, may_return: bool, ids: Ids) -> int:
    """Write the numbers of all features that are there; how many?"""
    stage = stage_of(state, seat)
    to_come = ROUNDS_OF[state.seats] - state.this_round
    ids[0] = STAGE + to_come * STAGES + stage
    ids[1] = ROUND + to_come
    count = 2
    if may_return and (stage == 1 or stage == 2) and can_return(state):
        ids[count] = MAY_RETURN
        count += 1
    if state.seats > 1:
        count = list_turns(state, seat, to_come, ids, count)
    if not state.done[seat]:
        count = list_dice(state, seat, stage, ids, count)
    count = list_open(state, seat, ids, count)
    count = list_silver(state, seat, ids, count)
    count = list_yellow(state, seat, ids, count)
    count = list_tracks(state, seat, ids, count)
    return list_actions(state, seat, ids, count)


@compiled
def plays_no_more(state: State, seat: int) -> bool:
    """Has this seat made its last mark? Others may still be deciding."""
    if state.to_act == 0:
        return True
    last_turn = state.this_round == ROUNDS_OF[state.seats] and state.turn == state.seats - 1
    return last_turn and state.seats > 1 and state.done[seat] == 1


@compiled
def list_turns(state: State, seat: int, to_come: int, ids: Ids, count: int) -> int:
    """The turns that this seat still has in this round, beside the one that is going on."""
    first_active = (state.active - state.turn) % state.seats
    own_turn = (seat - first_active) % state.seats
    to_be_active = 1 if own_turn > state.turn else 0
    passive_turns = state.seats - 1 - state.turn - to_be_active
    line = ((state.seats - 2) * MOST_ROUNDS + to_come) * 2 + to_be_active
    ids[count] = TIMELINE + line * MOST_SEATS + passive_turns
    count += 1
    if state.done[seat]:
        ids[count] = FINISHED
        count += 1
    return count


@compiled
def list_dice(state: State, seat: int, stage: int, ids: Ids, count: int) -> int:
    """Dice that will be rolled, dice on the tray, and what the others show."""
    if stage in (ROLLING, PASSIVE):
        return count
    rolling = pool(state) if stage < ROLLED_OUT else 0
    if stage < ROLLED_OUT:
        ids[count] = POOL_SIZE + bits.count(rolling)
        count += 1
    for die in range(DICE):
        if (rolling >> die) & 1:
            ids[count] = DIE_ROLLS + die
            count += 1
            continue
        if stage < ROLLED_OUT and (state.tray >> die) & 1:
            ids[count] = DIE_TRAY + die
            count += 1
        if not (state.extra_used[seat] >> die) & 1:
            ids[count] = DIE_SHOWS + die * FACES + state.values[die] - 1
            count += 1
    if left(state, seat, Bar.EXTRA):
        usable = ALL_DICE & ~(rolling | state.extra_used[seat])
        count = list_offers(state, seat, rolling, usable, ids, count)
    both = (1 << Die.BLUE) | (1 << Die.WHITE)
    if rolling & both == 0 and state.extra_used[seat] & both != both:
        ids[count] = BLUE_SUM + state.values[Die.BLUE] + state.values[Die.WHITE] - LOWEST_SUM
        count += 1
    return count


@compiled
def list_offers(state: State, seat: int, rolling: int, usable: int, ids: Ids, count: int) -> int:
    """What each usable die could do as an extra die."""
    count = list_yellow_offer(state, seat, Die.YELLOW, usable, 0, ids, count)
    count = list_yellow_offer(state, seat, Die.WHITE, usable, 1, ids, count)
    count = list_silver_offer(state, seat, Die.SILVER, usable, 0, ids, count)
    count = list_silver_offer(state, seat, Die.WHITE, usable, 1, ids, count)
    count = list_green_offer(state, seat, Die.GREEN, usable, 0, ids, count)
    count = list_green_offer(state, seat, Die.WHITE, usable, 1, ids, count)
    count = list_pink_offer(state, seat, Die.PINK, usable, 0, ids, count)
    count = list_pink_offer(state, seat, Die.WHITE, usable, 1, ids, count)
    both = (1 << Die.BLUE) | (1 << Die.WHITE)
    if rolling & both == 0 and usable & both:
        return list_blue_offer(state, seat, ids, count)
    return count


@compiled
def list_yellow_offer(
    state: State, seat: int, die: int, usable: int, which: int, ids: Ids, count: int
) -> int:
    marks = YELLOW_MARKS[state.values[die]] & state.open_marks[seat, LOW] if (usable >> die) & 1 else 0
    if marks & ALL_CROSSES:
        ids[count] = CAN_CROSS + which
        count += 1
    if marks & ALL_CIRCLES:
        ids[count] = CAN_CIRCLE + which
        count += 1
    return count


@compiled
def list_silver_offer(
    state: State, seat: int, die: int, usable: int, which: int, ids: Ids, count: int
) -> int:
    if not (usable >> die) & 1:
        return count
    free = bits.count(state.open_marks[seat, LOW] & COLUMN_MARKS[state.values[die] - 1])
    ids[count] = SILVER_FIT + which * (SILVER_ROWS + 1) + free
    return count + 1


@compiled
def list_green_offer(state: State, seat: int, die: int, usable: int, which: int, ids: Ids, count: int) -> int:
    filled = state.filled[seat, Track.GREEN]
    if not (usable >> die) & 1 or filled == FIELDS:
        return count
    ids[count] = GREEN_FIT + (which * 2 + filled % 2) * FACES + state.values[die] - 1
    return count + 1


@compiled
def list_pink_offer(state: State, seat: int, die: int, usable: int, which: int, ids: Ids, count: int) -> int:
    filled = state.filled[seat, Track.PINK]
    if not (usable >> die) & 1 or filled == FIELDS or state.values[die] < MINIMUM[Track.PINK, filled]:
        return count
    ids[count] = PINK_BONUS + which
    return count + 1


@compiled
def list_blue_offer(state: State, seat: int, ids: Ids, count: int) -> int:
    filled = state.filled[seat, Track.BLUE]
    last = int(state.numbers[seat, Track.BLUE, filled - 1]) if filled else HIGHEST_SUM
    step = last - state.values[Die.BLUE] - state.values[Die.WHITE]
    if filled == FIELDS or step < 0:
        return count
    ids[count] = BLUE_STEP + step
    return count + 1


@compiled
def list_open(state: State, seat: int, ids: Ids, count: int) -> int:
    """Open `?` and sweeps."""
    if state.waiting[seat]:
        for colour in range(COLOURS):
            many = how_many_wait(state, seat, colour)
            if many >= 1:
                ids[count] = WAITING + colour * 2
                count += 1
            if many >= 2:
                ids[count] = WAITING + colour * 2 + 1
                count += 1
    dice = state.sweeps[seat]
    while dice:
        die = bits.lowest(dice)
        ids[count] = SWEEPS + die * FACES + state.values[die] - 1
        count += 1
        dice &= dice - 1
    return count


@compiled
def list_silver(state: State, seat: int, ids: Ids, count: int) -> int:
    marks = state.open_marks[seat, LOW]
    marked = ~marks & ((1 << CIRCLE) - 1)
    while marked:
        ids[count] = SILVER_CELL + bits.lowest(marked)
        count += 1
        marked &= marked - 1
    for row in range(SILVER_ROWS):
        free = bits.count(marks & ROW_MARKS[row])
        ids[count + row] = SILVER_ROW + row * (SILVER_COLUMNS + 1) + SILVER_COLUMNS - free
    count += SILVER_ROWS
    for column in range(SILVER_COLUMNS):
        ids[count + column] = (
            SILVER_COLUMN + column * (SILVER_ROWS + 1) + bits.count(marks & COLUMN_MARKS[column])
        )
    return count + SILVER_COLUMNS


@compiled
def list_yellow(state: State, seat: int, ids: Ids, count: int) -> int:
    marks = state.open_marks[seat, LOW]
    circled = (marks >> CROSS) & ((1 << CELLS) - 1)
    open_cells = (marks >> CIRCLE) & ((1 << CELLS) - 1)
    crossed = ~(circled | open_cells) & ((1 << CELLS) - 1)
    ids[count] = CIRCLE_COUNT + bits.count(circled)
    ids[count + 1] = CROSS_COUNT + bits.count(crossed)
    count += 2
    while circled:
        ids[count] = CIRCLED + bits.lowest(circled)
        count += 1
        circled &= circled - 1
    while crossed:
        ids[count] = CROSSED + bits.lowest(crossed)
        count += 1
        crossed &= crossed - 1
    for row in range(YELLOW_ROWS):
        ids[count + row] = YELLOW_ROW + row * 4 + bits.count(marks & ROW_CIRCLES[row])
    count += YELLOW_ROWS
    for column in range(YELLOW_COLUMNS):
        ids[count + column] = YELLOW_COLUMN + column * 4 + bits.count(marks & COLUMN_CIRCLES[column])
    return count + YELLOW_COLUMNS


@compiled
def list_tracks(state: State, seat: int, ids: Ids, count: int) -> int:
    """How far blue, green and pink are, and what the next number must fit."""
    blue, green = state.filled[seat, Track.BLUE], state.filled[seat, Track.GREEN]
    last = int(state.numbers[seat, Track.BLUE, blue - 1]) if blue else 0
    first = 0
    if green % 2:
        first = int(state.numbers[seat, Track.GREEN, green - 1]) // MULTIPLIER[Track.GREEN, green - 1]
    ids[count] = BLUE_AT + blue * (HIGHEST_SUM + 1) + last
    ids[count + 1] = GREEN_AT + green * (FACES + 1) + first
    ids[count + 2] = PINK_AT + state.filled[seat, Track.PINK]
    return count + 3


@compiled
def list_actions(state: State, seat: int, ids: Ids, count: int) -> int:
    """Actions and foxes."""
    ids[count] = FOXES + min(state.foxes[seat], MOST_FOXES)
    count += 1
    for bar in range(BARS):
        ids[count] = ACTIONS_LEFT + bar * (CIRCLES + 1) + left(state, seat, bar)
        ids[count + 1] = UNLOCKED + bar * (CIRCLES + 1) + state.unlocked[seat, bar]
        count += 2
    return count


@compiled
def list_points(state: State, seat: int, ids: Ids, count: int, amounts: Amounts) -> int:
    """What the areas score: as amounts, and in steps; the weakest area apart, for foxes count it."""
    areas = area_points(state, seat)
    lowest = min(areas[0], areas[1], areas[2], areas[3], areas[4])
    total = 0
    for area in range(AREAS):
        points = areas[area]
        total += points
        amounts[area] = np.float32(points * 0.02)
        step = min(max(points // BUCKET - LOWEST_BUCKET, 0), BUCKETS - 1)
        ids[count] = AREA_BUCKET + area * BUCKETS + step
        count += 1
        if points == lowest:
            ids[count] = WEAKEST + area
            count += 1
    ids[count] = MIN_AREA + min(max(lowest // MIN_BUCKET, 0), MIN_BUCKETS - 1)
    foxes = state.foxes[seat]
    amounts[5] = np.float32(lowest * 0.02)
    amounts[6] = np.float32(foxes * 0.25)
    amounts[7] = np.float32(foxes * lowest * 0.01)
    amounts[8] = np.float32((total + foxes * lowest) * 0.01)
    return count + 1
