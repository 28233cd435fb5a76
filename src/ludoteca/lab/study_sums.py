"""What a study keeps of its games: sums that chunks can add, so that a million games need little memory."""

from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.lab.study_games import MOMENTS, Games, Study, play_deals

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]

HALF_TIME = MOMENTS // 2 - 1
WAYS = ("most", "fewest")  # who leads: the study finds out which of the two wins


@dataclass(frozen=True)
class Sums:
    """Sums over games and deals. A mark is a kind of event or of action, events first."""

    games: int
    marks: Floats  # how often each mark was made
    games_with: Floats  # games in which it was made at all
    compared: Floats  # deals, then by mark: winners, others, their difference, its square
    leaders: Floats  # by way and moment: the share of the leaders that went on to win
    half_time: Floats  # by way: the share of the winners that led at half time, by deal, and its square
    lead_changes: Floats  # by way

    def __add__(self, other: "Sums") -> "Sums":
        names = self.__dataclass_fields__
        return Sums(**{name: getattr(self, name) + getattr(other, name) for name in names})


@dataclass(frozen=True)
class Chunk:
    """Some deals of a study: results game by game, and sums of all else."""

    scores: npt.NDArray[np.int64]
    winners: npt.NDArray[np.int8]
    decisions: npt.NDArray[np.int32]
    sums: Sums


def play_chunk(study: Study, deals: range) -> Chunk:
    """Play some deals, on whatever machine."""
    games = play_deals(study, deals)
    return Chunk(games.scores, games.winners, games.decisions, sums_of(study, games))


def added(chunks: list[Chunk]) -> Chunk:
    """In the order of chunks, or sums of fractions would differ in their last digit."""
    return Chunk(
        np.concatenate([chunk.scores for chunk in chunks]),
        np.concatenate([chunk.winners for chunk in chunks]),
        np.concatenate([chunk.decisions for chunk in chunks]),
        reduce(add, (chunk.sums for chunk in chunks)),
    )


def sums_of(study: Study, games: Games) -> Sums:
    by_seat = np.concatenate([games.events[:, :, :-1], games.actions], axis=1)
    total = by_seat.sum(2)
    total[:, : games.events.shape[1]] += games.events[:, :, -1]
    leaders = np.array([leaders_who_won(games, way) for way in WAYS])
    led = np.array([winners_who_led(games, way) for way in WAYS])
    by_deal = led.reshape(len(WAYS), -1, study.repeats).mean(2)
    return Sums(
        games=len(games.scores),
        marks=total.sum(0).astype(float),
        games_with=(total > 0).sum(0).astype(float),
        compared=compared(study, games, by_seat),
        leaders=leaders.sum(1),
        half_time=np.stack([by_deal.sum(1), np.square(by_deal).sum(1)], 1),
        lead_changes=np.array([lead_changes(games, way) for way in WAYS]),
    )


# What winners did differently


def compared(study: Study, games: Games, counts: Any) -> Floats:
    """Marks of winners and of others at the same table, averaged over the games of a deal."""
    deals, seats = len(counts) // study.repeats, study.seats
    seen = counts.reshape(deals, study.repeats, -1, seats)
    won = games.winners.reshape(deals, study.repeats, seats) > 0
    if seats == 1:
        seen, won = seen.transpose(0, 3, 2, 1), best_of_deal(games.scores.reshape(deals, 1, -1))
    valid: Any = won.any(2) & ~won.all(2)
    winners, others = mean_where(seen, won), mean_where(seen, ~won)
    weight = valid[:, :, None] / np.maximum(1, valid.sum(1))[:, None, None]
    by_deal = [(part * weight).sum(1)[valid.any(1)] for part in (winners, others, winners - others)]
    rows = [np.full(counts.shape[1], float(len(by_deal[0])))]
    return np.stack([*rows, *(part.sum(0) for part in by_deal), np.square(by_deal[2]).sum(0)])


def best_of_deal(scores: Any) -> Truths:
    """Who plays alone is compared with the same dice played again: the higher score has won."""
    best: Truths = scores == scores.max(2, keepdims=True)
    return best


def mean_where(seen: Any, chosen: Truths) -> Floats:
    weight = chosen / np.maximum(1, chosen.sum(2, keepdims=True))
    mean: Floats = (seen * weight[:, :, None, :]).sum(3)
    return mean


# Who leads


def leading(games: Games, way: str) -> Truths:
    best = games.course.max(2, keepdims=True) if way == "most" else games.course.min(2, keepdims=True)
    found: Truths = games.course == best
    return found


def leaders_who_won(games: Games, way: str) -> Floats:
    """Of each game and moment: the share of the leaders that won in the end."""
    lead = leading(games, way)
    shares: Floats = (lead & (games.winners > 0)[:, None, :]).sum(2) / lead.sum(2)
    return shares


def winners_who_led(games: Games, way: str) -> Floats:
    """Of each game: the share of the winners that led at half time, alone or with others."""
    won = games.winners > 0
    led: Floats = (leading(games, way)[:, HALF_TIME] & won).sum(1) / np.maximum(1, won.sum(1))
    return led


def lead_changes(games: Games, way: str) -> float:
    """How often another seat took the lead alone, as far as the moments show it."""
    lead = leading(games, way)
    alone = np.where(lead.sum(2) == 1, lead.argmax(2), -1)
    changes, last = 0, alone[:, 0].copy()
    for moment in range(1, MOMENTS):
        now = alone[:, moment]
        changes += int(((now >= 0) & (last >= 0) & (now != last)).sum())
        last = np.where(now >= 0, now, last)
    return float(changes)
