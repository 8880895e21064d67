"""A project as JSON: what is kept in project files and in the working state."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from PySide6.QtCore import QCoreApplication

from engines.text.lexicon import Lexicon, LexiconError
from engines.text.lexicon_formats import from_plain as entry_of
from engines.text.lexicon_formats import to_plain as plain_entry
from studio.document.emotions import LineEmotion, named
from studio.document.plain import MisfitError, from_plain, to_plain
from studio.document.script import SPEED_RANGE, FitLimits, Line, Member, Overrun, Script, new_id
from studio.document.takes import Take
from studio.document.video import Video

T = TypeVar("T")
VERSION = 2
"""Of the format. A change that an older program would misread gets the next number and a step in `MIGRATIONS`."""
_OVERRUNS = frozenset(overrun.value for overrun in Overrun)
_SAFE_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")


class UnreadableError(Exception):
    """The text is not that of a project."""


class NewerError(Exception):
    """The text is of a version that is not known yet, which is `version`."""

    def __init__(self, version: int, program: str) -> None:
        super().__init__(version, program)
        self.version = version
        self.program = program
        """Version of the program that wrote it."""


class Project(NamedTuple):
    """What was read, and what had to be left out."""

    script: Script
    takes: tuple[Take, ...]
    warnings: tuple[str, ...] = ()


def encode(script: Script, takes: Iterable[Take], **head: object) -> Iterator[bytes]:
    """The text of a project, piece by piece, one line or take on a line of its own; `head` are fields of its start.

    The pieces are small: encoding at one go would stop the other threads for as long as it takes.
    """
    limits = {"limits": to_plain(script.limits)} if script.limits != FitLimits() else {}
    video = {"video": to_plain(script.video)} if script.video else {}
    start = dumps({"version": VERSION, **limits, **video, **head})
    yield start[:-1]
    if script.lexicon.entries:
        yield from _list("lexicon", script.lexicon, plain_entry)
    for name, items in (("cast", script.cast), ("lines", script.lines), ("takes", takes)):
        yield from _list(name, items, to_plain)
    yield b"}\n"


def _list(name: str, items: Iterable[T], plain: Callable[[T], object]) -> Iterator[bytes]:
    yield f',\n"{name}":['.encode()
    for row, item in enumerate(items):
        yield (b",\n" if row else b"\n") + dumps(plain(item))
    yield b"]"


def dumps(value: object) -> bytes:
    """Compact JSON on one line. Half a surrogate pair, which a paste may bring, survives."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "surrogatepass")


def loads(data: bytes) -> Any:
    """The value of a JSON text. Raises `UnreadableError`."""
    try:
        # The hook, which does nothing, lets the other threads have their turn while a long text is read.
        return json.loads(data.decode("utf-8", "surrogatepass"), object_hook=lambda value: value)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(str(error)) from error


def decode(data: bytes) -> Project:
    """Read the text of a project of any version up to the present one.

    Lines, members and takes that do not fit are left out, with a warning. Raises `UnreadableError` or `NewerError`.
    """
    return from_document(loads(data))


def from_document(document: Any) -> Project:
    """The same for parsed JSON."""
    if not isinstance(document, dict) or type(document.get("version")) is not int:
        raise UnreadableError("no version")
    version = document["version"]
    if version > VERSION:
        raise NewerError(version, str(document.get("program", "")))
    while version < VERSION:
        if version not in MIGRATIONS:
            raise UnreadableError(f"version {version}")
        document = MIGRATIONS[version](document)
        version += 1
    felt_cast, bad_of_cast = _with_readable_emotions(document.get("cast", []))
    members, bad_members = _fitting(Member, felt_cast)
    readable, bad_emotions = _with_readable_emotions(document.get("lines", []))
    lines, bad_lines = _fitting(Line, readable)
    takes, bad_takes = _fitting(Take, document.get("takes", []))
    unsafe = [take for take in takes if not is_safe_id(take.id)]
    takes = [take for take in takes if is_safe_id(take.id)]
    lexicon, bad_entries = _lexicon(document.get("lexicon", []))
    script = Script(
        tuple(_with_own_ids(map(tidy, lines))),
        _whole_cast(replace(member, emotion=member.emotion.tidy()) for member in members),
        _limits(document.get("limits", {})),
        lexicon,
        _video(document.get("video")),
    )
    return Project(
        script,
        tuple({take.id: take for take in takes}.values()),
        tuple(_warnings(bad_members, bad_lines, bad_takes + len(unsafe), bad_entries, bad_emotions + bad_of_cast)),
    )


def is_safe_id(name: str) -> bool:
    """Whether an id from a file may become part of a file name."""
    return _SAFE_ID.fullmatch(name) is not None


def tidy(line: Line) -> Line:
    """A line whose values are among those that the program knows."""
    emotion = line.emotion and line.emotion.tidy()
    speed = line.speed if line.speed is None else min(max(line.speed, SPEED_RANGE[0]), SPEED_RANGE[1])
    overrun = line.overrun if line.overrun in _OVERRUNS else ""
    edits = tuple(edit.tidy() for edit in line.edits)
    if (emotion, speed, overrun, edits) == (line.emotion, line.speed, line.overrun, line.edits):
        return line
    return replace(line, emotion=emotion, speed=speed, overrun=overrun, edits=edits)


def _fitting(kind: type[Any], items: object) -> tuple[list[Any], int]:
    if not isinstance(items, list):
        return [], 1
    fitting = []
    for item in items:
        try:
            fitting.append(from_plain(kind, item))
        except MisfitError:
            continue
    return fitting, len(items) - len(fitting)


def _with_readable_emotions(items: object) -> tuple[object, int]:
    """Lines or members, those without their emotion where it is damaged, and how many those are."""
    if not isinstance(items, list):
        return items, 0
    lines = [with_readable_emotion(item) for item in items]
    return lines, sum(line is not item for item, line in zip(items, lines, strict=True))


def with_readable_emotion(line: object) -> object:
    """The same line or member, without its emotion where that is damaged: the rest counts for more."""
    if not isinstance(line, dict) or not isinstance(line.get("emotion"), dict):
        return line
    try:
        from_plain(LineEmotion, line["emotion"])
    except MisfitError:
        return {name: value for name, value in line.items() if name != "emotion"}
    return line


def _with_own_ids(lines: Iterable[Line]) -> Iterator[Line]:
    seen = set()
    for line in lines:
        own = replace(line, id=new_id()) if not line.id or line.id in seen else line
        seen.add(own.id)
        yield own


def _whole_cast(members: Iterable[Member]) -> tuple[Member, ...]:
    """The narrator first, every name once."""
    cast = {member.name: member for member in members}
    narrator = cast.pop("", Script().narrator)
    return (narrator, *cast.values())


def _limits(plain: object) -> FitLimits:
    try:
        return from_plain(FitLimits, plain).tidy()
    except MisfitError:
        return FitLimits()


def _video(plain: object) -> Video | None:
    try:
        return None if plain is None else from_plain(Video, plain).tidy()
    except MisfitError:
        return None


def _lexicon(items: object) -> tuple[Lexicon, int]:
    entries = []
    for item in items if isinstance(items, list) else []:
        try:
            entries.append(entry_of(item))
        except LexiconError:
            continue
    return Lexicon(tuple(entries)), (len(items) - len(entries) if isinstance(items, list) else 1)


def _warnings(members: int, lines: int, takes: int, entries: int, emotions: int) -> Iterator[str]:
    if lines:
        yield QCoreApplication.translate("Document", "%n line(s) could not be read and were left out.", "", lines)
    if emotions:
        yield QCoreApplication.translate("Document", "%n emotion(s) could not be read and were left out.", "", emotions)
    if members:
        yield QCoreApplication.translate("Document", "%n cast member(s) could not be read.", "", members)
    if takes:
        yield QCoreApplication.translate("Document", "%n take(s) could not be read and will be made again.", "", takes)
    if entries:
        yield QCoreApplication.translate(
            "Document", "%n reading(s) of the project's lexicon could not be read and were left out.", "", entries
        )


def _cast_from_table(document: Mapping[str, Any]) -> dict[str, Any]:
    """Version 0, before the first release: the cast was a table from names to voices, and lines said `character`."""
    cast = document.get("cast", {})
    members = [{"name": name, "voice": voice} for name, voice in cast.items()] if isinstance(cast, dict) else []
    lines = document.get("lines", [])
    renamed = [
        {"member": line["character"], **line} if isinstance(line, dict) and "character" in line else line
        for line in (lines if isinstance(lines, list) else [])
    ]
    return {**document, "version": 1, "cast": members, "lines": renamed}


def graded(line: object) -> object:
    """A line of version 1, whose emotion was a word; any other is returned as it is."""
    if not isinstance(line, Mapping) or not isinstance(line.get("emotion"), str):
        return line
    emotion = named(line["emotion"])
    others = {name: value for name, value in line.items() if name != "emotion"}
    return {**others, "emotion": to_plain(emotion)} if emotion and not emotion.is_neutral else others


def _graded_lines(document: Mapping[str, Any]) -> dict[str, Any]:
    lines = document.get("lines", [])
    return {**document, "version": 2, "lines": [graded(line) for line in lines] if isinstance(lines, list) else lines}


MIGRATIONS: Mapping[int, Callable[[Mapping[str, Any]], dict[str, Any]]] = {0: _cast_from_table, 1: _graded_lines}
"""From the document of a version to that of the next."""
