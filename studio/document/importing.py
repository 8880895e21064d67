"""Scripts from text files, subtitles, tables, documents and books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from engines.prosody.presets import Presets
from engines.text import sentences
from engines.text.ssml import SsmlError, from_ssml
from studio.document.cues import looks_like, read_ass, read_srt, read_vtt
from studio.document.docx import read_docx
from studio.document.encodings import read_text
from studio.document.epub import read_epub
from studio.document.errors import ProjectFileError
from studio.document.pieces import Oddity, Piece
from studio.document.prose import looks_wrapped, markdown, plain_text
from studio.document.script import Line, Member, Script, new_id
from studio.document.speakers import is_named, with_members
from studio.document.tables import Columns, Role, Table, pieces_of, read_table

TEXT_SUFFIXES = (".txt", ".md", ".docx", ".epub", ".ssml")
TABLE_SUFFIXES = (".csv", ".tsv")
_SUBTITLES: Mapping[str, Callable[[str], list[Piece]]] = {
    ".srt": read_srt,
    ".vtt": read_vtt,
    ".ass": read_ass,
    ".ssa": read_ass,
}
SUBTITLE_SUFFIXES = tuple(_SUBTITLES)
SUFFIXES = (*TEXT_SUFFIXES, *TABLE_SUFFIXES, *SUBTITLE_SUFFIXES)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the user says about a file; the default is what the program finds out."""

    encoding: str = ""
    columns: Columns | None = None
    """Of a table."""
    joined: bool | None = None
    """Whether the lines of a paragraph of plain text are one."""
    names: bool = True
    """Whether a name before a colon says who speaks."""
    styles: bool = False
    """Whether the styles of SubStation Alpha say who speaks, where nothing else does."""
    sentences: bool = False
    """Whether each sentence is a line; else each paragraph is."""


class Understood(NamedTuple):
    """A piece of a file, and the line that it becomes."""

    piece: Piece
    line: Line | None
    """None when it is left out."""
    odd: tuple[Oddity, ...]


class Found(NamedTuple):
    """What a file turned out to be."""

    kind: str
    """The suffix that files of its kind have."""
    encoding: str = ""
    """Empty for a kind that has none to choose."""
    table: Table | None = None
    columns: Columns = ()
    joined: bool = False
    styles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences about what it has that has no counterpart here."""


class Imported(NamedTuple):
    """What a file gives to a script."""

    lines: tuple[Line, ...]
    members: tuple[Member, ...]
    """Those of the lines that the script's cast does not have yet; they have the narrator's voice."""
    warnings: tuple[str, ...]
    """Sentences for the user."""
    pieces: tuple[Understood, ...]
    """All that is in the file, in the order of the lines."""
    found: Found

    @property
    def is_doubtful(self) -> bool:
        """Whether the user should look at it before it is taken: something is odd, or columns were guessed."""
        return bool(self.warnings) or self.found.table is not None


def import_script(path: Path, script: Script, choices: Choices = Choices()) -> Imported:
    """Read a file for a script, whose cast its names are compared with.

    Of a table none of whose columns is known to have the text there are no lines, and a warning.

    Raises `ProjectFileError` when nothing can be read.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        text = QCoreApplication.translate("Document", "{0} cannot be imported. Choose a file of a kind among {1}.")
        raise ProjectFileError(text.format(path.name, " ".join(SUFFIXES)))
    pieces, found = _read(path, suffix, choices, script.presets)
    if found.table is not None and Role.TEXT not in found.columns:
        # Not an error: the user chooses the column.
        text = QCoreApplication.translate("Document", "No column of {0} is known to have the text; choose one.")
        unknown = tuple(Understood(piece, None, piece.odd) for piece in pieces)
        return Imported((), (), (text.format(path.name),), unknown, found)
    ordered = list(_in_order(pieces))
    said = [piece for piece, _ in ordered if not piece.is_left_out]
    if not said:
        text = QCoreApplication.translate("Document", "There is nothing to say in {0}. Choose another file.")
        raise ProjectFileError(text.format(path.name))
    understood = list(_understood(ordered, choices))
    lines = [each.line for each in understood if each.line]
    if choices.names:
        cast, lines = with_members(lines, script)
    else:
        cast = dict.fromkeys(line.member for line in lines)
    members = tuple(Member(name, script.narrator.voice) for name in cast if name not in script.members)
    taken = iter(lines)
    whole = tuple(each._replace(line=next(taken)) if each.line else each for each in understood)
    return Imported(tuple(lines), members, (*found.notes, *_warnings(whole)), whole, found)


def _read(path: Path, suffix: str, choices: Choices, presets: Presets | None) -> tuple[list[Piece], Found]:
    if suffix == ".docx":
        return read_docx(path), Found(suffix)
    if suffix == ".epub":
        return read_epub(path, is_named), Found(suffix)
    content, encoding = read_text(path, choices.encoding)
    if suffix in TABLE_SUFFIXES:
        table = read_table(content, suffix)
        columns = table.columns if choices.columns is None else choices.columns
        return pieces_of(table, columns, presets), Found(suffix, encoding, table, columns)
    if suffix in _SUBTITLES or (suffix == ".txt" and looks_like(content)):
        # What a file is called is not always what it is; WebVTT without its head looks like SubRip.
        kind = looks_like(content) or suffix
        kind = suffix if (kind, suffix) == (".srt", ".vtt") else kind
        pieces = _SUBTITLES[kind](content)
        if not pieces and content.strip():
            text = QCoreApplication.translate(
                "Document", "There are no subtitles with times in {0}. If it is plain text, rename it to end in .txt."
            )
            raise ProjectFileError(text.format(path.name))
        styles = tuple(dict.fromkeys(piece.style for piece in pieces if piece.style))
        return [_styled(piece, choices) for piece in pieces], Found(kind, encoding, styles=styles)
    if suffix == ".ssml":
        return _ssml(path, content, encoding)
    if suffix == ".md":
        return markdown(content, is_named), Found(suffix, encoding)
    joined = looks_wrapped(content) if choices.joined is None else choices.joined
    return plain_text(content, is_named, joined), Found(suffix, encoding, joined=joined)


def _ssml(path: Path, content: str, encoding: str) -> tuple[list[Piece], Found]:
    try:
        read = from_ssml(content)
    except SsmlError as error:
        raise ProjectFileError(f"{path.name}: {error}") from error
    return [Piece(line, line) for line in read.lines], Found(".ssml", encoding, notes=read.problems)


def _styled(piece: Piece, choices: Choices) -> Piece:
    return replace(piece, speaker=piece.style) if choices.styles and not piece.speaker else piece


def _in_order(pieces: Iterable[Piece]) -> Iterator[tuple[Piece, tuple[Oddity, ...]]]:
    """Pieces by their times, with what is odd among them; one without a time stays behind the one before it."""
    key = (0.0, 0.0)
    placed: list[tuple[tuple[float, float], Piece, bool]] = []
    before: float | None = None
    for piece in pieces:
        timed = piece.start is not None and not piece.is_left_out
        is_early = timed and before is not None and piece.start is not None and piece.start < before
        if timed:
            before = piece.start
        own = key
        if piece.start is not None:
            own = (piece.start, piece.start if piece.end is None else piece.end)
        if not piece.is_left_out:
            key = own
        placed.append((own, piece, is_early))
    placed.sort(key=lambda item: item[0])
    end = 0.0
    for _, piece, is_early in placed:
        odd = list(piece.odd)
        if is_early:
            odd.append(Oddity.UNORDERED)
        if piece.start is not None and not piece.is_left_out:
            if piece.start < end:
                odd.append(Oddity.OVERLAPPING)
            if piece.end is not None and piece.end <= piece.start:
                odd.append(Oddity.ENDLESS)
            end = piece.start if piece.end is None else piece.end
        yield piece, tuple(odd)


def _understood(ordered: Iterable[tuple[Piece, tuple[Oddity, ...]]], choices: Choices) -> Iterator[Understood]:
    for piece, odd in ordered:
        if piece.is_left_out:
            yield Understood(piece, None, odd)
            continue
        for number, text in enumerate(_parts(piece, choices)):
            end = None if Oddity.ENDLESS in odd else piece.end
            line = Line(
                new_id(),
                text,
                piece.speaker,
                voice=piece.voice,
                language=piece.language,
                emotion=piece.emotion,
                speed=piece.speed,
                start=piece.start,
                end=end,
                begins="" if number else piece.begins,
            )
            yield Understood(piece, line, odd)


def _parts(piece: Piece, choices: Choices) -> list[str]:
    if not choices.sentences or piece.start is not None:
        return [piece.text]
    texts = (piece.text[sentence.span.start : sentence.span.end].strip() for sentence in sentences.split(piece.text))
    return [text for text in texts if text] or [piece.text]


def _warnings(pieces: Sequence[Understood]) -> Iterator[str]:
    count = Counter(oddity for each in pieces for oddity in each.odd)
    if unread := count[Oddity.UNREAD]:
        yield QCoreApplication.translate("Document", "%n subtitle(s) could not be read.", "", unread)
    if untimed := count[Oddity.NO_TIME]:
        yield QCoreApplication.translate(
            "Document", "%n line(s) have times that could not be read, and are without.", "", untimed
        )
    if songs := count[Oddity.SONG]:
        yield QCoreApplication.translate("Document", "%n karaoke line(s) were left out.", "", songs)
    if unordered := count[Oddity.UNORDERED]:
        yield QCoreApplication.translate("Document", "%n subtitle(s) were not in order of time.", "", unordered)
    if overlapping := count[Oddity.OVERLAPPING]:
        yield QCoreApplication.translate("Document", "%n subtitle(s) begin before the one above ends.", "", overlapping)
    if endless := count[Oddity.ENDLESS]:
        yield QCoreApplication.translate("Document", "%n subtitle(s) end before they begin.", "", endless)
    if bad := count[Oddity.BAD_VALUE]:
        yield QCoreApplication.translate(
            "Document", "%n line(s) have an emotion or a speed that does not exist.", "", bad
        )
