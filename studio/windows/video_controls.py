"""How the original sounds under the speech, and where in the video the script begins."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QLabel, QSpinBox, QWidget

from engines.media.mixing import Original
from studio.document.video import OFFSET_RANGE, Video
from studio.windows.choices import fill

_MOST_LOWERED = 40


class VideoControls(QWidget):
    """Shows the settings of a video, and tells what the user changes."""

    changed = Signal(str, object)
    """Name of the field of `Video`, and the `Video` with its new value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._video: Video | None = None
        self._original_label, self._offset_label = QLabel(), QLabel()
        self.original = QComboBox()
        self.lowered = QSpinBox(minimum=0, maximum=_MOST_LOWERED)
        self.offset = QDoubleSpinBox(minimum=OFFSET_RANGE[0], maximum=OFFSET_RANGE[1], decimals=2, singleStep=0.05)
        for box in (self.lowered, self.offset):
            box.setKeyboardTracking(False)  # half a number is not meant
        self._original_label.setBuddy(self.original)
        self._offset_label.setBuddy(self.offset)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self._original_label, self.original, self.lowered, self._offset_label, self.offset):
            layout.addWidget(widget)
        layout.addStretch()
        self.original.activated.connect(self._original_chosen)
        self.lowered.valueChanged.connect(self._lowered_changed)
        self.offset.valueChanged.connect(self._offset_changed)
        self._retranslate()

    def show_video(self, video: Video | None) -> None:
        """Show the settings of another, or those that have changed."""
        self._video = video
        self.setEnabled(video is not None)
        shown = video or Video("")
        for widget in (self.original, self.lowered, self.offset):
            widget.blockSignals(True)
        self.original.setCurrentIndex(self.original.findData(shown.original))
        self.lowered.setValue(round(shown.lowered))
        self.offset.setValue(shown.offset)
        for widget in (self.original, self.lowered, self.offset):
            widget.blockSignals(False)
        self.lowered.setVisible(shown.original == Original.DUCK.value)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _original_chosen(self) -> None:
        if self._video:
            self.changed.emit("original", replace(self._video, original=self.original.currentData()))

    def _lowered_changed(self, value: int) -> None:
        if self._video:
            self.changed.emit("lowered", replace(self._video, lowered=float(value)))

    def _offset_changed(self, value: float) -> None:
        if self._video:
            self.changed.emit("offset", replace(self._video, offset=round(value, 3)))

    def _retranslate(self) -> None:
        self._original_label.setText(self.tr("O&riginal"))
        chosen = self._video.original if self._video else Original.DUCK.value
        fill(
            self.original,
            [
                (Original.DUCK.value, self.tr("Lower under the speech")),
                (Original.KEEP.value, self.tr("As it is")),
                (Original.MUTE.value, self.tr("Mute")),
            ],
            chosen,
        )
        self.original.setAccessibleName(self.tr("Sound of the video"))
        self.lowered.setPrefix(self.tr("by "))
        self.lowered.setSuffix(self.tr(" dB"))
        self.lowered.setAccessibleName(self.tr("Lowered by, in decibel"))
        self._offset_label.setText(self.tr("Script &begins at"))
        self.offset.setSuffix(self.tr(" s"))
        self.offset.setToolTip(self.tr("Second of the video at which the times of the lines are 0"))
        self.offset.setAccessibleName(self._offset_label.text().replace("&", ""))
