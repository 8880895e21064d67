"""What is said about a voice that is to be cloned: its name, its language, and what the recording says."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QLocale, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from engines.text.languages import canonical
from studio.voices import language_name, languages
from studio.windows.choices import fill
from studio.windows.icons import icon
from studio.windows.note import Note


class CloneForm(QWidget):
    """Fields; everything can be left as it is but the name."""

    changed = Signal()
    transcript_wanted = Signal()
    """The user asks for it to be written down."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name = QLineEdit()
        self.language = QComboBox()
        self.transcript = QPlainTextEdit(tabChangesFocus=True)
        self.transcript.setFixedHeight(5 * self.fontMetrics().lineSpacing())  # a longer text scrolls
        self.write_button = QPushButton(autoDefault=False)
        self.hint = Note()
        self._labels = (QLabel(), QLabel(), QLabel())
        self._chosen = False
        for label, field in zip(self._labels, (self.name, self.language, self.transcript), strict=True):
            label.setBuddy(field)
        write = QHBoxLayout()
        write.addWidget(self.write_button)
        write.addStretch(1)
        form = QFormLayout(self, horizontalSpacing=12, verticalSpacing=8)
        form.setContentsMargins(0, 0, 0, 0)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow(self._labels[0], self.name)
        form.addRow(self._labels[1], self.language)
        form.addRow(self._labels[2], self.transcript)
        form.addRow(write)
        form.addRow(self.hint)
        self.name.textChanged.connect(self.changed)
        self.language.activated.connect(self._choose)
        self.write_button.clicked.connect(self.transcript_wanted)
        self._retranslate()

    @property
    def title(self) -> str:
        """The name of the voice."""
        return self.name.text().strip()

    @property
    def spoken(self) -> str:
        """A code such as `en-us`."""
        return str(self.language.currentData())

    @property
    def written(self) -> str:
        """What the recording says."""
        return self.transcript.toPlainText().strip()

    def set_writing(self, state: str, *, possible: bool) -> None:
        """Tell how far writing it down is.

        Parameters
        ----------
        state
            A sentence that says how to get what it takes, or what is being done; empty for neither.
        possible
            Whether it can be asked for now.
        """
        self.write_button.setEnabled(possible)
        self.hint.inform(state)

    def take_transcript(self, text: str, language: str) -> None:
        """Show what was heard, and its language unless the user has chosen one."""
        self.transcript.setPlainText(text)
        index = self.language.findData(_known(language))
        if index >= 0 and not self._chosen:
            self.language.setCurrentIndex(index)

    def edit_transcript(self) -> None:
        """Put the keyboard into it."""
        self.transcript.setFocus()
        self.transcript.selectAll()

    def forget(self) -> None:
        """Another recording says something else."""
        self.transcript.clear()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _choose(self) -> None:
        self._chosen = True
        self.changed.emit()

    def _retranslate(self) -> None:
        names = (self.tr("&Name of the voice"), self.tr("&Language it speaks"), self.tr("What the recording &says"))
        for label, text in zip(self._labels, names, strict=True):
            label.setText(text)
        self.transcript.setPlaceholderText(
            self.tr("Optional. With it, refining finds every sound in its place; what you write always wins.")
        )
        self.write_button.setText(self.tr("&Write it down for me"))
        self.write_button.setIcon(icon("text"))
        present = str(self.language.currentData() or _known(QLocale().name().replace("_", "-").lower()) or "en-us")
        fill(self.language, [(code, language_name(code)) for code in languages()], present)


def _known(language: str) -> str:
    """The voices' code for a language: `zh` for `zh-cn`, `en-us` for `en`."""
    code = canonical(language)
    near = (known for known in languages() if known.split("-")[0] == code.split("-")[0])
    return code if code in languages() else next(near, "")
