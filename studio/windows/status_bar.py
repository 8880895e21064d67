"""The numbers that help: what speaks, how soon it is heard, what is waiting, and whether the work is safe."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QPushButton, QStatusBar, QWidget

from studio.playback.making import Making
from studio.playback.messages import EngineInfo
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from studio.windows.engine_words import stages_tip
from studio.windows.icons import icon


class StatusBar(QStatusBar):
    """Follows synthesis, making and transport by itself; is told about saving and activities.

    Parameters
    ----------
    synthesis, making, transport
        Whose news is shown.
    activity
        Pressed to see the list of activities.
    """

    def __init__(
        self, *, synthesis: SynthesisThread, making: Making, transport: Transport, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._making = making
        self._transport = transport
        self._engine: EngineInfo | None = None
        self._loading: float | None = 0.0
        self._saved = ""
        self._running = 0
        self._backend = QLabel()
        self._first_sound = QLabel()
        self._underruns = QLabel()
        self._queued = QLabel()
        self._saving = QLabel()
        self.activity = QPushButton()
        self.activity.setFlat(True)
        self.activity.setVisible(False)
        for label in (self._backend, self._first_sound, self._underruns, self._queued):
            label.setContentsMargins(4, 0, 12, 0)
            self.addWidget(label)
        self.addPermanentWidget(self.activity)
        self.addPermanentWidget(self._saving)
        self._saving.setContentsMargins(8, 0, 8, 0)
        synthesis.loading.connect(self._on_loading)
        synthesis.ready.connect(self._on_ready)
        synthesis.stages_changed.connect(self._on_stages)
        synthesis.unavailable.connect(self._on_unavailable)
        transport.stats_changed.connect(self._update)
        making.queue_changed.connect(self._update)
        self._retranslate()

    def set_saved(self, text: str) -> None:
        """Say how safe the work is, for example `Autosaved`."""
        self._saved = text
        self._update()

    def set_running(self, count: int) -> None:
        """Say how many activities are under way."""
        self._running = count
        self._update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _on_loading(self, _step: str, share: float) -> None:
        self._engine, self._loading = None, share
        self._update()

    def _on_ready(self, engine: EngineInfo) -> None:
        self._engine, self._loading = engine, None
        self._update()

    def _on_stages(self, engine: EngineInfo) -> None:
        self._engine = engine
        self._update()

    def _on_unavailable(self, _sentence: str) -> None:
        self._engine, self._loading = None, None
        self._update()

    def _retranslate(self) -> None:
        self.activity.setIcon(icon("make"))
        self.activity.setToolTip(self.tr("Show what is running"))
        self._first_sound.setToolTip(self.tr("From pressing play until the first sound was on its way"))
        self._underruns.setToolTip(self.tr("How often the sound was interrupted because the computer was too busy"))
        self._update()

    def _update(self, *_news: object) -> None:
        if self._engine:
            backend, slower = self._engine.backend, self._engine.slower
            # The last stage is most of the work; what others are on stands behind it anyway.
            if slower and slower[-1] is self._engine.stages[-1]:
                backend = self.tr("{0} instead of {1}").format(backend, slower[-1].wanted)
        elif self._loading is None:
            backend = self.tr("No speech model")
        elif self._loading > 0:
            backend = self.tr("Loading the speech model, {0} %").format(round(self._loading * 100))
        else:
            backend = self.tr("Loading the speech model")
        self._backend.setText(backend)
        tip = (self.tr("What makes the speech"), stages_tip(self._engine) if self._engine else "")
        self._backend.setToolTip("\n".join(line for line in tip if line))
        stats = self._transport.stats
        first = stats.first_sound
        self._first_sound.setText(
            "" if first is None else self.tr("First sound after {0} ms").format(round(first * 1000))
        )
        self._underruns.setText(self.tr("%n interruption(s)", "", stats.underruns) if stats.device else "")
        waiting = self._making.waiting
        self._queued.setText(self.tr("%n line(s) queued", "", waiting) if waiting else "")
        self._saving.setText(self._saved)
        self.activity.setText(self.tr("%n running", "", self._running))
        self.activity.setVisible(self._running > 0)
        for label in (self._first_sound, self._underruns, self._queued):
            label.setVisible(bool(label.text()))
