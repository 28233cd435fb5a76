"""How Dobro is written: positions, views and events. See RULES.md, Notation."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ludoteca.core.record import NOBODY, State
from ludoteca.core.record_fields import answered_once
from ludoteca.core.rule_marks import rule
from ludoteca.games.dobro.cards import count_of
from ludoteca.games.dobro.ends import finished
from ludoteca.games.dobro.tables import CARD_NAMES, KINDS

Json = dict[str, Any]

OPTIONAL_KEYS: tuple[str, ...] = ()


# Positions and views


@dataclass(frozen=True)
class Eyes:
    """What somebody may look at: an allow-list."""

    hands: Collection[int]  # the seats whose hands
    pile: bool  # the draw pile and the cards set aside


def write_position(state: State) -> Json:
    """The whole truth."""
    return written(state, Eyes(range(state.seats), True))


@rule("D3", "D4")
def write_view(state: State, seat: int) -> Json:
    """What a seat, or a spectator (NOBODY), may know: its own hand and what everybody saw."""
    return written(state, Eyes((seat,), False))


def written(state: State, eyes: Eyes) -> Json:
    return {
        **lying_open(state),
        "deck": shown([CARD_NAMES[card] for card in state.deck[: state.deck_left][::-1]], eyes.pile),
        "aside": shown(names(state.aside), eyes.pile),
        "hands": [shown(names(state.hands[seat]), seat in eyes.hands) for seat in range(state.seats)],
    }


@answered_once
def lying_open(state: State) -> Json:
    """What everybody sees; of the rest, the places in the text."""
    return {
        "round": int(state.this_round),
        "direction": int(state.direction),
        "value": int(state.value),
        "table": [CARD_NAMES[card] for card in state.table[: state.table_count]],
        "deck": None,
        "aside": None,
        "hands": None,
        "piles": [names(state.piles[seat]) for seat in range(state.seats)],
        "forgetful": None if state.forgetful == NOBODY else int(state.forgetful),
        "points": state.points[: finished(state), : state.seats].tolist(),
        "last_leader": int(state.last_leader),
    }


def names(cards: int) -> list[str]:
    """Packed cards as people write them, sorted."""
    return [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(count_of(cards, kind))]


def shown(cards: list[str], seen: bool) -> list[str] | int:
    """The cards for viewers that may see them, their number for all others."""
    return cards if seen else len(cards)


# Events


def event_value(field: str, number: int) -> Any:
    """A number of an event as people write it."""
    if field == "drawn":
        return CARD_NAMES[number]
    return str(number) if field == "card" else number
