"""Which takes of the current line are looked at and heard, and how that follows the transport."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from studio.document.document import Document
from studio.document.takes import Take
from studio.playback.messages import TransportState
from studio.playback.transport import Transport
from studio.windows.waveform_choice import TakeChoice


class Hearing(QObject):
    """Between the takes of a line, the transport, and whoever draws them."""

    changed = Signal()
    """Other takes are shown or heard now."""
    play_from = Signal(str, float)
    """A line is to be played as usual, from a second of it."""
    position = Signal(object)
    """Second of the line that is heard; None when it no longer is."""

    def __init__(self, document: Document, transport: Transport, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.choice = TakeChoice()
        self._document = document
        self._transport = transport
        self._line_id = ""
        self._asked = ""
        """The take that the transport was asked for, as long as it plays."""
        self._asking = False
        transport.position.connect(self._on_position)
        transport.line_started.connect(self._on_started)
        transport.state_changed.connect(self._on_state)

    @property
    def takes(self) -> tuple[Take, ...]:
        """All of the line, oldest first."""
        return self._document.takes(self._line_id)

    @property
    def active(self) -> Take | None:
        """The one that is heard."""
        return self.take(self.choice.active)

    @property
    def is_playing(self) -> bool:
        """Whether the line is played or paused."""
        return (
            bool(self._line_id)
            and self._transport.line_id == self._line_id
            and self._transport.state is not TransportState.STOPPED
        )

    def take(self, take_id: str) -> Take | None:
        """A take of the line."""
        return next((take for take in self.takes if take.id == take_id), None)

    def set_line(self, line_id: str) -> None:
        """Another line, of which the take that it plays is shown."""
        self._line_id = line_id
        self.choice = TakeChoice()
        self.follow()

    def follow(self) -> None:
        """The takes, or the line, have changed."""
        current = self._document.current_take(self._line_id)
        self.choice = self.choice.following(self._order(), current.id if current else "")

    def press(self, take_id: str, playhead: float) -> None:
        """The button of a take; `playhead` is where a line that is playing goes on."""
        self._choose(self.choice.pressed(take_id, self._order()), playhead)

    def switch(self, playhead: float) -> None:
        """Hear the other of two takes."""
        self._choose(self.choice.switched(self._order()), playhead)

    def show_new(self, take: Take) -> None:
        """A take was just made; where another was chosen for the line, it is put beside that one."""
        self.follow()
        if take.id != self.choice.current:
            self.choice = self.choice.pressed(take.id, self._order())
        self.changed.emit()

    def play(self, take_id: str, seconds: float) -> None:
        """Hear a take from a second of it; an empty id is the line as it is being made."""
        take = self.take(take_id)
        if self.is_playing and (take is None or take_id == self.choice.active):
            self._transport.seek(seconds)
        elif take is None or (not self.is_playing and take_id == self.choice.current):
            self.play_from.emit(self._line_id, seconds)
        else:
            self.choice = self.choice.hearing(take_id, self._order())
            self._play_take(take, seconds)
            self.changed.emit()

    def seek(self, seconds: float) -> None:
        """Go on from there, if the line is playing."""
        if self.is_playing:
            self._transport.seek(seconds)

    def stop(self) -> None:
        """Do not play the line any longer."""
        if self.is_playing:
            self._transport.stop()

    def _choose(self, choice: TakeChoice, playhead: float) -> None:
        other = choice.active != self.choice.active
        self.choice = choice
        take = self.active
        if take and other and self.is_playing:
            self._play_take(take, playhead)
        self.changed.emit()

    def _play_take(self, take: Take, start: float) -> None:
        self._asked, self._asking = take.id, True
        self._transport.play_take(take, start=min(start, take.seconds))
        self._asking = False

    def _order(self) -> list[str]:
        return [take.id for take in self.takes]

    def _on_position(self, line_id: str, seconds: float) -> None:
        if line_id == self._line_id:
            self.position.emit(seconds)

    def _on_started(self, line_id: str) -> None:
        if line_id == self._line_id:
            self.choice = self.choice.hearing(self._asked or self.choice.current, self._order())
            self.changed.emit()

    def _on_state(self, state: TransportState) -> None:
        if state is TransportState.STOPPED or (state is TransportState.WAITING and not self._asking):
            self._asked = ""  # somebody else pressed play, or stop
        if state is TransportState.STOPPED:
            self.position.emit(None)
