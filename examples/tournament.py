"""A tournament in five lines: every bot on every seat of every deal, the best first."""

from ludoteca.lab.match import Match, run
from ludoteca.lab.standings import standings

match = Match("dobro", 2, {}, ("keeper", "lowest", "random"), deals=10, seed=1)
for place in standings(run(match)):
    print(f"{place.bot:>8} {place.victories.mean:6.1%}")
