"""Exporting without a window: lines are made and files written by several threads; a killed export goes on."""

from __future__ import annotations

import hashlib
import json
import queue
import shutil
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engines.errors import TimbreError
from engines.models.disk import exclusive, is_intact
from studio.document.script import Script
from studio.export.arrange import pieces
from studio.export.board import Board, MakeLine, WriteFile
from studio.export.journal import append, item_to_plain, read
from studio.export.maker import TakeMaker
from studio.export.manifest import Missing, update
from studio.export.plan import ExportItem, ExportOptions, ExportPlan, plan
from studio.export.publish import DiskFullError, explained, sweep
from studio.export.write import SpokenLine, Written, write_item
from studio.operations import Cancelled

STATE = ".timbre-export"
"""Folder inside that of the files for what is needed to go on; it is removed once all is done."""
_TAKES, _JOURNAL, _LOCK = "takes", "journal.jsonl", "lock"
_OWNER = "batch"


class BusyError(TimbreError):
    """Another export is writing to the folder."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has become of one file."""

    item: ExportItem
    result: Written | Missing
    resumed: bool = False
    """It was there from an earlier run."""

    @property
    def state(self) -> str:
        """`written`, `skipped` or `failed`."""
        return self.result.state if isinstance(self.result, Missing) else "written"


class Batch:
    """One export into one folder.

    Parameters
    ----------
    workers
        Threads.
    interrupt
        Called to end what the threads do at once, when the export is given up.
    """

    def __init__(
        self, script: Script, maker: TakeMaker, folder: Path, workers: int, interrupt: Callable[[], None]
    ) -> None:
        self._script = script
        self._maker = maker
        self._state = folder / STATE
        self._workers = workers
        self._interrupt = interrupt
        self._stop = threading.Event()
        self._news: queue.Queue[Outcome | MakeLine | BaseException | None] = queue.Queue()
        self._journal_lock = threading.Lock()

    def run(self, items: Sequence[ExportItem], made: Callable[[int], None]) -> Iterator[Outcome]:
        """Write files; each outcome comes when it is known. An exception, or closing the generator, stops the work.

        Parameters
        ----------
        made
            Told the characters of every line that was spoken.

        Raises
        ------
        DiskFullError
            There is no more room; what was written stays, and the same can be run again.
        """
        finished = self._finished()
        keys = {item: self._key(item) for item in items}
        rest: list[ExportItem] = []
        for item in items:
            written = finished.get(keys[item])
            if written and is_intact(written.file, written.sha256, written.size):
                yield Outcome(item, written, resumed=True)
            else:
                rest.append(item)
        board = Board(self._script, rest)
        threads = [
            threading.Thread(target=self._work, args=(board, keys), name=f"export {number}")
            for number in range(self._workers)
        ]
        for thread in threads:
            thread.start()
        working = len(threads)
        try:
            while working:
                news = self._news.get()
                if news is None:
                    working -= 1
                elif isinstance(news, BaseException):
                    raise news
                elif isinstance(news, MakeLine):
                    made(len(news.delivery.text))
                else:
                    yield news
        finally:
            self._stop.set()
            board.close()
            if working:
                self._interrupt()
            for thread in threads:
                thread.join()

    def _work(self, board: Board, keys: dict[ExportItem, str]) -> None:
        try:
            while task := board.next():
                if isinstance(task, MakeLine):
                    self._make(board, task)
                else:
                    self._write(board, task, keys[task.item])
        except BaseException as error:
            self._news.put(error)
            board.close()
        self._news.put(None)

    def _make(self, board: Board, task: MakeLine) -> None:
        try:
            take = self._maker.take(task.line, task.delivery, self._stop)
        except DiskFullError:
            raise
        except TimbreError as error:
            if self._stop.is_set():  # interrupted, it ends with some error of whatever was running
                raise Cancelled from error
            for item, number in board.failed(task):
                reason = str(error) if len(item.lines) == 1 else f"Line {number} could not be made: {error}"
                self._news.put(Outcome(item, Missing(item.file.name, "failed", reason)))
            return
        board.made(task, take)
        self._news.put(task)

    def _write(self, board: Board, task: WriteFile, key: str) -> None:
        item = task.item

        def progress(_share: float) -> None:
            if self._stop.is_set():
                raise Cancelled

        try:
            written = write_item(item, pieces(self._script, task.takes), self._maker.read, progress, owner=_OWNER)
        except DiskFullError:
            raise
        except TimbreError as error:
            self._news.put(Outcome(item, Missing(item.file.name, "failed", str(error))))
        else:
            if written:
                self._note(key, written)
            skipped = Missing(item.file.name, "skipped", "A file of this name is there already.")
            self._news.put(Outcome(item, written or skipped))
        board.written(task)

    def _note(self, key: str, written: Written) -> None:
        plain = asdict(written) | {"file": str(written.file), "sidecars": [str(path) for path in written.sidecars]}
        with explained(self._state), self._journal_lock:
            append(self._state / _JOURNAL, [{"done": key, "written": plain}])

    def _finished(self) -> dict[str, Written]:
        found = {}
        for record in read(self._state / _JOURNAL):
            with suppress(KeyError, TypeError, ValueError):
                found[str(record["done"])] = _written(record["written"])
        return found

    def _key(self, item: ExportItem) -> str:
        """The same only for files that would have the same bytes."""
        lines = [line for key in item.lines if (line := self._script.line(key))]
        said = [
            (
                self._script.rows[line.id],
                self._maker.key(line, self._script.delivery(line)),
                line.member,
                line.begins,
                line.start,
            )
            for line in lines
        ]
        plain = item_to_plain(item) | {"lines": said, "exists": False}
        return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:24]


@contextmanager
def opened(folder: Path) -> Iterator[Path]:
    """The state of the export into a folder, for this process alone; gives the folder of its takes.

    Raises
    ------
    BusyError
        Another process has it.
    """
    state = folder / STATE
    with explained(folder):
        state.mkdir(parents=True, exist_ok=True)
    try:
        with exclusive(state / _LOCK, 0.0, lambda: None):
            sweep(folder, _OWNER, older=0.0)
            yield state / _TAKES
    except TimeoutError as error:
        raise BusyError(f"Another export is writing to “{folder}”; wait for it, or choose another folder.") from error


def plan_again(
    script: Script, line_ids: Sequence[str], options: ExportOptions, names: Collection[str], project: str
) -> ExportPlan:
    """As `plan`, but files of an earlier run of the same export that was cut off keep their names."""
    journal = options.folder / STATE / _JOURNAL
    ours = {str(record["planned"]) for record in read(journal) if "planned" in record}
    result = plan(script, line_ids, options, [name for name in names if name not in ours], project)
    new = [item.file.name for item in result.items if item.file.name not in ours]
    with explained(options.folder):
        append(journal, [{"planned": name} for name in new])
    return result


def conclude(folder: Path, outcomes: Collection[Outcome], *, whole: bool) -> Path:
    """Write the list of the files; with `whole`, forget what was needed to go on."""
    path = update(folder, [outcome.result for outcome in outcomes])
    if whole:
        shutil.rmtree(folder / STATE, ignore_errors=True)
    return path


def _written(plain: dict[str, Any]) -> Written:
    lines = tuple(SpokenLine(**line | {"unspoken": tuple(line["unspoken"])}) for line in plain["lines"])
    paths = {"file": Path(plain["file"]), "sidecars": tuple(map(Path, plain["sidecars"]))}
    return Written(**plain | paths | {"lines": lines})
