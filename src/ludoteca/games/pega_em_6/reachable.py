"""Which positions of Pega em 6! no play could reach, as far as it can be seen from the position."""

from ludoteca.core.errors import require
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule import rule
from ludoteca.games.pega_em_6.playable import blocked_rows
from ludoteca.games.pega_em_6.rows import row_for
from ludoteca.games.pega_em_6.rules import was_last_round
from ludoteca.games.pega_em_6.sets import cards_in
from ludoteca.games.pega_em_6.state import ASIDE, HAND, PILE, POOL, RETURNED, how_many, special_cards
from ludoteca.games.pega_em_6.tables import (
    HAND_CARDS,
    HEADS,
    MOST_BLOCKED,
    MOST_ROUNDS,
    NO_ROW,
    SPECIALS_DEALT,
    TABLE_ROWS,
    Phase,
    Variant,
)
from ludoteca.games.pega_em_6.trick import lowest_chosen


def require_reachable(state: State) -> None:
    """BadPosition, with the field at fault, if this cannot come about by play."""
    require_rows(state)
    require_hands(state)
    require_heads(state)
    require_round(state)
    require_specials(state)
    require_phase(state)


# What lies on the table


@rule("P6", "P15", "P20")
def require_rows(state: State) -> None:
    """Four rows lie, or five of which the last is the fifth; all ascend."""
    fifth = int(state.row_fifth.sum())
    rows = 0 if state.phase == Phase.DRAFT else TABLE_ROWS + fifth
    require(state.row_count == rows and not state.row_fifth[:TABLE_ROWS].any(), "rows", f"{rows} rows lie")
    require(blocked_rows(state) <= MOST_BLOCKED, "rows", "at most two are blocked")
    for row in range(rows):
        cards = list(state.row_cards[row, : state.row_length[row]])
        require(cards == sorted(cards), "rows", "the cards of a row ascend")


@rule("P9")
def require_hands(state: State) -> None:
    """Every hand has the cards that this trick leaves it."""
    each = int(HAND_CARDS[state.variant])
    require(1 <= state.trick <= each, "trick", f"from 1 to {each}")
    if state.phase == Phase.DRAFT:
        return
    left = 0 if state.phase == Phase.OVER else each - state.trick + (state.phase == Phase.CHOOSE)
    for seat in range(state.seats):
        require(how_many(state, HAND + seat) == left, "hands", f"seat {seat} has {left} cards now")
    require(how_many(state, POOL) == 0, "pool", "the pool is for the draft")


@rule("P9", "P21")
def require_heads(state: State) -> None:
    """Bull heads are those of the pile, less what `positive` struck off: at most those of the cards aside."""
    struck = 0
    for seat in range(state.seats):
        heads = state.totals[seat] if state.phase == Phase.OVER else state.heads[seat]
        in_pile = heads_at(state, PILE + seat)
        require(heads >= 0 and state.totals[seat] >= 0, "heads", "never below zero")
        struck += max(0, in_pile - heads)
        require(state.phase == Phase.OVER or heads <= in_pile, "heads", f"seat {seat} has taken {in_pile}")
    require(struck <= heads_at(state, ASIDE), "heads", f"{struck} fewer than the piles show")
    require(state.phase != Phase.OVER or not state.heads.any(), "heads", "zero when the game is over")


def heads_at(state: State, place: int) -> int:
    return int(HEADS[cards_in(state, place)].sum())


# The course of the game


@rule("P10", "P24")
def require_round(state: State) -> None:
    """The game is over exactly after its last round, and totals are those of the rounds before."""
    this_round, totals = int(state.this_round), sum(state.totals.tolist())
    require(1 <= this_round <= (state.rounds or MOST_ROUNDS), "round", "there is no such round")
    over = state.phase == Phase.OVER
    finished = this_round if over else this_round - 1
    require(totals <= finished * int(HEADS.sum()), "totals", f"{finished} rounds are finished")
    before = [total_before(state, seat) for seat in range(state.seats)]
    if over:
        require(was_last_round(state), "phase", "the game is not over yet")
        require(state.trick == HAND_CARDS[state.variant], "trick", "the last one when the game is over")
        first = state.this_round == 1
        require(not first or not any(before), "totals", "after one round, the bull heads of the piles")
    require(state.rounds or max(before) < state.target, "totals", "the target was reached a round ago")


def total_before(state: State, seat: int) -> int:
    """The total with which a seat went into the round whose piles are lying."""
    taken = heads_at(state, PILE + seat) if state.phase == Phase.OVER else 0
    return int(state.totals[seat]) - taken


@rule("P13", "P14", "P23")
def require_specials(state: State) -> None:
    """Only the anniversary has special cards; no seat holds more than it was dealt; at first none is used."""
    aside = how_many(state, ASIDE)
    marked = state.row_seven.any() or state.row_blocked.any() or state.row_fifth.any()
    if state.variant != Variant.ANNIVERSARY:
        require(not marked, "rows", "special cards are for the anniversary")
        require(not aside, "aside", "only the anniversary lays cards aside")
        return
    for seat in range(state.seats):
        most = SPECIALS_DEALT * int(state.this_round)
        require(special_cards(state, seat) <= most, "specials", f"seat {seat} was dealt {most} at most")
    if state.trick == 1 and state.phase == Phase.CHOOSE:
        returned = any(how_many(state, RETURNED + seat) for seat in range(state.seats))
        used = marked or returned or state.special_discard.any()
        require(not used, "specials", "none can be used before the first trick")
        dealt = all(special_cards(state, seat) == SPECIALS_DEALT for seat in range(state.seats))
        require(dealt or state.this_round > 1, "specials", "every seat was dealt three")


def require_phase(state: State) -> None:
    """What each phase asks for."""
    placing = state.phase in (Phase.PLACE, Phase.EXCHANGE)
    require(state.revealed == placing, "revealed", "true while cards are placed")
    require(not state.special_used or state.phase == Phase.PLACE, "special_used", "false but in place")
    drafts = state.variant == Variant.PROFESSIONAL
    firsts = range(state.seats) if drafts else (NOBODY,)
    require(state.first in firsts, "first", "the first picker of the draft, if there is one")
    if state.phase == Phase.DRAFT:
        require_draft(state)
    elif state.phase == Phase.CHOOSE:
        require_choosing(state)
    elif state.phase == Phase.PLACE:
        require_placing(state)
    elif state.phase == Phase.EXCHANGE:
        require_exchange(state)
    else:
        require(not state.chosen.any(), "chosen", "nobody has chosen when the game is over")
        require(state.to_act == 0, "to_act", "nobody when the game is over")


@rule("P12")
def require_draft(state: State) -> None:
    """Seats have picked in turn, and the next one is to act; nobody has chosen or taken anything yet."""
    require(state.variant == Variant.PROFESSIONAL, "phase", "only the professional variant has a draft")
    require(state.trick == 1, "trick", "1 during the draft")
    require(not state.chosen.any(), "chosen", "nobody chooses during the draft")
    require_nothing_taken(state)
    require(how_many(state, POOL) > TABLE_ROWS, "pool", "the draft is over")
    picks = sum(how_many(state, HAND + seat) for seat in range(state.seats))
    for seat in range(state.seats):
        turns = (picks + state.seats - 1 - (seat - state.first) % state.seats) // state.seats
        require(how_many(state, HAND + seat) == turns, "hands", f"seat {seat} has picked {turns} cards")
    require(state.to_act == 1 << int((state.first + picks) % state.seats), "to_act", "the next picker")


def require_nothing_taken(state: State) -> None:
    for seat in range(state.seats):
        require(how_many(state, PILE + seat) == 0, "piles", "nobody has taken a row yet")
    require(how_many(state, ASIDE) == 0, "aside", "nobody has taken a row yet")


@rule("P3")
def require_choosing(state: State) -> None:
    """Those who have not chosen are to act; before the first trick nobody has taken anything."""
    waiting = sum(1 << seat for seat in range(state.seats) if not state.chosen[seat])
    require(waiting and state.to_act == waiting, "to_act", "the seats that have not chosen")
    if state.trick == 1:
        require_nothing_taken(state)


@rule("P4", "P25")
def require_placing(state: State) -> None:
    """The seat with the lowest card is placing, and there is something to ask it."""
    seat = state.placing
    require(state.to_act == 1 << int(seat), "to_act", "the one seat that is placing")
    require(state.chosen[seat], "chosen", f"seat {seat} has a card to place")
    low = row_for(state, state.chosen[seat]) == NO_ROW
    if state.special_used:
        require(low, "special_used", "after a special card, only a low card is asked for")
        used = state.special_discard.any() or state.row_blocked.any()
        require(used, "special_used", "then a special card lies somewhere")
    else:
        require(seat == lowest_chosen(state), "to_act", "the seat with the lowest card")
        require(low or special_cards(state, seat), "phase", "there is nothing to decide")


@rule("P22")
def require_exchange(state: State) -> None:
    """A seat that has just taken a row, and so freed all of them, still holds a special card."""
    seat = int(state.to_act).bit_length() - 1
    require(state.to_act == 1 << max(seat, 0), "to_act", "the one seat that may exchange")
    require(not state.chosen[seat], "chosen", f"seat {seat} has placed its card")
    require(special_cards(state, seat), "specials", f"seat {seat} has a special card to exchange")
    free = state.row_count == TABLE_ROWS and not blocked_rows(state)
    require(free, "rows", "four, and none blocked, after a taking")
    taken = how_many(state, PILE + seat) or how_many(state, ASIDE)
    require(taken, "piles", f"seat {seat} has taken a row")
