"""Giving a voice tags of one's own."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.voices import VoiceEntry

_SEPARATORS = re.compile(r"[,，、;；]")


class TagDialog(QDialog):
    """One field with all tags. Open it with `open`.

    Parameters
    ----------
    entry
        The voice.
    used
        Tags that other voices have, to be offered.
    """

    decided = Signal(str, tuple)
    """Name of the voice and its new tags."""

    def __init__(self, entry: VoiceEntry, used: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Tags of {0}").format(entry.title))
        self._name = entry.name
        label = QLabel(self.tr("&Tags, separated by commas:"))
        self.field = QLineEdit(", ".join(entry.own_tags))
        self.field.setPlaceholderText(self.tr("villain, old, calm"))
        label.setBuddy(self.field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addWidget(label)
        layout.addWidget(self.field)
        if used:
            hint = QLabel(self.tr("In use: {0}").format(", ".join(used)))
            hint.setTextFormat(Qt.TextFormat.PlainText)
            hint.setWordWrap(True)
            layout.addWidget(hint)
        layout.addWidget(buttons)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 56)

    def accept(self) -> None:
        """Called for OK and Enter."""
        self.decided.emit(self._name, tuple(_SEPARATORS.split(self.field.text())))
        super().accept()
