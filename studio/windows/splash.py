"""What is seen while the window is being put together."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QPaintEvent
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QVBoxLayout


class Splash(QFrame):
    """The name of the program and a moving bar."""

    painted = Signal()
    """It is on the screen now; sent once."""

    def __init__(self) -> None:
        super().__init__(None, Qt.WindowType.SplashScreen | Qt.WindowType.FramelessWindowHint)
        self._told = False
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setWindowTitle("Timbre Studio")
        title = QLabel("Timbre Studio")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2)
        font.setBold(True)
        title.setFont(font)
        bar = QProgressBar()
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        bar.setAccessibleName(self.tr("Starting"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 24, 32, 24)
        layout.setSpacing(12)
        layout.addWidget(title)
        layout.addWidget(QLabel(self.tr("Opening the studio…")))
        layout.addWidget(bar)
        self.adjustSize()
        screen = QGuiApplication.primaryScreen()
        if screen:
            self.move(screen.availableGeometry().center() - self.rect().center())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """Tell that there is something to see."""
        super().paintEvent(event)
        if not self._told:
            self._told = True
            self.painted.emit()
