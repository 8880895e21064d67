"""The text of EPUB books (2 and 3): the chapters in their order of reading."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from PySide6.QtCore import QCoreApplication

from studio.document.encodings import decode
from studio.document.errors import ProjectFileError
from studio.document.pieces import Piece
from studio.document.prose import IsNamed, html_blocks
from studio.document.zipped import Zipped, attribute, local

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_TEXTS = frozenset({"application/xhtml+xml", "text/html", "application/xml", "text/x-oeb1-document"})
_DECLARED = re.compile(rb"<\?xml[^>]*encoding=[\"']([A-Za-z0-9._-]+)[\"']")


def read_epub(path: Path, is_named: IsNamed) -> list[Piece]:
    """A piece for each paragraph of the chapters; headings begin sections. Raises `ProjectFileError`.

    The table of contents is left out, and so is what the book says is beside its order of reading.
    """
    with Zipped(path) as archive:
        package_name = _package_name(archive)
        package = archive.xml(package_name)
        locked = _locked(archive)
        pieces: list[Piece] = []
        for name in _chapters(package, posixpath.dirname(package_name)):
            if name in locked:
                text = QCoreApplication.translate(
                    "Document", "{0} is protected against copying and cannot be read. Choose a book without protection."
                )
                raise ProjectFileError(text.format(path.name))
            if name in archive:
                pieces += html_blocks(_text(archive.read(name)), is_named)
    return pieces


def _package_name(archive: Zipped) -> str:
    if _CONTAINER not in archive:
        raise archive.damaged()
    names = [attribute(each, "full-path") for each in archive.xml(_CONTAINER).iter() if local(each) == "rootfile"]
    if not names or names[0] not in archive:
        raise archive.damaged()
    return names[0]


def _chapters(package: Element, folder: str) -> list[str]:
    items = {attribute(each, "id"): each for each in package.iter() if local(each) == "item"}
    names = []
    for reference in package.iter():
        if local(reference) != "itemref" or attribute(reference, "linear") == "no":
            continue
        item = items.get(attribute(reference, "idref"))
        if item is None or attribute(item, "media-type") not in _TEXTS:
            continue
        if "nav" not in attribute(item, "properties").split():
            names.append(_joined(folder, attribute(item, "href")))
    return names


def _locked(archive: Zipped) -> frozenset[str]:
    """The parts that are encrypted; fonts often are, which does no harm."""
    if _ENCRYPTION not in archive:
        return frozenset()
    references = (each for each in archive.xml(_ENCRYPTION).iter() if local(each) == "CipherReference")
    return frozenset(_joined("", attribute(each, "URI")) for each in references)


def _joined(folder: str, reference: str) -> str:
    return posixpath.normpath(posixpath.join(folder, unquote(reference.partition("#")[0])))


def _text(data: bytes) -> str:
    declared = _DECLARED.match(data[:200])
    if declared:
        try:
            return data.decode(declared[1].decode("ascii"))
        except (UnicodeDecodeError, LookupError):
            pass
    decoded = decode(data)
    return decoded.text if decoded else ""
