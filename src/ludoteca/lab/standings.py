"""What a match shows: victories and scores with intervals by deal, head-to-head results, ratings."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from ludoteca.lab.bot_game import Result
from ludoteca.lab.match import Played
from ludoteca.lab.ratings import Lot, ratings

Z95 = 1.96  # standard errors to either side of a mean that make a 95 % interval
UNLIKELY = 0.05


@dataclass(frozen=True)
class Mean:
    """A mean over deals, and its standard error; one deal alone has none."""

    mean: float
    error: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        if self.error is None:
            return None
        return self.mean - Z95 * self.error, self.mean + Z95 * self.error


class Share(Mean):
    """A mean of shares, none of which is below 0 or above 1."""

    @property
    def interval(self) -> tuple[float, float] | None:
        found = super().interval
        return found and (max(0.0, found[0]), min(1.0, found[1]))


@dataclass(frozen=True)
class Standing:
    """What one bot reached."""

    bot: str
    games: int
    victories: Mean  # the share of games it won; of a shared victory it has the part of its seats
    even: float  # the same if all seats won equally often
    score: Mean  # a seat
    rating: float
    rating_error: float
    milliseconds: float  # of a core, for a decision
    longest: float  # milliseconds for any decision


@dataclass(frozen=True)
class Meeting:
    """One bot against another: in the games with both at the table, or else on the same seat in turn."""

    bot: str
    against: str
    victories: Mean  # the share of games that the bot won, of those that either won
    ahead: Mean  # how far its score is ahead


def joined(games: Sequence[Played]) -> Sequence[Played]:
    """Solo games of a deal, joined to games of two bots that the higher score wins; others as they are."""
    if any(len(played.lineup) > 1 for played in games):
        return games
    deals: dict[int, list[Played]] = defaultdict(list)
    for played in games:
        deals[played.deal].append(played)
    pairs = (pair for alone in deals.values() for pair in combinations(alone, 2))
    return [higher_wins(*pair) for pair in pairs if pair[0].lineup != pair[1].lineup] or games


def higher_wins(one: Played, other: Played) -> Played:
    """Two solo games of a deal, as if at one table."""
    scores = one.result.scores[0], other.result.scores[0]
    won = [score == max(scores) for score in scores]
    return one_table({one.lineup[0]: one, other.lineup[0]: other}, won)


def in_turn(games: Sequence[Played], bot: str, other: str) -> list[Played]:
    """Two bots that had the same seat of the same deal among the same others, as if at one table."""
    where = {(played.deal, apart_from(bot, played)): played for played in games_of(games, bot)}
    pairs = (
        (where.get((played.deal, apart_from(other, played))), played) for played in games_of(games, other)
    )
    return [larger_share_wins({bot: one, other: two}) for one, two in pairs if one]


def larger_share_wins(seen: Mapping[str, Played]) -> Played:
    """A victory alone beats a shared one; without any share nobody wins."""
    shares = [share_of(played, bot) for bot, played in seen.items()]
    return one_table(seen, [share == max(shares) > 0 for share in shares])


def apart_from(bot: str, played: Played) -> tuple[str | None, ...]:
    return tuple(None if name == bot else name for name in played.lineup)


def one_table(seen: Mapping[str, Played], won: Sequence[bool]) -> Played:
    """What each bot did in a game of its own, as if it had been one game."""
    scores = tuple(played.result.scores[played.lineup.index(bot)] for bot, played in seen.items())
    deal = next(iter(seen.values())).deal
    decisions = sum(played.result.decisions for played in seen.values())
    seconds, moves, longest = (
        {bot: getattr(played, what)[bot] for bot, played in seen.items()}
        for what in ("seconds", "moves", "longest")
    )
    result = Result(scores, tuple(one / max(1, sum(won)) for one in won), decisions)
    return Played(deal, tuple(seen), result, seconds, moves, longest)


def winning_bots(played: Played) -> set[str]:
    """The bots of the seats that won; several seats of a bot win as one."""
    shares = zip(played.lineup, played.result.shares, strict=True)
    return {bot for bot, share in shares if share}


def share_of(played: Played, bot: str) -> float:
    """The part of the victory that the bot's seats have: so equal bots have the share of their seats."""
    shares = zip(played.lineup, played.result.shares, strict=True)
    return sum(share for name, share in shares if name == bot)


def score_of(played: Played, bot: str) -> float:
    scores = zip(played.lineup, played.result.scores, strict=True)
    return float(np.mean([score for name, score in scores if name == bot]))


def by_deal(values: Iterable[tuple[int, float]]) -> Mean:
    """The mean over games, and its error where deals, not games, are independent of each other."""
    found = list(values)
    mean = float(np.mean([value for _, value in found]))
    apart: dict[int, float] = defaultdict(float)
    for deal, value in found:
        apart[deal] += value - mean
    spread = float(np.sqrt(np.sum(np.square([*apart.values()]))))
    deals = len(apart)
    return Mean(mean, spread / len(found) * (deals / (deals - 1)) ** 0.5 if deals > 1 else None)


def share_by_deal(values: Iterable[tuple[int, float]]) -> Share:
    """The same for shares of victories; where nearly all deals agree, unseen ones may not."""
    found = list(values)
    share, unseen = by_deal(found), most_unseen(len({deal for deal, _ in found}))
    if share.error is None or unseen < share.mean < 1 - unseen:
        return Share(share.mean, share.error)
    return Share(share.mean, max(share.error, unseen / Z95))


def most_unseen(deals: int) -> float:
    """The largest share of deals, with 95 % confidence, of something that happened in none of so many."""
    return float(1 - UNLIKELY ** (1 / deals))


def standings(games: Sequence[Played]) -> list[Standing]:
    """The bots, the best first."""
    names, met = sorted({bot for played in games for bot in played.lineup}), joined(games)
    rated = ratings([lot_of(played) for played in met], names)
    found = [standing(met, bot, len(games_of(games, bot)), *rated[bot]) for bot in names]
    return sorted(found, key=lambda one: (-one.victories.mean, -one.rating))


def lot_of(played: Played) -> Lot:
    """Who had how many seats, and what part of the victory."""
    return {bot: (played.lineup.count(bot), share_of(played, bot)) for bot in played.lineup}


def standing(met: Sequence[Played], bot: str, games: int, rating: float, error: float) -> Standing:
    own = games_of(met, bot)
    moves = sum(played.moves[bot] for played in own)
    return Standing(
        bot,
        games,
        share_by_deal((played.deal, share_of(played, bot)) for played in own),
        even_share(own, bot),
        by_deal((played.deal, score_of(played, bot)) for played in own),
        rating,
        error,
        1000 * sum(played.seconds[bot] for played in own) / max(1, moves),
        1000 * max(played.longest[bot] for played in own),
    )


# For plots


def games_of(games: Iterable[Played], bot: str) -> list[Played]:
    """The games in which the bot sat at the table."""
    return [played for played in games if bot in played.lineup]


def even_share(games: Iterable[Played], bot: str) -> float:
    """The share of victories that its seats alone would give it."""
    return float(np.mean([played.lineup.count(bot) / len(played.lineup) for played in games_of(games, bot)]))


def scores_of(games: Iterable[Played], bot: str) -> list[int]:
    """The scores of all its seats in all games."""
    return [
        score
        for played in games_of(games, bot)
        for name, score in zip(played.lineup, played.result.scores, strict=True)
        if name == bot
    ]


def course_of(games: Iterable[Played], bot: str) -> list[float]:
    """Its share of victories after each deal."""
    by_deals: dict[int, list[float]] = defaultdict(list)
    for played in games_of(games, bot):
        by_deals[played.deal].append(share_of(played, bot))
    won, number = (np.cumsum([count(shares) for shares in by_deals.values()]) for count in (sum, len))
    return [float(share) for share in won / number]


def shares_by_seat(games: Sequence[Played], bot: str) -> list[Mean | None]:
    """How often the bot won from each seat, not counting its other seats; None where it never sat."""
    return [share_from(games, bot, seat) for seat in range(len(games[0].lineup))]


def share_from(games: Iterable[Played], bot: str, seat: int) -> Mean | None:
    there = [played for played in games if played.lineup[seat] == bot]
    return share_by_deal((played.deal, played.result.shares[seat]) for played in there) if there else None


# Head to head


def meetings(games: Sequence[Played]) -> list[Meeting]:
    """Every bot against every other that it met, at a table or on the same seat in turn."""
    games = joined(games)
    names = sorted({bot for played in games for bot in played.lineup})
    pairs = ((bot, other, shared(games, bot, other)) for bot, other in permutations(names, 2))
    return [meeting(common, bot, other) for bot, other, common in pairs if common]


def shared(games: Sequence[Played], bot: str, other: str) -> list[Played]:
    return games_of(games_of(games, bot), other) or in_turn(games, bot, other)


def meeting(games: Sequence[Played], bot: str, other: str) -> Meeting:
    decided = [played for played in games if winning_bots(played) & {bot, other}]
    ahead = by_deal((played.deal, score_of(played, bot) - score_of(played, other)) for played in games)
    share = share_by_deal((one.deal, head_to_head(one, bot, other)) for one in decided or games)
    return Meeting(bot, other, share, ahead)


def head_to_head(played: Played, bot: str, other: str) -> float:
    """1 if the first won and the second did not, a half if both or neither did."""
    winners = winning_bots(played)
    return 0.5 + 0.5 * ((bot in winners) - (other in winners))
