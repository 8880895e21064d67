"""Recording a voice: countdown, level, time, and a button that ends it."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from engines.types import FloatArray
from studio.cloning.microphone import COUNTDOWN_SECONDS, Microphone
from studio.windows.durations import clock
from studio.windows.icons import icon
from studio.windows.level_meter import LevelMeter


class InputMeter(LevelMeter):
    """The peak of what the microphone hears."""

    def _retranslate(self) -> None:
        super()._retranslate()
        self.setAccessibleName(self.tr("Input level in decibels below full scale"))


class CloneRecorder(QWidget):
    """Shown while something is recorded.

    Parameters
    ----------
    open_portaudio
        Gives the `sounddevice` module; called on the thread of the microphone.
    countdown
        Seconds.
    """

    recorded = Signal(object, int)
    """[N] samples and their rate."""
    failed = Signal(str)
    running_changed = Signal()

    def __init__(
        self,
        open_portaudio: Callable[[], ModuleType],
        *,
        countdown: float = COUNTDOWN_SECONDS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_portaudio = open_portaudio
        self._countdown = countdown
        self._microphone: Microphone | None = None
        self._left = 0
        self._seconds = 0.0
        self.meter = InputMeter()
        self._text = QLabel()
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._text.setWordWrap(True)
        self.stop_button = QPushButton(autoDefault=False)
        self.stop_button.clicked.connect(self.stop)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.meter)
        layout.addWidget(self.stop_button)
        self.hide()
        self._retranslate()

    @property
    def running(self) -> bool:
        """Whether the microphone is open."""
        return self._microphone is not None

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def start(self) -> None:
        """Open the microphone and count down."""
        if self._microphone:
            return
        self._left, self._seconds = round(self._countdown), 0.0
        self._microphone = microphone = Microphone(self._open_portaudio, countdown=self._countdown, parent=self)
        microphone.counting.connect(self._count)
        microphone.level.connect(self.meter.set_level)
        microphone.elapsed.connect(self._pass)
        microphone.recorded.connect(self._take)
        microphone.failed.connect(self._fail)
        microphone.start()
        self.show()
        self._say()
        self.stop_button.setFocus()
        self.running_changed.emit()

    def stop(self) -> None:
        """End the recording and take it; during the countdown, leave it."""
        if self._microphone is None:
            return
        if self._left:
            self.close_microphone()
        else:
            self._microphone.stop()

    def close_microphone(self) -> None:
        """Let go of the device; nothing is taken."""
        if self._microphone:
            self._microphone.cancel()
            self._over()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _count(self, left: int) -> None:
        self._left = left
        self._say()

    def _pass(self, seconds: float) -> None:
        self._seconds = seconds
        self._say()

    def _take(self, samples: FloatArray, rate: int) -> None:
        if self.sender() is self._microphone:
            self._over()
            self.recorded.emit(samples, rate)

    def _fail(self, sentence: str) -> None:
        if self.sender() is self._microphone:
            self._over()
            self.failed.emit(sentence)

    def _over(self) -> None:
        microphone, self._microphone = self._microphone, None
        if microphone:
            microphone.wait()
            microphone.deleteLater()
        self.meter.reset_level()
        self.hide()
        self.running_changed.emit()

    def _say(self) -> None:
        if self._left:
            self._text.setText(self.tr("Recording begins in {0}…").format(self._left))
        else:
            self._text.setText(
                self.tr("Recording: {0}. Speak as you usually do, for 10 to 15 seconds.").format(clock(self._seconds))
            )

    def _retranslate(self) -> None:
        self.stop_button.setText(self.tr("Sto&p"))
        self.stop_button.setIcon(icon("stop"))
        self._say()
