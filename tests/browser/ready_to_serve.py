"""All that a server imports, also the late parts: whoever is forked from here need not do it again."""

import gc

import alembic.command
import uvloop

import browser.seeded_server
import ludoteca

__all__ = ["alembic", "browser", "uvloop"]

ludoteca.game("dobro").start(2)  # when the first rule is asked, Numba imports most of itself
GAMES = [ludoteca.game(id) for id in ludoteca.games()]
gc.collect()
gc.freeze()  # a server looks through its memory for garbage once, when it starts
