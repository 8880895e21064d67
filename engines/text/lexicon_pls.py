"""The Pronunciation Lexicon Specification 1.0 of the W3C (2008): an XML vocabulary for lexicons.

An entry is a lexeme with the word as its grapheme, and the reading as its alias if it is words, else as its phoneme.
What the specification has no place for is in attributes of a namespace of our own, which others ignore.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from engines.text.notation.detect import detect, named

_PLS = "http://www.w3.org/2005/01/pronunciation-lexicon"
_OWN = "urn:timbre-studio:lexicon"
_XML = "http://www.w3.org/XML/1998/namespace"
_ALPHABETS = {"ipa": "ipa", "x-arpabet": "arpabet", "x-cmu": "arpabet", "x-pinyin": "pinyin", "x-kana": "kana"}
_NAMES: Mapping[str, str] = {"arpabet": "x-arpabet", "pinyin": "x-pinyin", "kana": "x-kana", "ipa": "ipa"}
_OWN_ATTRIBUTES = ("case", "note", "notation", "language")


class PlsError(Exception):
    """The text is no lexicon of this kind."""


def decode_pls(data: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """For every grapheme where it is, in words, and its entry as JSON would have it. Raises PlsError."""
    root = _parsed(data)
    if root.tag not in (f"{{{_PLS}}}lexicon", "lexicon"):
        raise PlsError("its root is not a lexicon")
    space = root.tag.removesuffix("lexicon")
    alphabet = root.get("alphabet", "ipa").lower()
    language = root.get(f"{{{_XML}}}lang", "")
    for number, lexeme in enumerate(root.iter(f"{space}lexeme"), 1):
        values: dict[str, Any] = {"language": language, **_own(lexeme)}
        phonemes, aliases = lexeme.findall(f"{space}phoneme"), lexeme.findall(f"{space}alias")
        preferred = [one for one in (*phonemes, *aliases) if one.get("prefer") == "true"]
        chosen = next(iter((*preferred, *phonemes, *aliases)), None)
        if chosen is not None:
            values["reading"] = _text(chosen)
            if chosen.tag == f"{space}alias":
                values.setdefault("notation", "text")
            else:
                written = chosen.get("alphabet", alphabet).lower()
                values.setdefault("notation", _ALPHABETS.get(written, written.removeprefix("x-")))
        for grapheme in lexeme.findall(f"{space}grapheme"):
            yield f"Lexeme {number}", {**values, "written": _text(grapheme)}


def encode_pls(entries: Iterable[Mapping[str, Any]]) -> bytes:
    """A lexicon from entries as JSON has them; it begins with the language of the first."""
    plain = list(entries)
    language = plain[0].get("language", "") if plain else ""
    ElementTree.register_namespace("", _PLS)
    ElementTree.register_namespace("timbre", _OWN)
    root = ElementTree.Element(f"{{{_PLS}}}lexicon", {"version": "1.0", "alphabet": "ipa", f"{{{_XML}}}lang": language})
    for entry in plain:
        lexeme = ElementTree.SubElement(root, f"{{{_PLS}}}lexeme")
        if entry.get("language", "") != language:
            lexeme.set(f"{{{_OWN}}}language", entry.get("language", ""))
        for name in ("case", "note"):
            if name in entry:
                lexeme.set(f"{{{_OWN}}}{name}", entry[name])
        if not entry.get("enabled", True):
            lexeme.set(f"{{{_OWN}}}enabled", "false")
        ElementTree.SubElement(lexeme, f"{{{_PLS}}}grapheme").text = _legal(entry["written"])
        named_notation, start = named(entry["reading"])
        notation = named_notation or entry.get("notation", "")
        if not notation:
            lexeme.set(f"{{{_OWN}}}notation", "")  # it is recognised, as is done here for others
            notation = detect(entry["reading"], entry.get("language", ""), entry["written"])
        alphabet = _NAMES.get(notation)
        kind = "phoneme" if alphabet else "alias"
        reading = ElementTree.SubElement(lexeme, f"{{{_PLS}}}{kind}", {"alphabet": alphabet} if alphabet else {})
        reading.text = _legal(entry["reading"][start:])
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _own(lexeme: ElementTree.Element) -> dict[str, Any]:
    values: dict[str, Any] = {
        name: value for name in _OWN_ATTRIBUTES if (value := lexeme.get(f"{{{_OWN}}}{name}")) is not None
    }
    if lexeme.get(f"{{{_OWN}}}enabled") == "false":
        values["enabled"] = False
    return values


def _parsed(data: bytes) -> ElementTree.Element:
    """The tree of a document without a document type: entities that grow are refused with it."""
    builder = ElementTree.TreeBuilder()
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise PlsError("it has a document type, which is not allowed")

    def name(tag: str) -> str:
        return "{" + tag if "}" in tag else tag

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda tag, attributes: builder.start(
        name(tag), {name(key): value for key, value in attributes.items()}
    )
    parser.EndElementHandler = lambda tag: builder.end(name(tag))
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(data, True)
        return builder.close()
    except (expat.ExpatError, AssertionError) as error:
        raise PlsError(str(error)) from error


def _text(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _legal(text: str) -> str:
    """Without what no XML document may have."""
    return "".join(
        c for c in text if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff" and not "\ud800" <= c <= "\udfff")
    )
