"""Measuring how fast speech is made on this machine."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QGroupBox, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from studio.benchmark import Benchmark
from studio.windows.engine_plot import BenchmarkPlot
from studio.windows.icons import icon
from studio.windows.note import Note


class EngineBench(QGroupBox):
    """A button, and what was measured.

    Parameters
    ----------
    benchmark
        Goes on when this is closed, and keeps its results.
    """

    def __init__(self, benchmark: Benchmark, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._benchmark = benchmark
        self.button = QPushButton()
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.plot = BenchmarkPlot()
        self.note = Note()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(self.bar, 1)
        row.addStretch()
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(self.text)
        layout.addLayout(row)
        layout.addWidget(self.note)
        layout.addWidget(self.plot)
        self.button.clicked.connect(self._press)
        benchmark.changed.connect(self._update)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _press(self) -> None:
        if self._benchmark.running:
            self._benchmark.stop()
        else:
            self._benchmark.start()

    def _retranslate(self) -> None:
        self.setTitle(self.tr("Benchmark"))
        self.text.setText(
            self.tr(
                "Says four English texts of different lengths five times each, unheard, and shows the medians. Play "
                "and make nothing meanwhile."
            )
        )
        self.bar.setAccessibleName(self.tr("Progress of the benchmark"))
        self._update()

    def _update(self) -> None:
        benchmark = self._benchmark
        running = benchmark.running
        self.button.setText(self.tr("Stop &measuring") if running else self.tr("&Measure"))
        self.button.setIcon(icon("stop" if running else "play"))
        self.button.setEnabled(running or benchmark.possible)
        self.bar.setVisible(running)
        self.bar.setValue(round(1000 * benchmark.share))
        self.plot.setVisible(bool(benchmark.results))
        self.plot.show_results(benchmark.results)
        if benchmark.problem:
            self.note.complain(benchmark.problem)
        else:
            self.note.clear()
