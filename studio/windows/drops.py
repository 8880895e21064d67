"""What the user may drop on the window."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QMimeData

from engines.voices.voice_file import SUFFIX as VOICE_SUFFIX
from studio.document.importing import SUFFIXES
from studio.document.package import SUFFIX

SCRIPTS = frozenset(SUFFIXES)
AUDIO = frozenset({".wav", ".flac", ".mp3", ".ogg", ".opus", ".m4a", ".aac", ".aif", ".aiff", ".wma"})

VIDEO = frozenset({".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".ts", ".mts", ".mpg", ".mpeg", ".wmv", ".flv"})


@dataclass(frozen=True, slots=True)
class Drop:
    """Files by what is done with them, or a piece of text."""

    projects: tuple[Path, ...] = ()
    scripts: tuple[Path, ...] = ()
    """Text and subtitle files, to be imported."""
    audio: tuple[Path, ...] = ()
    videos: tuple[Path, ...] = ()
    voices: tuple[Path, ...] = ()
    others: tuple[Path, ...] = ()
    text: str = ""

    def __bool__(self) -> bool:
        files = (self.projects, self.scripts, self.audio, self.videos, self.voices, self.others)
        return bool(any(files) or self.text)


def read_drop(data: QMimeData) -> Drop:
    """What is in the user's hand, looked at by name only: the disk is not touched."""
    if data.hasUrls():
        return sort_files(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    if data.hasText() and data.text().strip():
        return Drop(text=data.text())
    return Drop()


def sort_files(paths: Iterable[Path]) -> Drop:
    """Files by the kind that their names tell."""
    projects, scripts, audio, videos, voices, others = [], [], [], [], [], []
    for path in paths:
        kind = path.suffix.lower()
        if kind == SUFFIX:
            projects.append(path)
        elif kind in SCRIPTS:
            scripts.append(path)
        elif kind in AUDIO:
            audio.append(path)
        elif kind in VIDEO:
            videos.append(path)
        elif kind == VOICE_SUFFIX:
            voices.append(path)
        else:
            others.append(path)
    return Drop(tuple(projects), tuple(scripts), tuple(audio), tuple(videos), tuple(voices), tuple(others))
