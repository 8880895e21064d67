"""The part of the welcome page that speaks the first sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPlainTextEdit, QProgressBar, QPushButton, QWidget

from engines.types import Utterance
from studio.playback.messages import TransportState
from studio.voices import VoiceLibrary
from studio.windows.choose_voice import VoiceButton
from studio.windows.icons import icon
from studio.windows.note import Note
from studio.windows.voices_audition import Audition

if TYPE_CHECKING:
    from studio.playback.transport import Transport

_CHINESE_VOICE, _OTHER_VOICE = "zf_xiaoxiao", "af_heart"


class HearCard(QFrame):
    """A text, a voice and one big button."""

    def __init__(self, *, voices: VoiceLibrary, transport: Transport, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.audition = Audition(transport, self)
        self._sample = ""
        self._label = QLabel()
        self.text = _Field()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(self.fontMetrics().lineSpacing() * 3 + 16)
        self._label.setBuddy(self.text)
        self.voice = VoiceButton(voices=voices, transport=transport)
        self.hear_button = QPushButton()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.note = Note()
        self._arrange()
        self._retranslate()
        self._update()
        self.hear_button.clicked.connect(self.hear)
        self.text.textChanged.connect(self.note.clear)
        self.audition.changed.connect(self._update)
        self.audition.failed.connect(self._fail)
        self.text.hear_pressed.connect(self.hear)

    def hear(self) -> None:
        """Say the text, or stop."""
        text = self.text.toPlainText().strip()
        if self.audition.voice:
            self.audition.stop()
        elif not text:
            self.note.complain(self.tr("There is nothing to say: write a sentence first."))
            self.text.setFocus()
        else:
            self.note.clear()
            self.audition.play(Utterance(text, self.voice.voice))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._update()
        super().changeEvent(event)

    def _arrange(self) -> None:
        self.setFrameShape(QFrame.Shape.StyledPanel)
        font = self.hear_button.font()
        font.setBold(True)
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * 1.2)
        self.hear_button.setFont(font)
        self.hear_button.setMinimumHeight(self.fontMetrics().height() + 24)
        self.hear_button.setDefault(True)
        self.voice.setMinimumHeight(self.hear_button.minimumHeight())
        self.bar.setFixedHeight(4)
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        layout = QGridLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(8)
        layout.addWidget(self._label, 0, 0, 1, 2)
        layout.addWidget(self.text, 1, 0, 1, 2)
        layout.addWidget(self.voice, 2, 0)
        layout.addWidget(self.hear_button, 2, 1)
        layout.addWidget(self.bar, 3, 0, 1, 2)
        layout.addWidget(self.note, 4, 0, 1, 2)
        layout.setColumnStretch(0, 1)
        layout.setColumnStretch(1, 1)

    def _fail(self, _voice: str, sentence: str) -> None:
        self.note.complain(sentence)

    def _update(self) -> None:
        playing = self.audition.voice
        state, share = self.audition.state(playing), self.audition.share(playing)
        waiting = state is TransportState.WAITING
        self.bar.setVisible(waiting)
        self.bar.setRange(0, 100 if share else 0)
        self.bar.setValue(round(share * 100))
        self.hear_button.setText(self.tr("Stop") if playing else self.tr("Hear it"))
        self.hear_button.setIcon(icon("stop" if playing else "play"))
        self.hear_button.setAccessibleDescription(self.tr("Preparing…") if waiting else "")

    def _retranslate(self) -> None:
        self._label.setText(self.tr("&Write a sentence:"))
        self.bar.setAccessibleName(self.tr("Preparing the voice"))
        self.hear_button.setToolTip(self.tr("Ctrl+Enter in the text"))
        untouched = self.text.toPlainText() == self._sample
        self._sample = self.tr("Hello! Write anything you like here, and hear it a moment later.")
        if untouched:
            self.text.setPlainText(self._sample)
            chinese = any("\u4e00" <= character <= "\u9fff" for character in self._sample)
            self.voice.set_voice(_CHINESE_VOICE if chinese else _OTHER_VOICE)


class _Field(QPlainTextEdit):
    """Text with a key of its own, which a shortcut of the window may also have."""

    hear_pressed = Signal()

    def event(self, event: QEvent) -> bool:
        """Claim the key before the shortcuts do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Called by Qt."""
        if self._ours(event):
            self.hear_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _ours(self, event: QKeyEvent) -> bool:
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        return enter and bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
