"""Sliders for the numbers of emotions: of one, or of several that may differ."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QWidget

from engines.prosody.emotion import Emotion
from studio.document.emotions import BOUNDS
from studio.emotions import shown

STRENGTH = "strength"
_TENTHS = frozenset({"pitch", "energy"})
"""In steps of a tenth; the others are shares, in steps of a hundredth."""
_SHARES = frozenset({"rate", "range", "pauses"})
"""Offsets that are shown in per cent."""


class EmotionSliders(QWidget):
    """A row for each number: its name, its slider and what it is.

    Parameters
    ----------
    names
        Of numbers of `Emotion`, in order.
    """

    moved = Signal(str, float)
    """Name of a number, and the value that all emotions shown are to have."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sliders = {name: _Slider() for name in names}
        self._labels = {name: QLabel() for name in names}
        self._values = {name: QLabel() for name in names}
        self._mixed: frozenset[str] = frozenset()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, (name, slider) in enumerate(self.sliders.items()):
            least, most, usual = BOUNDS[name]
            steps = _steps(name)
            slider.setRange(round(least * steps), round(most * steps))
            slider.setPageStep(max(1, (slider.maximum() - slider.minimum()) // 10))
            slider.setValue(round(usual * steps))
            slider.valueChanged.connect(partial(self._move, name))
            self._labels[name].setBuddy(slider)
            value = self._values[name]
            value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            for column, widget in enumerate((self._labels[name], slider, value)):
                grid.addWidget(widget, row, column)
        self._retranslate()

    def show_emotions(self, emotions: Sequence[Emotion]) -> None:
        """Show what they have in common; a number in which they differ stands in the middle, without its value."""
        mixed = set()
        for name, slider in self.sliders.items():
            values = [getattr(emotion, name) for emotion in emotions]
            if len(set(values)) > 1:
                mixed.add(name)
            if values:
                slider.blockSignals(True)
                slider.setValue(round(sum(values) / len(values) * _steps(name)))
                slider.blockSignals(False)
        self._mixed = frozenset(mixed)
        self._show_values()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow language and font."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.FontChange}:
            self._retranslate()
        super().changeEvent(event)

    def _move(self, name: str, value: int) -> None:
        self._mixed -= {name}
        self._show_values()
        self.moved.emit(name, round(value / _steps(name), 2))

    def _show_values(self) -> None:
        for name, slider in self.sliders.items():
            text = "…" if name in self._mixed else value_text(name, slider.value() / _steps(name))
            self._values[name].setText(text)
            described = self.tr("Differs between the selected lines") if name in self._mixed else text
            slider.setAccessibleDescription(described)
            slider.setToolTip(described if name in self._mixed else "")

    def _retranslate(self) -> None:
        words = {
            "intensity": self.tr("Intensity"),
            STRENGTH: self.tr("Strength"),
            "happy": self.tr("Happy"),
            "angry": self.tr("Angry"),
            "sad": self.tr("Sad"),
            "afraid": self.tr("Afraid"),
            "disgusted": self.tr("Disgusted"),
            "melancholic": self.tr("Melancholic"),
            "surprised": self.tr("Surprised"),
            "calm": self.tr("Calm"),
            "rate": self.tr("Rate"),
            "pitch": self.tr("Pitch"),
            "range": self.tr("Liveliness"),
            "energy": self.tr("Loudness"),
            "pauses": self.tr("Pauses"),
        }
        # As wide in every such box of a column.
        name_width = max(self.fontMetrics().horizontalAdvance(word) for word in words.values())
        width = max(self.fontMetrics().horizontalAdvance(text) for text in ("−12.0 dB", "−12.0 st", "+100 %"))
        for name, slider in self.sliders.items():
            self._labels[name].setText(words[name])
            self._labels[name].setMinimumWidth(name_width)
            self._values[name].setMinimumWidth(width)
            slider.setAccessibleName(words[name])
        self._show_values()


class _Slider(QSlider):
    """Leaves the wheel to what it stands in, unless it has the keyboard."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 Qt's name
        """Scrolling past it changes nothing."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


def value_text(name: str, value: float) -> str:
    """A number of an emotion with its sign and unit, as far as it has them."""
    if name in _SHARES:
        return _signed(f"{value * 100:+.0f} %", value)
    if name in _TENTHS:
        return _signed(f"{value:+.1f} {'st' if name == 'pitch' else 'dB'}", value)
    return shown(value)


def _signed(text: str, value: float) -> str:
    return text.replace("-", "−") if value else text.lstrip("+-")


def _steps(name: str) -> int:
    """Of a slider, to a whole."""
    return 10 if name in _TENTHS else 100
