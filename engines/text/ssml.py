"""SSML to text with markup: the part of the W3C's Speech Synthesis Markup Language 1.1 that scripts are written in.

`<phoneme>`, `<sub>`, `<say-as>`, `<break>`, `<prosody>` and `<emphasis>` become the markup of `engines.text.markup`;
`<p>`, `<s>` and blank lines end a line of the script. Of other elements the text is kept, and they are reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from engines.errors import TimbreError
from engines.text.markup import LONGEST_PAUSE
from engines.text.markup_edits import escape

_PAUSES = {"none": 0, "x-weak": 100, "weak": 200, "medium": 400, "strong": 700, "x-strong": 1000}
"""Milliseconds by the strength of a break; the specification leaves them open."""
_TIME = re.compile(r"\+?(\d+(?:\.\d+)?)\s*(ms|s)")
_ALPHABETS = {
    "ipa": "ipa", "": "ipa", "x-arpabet": "arpabet", "x-cmu": "arpabet", "cmu": "arpabet", "x-amazon-pinyin": "pinyin",
    "x-pinyin": "pinyin", "pinyin": "pinyin", "sapi": "pinyin", "x-kana": "kana", "x-amazon-pron-kana": "kana",
    "x-amazon-yomigana": "kana", "yomigana": "kana",
}  # fmt: skip
_KINDS = {
    "cardinal": "as number", "number": "as number", "ordinal": "as ordinal", "digits": "as digits", "date": "as date",
    "telephone": "as telephone", "characters": "spell", "spell-out": "spell", "spell": "spell", "verbatim": "spell",
}  # fmt: skip
_ORDERS = frozenset({"dmy", "mdy", "ymd", "dm", "md"})
_PROSODY = ("rate", "pitch", "range", "contour", "volume", "duration")
_PLAIN = frozenset({"speak", "p", "s", "w", "token", "paragraph", "sentence"})
_ENDS_LINE = frozenset({"p", "s", "paragraph", "sentence"})
_UNWRITABLE = re.compile(r"[\[\]{}\\\n]")


class SsmlError(TimbreError):
    """The text is no SSML that can be read."""


@dataclass(frozen=True, slots=True)
class FromSsml:
    """What a document gives."""

    lines: tuple[str, ...]
    """Texts with markup, one a line of a script."""
    problems: tuple[str, ...]
    """Sentences about what has no counterpart here."""


def from_ssml(text: str) -> FromSsml:
    """The lines of an SSML document, or of a piece of one without `<speak>`. Raises SsmlError."""
    whole = text if re.search(r"<speak\b", text) else f"<speak>{text}</speak>"
    return _Reader().read(whole)


@dataclass
class _Element:
    name: str
    opening: str = ""
    """Tags of our markup, written before its text."""
    closing: str = ""


@dataclass
class _Reader:
    _lines: list[str] = field(default_factory=lambda: [""])
    _open: list[_Element] = field(default_factory=list)
    _problems: dict[str, None] = field(default_factory=dict)

    def read(self, text: str) -> FromSsml:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._refuse
        try:
            parser.Parse(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), True)
        except expat.ExpatError as error:
            raise SsmlError(
                f"This is no well-formed SSML (line {error.lineno}: {expat.ErrorString(error.code)}); correct it there."
            ) from error
        lines = (re.sub(r"[ \t]+", " ", line).strip() for line in self._lines)
        return FromSsml(tuple(line for line in lines if line), tuple(self._problems))

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        name = tag.rpartition(":")[2].lower()
        handler = _HANDLERS.get(name)
        if name in _ENDS_LINE:
            self._end_line()
        if handler:
            element = handler(self, name, attributes)
        else:
            element = _Element(name)
            if name not in _PLAIN:
                self._tell(f"<{name}> is not known here; its text is kept.")
        self._open.append(element)
        self._lines[-1] += element.opening

    def _end(self, _tag: str) -> None:
        element = self._open.pop()
        self._lines[-1] += element.closing
        if element.name in _ENDS_LINE:
            self._end_line()

    def _text(self, text: str) -> None:
        pieces = re.split(r"[ \t]*\n[ \t]*(?:\n[ \t]*)+", text)
        inside = any(element.closing for element in self._open)
        for index, piece in enumerate(pieces):
            if index and inside:
                self._lines[-1] += " "
            elif index:
                self._end_line()
            self._lines[-1] += escape(re.sub(r"\s+", " ", piece))

    def _end_line(self) -> None:
        """Spans that are open end with the line and begin again on the next."""
        for element in reversed(self._open):
            self._lines[-1] += element.closing
        self._lines.append("".join(element.opening for element in self._open))

    def _refuse(self, *_: object) -> None:
        raise SsmlError("This SSML has a document type, which is not allowed; take the <!DOCTYPE …> away.")

    def _tell(self, sentence: str) -> None:
        self._problems[sentence] = None

    def _phoneme(self, name: str, attributes: Mapping[str, str]) -> _Element:
        alphabet = attributes.get("alphabet", "").lower()
        reading = _writable(attributes.get("ph", ""))
        if alphabet not in _ALPHABETS or not reading:
            self._tell(f"<phoneme> with the alphabet “{alphabet}” is not known here; its text is read as usual.")
            return _Element(name)
        return _Element(name, f"[say {_ALPHABETS[alphabet]}: {reading}]", "[/]")

    def _sub(self, name: str, attributes: Mapping[str, str]) -> _Element:
        alias = _writable(attributes.get("alias", ""))
        return _Element(name, f"[say text: {alias}]", "[/]") if alias else _Element(name)

    def _say_as(self, name: str, attributes: Mapping[str, str]) -> _Element:
        kind = attributes.get("interpret-as", "").lower()
        tag = _KINDS.get(kind)
        if tag is None:
            self._tell(f"<say-as> of the kind “{kind}” is not known here; its text is read as usual.")
            return _Element(name)
        order = attributes.get("format", "").lower()
        if kind == "date" and order in _ORDERS:
            tag += f" {order}"
        return _Element(name, f"[{tag}]", "[/]")

    def _break(self, name: str, attributes: Mapping[str, str]) -> _Element:
        time = attributes.get("time", "").strip()
        match = _TIME.fullmatch(time)
        if time and not match:
            self._tell(f"<break> of “{time}” is no length of time; it is a medium one here.")
        if match:
            milliseconds = round(float(match[1]) * (1 if match[2] == "ms" else 1000))
        else:
            milliseconds = _PAUSES.get(attributes.get("strength", "medium").lower(), _PAUSES["medium"])
        milliseconds = min(milliseconds, round(LONGEST_PAUSE * 1000))
        return _Element(name, f"[pause {milliseconds}ms]" if milliseconds else "")

    def _prosody(self, name: str, attributes: Mapping[str, str]) -> _Element:
        wanted = [(key, value) for key in _PROSODY if (value := _writable(attributes.get(key, "")))]
        return _Element(name, "".join(f"[{key} {value}]" for key, value in wanted), "[/]" * len(wanted))

    def _emphasis(self, name: str, attributes: Mapping[str, str]) -> _Element:
        return _Element(name, f"[emphasis {_writable(attributes.get('level', 'moderate')) or 'moderate'}]", "[/]")


_HANDLERS: Mapping[str, Callable[[_Reader, str, Mapping[str, str]], _Element]] = {
    "phoneme": _Reader._phoneme,
    "sub": _Reader._sub,
    "say-as": _Reader._say_as,
    "break": _Reader._break,
    "prosody": _Reader._prosody,
    "emphasis": _Reader._emphasis,
}


def _writable(value: str) -> str:
    return " ".join(_UNWRITABLE.sub(" ", value).split())
