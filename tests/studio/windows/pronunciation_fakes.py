"""An engine that knows a few readings, for the windows about pronunciation."""

from __future__ import annotations

from engines.text.candidates import Candidate
from engines.text.notation import Notation, NotationError, Part, Said
from engines.types import Span

HANG = Candidate("háng", "háng", "xa↗ŋ", examples=("银行", "行业"))
XING = Candidate("xíng", "xíng", "ɕi↗ŋ", examples=("行走",))


class Readings:
    """Says everything but what has a `Ø` or a `?`."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Span, str]] = []

    def candidates(self, text: str, span: Span, language: str) -> tuple[Candidate, ...]:
        self.asked.append((text, span, language))
        return (XING, HANG)

    def convert(self, reading: str, language: str, over: str = "") -> Said:
        for at, char in enumerate(reading):
            if char in "Ø?":
                raise NotationError(f"The voice has no sound for {char}; leave it out.", at, at + 1)
        notation = Notation.IPA if reading.startswith("ipa: ") else Notation.TEXT
        return Said(notation, (Part(reading.removeprefix("ipa: "), reading),))
