"""A progress bar on standard error, when that is a terminal."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


@contextlib.contextmanager
def progress_bar() -> Iterator[Callable[..., None]]:
    """Yields a function (name, number, count, fraction done) that updates the bar."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda *_: None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("starting", total=1.0)

        def show(name: str, number: int, count: int, part: float) -> None:
            label = f"{name} ({number + 1} of {count})" if count > 1 else name
            bar.update(task, description=label, completed=(number + part) / count)

        yield show
