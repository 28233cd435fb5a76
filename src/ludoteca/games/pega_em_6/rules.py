"""Pega em 6! by Wolfgang Kramer: the course of the game. See RULES.md; 2 to 10 seats, three variants.

Everybody chooses a card at the same time; the cards are placed lowest first; a seat that has to
place a sixth card in a row takes the five before it. Fewest bull heads wins.
"""

import numpy as np
import numpy.typing as npt

from ludoteca.core import chance
from ludoteca.core.compiled import compiled
from ludoteca.core.events import tell
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.alphabet import CARD, EXCHANGE, KEEP, PICK, PLACE, TAKE, No, Phase, Told
from ludoteca.games.pega_em_6.playable_specials import list_specials, refuse_special
from ludoteca.games.pega_em_6.rows import row_for, start_row
from ludoteca.games.pega_em_6.special_deck import deal_specials
from ludoteca.games.pega_em_6.state import (
    HAND,
    PLACES,
    POOL,
    clear,
    everybody,
    holds,
    how_many,
    list_cards,
    put,
    remove,
)
from ludoteca.games.pega_em_6.tables import (
    CARDS,
    HAND_CARDS,
    MOST_ROUNDS,
    MOST_ROWS,
    NO_ROW,
    SPECIALS,
    TABLE_ROWS,
    Variant,
)
from ludoteca.games.pega_em_6.trick import ask, exchange, place_cards, place_chosen, reveal
from ludoteca.games.pega_em_6.unseen import imagine

__all__ = ["set_up", "legal", "refusal", "apply", "score", "won", "imagine"]

Actions = npt.NDArray[np.int32]


# Set up


@compiled
def set_up(state: State) -> None:
    """Deal the first round."""
    state.this_round = 1
    state.placing = NOBODY
    state.first = NOBODY
    if state.variant == Variant.PROFESSIONAL:
        state.first = chance.below(state, state.seats)
    deal(state)


@compiled
def deal(state: State) -> None:
    """Begin a round: everything of the last one is cleared away."""
    state.trick = 1
    for place in range(PLACES):
        clear(state, place)
    for row in range(MOST_ROWS):
        state.row_seven[row] = 0
        state.row_blocked[row] = 0
        state.row_fifth[row] = 0
    tell(state, Told.DEALT, state.this_round, 0, 0)
    if state.variant == Variant.PROFESSIONAL:
        lay_out_draft(state)
        return
    deal_hands(state)
    if state.variant == Variant.ANNIVERSARY:
        deal_specials(state)
    ask_everybody(state)


@rule("P2", "P13")
@compiled
def deal_hands(state: State) -> None:
    """Ten cards to each seat, twelve in the anniversary variant; four more start the rows."""
    each = HAND_CARDS[state.variant]
    for card in range(CARDS):
        state.shuffled[card] = card + 1
    chance.shuffle(state, state.shuffled, each * state.seats + TABLE_ROWS, CARDS)
    for seat in range(state.seats):
        for card in range(each):
            put(state, HAND + seat, int(state.shuffled[seat * each + card]))
    open_rows(state, each * state.seats)


@compiled
def open_rows(state: State, place: int) -> None:
    """The cards shuffled to this place and the next ones start the rows."""
    state.row_count = TABLE_ROWS
    for row in range(TABLE_ROWS):
        state.opening[row] = state.shuffled[place + row]
        start_row(state, row, int(state.opening[row]))


@rule("P11")
@compiled
def lay_out_draft(state: State) -> None:
    """Only the cards 1 to 10 x seats + 4 are used, and all of them lie face up."""
    for card in range(1, HAND_CARDS[state.variant] * state.seats + TABLE_ROWS + 1):
        put(state, POOL, card)
    state.row_count = 0
    ask(state, Phase.DRAFT, state.first)


@rule("P3", "P25")
@compiled
def ask_everybody(state: State) -> None:
    """Everybody chooses at the same time, also when one card is left."""
    state.phase = Phase.CHOOSE
    state.to_act = everybody(state)


# Legal actions


@compiled
def legal(state: State, seat: int, actions: Actions) -> int:
    """What a seat that may act can do now."""
    if state.phase == Phase.CHOOSE:
        return list_cards(state, HAND + seat, CARD, actions, 0)
    if state.phase == Phase.PLACE:
        return list_placements(state, seat, actions)
    if state.phase == Phase.DRAFT:
        return list_cards(state, POOL, PICK, actions, 0)
    return list_exchanges(state, seat, actions)


@rule("P7", "P14", "P25")
@compiled
def list_placements(state: State, seat: int, actions: Actions) -> int:
    """A low card takes any row not blocked, another goes where it belongs; or a special card is played."""
    count = 0
    if row_for(state, state.chosen[seat]) == NO_ROW:
        for row in range(state.row_count):
            if not state.row_blocked[row]:
                actions[count] = TAKE + row
                count += 1
    else:
        actions[count] = PLACE
        count += 1
    if state.special_used or state.variant != Variant.ANNIVERSARY:
        return count
    return list_specials(state, seat, actions, count)


@compiled
def list_exchanges(state: State, seat: int, actions: Actions) -> int:
    actions[0] = KEEP
    count = 1
    for special in range(SPECIALS):
        if state.specials[seat, special]:
            actions[count] = EXCHANGE + special
            count += 1
    return count


# Why not


@compiled
def refusal(state: State, seat: int, action: int) -> int:
    """The reason why a seat may not do this now, or No.REASON."""
    phase = phase_of(action)
    if state.phase == Phase.OVER:
        return No.GAME_OVER
    if not (state.to_act >> seat) & 1:
        return NOT_YOURS[state.phase]
    if phase != state.phase:
        return OTHER_FIRST[state.phase]
    if phase == Phase.DRAFT:
        return No.REASON if holds(state, POOL, action - PICK) else No.NOT_IN_POOL
    if phase == Phase.CHOOSE:
        return No.REASON if holds(state, HAND + seat, action - CARD) else No.NOT_IN_HAND
    if phase == Phase.EXCHANGE:
        return refuse_exchange(state, seat, action)
    return refuse_placement(state, seat, action)


NOT_YOURS = np.array([No.NOT_YOUR_PICK, No.ALREADY_CHOSEN, No.NOT_YOUR_PLACEMENT, No.NOT_YOUR_EXCHANGE])
OTHER_FIRST = np.array([No.DRAFT_FIRST, No.CHOOSE_FIRST, No.PLACE_FIRST, No.EXCHANGE_FIRST])


@compiled
def phase_of(action: int) -> int:
    """The phase to which an action belongs."""
    if action < CARD:
        return Phase.DRAFT
    if action < TAKE:
        return Phase.CHOOSE
    return Phase.PLACE if action < EXCHANGE else Phase.EXCHANGE


@rule("P5", "P7", "P20")
@compiled
def refuse_placement(state: State, seat: int, action: int) -> int:
    """Only a low card takes a row of choice; only one that fits is simply placed."""
    if action > PLACE:
        return refuse_special(state, seat, action)
    low = row_for(state, state.chosen[seat]) == NO_ROW
    if action == PLACE:
        return No.LOW_CARD if low else No.REASON
    if not low:
        return No.CARD_FITS
    if action - TAKE >= state.row_count:
        return No.NO_SUCH_ROW
    return No.ROW_BLOCKED if state.row_blocked[action - TAKE] else No.REASON


@rule("P22")
@compiled
def refuse_exchange(state: State, seat: int, action: int) -> int:
    """Only a special card of the own hand can be exchanged; nobody has to."""
    if action == KEEP or state.specials[seat, action - EXCHANGE]:
        return No.REASON
    return No.NOT_TO_EXCHANGE


# Acting


@compiled
def apply(state: State, seat: int, action: int) -> None:
    """Carry out a legal action, and everything that follows without a decision."""
    state.to_act &= ~(1 << seat)
    if state.phase == Phase.CHOOSE:
        choose_card(state, seat, action - CARD)
    elif state.phase == Phase.PLACE:
        place_chosen(state, seat, action)
    elif state.phase == Phase.DRAFT:
        pick(state, seat, action - PICK)
    else:
        exchange(state, seat, action)
    if state.to_act == 0:
        go_on(state)


@compiled
def go_on(state: State) -> None:
    """Nobody has to decide: reveal, place what places itself, end the trick and the round."""
    if state.phase == Phase.CHOOSE:
        reveal(state)
    place_cards(state)
    if state.to_act == 0:
        end_trick(state)
    if state.to_act == 0 and state.phase != Phase.OVER:
        deal(state)


@rule("P12")
@compiled
def pick(state: State, seat: int, card: int) -> None:
    """Take one card of the pool; clockwise, until each has ten; the four left start the rows, ascending."""
    remove(state, POOL, card)
    put(state, HAND + seat, card)
    tell(state, Told.PICKED, seat, card, 0)
    if how_many(state, POOL) > TABLE_ROWS:
        ask(state, Phase.DRAFT, (seat + 1) % state.seats)
        return
    list_cards(state, POOL, 0, state.shuffled, 0)
    clear(state, POOL)
    open_rows(state, 0)
    ask_everybody(state)


@rule("P3")
@compiled
def choose_card(state: State, seat: int, card: int) -> None:
    """A choice is final and stays hidden until all have chosen."""
    state.chosen[seat] = card
    tell(state, Told.CHOSE, seat, card, 0)


# Ends


@rule("P9", "P14")
@compiled
def end_trick(state: State) -> None:
    """The round ends when the hands are empty, after ten tricks or twelve."""
    state.revealed = 0
    if state.trick == HAND_CARDS[state.variant]:
        end_round(state)
    else:
        state.trick += 1
        ask_everybody(state)


@rule("P9", "P12", "P23")
@compiled
def end_round(state: State) -> None:
    """Bull heads are added to the totals; the game is over or there is another round."""
    tell(state, Told.ROUND_OVER, state.this_round, 0, 0)
    for seat in range(state.seats):
        state.totals[seat] += state.heads[seat]
        state.heads[seat] = 0
    if was_last_round(state):
        state.phase = Phase.OVER
        tell(state, Told.GAME_OVER, 0, 0, 0)
        return
    state.this_round += 1
    if state.first != NOBODY:
        state.first = (state.first + 1) % state.seats


@rule("P10", "P24")
@compiled
def was_last_round(state: State) -> bool:
    """The last round is the one in which a seat reaches the target, or the one agreed on."""
    if state.rounds:
        return state.this_round >= state.rounds
    for seat in range(state.seats):
        if state.totals[seat] >= state.target:
            return True
    return state.this_round >= MOST_ROUNDS


@rule("P9")
@compiled
def score(state: State, seat: int) -> int:
    """Bull heads so far, this round included."""
    return state.totals[seat] + state.heads[seat]


@rule("P10", "P24")
@compiled
def won(state: State, seat: int) -> bool:
    """Fewest bull heads win; tied seats share the victory."""
    if state.phase != Phase.OVER:
        return False
    for other in range(state.seats):
        if state.totals[other] < state.totals[seat]:
            return False
    return True
