"""File names from a pattern, safe on every file system that a recording may end up on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping

from PySide6.QtCore import QCoreApplication

from engines.errors import TimbreError

FIELDS = ("number", "member", "text", "voice", "language", "section", "project")
"""What a pattern may name between braces. `number` takes a width as in `{number:04}`, others a greatest length."""
MAX_BYTES = 143
"""Of a name in UTF-8: the least that a file system in use allows (eCryptfs; others take 255 bytes or UTF-16 units)."""
MAX_STEM = MAX_BYTES - len(".labels.txt")
"""Of a name without suffix: there is room for the longest."""

_FIELD = re.compile(r"\{(?P<name>\w+)(?::(?P<width>\d{1,3}))?\}")
# Characters that Windows or a shell cannot have in a name. Those that separate become a dash, the others go.
_SEPARATORS = re.compile(r"\s*[/\\|]\s*|:(?=\S)")
_FORBIDDEN = re.compile(r'[<>:"?*]')
_REPEATED = re.compile(r"([ _-])\1+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?=\.|$)", re.IGNORECASE)
_JOINERS = "\u200c\u200d"
_EDGES = " ._-。"


class PatternError(TimbreError):
    """A pattern that gives no names."""


def check_pattern(pattern: str) -> None:
    """Raise PatternError with a sentence for the user if `pattern` cannot be used."""
    for match in _FIELD.finditer(pattern):
        if match["name"] not in FIELDS:
            known = ", ".join(f"{{{field}}}" for field in FIELDS)
            raise PatternError(
                QCoreApplication.translate("Export", "There is no {0}; the pattern may use {1}.").format(
                    match[0], known
                )
            )
    literal = _FIELD.sub("", pattern)
    if "{" in literal or "}" in literal:
        raise PatternError(
            QCoreApplication.translate("Export", "A brace of the pattern has no partner; write fields as {0}.").format(
                "{text}"
            )
        )
    if not pattern.strip():
        raise PatternError(
            QCoreApplication.translate("Export", "The pattern is empty; write for example {0}.").format(
                "{number:04} {text}"
            )
        )


def fill(pattern: str, values: Mapping[str, str]) -> str:
    """The name without suffix that a checked pattern gives for the values of its fields.

    What is too long is taken from the text, so that a number behind it stays.
    """
    name = _fill(pattern, values)
    excess = len(name.encode()) - MAX_STEM
    if excess > 0 and (text := _clean(values.get("text", ""))):
        widths = [int(m["width"]) for m in _FIELD.finditer(pattern) if m["name"] == "text" and m["width"]]
        shown = _shorten(text, min(widths, default=len(text)))
        name = _fill(pattern, {**values, "text": cut(shown, max(0, len(shown.encode()) - excess))})
    return safe_name(name) or safe_name(values.get("number", "")) or "1"


def safe_name(name: str) -> str:
    """`name` without anything that a file system objects to, no longer than it allows together with the suffix."""
    name = _REPEATED.sub(r"\1", _clean(name)).strip(_EDGES)
    if reserved := _RESERVED.match(name):
        name = f"{reserved[0]}~{name[reserved.end() :]}"
    return cut(name, MAX_STEM).rstrip(_EDGES)


def numbered(names: Iterable[str], taken: Collection[str] = (), suffix: str = ".wav") -> list[str]:
    """File names with a suffix, each different from those before it and from those taken, for names without one.

    They also differ where a file system ignores case. The second of the same name becomes `name (2).wav`.
    """
    seen = {_key(name) for name in taken}
    next_number: dict[str, int] = {}
    result = []
    for name in names:
        file_name = name + suffix
        while _key(file_name) in seen:
            number = next_number.get(name, 2)
            next_number[name] = number + 1
            mark = f" ({number}){suffix}"
            file_name = cut(name, MAX_STEM + len(suffix) - len(mark)).rstrip() + mark
        seen.add(_key(file_name))
        result.append(file_name)
    return result


def same_names(names: Iterable[str], others: Iterable[str]) -> list[bool]:
    """For each of `names`, whether a file system that ignores case would take it for one of `others`."""
    keys = {_key(other) for other in others}
    return [_key(name) in keys for name in names]


def cut(text: str, size: int) -> str:
    """As much of the start of `text` as fits into `size` bytes of UTF-8, without a torn character."""
    if len(text.encode()) <= size:
        return text
    kept = text.encode()[:size].decode(errors="ignore")
    return _whole(text, len(kept))


def _fill(pattern: str, values: Mapping[str, str]) -> str:
    def value(match: re.Match[str]) -> str:
        text = values.get(match["name"], "")
        if not match["width"]:
            return text
        width = int(match["width"])
        return text.zfill(width) if match["name"] == "number" else _shorten(_clean(text), width)

    return _clean(_FIELD.sub(value, pattern))


def _clean(text: str) -> str:
    text = unicodedata.normalize("NFC", text)
    text = "".join(char for char in " ".join(text.split()) if char in _JOINERS or unicodedata.category(char)[0] != "C")
    return _FORBIDDEN.sub("", _SEPARATORS.sub("-", text))


def _shorten(text: str, length: int) -> str:
    """The first `length` characters; whole words, unless that would leave less than half."""
    if len(text) <= length:
        return text
    kept = _whole(text, length)
    space = kept.rfind(" ")
    if text[len(kept)] != " " and space >= length // 2:
        kept = kept[:space]
    return kept.rstrip()


def _whole(text: str, length: int) -> str:
    """The first `length` code points, less those that would tear a character made of several."""
    while 0 < length < len(text) and (
        text[length] in _JOINERS or text[length - 1] in _JOINERS or unicodedata.category(text[length])[0] == "M"
    ):
        length -= 1
    return text[:length]


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
