"""What the commands print: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import typer


def say(text: str) -> None:
    """A result, on standard output."""
    typer.echo(text)


def note(text: str) -> None:
    """Something worth knowing, on standard error."""
    typer.echo(text, err=True)


def warn(text: str) -> None:
    """Something that the user may want to change, on standard error."""
    typer.secho(text, err=True, fg="yellow")


def fail(text: str) -> None:
    """Why the command failed, on standard error."""
    typer.secho(text, err=True, fg="red")


def print_json(value: object) -> None:
    """One JSON document on standard output, UTF-8 whatever the locale; half characters are escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def print_json_line(event: str, **facts: object) -> None:
    """One JSON object on a line of its own, for a program that follows what is done."""
    sys.stdout.write(json.dumps({"event": event, **facts}, ensure_ascii=True) + "\n")
    sys.stdout.flush()


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on standard output; columns of numbers are aligned to the right."""
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    body = list(rows)
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for index, column in enumerate(columns):
        is_number = all(row[index].replace(".", "").isdigit() for row in body if row[index])
        grid.add_column(Text(column), justify="right" if is_number else "left", overflow="fold")
    for row in body:
        grid.add_row(*(Text(cell) for cell in row))
    # A pipe or a file has no width: nothing is wrapped there.
    Console(highlight=False, width=None if sys.stdout.isatty() else 10_000).print(grid)


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[str, float], None]]:
    """A bar on standard error while the block runs, if somebody is watching.

    Call it with a step and the share that is done; until then it only shows that something is going on.
    """
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda step, share: bar.update(task, description=step, completed=share, total=1.0)


def listed(pieces: Iterable[str], limit: int = 10) -> str:
    """Pieces of text in one line, each once, with how often it occurs; what cannot be seen by its code point."""
    counts = Counter(pieces)
    shown = [
        f"“{_visible(piece)}”" + (f" ({count} times)" if count > 1 else "")
        for piece, count in counts.most_common(limit)
    ]
    if len(counts) > limit:
        shown.append(f"and {len(counts) - limit} more")
    return ", ".join(shown)


def _visible(piece: str) -> str:
    return "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in piece)
