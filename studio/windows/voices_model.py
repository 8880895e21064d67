"""The voices as Qt's item views want them, and the filter over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QCoreApplication,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from studio.playback.messages import TransportState
from studio.voices import VoiceEntry, VoiceLibrary, language_name
from studio.windows.voices_audition import Audition
from studio.windows.voices_search import matches, words_of

Index = QModelIndex | QPersistentModelIndex

VOICE_MIME = "application/x-timbre-voice"
"""Format of a voice that is dragged: its name in UTF-8."""
ENTRY = Qt.ItemDataRole.UserRole + 1
"""A `VoiceEntry`."""
STATE = Qt.ItemDataRole.UserRole + 2
"""A `TransportState`: whether the voice is being heard."""
SHARE = Qt.ItemDataRole.UserRole + 3
"""How much of getting it ready is done, 0 to 1."""
HEADING = Qt.ItemDataRole.UserRole + 4
"""What stands above the first voice of a group; empty for the others, and where there is one group only."""


class VoicesModel(QAbstractListModel):
    """One row a voice.

    Parameters
    ----------
    voices
        Not followed: call `refresh` when they have changed, or the language of the interface has.
    audition
        What plays samples; None where nothing can be heard.
    """

    def __init__(self, voices: VoiceLibrary, audition: Audition | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._voices = voices
        self._audition = audition
        self._entries = voices.entries()
        self._words = [words_of(entry) for entry in self._entries]
        self._grouped = any(entry.kind != "stock" for entry in self._entries)
        if audition:
            audition.changed.connect(self._heard)

    @property
    def entries(self) -> tuple[VoiceEntry, ...]:
        """By row."""
        return self._entries

    def row_of(self, name: str) -> int:
        """-1 when there is no such voice."""
        return next((row for row, entry in enumerate(self._entries) if entry.name == name), -1)

    @property
    def grouped(self) -> bool:
        """Whether there are voices besides those of the model."""
        return self._grouped

    def matches(self, row: int, query: str) -> bool:
        """Whether a search finds a voice."""
        return matches(self._words[row], query)

    def refresh(self) -> None:
        """Take over what the library says now; rows stay where they are as long as the voices are the same."""
        entries = self._voices.entries()
        same = [entry.name for entry in entries] == [entry.name for entry in self._entries]
        if not same:
            self.beginResetModel()
        self._entries = entries
        self._words = [words_of(entry) for entry in entries]
        self._grouped = any(entry.kind != "stock" for entry in entries)
        if not same:
            self.endResetModel()
        elif entries:
            self.dataChanged.emit(self.index(0), self.index(len(entries) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's
        """The number of voices."""
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Title, words and details for a screen reader, and the roles of this module."""
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(entry)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return entry.details
        if role == ENTRY:
            return entry
        if role == STATE:
            return self._audition.state(entry.name) if self._audition else TransportState.STOPPED
        if role == SHARE:
            return self._audition.share(entry.name) if self._audition else 0.0
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A voice can be dragged to the script or to the cast."""
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:  # noqa: N802 Qt's name
        """One format of our own, so that a voice is not dropped as text."""
        return [VOICE_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802 Qt's name
        """The name of the first one."""
        data = QMimeData()
        for index in indexes[:1]:
            data.setData(VOICE_MIME, QByteArray(self._entries[index.row()].name.encode()))
        return data

    def _spoken(self, entry: VoiceEntry) -> str:
        words = [entry.title, *entry.tags]
        if entry.favourite:
            words.append(self.tr("favourite"))
        if not entry.readable:
            words.append(unreadable(entry))
        return ", ".join(words)

    def _heard(self, voice: str) -> None:
        row = self.row_of(voice)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row), [STATE, SHARE])


class VoicesFilter(QSortFilterProxyModel):
    """The voices that a search and the chosen filters leave."""

    def __init__(self, model: VoicesModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.query = ""
        self.language = ""
        """A code; empty for all."""
        self.gender = ""
        """`female` or `male`; empty for both."""
        self.favourites = False
        """Whether only favourites are shown."""
        self.setSourceModel(model)

    @property
    def active(self) -> bool:
        """Whether anything may be left out."""
        return bool(self.query.strip() or self.language or self.gender or self.favourites)

    def set_filter(self, query: str, language: str, gender: str, *, favourites: bool) -> None:
        """Change all at once."""
        self.query, self.language, self.gender, self.favourites = query, language, gender, favourites
        self.invalidate()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """That of the model, and the headings of what is left."""
        if role != HEADING:
            return super().data(index, role)
        if not self._model.grouped:
            return ""
        group = _group(super().data(index, ENTRY))
        before = self.index(index.row() - 1, 0).data(ENTRY) if index.row() else None
        return group if before is None or _group(before) != group else ""

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # noqa: N802 Qt's
        """Called by Qt for every voice."""
        entry = self._model.entries[source_row]
        return (
            (not self.language or entry.language == self.language)
            and (not self.gender or entry.gender == self.gender)
            and (entry.favourite or not self.favourites)
            and self._model.matches(source_row, self.query)
        )


def _group(entry: VoiceEntry) -> str:
    if entry.own:
        return QCoreApplication.translate("VoicesModel", "Mine")
    if entry.kind == "house":
        return QCoreApplication.translate("VoicesModel", "House voices")
    return QCoreApplication.translate("VoicesModel", "Stock voices")


def unreadable(entry: VoiceEntry) -> str:
    """Why a voice whose language cannot be read gives no sound."""
    sentence = QCoreApplication.translate("VoicesModel", "Text in {0} cannot be read yet: choose another voice.")
    return sentence.format(language_name(entry.language))
