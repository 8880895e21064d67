"""What is to be done next in an export by several threads. Knows no engine and no disk."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from studio.document.script import Delivery, Line, Script
from studio.document.takes import Take
from studio.export.plan import ExportItem


@dataclass(frozen=True, slots=True)
class MakeLine:
    """A line to be spoken."""

    line: Line
    delivery: Delivery


@dataclass(frozen=True, slots=True)
class WriteFile:
    """A file all of whose lines have been spoken."""

    item: ExportItem
    takes: tuple[Take, ...]


@dataclass(eq=False)
class _File:
    item: ExportItem
    missing: set[str]
    """Ids of its lines that are not spoken yet."""
    failed: bool = False
    takes: dict[str, Take] = field(default_factory=dict)


class Board:
    """Lines in order, and a file as soon as its lines are there; asked by all threads.

    Parameters
    ----------
    items
        To be written; their lines are in the script.
    """

    def __init__(self, script: Script, items: Iterable[ExportItem]) -> None:
        self._changed = threading.Condition()
        self._of_line: dict[str, list[_File]] = {}
        self._numbers = script.rows
        self._to_make: deque[MakeLine] = deque()
        self._to_write: deque[WriteFile] = deque()
        self._under_way = 0
        self._closed = False
        for item in items:
            file = _File(item, set(item.lines))
            for key in item.lines:
                line = script.line(key)
                assert line is not None, "the item is of this script"
                if key not in self._of_line:
                    self._to_make.append(MakeLine(line, script.delivery(line)))
                self._of_line.setdefault(key, []).append(file)

    def next(self) -> MakeLine | WriteFile | None:
        """Something to do; waits while there may be more, and gives None when there is not.

        Each that was given is to be answered by `made`, `failed` or `written`.
        """
        with self._changed:
            while not self._closed:
                if self._to_write or self._to_make:
                    self._under_way += 1
                    # Files first, so that what is done survives a kill.
                    return self._to_write.popleft() if self._to_write else self._to_make.popleft()
                if not self._under_way:
                    break
                self._changed.wait()
            return None

    def made(self, task: MakeLine, take: Take) -> None:
        """A line was spoken."""
        with self._answer():
            for file in self._of_line[task.line.id]:
                file.takes[task.line.id] = take
                file.missing.discard(task.line.id)
                if not file.missing and not file.failed:
                    takes = tuple(file.takes[key] for key in file.item.lines)
                    self._to_write.append(WriteFile(file.item, takes))

    def failed(self, task: MakeLine) -> list[tuple[ExportItem, int]]:
        """A line cannot be spoken; returns the files that will not be written for that, with the number of the line."""
        with self._answer():
            files = [file for file in self._of_line[task.line.id] if not file.failed]
            for file in files:
                file.failed = True
            return [(file.item, self._numbers[task.line.id] + 1) for file in files]

    def written(self, _task: WriteFile) -> None:
        """A file has ended."""
        with self._answer():
            pass

    def close(self) -> None:
        """Give out nothing more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @contextmanager
    def _answer(self) -> Iterator[None]:
        with self._changed:
            yield
            self._under_way -= 1
            self._changed.notify_all()
