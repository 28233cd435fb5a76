"""What a study shows: plots, and the report that puts them together."""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from ludoteca.cli.arguments import Arguments
from ludoteca.cli.number_format import percent, plus_minus, written
from ludoteca.cli.reports import plots
from ludoteca.cli.reports.plots import Ends, Plot
from ludoteca.cli.reports.report_page import figures, page, section, table
from ludoteca.cli.rules import sentence
from ludoteca.core.sentences import fields_of
from ludoteca.lab.menu import LEFT_OPEN
from ludoteca.lab.standings import Mean
from ludoteca.lab.study import Mark, Studied

BINS = 36
MOST_STEPS = 8  # of a scale
MOST_DIFFERENT = 12  # rows of the plot of what winners did differently


class StudyReport:
    """A study in words and pictures, in the language asked for."""

    def __init__(self, found: Studied, asked: Arguments) -> None:
        self.found, self.study, self.game, self.words = found, found.study, asked.game, asked.words
        self.marks = found.marks()

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(f"study.{key}", values)

    def number(self, value: float, digits: int = 0) -> str:
        return written(value, self.words, digits)

    def title(self) -> str:
        return self.say("title", name=self.words.say("name"))

    def beneath(self) -> str:
        options = [f"{name} = {value}" for name, value in self.study.options.items() if value is not None]
        told = self.say(
            "beneath",
            games=self.number(self.study.games),
            deals=self.number(self.study.deals),
            seats=self.study.seats,
            names=", ".join(self.study.bots),
            seed=self.study.seed,
        )
        return " ".join([told, *([f"({', '.join(options)})"] if options else [])])

    # Figures at a glance

    def glance(self) -> list[tuple[str, str]]:
        found = self.found
        length, deal = found.length(), found.luck().deal
        told = [(self.number(length.mean.mean), self.say("glance.length"))]
        for bot in found.names:
            told.append((self.number(found.scores(bot).mean.mean, 1), self.say("glance.score", text=bot)))
        if self.study.seats > 1:
            told.append((f"{self.number(100 * found.comebacks().mean)} %", self.say("glance.comebacks")))
            told.append((self.number(found.lead_changes(), 1), self.say("glance.lead_changes")))
        told.append((f"{self.number(100 * deal.mean)} %", self.say("glance.luck")))
        return told

    # Plots

    def plots(self) -> dict[str, Plot]:
        """All plots that this study has, by the names of their files."""
        found = {"length": self.length_plot(), "scores": self.scores_plot()}
        if self.study.seats > 1:
            found |= {"victories": self.victories_plot(), "seats": self.seats_plot()}
            found |= {"comebacks": self.comebacks_plot()}
        found["luck"] = self.luck_plot()
        if self.different():
            found["winners"] = self.winners_plot()
        return found

    def length_plot(self) -> Plot:
        lengths = self.found.games.decisions.sum(1)
        return self.histogram("length", [(self.say("decisions"), lengths)])

    def scores_plot(self) -> Plot:
        scores = self.found.games.scores
        rows = [(bot, self.found.of_bot(scores, bot)) for bot in self.found.names]
        return self.histogram("scores", rows)

    def histogram(self, name: str, rows: Sequence[tuple[str, Any]]) -> Plot:
        every = np.concatenate([np.ravel(values) for _, values in rows])
        edges = bin_edges(int(every.min()), int(every.max()))
        ends = (float(edges[0]), float(edges[-1]))
        drawn = [(said, np.histogram(values, edges)[0].tolist()) for said, values in rows]
        medians = [float(np.median(values)) for _, values in rows]
        return plots.histograms(self.say(name), drawn, ends, self.whole_labels(ends), medians)

    def whole_labels(self, ends: Ends) -> list[tuple[float, str]]:
        step = round_step(ends[1] - ends[0])
        first = -(-ends[0] // step) * step
        return [(mark, self.number(mark)) for mark in np.arange(first, ends[1] + 1, step).tolist()]

    def share_labels(self, ends: Ends = (0.0, 1.0)) -> list[tuple[float, str]]:
        return [(mark, f"{self.number(100 * mark)} %") for mark in np.linspace(*ends, 5).tolist()]

    def victories_plot(self) -> Plot:
        rows = [(bot, self.found.victories(bot)) for bot in self.found.names]
        return self.share_plot("victories", rows, coloured=True)

    def seats_plot(self) -> Plot:
        seats = range(self.study.seats)
        rows = [(self.say("seat", number=seat + 1), self.found.seat_victories(seat)) for seat in seats]
        return self.share_plot("seats", rows, coloured=False)

    def share_plot(self, name: str, rows: Sequence[tuple[str, Mean]], coloured: bool) -> Plot:
        even, drawn = 1 / self.study.seats, [(said, one.mean, interval_of(one)) for said, one in rows]
        high = max(even, *(interval[1] for *_, interval in drawn))
        ends = (0.0, min(1.0, np.ceil(high * 10 + 0.5) / 10))
        return plots.intervals(self.say(name), drawn, ends, self.share_labels(ends), even, coloured)

    def comebacks_plot(self) -> Plot:
        below = (self.say("beginning"), self.say("half"), self.say("end"))
        return plots.curve(
            self.say("comebacks"), self.found.leaders_win(), self.share_labels(), 1 / self.study.seats, below
        )

    def luck_plot(self) -> Plot:
        luck = self.found.luck()
        parts = [("deal", luck.deal), ("bots", luck.bots), ("play", luck.play)]
        shown = parts if len(self.found.names) > 1 else [parts[0], parts[2]]
        return plots.split(
            self.say("luck"),
            [(self.say(f"luck.{name}"), one.mean, percent(one, self.words)) for name, one in shown],
        )

    def winners_plot(self) -> Plot:
        shown = self.different()[:MOST_DIFFERENT]
        rows = [(self.label(one), *relative_bar(one), self.signed(one)) for one in shown]
        return plots.differences(self.say("winners"), rows)

    def signed(self, mark: Mark) -> str:
        value = 100 * relative(mark, mark.difference.mean)
        return f"{'+' if value > 0 else '−'}{self.number(abs(value))} %"

    # Marks

    def different(self) -> list[Mark]:
        """What winners clearly do more or less often, the clearest first; an action is told by its event."""
        told = {(mark.winners, mark.others) for mark in self.marks if mark.kind == "event"}
        new = [mark for mark in self.marks if mark.kind == "event" or (mark.winners, mark.others) not in told]
        return sorted((mark for mark in new if mark.clear), key=lambda mark: -clearness(mark))

    def label(self, mark: Mark) -> str:
        """In a word of the game's own, or in its sentence with everything left open that differs."""
        own = self.words.sentences.get(f"study.{mark.kind}.{mark.name}")
        if own:
            return own
        key = f"{mark.kind}.{mark.name}"
        open_fields = dict.fromkeys(fields_of(self.words.sentences[key]), LEFT_OPEN)
        said = self.words.say(key, {**open_fields, "seat": self.say("somebody")}).rstrip(".")
        return said[:1].upper() + said[1:]

    def events_table(self) -> str:
        heads = [self.say(f"column.{name}") for name in ("event", "a_game", "games_with", "rules")]
        rows = [
            [
                escape(self.label(mark)),
                self.number(mark.a_game, 2),
                f"{self.number(100 * mark.games_with, 1)} %",
                ", ".join(self.rule(rule) for rule in mark.rules),
            ]
            for mark in self.marks
            if mark.kind == "event"
        ]
        return table(heads, rows)

    def rule(self, id: str) -> str:
        said = sentence(self.game, self.words.language, id).replace("**", "")
        return f'<abbr title="{escape(" ".join(said.split()), quote=True)}">{escape(id)}</abbr>'

    def winners_table(self) -> str:
        heads = [self.say(f"column.{name}") for name in ("event", "winners", "others", "difference")]
        rows = [
            [
                escape(self.label(mark)),
                self.number(mark.winners, 2),
                self.number(mark.others, 2),
                plus_minus(mark.difference, self.words),
            ]
            for mark in self.different()
        ]
        return table(heads, rows)

    # The report

    def html(self) -> str:
        drawn = self.plots()
        parts = [figures(self.glance())]
        for name, plot in drawn.items():
            more = [self.winners_table()] if name == "winners" else []
            alone = ".alone" if self.study.seats == 1 and name == "winners" else ""
            parts.append(section(self.say(name), self.say(f"{name}.about{alone}"), plot, *more))
        parts.append(section(self.say("rules"), self.say("rules.about"), self.events_table()))
        return page(self.words.language, self.title(), self.beneath(), "".join(parts), self.say("note"))


def bin_edges(low: int, high: int) -> Any:
    """Edges of equally wide bins of whole numbers."""
    width = -(-(high - low + 1) // BINS)
    bins = -(-(high - low + 1) // width)
    return np.arange(bins + 1) * width + low


def round_step(reach: float) -> int:
    """The least of 1, 2, 5, 10, 20, 50 ... of which at most eight fit."""
    steps = (digit * 10**zeros for zeros in range(12) for digit in (1, 2, 5))
    return next(step for step in steps if reach / step <= MOST_STEPS)


def interval_of(one: Mean) -> Ends:
    return one.interval or (one.mean, one.mean)


def relative(mark: Mark, difference: float) -> float:
    """Against what others do, or against all if others never do it."""
    return difference / (mark.others or (mark.winners + mark.others) / 2 or 1)


def relative_bar(mark: Mark) -> tuple[float, Ends]:
    low, high = interval_of(mark.difference)
    return relative(mark, mark.difference.mean), (relative(mark, low), relative(mark, high))


def clearness(mark: Mark) -> float:
    return abs(mark.difference.mean) / (mark.difference.error or 1e-9)
