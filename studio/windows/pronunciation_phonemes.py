"""A word's symbols, to be edited one by one, with those at hand that no keyboard has."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from engines.text.readable import readable
from studio.playback.synthesis import SynthesisThread
from studio.windows.pronunciation_entry import ReadingEntry

_SPACING = 2.0
"""Pixels between symbols, each of which is one sound or mark."""
_OFFERED = {
    "en": "ˈˌəɪiʊuɛæʌɑɔɜAIOWYɹŋθðʃʒʧʤɾᵊ",
    "zh": "→↗↓↘ɨɤɥɕꭧʨʦʰŋɻə",
    "ja": "ːɯβɾɕʨʥɲŋɴʔ",
}
"""By language: symbols of the model that are hard to type."""
_OTHERS = "ˈˌːɛɔəɲʎʁɾʃʒʧʤœøɐ\u0303"


class _Keys(QListWidget):
    """One stop for Tab: arrows go through the symbols, Enter and a click put one in."""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Enter and Space are a click."""
        item = self.currentItem()
        if item and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.itemClicked.emit(item)
        else:
            super().keyPressEvent(event)


class PhonemeStrip(QWidget):
    """For experts: every character is a symbol of the model."""

    def __init__(self, synthesis: SynthesisThread, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.entry = ReadingEntry(synthesis, symbols=True)
        font = QFont(self.entry.field.font())
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, _SPACING)
        self.entry.field.setFont(font)
        self.keys = _Keys()
        self.keys.setFlow(QListWidget.Flow.LeftToRight)
        self.keys.setWrapping(True)
        self.keys.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.keys.setMovement(QListWidget.Movement.Static)
        self.keys.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.keys.setTabKeyNavigation(False)
        self.keys.setSpacing(2)
        self.keys.itemClicked.connect(self._insert)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.entry)
        layout.addWidget(self.keys)
        self.setFocusProxy(self.entry)
        self._retranslate()

    def set_word(self, word: str, language: str, symbols: str) -> None:
        """Edit the symbols of another word."""
        self.entry.set_word(word, language, " ".join(symbols.split()))
        self.keys.clear()
        for symbol in _OFFERED.get(language.partition("-")[0], _OTHERS):
            item = QListWidgetItem(f"◌{symbol}" if symbol == "\u0303" else symbol)
            item.setData(Qt.ItemDataRole.UserRole, symbol)
            sound = readable(symbol, language)
            if sound and sound != symbol:
                item.setText(f"{symbol} {sound}")
            self.keys.addItem(item)
        row = self.keys.fontMetrics().height() + 8
        self.keys.setFixedHeight(3 * row + 2 * self.keys.frameWidth())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _insert(self, item: QListWidgetItem) -> None:
        self.entry.field.insert(item.data(Qt.ItemDataRole.UserRole))

    def _retranslate(self) -> None:
        self.entry.field.setAccessibleName(self.tr("Symbols of the voice"))
        self.keys.setAccessibleName(self.tr("Symbols to put in"))
