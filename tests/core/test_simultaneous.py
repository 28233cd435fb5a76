"""Whether seats choose in secret is a matter of what the others are told."""

import pytest

import ludoteca
from ludoteca.core.errors import IllegalAction
from ludoteca.core.simultaneous import chosen_in_secret, copied, same_chance


def test_cards_of_pega_em_6_are_chosen_in_secret_and_nothing_changes() -> None:
    table = ludoteca.game("pega-em-6").start(3, {}, 1)
    before = table.states.tobytes()
    assert all(chosen_in_secret(table, seat, table.legal(seat)[0]) for seat in table.to_act)
    assert table.states.tobytes() == before


def test_who_is_alone_to_act_has_no_secret() -> None:
    table = ludoteca.game("dobro").start(3, {}, 1)
    (seat,) = table.to_act
    assert not any(chosen_in_secret(table, seat, action) for action in table.legal(seat))


def test_marks_of_doppelt_so_clever_are_seen_by_all() -> None:
    table = ludoteca.game("doppelt-so-clever").start(3, {}, 1)
    while len(table.to_act) < 2:
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    assert not any(chosen_in_secret(table, seat, table.legal(seat)[0]) for seat in table.to_act)


def test_what_is_not_allowed_is_refused() -> None:
    table = ludoteca.game("pega-em-6").start(3, {}, 1)
    other = next(card for card in range(1, 105) if {"card": card} not in table.legal(0))
    with pytest.raises(IllegalAction):
        chosen_in_secret(table, 0, {"card": other})


def test_a_roll_is_chance() -> None:
    table = ludoteca.game("doppelt-so-clever").start(2, {}, 1)
    before = copied(table)
    assert same_chance(before, table)
    seat = table.to_act[0]
    table.play(seat, table.legal(seat)[0])
    assert not same_chance(before, table)
