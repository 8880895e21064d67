"""Scripts that are tables: comma- or tab-separated values, with a role for each column."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from engines.prosody.presets import Presets
from studio.document.emotions import in_words
from studio.document.pieces import Oddity, Piece
from studio.document.script import SPEED_RANGE
from studio.document.texts import one_line
from studio.document.times import parse_time


class Role(Enum):
    """What a column says about a line."""

    TEXT = "text"
    MEMBER = "member"
    START = "start"
    END = "end"
    LENGTH = "length"
    VOICE = "voice"
    LANGUAGE = "language"
    EMOTION = "emotion"
    SPEED = "speed"


Columns = tuple[Role | None, ...]
"""The role of each column; None for one that is not used."""

_NAMES: Mapping[Role, str] = {
    Role.TEXT: "text|line|lines|dialogue|dialog|subtitle|caption|transcript|sentence|content|translation|target|"
    "台词|文本|文字|字幕|内容|句子|台詞|テキスト|セリフ|字幕文|texte|texto|testo|zeile",
    Role.MEMBER: "speaker|character|actor|cast|name|role|who|member|说话人|角色|人物|演员|話者|キャラクター|personnage|"
    "personaje|personagem|personaggio|sprecher",
    Role.START: "start|begin|from|in|in time|start time|time in|tc in|timecode in|开始|开始时间|起始|開始|début|inicio|"
    "início|inizio|anfang",
    Role.END: "end|to|out|out time|end time|time out|tc out|timecode out|结束|结束时间|終了|fin|fim|fine|ende",
    Role.LENGTH: "duration|length|时长|長さ|durée|duración|duração|durata|dauer",
    Role.VOICE: "voice|声音|音色|ボイス|voix|voz|voce|stimme",
    Role.LANGUAGE: "language|lang|locale|语言|言語|langue|idioma|lingua|sprache",
    Role.EMOTION: "emotion|mood|style|情绪|情感|感情|émotion|emoción|emoção|emozione",
    Role.SPEED: "speed|rate|语速|速度|vitesse|velocidad|velocidade|velocità",
}
_MILLISECONDS = re.compile(r"\bms\b|milli|毫秒|ミリ秒", re.IGNORECASE)
_DELIMITERS = ",;\t|"
_SAMPLE = 200
"""Rows from which columns are guessed."""
_MOST_COLUMNS = 200
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as texts, and what is known of the columns."""

    rows: tuple[tuple[str, ...], ...]
    delimiter: str
    has_header: bool
    columns: Columns

    @property
    def titles(self) -> tuple[str, ...]:
        """The header, as wide as the table; empty where there is none."""
        header = self.rows[0] if self.has_header else ()
        return tuple(one_line(header[at]) if at < len(header) else "" for at in range(len(self.columns)))


def read_table(text: str, suffix: str) -> Table:
    """Separate the values, and guess what the columns are.

    Values may be quoted and may then have line breaks. The separator is the one that gives the most even rows.
    """
    delimiter = "\t" if suffix == ".tsv" else ""
    first, _, rest = text.partition("\n")
    if match := re.fullmatch(r'"?sep=(.)"?\s*', first, re.IGNORECASE):  # as spreadsheets write it
        delimiter, text = match[1], rest
    delimiter = delimiter or _likeliest(text)
    rows = tuple(row for row in _rows(text, delimiter) if any(cell.strip() for cell in row))
    by_name = _by_name(rows[0]) if rows else ()
    has_header = any(by_name) and all(len(cell) < _LONGEST_NAME and not _is_time(cell) for cell in rows[0])
    width = max((len(row) for row in rows[:_SAMPLE]), default=0)
    columns = by_name if has_header else ()
    columns = _completed((*columns, *[None] * (width - len(columns))), rows[1:] if has_header else rows)
    return Table(rows, delimiter, has_header, columns)


def pieces_of(table: Table, columns: Columns, presets: Presets | None = None) -> list[Piece]:
    """A piece for each row below the header; `presets` are the emotions that it may name."""
    titles = table.titles
    unit: dict[Role | None, float] = {
        role: 0.001 if at < len(titles) and _MILLISECONDS.search(titles[at]) else 1.0
        for at, role in enumerate(columns)
        if role in (Role.START, Role.END, Role.LENGTH)
    }
    return [_piece(row, columns, unit, table.delimiter, presets) for row in table.rows[table.has_header :]]


def _piece(
    row: Sequence[str],
    columns: Columns,
    unit: Mapping[Role | None, float],
    delimiter: str,
    presets: Presets | None,
) -> Piece:
    cells: dict[Role, str] = {}
    for role, cell in zip(columns, row, strict=False):
        if role and cell.strip():
            cells[role] = cells[role] + "\n" + cell if role in cells else cell
    odd: list[Oddity] = []
    times: dict[Role, float | None] = {}
    for role in (Role.START, Role.END, Role.LENGTH):
        time = parse_time(cells[role]) if role in cells else None
        times[role] = None if time is None else round(time * unit[role], 3)
        if role in cells and time is None and Oddity.NO_TIME not in odd:
            odd.append(Oddity.NO_TIME)
    start, end, length = times[Role.START], times[Role.END], times[Role.LENGTH]
    if end is None and start is not None and length is not None:
        end = round(start + length, 3)
    feeling = one_line(cells.get(Role.EMOTION, ""))
    emotion = in_words(feeling, presets)
    speed = _number(cells.get(Role.SPEED, ""))
    is_fast_or_slow = speed is not None and SPEED_RANGE[0] <= speed <= SPEED_RANGE[1]
    if (feeling and emotion is None) or (Role.SPEED in cells and not is_fast_or_slow):
        odd.append(Oddity.BAD_VALUE)
    text = one_line(cells.get(Role.TEXT, ""))
    if not text:
        odd = [Oddity.EMPTY]
    return Piece(
        text,
        delimiter.join(row),
        start,
        end,
        one_line(cells.get(Role.MEMBER, "")),
        voice=cells.get(Role.VOICE, "").strip(),
        language=cells.get(Role.LANGUAGE, "").strip(),
        emotion=emotion,
        speed=speed if is_fast_or_slow else None,
        odd=tuple(odd),
    )


def _rows(text: str, delimiter: str) -> list[tuple[str, ...]]:
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    try:
        return [tuple(row[:_MOST_COLUMNS]) for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)]
    except csv.Error:  # a quote that is never closed, or the like: every line is a row
        return [tuple(line.split(delimiter)[:_MOST_COLUMNS]) for line in text.split("\n")]


def _likeliest(text: str) -> str:
    sample = "\n".join(text.split("\n", _SAMPLE)[:_SAMPLE])

    def evenness(delimiter: str) -> tuple[float, int]:
        widths = [len(row) for row in _rows(sample, delimiter) if row]
        usual = max(set(widths), key=widths.count, default=1)
        return (widths.count(usual) / len(widths) if usual > 1 else 0.0), usual

    return max(_DELIMITERS, key=evenness)


def _by_name(header: Sequence[str]) -> Columns:
    roles: list[Role | None] = []
    for cell in header:
        name = re.sub(r"[_\-\s.:]+", " ", re.sub(r"[(\[（].*", "", cell)).strip().lower()
        name = re.sub(r"\s*\b(?:ms|s|sec|seconds|milliseconds)$", "", name)
        role = next((role for role, names in _NAMES.items() if name in names.split("|")), None)
        roles.append(None if role in roles else role)
    return tuple(roles)


def _completed(columns: Columns, rows: Sequence[Sequence[str]]) -> Columns:
    """Find the text, the times and the speakers among the columns without a role."""
    if Role.TEXT in columns:
        return columns
    sample = rows[:_SAMPLE]
    cells = {
        at: [row[at].strip() for row in sample if at < len(row) and row[at].strip()]
        for at, role in enumerate(columns)
        if role is None
    }
    roles = list(columns)
    timed = [at for at, values in cells.items() if values and all(map(_is_time, values))]
    for at, role in zip(timed, (Role.START, Role.END), strict=False):
        if role not in roles:
            roles[at] = role
    others = {
        at: values
        for at, values in cells.items()
        if values and at not in timed and any(char.isalpha() for value in values for char in value)
    }
    text = max(others, key=lambda at: sum(map(len, others[at])), default=None)
    if text is None:
        return tuple(roles)
    roles[text] = Role.TEXT
    # Few different short words, again and again, are names.
    for at, values in others.items():
        is_short = max(map(len, values)) < _LONGEST_NAME
        if at != text and Role.MEMBER not in roles and is_short and len(set(values)) * 2 <= len(values):
            roles[at] = Role.MEMBER
    return tuple(roles)


def _is_time(cell: str) -> bool:
    return ":" in cell and parse_time(cell) is not None


def _number(text: str) -> float | None:
    try:
        return float(text.strip().rstrip("x×").replace(",", "."))
    except ValueError:
        return None
