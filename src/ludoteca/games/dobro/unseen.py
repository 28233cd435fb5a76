"""What a seat cannot know, drawn anew."""

from ludoteca.core.compiled import compiled
from ludoteca.core.record import State
from ludoteca.core.rule_marks import rule
from ludoteca.games.dobro.cards import BOX_OF, ONE_CARD, how_many
from ludoteca.games.dobro.state import draw, stack
from ludoteca.games.dobro.tables import CARDS


@rule("D4", "D15")
@compiled
def imagine(state: State, seat: int) -> None:
    """Redraw what `seat` cannot know: other hands, the draw pile and the cards set aside."""
    stack(state, unseen_by(state, seat))
    for other in range(state.seats):
        if other != seat:
            state.hands[other] = draw(state, how_many(state.hands[other]))
    state.aside = draw(state, how_many(state.aside))
    for place in range(state.deck_left, CARDS):
        state.deck[place] = 0


@compiled
def unseen_by(state: State, seat: int) -> int:
    """All cards but those in play, those in the score piles, which everybody saw, and the own hand."""
    unseen = BOX_OF[state.seats]
    for place in range(state.table_count):
        unseen -= ONE_CARD[int(state.table[place])]
    for owner in range(state.seats):
        unseen -= state.piles[owner]
        if owner == seat:
            unseen -= state.hands[owner]
    return unseen
