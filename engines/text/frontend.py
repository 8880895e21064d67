"""What a language front end provides: readings for a run of text in its language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

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


@runtime_checkable
class NeighbourlyFrontEnd(FrontEnd, Protocol):
    """One in whose language the sound of a word changes with that of the next, as 一 and `the` do."""

    def read_beside(self, text: str, span: Span, laid_down: Sequence[Reading]) -> list[Reading]:
        """The same as `read`, with words that are said as what is laid down for others asks for.

        Parameters
        ----------
        laid_down
            Readings of some stretches of the text, in order, which will replace those that are returned there.
        """
        ...
