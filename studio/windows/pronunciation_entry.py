"""A field for a reading, which says while one types what it sounds like, or why it cannot be said."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QStyle, QVBoxLayout, QWidget

from engines.text.notation import Notation
from engines.text.readable import written
from studio.playback.synthesis import SynthesisThread
from studio.windows import theme
from studio.windows.icons import icon
from studio.windows.inspector_reading import shown_as
from studio.windows.pronunciation_asking import Verdict, VerdictQuestion

_NOTATIONS = {
    Notation.PINYIN: QT_TRANSLATE_NOOP("ReadingEntry", "pinyin"),
    Notation.IPA: QT_TRANSLATE_NOOP("ReadingEntry", "IPA"),
    Notation.ARPABET: QT_TRANSLATE_NOOP("ReadingEntry", "ARPAbet"),
    Notation.KANA: QT_TRANSLATE_NOOP("ReadingEntry", "kana"),
    Notation.TEXT: QT_TRANSLATE_NOOP("ReadingEntry", "words that sound so"),
}


def notation_name(notation: Notation) -> str:
    """In the language of the interface."""
    return QCoreApplication.translate("ReadingEntry", str(_NOTATIONS[notation]))


class ReadingEntry(QWidget):
    """A reading in any notation, or in the symbols of the model.

    Parameters
    ----------
    symbols
        What is typed is always symbols, one a character.
    """

    judged = Signal(object)
    """A `Verdict` about what stands there now; one without a reading when it is empty."""
    entered = Signal()
    """Enter was pressed on a reading that can be said."""

    def __init__(self, synthesis: SynthesisThread, *, symbols: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._symbols = symbols
        self._word = self._language = ""
        self._verdict = Verdict("")
        self._eager = False
        self._question = VerdictQuestion(synthesis, self)
        self.field = QLineEdit()
        self._icon = QLabel()
        self._says = QLabel()
        self._says.setTextFormat(Qt.TextFormat.PlainText)
        self._says.setWordWrap(True)
        below = QHBoxLayout()
        below.setSpacing(4)
        below.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        below.addWidget(self._says, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.field)
        layout.addLayout(below)
        self.setFocusProxy(self.field)
        self.field.textChanged.connect(self._ask)
        self.field.returnPressed.connect(self._enter)
        self._question.answered.connect(self._judge)
        self._show()

    @property
    def verdict(self) -> Verdict:
        """About what stands there; empty while the engine has not answered yet."""
        return self._verdict

    @property
    def says(self) -> str:
        """The sentence below the field."""
        return self._says.text()

    def set_word(self, word: str, language: str, text: str = "") -> None:
        """Write a reading of another word, beginning with `text`, which is not judged before it is changed."""
        self._word, self._language = word, language
        self._question.drop()
        self._verdict, self._eager = Verdict(""), False
        self.field.blockSignals(True)
        self.field.setText(text)
        self.field.blockSignals(False)
        self._show()

    def set_over(self, word: str, language: str) -> None:
        """Judge what stands there as a reading of another word."""
        if (word, language) != (self._word, self._language):
            self._word, self._language = word, language
            self._ask()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._show()
        super().changeEvent(event)

    def _ask(self) -> None:
        self._verdict, self._eager = Verdict(""), False
        typed = self.field.text().strip()
        if typed:
            self._question.ask(written(typed, self._language) if self._symbols else typed, self._language, self._word)
        else:
            self._question.drop()
            self._show()
        self.judged.emit(self._verdict)

    def _judge(self, verdict: Verdict) -> None:
        eager, self._eager = self._eager, False
        self._verdict = verdict
        self._show()
        self.judged.emit(verdict)
        if eager and verdict.symbols:
            self.entered.emit()

    def _enter(self) -> None:
        if self._verdict.symbols:
            self.entered.emit()
        elif self.field.text().strip() and not self._verdict.problem:
            self._eager = True  # the engine is still at it

    def _show(self) -> None:
        verdict = self._verdict
        if verdict.problem:
            name, role, text = "error", "error", verdict.problem
        elif verdict.symbols and verdict.notation:
            name, role = "check", "success"
            text = self.tr("{0}: {1}").format(
                notation_name(verdict.notation), shown_as(verdict.symbols, self._language)
            )
        else:
            name = text = ""
            role = "muted"
        self._says.setText(text)
        palette = self._says.palette()
        palette.setColor(self._says.foregroundRole(), theme.colour("error" if verdict.problem else "text"))
        if palette != self._says.palette():
            self._says.setPalette(palette)
        if name:
            side = self.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize)
            self._icon.setPixmap(icon(name, role).pixmap(side, side))
        self._icon.setVisible(bool(name))
        self._says.setVisible(bool(text))
        # A screen reader says it with the field.
        self.field.setAccessibleDescription(text)
