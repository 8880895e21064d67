"""Scripts from text and subtitle files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from studio.document.cues import Cue, Cues, read_ass, read_srt, read_vtt
from studio.document.encodings import read_text
from studio.document.errors import ProjectFileError
from studio.document.script import Line, Member, Script, new_id
from studio.document.texts import name_before, named

TEXT_SUFFIXES = (".txt", ".md")
_SUBTITLES: Mapping[str, Callable[[str], Cues]] = {
    ".srt": read_srt,
    ".vtt": read_vtt,
    ".ass": read_ass,
    ".ssa": read_ass,
}
SUBTITLE_SUFFIXES = tuple(_SUBTITLES)

_LONGEST_NAME = 4
_SMALL_WORDS = frozenset(["of", "the", "and", "de", "la", "von", "van", "der", "du", "di", "da"])
_SAYS = re.compile("[说說道问問答喊叫曰]$")
"""The end of 他说 and the like, which begin a line of a story."""
_MARKDOWN_START = re.compile(r"^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+)+")
_MARKDOWN_MARKS = re.compile(r"(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1")
_MARKDOWN_RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}|\s*```.*")


class Imported(NamedTuple):
    """What a file gives to a script."""

    lines: tuple[Line, ...]
    members: tuple[Member, ...]
    """Those of the lines that the script's cast does not have yet; they have the narrator's voice."""
    warnings: tuple[str, ...]
    """Sentences for the user."""


def import_script(path: Path, script: Script) -> Imported:
    """Read a file for a script, whose cast its names are compared with.

    Raises `ProjectFileError` when nothing can be read.
    """
    suffix = path.suffix.lower()
    if suffix not in (*TEXT_SUFFIXES, *SUBTITLE_SUFFIXES):
        text = QCoreApplication.translate("Document", "{0} cannot be imported. Choose a file of a kind among {1}.")
        raise ProjectFileError(text.format(path.name, " ".join((*TEXT_SUFFIXES, *SUBTITLE_SUFFIXES))))
    content = read_text(path)
    warnings: list[str] = []
    if suffix in _SUBTITLES:
        read = _SUBTITLES[suffix](content)
        cues = [cue for cue in read.cues if cue.text]
        warnings += _cue_warnings(read, cues)
        lines = _cue_lines(sorted(cues, key=lambda cue: (cue.start, cue.end)))
    else:
        texts = map(_without_markdown, content.splitlines()) if suffix == ".md" else content.splitlines()
        lines = [Line(new_id(), text.strip()) for text in texts if text.strip()]
    if not lines:
        text = QCoreApplication.translate("Document", "There is nothing to say in {0}. Choose another file.")
        raise ProjectFileError(text.format(path.name))
    cast, lines = _with_members(lines, script)
    members = tuple(Member(name, script.narrator.voice) for name in cast if name not in script.members)
    return Imported(tuple(lines), members, tuple(warnings))


def _cue_lines(cues: Iterable[Cue]) -> list[Line]:
    return [
        Line(new_id(), cue.text, cue.speaker, start=cue.start, end=cue.end if cue.end > cue.start else None)
        for cue in cues
    ]


def _cue_warnings(read: Cues, cues: Sequence[Cue]) -> Iterator[str]:
    unordered = sum(after.start < before.start for before, after in pairwise(cues))
    ordered = sorted(cues, key=lambda cue: (cue.start, cue.end))
    overlapping = sum(after.start < before.end for before, after in pairwise(ordered))
    endless = sum(cue.end <= cue.start for cue in cues)
    if read.unread:
        yield QCoreApplication.translate("Document", "%n subtitle(s) could not be read.", "", read.unread)
    if read.songs:
        yield QCoreApplication.translate("Document", "%n karaoke line(s) were left out.", "", read.songs)
    if unordered:
        yield QCoreApplication.translate("Document", "%n subtitle(s) were not in order of time.", "", unordered)
    if overlapping:
        yield QCoreApplication.translate("Document", "%n subtitle(s) begin before the one above ends.", "", overlapping)
    if endless:
        yield QCoreApplication.translate("Document", "%n subtitle(s) end before they begin.", "", endless)


def _with_members(lines: Iterable[Line], script: Script) -> tuple[dict[str, None], list[Line]]:
    """The names that occur, in order, and the lines with their member taken out of `NAME: text`.

    A name is one that a subtitle declares, one of the cast, or one that stands before at least two lines.
    """
    lines = list(lines)
    before = [name for line in lines if _is_name(name := name_before(line.text))]
    often = {name for name, count in Counter(map(str.casefold, before)).items() if count > 1}
    in_cast = {name.casefold(): name for name in script.members}
    accepted = {name for name in before if name.casefold() in often or name.casefold() in in_cast}
    spelling = {name.casefold(): name for name in reversed(before)} | in_cast
    result = []
    for line in lines:
        name, text = (line.member, line.text) if line.member else named(line.text, accepted)
        name = spelling.get(name.casefold(), name)
        result.append(Line(line.id, text, name, start=line.start, end=line.end))
    return dict.fromkeys(line.member for line in result), result


def _is_name(text: str) -> bool:
    """Whether it is written as a name: a few words, each with a capital if the writing has them."""
    words = text.split()
    return (
        0 < len(words) <= _LONGEST_NAME
        and not words[0].isdecimal()
        and not _SAYS.search(text)
        and words[0] not in _SMALL_WORDS
        and all(map(_is_name_word, words))
    )


def _is_name_word(word: str) -> bool:
    first = word.lstrip("([\"'")[:1]
    return word in _SMALL_WORDS or word.isdecimal() or (first.isalpha() and not first.islower())


def _without_markdown(text: str) -> str:
    if _MARKDOWN_RULE.fullmatch(text):
        return ""
    return _MARKDOWN_MARKS.sub(r"\2", _MARKDOWN_START.sub("", text))
