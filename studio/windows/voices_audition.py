"""Hearing a voice: which one is being tried now, and how far that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engines.types import Utterance
from studio.playback.messages import TransportState

if TYPE_CHECKING:
    from studio.playback.transport import Transport


class Audition(QObject):
    """Plays one utterance at a time through the transport, and knows when something else has taken its place.

    Parameters
    ----------
    transport
        What plays.
    """

    changed = Signal(str)
    """A voice: it is heard now, or no longer, or its progress changed."""
    failed = Signal(str, str)
    """A voice and a sentence that says why it cannot be heard."""

    def __init__(self, transport: Transport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._transport = transport
        self._voice = ""
        self._state = TransportState.STOPPED
        self._share = 0.0
        self._calling = ""
        self._refused = False
        transport.state_changed.connect(self._follow)
        transport.line_started.connect(self._give_way)
        transport.preparing.connect(self._prepare)
        transport.problem.connect(self._fail)

    @property
    def voice(self) -> str:
        """The voice being tried; empty when there is none."""
        return self._voice

    def state(self, voice: str) -> TransportState:
        """What is going on with a voice; STOPPED for all but one."""
        return self._state if voice and voice == self._voice else TransportState.STOPPED

    def share(self, voice: str) -> float:
        """How much of getting a voice ready is done, 0 to 1; 0 where that is not known."""
        return self._share if voice and voice == self._voice else 0.0

    def play(self, utterance: Utterance) -> None:
        """Say it now, instead of whatever is playing."""
        self._end()
        # The transport may tell that it stops what it played before; that is not the end of this one.
        self._calling, self._refused = utterance.voice, False
        self._transport.audition(utterance)
        self._calling = ""
        if not self._refused:
            self._voice = utterance.voice
            state = self._transport.state
            self._state = TransportState.WAITING if state is TransportState.STOPPED else state
            self.changed.emit(self._voice)

    def toggle(self, utterance: Utterance) -> None:
        """Say it, or stop when this voice is being heard."""
        if utterance.voice == self._voice:
            self.stop()
        else:
            self.play(utterance)

    def stop(self) -> None:
        """Stop what this has started, and nothing else."""
        if self._voice:
            self._end()
            self._transport.stop()

    def _prepare(self, share: float) -> None:
        if self._state is TransportState.WAITING:
            self._share = share
            self.changed.emit(self._voice)

    def _follow(self, state: TransportState) -> None:
        if self._calling or not self._voice:
            return
        if state is TransportState.STOPPED:
            self._end()
        else:
            self._state = state
            self.changed.emit(self._voice)

    def _give_way(self, line_id: str) -> None:
        if line_id:
            self._end()

    def _fail(self, sentence: str) -> None:
        voice = self._calling or self._voice
        self._refused = bool(self._calling)
        if voice:
            self._end()
            self.failed.emit(voice, sentence)

    def _end(self) -> None:
        voice, self._voice = self._voice, ""
        self._state, self._share = TransportState.STOPPED, 0.0
        if voice:
            self.changed.emit(voice)
