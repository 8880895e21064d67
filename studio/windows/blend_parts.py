"""The voices that a blend is made of, each with a slider for its weight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QSlider, QToolButton, QWidget

from studio.cloning.blending import WHOLE
from studio.voices import VoiceLibrary
from studio.windows.choose_voice import VoiceButton
from studio.windows.icons import icon

if TYPE_CHECKING:
    from studio.playback.transport import Transport


class BlendPart(QWidget):
    """One row: the voice, its weight, and a button that leaves it out."""

    exchanged = Signal(str)
    """Name of the voice to put here."""
    weighted = Signal(int)
    """Per cent."""
    removed = Signal()

    def __init__(self, voices: VoiceLibrary, transport: Transport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voices = voices
        self.voice = VoiceButton(voices=voices, transport=transport)
        self.voice.setAutoDefault(False)  # Enter saves
        # As wide in every row, whatever it is called.
        self.voice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, WHOLE)
        self.slider.setPageStep(WHOLE // 10)
        self.share = QLabel()
        self.share.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.share.setMinimumWidth(self.fontMetrics().horizontalAdvance("100 %"))
        self.remove_button = QToolButton(autoRaise=True)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        for column, (widget, stretch) in enumerate(
            ((self.voice, 3), (self.slider, 2), (self.share, 0), (self.remove_button, 0))
        ):
            layout.addWidget(widget, 0, column)
            layout.setColumnStretch(column, stretch)
        self.voice.chosen.connect(self.exchanged)
        self.slider.valueChanged.connect(self.weighted)
        self.remove_button.clicked.connect(self.removed)
        self._retranslate()

    def show_part(self, name: str, weight: int, *, removable: bool) -> None:
        """Show a voice and its weight; nothing is emitted."""
        self.voice.set_voice(name)
        self.slider.blockSignals(True)
        self.slider.setValue(weight)
        self.slider.blockSignals(False)
        self.slider.setEnabled(removable)  # what is alone has all the weight
        self.share.setText(self.tr("{0} %").format(weight))
        self.remove_button.setEnabled(removable)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        title = self._voices.title(self.voice.voice)
        self.slider.setAccessibleName(self.tr("Weight of {0} in per cent").format(title))
        self.remove_button.setIcon(icon("close"))
        self.remove_button.setToolTip(self.tr("Leave this voice out"))
        self.remove_button.setAccessibleName(self.tr("Leave {0} out").format(title))


class BlendParts(QWidget):
    """All rows."""

    exchanged = Signal(str, str)
    """The voice that was there, and the one to put there."""
    weighted = Signal(str, int)
    removed = Signal(str)

    def __init__(self, voices: VoiceLibrary, transport: Transport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._voices, self._transport = voices, transport
        self.rows: list[BlendPart] = []
        self._names: list[str] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(4)

    @property
    def controls(self) -> list[QWidget]:
        """All that take the keyboard, in order."""
        return [widget for row in self.rows for widget in (row.voice, row.slider, row.remove_button)]

    def show_parts(self, weights: Mapping[str, int]) -> None:
        """Show these; the rows stay as long as there are as many, so that a slider can be held."""
        while len(self.rows) > len(weights):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(weights):
            self._add_row()
        self._names = list(weights)
        for row, (name, weight) in zip(self.rows, weights.items(), strict=True):
            row.show_part(name, weight, removable=len(weights) > 1)

    def _add_row(self) -> None:
        row, place = BlendPart(self._voices, self._transport), len(self.rows)
        row.exchanged.connect(partial(self._exchange, place))
        row.weighted.connect(partial(self._weigh, place))
        row.removed.connect(partial(self._remove, place))
        self.rows.append(row)
        self._grid.addWidget(row, place, 0)

    def _exchange(self, place: int, name: str) -> None:
        old = self._names[place]
        self.rows[place].voice.set_voice(old)  # until it is so
        self.exchanged.emit(old, name)

    def _weigh(self, place: int, weight: int) -> None:
        self.weighted.emit(self._names[place], weight)

    def _remove(self, place: int) -> None:
        self.removed.emit(self._names[place])
