"""The long work that is under way, with its progress, the time it will still take, and a way to stop it."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QProgressBar,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.operations import Activity, Operations
from studio.windows.durations import remaining, roughly
from studio.windows.icons import icon


class ActivityRow(QFrame):
    """One piece of work."""

    def __init__(self, operation: Activity, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._operation = operation
        self._began = time.monotonic()
        self._cancelled = False
        self._title = QLabel(operation.title)
        self._detail = QLabel()
        self._detail.setTextFormat(Qt.TextFormat.PlainText)
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setAccessibleName(operation.title)
        self._cancel = QToolButton()
        self._cancel.setAutoRaise(True)
        self._cancel.clicked.connect(self._stop)
        # What must be finished, such as saving, cannot be stopped halfway.
        self._cancel.setVisible(not operation.essential)
        layout = QGridLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setVerticalSpacing(4)
        layout.addWidget(self._title, 0, 0)
        layout.addWidget(self._detail, 0, 1, Qt.AlignmentFlag.AlignRight)
        layout.addWidget(self._bar, 1, 0, 1, 2)
        layout.addWidget(self._cancel, 0, 2, 2, 1)
        operation.progressed.connect(self._progress)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _progress(self, step: str, share: float) -> None:
        if self._cancelled:
            return
        self._bar.setRange(0, 1000)
        self._bar.setValue(round(share * 1000))
        left = remaining(time.monotonic() - self._began, share)
        self._detail.setText(" · ".join(part for part in (step, roughly(left) if left is not None else "") if part))

    def _stop(self) -> None:
        self._cancelled = True
        self._operation.cancel()
        self._cancel.setEnabled(False)
        self._bar.setRange(0, 0)
        self._detail.setText(self.tr("Stopping…"))

    def _retranslate(self) -> None:
        self._cancel.setIcon(icon("cancel"))
        self._cancel.setToolTip(self.tr("Stop"))
        self._cancel.setAccessibleName(self.tr("Stop “{0}”").format(self._operation.title))


class ActivityPanel(QScrollArea):
    """A row for every operation that has a title.

    Parameters
    ----------
    operations
        What is running.
    """

    count_changed = Signal(int)
    """How many are shown."""

    def __init__(self, *, operations: Operations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[Activity, ActivityRow] = {}
        self._empty = QLabel()
        self._empty.setWordWrap(True)
        self._empty.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        body = QWidget()
        self._list = QVBoxLayout(body)
        self._list.setContentsMargins(4, 4, 4, 4)
        self._list.setSpacing(4)
        self._list.addWidget(self._empty)
        self._list.addStretch(1)
        body.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        operations.started.connect(self._add)
        operations.ended.connect(self._remove)
        for operation in operations.running:
            self._add(operation)
        self._retranslate()

    @property
    def count(self) -> int:
        """How many rows are shown."""
        return len(self._rows)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _add(self, operation: Activity) -> None:
        if not operation.title:
            return
        row = ActivityRow(operation)
        self._rows[operation] = row
        self._list.insertWidget(len(self._rows) - 1, row)
        self._count()

    def _remove(self, operation: Activity) -> None:
        row = self._rows.pop(operation, None)
        if row is not None:
            self._list.removeWidget(row)
            row.deleteLater()
            self._count()

    def _count(self) -> None:
        self._empty.setVisible(not self._rows)
        self.count_changed.emit(len(self._rows))

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Activity"))
        self._empty.setText(
            self.tr(
                "Nothing is running. Imports, downloads and voices being refined show their progress here, exports in "
                "their own panel."
            )
        )
