"""Edits of a script: pure functions from a script to the next; lines that an edit does not touch stay the same objects.

Ids that are not in the script are ignored, and an edit that changes nothing returns the script itself. The narrator,
whose name is empty, stays first in the cast and can be neither renamed nor removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any

from studio.document.emotions import LineEmotion
from studio.document.script import SECTION, FitLimits, Line, Member, Script, new_id
from studio.document.texts import glue, named, with_name
from studio.document.video import Video


def insert(script: Script, row: int, lines: Sequence[Line]) -> Script:
    """Put lines before a row; beyond the last row is the end."""
    if not lines:
        return script
    row = max(0, min(row, len(script.lines)))
    return _with_lines(script, [*script.lines[:row], *lines, *script.lines[row:]])


def append(script: Script, texts: Sequence[str]) -> Script:
    """Add a narrator's line for each text at the end."""
    return insert(script, len(script.lines), [Line(new_id(), text) for text in texts])


def remove(script: Script, ids: Iterable[str]) -> Script:
    """Take lines out."""
    chosen = set(ids)
    return _with_lines(script, [line for line in script.lines if line.id not in chosen])


def move(script: Script, ids: Iterable[str], by: int) -> Script:
    """Move lines up (negative) or down together; they keep their order and distances, and stop at the ends."""
    rows = _rows(script, ids)
    if not rows:
        return script
    by = max(-rows[0], min(by, len(script.lines) - 1 - rows[-1]))
    if not by:
        return script
    moved = {row + by: script.lines[row] for row in rows}
    chosen = set(rows)
    others = (line for row, line in enumerate(script.lines) if row not in chosen)
    lines = [moved[row] if row in moved else next(others) for row in range(len(script.lines))]
    return _with_lines(script, lines)


def move_to(script: Script, ids: Iterable[str], row: int) -> Script:
    """Gather lines before what is now at `row`, in the order they have."""
    row = max(0, min(row, len(script.lines)))
    chosen = set(ids)
    above = [line for line in script.lines[:row] if line.id not in chosen]
    below = [line for line in script.lines[row:] if line.id not in chosen]
    return _with_lines(script, [*above, *(line for line in script.lines if line.id in chosen), *below])


def duplicate(script: Script, ids: Iterable[str]) -> Script:
    """Put copies, with ids of their own and no takes, right below the last of the lines; they begin no sections."""
    rows = _rows(script, ids)
    if not rows:
        return script
    return insert(script, rows[-1] + 1, [replace(script.lines[row], id=new_id(), take="", begins="") for row in rows])


def split(script: Script, line_id: str, at: int) -> Script:
    """Cut a line in two before the character `at`; its time is shared in proportion to the characters.

    Nothing happens when a part would be empty.
    """
    row = script.rows.get(line_id)
    if row is None:
        return script
    line = script.lines[row]
    at = max(0, min(at, len(line.text)))
    first, second = line.text[:at].rstrip(), line.text[at:].lstrip()
    if not first or not second:
        return script
    middle = None
    if line.start is not None and line.end is not None:
        middle = round(line.start + (line.end - line.start) * len(first) / (len(first) + len(second)), 3)
    one = replace(line, text=first, end=line.end if middle is None else middle, take="")
    other = replace(line, id=new_id(), text=second, start=middle, take="", begins="")
    return _with_lines(script, [*script.lines[:row], one, other, *script.lines[row + 1 :]])


def join(script: Script, ids: Iterable[str]) -> Script:
    """Make one line of several, in the place of the first and said as the first is."""
    rows = _rows(script, ids)
    if len(rows) < 2:
        return script
    parts = [script.lines[row] for row in rows]
    starts = [line.start for line in parts if line.start is not None]
    ends = [line.end for line in parts if line.end is not None]
    joined = replace(
        parts[0],
        text=glue(line.text for line in parts),
        start=min(starts, default=None),
        end=max(ends, default=None),
        take="",
        edits=tuple({(e.symbols, e.occurrence): e for part in reversed(parts) for e in part.edits}.values()),
    )
    gone = set(rows[1:])
    lines = [joined if row == rows[0] else line for row, line in enumerate(script.lines) if row not in gone]
    return _with_lines(script, lines)


def set_fields(script: Script, ids: Iterable[str], **fields: Any) -> Script:
    """Give some fields of the lines other values."""
    return _each(script, ids, lambda line: replace(line, **fields))


def set_emotion(script: Script, ids: Iterable[str], change: Callable[[LineEmotion], LineEmotion]) -> Script:
    """Change what lines are felt with; one that has its member's gets its own."""
    # Most of thousands of lines are felt with the very same, which is told sooner than what is equal.
    known: dict[int, LineEmotion | None] = {}

    def changed(line: Line) -> Line:
        before = script.emotion(line)
        if id(before) not in known:
            after = change(before)
            known[id(before)] = None if after == before else after
        other = known[id(before)]
        return line if other is None else replace(line, emotion=other)

    return _each(script, ids, changed)


def begin_sections(script: Script, ids: Iterable[str]) -> Script:
    """Let a section begin with each of the lines; where that is so with all of them, let none begin there any more."""
    known = {line_id for line_id in ids if line_id in script.rows}
    lines = [script.lines[script.rows[line_id]] for line_id in known]
    return set_fields(script, known, begins="" if all(line.begins == SECTION for line in lines) else SECTION)


def replace_text(
    script: Script, ids: Iterable[str], find: re.Pattern[str], replacement: str | Callable[[re.Match[str]], str]
) -> Script:
    """Replace every match in the texts of the lines, as `re.sub` does: a string may refer to groups.

    For a replacement to be taken literally, pass a function that returns it. Raises `re.error` for a bad reference.
    """

    def replaced(line: Line) -> Line:
        text = find.sub(replacement, line.text)
        return line if text == line.text else replace(line, text=text)

    return _each(script, ids, replaced)


def paste(script: Script, row: int, text: str) -> Script:
    """Put each line of `text` before a row; blank ones are dropped.

    `NAME: text` and `NAME<TAB>text` are given to the member of that name, where there is one.
    """
    lines = []
    for piece in text.splitlines():
        name, said = named(piece, script.members)
        if name or said:
            lines.append(Line(new_id(), said, name))
    return insert(script, row, lines)


def copy_text(script: Script, ids: Iterable[str]) -> str:
    """The lines as text that `paste` understands, each with the name of its member."""
    lines = (script.lines[row] for row in _rows(script, ids))
    return "\n".join(with_name(line.member, line.text, script.members) for line in lines)


def set_member(script: Script, member: Member) -> Script:
    """Add a member at the end, or change the one of that name."""
    if member == script.members.get(member.name):
        return script
    if member.name in script.members:
        cast = tuple(member if other.name == member.name else other for other in script.cast)
    else:
        cast = (*script.cast, member)
    return replace(script, cast=cast)


def rename_member(script: Script, old: str, new: str) -> Script:
    """Give a member and all its lines another name; nothing happens when the name is empty or taken."""
    new = new.strip()
    if not old or not new or old not in script.members or new in script.members:
        return script
    cast = tuple(replace(member, name=new) if member.name == old else member for member in script.cast)
    lines = set_fields(script, _lines_of(script, old), member=new).lines
    return replace(script, lines=lines, cast=cast)


def remove_member(script: Script, name: str) -> Script:
    """Take a member out of the cast; the narrator says its lines from now on."""
    if not name or name not in script.members:
        return script
    cast = tuple(member for member in script.cast if member.name != name)
    return replace(set_fields(script, _lines_of(script, name), member=""), cast=cast)


def move_member(script: Script, name: str, by: int) -> Script:
    """Move a member up (negative) or down the list, below the narrator."""
    if not name or name not in script.members:
        return script
    cast = list(script.cast)
    row = next(row for row, member in enumerate(cast) if member.name == name)
    member = cast.pop(row)
    cast.insert(max(1, min(row + by, len(cast))), member)
    return script if tuple(cast) == script.cast else replace(script, cast=tuple(cast))


def set_video(script: Script, video: Video | None) -> Script:
    """Speak over this video, or over none."""
    return script if video == script.video else replace(script, video=video)


def set_limits(script: Script, limits: FitLimits) -> Script:
    """How far lines with times may be shortened and drawn out."""
    return script if limits == script.limits else replace(script, limits=limits)


def _rows(script: Script, ids: Iterable[str]) -> list[int]:
    return sorted({script.rows[line_id] for line_id in ids if line_id in script.rows})


def _lines_of(script: Script, name: str) -> list[str]:
    return [line.id for line in script.lines if line.member == name]


def _each(script: Script, ids: Iterable[str], change: Callable[[Line], Line]) -> Script:
    chosen: Collection[str] = set(ids)
    return _with_lines(script, [_changed(line, change) if line.id in chosen else line for line in script.lines])


def _changed(line: Line, change: Callable[[Line], Line]) -> Line:
    after = change(line)
    return line if after == line else after


def _with_lines(script: Script, lines: Sequence[Line]) -> Script:
    same = len(lines) == len(script.lines) and all(a is b for a, b in zip(lines, script.lines, strict=True))
    return script if same else replace(script, lines=tuple(lines))
