"""Lexicons as files: CSV, TSV, JSON and W3C PLS."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from engines.errors import TimbreError
from engines.files import replacing
from engines.paths import explain
from engines.text.lexicon import Case, Entry, Lexicon, LexiconError, check_entry
from engines.text.lexicon_pls import PlsError, decode_pls, encode_pls
from engines.text.notation import Notation

_COLUMNS = tuple(field.name for field in fields(Entry))
_HEADS = {"written": "written", "word": "written", "grapheme": "written", "reading": "reading", "phoneme": "reading",
          "pronunciation": "reading", "language": "language", "lang": "language", "notation": "notation",
          "alphabet": "notation", "case": "case", "enabled": "enabled", "note": "note"}  # fmt: skip
"""First row of a table: what the columns of ours and of others are called."""
_NO = frozenset({"0", "false", "no", "off", "否"})
_LARGEST = 16 << 20
"""Bytes: two hundred thousand entries."""
_VERSION = 1


class LexiconFileError(TimbreError):
    """A lexicon could not be read or written."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file gives."""

    lexicon: Lexicon
    problems: tuple[str, ...] = ()
    """Sentences about entries that were left out."""


def read_lexicon(path: Path) -> Imported:
    """Read a lexicon of any of `FORMATS`. Raises LexiconFileError."""
    try:
        if path.stat().st_size > _LARGEST:
            raise LexiconFileError(f"{path.name} is too large for a lexicon; choose a smaller file.")
        data = path.read_bytes()
    except OSError as error:
        raise LexiconFileError(f"{path} could not be read ({error.strerror}); choose another file.") from error
    return decode(data, path.suffix, path.name)


def decode(data: bytes, suffix: str, name: str = "The file") -> Imported:
    """Read the content of a file; `suffix` is one of `FORMATS`. Raises LexiconFileError."""
    reader = _known(suffix)[0]
    try:
        return reader(data)
    except UnicodeDecodeError as error:
        raise LexiconFileError(f"{name} is not UTF-8 text; save it as UTF-8 and try again.") from error
    except (ValueError, RecursionError, PlsError, csv.Error) as error:
        raise LexiconFileError(f"{name} is not a lexicon in this format ({error}); check the file.") from error


def write_lexicon(path: Path, lexicon: Lexicon) -> None:
    """Write a lexicon in the format that the name of the file ends with. Raises LexiconFileError."""
    data = encode(lexicon, path.suffix)
    try:
        with replacing(path) as file:
            file.write(data)
    except OSError as error:
        raise LexiconFileError(explain(error, path.parent)) from error


def encode(lexicon: Lexicon, suffix: str) -> bytes:
    """The content of a file; `suffix` is one of `FORMATS`. Raises LexiconFileError."""
    return _known(suffix)[1](lexicon)


def to_plain(entry: Entry) -> dict[str, Any]:
    """An entry as JSON has it; what has its default is left out."""
    default = Entry("", "")
    values = {name: getattr(entry, name) for name in _COLUMNS}
    return {
        name: value.value if isinstance(value, Case) else value
        for name, value in values.items()
        if name in ("written", "reading") or value != getattr(default, name)
    }


def from_plain(plain: object) -> Entry:
    """The entry that `to_plain` took apart, tidied. Raises LexiconError."""
    if not isinstance(plain, Mapping):
        raise LexiconError("An entry of the lexicon is no object; check the file.")
    values = {name: plain[name] for name in _COLUMNS if name in plain}
    enabled = values.pop("enabled", True)
    if not all(isinstance(value, str) for value in values.values()) or not isinstance(enabled, bool):
        raise LexiconError(f"The entry “{plain.get('written', '')}” has a value of a wrong kind; check the file.")
    return _entry(values, enabled)


def _entry(values: Mapping[str, str], enabled: bool) -> Entry:
    case = values.get("case", "").strip().lower() or Case.SMART.value
    notation = values.get("notation", "").strip().lower()
    written = values.get("written", "")
    if case not in {known.value for known in Case}:
        raise LexiconError(f"The entry “{written}” has the unknown case rule “{case}”; write smart, any or exact.")
    if notation and notation not in {known.value for known in Notation}:
        known = ", ".join(notation.value for notation in Notation)
        raise LexiconError(f"The entry “{written}” has the unknown notation “{notation}”; write one of {known}.")
    language = values.get("language", "").strip().lower().replace("_", "-")
    entry = Entry(written, values.get("reading", ""), language, notation, Case(case), enabled, values.get("note", ""))
    return check_entry(entry)


def _gathered(plains: Iterable[tuple[str, Callable[[], Entry]]]) -> Imported:
    entries: dict[Entry, None] = {}
    problems = []
    for place, make in plains:
        try:
            entries[make()] = None
        except LexiconError as error:
            problems.append(f"{place}: {error}")
    return Imported(Lexicon(tuple(entries)), tuple(problems))


def _read_json(data: bytes) -> Imported:
    document = json.loads(data.decode("utf-8-sig"))
    if isinstance(document, dict) and type(document.get("version")) is int and document["version"] > _VERSION:
        raise ValueError(f"it is of the newer version {document['version']}")
    entries = document.get("entries") if isinstance(document, dict) else document
    if not isinstance(entries, list):
        raise ValueError("it has no list of entries")
    return _gathered((f"Entry {n}", partial(from_plain, plain)) for n, plain in enumerate(entries, 1))


def _write_json(lexicon: Lexicon) -> bytes:
    lines = ",\n".join(json.dumps(to_plain(entry), ensure_ascii=False) for entry in lexicon)
    body = f"[\n{lines}\n]" if lines else "[]"
    return f'{{"version": {_VERSION}, "entries": {body}}}\n'.encode("utf-8", "backslashreplace")


def _read_table(data: bytes, separator: str) -> Imported:
    reader = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator)
    rows = [row for row in reader if any(cell.strip() for cell in row)]
    columns: list[str] = list(_COLUMNS[:2])
    first = 1
    if rows and "written" in (heads := [_HEADS.get(cell.strip().lower(), "") for cell in rows[0]]):
        columns, rows, first = heads, rows[1:], 2

    def make(row: Sequence[str]) -> Entry:
        values = {column: cell for column, cell in zip(columns, row, strict=False) if column}
        return _entry(values, values.pop("enabled", "yes").strip().lower() not in _NO)

    return _gathered((f"Row {n}", partial(make, row)) for n, row in enumerate(rows, first))


def _write_table(lexicon: Lexicon, separator: str) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for entry in lexicon:
        plain = {**dict.fromkeys(_COLUMNS, ""), **to_plain(entry), "case": entry.case.value}
        writer.writerow([*(plain[name] for name in _COLUMNS if name not in {"enabled", "note"}),
                         "yes" if entry.enabled else "no", entry.note])  # fmt: skip
    # Spreadsheets take a file without the mark for one of their own system's encoding.
    return text.getvalue().encode("utf-8-sig", "backslashreplace")


def _read_pls(data: bytes) -> Imported:
    return _gathered((place, partial(from_plain, plain)) for place, plain in decode_pls(data))


def _known(suffix: str) -> tuple[Callable[[bytes], Imported], Callable[[Lexicon], bytes]]:
    found = _FORMATS.get(suffix.lower())
    if not found:
        raise LexiconFileError(f"A lexicon cannot be a “{suffix}” file; choose one of {', '.join(_FORMATS)}.")
    return found


_FORMATS: Mapping[str, tuple[Callable[[bytes], Imported], Callable[[Lexicon], bytes]]] = {
    ".csv": (lambda data: _read_table(data, ","), lambda lexicon: _write_table(lexicon, ",")),
    ".tsv": (lambda data: _read_table(data, "\t"), lambda lexicon: _write_table(lexicon, "\t")),
    ".json": (_read_json, _write_json),
    ".pls": (_read_pls, lambda lexicon: encode_pls(map(to_plain, lexicon))),
}
FORMATS = tuple(_FORMATS)
"""Suffixes of files."""
