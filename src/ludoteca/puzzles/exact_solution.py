"""Is a solution proved, without any estimate? Every line is played to the end of the game.

There are two proofs. Where nothing is hidden, every other action leads to less if all play as well as can be:
the seat for its share of the victory (alone its score), the others against it. Where something is hidden, the
solution wins whatever that is and whatever the others do, and the seat has nothing more to decide. Neither is
within reach if chance comes in between or seats choose at the same time.
"""

from ludoteca.core.simultaneous import copied, same_chance
from ludoteca.core.table import Table, redrawn

MOST_TABLES = 5_000
WORLDS = 32  # in which what is hidden is drawn anew


class OutOfReach(Exception):
    """There is no proof."""


def proved(table: Table, seat: int, solution: int) -> bool:
    worlds = [Table(table.game, redrawn(table.states, seat, key)) for key in range(WORLDS)]
    try:
        if all(world.position() == table.position() for world in worlds):
            return is_best(table, seat, solution)
        return all(Lines(seat, all_known=False).worth_after(one, seat, solution) == 1 for one in worlds)
    except OutOfReach:
        return False


def is_best(table: Table, seat: int, solution: int) -> bool:
    lines = Lines(seat, all_known=True)
    worths = {one: lines.worth_after(table, seat, one) for one in table.legal_ids(seat)}
    return all(worth < worths[solution] for one, worth in worths.items() if one != solution)


class Lines:
    """Every way in which a game can go on."""

    def __init__(self, seat: int, all_known: bool) -> None:
        self.seat, self.all_known, self.left = seat, all_known, MOST_TABLES

    def worth_after(self, table: Table, seat: int, action: int) -> float:
        after = copied(table)
        after.play(seat, table.game.notation.write_action(action))
        self.left -= 1
        if not self.left or not same_chance(table, after):
            raise OutOfReach
        return share_or_score(after, self.seat) if after.over else self.worth(after)

    def worth(self, table: Table) -> float:
        acting = self.who_chooses(table)
        worths = [self.worth_after(table, acting, one) for one in table.legal_ids(acting)]
        return max(worths) if acting == self.seat else min(worths)

    def who_chooses(self, table: Table) -> int:
        choosing = [one for one in table.to_act if len(table.legal_ids(one)) > 1]
        if len(choosing) > 1 or (self.seat in choosing and not self.all_known):
            raise OutOfReach
        return (choosing or table.to_act)[0]


def share_or_score(table: Table, seat: int) -> float:
    if table.seats == 1:
        return float(table.scores[seat])
    return 1 / len(table.winners) if seat in table.winners else 0.0
