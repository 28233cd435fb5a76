"""How a written position or view of the tiny game becomes a record."""

from typing import Any

from ludoteca.core.errors import require
from ludoteca.core.reading import each_seat, whole_number
from ludoteca.core.record import State

from .alphabet import CARDS, TRICKS, Phase

Json = dict[str, Any]


def read_position(state: State, position: Json) -> None:
    """Fill a record in which seats, phase and the seats to act are already written."""
    state.trick = whole_number("trick", position["trick"], 1, TRICKS)
    played = TRICKS if state.phase == Phase.OVER else int(state.trick) - 1
    everywhere = sum(position["hands"] + position["shown"], position["out"])
    require(sorted(everywhere) == list(range(1, CARDS + 1)), "hands", "each card lies in one place")
    for seat in range(state.seats):
        read_seat(state, position, seat, played)
    for trick in range(played):
        cards = [int(card) for card in state.shown[: state.seats, trick]]
        state.points[cards.index(max(cards))] += 1


def read_seat(state: State, position: Json, seat: int, played: int) -> None:
    hand, shown, chosen = (
        each_seat(key, position[key], state.seats)[seat] for key in ("hands", "shown", "chosen")
    )
    require(len(shown) == played and len(hand) == TRICKS - played, "hands", "a card for each trick to come")
    require(chosen is None or chosen in hand, "chosen", "a card of the hand, or null")
    waited_for = chosen is None and state.phase == Phase.CHOOSE
    require(waited_for == (state.to_act >> seat & 1), "to_act", "the seats that have not chosen")
    state.hands[seat] = sum(1 << card for card in hand)
    state.shown[seat, :played] = shown
    state.chosen[seat] = chosen or 0


def fill_view(view: Json, seat: int) -> Json:
    """Any position that fits a view."""
    seen = sum(view["shown"], view["hands"][seat] if seat >= 0 else [])
    unseen = [card for card in range(1, CARDS + 1) if card not in seen]
    hands = [
        hand if isinstance(hand, list) else [unseen.pop(0) for _ in range(hand)] for hand in view["hands"]
    ]
    chosen = [hand[0] if card is True else card for card, hand in zip(view["chosen"], hands, strict=True)]
    return {**view, "hands": hands, "chosen": chosen, "out": unseen}
