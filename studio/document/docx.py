"""The text of Word documents (ISO/IEC 29500): paragraphs and table rows, insertions taken and deletions left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree.ElementTree import Element

from studio.document.pieces import Piece
from studio.document.script import PARAGRAPH, SECTION
from studio.document.speakers import is_name
from studio.document.texts import one_line
from studio.document.zipped import Zipped, attribute, local

_DOCUMENT = "word/document.xml"
_STYLES = "word/styles.xml"
_UNSPOKEN = frozenset({"del", "moveFrom", "Fallback", "instrText", "delText", "footnoteReference", "pPr", "rPr"})
"""Deleted text, the second form of a drawing, and what fields are made of."""
_BREAKS = {"br": "\n", "cr": "\n", "tab": " ", "ptab": " ", "noBreakHyphen": "-"}
_HEADING_LEVELS = range(9)


def read_docx(path: Path) -> list[Piece]:
    """A piece for each paragraph, and for each row of a table. Raises `ProjectFileError`."""
    with Zipped(path) as archive:
        if _DOCUMENT not in archive:
            raise archive.damaged()
        body = archive.xml(_DOCUMENT)
        headings = _heading_styles(archive.xml(_STYLES)) if _STYLES in archive else frozenset()
    return [piece for piece in _blocks(body, headings) if piece.text]


def _blocks(element: Element, headings: frozenset[str]) -> Iterator[Piece]:
    for child in element:
        name = local(child)
        if name in _UNSPOKEN:
            continue
        if name == "p":
            yield _piece(_text(child), SECTION if _is_heading(child, headings) else PARAGRAPH)
            for box in _boxes(child):
                yield from _blocks(box, headings)
        elif name == "tr":
            # Two columns of a script are often a name and what that person says.
            yield _row([" ".join(piece.text for piece in _blocks(cell, headings)) for cell in _cells(child)])
        else:
            yield from _blocks(child, headings)


def _cells(row: Element) -> Iterator[Element]:
    for child in row:
        if local(child) == "tc":
            yield child
        elif local(child) not in _UNSPOKEN:
            yield from _cells(child)


def _row(cells: Sequence[str]) -> Piece:
    texts = [text for text in cells if text]
    if len(texts) == 2 and is_name(texts[0]):
        return replace(_piece(texts[1], PARAGRAPH), speaker=texts[0])
    return _piece(" ".join(texts), PARAGRAPH)


def _piece(raw: str, begins: str) -> Piece:
    return Piece(one_line(raw).strip(), raw.strip(), begins=begins)


def _text(element: Element) -> str:
    parts = []
    for child in element:
        name = local(child)
        if name == "t":
            parts.append(child.text or "")
        elif name in _BREAKS:
            parts.append(_BREAKS[name])
        elif name not in _UNSPOKEN and name != "txbxContent":
            parts.append(_text(child))
    return "".join(parts)


def _boxes(element: Element) -> Iterator[Element]:
    """The contents of text boxes that hang on a paragraph."""
    for child in element:
        if local(child) == "txbxContent":
            yield child
        elif local(child) not in _UNSPOKEN:
            yield from _boxes(child)


def _heading_styles(styles: Element) -> frozenset[str]:
    """Ids of the styles that stand in the outline, whatever they are called."""
    found = set()
    for style in styles:
        name = next((attribute(child, "val") for child in style if local(child) == "name"), "").lower()
        if _has_level(style) or name.startswith("heading ") or name == "title":
            found.add(attribute(style, "styleId"))
    return frozenset(found)


def _is_heading(paragraph: Element, headings: frozenset[str]) -> bool:
    style = next((attribute(each, "val") for each in paragraph.iter() if local(each) == "pStyle"), "")
    return style in headings or _has_level(paragraph)


def _has_level(element: Element) -> bool:
    for properties in element:
        if local(properties) == "pPr":
            levels = (attribute(each, "val") for each in properties if local(each) == "outlineLvl")
            return any(level.isdecimal() and int(level) in _HEADING_LEVELS for level in levels)
    return False
