"""The parts of the editor of a reading, where they stand and what they say."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.playback.synthesis import SynthesisThread
from studio.windows.icons import icon
from studio.windows.note import Note
from studio.windows.pronunciation_candidates import CandidateList, CandidateModel
from studio.windows.pronunciation_entry import ReadingEntry
from studio.windows.pronunciation_phonemes import PhonemeStrip
from studio.windows.pronunciation_scope_box import ScopeBox


class PronunciationForm(QWidget):
    """From above: the word, its readings to choose from, a field for another, its symbols, and where it is to hold."""

    def __init__(self, synthesis: SynthesisThread, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = QLabel()
        self.origin = QLabel()
        self.close_button = QToolButton()
        self.model = CandidateModel(self)
        self.candidates = CandidateList(self.model)
        self.hear = QPushButton()
        self.hear_in_line = QPushButton()
        self._entry_label = QLabel()
        self.entry = ReadingEntry(synthesis)
        self.expert = QToolButton()
        self.strip = PhonemeStrip(synthesis)
        self.chosen = QLabel()
        self._scope_label = QLabel()
        self.scope = ScopeBox()
        self.here = QPushButton()
        self.project = QPushButton()
        self.always = QPushButton()
        self.all_same = QPushButton()
        self.default = QPushButton()
        self.note = Note()
        self._lay_out()
        self.expert.toggled.connect(self.strip.setVisible)

    def show_texts(self) -> None:
        """Words and icons in the language and the theme of now."""
        self.setAccessibleName(self.tr("Correct the reading"))
        self.close_button.setIcon(icon("close"))
        self.close_button.setToolTip(self.tr("Back to the text (Escape)"))
        self.close_button.setAccessibleName(self.tr("Back to the text"))
        self.candidates.setAccessibleName(self.tr("Readings of the word; Space hears one, Enter takes it"))
        self._entry_label.setText(self.tr("Another &reading"))
        self.entry.field.setAccessibleName(self._entry_label.text().replace("&", ""))
        self.entry.field.setPlaceholderText(self.tr("Pinyin, IPA, ARPAbet, kana, or words that sound so"))
        self.expert.setText(self.tr("Symbols"))
        self.expert.setIcon(icon("edit"))
        self.expert.setToolTip(self.tr("Edit the symbols that the voice is given, one by one"))
        for button, text, name in (
            (self.hear, self.tr("&Hear it"), "audition"),
            (self.hear_in_line, self.tr("Hear it in the line"), "play"),
        ):
            button.setText(text)
            button.setIcon(icon(name))
        self._scope_label.setText(self.tr("Remember it for the &word"))
        self.scope.setAccessibleName(self._scope_label.text().replace("&", ""))
        self.here.setText(self.tr("Only here"))
        self.here.setToolTip(self.tr("Write the reading behind the word in this line"))
        self.project.setText(self.tr("In this project"))
        self.project.setToolTip(self.tr("Remember it in the lexicon of the project"))
        self.always.setText(self.tr("Always"))
        self.always.setToolTip(self.tr("Remember it in your own lexicon, for all projects"))
        self.default.setText(self.tr("Take the reading back"))

    def show_scope(self) -> None:
        """Let the word be chosen to be remembered, where there is a choice."""
        for widget in (self._scope_label, self.scope):
            widget.setVisible(self.scope.count() > 1)

    def _lay_out(self) -> None:
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        for label in (self.heading, self.origin, self.chosen):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self._scope_label.setBuddy(self.scope)
        self._entry_label.setBuddy(self.entry.field)
        self.close_button.setAutoRaise(True)
        self.expert.setCheckable(True)
        self.expert.setAutoRaise(True)
        self.expert.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.strip.hide()
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        hearing = QHBoxLayout()
        hearing.addWidget(self.hear)
        hearing.addWidget(self.hear_in_line)
        choosing = QGridLayout()
        choosing.setSpacing(4)
        choosing.addWidget(self.here, 0, 0)
        choosing.addWidget(self.all_same, 0, 1)
        choosing.addWidget(self._scope_label, 1, 0)
        choosing.addWidget(self.scope, 1, 1)
        choosing.addWidget(self.project, 2, 0)
        choosing.addWidget(self.always, 2, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 4)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.origin)
        column.addWidget(self.candidates)
        column.addWidget(self._entry_label)
        column.addWidget(self.entry)
        column.addWidget(self.expert)
        column.addWidget(self.strip)
        column.addWidget(self.chosen)
        column.addLayout(hearing)
        column.addLayout(choosing)
        column.addWidget(self.default)
        column.addWidget(self.note)
