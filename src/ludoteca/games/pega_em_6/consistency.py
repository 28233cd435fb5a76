"""Which positions of Pega em 6! are consistent: every bull head accounted for, and a phase that can go on."""

from ludoteca.core.errors import require
from ludoteca.core.record import NOBODY, State
from ludoteca.core.rule_marks import rule
from ludoteca.games.pega_em_6.alphabet import Phase
from ludoteca.games.pega_em_6.playable_specials import blocked_rows
from ludoteca.games.pega_em_6.rules import was_last_round
from ludoteca.games.pega_em_6.sets import cards_in
from ludoteca.games.pega_em_6.state import ASIDE, HAND, PILE, POOL, holds, how_many, special_cards
from ludoteca.games.pega_em_6.tables import HAND_CARDS, HEADS, MOST_BLOCKED, MOST_ROUNDS, TABLE_ROWS, Variant
from ludoteca.games.pega_em_6.trick import lowest_chosen


def require_consistent(state: State) -> None:
    """BadPosition, with the field at fault, unless play can go on from here. Not asked: how it came here."""
    require_course(state)
    require_rows(state)
    require_hands(state)
    require_heads(state)
    REQUIRE_PHASE[state.phase](state)


@rule("P10")
def require_course(state: State) -> None:
    """The round and trick are among those of the game, and what belongs to one phase is in no other."""
    rounds, tricks = int(state.rounds) or MOST_ROUNDS, int(HAND_CARDS[state.variant])
    require(state.this_round <= rounds, "round", f"the game has {rounds} rounds")
    require(state.trick <= tricks, "trick", f"a round has {tricks} tricks")
    placing = state.phase in (Phase.PLACE, Phase.EXCHANGE)
    require(state.revealed == placing, "revealed", "true exactly while cards are placed")
    may_use = state.phase == Phase.PLACE and state.variant == Variant.ANNIVERSARY
    require(may_use or not state.special_used, "special_used", "only while placing, in the anniversary")
    drafts = state.variant == Variant.PROFESSIONAL
    require((state.first != NOBODY) == drafts, "first", "a seat in the professional variant, else null")
    require(state.phase == Phase.DRAFT or not how_many(state, POOL), "pool", "only the draft has a pool")


@rule("P2", "P15", "P20")
def require_rows(state: State) -> None:
    """Four rows lie, or five if one is marked fifth; two may be blocked. None lie in the draft."""
    rows = 0 if state.phase == Phase.DRAFT else TABLE_ROWS + int(state.row_fifth.sum())
    require(state.row_count == rows, "rows", "four lie, or five if one is marked fifth; none in the draft")
    require(blocked_rows(state) <= MOST_BLOCKED, "rows", "at most two are blocked")
    if state.variant != Variant.ANNIVERSARY:
        marked = state.row_seven.any() or state.row_blocked.any() or state.row_fifth.any()
        require(not marked, "rows", "only the anniversary has special cards")
        require(not how_many(state, ASIDE), "aside", "only the anniversary lays cards aside")


@rule("P3", "P9")
def require_hands(state: State) -> None:
    """Every seat holds a card for each trick that is left, and a card not revealed is still in the hand."""
    left = int(HAND_CARDS[state.variant]) - int(state.trick) + (state.phase == Phase.CHOOSE)
    for seat in range(state.seats):
        full = state.phase == Phase.DRAFT or how_many(state, HAND + seat) == left
        require(full, "hands", f"in trick {int(state.trick)} seat {seat} has {left} cards")
        held = state.revealed or not state.chosen[seat] or holds(state, HAND + seat, state.chosen[seat])
        require(held, "chosen", f"seat {seat} does not hold the card it has chosen")


@rule("P9", "P21")
def require_heads(state: State) -> None:
    """A seat has the bull heads of its pile; as many as the cards aside show may have been struck off."""
    over, struck = state.phase == Phase.OVER, 0
    for seat in range(state.seats):
        in_pile = heads_at(state, PILE + seat)
        require(over or state.heads[seat] <= in_pile, "heads", f"the pile of seat {seat} shows {in_pile}")
        struck += max(0, in_pile - int(state.totals[seat] if over else state.heads[seat]))
    aside = heads_at(state, ASIDE)
    require(struck <= aside, "totals" if over else "heads", f"{struck} fewer than piles show, {aside} aside")


def heads_at(state: State, place: int) -> int:
    return int(HEADS[cards_in(state, place)].sum())


# What each phase needs


@rule("P12")
def require_draft(state: State) -> None:
    """Seats have picked in turn, and the next one picks; when four cards are left, each will have ten."""
    require(state.variant == Variant.PROFESSIONAL, "phase", "only the professional variant has a draft")
    require(state.trick == 1, "trick", "1 in the draft")
    require(not state.chosen.any(), "chosen", "nobody chooses in the draft")
    picks = int(HAND_CARDS[state.variant]) * int(state.seats) + TABLE_ROWS - how_many(state, POOL)
    require(how_many(state, POOL) > TABLE_ROWS, "pool", "the draft ends when four cards are left")
    for seat in range(state.seats):
        turns = (picks + state.seats - 1 - (seat - state.first) % state.seats) // state.seats
        require(how_many(state, HAND + seat) == turns, "hands", f"seat {seat} has picked {turns} cards")
    require(state.to_act == 1 << int((state.first + picks) % state.seats), "to_act", "the next picker")


@rule("P3")
def require_choosing(state: State) -> None:
    """Exactly the seats that have not chosen are asked."""
    waiting = sum(1 << seat for seat in range(state.seats) if not state.chosen[seat])
    require(waiting and state.to_act == waiting, "to_act", "the seats that have not chosen")


@rule("P4", "P18")
def require_placing(state: State) -> None:
    """The lowest card is being placed, but a special card may have put another one in its turn."""
    seat = require_one_seat(state)
    require(state.chosen[seat], "chosen", f"seat {seat} has a card to place")
    lowest = state.special_used or seat == lowest_chosen(state)
    require(lowest, "to_act", "the seat with the lowest card")


@rule("P22")
def require_exchange(state: State) -> None:
    """A seat has placed its card and holds a special card that it can exchange."""
    seat = require_one_seat(state)
    require(not state.chosen[seat], "chosen", f"seat {seat} has placed its card")
    require(special_cards(state, seat), "specials", f"seat {seat} has no special card to exchange")


@rule("P10", "P24")
def require_over(state: State) -> None:
    """The last trick of the last round has been played, and its bull heads are in the totals."""
    require(state.to_act == 0, "to_act", "nobody when the game is over")
    require(not state.chosen.any(), "chosen", "nobody has chosen when the game is over")
    require(not state.heads.any(), "heads", "zero when the game is over: they are in the totals")
    require(state.trick == HAND_CARDS[state.variant], "trick", "the last one when the game is over")
    require(was_last_round(state), "phase", "the game is not over yet")


def require_one_seat(state: State) -> int:
    """The seat that acts alone."""
    to_act = int(state.to_act)
    require(to_act.bit_count() == 1, "to_act", "one seat")
    return to_act.bit_length() - 1


REQUIRE_PHASE = (require_draft, require_choosing, require_placing, require_exchange, require_over)
