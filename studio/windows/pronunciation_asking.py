"""Asking the engine which readings a word may have, and whether one can be said, while the user types it."""

from __future__ import annotations

from dataclasses import dataclass

from engines.errors import TimbreError
from engines.text.notation import Notation
from engines.types import Span
from studio.playback.synthesis import EngineLike
from studio.windows.asking import Question


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine makes of a reading that somebody writes."""

    reading: str
    symbols: str = ""
    """Of the model; empty where it cannot be said."""
    notation: Notation | None = None
    problem: str = ""
    """A sentence; empty where it can be said."""


class CandidatesQuestion(Question):
    """The one word whose readings are wanted; answered by a tuple of `Candidate`s."""

    def ask(self, text: str, span: Span, language: str) -> None:
        """Find out; `span` is of the typed text."""
        self.put(lambda engine: engine.candidates(text, span, language))


class VerdictQuestion(Question):
    """The one reading that is being written; always answered, by a `Verdict`."""

    _reading = ""

    def ask(self, reading: str, language: str, over: str) -> None:
        """Find out whether a reading of the written word `over` can be said."""
        self._reading = reading

        def question(engine: EngineLike) -> Verdict:
            try:
                said = engine.convert(reading, language, over=over)
            except TimbreError as error:
                return Verdict(reading, problem=str(error))
            return Verdict(reading, said.symbols, said.notation)

        self.put(question)

    def _fail(self, sentence: str) -> None:
        self.answered.emit(Verdict(self._reading, problem=sentence))
