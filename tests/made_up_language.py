"""A language that nobody has translated yet: a few files in a copy of the package, and nothing else."""

import json
from pathlib import Path

CODE = "pl"  # a language with more plural forms than two
FILES = {
    "src/ludoteca/words": {
        "language.name": "Wymyślony",
        "language.locale": "pl-PL",
        "games.name": "Nazwa",
        "play.left": "Do zobaczenia!",
        "match.pace": "{games|jedna gra|few: {games} gry|many: {games} gier|{games} gry} w {seconds} s",
    },
    "src/ludoteca/games/dobro/words": {"name": "Podwójnie"},
    "src/ludoteca/games/dobro/web/words": {"page.tagline": "Wyżej i wyżej."},
    "web/src/words": {
        "room.title": "W co gramy?",
        "room.count": "{count|jeden gracz|few: {count} gracze|many: {count} graczy|{count} gracza}",
    },
}
RULES = "# Podwójnie\n\n- **D1** Tak się gra.\n"


def add_language(home: Path) -> None:
    for folder, words in FILES.items():
        if (home / folder).exists():
            (home / folder / f"{CODE}.json").write_text(json.dumps(words), encoding="utf-8")
    (home / "src/ludoteca/games/dobro" / f"RULES.{CODE}.md").write_text(RULES, encoding="utf-8")
