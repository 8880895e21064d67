"""Log files that are kept small: when one is long it is put aside, and the oldest is forgotten."""

from __future__ import annotations

from pathlib import Path

LONGEST = 500_000
"""Bytes."""
KEPT = 2
"""Older ones, `name.log.1` being the newest of them."""


def put_aside(path: Path, longest: int = LONGEST) -> None:
    """Rename a log that is longer than that, so that a new one is begun. Raises OSError."""
    if not path.exists() or path.stat().st_size <= longest:
        return
    for number in range(KEPT, 0, -1):
        older = path.with_name(f"{path.name}.{number}")
        newer = path if number == 1 else path.with_name(f"{path.name}.{number - 1}")
        if newer.exists():
            newer.replace(older)
