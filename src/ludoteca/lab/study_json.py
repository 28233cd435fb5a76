"""A study as JSON, for files and other programs."""

from typing import Any

from ludoteca.lab.standings import Mean
from ludoteca.lab.study import Mark, Studied
from ludoteca.lab.study_figures import PERCENTILES, Spread

Json = dict[str, Any]

FORMAT = "ludoteca-study-1"


def written(found: Studied) -> Json:
    """A study as JSON."""
    study, luck = found.study, found.luck()
    return {
        "format": FORMAT,
        "game": study.game,
        "seats": study.seats,
        "options": study.options,
        "bots": list(study.bots),
        "seed": study.seed,
        "deals": study.deals,
        "games": study.games,
        "better": "more" if found.higher_is_better else "less",
        "length": written_spread(found.length()),
        "scores": [{"bot": bot, **written_spread(found.scores(bot))} for bot in found.names],
        "margin": written_spread(found.margin()),
        **(written_contest(found) if study.seats > 1 else {}),
        "luck": {part: written_mean(getattr(luck, part)) for part in ("deal", "bots", "play")},
        "marks": [written_mark(mark) for mark in found.marks()],
    }


def written_contest(found: Studied) -> Json:
    """What only several seats have."""
    return {
        "victories": [{"bot": bot, **written_mean(found.victories(bot))} for bot in found.names],
        "by_seat": [
            {
                "victories": written_mean(found.seat_victories(seat)),
                "score": written_mean(found.seat_score(seat)),
            }
            for seat in range(found.study.seats)
        ],
        "comebacks": written_mean(found.comebacks()),
        "lead_changes": found.lead_changes(),
        "leaders_win": found.leaders_win(),
    }


def written_mean(one: Mean) -> Json:
    return {"mean": one.mean, "standard_error": one.error, "interval": one.interval}


def written_spread(one: Spread | None) -> Any:
    if one is None:
        return None
    percentiles = {str(name): value for name, value in zip(PERCENTILES, one.percentiles, strict=True)}
    figures = {"deviation": one.deviation, "least": one.least, "most": one.most}
    return {**written_mean(one.mean), **figures, "percentiles": percentiles}


def written_mark(mark: Mark) -> Json:
    return {
        "kind": mark.kind,
        "name": mark.name,
        "rules": list(mark.rules),
        "a_game": mark.a_game,
        "games_with": mark.games_with,
        "winners": mark.winners,
        "others": mark.others,
        "difference": written_mean(mark.difference),
    }
