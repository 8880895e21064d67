"""What stands in place of a waveform where there is none."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from studio.document.state import LineState


def no_audio(state: LineState, play_keys: str) -> str:
    """Why a line has no audio yet, and what to do about it.

    Parameters
    ----------
    play_keys
        The shortcut that plays, as the user reads it; empty if there is none.
    """
    if state is LineState.MAKING:
        return QCoreApplication.translate("Waveform", "Making the first words…")
    if state is LineState.QUEUED:
        return QCoreApplication.translate("Waveform", "Waiting for the lines before it to be made…")
    if state is LineState.EMPTY:
        return QCoreApplication.translate("Waveform", "This line has no text: type what is to be said.")
    if not play_keys:
        return QCoreApplication.translate("Waveform", "Not made yet: play the line to hear it.")
    return QCoreApplication.translate("Waveform", "Not made yet: press {0} to hear it.").format(play_keys)
