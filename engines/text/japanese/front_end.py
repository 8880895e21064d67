"""The Japanese front end: text to readings."""

from __future__ import annotations

from dataclasses import replace

from engines.text.japanese.analyser import Analyser
from engines.text.japanese.folding import Folded, fold
from engines.text.japanese.moras import kana_to_symbols
from engines.text.japanese.words import Word, join, words
from engines.text.punctuation import CLOSING_SYMBOLS, MARK_SYMBOLS, OPENING_SYMBOLS
from engines.types import Reading, Source, Span

_NO_SPACE_AFTER = frozenset(" ʔ" + OPENING_SYMBOLS)
_NO_SPACE_BEFORE = frozenset(" " + MARK_SYMBOLS.replace("—", "") + CLOSING_SYMBOLS)


class JapaneseFrontEnd:
    """Japanese text to Kokoro's symbols; a `FrontEnd`.

    Readings are words, not characters. Since Japanese is written without spaces, the space that the model wants
    between words is the first symbol of the second word. `Reading.spoken` is katakana as pronounced.
    Thread-safe. The dictionary is loaded at the first call of `read`.

    Raises
    ------
    LanguageNotAvailableError
        When the analyser or its dictionary is not installed.
    """

    language = "ja"

    def __init__(self) -> None:
        self._analyser = Analyser()

    def read(self, text: str, span: Span) -> list[Reading]:
        """Readings that tile ``text[span.start:span.end]``; see `FrontEnd.read`."""
        folded = fold(text[span.start : span.end])
        analyse = self._analyser.analyse
        return _readings(join(words(folded.text, analyse(folded.text), analyse)), folded, span)


def _readings(parts: list[Word], folded: Folded, span: Span) -> list[Reading]:
    origins = [*(span.start + origin for origin in folded.origins), span.end]
    out: list[Reading] = []
    last = ""
    for word in parts:
        symbols = _symbols(word, last)
        last = symbols[-1:] or last
        silent = bool(word.kana) and not symbols
        reading = Reading(
            Span(origins[word.start], origins[word.end]),
            "" if silent else word.kana,
            symbols,
            Source.SILENT if silent else word.source,
            "ja",
        )
        if out and origins[word.start] == origins[word.start - 1]:
            out[-1] = _merged(out[-1], reading)
        else:
            out.append(reading)
    return out


def _symbols(word: Word, last: str) -> str:
    """The symbols of a word or mark behind the symbol `last`, which is empty at the start."""
    symbols = kana_to_symbols(word.kana) or word.mark
    if not symbols or (word.mark and symbols == last):
        return ""
    spaced = last and last not in _NO_SPACE_AFTER and symbols[0] not in _NO_SPACE_BEFORE
    return f" {symbols}" if spaced else symbols


def _merged(first: Reading, second: Reading) -> Reading:
    """Two readings that begin in one character of the text, such as ㏋."""
    return replace(
        first,
        span=Span(first.span.start, second.span.end),
        spoken=f"{first.spoken} {second.spoken}".strip(),
        symbols=first.symbols + second.symbols,
        source=second.source if second.spoken else first.source,
    )
