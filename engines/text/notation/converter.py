"""From any notation to the model's symbols."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from engines.text.frontends import FrontEnds
from engines.text.notation import arpabet, ipa, kana, pinyin
from engines.text.notation.base import Notation, NotationError, Part, Said
from engines.text.notation.detect import detect, named
from engines.text.sanitise import sanitise
from engines.text.scripts import is_han
from engines.text.tidy import restrict, tidy
from engines.types import Source, Span

_REMEMBERED = 4096
LONGEST = 300
"""Characters of a reading."""


def quick(
    reading: str, language: str, alphabet: frozenset[str], *, notation: Notation | None = None, over: str = ""
) -> Said | None:
    """Convert a reading that needs no front end; None for a plain respelling.

    Parameters
    ----------
    reading
        May begin with the name of its notation: `ipa: ɹɛd`.
    language
        Of the word.
    alphabet
        The symbols of the model.
    notation
        How the reading is written; recognised if not given.
    over
        The written word, which tells pinyin from English.

    Raises
    ------
    NotationError
        The reading cannot be said; it tells where and why.
    """
    given, start = named(reading)
    notation = given or notation or detect(reading, language, over)
    if len(reading) > LONGEST:
        raise NotationError(f"The reading is longer than {LONGEST} characters; divide the word.", LONGEST, len(reading))
    if notation is Notation.TEXT:
        return None
    try:
        parts = _parts(reading[start:], notation, language, alphabet)
    except NotationError as error:
        raise NotationError(str(error), error.start + start, error.end + start) from None
    for part in parts:
        unknown = next((symbol for symbol in part.symbols if symbol not in alphabet), "")
        if unknown or not part.symbols:
            raise NotationError(f"The voice has no sound for “{part.spoken}”; try another reading.", 0, len(reading))
    return Said(notation, parts)


def _parts(text: str, notation: Notation, language: str, alphabet: frozenset[str]) -> tuple[Part, ...]:
    if notation is Notation.PINYIN:
        return tuple(map(pinyin.part_of, pinyin.parse(text)))
    if notation is Notation.ARPABET:
        return arpabet.convert(text, language)
    if notation is Notation.KANA:
        return kana.convert(text)
    return ipa.convert(text, language, alphabet)


class Converter:
    """Converts readings for one model, and remembers them. Safe to use from several threads.

    Parameters
    ----------
    alphabet
        The symbols of the model.
    front_ends
        Read plain respellings.
    """

    def __init__(self, alphabet: frozenset[str], front_ends: FrontEnds) -> None:
        self._alphabet = alphabet
        self._front_ends = front_ends
        self._known: OrderedDict[tuple[str, str, Notation | None, str], Said | NotationError] = OrderedDict()
        self._lock = Lock()

    def convert(self, reading: str, language: str, notation: Notation | None = None, over: str = "") -> Said:
        """The symbols of a reading; see `quick` for the parameters.

        Raises
        ------
        NotationError
            The reading cannot be said; it tells where and why.
        LanguageNotAvailableError
            A plain respelling in a language that cannot be read here.
        """
        key = reading, language, notation, over
        with self._lock:
            found = self._known.get(key)
        if found is None:
            try:
                found = quick(reading, language, self._alphabet, notation=notation, over=over)
                found = found or self._respelled(reading, language)
            except NotationError as error:
                found = error
            with self._lock:
                self._known[key] = found
                if len(self._known) > _REMEMBERED:
                    self._known.popitem(last=False)
        if isinstance(found, NotationError):
            raise NotationError(str(found), found.start, found.end)
        return found

    def one_by_one(self, pieces: Iterable[str], language: str) -> str:
        """The symbols of letters, digits or words that are read each alone, as when a word is spelled."""
        front_end = self._front_ends.get(language)
        said = []
        for piece in pieces:
            readings = [restrict(one, piece, self._alphabet) for one in front_end.read(piece, Span(0, len(piece)))]
            said.append("".join(one.symbols for one in tidy(readings)).strip())
        return " ".join(filter(None, said)).replace(" ,", ",")

    def _respelled(self, reading: str, language: str) -> Said:
        _, start = named(reading)
        text = sanitise(reading[start:])
        readings = [
            restrict(one, text, self._alphabet) for one in self._front_ends.get(language).read(text, Span(0, len(text)))
        ]
        for one in readings:
            if one.source is Source.SILENT and not text[slice(*one.span)].isspace():
                begin, end = one.span.start + start, one.span.end + start
                raise NotationError(f"“{reading[begin:end]}” cannot be said here; write it otherwise.", begin, end)
        readings = tidy(readings)
        symbols = "".join(one.symbols for one in readings).strip()
        if not any(symbol.isalpha() for symbol in symbols):
            raise NotationError("The reading is empty; write words that sound so.", 0, len(reading))
        if language == "zh" and all(is_han(text[slice(*one.span)]) for one in readings):
            return Said(Notation.TEXT, tuple(Part(one.symbols.strip(), one.spoken) for one in readings))
        return Said(Notation.TEXT, (Part(symbols, text.strip()),))
