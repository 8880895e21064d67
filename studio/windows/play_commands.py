"""What the play actions do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtCore import QObject

from studio.playback.making import Making
from studio.playback.messages import TransportState
from studio.playback.transport import Transport
from studio.windows.actions import Actions

STEP_SECONDS = 2.0


class Selection(Protocol):
    """The part of the script panel that playing needs."""

    def selected_ids(self) -> tuple[str, ...]:
        """In the order shown."""
        ...

    def current_id(self) -> str:
        """Where the cursor is; empty in an empty script."""
        ...

    def shown_ids(self) -> Sequence[str]:
        """All lines that the filter lets through, in order."""
        ...


class PlayCommands(QObject):
    """Binds the actions of `play.*` that are about the script to the transport.

    Parameters
    ----------
    exporting
        Whether lines are being made for an export, which Escape leaves alone.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        transport: Transport,
        making: Making,
        selection: Selection,
        exporting: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._actions = actions
        self._transport = transport
        self._making = making
        self._selection = selection
        self._exporting = exporting
        self._seconds = 0.0
        actions.bind("play.toggle", self.toggle)
        actions.bind("play.here", self.play_here)
        actions.bind("play.selection", self.play_selection)
        actions.bind("play.all", self.play_all)
        actions.bind("play.stop", self.stop)
        actions.bind("play.back", lambda: self.step(-STEP_SECONDS))
        actions.bind("play.forward", lambda: self.step(STEP_SECONDS))
        actions["play.loop"].toggled.connect(self._set_loop)
        transport.position.connect(self._moved)
        transport.state_changed.connect(self._update)
        making.queue_changed.connect(self._update)
        self._update()

    def toggle(self) -> None:
        """Play what is selected; pause and go on while something plays."""
        if self._transport.state is TransportState.STOPPED:
            self.play_selection()
        else:
            self._transport.toggle()

    def play_selection(self) -> None:
        """Play the selected lines, or everything when none is."""
        current = self._selection.current_id()
        self._play(self._selection.selected_ids() or ((current,) if current else self._selection.shown_ids()))

    def play_here(self) -> None:
        """Play from the current line to the end."""
        shown = list(self._selection.shown_ids())
        current = self._selection.current_id()
        self._play(shown[shown.index(current) :] if current in shown else shown)

    def play_all(self) -> None:
        """Play every line that is shown."""
        self._play(self._selection.shown_ids())

    def stop(self) -> None:
        """Fall silent; when nothing plays, take back what waits to be made."""
        if self._transport.state is not TransportState.STOPPED:
            self._transport.stop()
        elif self._making.waiting and not self._exporting():
            self._making.cancel()

    def step(self, seconds: float) -> None:
        """Move the playhead within the line."""
        if self._transport.state is not TransportState.STOPPED:
            self._transport.seek(max(0.0, self._seconds + seconds))

    def _play(self, lines: Sequence[str]) -> None:
        if lines:
            self._transport.play(tuple(lines))

    def _set_loop(self, wanted: bool) -> None:
        self._transport.loop = wanted

    def _moved(self, _line: str, seconds: float) -> None:
        self._seconds = seconds

    def _update(self, *_news: object) -> None:
        sounding = self._transport.state is not TransportState.STOPPED
        self._actions["play.stop"].setEnabled(sounding or self._making.waiting > 0)
        for action in ("play.back", "play.forward"):
            self._actions[action].setEnabled(sounding)
