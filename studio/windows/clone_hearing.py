"""What is heard while a voice is being made: the recording, the voice, one that is not kept, or both of a pair."""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from engines.types import FloatArray, Utterance
from engines.voices.profile import VoiceProfile
from studio.cloning.comparison import RATE
from studio.playback.messages import TransportState
from studio.session import Session
from studio.voices import UNLISTED
from studio.windows.voices_audition import Audition

_UNKEPT = f"{UNLISTED}unkept"


class CloneHearing(QObject):
    """Plays one thing at a time."""

    changed = Signal()
    """`heard`."""
    failed = Signal(str)
    """A sentence."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._audition = Audition(session.transport, self)
        self._sound = ""
        self._begun = self._seconds = 0.0
        self._audition.changed.connect(self._follow)
        self._audition.failed.connect(self._fail)
        session.transport.state_changed.connect(self._give_way)

    @property
    def heard(self) -> str:
        """The name of a sound, `voice`, `unkept`, or empty."""
        if self._sound:
            return self._sound
        voice = self._audition.voice
        return "unkept" if voice == _UNKEPT else "voice" if voice else ""

    @property
    def waiting(self) -> bool:
        """Whether the voice is still silent."""
        return self._audition.state(self._audition.voice) is TransportState.WAITING

    @property
    def share(self) -> float:
        """How much of the sound was heard that is heard now, 0 to 1; 0 where none is."""
        if not self._sound or self._session.transport.state is not TransportState.PLAYING:
            return 0.0
        return min(1.0, (time.monotonic() - self._begun) / self._seconds)

    def play_sound(self, name: str, samples: FloatArray, *, start: float = 0.0) -> None:
        """Hear [N] samples at 24 kHz, from a share of them on; `heard` is the name meanwhile."""
        self.stop()
        self._session.transport.play_recording(samples[int(start * len(samples)) :], RATE)
        self._sound, self._seconds = name, max(len(samples) / RATE, 0.001)
        self._begun = time.monotonic() - start * self._seconds
        self.changed.emit()

    def toggle_voice(self, name: str, language: str) -> None:
        """Hear a sample of a voice, or stop."""
        if self.heard == "voice":
            self.stop()
        else:
            self.play_voice(name, language)

    def play_voice(self, name: str, language: str) -> None:
        """Hear a sample of a voice from its start."""
        self.stop()
        self._audition.play(Utterance(self._session.voices.sample_sentence(language), name))

    def play_unkept(self, profile: VoiceProfile, text: str = "") -> None:
        """Hear a voice that is not kept say something, by default a sample."""
        self.stop()
        self._session.own_voices.lend(_UNKEPT, [replace(profile, name=_UNKEPT)])
        text = text or self._session.voices.sample_sentence(profile.language)
        self._audition.play(Utterance(text, _UNKEPT))

    def stop(self) -> None:
        """Silence what was started here, and nothing else."""
        if self._sound:
            self._session.transport.stop()
        self._audition.stop()

    def close(self) -> None:
        """Silence, and forget the voice that is not kept."""
        self.stop()
        self._session.own_voices.lend(_UNKEPT, ())

    def _follow(self, _voice: str) -> None:
        self.changed.emit()

    def _fail(self, _voice: str, sentence: str) -> None:
        self.failed.emit(sentence)

    def _give_way(self, state: TransportState) -> None:
        # A recording is there at once: whatever is waited for is something else.
        if state in {TransportState.STOPPED, TransportState.WAITING} and self._sound:
            self._sound = ""
            self.changed.emit()


class HearingBar(QProgressBar):
    """Shown until a voice is heard; it keeps its room."""

    def __init__(self, hearing: CloneHearing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hearing = hearing
        self.setTextVisible(False)
        self.setRange(0, 0)
        self.setFixedHeight(8)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        hearing.changed.connect(self._show)
        self._retranslate()
        self._show()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _show(self) -> None:
        self.setVisible(self._hearing.waiting)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("The voice is about to speak"))
