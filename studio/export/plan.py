"""What an export is to write: options, and the files that follow from them before anything is written."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from engines.audio.formats import FileFormat
from engines.audio.levels import Target
from engines.text.markup_edits import plain
from studio.document.script import SECTION, Line, Script
from studio.export.naming import check_pattern, fill, numbered, same_names

# Seconds of speech a character takes, roughly: a syllable of Chinese or Japanese, a letter of any other writing.
_WIDE, _NARROW = 0.22, 0.07


class ExportMode(Enum):
    """How lines become files."""

    LINES = "lines"
    """One file a line."""
    MEMBERS = "members"
    """One file for all lines of a cast member."""
    SECTIONS = "sections"
    """One file a section of the script, such as a chapter."""
    JOINED = "joined"
    """All lines in one file."""


PATTERNS = {
    ExportMode.LINES: "{number:04} {member} {text:40}",
    ExportMode.MEMBERS: "{project} {member}",
    ExportMode.SECTIONS: "{number:02} {section:60}",
    ExportMode.JOINED: "{project}",
}
"""Of names, where the user has chosen no other."""


class Timing(Enum):
    """Where the lines of one file are in it."""

    GAPS = "gaps"
    """One after the other."""
    CUES = "cues"
    """Each at its own time, as the subtitles say; those without one follow the line before."""


class Sidecar(Enum):
    """What is written beside a file: what is said in it, and when."""

    SRT = "srt"
    VTT = "vtt"
    TEXT = "txt"
    LABELS = "labels"
    """A label track of Audacity."""

    @property
    def suffix(self) -> str:
        """Of its name, with the dot."""
        return ".labels.txt" if self is Sidecar.LABELS else f".{self.value}"


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
    pattern: str = PATTERNS[ExportMode.LINES]
    """Of the names; see `studio.export.naming`."""
    file_format: FileFormat = FileFormat.WAV_24
    rate: int = 48_000
    """Hz; one of `file_format.rates`."""
    channels: int = 1
    """2 has the same sound on both."""
    target: Target = Target.AS_MADE
    """How loud each file is to be."""
    existing: OnExisting = OnExisting.NUMBER
    timing: Timing = Timing.GAPS
    gap: float = 0.5
    """Seconds of silence between two lines of a file."""
    paragraph_gap: float = 1.0
    """The same before a paragraph or a section."""
    head: float = 0.0
    """Seconds of silence at the start of a file whose lines are not at times of their own."""
    tail: float = 0.0
    """The same at the end of every file."""
    sidecars: tuple[Sidecar, ...] = ()
    manifest: bool = False
    """Whether a list of the files with their checksums is kept in the folder."""


@dataclass(frozen=True, slots=True)
class ExportItem:
    """One file to write."""

    lines: tuple[str, ...]
    """Ids of the lines in it, in order."""
    file: Path
    options: ExportOptions
    exists: bool = False
    """Whether a file of that name was there when this was planned."""
    title: str = ""
    """Of what is heard in it."""
    project: str = ""


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
        return int(self.seconds * options.file_format.bytes_a_second(options.rate, options.channels))


@dataclass(frozen=True, slots=True)
class _Group:
    """The lines of one file."""

    lines: list[Line]
    number: int
    section: str


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
    groups = list(_groups(script, lines, options.mode)) if lines else []
    values = [_values(script, group, project) for group in groups]
    suffix = options.file_format.suffix
    names = [fill(options.pattern, value) for value in values]
    files = numbered(names, existing if options.existing is OnExisting.NUMBER else (), suffix)
    items = tuple(
        ExportItem(
            tuple(line.id for line in group.lines),
            options.folder / file,
            options,
            exists,
            _title(group, options.mode, project),
            project,
        )
        for group, file, exists in zip(groups, files, same_names(files, existing), strict=True)
    )
    return ExportPlan(items, len(found) - len(lines), sum(_seconds(script, group.lines, options) for group in groups))


def speech_seconds(text: str) -> float:
    """How long a text takes to say, roughly."""
    return sum(_WIDE if unicodedata.east_asian_width(char) in "WF" else _NARROW for char in text)


def free_names(file: Path, suffix: str = "") -> Iterator[Path]:
    """`file`, then the same with numbers, for when it appeared after the plan was made."""
    yield file
    suffix = suffix or file.suffix
    stem, taken = file.name[: -len(suffix)], [file.name]
    while True:
        (name,) = numbered([stem], taken, suffix)
        taken.append(name)
        yield file.with_name(name)


def sections(lines: Iterable[Line]) -> Iterator[tuple[str, list[Line]]]:
    """The parts of a script with their titles; what stands before the first title has none."""
    title, part = "", list[Line]()
    for line in lines:
        if line.begins == SECTION:
            if part:
                yield title, part
            title, part = line.text.strip(), []
        part.append(line)
    if part:
        yield title, part


def _groups(script: Script, lines: list[Line], mode: ExportMode) -> Iterator[_Group]:
    if mode is ExportMode.LINES:
        titles = {line.id: title for title, part in sections(script.lines) for line in part}
        for line in lines:
            yield _Group([line], script.rows[line.id] + 1, titles[line.id])
    elif mode is ExportMode.MEMBERS:
        parts: dict[str, list[Line]] = {}
        for line in lines:
            parts.setdefault(line.member, []).append(line)
        for number, part in enumerate(parts.values(), 1):
            yield _Group(part, number, "")
    elif mode is ExportMode.SECTIONS:
        chosen = {line.id for line in lines}
        for number, (title, part) in enumerate(sections(script.lines), 1):
            if spoken := [line for line in part if line.id in chosen]:
                yield _Group(spoken, number, title)
    else:
        yield _Group(lines, 1, "")


def _title(group: _Group, mode: ExportMode, project: str) -> str:
    if mode is ExportMode.LINES:
        return group.lines[0].text
    if mode is ExportMode.MEMBERS and group.lines[0].member:
        return f"{project}: {group.lines[0].member}"
    return group.section or project


def _seconds(script: Script, lines: list[Line], options: ExportOptions) -> float:
    spoken = sum(speech_seconds(line.text) / script.delivery(line).speed for line in lines)
    if options.timing is Timing.CUES and options.mode is not ExportMode.LINES:
        return max([spoken, *(line.end or line.start or 0.0 for line in lines)]) + options.tail
    gaps = sum(options.paragraph_gap if line.begins else options.gap for line in lines[1:])
    return options.head + spoken + gaps + options.tail


def _values(script: Script, group: _Group, project: str) -> dict[str, str]:
    first = group.lines[0]
    delivery = script.delivery(first)
    return {
        "number": str(group.number),
        "member": first.member,
        "text": plain(first.text),
        "voice": delivery.voice,
        "language": delivery.language,
        "section": group.section,
        "project": project,
    }
