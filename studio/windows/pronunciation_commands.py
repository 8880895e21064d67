"""The actions about readings: correct one, mark words and pauses, and keep the lexicons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.session import Session
from studio.windows.actions import Actions
from studio.windows.docks import Docks
from studio.windows.inspector_panel import InspectorPanel
from studio.windows.line_marks import LineMarks
from studio.windows.message_strip import Message, MessageStrip

if TYPE_CHECKING:
    from studio.windows.lexicon_window import LexiconWindow

_PANEL = "view.inspector"
_LEXICON = "lexicon"
_MARKS = "marks"


class PronunciationCommands(QObject):
    """Binds them, and tells on the strip when the user's lexicon cannot be kept.

    Parameters
    ----------
    settle
        Brings the inspector to the line that is selected.
    """

    def __init__(
        self,
        *,
        session: Session,
        actions: Actions,
        inspector: InspectorPanel,
        docks: Docks,
        strip: MessageStrip,
        settle: Callable[[], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._inspector = inspector
        self._docks = docks
        self._settle = settle
        self._parent = window
        self._lexicons: LexiconWindow | None = None
        actions.bind("line.reading", self.correct)
        actions.bind("edit.lexicons", self.open_lexicons)
        marks = LineMarks(document=session.document, actions=actions, inspector=inspector, settle=settle, window=window)
        marks.refused.connect(lambda sentence: strip.show_message(Message(sentence, key=_MARKS)))
        session.user_lexicon.failed.connect(
            lambda sentence: strip.show_message(Message(sentence, "error", key=_LEXICON))
        )

    def correct(self) -> None:
        """Put the keyboard into the reading of the line."""
        self._settle()
        self._docks.reveal(_PANEL)
        self._inspector.window().activateWindow()
        self._inspector.reading.begin()

    def open_lexicons(self) -> LexiconWindow:
        """Show the lexicons, in front of the main window."""
        if self._lexicons is None:
            from studio.windows.lexicon_window import LexiconWindow  # noqa: PLC0415 only when it is wanted

            self._lexicons = LexiconWindow(self._session, self._parent)
        self._lexicons.show()
        self._lexicons.raise_()
        self._lexicons.activateWindow()
        return self._lexicons
