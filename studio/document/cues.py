"""Subtitles as pieces: text, speaker and time, with the formatting taken off, and what is odd about each."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from studio.document.pieces import Oddity, Piece
from studio.document.texts import one_line

if TYPE_CHECKING:
    from pysubs2 import SSAEvent

_TIME = r"(-)?(?:(\d{1,4})[:：])?(\d{1,2})[:：](\d{1,2})(?:[.,:，．：](\d{1,3}))?"
_ARROW = r"\s*(?:-{1,3}\s*>|→|—>|–>)\s*"
_TIMES = re.compile(rf"\s*{_TIME}{_ARROW}{_TIME}")
_ALMOST_TIMES = re.compile(r"\s*-?\d[\w:.,]*[:.,]\w*\s*-->|\s*\S{1,20}\s*-->\s*-?\d{1,4}:\d")
"""A line that would be one of times if it were whole."""
_NUMBER = re.compile(r"\s*[#№]?\d{1,9}[.)]?\s*")
_TAG = re.compile(r"</?(?:i|b|u|s|em|strong|font|span|c|v|lang|ruby)\b[^<>]*>|<\d[\d:.]*>", re.IGNORECASE)
"""Only tags that there are: `<3` and `a < b` are text."""
_ENTITY = re.compile(r"&(?:[A-Za-z]{2,8}|#\d{1,6}|#[xX][\dA-Fa-f]{1,5});")
_BREAK = re.compile(r"<br\s*/?>|\\N|\\n", re.IGNORECASE)
_RUBY = re.compile(r"<rt\b[^<>]*>.*?(?:</rt>|$)", re.IGNORECASE | re.DOTALL)
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>", re.IGNORECASE)
_OVERRIDE = re.compile(r"\{[^{}]*\}")
_ALIGNMENT = re.compile(r"\{\\[^{}]*\}")
_KARAOKE = re.compile(r"\{[^{}]*\\[kK][fot]?\d[^{}]*\}")
_DIALOGUE = re.compile(r"\s*[-–—]\s*\S.*\n\s*[-–—]\s*\S")
"""Two lines of a subtitle that each begin with a dash."""

_EVENT_FIELDS = ("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text")
_EVENT_TIME = re.compile(r"\s*-?\d+:\d+:\d+(?:[.,:]\d+)?\s*")


def looks_like(text: str) -> str:
    """The suffix of the kind of subtitles that a text is, whatever its file is called; empty when it is none."""
    start = text.lstrip()[:4096]
    if start.startswith("WEBVTT"):
        return ".vtt"
    if re.search(r"^\[(?:Script Info|Events|V4\+? Styles)\]", start, re.MULTILINE | re.IGNORECASE):
        return ".ass"
    return ".srt" if any(map(_TIMES.match, start.split("\n"))) else ""


def read_srt(text: str) -> list[Piece]:
    """SubRip. Numbers of subtitles may be missing or wrong; a subtitle that says a number is kept."""
    lines = text.split("\n")
    stamps = [row for row, line in enumerate(lines) if _TIMES.match(line) or _ALMOST_TIMES.match(line)]
    pieces: list[Piece] = []
    numbers: list[int | None] = [_number(lines[: stamps[0]], 1, first=True)] if stamps else []
    for at, row in enumerate(stamps):
        last = at + 1 == len(stamps)
        said = lines[row + 1 :] if last else lines[row + 1 : stamps[at + 1]]
        if not last:
            number = _number(said, at + 2)
            numbers.append(number)
            if number is not None:
                said = said[:-1]
        pieces.append(_piece(lines[row], "\n".join(said).strip("\n")))
    return list(_numbered(pieces, numbers))


def read_vtt(text: str) -> list[Piece]:
    """WebVTT. Notes, styles, regions and the names of subtitles are no text; `<v Name>` is the speaker."""
    pieces: list[Piece] = []
    for block in re.split(r"\n[ \t]*\n", text):
        lines = block.strip("\n").split("\n")
        row = next((row for row, line in enumerate(lines[:2]) if _TIMES.match(line)), None)
        if row is None:
            row = next((row for row, line in enumerate(lines[:2]) if _ALMOST_TIMES.match(line)), None)
        if row is None or block.lstrip().startswith(("NOTE", "STYLE", "REGION")):
            if "-->" in block and not block.lstrip().startswith(("NOTE", "WEBVTT", "STYLE", "REGION")):
                pieces.append(Piece("", block.strip(), odd=(Oddity.UNREAD,)))
            continue
        pieces += _by_voice(_piece(lines[row], "\n".join(lines[row + 1 :])))
    return pieces


def read_ass(text: str) -> list[Piece]:
    """SubStation Alpha. Comments and drawings are no text; an event that is on several layers counts once."""
    from pysubs2 import SSAFile  # noqa: PLC0415 slow to import, and seldom needed

    lines = [line.strip() for line in text.split("\n")]
    old = any(line.lower().startswith("[v4 styles]") for line in lines)
    head = ["[Script Info]", "[V4 Styles]" if old else "[V4+ Styles]", "[Events]"]
    events = list(_events(lines))
    whole = [line for line, is_whole in events if is_whole]
    file = SSAFile.from_string("\n".join([*head, *whole]), format_="ssa" if old else "ass")
    read = iter(file.events)
    pieces = [_event(next(read)) if is_whole else _broken_event(line) for line, is_whole in events]
    seen: set[tuple[object, ...]] = set()
    for at, piece in enumerate(pieces):
        said = piece.text, piece.speaker, piece.start, piece.end
        if not piece.is_left_out and piece.start is not None and said in seen:
            pieces[at] = replace(piece, odd=(*piece.odd, Oddity.LAYER))
        seen.add(said)
    return pieces


def plain(raw: str) -> str:
    """The text of SubRip or WebVTT on one line, without tags."""
    text = _TAG.sub("", _RUBY.sub("", _BREAK.sub("\n", _ALIGNMENT.sub("", raw))))
    return one_line(_ENTITY.sub(lambda match: html.unescape(match[0]), text))


def _piece(times: str, raw: str) -> Piece:
    """A subtitle from the line of its times and the lines below."""
    text = plain(raw)
    odd = list(_odd_text(text, raw))
    match = _TIMES.match(times)
    if match is None:
        return Piece(text, raw, odd=(*odd, Oddity.NO_TIME) if text else tuple(odd))
    groups = match.groups()
    return Piece(text, raw, _seconds(*groups[:5]), _seconds(*groups[5:]), odd=tuple(odd))


def _odd_text(text: str, raw: str) -> Iterator[Oddity]:
    if not text:
        yield Oddity.EMPTY
    elif text.isdecimal():
        yield Oddity.ONLY_NUMBER
    elif _DIALOGUE.match(_TAG.sub("", _BREAK.sub("\n", raw))):
        yield Oddity.DIALOGUE


def _numbered(pieces: list[Piece], numbers: list[int | None]) -> Iterator[Piece]:
    """Note which numbers are missing, where most are there, and which occur again."""
    often = {number for number, count in Counter(numbers).items() if count > 1 and number is not None}
    most = sum(number is not None for number in numbers) * 2 > len(numbers)
    seen: set[int] = set()
    for piece, number in zip(pieces, numbers, strict=True):
        odd = piece.odd
        if number is None and most:
            odd = (*odd, Oddity.NO_NUMBER)
        elif number in often and number in seen:
            odd = (*odd, Oddity.REPEATED_NUMBER)
        if number is not None:
            seen.add(number)
        yield replace(piece, odd=odd)


def _number(said: list[str], number: int, *, first: bool = False) -> int | None:
    """The number of the subtitle that follows some lines; None if their last is text, even if that is a number."""
    if not said or not _NUMBER.fullmatch(said[-1]):
        return None
    found = int(re.sub(r"\D", "", said[-1]))
    return found if first or found == number or (len(said) > 1 and not said[-2].strip()) else None


def _by_voice(piece: Piece) -> list[Piece]:
    """A subtitle of WebVTT for each of its voices, which share its time in proportion to what they say."""
    starts = [match.start() for match in _VOICE.finditer(piece.raw)]
    cuts = sorted({0, *starts, len(piece.raw)})
    parts = []
    for cut, until in pairwise(cuts):
        raw = piece.raw[cut:until]
        voice = _VOICE.match(raw)
        text = plain(raw)
        if text:
            parts.append((text, raw.strip(), one_line(html.unescape(voice[1])) if voice else ""))
    if len(parts) < 2 or piece.start is None or piece.end is None:
        return [replace(piece, speaker=next((name for _, _, name in parts if name), ""))]
    total = sum(len(text) for text, _, _ in parts)
    begin, pieces = piece.start, []
    for text, raw, name in parts:
        end = begin + (piece.end - piece.start) * len(text) / total
        pieces.append(replace(piece, text=text, raw=raw, speaker=name, start=round(begin, 3), end=round(end, 3)))
        begin = end
    return pieces


def _events(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """The events of a file in the usual order of fields, and whether they are whole; others are as they are."""
    fields: tuple[str, ...] = _EVENT_FIELDS
    in_events = False
    for line in lines:
        if line.startswith("["):
            in_events = line.lower().startswith("[events]")
        elif in_events and line.lower().startswith("format:"):
            fields = tuple(field.strip().lower() for field in line[7:].split(","))
        elif line.startswith(("Dialogue:", "Comment:")):
            kind, _, rest = line.partition(":")
            values = dict(zip(fields, rest.split(",", len(fields) - 1), strict=False))
            whole = "text" in values and all(_EVENT_TIME.fullmatch(values.get(edge, "")) for edge in ("start", "end"))
            usual = ",".join(values.get(field, "0" if "margin" in field else "").strip() for field in _EVENT_FIELDS[1:])
            yield (f"{kind}: {_layer(values)},{usual}", True) if whole else (line, False)


def _layer(values: dict[str, str]) -> str:
    first = values.get("layer") or values.get("marked") or "0"
    return first.strip()


def _event(event: SSAEvent) -> Piece:
    raw = event.text
    text = one_line(_BREAK.sub("\n", _OVERRIDE.sub("", raw).replace(r"\h", " ")))
    odd = list(_odd_text(text, raw))
    if event.is_comment:
        odd = [Oddity.COMMENT]
    elif event.is_drawing:
        odd = [Oddity.DRAWING]
    elif _KARAOKE.search(raw) or "karaoke" in event.effect.lower():
        odd = [Oddity.SONG]
    start, end = max(0, event.start) / 1000, max(0, event.end) / 1000
    return Piece(text, raw, start, end, one_line(event.name), event.style, odd=tuple(odd))


def _broken_event(line: str) -> Piece:
    """An event whose times cannot be read: its text is kept where it can be found."""
    kind, _, rest = line.partition(":")
    values = rest.split(",", len(_EVENT_FIELDS) - 1)
    if kind != "Dialogue" or len(values) < len(_EVENT_FIELDS):
        return Piece("", line, odd=(Oddity.UNREAD if kind == "Dialogue" else Oddity.COMMENT,))
    text = one_line(_BREAK.sub("\n", _OVERRIDE.sub("", values[-1]).replace(r"\h", " ")))
    odd = (Oddity.NO_TIME,) if text else (Oddity.EMPTY,)
    return Piece(text, values[-1], speaker=values[4].strip(), style=values[3].strip(), odd=odd)


def _seconds(sign: str | None, hours: str | None, minutes: str, seconds: str, fraction: str | None) -> float:
    """A time; one before the beginning is the beginning."""
    if sign:
        return 0.0
    return round(int(hours or 0) * 3600 + int(minutes) * 60 + float(f"{int(seconds)}.{fraction or 0}"), 3)
