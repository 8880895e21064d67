"""Exports that were begun, kept on disk line by line: what a killed program had still to do is found again."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any, get_type_hints

from engines.files import replacing
from studio.export.plan import ExportItem, ExportOptions, Sidecar

_MOST = 20_000
"""Items that are kept for projects that nobody opens again."""


def append(path: Path, records: Iterable[Mapping[str, object]]) -> None:
    """Add records to a file, and have them on the disk before it returns. Raises OSError."""
    data = "".join(json.dumps(record, ensure_ascii=True) + "\n" for record in records).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    # One write, so that a kill leaves whole records and at most one that is cut off.
    with path.open("ab", buffering=0) as file:
        file.write((b"\n" if _is_torn(path) else b"") + data)
        os.fsync(file.fileno())


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file, without what a kill has cut off; none if there is no such file."""
    with suppress(OSError):
        for line in path.read_bytes().splitlines():
            with suppress(ValueError):
                record = json.loads(line)
                if isinstance(record, dict):
                    yield record


class Journal:
    """The files of all queues that have not ended. For use off the GUI thread; whoever uses it does so in order.

    Parameters
    ----------
    path
        Of the file; it need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def begin(self, items: Iterable[tuple[str, ExportItem]]) -> None:
        """Note files that are to be written, each under a key of its own. Raises OSError."""
        append(self._path, [{"begin": key, "item": item_to_plain(item)} for key, item in items])

    def end(self, keys: Collection[str]) -> None:
        """Note that nothing more is to be done for these. Raises OSError."""
        append(self._path, [{"end": key} for key in keys])

    def take(self, lines: Collection[str]) -> list[ExportItem]:
        """Those that are not ended and whose lines are all among the given, which forgets them. Raises OSError."""
        waiting: dict[str, ExportItem] = {}
        records = 0
        for record in read(self._path):
            records += 1
            if "end" in record:
                waiting.pop(str(record["end"]), None)
            elif item := item_from_plain(record.get("item")):
                waiting[str(record["begin"])] = item
        mine = {key: item for key, item in waiting.items() if set(item.lines) <= set(lines)}
        rest = {key: item for key, item in waiting.items() if key not in mine}
        if records > len(rest):
            kept = list(rest.items())[-_MOST:]
            with replacing(self._path) as file:
                for key, item in kept:
                    file.write(json.dumps({"begin": key, "item": item_to_plain(item)}).encode() + b"\n")
        return list(mine.values())


def item_to_plain(item: ExportItem) -> dict[str, Any]:
    """An item as JSON can say it."""
    plain = {field.name: getattr(item, field.name) for field in fields(item)}
    options = {field.name: _plain(getattr(item.options, field.name)) for field in fields(item.options)}
    return {**plain, "lines": list(item.lines), "file": str(item.file), "options": options}


def item_from_plain(plain: object) -> ExportItem | None:
    """The item that `item_to_plain` took apart; None if that was another program's."""
    try:
        assert isinstance(plain, dict)
        values = dict(plain["options"])
        for name, kind in get_type_hints(ExportOptions).items():
            if isinstance(kind, type) and issubclass(kind, (Enum, Path)):
                values[name] = kind(values[name])
        values["sidecars"] = tuple(Sidecar(value) for value in values["sidecars"])
        return ExportItem(
            tuple(map(str, plain["lines"])),
            Path(plain["file"]),
            ExportOptions(**values),
            bool(plain["exists"]),
            str(plain["title"]),
            str(plain["project"]),
        )
    except (AssertionError, KeyError, TypeError, ValueError):
        return None


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Path) else value


def _is_torn(path: Path) -> bool:
    """Whether the file ends within a record."""
    with suppress(OSError), path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
    return False
