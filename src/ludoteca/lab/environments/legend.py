"""The legend of all observations, made from what the games declare.

python -m ludoteca.lab.environments.legend > docs/observations.md
"""

from collections.abc import Iterator

from ludoteca.core.game import Game, game, games
from ludoteca.core.observation import SEATS, Channel, Layout, common_channels

HEAD = """\
# Observations

What a seat sees, as one row of 16-bit integers: the channels below one after the other, each written row by
row. Where a shape has `seats`, the own seat comes first and the others follow clockwise. Nothing is read that
the seat may not know: a test redraws everything hidden and expects the same bytes.

```python
from ludoteca.core.observation import layout_of, observation_of

numbers = observation_of(table, seat)
layout_of(table).read(numbers)["hand"]  # one channel by its name
```

This page is made from the declarations in each game's `observation.py`:
`python -m ludoteca.lab.environments.legend > docs/observations.md`.
"""


def legend() -> str:
    return "\n".join([HEAD, *(section(game(id)) for id in games())])


def section(game: Game) -> str:
    every = (*common_channels(len(game.notation.phases)), *game.observation.CHANNELS)
    lines = [f"## {game.name}", "", f"Phases: {', '.join(game.notation.phases)}.", ""]
    lines += ["| channel | shape | numbers | meaning |", "|---|---|---|---|"]
    lines += [line(game, channel) for channel in every]
    return "\n".join([*lines, "", *sizes(game)])


def line(game: Game, channel: Channel) -> str:
    shape = " x ".join("seats" if length == SEATS else str(length) for length in channel.shape)
    meaning = channel.meaning + where(game, channel)
    return f"| `{channel.name}` | {shape} | {channel.low} to {channel.high} | {meaning} |"


def where(game: Game, channel: Channel) -> str:
    """Which variants have a channel, if not all do."""
    names = [name for name, options in variants(game).items() if channel.when(options)]
    return "" if len(names) == len(variants(game)) else f" (only {', '.join(names)})"


def variants(game: Game) -> dict[str, dict[str, object]]:
    found = {}
    for sample in game.notation.OPTIONS:
        options = game.options(game.notation.seat_range(sample)[-1], sample)
        found[str(options.get("variant", "all"))] = options
    return found


def sizes(game: Game) -> Iterator[str]:
    """How long an observation is, by variant and seats."""
    for name, options in variants(game).items():
        seats = game.notation.seat_range(options)
        lengths = ", ".join(f"{count}: {Layout(game, count, options).size}" for count in seats)
        yield f"Numbers in all{'' if name == 'all' else f', {name}'}, by seats: {lengths}.\n"


if __name__ == "__main__":
    print(legend().rstrip("\n"))
