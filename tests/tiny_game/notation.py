"""How the tiny game is written. See RULES.md, Notation."""

from typing import Any

from ludoteca.core.errors import BadOptions, BadPosition, IllegalAction, brief
from ludoteca.core.record import State

from .rules import CARDS, EVENTS, MOST_SEATS, TRICKS, score, won

__all__ = [
    "OPTIONS",
    "EVENTS",
    "OPTIONAL_KEYS",
    "seat_range",
    "read_options",
    "write_options",
    "write_action",
    "read_action",
    "action_kind",
    "write_position",
    "write_view",
    "read_position",
    "fill_view",
    "event_value",
]

Json = dict[str, Any]

OPTIONAL_KEYS: tuple[str, ...] = ()
OPTIONS: tuple[Json, ...] = ({},)


def seat_range(_options: Json) -> range:
    return range(2, MOST_SEATS + 1)


def read_options(seats: int, options: Json) -> Json:
    if options:
        raise BadOptions("unknown_option", "there are no options")
    if seats not in seat_range(options):
        raise BadOptions("bad_seats", f"2 to {MOST_SEATS} seats")
    return {}


def write_options(state: State, options: Json) -> None:
    pass


def write_action(action: int) -> Json:
    return {"card": action}


def read_action(action: Json) -> int:
    if type(action) is not dict or action.keys() != {"card"} or type(action["card"]) is not int:
        raise IllegalAction("no_such_action", f"an action is a card, not {brief(action)}")
    if not 1 <= action["card"] <= CARDS:
        raise IllegalAction("no_such_action", f"a card is a number from 1 to {CARDS}")
    return int(action["card"])


def action_kind(_action: Json) -> str:
    return "card"


def event_value(_field: str, number: int) -> int:
    return number


# Positions and views


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
        "game": "tiny-game",
        "seats": int(state.seats),
        "options": {},
        "phase": "choose" if state.to_act else "over",
        "to_act": [seat for seat in seats if state.to_act >> seat & 1],
        "over": bool(state.to_act == 0),
        "winners": [seat for seat in seats if won(state, seat)],
        "scores": [int(score(state, seat)) for seat in seats],
        "trick": int(state.trick),
        "hands": [hand if seat in open_hands else len(hand) for seat, hand in enumerate(hands)],
        "chosen": [chosen[seat] if seat in open_hands else chosen[seat] and True for seat in seats],
        "shown": shown,
        "out": out if out_is_seen else len(out),
    }


def require(true: object, field: str) -> None:
    if not true:
        raise BadPosition(f"bad_{field}", f"{field} does not fit")


def read_position(state: State, position: Json) -> None:
    """Fill a record; the shared round trip refuses what is then written differently."""
    over = position["over"] is True
    state.trick = position["trick"]
    require(1 <= state.trick <= TRICKS, "trick")
    played = TRICKS if over else int(state.trick) - 1
    for seat in range(state.seats):
        hand, shown, chosen = (position[key][seat] for key in ("hands", "shown", "chosen"))
        require(len(shown) == played and len(hand) == TRICKS - played, "hands")
        require(all(type(card) is int and 1 <= card <= CARDS for card in hand + shown), "hands")
        require(chosen is None or (chosen in hand and not over), "chosen")
        state.hands[seat] = sum(1 << card for card in set(hand))
        state.shown[seat, :played] = shown
        state.chosen[seat] = chosen or 0
        if not over and chosen is None:
            state.to_act |= 1 << seat
    require(over or state.to_act, "to_act")
    everywhere = sum(position["hands"] + position["shown"], position["out"])
    require(sorted(everywhere) == list(range(1, CARDS + 1)), "hands")
    for trick in range(played):
        cards = [int(card) for card in state.shown[: state.seats, trick]]
        state.points[cards.index(max(cards))] += 1


def fill_view(view: Json, seat: int) -> Json:
    """Any position that fits a view."""
    seen = sum(view["shown"], view["hands"][seat] if seat >= 0 else [])
    unseen = [card for card in range(1, CARDS + 1) if card not in seen]
    hands = [
        hand if isinstance(hand, list) else [unseen.pop(0) for _ in range(hand)] for hand in view["hands"]
    ]
    chosen = [hand[0] if card is True else card for card, hand in zip(view["chosen"], hands, strict=True)]
    return {**view, "hands": hands, "chosen": chosen, "out": unseen}
