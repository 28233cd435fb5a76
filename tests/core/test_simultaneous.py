"""Whether seats choose in secret is a matter of what the others are told."""

import ludoteca
from ludoteca.core.simultaneous import chosen_in_secret, copied, same_chance
from ludoteca.core.table import Table


def is_secret(table: Table, seat: int) -> bool:
    """Is the seat's first action chosen in secret?"""
    after = copied(table)
    after.play(seat, table.legal(seat)[0])
    return chosen_in_secret(table, after)


def test_cards_of_pega_em_6_are_chosen_in_secret() -> None:
    table = ludoteca.game("pega-em-6").start(3, {}, 1)
    assert all(is_secret(table, seat) for seat in table.to_act)


def test_who_is_alone_to_act_has_no_secret() -> None:
    table = ludoteca.game("dobro").start(3, {}, 1)
    (seat,) = table.to_act
    assert not is_secret(table, seat)


def test_marks_of_doppelt_so_clever_are_seen_by_all() -> None:
    table = ludoteca.game("doppelt-so-clever").start(3, {}, 1)
    while len(table.to_act) < 2:
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    assert not any(is_secret(table, seat) for seat in table.to_act)


def test_a_roll_is_chance() -> None:
    table = ludoteca.game("doppelt-so-clever").start(2, {}, 1)
    before = copied(table)
    assert same_chance(before, table)
    seat = table.to_act[0]
    table.play(seat, table.legal(seat)[0])
    assert not same_chance(before, table)
