"""How far lines may be hurried or drawn out to fit their times."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from studio.document.document import Document
from studio.document.edits import set_limits
from studio.document.script import LONGEST_RANGE, SHORTEST_RANGE, FitLimits

_STEP = 0.05


class FitLimitsDialog(QDialog):
    """The limits of the open project; accepting it is one step of undo."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Fit lines to their times"))
        self._document = document
        limits = document.script.limits
        self.shortest = _share(limits.shortest, SHORTEST_RANGE)
        self.longest = _share(limits.longest, LONGEST_RANGE)
        self.hurried = _share(limits.hurried, SHORTEST_RANGE)
        explanation = QLabel(
            self.tr(
                "A line with a start and an end is spoken so that it fills its time: pauses give way first, then "
                "vowels, then everything. The pitch stays. These are shares of the length that it would have by itself."
            )
        )
        explanation.setWordWrap(True)
        form = QFormLayout(horizontalSpacing=12, verticalSpacing=8)
        for text, box in (
            (self.tr("&Shorten to"), self.shortest),
            (self.tr("&Draw out to"), self.longest),
            (self.tr("Lines that may be spoken &faster, to"), self.hurried),
        ):
            label = QLabel(text)
            label.setBuddy(box)
            form.addRow(label, box)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.shortest.valueChanged.connect(self.hurried.setMaximum)
        self.hurried.setMaximum(self.shortest.value())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(12)
        layout.addWidget(explanation)
        layout.addLayout(form)
        layout.addWidget(buttons)
        # The text wraps: without a width it would be as tall as the screen.
        self.resize(self.fontMetrics().averageCharWidth() * 64, self.sizeHint().height())

    def accept(self) -> None:
        """Give the project the limits."""
        limits = FitLimits(*(round(box.value(), 2) for box in (self.shortest, self.longest, self.hurried)))
        self._document.edit(self.tr("Change the limits of times"), set_limits(self._document.script, limits.tidy()))
        super().accept()


def _share(value: float, bounds: tuple[float, float]) -> QDoubleSpinBox:
    box = QDoubleSpinBox(decimals=2, singleStep=_STEP, prefix="×")
    box.setRange(*bounds)
    box.setValue(value)
    return box
