"""The picture of the video, as large as there is room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.windows import theme


class VideoPicture(QWidget):
    """Shows one image, or a sentence where there is none."""

    resized = Signal()
    """There is room for another size: see `room`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = QImage()
        self._sentence = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(96, 54)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._retranslate()

    @property
    def image(self) -> QImage:
        """The one that is shown; null for none."""
        return self._image

    @property
    def sentence(self) -> str:
        """What is said instead."""
        return self._sentence

    @property
    def room(self) -> QSize:
        """In pixels of the screen."""
        return self.size() * self.devicePixelRatioF()

    def show_image(self, image: QImage) -> None:
        """Show another frame."""
        self._image, self._sentence = image, ""
        self.update()

    def show_sentence(self, sentence: str) -> None:
        """Say why there is no picture."""
        self._image, self._sentence = QImage(), sentence
        self.setAccessibleDescription(sentence)
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Wide enough to see a face."""
        return QSize(320, 180)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 Qt's name
        """Ask for a picture that fits."""
        super().resizeEvent(event)
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """The image in the middle, black around it; nothing is enlarged beyond the widget."""
        painter = QPainter(self)
        if self._image.isNull():
            painter.fillRect(self.rect(), theme.colour("surface"))
            painter.setPen(theme.colour("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(8, 8, -8, -8), flags, self._sentence)
            return
        painter.fillRect(self.rect(), Qt.GlobalColor.black)
        size = self._image.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect((self.width() - size.width()) // 2, (self.height() - size.height()) // 2, *size.toTuple())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self._image)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Picture of the video"))
