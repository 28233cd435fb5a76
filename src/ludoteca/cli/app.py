"""The commands and their options. What a command does stands in its own module, imported when it is run."""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

import ludoteca
from ludoteca.cli.arguments import Complaint, ask_for, complaints, words_in
from ludoteca.core.words import LANGUAGES

# The errors of typer's command line have had several homes, but always this family.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]
INTERRUPTED = 130

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="Id of a game, as `ludoteca games` lists it.")]
Seats = Annotated[
    int | None, typer.Option(help="How many seats play.", show_default="4, or as many as there can be")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="|".join(LANGUAGES), help="Language.", show_default="that of the system"),
]
Seed = Annotated[
    int | None, typer.Option(help="The same seed gives the same games.", show_default="by chance")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on the Ray cluster there.", show_default="on this machine"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of a table.")]


def show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ludoteca {ludoteca.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def command(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """A game room and game laboratory for tabletop games."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def games(lang: Language = None) -> None:
    """List the games, with seats, options and bots."""
    from ludoteca.cli.games import show_games

    show_games(words_in(lang))


@app.command()
def rules(game: GameId, lang: Language = None) -> None:
    """Show the rules of a game."""
    from ludoteca.cli.rules import show_rules

    words = words_in(lang)
    with complaints(words):
        show_rules(ludoteca.game(game), words.language)


@app.command()
def simulate(
    game: GameId,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10**8, help="How many games.")] = 1000,
    seats: Seats = None,
    option: Options = None,
    bots: Annotated[str, typer.Option(help="Bots, with commas; repeated around the table.")] = "random",
    seed: Seed = None,
    cores: Annotated[int, typer.Option(min=0, max=1024, help="Cores to use; 0 takes all.")] = 1,
    cluster: Cluster = None,
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Let bots play many games, and show scores and victories."""
    from ludoteca.cli.simulate import show_simulation

    asked = ask_for(game, seats, option, lang)
    with complaints(asked.words):
        show_simulation(asked, games, bots.split(","), seed, cores or None, cluster, json)


@app.command()
def bench(
    game: GameId,
    seats: Seats = None,
    option: Options = None,
    repeats: Annotated[int, typer.Option(min=1, max=1000, help="How often to measure.")] = 5,
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Measure random play on one core: decisions and whole games a second."""
    from ludoteca.cli.bench import show_bench

    asked = ask_for(game, seats, option, lang)
    with complaints(asked.words):
        show_bench(asked, repeats, json)


@app.command()
def compile(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME...]", help="Ids of games; all if none is named.")
    ] = None,
    workers: Annotated[int, typer.Option(min=0, max=1024, help="Processes; 0: one a core.")] = 0,
    lang: Language = None,
) -> None:
    """Make the machine code of games now, so that nobody waits for the compiler later."""
    from ludoteca.cli.compile import show_compilation

    words = words_in(lang)
    with complaints(words):
        show_compilation(words, games or (), workers)


@app.command()
def match(
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="Bots, or NAME=program:COMMAND.")],
    game: Annotated[str, typer.Option(help="The game, by its id.")],
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            "-n",
            min=1,
            max=10**7,
            help="So many deals at most.",
            show_default="100",
        ),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Each deal with one seating, by turns.")] = False,
    against: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="Each bot apart from the rest; this one has all other seats."),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="Seats.", show_default="2 if possible")] = None,
    option: Options = None,
    seed: Seed = None,
    workers: Annotated[int, typer.Option(min=0, max=1024, help="Processes; 0: one a core.")] = 0,
    cluster: Cluster = None,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop when it is known whether the first bot is better.")
    ] = False,
    gain: Annotated[
        float, typer.Option(min=0.1, max=99, help="With --sprt: by how many per cent of victories.")
    ] = 5,
    share: Annotated[
        float | None,
        typer.Option(min=0.1, max=99, help="With --sprt: better than this per cent.", show_default="even"),
    ] = None,
    alpha: Annotated[
        float, typer.Option(min=0.01, max=50, help="With --sprt: risk, in per cent, of a wrong yes.")
    ] = 5,
    beta: Annotated[
        float, typer.Option(min=0.01, max=50, help="With --sprt: risk, in per cent, of a wrong no.")
    ] = 5,
    width: Annotated[
        float | None,
        typer.Option(min=0.1, max=99, help="Stop when 95 % intervals are so many per cent wide."),
    ] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop after so many minutes.")] = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep every deal here, and go on from it.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Also write a page with plots to this file.")] = None,
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Let bots meet on duplicate deals, each on every seat of each deal."""
    from ludoteca.cli.match import MATCH_SEATS, Wanted, show_match

    asked = ask_for(game, seats, option, lang, MATCH_SEATS)
    with complaints(asked.words):
        wanted = Wanted(
            bots, deals, once, seed, workers, cluster, against, sprt, gain, share, alpha, beta, width,
            minutes, keep, report, json,
        )  # fmt: skip
        show_match(asked, wanted)


@app.command()
def study(
    game: GameId,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=10**8, help="How many games.")] = 1000,
    bots: Annotated[str, typer.Option(help="Bots, with commas; repeated around the table.")] = "random",
    seats: Seats = None,
    option: Options = None,
    seed: Seed = None,
    workers: Annotated[int, typer.Option(min=0, max=1024, help="Processes; 0: one a core.")] = 0,
    cluster: Cluster = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Also write a report and its plots there.")
    ] = None,
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Study a game: length, scores, seats, comebacks, luck, and what winners do differently."""
    from ludoteca.cli.study import show_study

    asked = ask_for(game, seats, option, lang)
    with complaints(asked.words):
        show_study(asked, bots.split(","), games, seed, workers, cluster, report, json)


@app.command()
def train(
    game: GameId,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=10**9, help="Train until so many games in all.")
    ] = 1_000_000,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="Kept up to date; if it is there, the training goes on.", show_default="GAME.npz"),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="The same seed and workers give the same net.", show_default="by chance"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Threads that play.", show_default="1")
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="A-B", help="How many seats play.", show_default="1")
    ] = None,
    hidden: Annotated[
        str | None, typer.Option(metavar="A,B", help="Units of the two layers.", show_default="128,128")
    ] = None,
    every: Annotated[int, typer.Option(min=1, max=10**9, help="Games between two measurements.")] = 20_000,
    measure: Annotated[int, typer.Option(min=1, max=10**7, help="Games of a measurement.")] = 1000,
    curve: Annotated[
        Path | None, typer.Option(help="Also write the learning curve to this SVG file.")
    ] = None,
    weights: Annotated[Path | None, typer.Option(help="Also write the net alone to this file.")] = None,
    cluster: Cluster = None,
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Teach a net to play a game alone, by games that it plays itself."""
    from ludoteca.cli.train import Wanted, read_hidden, read_seats, show_training

    words = words_in(lang)
    with complaints(words):
        found = ludoteca.game(game)
        words = words_in(lang, found.folder / "words")
        place = checkpoint or Path(f"{found.id}.npz")
        tables, layers = read_seats(words, found, seats), read_hidden(words, hidden)
        wanted = Wanted(games, place, seed, workers, tables, layers, every, measure, curve, weights)
        show_training(words, found, wanted, cluster, json)


@app.command()
def play(
    game: GameId,
    seats: Seats = None,
    option: Options = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Bots, with commas; repeated around the table.", show_default="a middle level"),
    ] = None,
    seed: Seed = None,
    seat: Annotated[int, typer.Option(help="Your seat, counted from 0.")] = 0,
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    save: Annotated[
        Path | None,
        typer.Option(help="Write the game to this new file, for a review.", show_default=False),
    ] = None,
    lang: Language = None,
) -> None:
    """Play a game in the terminal, against bots."""
    from ludoteca.cli.play import play_in_terminal

    asked = ask_for(game, seats, option, lang)
    with complaints(asked.words):
        play_in_terminal(asked, bots.split(",") if bots is not None else None, seed, seat, name, save)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="GAME.json", help="An exported game.")],
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Check an exported game: its commitment, its deal, every action and the scores."""
    from ludoteca.cli.verify import show_verification

    words = words_in(lang)
    with complaints(words):
        raise typer.Exit(show_verification(words, file, json))


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="GAME.json", help="An exported game.")],
    playouts: Annotated[
        int, typer.Option(min=1, max=10**6, help="Imagined games for every candidate: more are surer.")
    ] = 100,
    svg: Annotated[Path | None, typer.Option(help="Also write a chart of the chances to this file.")] = None,
    json: AsJson = False,
    lang: Language = None,
) -> None:
    """Judge a finished game: chances, every decision, and luck apart from skill."""
    from ludoteca.cli.review import show_review

    words = words_in(lang)
    with complaints(words):
        show_review(words, file, playouts, json, svg)


@app.command()
def puzzles(
    game: GameId,
    count: Annotated[int, typer.Option(min=1, max=10_000, help="How many to make.")] = 100,
    seed: Seed = None,
    output: Annotated[
        Path | None, typer.Option(help="The file to write.", show_default="that of the game's folder")
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option("--from", help="A finished game's file (.json) or a room's database; may be repeated."),
    ] = None,
    lang: Language = None,
) -> None:
    """Make puzzles of a game: positions in which one move is clearly the best.

    They are made from blunders of bots, or with --from of finished games: these are added to those in the
    file. Games that run, today's deals and evenings that go on are left out, and no name gets into a puzzle.
    """
    from ludoteca.cli.puzzles import add_puzzles_of_games, write_new_puzzles

    words = words_in(lang)
    with complaints(words):
        if source:
            add_puzzles_of_games(words, game, source, count, output)
        else:
            write_new_puzzles(words, game, count, 1 if seed is None else seed, output)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "0.0.0.0",
    port: Annotated[int, typer.Option(help="The port to listen at.")] = 8000,
    database: Annotated[str, typer.Option(help="A file for SQLite, or postgresql://...")] = "ludoteca.db",
    public_url: Annotated[str | None, typer.Option(help="How other devices reach the page.")] = None,
    root_path: Annotated[str, typer.Option(help="The sub-path under which a proxy shows it.")] = "",
    own_url: Annotated[
        str | None, typer.Option(help="How other processes on the same database reach this one.")
    ] = None,
    time_zone: Annotated[str, typer.Option(help="Where a day of the daily deal begins.")] = "UTC",
    daily_shared: Annotated[
        bool, typer.Option("--daily-shared", help="Deal of the day as in every room that shares it.")
    ] = False,
    backups: Annotated[
        str | None,
        typer.Option(help="The folder for the room's own backups.", show_default="beside the database"),
    ] = None,
    oidc_issuer: Annotated[
        str | None,
        typer.Option(envvar="LUDOTECA_OIDC_ISSUER", help="A provider of OpenID Connect to sign in with."),
    ] = None,
    oidc_client: Annotated[
        str, typer.Option(envvar="LUDOTECA_OIDC_CLIENT", help="The id of this room at the provider.")
    ] = "ludoteca",
    oidc_label: Annotated[
        str, typer.Option(envvar="LUDOTECA_OIDC_LABEL", help="What the page calls the provider.")
    ] = "",
    oidc_secret_file: Annotated[
        Path | None,
        typer.Option(
            envvar="LUDOTECA_OIDC_SECRET_FILE",
            help="A file with the secret of this room at the provider; else LUDOTECA_OIDC_SECRET.",
        ),
    ] = None,
    lang: Language = None,
) -> None:
    """Open the game room: a page where people play, with friends or with bots."""
    from ludoteca.cli.serve import open_room, openid_of
    from ludoteca.server.settings import Settings

    words = words_in(lang)
    with complaints(words):
        settings = Settings(host, port, database, public_url, root_path.rstrip("/"), own_url)
        settings = replace(settings, time_zone=time_zone, daily_shared=daily_shared, backups=backups)
        openid = openid_of(oidc_issuer, oidc_client, oidc_label, oidc_secret_file)
        settings = replace(settings, openid=openid)
        open_room(words, settings)


@app.command()
def mcp(
    url: Annotated[str, typer.Option(help="The game room.")] = "http://127.0.0.1:8000",
    name: Annotated[str, typer.Option(help="The model's name at the table.")] = "Model",
    token: Annotated[
        str | None,
        typer.Option(
            envvar="LUDOTECA_TOKEN", help="The token of a seat that a host gave.", show_default=False
        ),
    ] = None,
    table: Annotated[str | None, typer.Option(help="The table of that seat.", show_default=False)] = None,
    lang: Language = None,
) -> None:
    """Let a language model play, by the Model Context Protocol on standard input and output."""
    from ludoteca.cli.mcp import serve_models

    serve_models(words_in(lang), url, name, token, table)


Database = Annotated[str, typer.Option(help="A file for SQLite, or postgresql://...")]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file; it must not exist.")],
    database: Database = "ludoteca.db",
    lang: Language = None,
) -> None:
    """Write a copy of the game room to one file, while people play on."""
    from ludoteca.cli.backup import make_backup

    make_backup(words_in(lang), file, database)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `ludoteca backup` wrote.")],
    database: Database = "ludoteca.db",
    lang: Language = None,
) -> None:
    """Bring a backup into a new or empty database."""
    from ludoteca.cli.restore import restore_backup

    raise typer.Exit(restore_backup(words_in(lang), file, database))


@app.command()
def check(database: Database = "ludoteca.db", json: AsJson = False, lang: Language = None) -> None:
    """Check a game room or a backup: every log, every result, every checksum."""
    from ludoteca.cli.check import show_check

    raise typer.Exit(show_check(words_in(lang), database, json))


@app.command()
def ratings(
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Rate all games anew, in their order.")
    ] = False,
    database: Database = "ludoteca.db",
    lang: Language = None,
) -> None:
    """Show who is rated how in a game room."""
    from ludoteca.cli.ratings import show_ratings

    show_ratings(words_in(lang), database, recompute)


@app.command()
def admin(database: Database = "ludoteca.db", lang: Language = None) -> None:
    """Print a code with which the admin's password is set, also if it was lost."""
    from ludoteca.cli.admin import show_code

    show_code(words_in(lang), database)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Bad input gets one line and status 2, never a traceback."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = app(args=arguments, prog_name="ludoteca", standalone_mode=False)
        sys.stdout.flush()
    except Complaint as wrong:
        return complain(str(wrong))
    except UsageError as wrong:
        return complain(with_hint(wrong))
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status if isinstance(status, int) else 0


def with_hint(wrong: Exception) -> str:
    """What was wrong with the command line, and where help is."""
    context = getattr(wrong, "ctx", None)
    path = context.command_path if context else "ludoteca"
    message: str = wrong.format_message()  # type: ignore[attr-defined]
    return f"{message.rstrip('.')}; see {path} --help"


def complain(message: str) -> int:
    print("ludoteca:", " ".join(message.split()), file=sys.stderr)
    return 2
