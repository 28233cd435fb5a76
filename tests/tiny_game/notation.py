"""How the tiny game is written. See RULES.md, Notation."""

from typing import Any

from ludoteca.core.actions import FewActions
from ludoteca.core.record import State

from .alphabet import CARDS

Json = dict[str, Any]

OPTIONAL_KEYS: tuple[str, ...] = ()


def write_action(action: int) -> Json:
    return {"card": action}


ACTIONS = FewActions(write_action, range(1, CARDS + 1), lambda _: f"a card is a number from 1 to {CARDS}")


def cards_in(bits: int) -> list[int]:
    return [card for card in range(1, CARDS + 1) if bits >> card & 1]


def write_position(state: State) -> Json:
    return written(state, range(state.seats), True)


def write_view(state: State, seat: int) -> Json:
    return written(state, (seat,), False)


def written(state: State, open_hands: Any, out_is_seen: bool) -> Json:
    seats = range(state.seats)
    hands = [cards_in(int(state.hands[seat])) for seat in seats]
    shown = [[int(card) for card in state.shown[seat] if card] for seat in seats]
    out = [card for card in range(1, CARDS + 1) if not any(card in place for place in hands + shown)]
    chosen = [int(state.chosen[seat]) or None for seat in seats]
    return {
        "trick": int(state.trick),
        "hands": [hand if seat in open_hands else len(hand) for seat, hand in enumerate(hands)],
        "chosen": [chosen[seat] if seat in open_hands else chosen[seat] and True for seat in seats],
        "shown": shown,
        "out": out if out_is_seen else len(out),
    }


def event_value(field: str, number: int) -> int:
    return number
