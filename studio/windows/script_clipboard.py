"""Lines on the clipboard and in drags: as a piece of a project for this program, as plain text for all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QByteArray, QMimeData

from studio.document import edits
from studio.document.project_json import NewerError, UnreadableError, decode, encode
from studio.document.script import Line, Script, new_id

LINES_MIME = "application/x-timbre-lines"


def lines_to_mime(script: Script, ids: Sequence[str]) -> QMimeData:
    """Some lines and the members who say them, in the order of the script."""
    chosen = set(ids)
    lines = tuple(line for line in script.lines if line.id in chosen)
    speaking = {line.member for line in lines}
    cast = tuple(member for member in script.cast if member is script.narrator or member.name in speaking)
    mime = QMimeData()
    mime.setData(LINES_MIME, QByteArray(b"".join(encode(Script(lines, cast), ()))))
    mime.setText(edits.copy_text(script, ids))
    return mime


def paste(script: Script, row: int, mime: QMimeData) -> Script:
    """Put what was copied before a row; members that the cast lacks come along."""
    if mime.hasFormat(LINES_MIME):
        try:
            copied = decode(bytes(mime.data(LINES_MIME).data())).script
        except (UnreadableError, NewerError):
            pass
        else:
            for member in copied.cast[1:]:
                if member.name not in script.members:
                    script = edits.set_member(script, member)
            return edits.insert(script, row, [_copy(line) for line in copied.lines])
    return edits.paste(script, row, mime.text()) if mime.hasText() else script


def _copy(line: Line) -> Line:
    # Takes belong to the line that was copied.
    return replace(line, id=new_id(), take="")
