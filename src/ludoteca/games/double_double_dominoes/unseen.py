"""What a seat cannot know, drawn anew from all that agrees with what it does know."""

from ludoteca.core import bits, chance
from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.double_double_dominoes.alphabet import Phase
from ludoteca.games.double_double_dominoes.board import can_lay, fitting_kinds
from ludoteca.games.double_double_dominoes.known import Shown
from ludoteca.games.double_double_dominoes.state import (
    NOT_COUNTED,
    give,
    pips_in,
    tiles_in,
)
from ludoteca.games.double_double_dominoes.tables import (
    ANY_KIND,
    KINDS,
    MOST_SUM,
    MOST_TILES,
    NO_TILE,
    SUM_IS,
)

# Of 2,104 tables played here, 2,092 were imagined at the first deal. What a position set up by hand says
# of its hidden tiles may be so odd that no deal ever meets it.
MOST_DEALS = 500


@rule("T4", "T10")
@compiled
def imagine(state: State, seat: int) -> None:
    """Redraw what `seat` cannot know: other hands, others' discards, and the order of the boneyard."""
    for _ in range(MOST_DEALS):
        if deal_unseen(state, seat):
            return
    deal_anyhow(state, seat)


@compiled
def deal_unseen(state: State, viewer: int) -> bool:
    """Deal all tiles that the viewer does not see. Does the table agree with all that is known?

    Places of which something is known get their tiles first, then chance gives the rest.
    """
    gather(state, viewer)
    dealt = deal_shown(state, viewer) and deal_known(state, viewer) and deal_discards(state)
    if dealt:
        deal_rest(state)
    return dealt and acts_as_seen(state, viewer)


@compiled
def gather(state: State, viewer: int) -> None:
    """Put the tiles of other hands and of others' discards into the boneyard, and that in order of kinds.

    So what is drawn next depends on what is known and on chance, but not on where the tiles really lay.
    """
    unseen = 0  # how many of each kind, as in a hand
    for place in range(state.boneyard_size):
        unseen += 1 << 2 * int(state.boneyard[place])
    for seat in range(state.seats):
        if seat != viewer:
            unseen += state.hands[seat]
            state.hands[seat] = 0
    for line in range(state.discard_count):
        if state.discard_seat[line] != viewer and state.discard_tile[line] != NO_TILE:
            unseen += 1 << 2 * int(state.discard_tile[line])
            state.discard_tile[line] = NO_TILE
    fill_boneyard(state, unseen)


@compiled
def fill_boneyard(state: State, tiles: int) -> None:
    state.boneyard_size = 0
    for kind in range(KINDS):
        for _ in range(tiles >> 2 * kind & 3):
            state.boneyard[state.boneyard_size] = kind
            state.boneyard_size += 1


@compiled
def draw_one_of(state: State, kinds: int) -> int:
    """Draw from the boneyard any tile of these kinds, each equally likely, or NO_TILE if there is none."""
    tiles, found = state.boneyard, 0
    for place in range(state.boneyard_size):
        found += kinds >> int(tiles[place]) & 1
    if found == 0:
        return NO_TILE
    skipped = chance.below(state, found)
    place = 0
    while skipped or not kinds >> int(tiles[place]) & 1:
        skipped -= kinds >> int(tiles[place]) & 1
        place += 1
    kind = int(tiles[place])
    state.boneyard_size -= 1
    tiles[place] = tiles[state.boneyard_size]
    return kind


@rule("T4")
@compiled
def deal_shown(state: State, viewer: int) -> bool:
    """A tile that was shown and may since have been discarded is in that hand or among those discards."""
    for seat in range(state.seats):
        if seat != viewer and state.shown_is[seat] >= Shown.HELD_OR_DISCARDED:
            kind = draw_one_of(state, 1 << state.shown[seat])
            if kind == NO_TILE:
                return False
            place = chance.below(state, places_in_hand(state, seat) + possible_discards(state, seat))
            if place < places_in_hand(state, seat):
                give(state, seat, kind)
            else:
                discard_shown(state, seat, place - places_in_hand(state, seat))
    return True


@compiled
def places_in_hand(state: State, seat: int) -> int:
    """How many tiles of the hand may be the tile shown."""
    may_be = state.may_hold[seat, 0] >> state.shown[seat] & 1
    return state.hand_size[seat] if may_be and state.shown_is[seat] != Shown.DISCARDED else 0


@compiled
def possible_discards(state: State, seat: int) -> int:
    """How many discards of a seat may be the tile shown."""
    possible = 0
    for line in range(state.discard_count):
        possible += may_be_shown(state, seat, line)
    return possible


@compiled
def may_be_shown(state: State, seat: int, line: int) -> int:
    own = state.discard_seat[line] == seat
    return int(state.discard_may_be[line]) >> state.shown[seat] & 1 if own else 0


@compiled
def discard_shown(state: State, seat: int, skipped: int) -> None:
    for line in range(state.discard_count):
        if may_be_shown(state, seat, line):
            if skipped == 0:
                state.discard_tile[line] = state.shown[seat]
            skipped -= 1


@rule("T4", "T10")
@compiled
def deal_known(state: State, viewer: int) -> bool:
    """Deal the tiles of other hands that cannot be of any kind."""
    fitting = fitting_kinds(state) if state.phase == Phase.DISCARD else 0
    for seat in range(state.seats):
        acts = state.to_act >> seat & 1
        if seat != viewer and not deal_hand(state, seat, fitting if acts else 0):
            return False
    return True


@compiled
def deal_hand(state: State, seat: int, impossible: int) -> bool:
    for place in range(tiles_in(state.hands[seat]), state.hand_size[seat]):
        kinds = state.may_hold[seat, place] & ~impossible & counted_kinds(state, seat, place)
        if kinds == ANY_KIND and state.counted[seat] == NOT_COUNTED:
            return True
        kind = draw_one_of(state, kinds)
        if kind == NO_TILE:
            return False
        give(state, seat, kind)
    return True


@rule("T17")
@compiled
def counted_kinds(state: State, seat: int, place: int) -> int:
    """Where the pips of a hand were counted, its last tile makes up what is missing."""
    if state.counted[seat] == NOT_COUNTED or place < state.hand_size[seat] - 1:
        return ANY_KIND
    missing = state.counted[seat] - pips_in(state.hands[seat])
    return SUM_IS[missing] if 0 <= missing <= MOST_SUM else 0


@rule("T10")
@compiled
def deal_discards(state: State) -> bool:
    """A discard did not fit anywhere at that time."""
    for line in range(state.discard_count):
        if state.discard_tile[line] == NO_TILE:
            kind = draw_one_of(state, int(state.discard_may_be[line]))
            if kind == NO_TILE:
                return False
            state.discard_tile[line] = kind
    return True


@compiled
def deal_rest(state: State) -> None:
    """Shuffle what is left, deal it to the hands that lack tiles, and leave no trace of what lay there."""
    chance.shuffle(state, state.boneyard, state.boneyard_size, state.boneyard_size)
    for seat in range(state.seats):
        while tiles_in(state.hands[seat]) < state.hand_size[seat]:
            state.boneyard_size -= 1
            give(state, seat, int(state.boneyard[state.boneyard_size]))
    for place in range(state.boneyard_size, MOST_TILES):
        state.boneyard[place] = 0


@rule("T5", "T10")
@compiled
def acts_as_seen(state: State, viewer: int) -> bool:
    """A seat that has to lay holds a tile that fits, and one that has to discard holds none."""
    if state.phase != Phase.LAY and state.phase != Phase.DISCARD:
        return True
    acting = bits.lowest(state.to_act)
    return acting == viewer or can_lay(state, acting) == (state.phase == Phase.LAY)


@compiled
def deal_anyhow(state: State, viewer: int) -> None:
    """Deal as if nothing were known, except what the phase says of the seat to act."""
    gather(state, viewer)
    if state.phase == Phase.LAY or state.phase == Phase.DISCARD:
        deal_to_act(state, viewer)
    for line in range(state.discard_count):
        if state.discard_tile[line] == NO_TILE:
            state.discard_tile[line] = draw_one_of(state, ANY_KIND)
    deal_rest(state)


@rule("T5", "T10")
@compiled
def deal_to_act(state: State, viewer: int) -> None:
    """A tile that fits to a seat that has to lay; only tiles that do not to one that has to discard."""
    acting = bits.lowest(state.to_act)
    fitting = fitting_kinds(state)
    if acting == viewer:
        return
    if state.phase == Phase.LAY:
        deal_some(state, acting, fitting, 1)
    else:
        deal_some(state, acting, ANY_KIND & ~fitting, state.hand_size[acting])


@compiled
def deal_some(state: State, seat: int, kinds: int, tiles: int) -> None:
    """Deal a seat so many tiles of these kinds, as far as there are any."""
    for _ in range(tiles):
        kind = draw_one_of(state, kinds)
        if kind != NO_TILE:
            give(state, seat, kind)
