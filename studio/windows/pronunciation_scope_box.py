"""Choosing for which word a reading is remembered."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QWidget

from engines.types import Span
from studio.windows.inspector_reading import ReadingCell
from studio.windows.pronunciation_choices import word_at
from studio.windows.pronunciation_scope import Scope, moved_scope, scopes


class ScopeBox(QComboBox):
    """Offers the words around a Chinese character, and the character itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scopes: tuple[Scope, ...] = ()

    @property
    def scope(self) -> Scope:
        """The word that is chosen."""
        return self._scopes[max(self.currentIndex(), 0)]

    def open_word(self, text: str, cells: Sequence[ReadingCell], span: Span) -> None:
        """Offer the words for a stretch of a typed text; `cells` are those of all of it."""
        self._scopes = scopes(cells, span)
        self.clear()
        for scope in self._scopes:
            word = word_at(text, scope.span)
            self.addItem(self.tr("every {0}").format(word) if scope.is_whole and len(self._scopes) > 1 else word)

    def follow(self, before: str, after: str, span: Span) -> None:
        """The typed text is another one now, in which the stretch is at `span`."""
        self._scopes = tuple(moved_scope(scope, before, after) or Scope(span) for scope in self._scopes)
