"""What was played in a round is kept, and tells types of players apart."""

from typing import Any

import numpy as np
import pytest

from ludoteca.core.bot_random import rng_of
from ludoteca.core.table import Table, bot_choice
from ludoteca.games.pega_em_6.alphabet import MOST_LEGAL
from ludoteca.games.pega_em_6.bots import NET, TYPES, Bot
from ludoteca.games.pega_em_6.learned import Net
from ludoteca.games.pega_em_6.memory import ERRS, all_tricks_seen, type_odds
from ludoteca.games.pega_em_6.tables import HEADS
from ludoteca.games.pega_em_6.tests.signs import chances
from ludoteca.games.pega_em_6.tests.tables import GAME, rows

Json = dict[str, Any]


def started(seats: int, variant: str) -> Table:
    return GAME.start(seats, {"variant": variant, "rounds": 2}, seed=seats)


def chosen_at_random(table: Table, rng: Any) -> tuple[int, Json]:
    seat, actions = table.to_act[0], np.zeros(MOST_LEGAL, dtype=np.int32)
    return seat, table.game.notation.write_action(
        int(bot_choice(table.states, seat, Bot.RANDOM, actions, rng))
    )


def one_to_one(seats: int) -> Any:
    """Odds by type of player and seat, before anything was seen."""
    return np.ones((len(TYPES), seats))


def recalled(table: Table) -> tuple[Table, Any]:
    """The table after all full tricks of the round, played again, and the odds."""
    again, odds = Table(table.game, table.states.copy()), one_to_one(table.seats)
    again.states[0].listening = 0
    type_odds(again.states[0], odds, np.zeros(MOST_LEGAL, dtype=np.int32))
    return again, odds


def odds_of(view: Json, seat: int, action: Json) -> list[float]:
    """How much likelier each type of player does this than one that does anything."""
    if "card" in action:
        place = view["hands"][seat].index(action["card"])
        likely = [chances(view, seat, net, 1) for net in Net]
        return [1, *(ERRS + (1 - ERRS) * len(one) * one[place] for one in likely)]
    if "row" in action:
        heads = [sum(HEADS[card] for card in row["cards"]) for row in view["rows"]]
        odds = ERRS + (1 - ERRS) * len(heads) * (heads[action["row"] - 1] == min(heads))
        return [1, *[odds] * len(Net)]
    return [1] * len(TYPES)


def test_every_net_has_its_type_of_player_after_the_random_one() -> None:
    assert TYPES[0] == Bot.RANDOM
    assert [NET[type] for type in TYPES[1:]] == list(Net)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_round_so_far_is_played_again_and_every_decision_weighed(seats: int) -> None:
    """Before each trick the odds are those that the views gave, and the table is as it was."""
    table, rng = started(seats, "basic"), rng_of(seats)
    odds = one_to_one(seats)
    while not table.over:
        if table.view(None)["phase"] == "choose" and len(table.to_act) == seats:
            odds = one_to_one(seats) if table.view(None)["trick"] == 1 else odds
            again, found = recalled(table)
            assert again.position() == table.position()
            assert found == pytest.approx(odds)
        seat, action = chosen_at_random(table, rng)
        odds[:, seat] *= odds_of(table.view(seat), seat, action)
        table.play(seat, action)


def test_cards_of_the_trick_at_hand_do_not_count_before_it_is_over() -> None:
    table, rng = started(3, "basic"), rng_of(3)
    before = one_to_one(3)
    while table.view(None)["trick"] < 6:
        _, found = recalled(table)
        if len(table.to_act) == 3:
            before = found
        assert (found == before).all()
        table.play(*chosen_at_random(table, rng))


def test_a_round_that_was_not_seen_from_its_beginning_is_not_judged() -> None:
    table, rng = started(3, "basic"), rng_of(3)
    for _ in range(7):
        assert all_tricks_seen(table.states[0])
        table.play(*chosen_at_random(table, rng))
    found = table.game.load(table.position())
    while found.view(None)["round"] == 1:
        assert not all_tricks_seen(found.states[0])
        found.play(*chosen_at_random(found, rng))
    assert all_tricks_seen(found.states[0])


def test_a_table_set_up_before_the_first_trick_remembers_all_of_it() -> None:
    table, rng = started(3, "basic"), rng_of(3)
    found = table.game.load(table.position())
    while found.view(None)["trick"] < 3:
        found.play(*chosen_at_random(found, rng))
    assert all_tricks_seen(found.states[0])
    assert recalled(found)[0].position() == found.position()


@pytest.mark.parametrize(("lying", "pile"), [([8, 10], []), ([10], [8])])
def test_a_table_set_up_after_the_opening_does_not_remember_it(lying: list[int], pile: list[int]) -> None:
    table, rng = rows(lying, [50], [70], [90], left=10, piles=[pile]).load().table, rng_of(3)
    while table.view(None)["trick"] == 1:
        assert recalled(table)[0].position() == table.position()
        table.play(*chosen_at_random(table, rng))
    assert not all_tricks_seen(table.states[0])


@pytest.mark.parametrize("variant", ["professional", "anniversary"])
def test_special_cards_and_open_hands_are_not_judged(variant: str) -> None:
    table, rng = started(3, variant), rng_of(3)
    while not table.over:
        assert not all_tricks_seen(table.states[0])
        table.play(*chosen_at_random(table, rng))
