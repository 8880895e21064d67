"""What the user can do to whole lines: each a named step of undo that tells which lines to select afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QObject, Signal

from engines.text import sentences
from studio.document import edits
from studio.document.document import Document
from studio.document.script import SECTION, Line, Script, new_id
from studio.windows.script_clipboard import lines_to_mime, paste

Ids = tuple[str, ...]


class ScriptCommands(QObject):
    """Edits of lines.

    Parameters
    ----------
    document
        The open project.
    """

    refused = Signal(str)
    """A sentence that says why nothing was done."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document

    def add(self, below: Sequence[str]) -> Ids:
        """A new line below the last of some lines, for the same member; at the end when there are none."""
        row = self._row_below(below)
        member = self._script.lines[row - 1].member if row else ""
        line = Line(new_id(), member=member)
        self._document.edit(self.tr("Add line"), edits.insert(self._script, row, [line]))
        return (line.id,)

    def split(self, line_id: str, at: int | None) -> Ids:
        """Cut a line in two before a character, or else between the sentences next to its middle."""
        line = self._script.line(line_id)
        if line is None:
            return ()
        cut = middle_break(line.text) if at is None else at
        after = edits.split(self._script, line_id, cut)
        if after is self._script:
            self.refused.emit(
                self.tr("This line cannot be split there; edit its text and put the cursor where it is to be cut.")
            )
            return ()
        self._document.edit(self.tr("Split line"), after)
        return (after.lines[after.rows[line_id] + 1].id,)

    def join(self, ids: Sequence[str]) -> Ids:
        """Make one line of some that follow each other; one alone is joined with the next."""
        rows = self._rows(ids)
        if len(rows) == 1 and rows[0] + 1 < len(self._script.lines):
            rows.append(rows[0] + 1)
        if len(rows) < 2:
            self.refused.emit(self.tr("There is no line to join with; select two or more lines."))
            return ()
        if rows[-1] - rows[0] != len(rows) - 1:
            self.refused.emit(self.tr("Only lines that follow each other can be joined; select neighbours."))
            return ()
        joined = [self._script.lines[row].id for row in rows]
        self._document.edit(self.tr("Join %n line(s)", "", len(joined)), edits.join(self._script, joined))
        return (joined[0],)

    def move(self, ids: Sequence[str], by: int) -> Ids:
        """Move lines up (negative) or down."""
        self._document.edit(self.tr("Move %n line(s)", "", len(ids)), edits.move(self._script, ids, by))
        return tuple(ids)

    def move_past(self, ids: Sequence[str], line_id: str, step: int) -> Ids:
        """Gather lines before another if `step` is negative, else behind it."""
        return self._move_to(ids, self._script.rows[line_id] + (step > 0))

    def move_before(self, ids: Sequence[str], line_id: str) -> Ids:
        """Gather lines before another; at the end when that is empty."""
        return self._move_to(ids, self._script.rows.get(line_id, len(self._script.lines)))

    def duplicate(self, ids: Sequence[str]) -> Ids:
        """Copies below the last."""
        name = self.tr("Duplicate %n line(s)", "", len(ids))
        return self._insert(name, edits.duplicate(self._script, ids))

    def begin_section(self, ids: Sequence[str]) -> Ids:
        """Let a section begin with each of some lines, or none any more where that is so with all."""
        after = edits.begin_sections(self._script, ids)
        if any(after.lines[row].begins == SECTION for row in self._rows(ids)):
            name = self.tr("Begin %n section(s)", "", len(ids))
        else:
            name = self.tr("Join %n section(s) to the one above", "", len(ids))
        self._document.edit(name, after)
        return tuple(ids)

    def delete(self, ids: Sequence[str]) -> Ids:
        """Take lines out."""
        return self._remove(self.tr("Delete %n line(s)", "", len(ids)), ids)

    def cut(self, ids: Sequence[str]) -> Ids:
        """Take lines out that are on the clipboard by now."""
        return self._remove(self.tr("Cut %n line(s)", "", len(ids)), ids)

    def copy(self, ids: Sequence[str]) -> QMimeData:
        """Lines for the clipboard."""
        return lines_to_mime(self._script, ids)

    def paste(self, mime: QMimeData, below: Sequence[str]) -> Ids:
        """What is on the clipboard, below the last of some lines."""
        return self._paste(mime, self._row_below(below))

    def paste_before(self, mime: QMimeData, line_id: str) -> Ids:
        """What was dropped, before a line; at the end when that is empty."""
        return self._paste(mime, self._script.rows.get(line_id, len(self._script.lines)))

    @property
    def _script(self) -> Script:
        return self._document.script

    def _move_to(self, ids: Sequence[str], row: int) -> Ids:
        self._document.edit(self.tr("Move %n line(s)", "", len(ids)), edits.move_to(self._script, ids, row))
        return tuple(ids)

    def _rows(self, ids: Sequence[str]) -> list[int]:
        rows = self._script.rows
        return sorted(rows[line_id] for line_id in ids if line_id in rows)

    def _row_below(self, ids: Sequence[str]) -> int:
        rows = self._rows(ids)
        return rows[-1] + 1 if rows else len(self._script.lines)

    def _paste(self, mime: QMimeData, row: int) -> Ids:
        after = paste(self._script, row, mime)
        count = len(after.lines) - len(self._script.lines)
        if not count:
            self.refused.emit(self.tr("There is no text to paste; copy some lines first."))
            return ()
        return self._insert(self.tr("Paste %n line(s)", "", count), after)

    def _insert(self, name: str, after: Script) -> Ids:
        before = self._script
        self._document.edit(name, after)
        return tuple(line.id for line in after.lines if line.id not in before.rows)

    def _remove(self, name: str, ids: Sequence[str]) -> Ids:
        rows = self._rows(ids)
        if not rows:
            return ()
        self._document.edit(name, edits.remove(self._script, ids))
        lines = self._script.lines
        # What follows the last of them has moved up to there.
        return (lines[min(rows[-1] - len(rows) + 1, len(lines) - 1)].id,) if lines else ()


def middle_break(text: str) -> int:
    """Where a text is best cut in two: between sentences, else at a space, nearest to the middle."""
    middle = len(text) / 2
    ends = [sentence.span.end for sentence in sentences.split(text)][:-1]
    if not ends:
        ends = [at + 1 for at, char in enumerate(text) if char in " \u3000，、；：,;:"]
    ends = [end for end in ends if text[:end].strip() and text[end:].strip()]
    return min(ends, key=lambda end: abs(end - middle), default=round(middle))
