"""The working state of an open project on the disk: a program killed at any moment loses the last edit at most.

A workspace is a folder: `base.json` is a whole state, `journal.jsonl` what happened since, `takes` has the audio,
`voices` the voices that the project brings along, and `lock` says that its program lives. Only one thread at a time may
use a `Workspace`.
"""

from __future__ import annotations

import contextlib
import shutil
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QLockFile

from engines.files import replacing
from studio.document import journal
from studio.document.errors import ProjectFileError, not_autosaved, unread
from studio.document.journal import State
from studio.document.project_json import NewerError, UnreadableError, dumps, encode, from_document, is_safe_id, loads
from studio.document.script import Script, new_id
from studio.document.takes import Take

_LOCK, _BASE, _JOURNAL, _TAKES, _VOICES = "lock", "base.json", "journal.jsonl", "takes", "voices"
_SMALL = 1 << 20
"""Bytes up to which a journal is not worth a new base."""


class Workspace:
    """A folder for one open project. Every method that writes raises `ProjectFileError`.

    After a failed write the journal has a hole, so all others fail too until `begin` has written a new base.
    """

    def __init__(self, folder: Path, lock: QLockFile) -> None:
        self.folder = folder
        self.takes_folder = folder / _TAKES
        self.voices_folder = folder / _VOICES
        """Of the voices that the project brings along; there is none before the first."""
        self._lock = lock
        self._file: FileIO | None = None
        self._base_size = 0
        self._script = Script()
        self._takes: dict[str, Take] = {}
        self._path: Path | None = None
        self._unsaved = False

    @classmethod
    def create(cls, root: Path) -> Workspace:
        """Make and lock a folder of its own below `root`."""
        try:
            folder = root / new_id()
            (folder / _TAKES).mkdir(parents=True)
            lock = locked(folder, wait=1.0)  # a search for what can be recovered may hold it for a moment
            if not lock:
                raise OSError(QCoreApplication.translate("Document", "it cannot be locked"))
        except OSError as error:
            raise not_autosaved(root, error) from error
        return cls(folder, lock)

    @classmethod
    def take_over(cls, folder: Path, lock: QLockFile) -> tuple[Workspace, State] | None:
        """Go on in the folder of a program that has ended; None when there is no state in it."""
        state = load(folder)
        if state is None:
            return None
        workspace = cls(folder, lock)
        try:
            workspace.takes_folder.mkdir(exist_ok=True)
        except OSError as error:
            raise not_autosaved(folder, error) from error
        workspace.begin(state)
        return workspace, state

    def begin(self, state: State) -> None:
        """Write a whole state, from which the journal starts anew."""
        self._end_journal()
        try:
            with replacing(self.folder / _BASE) as file:
                path = str(state.path) if state.path else ""
                token = new_id()
                for piece in encode(state.script, state.takes, path=path, unsaved=state.unsaved, journal=token):
                    file.write(piece)
                self._base_size = file.tell()
            # Killed between these two, the program leaves a journal that does not belong to the base, and is ignored.
            self._file = (self.folder / _JOURNAL).open("wb", buffering=0)
            self._file.write(journal.opening(token))
        except OSError as error:
            raise not_autosaved(self.folder, error) from error
        self._script, self._path, self._unsaved = state.script, state.path, state.unsaved
        self._takes = {take.id: take for take in state.takes}

    def edit(self, before: Script, after: Script) -> None:
        """The script changed."""
        self._write(journal.edited(before, after))
        self._script, self._unsaved = after, True
        self._compact()

    def add_take(self, take: Take) -> None:
        """A take was made; its audio is in the folder of takes."""
        self._write(journal.take_added(take))
        self._takes[take.id], self._unsaved = take, True
        self._compact()

    def remove_take(self, take_id: str) -> None:
        """A take was thrown away."""
        self._write(journal.take_removed(take_id))
        self._takes.pop(take_id, None)
        self._unsaved = True

    def mark_saved(self, path: Path, *, unsaved: bool = False) -> None:
        """The project is in its file; `unsaved` when there have been changes since the save began."""
        self._write(journal.saved(path, unsaved=unsaved))
        self._path, self._unsaved = path, unsaved

    def close(self) -> None:
        """Delete the folder: what is in it is saved, or not wanted."""
        self._end_journal()
        delete(self.folder, self._lock)

    def release(self) -> None:
        """Let go of the folder and leave what is in it for a later recovery."""
        self._end_journal()
        self._lock.unlock()

    def _write(self, entry: dict[str, Any]) -> None:
        line = dumps(entry) + b"\n"
        try:
            if self._file is None:
                raise OSError(QCoreApplication.translate("Document", "an earlier change is missing"))
            # Unbuffered: it is the system's when this returns, and survives the program from here on.
            if self._file.write(line) != len(line):
                raise OSError(QCoreApplication.translate("Document", "only a part could be written"))
        except OSError as error:
            self._end_journal()
            raise not_autosaved(self.folder, error) from error

    def _compact(self) -> None:
        if self._file and self._file.tell() > max(_SMALL, self._base_size):
            self.begin(State(self._script, tuple(self._takes.values()), self._path, self._unsaved))

    def _end_journal(self) -> None:
        if self._file:
            with contextlib.suppress(OSError):
                self._file.close()
            self._file = None


def locked(folder: Path, *, wait: float = 0.0) -> QLockFile | None:
    """The lock of a workspace folder; None while its program lives. That of a killed program is taken over."""
    lock = QLockFile(str(folder / _LOCK))
    lock.setStaleLockTime(0)  # old age alone does not end a lock
    return lock if lock.tryLock(int(wait * 1000)) else None


def load(folder: Path) -> State | None:
    """The state in a workspace folder, without takes whose audio is not there; None if there is none.

    Raises `ProjectFileError` when there is one that cannot be read.
    """
    try:
        base = loads((folder / _BASE).read_bytes())
        project = from_document(base)
        path = Path(base["path"]) if base["path"] else None
        start = State(project.script, project.takes, path, base["unsaved"] is True)
        state = journal.replay(start, _bytes(folder / _JOURNAL), base["journal"])
    except FileNotFoundError:
        return None
    except OSError as error:
        raise unread(folder, error) from error
    except (UnreadableError, NewerError, KeyError, TypeError) as error:
        text = QCoreApplication.translate("Document", "What was autosaved in {0} is damaged, or of a newer version.")
        raise ProjectFileError(text.format(folder)) from error
    takes = tuple(take for take in state.takes if is_safe_id(take.id) and _bytes_in(folder / _TAKES / take.file_name))
    return replace(state, takes=takes)


def changed_at(folder: Path) -> float:
    """When the state in a workspace folder last changed, in seconds since the epoch; 0 if there is none."""
    return max((path.stat().st_mtime for path in (folder / _BASE, folder / _JOURNAL) if path.exists()), default=0.0)


def delete(folder: Path, lock: QLockFile) -> None:
    """Delete a workspace folder that is locked; what cannot be deleted stays, without its state."""
    with contextlib.suppress(OSError):
        (folder / _BASE).unlink(missing_ok=True)  # first, since nothing is recovered without it
    with contextlib.suppress(OSError):
        for child in folder.iterdir():
            if child.is_dir():
                shutil.rmtree(child, ignore_errors=True)
            elif child.name != _LOCK:
                child.unlink()
    lock.unlock()  # deletes the last file
    with contextlib.suppress(OSError):
        folder.rmdir()


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _bytes_in(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0
