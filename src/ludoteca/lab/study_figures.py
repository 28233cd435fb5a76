"""The figures of a study: means by deal, spreads, and how the variance of scores splits."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.lab.standings import Mean, Share

Values = npt.NDArray[Any]

PERCENTILES = (5, 25, 50, 75, 95)


@dataclass(frozen=True)
class Spread:
    """How figures lie: mean with its error by deal, deviation, least, most, and percentiles."""

    mean: Mean
    deviation: float
    least: int
    most: int
    percentiles: tuple[float, ...]


@dataclass(frozen=True)
class Luck:
    """How the differences between scores split: shares of their variance."""

    deal: Mean  # what the deal and the seat decide, whoever plays
    bots: Mean  # which bot sits there
    play: Mean  # what is left: how this one game was played


def mean_of(values: Values) -> Mean:
    """Over deals, which are independent of each other."""
    error = float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else None
    return Mean(float(values.mean()), error)


def share(values: Values) -> Share:
    found = mean_of(values)
    return Share(found.mean, found.error)


def from_sums(count: int, total: float, squares: float) -> Mean:
    if count < 2:
        return Mean(float(total) / max(1, count), None)
    mean = total / count
    variance = max(0.0, squares / count - mean * mean) * count / (count - 1)
    return Mean(float(mean), float(np.sqrt(variance / count)))


def spread(by_deal: Values) -> Spread:
    """Figures in rows by deal."""
    rows = by_deal.reshape(len(by_deal), -1)
    return Spread(
        mean_of(rows.mean(1)),
        float(rows.std()),
        int(rows.min()),
        int(rows.max()),
        tuple(np.percentile(rows, PERCENTILES).tolist()),
    )


def variance_shares(scores: Values, bots: Values) -> Values:
    """Of scores by deal, turn and seat: the shares of the deal with its seat, of the bot, and of the rest.

    What a seat of a deal keeps when its bots change is the deal's; this is the usual analysis of variance.
    """
    means = np.array([scores[:, bots == bot].mean() for bot in range(bots.max() + 1)])
    counts = np.array([(bots == bot).sum() for bot in range(bots.max() + 1)])
    of_bots = float((counts * np.square(means - scores.mean())).sum() / counts.sum())
    rest = scores - means[bots]
    turns, groups = rest.shape[1], rest.shape[0] * rest.shape[2]
    of_group = rest.mean(1)
    within = float(np.square(rest - of_group[:, None, :]).sum() / (groups * (turns - 1)))
    between = turns * float(np.square(of_group - rest.mean()).sum()) / max(1, groups - 1)
    parts = np.array([max(0.0, (between - within) / turns), of_bots, within])
    return parts / parts.sum() if parts.sum() > 0 else parts
