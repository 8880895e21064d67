"""Subtitles as cues: text, speaker and time, without formatting."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple

from studio.document.texts import one_line

if TYPE_CHECKING:
    from pysubs2 import SSAEvent


class Cue(NamedTuple):
    """One subtitle."""

    start: float
    """Seconds."""
    end: float
    text: str
    """On one line."""
    speaker: str = ""


class Cues(NamedTuple):
    """What a file has, in its own order."""

    cues: list[Cue]
    unread: int = 0
    """How many could not be read."""
    songs: int = 0
    """How many were left out as karaoke, which is sung."""


_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMES = re.compile(rf"\s*-?{_TIME}\s*-->\s*-?{_TIME}")
_ALMOST_TIMES = re.compile(r"\s*-?\d[\d:., ]*-->\s*-?\d")
_NUMBER = re.compile(r"\s*\d{1,9}\s*")
_TAG = re.compile(r"</?(?:i|b|u|s|em|strong|font|span|c|v|lang|ruby)\b[^<>]*>|<\d[\d:.]*>", re.IGNORECASE)
"""Only tags that there are: `<3` and `a < b` are text."""
_BREAK = re.compile(r"<br\s*/?>|\\N|\\n", re.IGNORECASE)
_RUBY = re.compile(r"<rt\b[^<>]*>.*?(?:</rt>|$)", re.IGNORECASE | re.DOTALL)
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>", re.IGNORECASE)
_OVERRIDE = re.compile(r"\{[^{}]*\}")
_ALIGNMENT = re.compile(r"\{\\[^{}]*\}")
_KARAOKE = re.compile(r"\{[^{}]*\\[kK][fot]?\d[^{}]*\}")
_EVENT = re.compile(
    r"(?:Dialogue|Comment):[^,]*,\s*-?\d+:\d+:\d+(?:[.,]\d+)?\s*,\s*-?\d+:\d+:\d+(?:[.,]\d+)?\s*(?:,[^,]*){6},"
)


def read_srt(text: str) -> Cues:
    """SubRip. Numbers of cues may be missing or wrong; a cue that is a number is kept."""
    lines = text.split("\n")
    stamps = [row for row, line in enumerate(lines) if _TIMES.match(line)]
    cues = []
    for number, row in enumerate(stamps):
        last = number + 1 == len(stamps)
        said = lines[row + 1 :] if last else lines[row + 1 : stamps[number + 1]]
        if not last and _is_number_of(number + 2, said):
            said = said[:-1]
        cues.append(_cue(lines[row], _ALIGNMENT.sub("", "\n".join(said))))
    return Cues(cues, unread=sum(1 for line in lines if _ALMOST_TIMES.match(line)) - len(stamps))


def read_vtt(text: str) -> Cues:
    """WebVTT. Notes, styles, regions and the names of cues are no text; `<v Name>` is the speaker."""
    cues, unread = [], 0
    for block in re.split(r"\n[ \t]*\n", text):
        lines = block.strip("\n").split("\n")
        row = next((row for row, line in enumerate(lines[:2]) if _TIMES.match(line)), None)
        if row is None:
            unread += "-->" in block and not block.lstrip().startswith(("NOTE", "WEBVTT"))
            continue
        said = "\n".join(lines[row + 1 :])
        voice = _VOICE.search(said)
        cue = _cue(lines[row], said)
        speaker = one_line(html.unescape(voice[1])) if voice else ""
        cues.append(cue._replace(text=one_line(html.unescape(cue.text)), speaker=speaker))
    return Cues(cues, unread)


def read_ass(text: str) -> Cues:
    """SubStation Alpha. Comments and drawings are no text; an event that is on several layers counts once."""
    from pysubs2 import SSAFile  # noqa: PLC0415 slow to import, and seldom needed

    lines = [line.strip() for line in text.split("\n")]
    events = [line for line in lines if line.startswith(("Dialogue:", "Comment:"))]
    good = [line for line in events if _EVENT.match(line)]
    old = any(line.startswith("[V4 Styles]") for line in lines)
    head = ["[Script Info]", "[V4 Styles]" if old else "[V4+ Styles]", "[Events]"]
    file = SSAFile.from_string("\n".join([*head, *good]), format_="ssa" if old else "ass")
    spoken = [event for event in file.events if event.is_text]
    songs = [event for event in spoken if _KARAOKE.search(event.text) or "karaoke" in event.effect.lower()]
    sung = set(map(id, songs))
    cues = dict.fromkeys(_event_cue(event) for event in spoken if id(event) not in sung)
    return Cues(list(cues), len(events) - len(good), len(songs))


def _cue(times: str, text: str) -> Cue:
    match = _TIMES.match(times)
    assert match
    groups = match.groups()
    text = _TAG.sub("", _RUBY.sub("", _BREAK.sub("\n", text)))
    return Cue(_seconds(*groups[:4]), _seconds(*groups[4:]), one_line(text))


def _event_cue(event: SSAEvent) -> Cue:
    text = _OVERRIDE.sub("", event.text).replace(r"\h", " ")
    return Cue(
        max(0, event.start) / 1000, max(0, event.end) / 1000, one_line(_BREAK.sub("\n", text)), one_line(event.name)
    )


def _seconds(hours: str | None, minutes: str, seconds: str, fraction: str) -> float:
    return round(int(hours or 0) * 3600 + int(minutes) * 60 + float(f"{seconds}.{fraction}"), 3)


def _is_number_of(number: int, said: list[str]) -> bool:
    """Whether the last of the lines before a time is the number of the cue that follows, rather than text."""
    if not said or not _NUMBER.fullmatch(said[-1]):
        return False
    return int(said[-1]) == number or (len(said) > 1 and not said[-2].strip())
