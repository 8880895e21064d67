"""One take, or a line being made: its letter, its drawing and its words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from studio.windows.icons import icon
from studio.windows.waveform_audio import Sound
from studio.windows.waveform_plot import WaveformPlot
from studio.windows.waveform_range import TimeRange
from studio.windows.waveform_words import Word, WordsStrip


class WaveformLane(QWidget):
    """Shows what it is given; several under each other have one time scale."""

    pointed = Signal(float, bool)
    """A second, and whether the mouse button was let go there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = WaveformPlot()
        self.words = WordsStrip()
        self.take_id = ""
        """What it shows; empty for a line being made."""
        self._letter = QLabel()
        self._letter.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._heard = QLabel()
        self._heard.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._side = QWidget()
        self._side.setFixedWidth(32)
        side = QGridLayout(self._side)
        side.setContentsMargins(0, 8, 0, 0)
        side.setSpacing(4)
        side.addWidget(self._letter, 0, 0)
        side.addWidget(self._heard, 1, 0)
        side.setRowStretch(2, 1)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._side, 0, 0, 2, 1)
        layout.addWidget(self.plot, 0, 1)
        layout.addWidget(self.words, 1, 1)
        self._active = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.plot.pointed.connect(self.pointed)
        self.words.pointed.connect(self._word_pointed)
        self.refresh_colours()

    def set_letter(self, letter: str, *, active: bool) -> None:
        """Its letter, and whether it is the take that is heard; without a letter there is nothing to tell apart."""
        self._active = active
        self._letter.setText(letter)
        self._side.setVisible(bool(letter))
        self.refresh_colours()

    def show_sound(self, take_id: str, sound: Sound | None, words: tuple[Word, ...], *, finished: bool) -> None:
        """Another sound, or the same after it grew."""
        self.take_id = take_id
        self.plot.set_sound(sound, finished=finished)
        self.words.set_words(words)

    def set_view(self, view: TimeRange) -> None:
        """Bring a stretch of time into view."""
        self.plot.set_view(view)
        self.words.set_view(view)

    def set_playhead(self, seconds: float) -> None:
        """Move it, and highlight the word under it."""
        self.plot.set_playhead(seconds)
        self.words.set_playhead(seconds)

    def refresh_colours(self) -> None:
        """Take those of the present theme."""
        font = self._letter.font()
        font.setBold(True)
        self._letter.setFont(font)
        size = self.fontMetrics().height()
        self._heard.setPixmap(icon("audition", "accent").pixmap(size, size) if self._active else QPixmap())
        self._heard.setAccessibleName(self.tr("Heard when you play") if self._active else "")
        self._heard.setToolTip(self._heard.accessibleName())
        self.plot.refresh_colours()
        self.words.update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.LanguageChange}:
            self.refresh_colours()
        super().changeEvent(event)

    def _word_pointed(self, seconds: float) -> None:
        self.pointed.emit(seconds, True)
