"""The page of the preferences about what makes the speech."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QLabel, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from studio.session import Session
from studio.settings import STAGE_TIMEOUTS, Settings
from studio.windows.choices import fill
from studio.windows.engine_bench import EngineBench
from studio.windows.engine_status import EngineStatus
from studio.windows.server_choices import ServerChoices

_AUTOMATIC, _PROCESSOR = "automatic", "processor"
_HALF, _FULL = "float16", "float32"
_TIMEOUT_STEP = 50


class EngineChoices(QWidget):
    """What makes the speech, how exactly, and how long it may take. Every choice holds at once."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.runtime = QComboBox()
        self.precision = QComboBox()
        self.timeout = QSpinBox()
        self.timeout.setRange(*STAGE_TIMEOUTS)
        self.timeout.setSingleStep(_TIMEOUT_STEP)
        # Not at every digit: the engine is opened again for each value.
        self.timeout.setKeyboardTracking(False)
        self.timeout.setValue(settings.stage_timeout)
        self._labels = [QLabel() for _ in range(3)]
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        for label, field in zip(self._labels, (self.runtime, self.precision, self.timeout), strict=True):
            label.setBuddy(field)
            form.addRow(label, field)
        self.runtime.activated.connect(self._choose_runtime)
        self.precision.activated.connect(self._choose_precision)
        self.timeout.valueChanged.connect(self._choose_timeout)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _choose_runtime(self) -> None:
        self._settings.use_gpu = self.runtime.currentData() == _AUTOMATIC
        self._enable()

    def _choose_precision(self) -> None:
        self._settings.half_precision = self.precision.currentData() == _HALF

    def _choose_timeout(self, milliseconds: int) -> None:
        self._settings.stage_timeout = milliseconds

    def _enable(self) -> None:
        for widget in (self.precision, self.timeout):
            widget.setEnabled(self._settings.use_gpu)

    def _retranslate(self) -> None:
        texts = (self.tr("Make speech &with:"), self.tr("&Precision:"), self.tr("&Time-out:"))
        for label, text in zip(self._labels, texts, strict=True):
            label.setText(text)
        runtimes = [
            (_AUTOMATIC, self.tr("The graphics card, where there is one")),
            (_PROCESSOR, self.tr("The processor alone")),
        ]
        fill(self.runtime, runtimes, _AUTOMATIC if self._settings.use_gpu else _PROCESSOR)
        precisions = [
            (_HALF, self.tr("float16 where it is exact enough")),
            (_FULL, self.tr("float32 everywhere, slower")),
        ]
        fill(self.precision, precisions, _HALF if self._settings.half_precision else _FULL)
        self.timeout.setSuffix(self.tr(" ms"))
        self.timeout.setToolTip(
            self.tr("A stage that takes longer on the graphics card is done by something slower for a while")
        )
        self._enable()


class EnginePage(QScrollArea):
    """Choices, the state of the engines, and the benchmark.

    Parameters
    ----------
    session
        Whose engine it is about.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choices = EngineChoices(session.settings)
        self.server = ServerChoices(session)
        self.status = EngineStatus(session)
        self.bench = EngineBench(session.benchmark)
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(12)
        for part in (self.choices, self.server, self.status, self.bench):
            layout.addWidget(part)
        layout.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab goes through what is on it, which brings it into view
