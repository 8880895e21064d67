"""Project files: `.timbre`, a zip of `project.json`, of `takes/<id>.flac` and of `voices/<name>.timbrevoice`."""

from __future__ import annotations

import contextlib
import errno
import mmap
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from engines.files import replacing
from engines.voices.profile import VoiceProfile
from engines.voices.voice_file import LARGEST_BYTES as LARGEST_VOICE
from studio.document import salvage
from studio.document.embedded import FOLDER as VOICES
from studio.document.embedded import member_of, pack_voices, unpack_voices
from studio.document.errors import ProjectFileError, unread, unwritten
from studio.document.project_json import VERSION, NewerError, Project, UnreadableError, decode, encode
from studio.document.script import Script
from studio.document.takes import Take
from studio.document.unpacking import LARGEST_DOCUMENT, Allowance

SUFFIX = ".timbre"
DOCUMENT = "project.json"
TAKES = "takes/"
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, NotImplementedError, RuntimeError, EOFError, ValueError)
"""What `zipfile` raises for content that it cannot read."""

Progress = Callable[[str, float], object]
"""Called with what is being done and how much of it is done, 0 to 1; what it raises stops the work."""


class Opened(NamedTuple):
    """What was in a project file."""

    script: Script
    takes: tuple[Take, ...]
    """Those whose audio is in the folder of takes now."""
    warnings: tuple[str, ...]
    """Sentences for the user, about what is lost."""


def write_project(
    path: Path,
    script: Script,
    takes: Iterable[Take],
    takes_folder: Path,
    progress: Progress | None = None,
    voices: Iterable[VoiceProfile] = (),
) -> tuple[str, ...]:
    """Save a project with the voices that it brings along; the file is replaced in one step, or untouched.

    Takes of deleted lines are left out unless another line has chosen them. Returns sentences about takes whose audio
    could not be read. Raises `ProjectFileError`.
    """
    saying = QCoreApplication.translate("Document", "Saving the project")
    wanted = _wanted(script, takes)
    kept = [take for take in wanted if (takes_folder / take.file_name).is_file()]
    try:
        with replacing(path) as file, zipfile.ZipFile(file, "w", strict_timestamps=False) as archive:
            first = zipfile.ZipInfo(DOCUMENT)
            first.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(first, "w") as document:
                for piece in encode(_with_video_beside(script, path), kept, program=version("timbre-studio")):
                    document.write(piece)
            for done, take in enumerate(kept):
                if progress:
                    progress(saying, done / len(kept))
                archive.write(takes_folder / take.file_name, TAKES + take.file_name)
            pack_voices(archive, voices)
    except OSError as error:
        raise unwritten(path, error) from error
    return tuple(_lost(len(wanted) - len(kept)))


def read_project(
    path: Path, takes_folder: Path, progress: Progress | None = None, voices_folder: Path | None = None
) -> Opened:
    """Open a project of this or an older version; a damaged file gives what it can.

    Its takes are unpacked into a folder, and the voices that it brings along into another one, or not at all.
    Raises `ProjectFileError` when it is of a newer version, or nothing can be read.
    """
    try:
        refusal = None
        try:
            with zipfile.ZipFile(path) as archive:
                if DOCUMENT in archive.namelist():
                    return _from_archive(path, archive, takes_folder, progress, voices_folder)
            # Another archive, or one without its end: then the directory found is that of a voice inside.
            refusal = _foreign(path)
        except _DAMAGE:
            pass
        return _from_ruins(path, takes_folder, voices_folder, refusal)
    except OSError as error:
        writing = error.errno in (errno.ENOSPC, errno.EDQUOT) or (error.filename and Path(error.filename) != path)
        raise unwritten(takes_folder, error) if writing else unread(path, error) from error


def _from_archive(
    path: Path, archive: zipfile.ZipFile, takes_folder: Path, progress: Progress | None, voices_folder: Path | None
) -> Opened:
    saying = QCoreApplication.translate("Document", "Opening the project")
    information = archive.getinfo(DOCUMENT)
    if information.file_size > LARGEST_DOCUMENT:
        raise _foreign(path)
    project = _project(path, archive.read(information))
    unpacked = []
    allowance = Allowance(path.stat().st_size)
    for done, take in enumerate(project.takes):
        if progress:
            progress(saying, done / len(project.takes))
        if _unpack(archive, take, takes_folder, allowance):
            unpacked.append(take)
    names, read = archive.namelist(), partial(_voice, archive)
    voices = unpack_voices(names, read, project.script, voices_folder) if voices_folder else ()
    warnings = (*project.warnings, *_lost(len(project.takes) - len(unpacked)), *voices)
    return Opened(project.script, tuple(unpacked), warnings)


def _unpack(archive: zipfile.ZipFile, take: Take, takes_folder: Path, allowance: Allowance) -> bool:
    # The name comes from an id that was checked, never from the archive, so it cannot lead out of the folder.
    target = takes_folder / take.file_name
    try:
        with archive.open(TAKES + take.file_name) as packed, target.open("wb") as file:
            while piece := packed.read(1 << 20):
                allowance.take(len(piece))
                file.write(piece)
    except (KeyError, *_DAMAGE):
        target.unlink(missing_ok=True)
        return False
    return True


def _voice(archive: zipfile.ZipFile, name: str) -> bytes:
    try:
        return member_of(archive, name)
    except _DAMAGE as error:
        raise ValueError(str(error)) from error


def _from_ruins(path: Path, takes_folder: Path, voices_folder: Path | None, refusal: ProjectFileError | None) -> Opened:
    with _mapped(path) as content:
        found = salvage.entries(content)
        document = next((entry.data for entry in found if entry.name == DOCUMENT), None)
        if document is None:
            raise refusal or (_foreign(path) if content[:2] != b"PK" else _damaged(path))
        project = _project(path, document)
        waiting = {TAKES + take.file_name: take for take in project.takes}
        unpacked = set()
        packed_voices = {}
        allowance = Allowance(len(content))
        for entry in found:
            if entry.name in waiting:
                try:
                    allowance.take(len(entry.data))
                except ValueError:
                    break
                take = waiting.pop(entry.name)
                (takes_folder / take.file_name).write_bytes(entry.data)
                unpacked.add(take.id)
            elif entry.name.startswith(VOICES) and len(entry.data) <= LARGEST_VOICE:
                packed_voices[entry.name] = entry.data
    voices: tuple[str, ...] = ()
    if voices_folder:
        voices = tuple(unpack_voices(packed_voices, packed_voices.__getitem__, project.script, voices_folder))
    warning = QCoreApplication.translate(
        "Document", "{0} is damaged, and what could be read was opened. Save it under another name."
    ).format(path.name)
    takes = tuple(take for take in project.takes if take.id in unpacked)
    lost = _lost(len(project.takes) - len(takes))
    return Opened(project.script, takes, (warning, *project.warnings, *lost, *voices))


@contextlib.contextmanager
def _mapped(path: Path) -> Iterator[mmap.mmap]:
    with path.open("rb") as file:
        try:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # an empty file
            raise _foreign(path) from None
        with content:
            yield content


def _with_video_beside(script: Script, path: Path) -> Script:
    return replace(script, video=script.video.beside(path.absolute().parent)) if script.video else script


def _project(path: Path, document: bytes) -> Project:
    try:
        project = decode(document)
        video = project.script.video
        if video is None:
            return project
        return project._replace(script=replace(project.script, video=video.found(path.absolute().parent)))
    except UnreadableError as error:
        raise _damaged(path) from error
    except NewerError as error:
        text = QCoreApplication.translate(
            "Document",
            "{0} was made by a newer Timbre Studio ({1}, file version {2}); this one reads up to version {3}. "
            "Update the program to open it.",
        )
        raise ProjectFileError(text.format(path.name, error.program or "?", error.version, VERSION)) from None


def _wanted(script: Script, takes: Iterable[Take]) -> list[Take]:
    chosen = {line.take for line in script.lines if line.take}
    return [take for take in takes if take.line in script.rows or take.id in chosen]


def _lost(count: int) -> Iterator[str]:
    if count:
        yield QCoreApplication.translate(
            "Document", "The audio of %n take(s) is lost; the line(s) can be made again.", "", count
        )


def _foreign(path: Path) -> ProjectFileError:
    text = QCoreApplication.translate("Document", "{0} is not a Timbre project. Use Import for scripts and subtitles.")
    return ProjectFileError(text.format(path.name))


def _damaged(path: Path) -> ProjectFileError:
    text = QCoreApplication.translate(
        "Document", "{0} is damaged, and its script cannot be read. Open a copy, or what was autosaved."
    )
    return ProjectFileError(text.format(path.name))
