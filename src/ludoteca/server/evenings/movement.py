"""Who sits where in the next round: people meet as many others as possible, and change seats.

Where a design without repeated meetings is known it is used: a round robin for two at a table, an affine
plane for K x K people at tables of four or of a prime K. Else, and when people came late or left, a search
looks for the fewest repeated meetings.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

BOT = ""  # on a seat that no person has
TRIES = 12  # starts of the search
Tables = list[list[str]]
FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))  # products in the field of four numbers


@dataclass
class Meetings:
    """Who has met whom, and who has sat where, in the rounds so far."""

    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    sat: Counter[tuple[str, int]] = field(default_factory=Counter)
    people: list[str] = field(default_factory=list)  # in the order in which they came, while nobody has left
    rounds: int = 0

    def note(self, tables: Tables) -> None:
        for table in tables:
            for pair in combinations(table, 2):
                self.met[ordered(pair)] += 1
            for seat, person in enumerate(table):
                self.sat[person, seat] += 1
        self.rounds += 1

    def times(self, one: str, two: str) -> int:
        return self.met[ordered((one, two))]


def ordered(pair: tuple[str, str]) -> tuple[str, str]:
    one, two = pair
    return (one, two) if one <= two else (two, one)


def next_round(people: Sequence[str], seats: int, meetings: Meetings, seed: int = 0) -> Tables:
    """The tables of the next round, seat by seat; bots fill the seats that are left."""
    chance = random.Random(f"{seed} {meetings.rounds} {len(people)}")
    groups = designed(people, seats, meetings.rounds)
    if groups is None or meetings_again(groups, meetings):
        groups = searched(people, seats, meetings, chance)
    return [seated(group, meetings, chance) for group in groups]


# Known designs


def designed(people: Sequence[str], seats: int, round: int) -> Tables | None:
    """The groups of a round in which nobody meets anybody again, if such a design is known here."""
    if seats == 2:
        return round_robin(people, round)
    if len(people) == seats * seats and (is_prime(seats) or seats == len(FOUR)):
        return affine_plane(people, seats, round)
    return None


def round_robin(people: Sequence[str], round: int) -> Tables | None:
    """The first stays, the others move on by one: in n - 1 rounds everybody meets everybody once."""
    all_of = [*people, BOT] if len(people) % 2 else list(people)
    last = len(all_of) - 1
    if round >= last:
        return None
    moved = [all_of[0]] + [all_of[1 + (place + round) % last] for place in range(last)]
    return [[moved[place], moved[-1 - place]] for place in range(len(moved) // 2)]


def affine_plane(people: Sequence[str], size: int, round: int) -> Tables | None:
    """People are points of a plane, tables its lines: parallel lines make a round, size + 1 of them."""
    if round > size:
        return None
    groups: Tables = [[] for _ in range(size)]
    for number, person in enumerate(people):
        x, y = divmod(number, size)
        groups[x if round == size else line(x, y, round, size)].append(person)
    return groups


def line(x: int, y: int, slope: int, size: int) -> int:
    """Which of the parallel lines a point lies on: y - slope * x, in the field of so many numbers."""
    return y ^ FOUR[slope][x] if size == len(FOUR) else (y - slope * x) % size


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


def meetings_again(groups: Tables, meetings: Meetings) -> int:
    """How often two people meet who have met before."""
    pairs = (pair for group in groups for pair in combinations(group, 2))
    return sum(meetings.times(*pair) > 0 for pair in pairs if BOT not in pair)


# Search


def searched(people: Sequence[str], seats: int, meetings: Meetings, chance: random.Random) -> Tables:
    """The best of several hill climbs from random tables; one without any repetition is good enough."""
    best, least = dealt(people, seats, chance), None
    for _ in range(TRIES):
        groups = climbed(dealt(people, seats, chance), meetings, chance)
        found = sum(cost(group, meetings) for group in groups)
        if least is None or found < least:
            best, least = groups, found
        if least == 0:
            break
    return best


def dealt(people: Sequence[str], seats: int, chance: random.Random) -> Tables:
    """People at random at tables that are full or lack one, bots where they lack one."""
    shuffled = chance.sample(list(people), len(people))
    count = max(1, -(-len(people) // seats))
    groups = [shuffled[number::count] for number in range(count)]
    return [group + [BOT] * (seats - len(group)) for group in groups]


def climbed(groups: Tables, meetings: Meetings, chance: random.Random) -> Tables:
    """Swap two people of two tables as long as that makes it better."""
    better = len(groups) > 1
    while better:
        better = False
        pairs = list(combinations(range(len(groups)), 2))
        chance.shuffle(pairs)
        for one, two in pairs:
            better |= improved(groups[one], groups[two], meetings)
    return groups


def improved(one: list[str], two: list[str], meetings: Meetings) -> bool:
    """Make the best swap between two tables, if it helps."""
    best, swap = 0, None
    for i, here in enumerate(one):
        for j, there in enumerate(two):
            gain = loss_of(here, one, i, meetings) + loss_of(there, two, j, meetings)
            gain -= loss_of(there, one, i, meetings) + loss_of(here, two, j, meetings)
            if gain > best:
                best, swap = gain, (i, j)
    if swap is None:
        return False
    one[swap[0]], two[swap[1]] = two[swap[1]], one[swap[0]]
    return True


def cost(group: Sequence[str], meetings: Meetings) -> int:
    return sum(dislike(*pair, meetings) for pair in combinations(group, 2))


def loss_of(person: str, group: Sequence[str], place: int, meetings: Meetings) -> int:
    """What it costs that this person sits there with all others of the group."""
    return sum(dislike(person, other, meetings) for at, other in enumerate(group) if at != place)


def dislike(one: str, two: str, meetings: Meetings) -> int:
    """A third meeting is worse than a second one; two bots at one table are worst."""
    if one == two == BOT:
        return 50
    return meetings.times(one, two) ** 2 * 2


# Seats


def seated(group: Sequence[str], meetings: Meetings, chance: random.Random) -> list[str]:
    """The group on seats where its people have sat least; who has least choice takes first."""
    free = list(range(len(group)))
    places = [BOT] * len(group)
    most_sat = sorted(chance.sample(list(group), len(group)), key=lambda one: -times_sat(one, free, meetings))
    for person in most_sat:
        fewest = min(meetings.sat[person, seat] for seat in free)
        seat = chance.choice([seat for seat in free if meetings.sat[person, seat] == fewest])
        free.remove(seat)
        places[seat] = person
    return places


def times_sat(person: str, free: Sequence[int], meetings: Meetings) -> int:
    return -1 if person == BOT else max(meetings.sat[person, seat] for seat in free)
