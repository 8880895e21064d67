"""Text files in whatever encoding they have."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from studio.document.errors import ProjectFileError, unread

_LARGEST = 16 << 20
_ENOUGH = 1 << 16
"""Bytes from which the encoding is guessed."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_MOST_CONTROLS = 0.01
_SURE = 0.7
"""Score from which a guess is not asked about any further."""

# The commonest characters, which tell the Chinese encodings apart in a sentence of a few characters.
_SIMPLIFIED = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实"
    "吗吧呢啊什谁怎谢请再见早晚明今问话听让给很真别走爱等太已把被与又呀哪您"
)
_TRADITIONAL = frozenset(
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡"
    "用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實"
    "嗎吧呢啊什誰怎謝請再見早晚明今問話聽讓給很真別走愛等太已把被與又呀哪您"
)
_MARKS_BETWEEN = frozenset("，。！？、：；“”‘’「」『』（）《》…—　")
_WESTERN = frozenset("‘’“”–—…€«»¿¡°©®£½")


class Decoded(NamedTuple):
    """A text, and what it was written in."""

    text: str
    encoding: str
    """As Python calls it."""


def read_data(path: Path, largest: int = _LARGEST) -> bytes:
    """What is in a file. Raises `ProjectFileError`."""
    try:
        if path.stat().st_size > largest:
            text = QCoreApplication.translate("Document", "{0} is too large for a script. Split it into parts.")
            raise ProjectFileError(text.format(path.name))
        return path.read_bytes()
    except OSError as error:
        raise unread(path, error) from error


def read_text(path: Path, encoding: str = "") -> Decoded:
    """The text of a file, its line ends made `\\n`. Raises `ProjectFileError` for one that is not text.

    Parameters
    ----------
    encoding
        What the user says it is written in; empty to find out.
    """
    data = read_data(path)
    decoded = Decoded(data.decode(encoding, "replace"), encoding) if encoding else decode(data)
    if decoded is None:
        text = QCoreApplication.translate("Document", "{0} is not a text file. Choose a text or a subtitle file.")
        raise ProjectFileError(text.format(path.name))
    # Files that were put together from others have marks in the middle.
    text = decoded.text.replace("\ufeff", "").replace("\r\n", "\n").replace("\r", "\n")
    return decoded._replace(text=text)


def decode(data: bytes) -> Decoded | None:
    """The text of the bytes; None when they are no text."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return Decoded(data.decode(encoding, "replace"), encoding)
    for encoding in ("utf-8", *_wide_guess(data)):
        if decoded := _decoded(data, encoding):
            return decoded
    if b"\x00" in data:
        return None
    if decoded := _damaged_utf8(data):
        return decoded
    scores = {encoding: _score(data, encoding, weight) for encoding, weight in _WEIGHTS.items()}
    likely = max(scores, key=lambda encoding: scores[encoding])
    if scores[likely] < _SURE:
        from charset_normalizer import from_bytes  # noqa: PLC0415 slow to import, and seldom needed

        guess = from_bytes(data[:_ENOUGH]).best()
        if guess and (decoded := _decoded(data, guess.encoding)):
            return decoded
    return _decoded(data, likely) if scores[likely] > 0 else _decoded(data, "cp1252", "replace")


def _decoded(data: bytes, encoding: str, errors: str = "strict") -> Decoded | None:
    try:
        text = data.decode(encoding, errors)
    except (UnicodeDecodeError, LookupError):
        return None
    return None if len(_CONTROL.findall(text)) > _MOST_CONTROLS * len(text) else Decoded(text, encoding)


def _damaged_utf8(data: bytes) -> Decoded | None:
    """UTF-8 in which a few bytes are wrong, or the end is missing: that must not cost the rest."""
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(data)  # without a character that is cut at the end
    wrong, right = text.count("\ufffd"), sum(char > "\x7f" for char in text[:_ENOUGH])
    return Decoded(text.replace("\ufffd", ""), "utf-8") if max(wrong, 0.1) * 20 <= right else None


def _wide_guess(data: bytes) -> tuple[str, ...]:
    """UTF-16 without its mark: every other byte of line breaks, digits and Latin letters is zero."""
    sample = data[: _ENOUGH // 2 * 2]
    low, high = sample[::2].count(0), sample[1::2].count(0)
    if len(data) % 2 or max(low, high) < len(sample) // 40 + 1:
        return ()
    return ("utf-16-le",) if high > low else ("utf-16-be",)


def _score(data: bytes, encoding: str, weight: Callable[[str, str], float]) -> float:
    """How much the bytes, read in this encoding, look like a language: about 1 when they do, 0 when they cannot be."""
    sample = data[:_ENOUGH]
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(sample, final=len(sample) == len(data))
    except UnicodeDecodeError:
        return 0.0
    pairs = [(char, text[at - 1 : at] + text[at + 1 : at + 2]) for at, char in enumerate(text) if char > "\x7f"]
    return sum(weight(char, beside) for char, beside in pairs) / max(1, len(pairs))


def _simplified(char: str, _: str) -> float:
    if char in _SIMPLIFIED:
        return 1.5
    return 1.0 if char in _MARKS_BETWEEN else _first_level(char, "gb2312", 0xB0, 0xD7)


def _traditional(char: str, _: str) -> float:
    if char in _TRADITIONAL:
        return 1.5
    return 1.0 if char in _MARKS_BETWEEN else _first_level(char, "big5", 0xA4, 0xC6)


def _japanese(char: str, _: str) -> float:
    if "ぁ" <= char <= "ん" or "ァ" <= char <= "ー":
        return 1.5
    return 1.0 if char in _MARKS_BETWEEN else _first_level(char, "shift_jis", 0x88, 0x97)


def _western(char: str, beside: str) -> float:
    if char in _WESTERN:
        return 1.0
    return 1.2 if char.isalpha() and any(other.isascii() and other.isalpha() for other in beside) else 0.0


def _first_level(char: str, encoding: str, first: int, last: int) -> float:
    """Whether a character is in the rows that a standard keeps for the common ones."""
    try:
        packed = char.encode(encoding)
    except UnicodeEncodeError:
        return 0.0
    return 0.7 if len(packed) == 2 and first <= packed[0] <= last else 0.1


_WEIGHTS: Mapping[str, Callable[[str, str], float]] = {
    "gb18030": _simplified,
    "cp950": _traditional,
    "cp932": _japanese,
    "cp1252": _western,
}
"""How much a character, given its two neighbours, speaks for an encoding."""
