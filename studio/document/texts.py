"""Lines as plain text: the form of the clipboard and of text files, and how pieces of text are put together."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from engines.text.scripts import HAN, KANA

_MARK = re.compile("[\u3001-\u3004\u3008-\u303f\u30fb\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]")
"""Full-width marks, which have their space inside."""
_LETTER = re.compile(f"[{HAN}{KANA}]")
_EITHER = "…—“”‘’"
"""Marks that are Chinese or Western by what they stand beside."""
_NAMED = re.compile(r"([^\t:：]{1,60}?)\s*[:：](?!//)\s*(?=\S)")
_BREAKS = re.compile(r"\s*[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+\s*")


def one_line(text: str) -> str:
    """The text without line breaks."""
    return glue(_BREAKS.split(text))


def glue(pieces: Iterable[str]) -> str:
    """Put texts together, with a space between them unless both sides are Chinese or Japanese."""
    text = ""
    for piece in map(str.strip, pieces):
        if text and piece and not _touch(text, piece):
            text += " "
        text += piece
    return text


def named(text: str, names: Container[str]) -> tuple[str, str]:
    """Take `NAME: text` or `NAME<TAB>text` apart into name and text, where the name is one of `names`.

    Where there is none, the name is empty and the text is whole.
    """
    name, tab, rest = text.partition("\t")
    if tab and (not name or name.strip() in names):
        return name.strip(), rest.strip()
    match = _NAMED.match(text)
    if match and match[1].strip() in names:
        return match[1].strip(), text[match.end() :].strip()
    return "", text.strip()


def name_before(text: str) -> str:
    """What stands before the first colon of `text`, if something follows it, or nothing."""
    match = _NAMED.match(text)
    return match[1].strip() if match else ""


def with_name(name: str, text: str, names: Container[str]) -> str:
    """What `named` takes apart into this name and text; a name that is not one of `names` is lost then."""
    text = one_line(text)
    plain = f"{name}: {text}" if name else text
    if name not in names or named(plain, names) == (name, text):
        return plain
    return f"{name}\t{text}"


def _touch(left: str, right: str) -> bool:
    if _MARK.match(left[-1]) or _MARK.match(right[0]):
        return True
    before, after = left.rstrip(_EITHER), right.lstrip(_EITHER)
    return bool(before and after and _wide(before[-1]) and _wide(after[0]))


def _wide(char: str) -> bool:
    return bool(_LETTER.match(char) or _MARK.match(char))
