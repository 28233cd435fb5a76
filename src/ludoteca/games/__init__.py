"""The games, one folder each. The package can be called: `ludoteca.games()` lists the ids of all games."""

import sys
from types import ModuleType


class Shelf(ModuleType):
    """Importing a game makes this package the attribute `games` of `ludoteca`; so it answers like that."""

    def __call__(self) -> list[str]:
        from ludoteca.core.game import games

        return games()


sys.modules[__name__].__class__ = Shelf
