"""The cast as Qt's item views want it; every change becomes an edit of the document."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QMimeData, QModelIndex, QObject, Qt, Signal

from studio.document import edits
from studio.document.document import Change, Document
from studio.document.emotions import UNMOVED, LineEmotion
from studio.document.script import SPEED_RANGE, Member, Script
from studio.emotions import EmotionLibrary
from studio.voices import VoiceLibrary
from studio.windows.cast_words import name_problem, revoiced
from studio.windows.numbers import number
from studio.windows.script_columns import member_title
from studio.windows.voices_model import VOICE_MIME, Index

MEMBER = Qt.ItemDataRole.UserRole + 1
"""A `Member`."""


class Column(IntEnum):
    """Of the table."""

    NAME = 0
    VOICE = 1
    SPEED = 2
    LINES = 3


class CastModel(QAbstractTableModel):
    """One row a member, the narrator first."""

    done = Signal(str)
    """A sentence about what a change means."""
    refused = Signal(str)
    """Why a change was not made."""

    def __init__(
        self,
        document: Document,
        voices: VoiceLibrary,
        emotions: EmotionLibrary,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._voices = voices
        self._emotions = emotions
        self._cast: tuple[Member, ...] = ()
        self._lines: Counter[str] = Counter()
        self._take_over()
        document.changed.connect(self._changed)
        document.replaced.connect(self._replaced)
        voices.changed.connect(self.refresh)
        emotions.changed.connect(self.refresh)

    @property
    def cast(self) -> tuple[Member, ...]:
        """By row."""
        return self._cast

    def row_of(self, name: str) -> int:
        """-1 when there is no such member."""
        return next((row for row, member in enumerate(self._cast) if member.name == name), -1)

    def lines_of(self, name: str) -> int:
        """How many lines a member says."""
        return self._lines[name]

    def set_voice(self, name: str, voice: str) -> None:
        """Let a member speak with another voice."""
        member = self._document.script.members.get(name)
        if member is not None and voice:
            before = self._document.script
            title = self._voices.title(voice)
            step = self.tr("Voice of {0}").format(member_title(member.name))
            self._document.edit(step, edits.set_member(before, replace(member, voice=voice)))
            self.done.emit(revoiced(self._document, before, title))

    def set_emotion(self, name: str, emotion: LineEmotion | None) -> None:
        """Let a member feel something wherever its lines have no emotion of their own; None is nothing."""
        script = self._document.script
        if member := script.members.get(name):
            step = self.tr("Emotion of {0}").format(member_title(member.name))
            self._document.edit(step, edits.set_member(script, replace(member, emotion=emotion or UNMOVED)))

    def refresh(self) -> None:
        """Texts have changed, rows have not."""
        self._tell_all()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's
        """The number of members."""
        return 0 if parent.isValid() else len(self._cast)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's
        """Name, voice, speed and number of lines."""
        return 0 if parent.isValid() else len(Column)

    def headerData(  # noqa: N802 Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Name"), self.tr("Voice"), self.tr("Speed"), self.tr("Lines"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, the value to edit, and the member."""
        if not index.isValid():
            return None
        member, column = self._cast[index.row()], Column(index.column())
        if role == MEMBER:
            return member
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(member, column)
        if role == Qt.ItemDataRole.EditRole:
            return {Column.NAME: member.name, Column.VOICE: member.voice, Column.SPEED: member.speed}.get(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(member, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column in {Column.SPEED, Column.LINES}:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 Qt's name
        """Rename a member or change its speed."""
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        member = self._cast[index.row()]
        if index.column() == Column.NAME:
            return self._rename(member, " ".join(str(value).split()))
        if index.column() == Column.SPEED:
            speed = round(min(max(float(value), SPEED_RANGE[0]), SPEED_RANGE[1]), 2)
            after = edits.set_member(self._document.script, replace(member, speed=speed))
            self._document.edit(self.tr("Speed of {0}").format(member_title(member.name)), after)
            return True
        return False

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The narrator keeps its name; a voice can be dropped on every row."""
        flags = super().flags(index)
        if not index.isValid():
            return flags
        renamed = index.column() == Column.NAME and self._cast[index.row()].name
        if renamed or index.column() == Column.SPEED:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags | Qt.ItemFlag.ItemIsDropEnabled

    def mimeTypes(self) -> list[str]:  # noqa: N802 Qt's name
        """A voice, from the library."""
        return [VOICE_MIME]

    def canDropMimeData(  # noqa: N802 Qt's name
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """On a row, not between two."""
        del action, row, column
        return data.hasFormat(VOICE_MIME) and parent.isValid()

    def dropMimeData(  # noqa: N802 Qt's name
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """The member on that row gets the voice."""
        if not self.canDropMimeData(data, action, row, column, parent):
            return False
        self.set_voice(self._cast[parent.row()].name, data.data(VOICE_MIME).toStdString())
        return True

    def _rename(self, member: Member, name: str) -> bool:
        if name == member.name:
            return True
        script = self._document.script
        if problem := name_problem(script, member.name, name):
            self.refused.emit(problem)
            return False
        title = self.tr("Rename {0} to {1}").format(member.name, name)
        self._document.edit(title, edits.rename_member(script, member.name, name))
        return True

    def _text(self, member: Member, column: Column) -> str:
        if column is Column.NAME:
            return member_title(member.name)
        if column is Column.VOICE:
            voice = self._voices.title(member.voice)
            return voice if member.emotion.is_neutral else f"{voice} · {self._emotions.text(member.emotion)}"
        if column is Column.SPEED:
            return f"{number(member.speed, 2)}×"
        return str(self._lines[member.name])

    def _tip(self, member: Member, column: Column) -> str:
        if column is Column.VOICE:
            entry = self._voices.entry(member.voice)
            return f"{entry.title} · {' · '.join(entry.tags)}" if entry else member.voice
        if column is Column.NAME and not member.name:
            return self.tr("Says every line that is given to nobody else.")
        return ""

    def _changed(self, change: Change) -> None:
        before, after = change
        if before.cast is not after.cast or self._counts_may_differ(before, after):
            self._update()

    def _counts_may_differ(self, before: Script, after: Script) -> bool:
        """Whether any line came, went or was given to another; typing in one is not worth a count."""
        if len(before.lines) != len(after.lines):
            return True
        return any(a.member != b.member for a, b in zip(before.lines, after.lines, strict=True) if a is not b)

    def _update(self) -> None:
        names = [member.name for member in self._document.script.cast]
        if names == [member.name for member in self._cast]:
            self._take_over()
            self._tell_all()
        else:
            self._replaced()

    def _replaced(self) -> None:
        self.beginResetModel()
        self._take_over()
        self.endResetModel()

    def _take_over(self) -> None:
        script = self._document.script
        self._cast = script.cast
        members = script.members
        self._lines = Counter(line.member if line.member in members else "" for line in script.lines)

    def _tell_all(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._cast) - 1, len(Column) - 1))
