"""How a line is read: its words and marks, each with its reading and where that came from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from engines.text.markup import PAUSE, SPELL, parse
from engines.text.readable import readable, to_pinyin
from engines.text.scripts import is_han
from engines.types import Phonemes, Source, Span
from studio.document.takes import Take
from studio.windows.numbers import shortest

CELL_ROLE = int(Qt.ItemDataRole.UserRole)
_Index = QModelIndex | QPersistentModelIndex
_RETROFLEX = ("\uab67", "ʈʂ")
"""Common fonts lack the symbol for the affricate of zh and ch."""
_SOURCES: Mapping[str, object] = {
    Source.OVERRIDE.value: QT_TRANSLATE_NOOP("Reading", "yours"),
    Source.PROJECT_LEXICON.value: QT_TRANSLATE_NOOP("Reading", "project lexicon"),
    Source.USER_LEXICON.value: QT_TRANSLATE_NOOP("Reading", "your lexicon"),
    Source.LEXICON.value: QT_TRANSLATE_NOOP("Reading", "dictionary"),
    Source.RULE.value: QT_TRANSLATE_NOOP("Reading", "rule"),
    Source.GUESS.value: QT_TRANSLATE_NOOP("Reading", "guess"),
    Source.PUNCTUATION.value: QT_TRANSLATE_NOOP("Reading", "mark"),
    Source.SILENT.value: QT_TRANSLATE_NOOP("Reading", "not spoken"),
}

_WAYS: Mapping[str, object] = {
    PAUSE: QT_TRANSLATE_NOOP("Reading", "pause"),
    SPELL: QT_TRANSLATE_NOOP("Reading", "spelled"),
    "digits": QT_TRANSLATE_NOOP("Reading", "digits"),
    "number": QT_TRANSLATE_NOOP("Reading", "number"),
    "ordinal": QT_TRANSLATE_NOOP("Reading", "ordinal"),
    "date": QT_TRANSLATE_NOOP("Reading", "date"),
    "telephone": QT_TRANSLATE_NOOP("Reading", "telephone"),
}
PAUSE_SIGN = "‖"


@dataclass(frozen=True, slots=True)
class ReadingCell:
    """One word, character or mark of the text."""

    text: str
    symbols: str
    """Of the model; empty when nothing is heard."""
    source: str
    """A value of `engines.types.Source`."""
    span: Span
    """Of the text as it is typed."""
    language: str
    shown: str
    """The symbols as people read them: pinyin or IPA."""
    seconds: float | None = None
    """How long it is heard, where there is a take."""
    way: str = ""
    """What the line's markup makes of it: `pause`, `spell`, or one of `engines.text.markup.KINDS`."""

    @property
    def guessed(self) -> bool:
        """Whether it is worth the user's check."""
        return self.source == Source.GUESS.value

    @property
    def silent(self) -> bool:
        """Whether a part of the text is not heard that should perhaps be."""
        return self.source == Source.SILENT.value

    @property
    def is_word(self) -> bool:
        """Whether there is something that can be read in one way or another."""
        return self.source != Source.PUNCTUATION.value and any(map(str.isalnum, self.text))


def cells_of_take(take: Take) -> tuple[ReadingCell, ...]:
    """From what was heard."""
    text, language = take.delivery.text, take.delivery.language
    cells = (
        _cell(text, Span(*mark.text), mark.symbols, mark.source, mark.language or language, mark.end - mark.start)
        for mark in take.marks
    )
    return _marked(text, _told(cells))


def cells_of_phonemes(parts: Iterable[Phonemes]) -> tuple[ReadingCell, ...]:
    """From what would be heard."""
    parts = tuple(parts)
    cells = (
        _cell(part.utterance.text, reading.span, reading.symbols, reading.source.value, reading.language)
        for part in parts
        for reading in part.readings
    )
    return _marked(parts[0].utterance.text, _told(cells)) if parts else ()


def shown_as(symbols: str, language: str) -> str:
    """Symbols of the model as people read them, in letters that common fonts have."""
    return readable(symbols, language).replace(*_RETROFLEX)


def _cell(text: str, span: Span, symbols: str, source: str, language: str, seconds: float | None = None) -> ReadingCell:
    written = text[slice(*span)]
    word = written.strip()
    start = span.start + len(written) - len(written.lstrip())
    # Earlier takes do not tell the language; what reads as pinyin is taken for Chinese.
    language = language or ("zh" if is_han(word) and to_pinyin(symbols) else "en-us")
    cell_span = Span(start, start + len(word))
    return ReadingCell(word, symbols, source, cell_span, language, shown_as(symbols, language), seconds)


def _told(cells: Iterable[ReadingCell]) -> tuple[ReadingCell, ...]:
    return tuple(cell for cell in cells if cell.text and cell.source != Source.MARKUP.value)


def _marked(text: str, cells: tuple[ReadingCell, ...]) -> tuple[ReadingCell, ...]:
    """The cells of a line with its pauses between them, and with what its tags make of them."""
    markup = parse(text)
    found = [
        ReadingCell(PAUSE_SIGN, "", Source.MARKUP.value, pause.markup, "", _length(pause.seconds), way=PAUSE)
        for pause in markup.pauses
    ]
    tags = [(markup.typed_span(tag.span), tag.value or tag.name) for tag in markup.written_out]
    for cell in cells:
        way = next((way for span, way in tags if span.start <= cell.span.start < span.end), "")
        found.append(replace(cell, way=way) if way and cell.source == Source.OVERRIDE.value else cell)
    return tuple(sorted(found, key=lambda cell: cell.span))


def way_word(way: str) -> str:
    """What markup makes of words, in the language of the interface; empty for nothing."""
    known = _WAYS.get(way.partition(" ")[0])
    return QCoreApplication.translate("Reading", str(known)) if known else ""


def _length(seconds: float) -> str:
    return QCoreApplication.translate("Reading", "{0} s").format(shortest(seconds, 3))


def source_word(source: str) -> str:
    """Where a reading comes from, in the language of the interface."""
    known = _SOURCES.get(source)
    return QCoreApplication.translate("Reading", str(known)) if known else source


class ReadingModel(QAbstractListModel):
    """The cells of a line, in order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cells: tuple[ReadingCell, ...] = ()

    @property
    def cells(self) -> tuple[ReadingCell, ...]:
        """Those that are shown."""
        return self._cells

    def set_cells(self, cells: tuple[ReadingCell, ...]) -> None:
        """Show others."""
        if cells != self._cells:
            self.beginResetModel()
            self._cells = cells
            self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """A list has no branches."""
        return 0 if parent is not None and parent.isValid() else len(self._cells)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Text, the cell itself, and all of it in a sentence."""
        cell = self._cells[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == CELL_ROLE:
            return cell
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            return sentence(cell)
        return None


def sentence(cell: ReadingCell) -> str:
    """All about a cell, for a tooltip or a screen reader."""
    if cell.way == PAUSE:
        return QCoreApplication.translate("Reading", "pause of {0}").format(cell.shown)
    parts = [cell.text]
    if cell.shown:
        parts.append(QCoreApplication.translate("Reading", "read as {0}").format(cell.shown))
    parts.append(QCoreApplication.translate("Reading", "source: {0}").format(source_word(cell.source)))
    if cell.way:
        parts.append(way_word(cell.way))
    if cell.guessed:
        parts.append(QCoreApplication.translate("Reading", "listen whether it is right"))
    if cell.seconds is not None and cell.symbols:
        parts.append(milliseconds(cell.seconds))
    return "; ".join(parts)


def milliseconds(seconds: float) -> str:
    """A short length, with its unit."""
    return QCoreApplication.translate("Reading", "{0} ms").format(round(seconds * 1000))
