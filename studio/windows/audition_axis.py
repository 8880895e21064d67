"""What the rows or the columns of an audition are: emotions, intensities or voices, and which of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from engines.prosody.emotion import FEELINGS
from engines.prosody.presets import NEUTRAL_NAME
from studio.auditions import Way
from studio.emotions import EmotionLibrary, shown
from studio.voices import VoiceLibrary
from studio.windows.choices import fill

_DEGREES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_FIRST_DEGREES = (0.3, 0.6, 1.0)
_WAY = Qt.ItemDataRole.UserRole


class Kind(Enum):
    """Of what there is one in each row or column."""

    EMOTIONS = "emotions"
    INTENSITIES = "intensities"
    VOICES = "voices"
    NOTHING = "nothing"
    """One row or column, in which the line is as it is."""


class AuditionAxis(QWidget):
    """A choice of the kind, and a list of which items are ticked.

    Parameters
    ----------
    at_hand
        Voices that are ticked at first.
    """

    kind_chosen = Signal(object, object)
    """The `Kind` before and the new one."""
    changed = Signal()
    """`ways`."""

    def __init__(
        self,
        kind: Kind,
        emotions: EmotionLibrary,
        voices: VoiceLibrary,
        at_hand: Iterable[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._emotions, self._voices = emotions, voices
        self._at_hand = frozenset(at_hand)
        self._kind = kind
        self.title = QLabel()
        self.box = QComboBox()
        self.title.setBuddy(self.box)
        self.list = QListWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for widget in (self.title, self.box, self.list):
            column.addWidget(widget)
        self.box.activated.connect(self._choose)
        self.list.itemChanged.connect(lambda _item: self.changed.emit())
        self._retranslate()
        self._show_boxes()

    @property
    def kind(self) -> Kind:
        """What it is of."""
        return self._kind

    def set_kind(self, kind: Kind) -> None:
        """Be of another kind, with what is ticked of it at first."""
        self._kind = kind
        self.box.setCurrentIndex(self.box.findData(kind.value))
        self._fill()
        self.changed.emit()

    def ways(self) -> tuple[Way, ...]:
        """Those that are ticked."""
        if self._kind is Kind.NOTHING:
            return (Way(""),)
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(_WAY) for item in items if item.checkState() == Qt.CheckState.Checked)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow language and theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._show_boxes()
        super().changeEvent(event)

    def _show_boxes(self) -> None:
        # Fusion draws the frames of boxes darker than the window, which a dark list does not show.
        palette = QApplication.palette(self.list)
        palette.setColor(QPalette.ColorRole.Window, palette.color(QPalette.ColorRole.PlaceholderText))
        self.list.setPalette(palette)

    def _retranslate(self) -> None:
        words = {
            Kind.EMOTIONS: self.tr("Emotions"),
            Kind.INTENSITIES: self.tr("Intensities"),
            Kind.VOICES: self.tr("Voices"),
            Kind.NOTHING: self.tr("One, as it is"),
        }
        fill(self.box, [(kind.value, text) for kind, text in words.items()], self._kind.value)
        self._fill()

    def _choose(self, _index: int) -> None:
        before, kind = self._kind, Kind(self.box.currentData())
        if kind is not before:
            self.set_kind(kind)
            self.kind_chosen.emit(before, kind)

    def _fill(self) -> None:
        makers: dict[Kind, Callable[[], None]] = {
            Kind.EMOTIONS: self._fill_emotions,
            Kind.INTENSITIES: self._fill_intensities,
            Kind.VOICES: self._fill_voices,
        }
        self.list.blockSignals(True)
        self.list.clear()
        if self._kind in makers:
            makers[self._kind]()
        self.list.blockSignals(False)
        self.list.setEnabled(self._kind is not Kind.NOTHING)
        self.list.setAccessibleName(self.box.currentText())

    def _fill_emotions(self) -> None:
        first = {NEUTRAL_NAME, *FEELINGS}
        for entry in self._emotions.entries():
            self._add(Way(entry.title, emotion=entry.value), ticked=entry.name in first, tip=entry.description)

    def _fill_intensities(self) -> None:
        for degree in _DEGREES:
            self._add(Way(shown(degree), intensity=degree), ticked=degree in _FIRST_DEGREES)

    def _fill_voices(self) -> None:
        self._add(Way(self.tr("As it is")), ticked=True)
        for entry in sorted(self._voices.entries(), key=lambda entry: entry.name not in self._at_hand):
            ticked = entry.name in self._at_hand or entry.favourite
            self._add(Way(entry.title, voice=entry.name), ticked=ticked, tip=" · ".join(entry.tags))

    def _add(self, way: Way, *, ticked: bool, tip: str = "") -> None:
        item = QListWidgetItem(way.title)
        item.setData(_WAY, way)
        item.setToolTip(tip)
        item.setCheckState(Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked)
        self.list.addItem(item)
