"""Voices become another one: parts with weights, sliders, and a sample of every change."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engines.errors import TimbreError
from engines.voices.profile import VoiceProfile
from studio.cloning.blending import Blending
from studio.session import Session
from studio.windows.blend_morphs import BlendMorphs
from studio.windows.blend_parts import BlendParts
from studio.windows.choose_voice import VoicePopup
from studio.windows.clone_hearing import CloneHearing, HearingBar
from studio.windows.icons import icon
from studio.windows.note import Note

_SETTLE = 400
"""Milliseconds without a change after which the blend is heard anew."""


class BlendDialog(QDialog):
    """Nothing is kept before it is saved.

    Parameters
    ----------
    first
        The voice to begin with; another one of its language is added.
    """

    def __init__(self, session: Session, *, first: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self._first = first
        self.blending = Blending(session.synthesis, self)
        self.hearing = CloneHearing(session, self)
        self.parts = BlendParts(session.voices, session.transport)
        self.add_button = QPushButton(autoDefault=False)
        self._popup: VoicePopup | None = None
        self.morphs = BlendMorphs()
        self.hear_button = QPushButton(autoDefault=False)
        self.live = QCheckBox()
        self._bar = HearingBar(self.hearing)
        self.name = QLineEdit()
        self._name_label = QLabel()
        self._name_label.setBuddy(self.name)
        self.note = Note()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self.save_button = self._buttons.addButton("", QDialogButtonBox.ButtonRole.ActionRole)
        self.save_button.setDefault(True)
        self._groups = (QGroupBox(), QGroupBox())
        self._soon = QTimer(self, singleShot=True, interval=_SETTLE)
        self._soon.timeout.connect(self._hear_again)
        self._arrange()
        self._connect()
        self._retranslate()
        self._begin()

    def add_voice(self) -> None:
        """Choose another voice to take in."""
        if self._popup is None:  # its list takes longer than all the rest of the window
            self._popup = VoicePopup(voices=self._session.voices, transport=self._session.transport, parent=self)
            self._popup.chosen.connect(self.blending.add)
        self._popup.ask(QRect(self.add_button.mapToGlobal(QPoint()), self.add_button.size()), "")

    def hear(self) -> None:
        """Hear the blend as it is now, or stop."""
        if self.hearing.heard == "unkept":
            self.hearing.stop()
        else:
            self._play()

    def save(self) -> None:
        """Keep it among the user's voices."""
        title = self.name.text().strip()
        profile = self._mixed(title) if title and self.blending.ready else None
        if profile:
            keep = partial(_same, profile)
            self._session.own_voices.make("", keep, asker=self, then=self._saved, failed=self.note.complain)

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 Qt's name
        """Silence what is heard here."""
        self.hearing.close()
        super().closeEvent(event)

    def reject(self) -> None:
        """Called for Escape and for Close."""
        self.hearing.close()
        super().reject()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _begin(self) -> None:
        """Take the first voices in, as soon as there are any."""
        if self.blending.weights:
            return
        voices = self._session.voices
        entry = voices.entry(self._first) or next(iter(voices.entries()), None)
        if entry is None:
            self.note.inform(self.tr("The voices are not loaded yet: they appear here as soon as the model is."))
            return
        self.note.clear()
        others = [other.name for other in voices.entries() if other.language == entry.language]
        for name in dict.fromkeys([entry.name, *others]):
            if len(self.blending.weights) < 2:
                self.blending.add(name)

    def _arrange(self) -> None:
        parts, morphs = self._groups
        inside = QVBoxLayout(parts)
        inside.setSpacing(8)
        inside.addWidget(self.parts)
        inside.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        QVBoxLayout(morphs).addWidget(self.morphs)
        hearing = QHBoxLayout()
        hearing.setSpacing(8)
        hearing.addWidget(self.hear_button)
        hearing.addWidget(self.live)
        hearing.addWidget(self._bar, 1)
        name = QHBoxLayout()
        name.setSpacing(8)
        name.addWidget(self._name_label)
        name.addWidget(self.name, 1)
        body = QWidget()
        inner = QVBoxLayout(body)
        inner.setContentsMargins(12, 12, 12, 4)
        inner.setSpacing(12)
        for widget in self._groups:
            inner.addWidget(widget)
        inner.addLayout(hearing)
        inner.addLayout(name)
        inner.addWidget(self.note)
        inner.addStretch(1)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the field that has it
        scroll.setWidget(body)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 8, 12, 12)
        foot.addWidget(self._buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        layout.addLayout(foot)
        em, line = self.fontMetrics().averageCharWidth(), self.fontMetrics().height()
        room = self.screen().availableGeometry().size()
        self.resize(min(em * 90, room.width()), min(line * 39, room.height()))

    def _connect(self) -> None:
        blending, hearing = self.blending, self.hearing
        self.parts.exchanged.connect(blending.exchange)
        self.parts.weighted.connect(blending.set_weight)
        self.parts.removed.connect(blending.remove)
        self.add_button.clicked.connect(self.add_voice)
        self.morphs.moved.connect(blending.set_slider)
        self.hear_button.clicked.connect(self.hear)
        self.live.toggled.connect(self._live_toggled)
        self.name.textChanged.connect(self._update)
        self.save_button.clicked.connect(self.save)
        self._buttons.rejected.connect(self.reject)
        blending.changed.connect(self._changed)
        blending.failed.connect(self.note.complain)
        hearing.changed.connect(self._update)
        hearing.failed.connect(self.note.complain)
        self._session.voices.changed.connect(self._begin)

    def _changed(self) -> None:
        self.parts.show_parts(self.blending.weights)
        self._order_keys()
        self._update()
        if self.live.isChecked():
            self._soon.start()

    def _order_keys(self) -> None:
        """The rows, which come and go, before what stands below them."""
        for first, second in pairwise((self.add_button, *self.parts.controls, self.add_button)):
            QWidget.setTabOrder(first, second)

    def _live_toggled(self, on: bool) -> None:
        if on:
            self._soon.start()
        else:
            self._soon.stop()

    def _hear_again(self) -> None:
        if self.blending.ready:
            self._play()

    def _play(self) -> None:
        profile = self._mixed(self.name.text().strip() or self.tr("Blend"))
        if profile:
            self.hearing.play_unkept(profile)

    def _mixed(self, title: str) -> VoiceProfile | None:
        self.note.clear()
        try:
            return self.blending.mix(title)
        except TimbreError as error:
            self.note.complain(str(error))
            return None

    def _saved(self, profile: VoiceProfile) -> None:
        self.note.inform(self.tr("{0} is among your voices now.").format(profile.title))

    def _update(self) -> None:
        ready, playing = self.blending.ready, self.hearing.heard == "unkept"
        self.morphs.setEnabled(self.blending.morphable)
        self.hear_button.setEnabled(ready)
        self.hear_button.setText(self.tr("Stop") if playing else self.tr("&Hear it"))
        self.hear_button.setIcon(icon("stop" if playing else "audition"))
        self.save_button.setEnabled(ready and bool(self.name.text().strip()))

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Blend voices"))
        parts, morphs = self._groups
        parts.setTitle(self.tr("Voices"))
        morphs.setTitle(self.tr("Change it"))
        self.add_button.setText(self.tr("&Add a voice…"))
        self.add_button.setIcon(icon("add"))
        self.live.setText(self.tr("Hear &every change"))
        self._name_label.setText(self.tr("&Name of the voice"))
        self.save_button.setText(self.tr("&Save voice"))
        self.save_button.setIcon(icon("save"))
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        self._update()


def _same(profile: VoiceProfile) -> VoiceProfile:
    return profile
