"""What a language front end provides: readings for a run of text in its language."""

from __future__ import annotations

from typing import Protocol

from engines.types import Reading, Span


class FrontEnd(Protocol):
    """Normalisation and grapheme-to-phoneme conversion of one language."""

    language: str

    def read(self, text: str, span: Span) -> list[Reading]:
        """Readings of ``text[span.start:span.end]``.

        Parameters
        ----------
        text
            The whole sanitised utterance (same length as the user's text), so that rules may look at the context.
        span
            A run of this language inside one sentence: its words, numbers, punctuation and white space.

        Returns
        -------
        Readings that tile `span` in order: no gap, no overlap, no character twice. White space and marks are
        readings too (`Source.PUNCTUATION`); what cannot be spoken is a reading with `Source.SILENT` and no symbols.
        Never raises on any text.
        """
        ...
