"""Figures of a person's finished games: bests, averages, distribution, head to head, luck and own play."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, median

import msgspec

from ludoteca.core.game import Game
from ludoteca.server.people.answers import (
    Bar,
    GameFigures,
    Moment,
    Opponent,
    Record,
    ReviewedGame,
    VariantFigures,
)
from ludoteca.server.people.history import Kind, Played, ReviewSummary, place_of

MOST_MOMENTS = 200  # the latest scores, for a plot
MOST_BARS = 24
MOST_OPPONENTS = 50
Key = tuple[str, Kind]


def figures(
    games: Mapping[str, Game], played: Sequence[Played], reviews: Mapping[str, ReviewSummary]
) -> list[GameFigures]:
    """By game and kind, those played most first. Only games count that ended by the rules."""
    groups: dict[Key, list[Played]] = defaultdict(list)
    for one in played:
        if one.counts and one.result.game in games:
            groups[one.result.game, one.kind].append(one)
    largest = sorted(groups.items(), key=lambda group: -len(group[1]))
    return [figures_of(games[game], kind, group, reviews) for (game, kind), group in largest]


def figures_of(
    game: Game, kind: Kind, group: Sequence[Played], reviews: Mapping[str, ReviewSummary]
) -> GameFigures:
    variants: dict[bytes, list[Played]] = defaultdict(list)
    for one in group:
        variants[variant_of(one)].append(one)
    most_played = sorted(variants.values(), key=len, reverse=True)
    return GameFigures(
        game=game.id, kind=kind, games=len(group), won=sum(one.won for one in group),
        variants=[variant_figures(game, some) for some in most_played],
        opponents=head_to_head(game, group),
        reviewed=[reviewed(one, reviews[one.table]) for one in reversed(group) if one.table in reviews],
    )  # fmt: skip


def variant_of(one: Played) -> bytes:
    """Scores compare between games of the same options and number of seats."""
    return msgspec.json.encode([len(one.result.seats), sorted(one.result.options.items())])


def variant_figures(game: Game, group: Sequence[Played]) -> VariantFigures:
    scores = [one.score for one in group]
    best = max(group, key=lambda one: (game.better_score * one.score, -one.over_at))
    places = Counter(place_of(game, one) or 0 for one in group)
    return VariantFigures(
        options=group[0].result.options, seats=len(group[0].result.seats), games=len(group),
        won=sum(one.won for one in group), best=best.score, best_table=best.table,
        average=fmean(scores), median=median(scores), bars=bars(scores),
        places=[places[place] for place in range(1, len(group[0].result.seats) + 1)],
        moments=[Moment(one.over_at, one.score, one.table) for one in reversed(group[:MOST_MOMENTS])],
    )  # fmt: skip


def bars(scores: Sequence[int]) -> list[Bar]:
    """A histogram; all bars are equally wide."""
    low, high = min(scores), max(scores)
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    first = low // width * width
    counts = Counter((score - first) // width for score in scores)
    return [Bar(first + number * width, counts[number]) for number in range((high - first) // width + 1)]


def head_to_head(game: Game, group: Iterable[Played]) -> list[Opponent]:
    """Against each opponent how often this person was ahead, behind and level; people by id, bots by name."""
    found: dict[tuple[str | None, str | None], Opponent] = {}
    for one in group:
        for seat, part in enumerate(one.result.seats):
            if seat == one.you:
                continue
            person = one.result.people[seat]
            key = person, None if person else part["bot"]
            row = found.setdefault(key, Opponent(*key, part["person"] if person else None))
            compare(row, ahead(game, one, seat))
    return sorted(found.values(), key=lambda row: -row.games)[:MOST_OPPONENTS]


def compare(row: Opponent, lead: int) -> None:
    row.games += 1
    row.ahead += lead > 0
    row.behind += lead < 0


def ahead(game: Game, one: Played, seat: int) -> int:
    """Positive if this person did better than a seat: a victory decides, then the score."""
    other = seat in one.result.winners
    if one.won != other:
        return 1 if one.won else -1
    return 0 if one.won else game.better_score * (one.score - one.result.scores[seat])


def reviewed(one: Played, summary: ReviewSummary) -> ReviewedGame:
    assert one.you is not None
    seat, measure = summary.seats[one.you], summary.measure
    return ReviewedGame(
        table=one.table, over_at=one.over_at, measure=measure, luck=seat.luck[measure], own=seat.own[measure],
        decisions=seat.decisions, loss=seat.loss, grades=seat.grades,
    )  # fmt: skip


def record(game: Game, played: Sequence[Played], table: str) -> Record | None:
    """What a finished game is among those like it: same kind, options, seats; None if it does not count."""
    this = next((one for one in played if one.table == table), None)
    if this is None or not this.counts or this.kind in ("practice", "imported"):
        return None
    alike = [one for one in played if one.counts and same_sort(one, this) and one.over_at <= this.over_at]
    before = [game.better_score * one.score for one in alike if one.table != table]
    best = game.better_score * max(before) if before else None
    is_best = best is None or game.better_score * (this.score - best) > 0
    return Record(this.score, best, len(alike), is_best)


def same_sort(one: Played, other: Played) -> bool:
    return one.kind == other.kind and variant_of(one) == variant_of(other)
