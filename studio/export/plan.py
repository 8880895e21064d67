"""What an export is to write: options, and the files that follow from them before anything is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from engines.audio.pcm import SampleFormat
from studio.document.script import Line, Script
from studio.export.naming import check_pattern, fill, numbered, same_names

LINE_PATTERN = "{number:04} {member} {text:40}"
JOINED_PATTERN = "{project}"

# Seconds of speech a character takes, roughly: a syllable of Chinese or Japanese, a letter of any other writing.
_WIDE, _NARROW = 0.22, 0.07


class ExportMode(Enum):
    """How lines become files."""

    LINES = "lines"
    """One file a line."""
    JOINED = "joined"
    """All lines in one file."""


class OnExisting(Enum):
    """What becomes of a file that has the name already."""

    NUMBER = "number"
    """Both are kept; the new one gets a number."""
    SKIP = "skip"
    REPLACE = "replace"


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What the user chose."""

    folder: Path
    mode: ExportMode = ExportMode.LINES
    pattern: str = LINE_PATTERN
    """Of the names; see `studio.export.naming`."""
    rate: int = 48_000
    """Hz; one of `engines.audio.wav.SAMPLE_RATES`."""
    sample_format: SampleFormat = SampleFormat.PCM_24
    existing: OnExisting = OnExisting.NUMBER
    gap: float = 0.5
    """Seconds of silence between two lines of a joined file."""


@dataclass(frozen=True, slots=True)
class ExportItem:
    """One file to write."""

    lines: tuple[str, ...]
    """Ids of the lines in it, in order."""
    file: Path
    options: ExportOptions
    exists: bool = False
    """Whether a file of that name was there when this was planned."""


@dataclass(frozen=True, slots=True)
class ExportPlan:
    """All files of an export, in order."""

    items: tuple[ExportItem, ...]
    empty: int
    """Lines that were left out because they have no text."""
    seconds: float
    """How much audio it will be, roughly."""

    @property
    def size(self) -> int:
        """Bytes of all files, roughly."""
        if not self.items:
            return 0
        options = self.items[0].options
        return int(self.seconds * options.rate * options.sample_format.width)


def plan(
    script: Script, line_ids: Sequence[str], options: ExportOptions, existing: Collection[str], project: str
) -> ExportPlan:
    """Name the files of an export.

    Parameters
    ----------
    line_ids
        The lines to export; ids of deleted ones are ignored.
    existing
        Names of the files that are in the folder now.
    project
        What `{project}` stands for.

    Raises
    ------
    PatternError
        If the pattern gives no names.
    """
    check_pattern(options.pattern)
    found = [line for line in map(script.line, line_ids) if line is not None]
    lines = [line for line in found if line.text.strip()]
    groups = [lines] if options.mode is ExportMode.JOINED and lines else [[line] for line in lines]
    names = (fill(options.pattern, _values(script, group, project)) for group in groups)
    files = numbered(names, existing if options.existing is OnExisting.NUMBER else ())
    items = tuple(
        ExportItem(tuple(line.id for line in group), options.folder / file, options, exists)
        for group, file, exists in zip(groups, files, same_names(files, existing), strict=True)
    )
    seconds = sum(speech_seconds(line.text) / script.delivery(line).speed for line in lines)
    gaps = options.gap * (len(lines) - 1) if options.mode is ExportMode.JOINED and lines else 0.0
    return ExportPlan(items, len(found) - len(lines), seconds + gaps)


def speech_seconds(text: str) -> float:
    """How long a text takes to say, roughly."""
    return sum(_WIDE if unicodedata.east_asian_width(char) in "WF" else _NARROW for char in text)


def free_names(file: Path) -> Iterator[Path]:
    """`file`, then the same with numbers, for when it appeared after the plan was made."""
    yield file
    taken = [file.name]
    while True:
        (name,) = numbered([file.stem], taken)
        taken.append(name)
        yield file.with_name(name)


def _values(script: Script, lines: list[Line], project: str) -> dict[str, str]:
    first = lines[0]
    delivery = script.delivery(first)
    return {
        "number": str(script.rows[first.id] + 1),
        "member": first.member,
        "text": first.text,
        "voice": delivery.voice,
        "language": delivery.language,
        "project": project,
    }
