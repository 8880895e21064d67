"""Reading documents that are ZIP archives of XML, of which some are made to harm."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from PySide6.QtCore import QCoreApplication

from studio.document.errors import ProjectFileError, unread

_LARGEST_FILE = 256 << 20
"""Bytes; books have pictures."""
_LARGEST_PART = 32 << 20
_LARGEST_WHOLE = 128 << 20
"""Unpacked bytes, of one part and of all that is read: a text of a thousand pages has two million characters."""
_MOST_PARTS = 20_000
_DEEPEST = 200
_ENCRYPTED = 0x1
_OLE = b"\xd0\xcf\x11\xe0"
"""The start of old Office files, and of new ones with a password."""


class Zipped:
    """An archive whose parts are read whole, within limits; every method raises `ProjectFileError`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left = _LARGEST_WHOLE
        try:
            if path.stat().st_size > _LARGEST_FILE:
                raise self._too_large()
            with path.open("rb") as file:
                if file.read(4) == _OLE:
                    raise ProjectFileError(
                        QCoreApplication.translate(
                            "Document",
                            "{0} has a password, or is of an old format. Save it as DOCX without a password.",
                        ).format(path.name)
                    )
            self._file = zipfile.ZipFile(path)
        except OSError as error:
            raise unread(path, error) from error
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise self.damaged() from error
        self._names = {info.filename.lstrip("/"): info for info in self._file.infolist()}
        if len(self._names) > _MOST_PARTS:
            self._file.close()
            raise self._too_large()

    def __enter__(self) -> Zipped:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def read(self, name: str) -> bytes:
        """The bytes of a part. What its header says of its size is not trusted."""
        info = self._names.get(name)
        if info is None:
            raise self.damaged()
        if info.flag_bits & _ENCRYPTED:
            text = QCoreApplication.translate("Document", "{0} is encrypted. Save it without a password.")
            raise ProjectFileError(text.format(self._path.name))
        most = min(_LARGEST_PART, self._left)
        try:
            with self._file.open(info) as part:
                data = part.read(most + 1)
        except OSError as error:
            raise unread(self._path, error) from error
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError, ValueError) as error:
            raise self.damaged() from error
        if len(data) > most:
            raise self._too_large()
        self._left -= len(data)
        return data

    def xml(self, name: str) -> Element:
        """The root of a part that is XML. Parts that define entities are refused: they can grow without end."""
        try:
            return parse_xml(self.read(name))
        except (expat.ExpatError, ValueError) as error:
            raise self.damaged() from error

    def damaged(self) -> ProjectFileError:
        """For an archive that is not what it should be."""
        text = QCoreApplication.translate(
            "Document",
            "{0} is damaged, or is not what its name says. Open it in the program it is from and save it anew.",
        )
        return ProjectFileError(text.format(self._path.name))

    def _too_large(self) -> ProjectFileError:
        text = QCoreApplication.translate("Document", "{0} is too large for a script. Split it into parts.")
        return ProjectFileError(text.format(self._path.name))


def parse_xml(data: bytes) -> Element:
    """The root element; names are `{namespace}name`. Raises `ValueError` or `expat.ExpatError`.

    Entities of the document's own and references to other files are refused, so that nothing is read or unfolded but
    `data` (see OWASP, XML External Entity Prevention).
    """
    builder = TreeBuilder()
    depth = 0
    parser = expat.ParserCreate(namespace_separator="}")

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise ValueError("too deep")
        builder.start(_qualified(name), {_qualified(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_qualified(name))

    def refuse(*_declaration: object) -> int:
        raise ValueError("defines entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.buffer_text = True
    parser.Parse(data, True)
    root: Element = builder.close()
    return root


def local(element: Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


def attribute(element: Element, name: str) -> str:
    """An attribute whatever its namespace; empty where there is none."""
    values: Iterable[str] = (value for key, value in element.attrib.items() if key.rpartition("}")[2] == name)
    return next(iter(values), "")


def _qualified(name: str) -> str:
    return "{" + name if "}" in name else name
