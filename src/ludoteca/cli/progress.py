"""How far long work is: a bar on stderr, if somebody looks at it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress(said: str, total: int) -> Iterator[Callable[[int], None]]:
    """Gives what is to be told how many more are done."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(said, total=total)
        yield lambda more: bar.advance(task, more)
