"""The threads on which bots think."""

import pytest

import ludoteca
from ludoteca import Game
from ludoteca.server.table.bot_threads import BotThreads

pytestmark = pytest.mark.anyio


async def test_a_game_that_could_not_be_compiled_is_tried_again() -> None:
    tried: list[str] = []

    def warm_up(game: Game) -> None:
        tried.append(game.id)
        if len(tried) == 1:
            raise OSError("no space left on device")

    bot_threads, game = BotThreads(), ludoteca.game("dobro")
    try:
        with pytest.raises(OSError, match="no space"):
            await bot_threads.ready_for(game, warm_up)
        for _ in range(2):
            await bot_threads.ready_for(game, warm_up)
    finally:
        bot_threads.close()
    assert tried == ["dobro", "dobro"]
