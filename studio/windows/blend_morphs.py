"""The sliders that change a voice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSlider, QWidget

from engines.voices.morphs import SLIDERS
from studio.windows.icons import icon

_STEPS = 100
"""Of a slider, to either side."""


class BlendMorphs(QWidget):
    """One row a slider: its name, what its ends are, and one button that puts all of them back."""

    moved = Signal(str, float)
    """Name of a slider, and its position from -1 to 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sliders = {name: QSlider(Qt.Orientation.Horizontal) for name in SLIDERS}
        self._labels = {name: (QLabel(), QLabel(), QLabel()) for name in SLIDERS}
        self.reset_button = QPushButton(autoDefault=False)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(2, 1)
        for row, (name, slider) in enumerate(self.sliders.items()):
            label, low, high = self._labels[name]
            label.setBuddy(slider)
            low.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            for end in (low, high):
                end.setForegroundRole(self.palette().ColorRole.PlaceholderText)
            slider.setRange(-_STEPS, _STEPS)
            slider.setPageStep(_STEPS // 5)
            slider.setTickPosition(QSlider.TickPosition.TicksBelow)
            slider.setTickInterval(_STEPS)
            slider.valueChanged.connect(partial(self._move, name))
            for column, widget in enumerate((label, low, slider, high)):
                grid.addWidget(widget, row, column)
        grid.addWidget(self.reset_button, len(self.sliders), 2, Qt.AlignmentFlag.AlignRight)
        self.reset_button.clicked.connect(self.reset)
        self._retranslate()

    def reset(self) -> None:
        """Put all of them back."""
        for slider in self.sliders.values():
            slider.setValue(0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _move(self, name: str, value: int) -> None:
        self.moved.emit(name, value / _STEPS)

    def _retranslate(self) -> None:
        words: Mapping[str, tuple[str, str, str]] = {
            "pitch": (self.tr("&Pitch"), self.tr("lower"), self.tr("higher")),
            "size": (self.tr("Si&ze"), self.tr("smaller"), self.tr("larger")),
            "brightness": (self.tr("B&rightness"), self.tr("darker"), self.tr("brighter")),
            "clarity": (self.tr("&Clarity"), self.tr("breathier"), self.tr("clearer")),
            "age": (self.tr("A&ge"), self.tr("younger"), self.tr("older")),
        }
        for name, texts in words.items():
            for label, text in zip(self._labels[name], texts, strict=True):
                label.setText(text)
            self.sliders[name].setAccessibleDescription(f"{texts[1]} – {texts[2]}")
        self.reset_button.setText(self.tr("Rese&t"))
        self.reset_button.setIcon(icon("reset"))
