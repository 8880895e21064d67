"""What is said in a file and when, as subtitles, text or labels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from engines.text.markup import parse
from studio.document.takes import Take
from studio.export.arrange import Arrangement, Placed
from studio.export.plan import Sidecar

_WIDEST = 84
"""Columns of a subtitle: two lines of 42, or of 21 wide characters. A longer line is told in several."""
_GAP_BEFORE_MARK = re.compile(r"\s+(?=[.,!?;:…，。！？；：](?:\s|$))")
"""What a character leaves that no voice can say."""
_STOPS, _HALTS = ".!?…。！？", ",;:，；：、—"


class Said(NamedTuple):
    """A stretch of speech."""

    start: float
    """Seconds in the file."""
    end: float
    text: str
    member: str
    placed: Placed
    """The line that it belongs to."""


def said(arrangement: Arrangement, *, whole: bool = False) -> list[Said]:
    """All that can be heard, as it was spoken: the text of the takes, without markup and what no voice can say.

    Parameters
    ----------
    whole
        One stretch a line, however long it is.
    """
    result: list[Said] = []
    for placed in arrangement.placed:
        start, end = placed.start / arrangement.rate, placed.end / arrangement.rate
        member = placed.piece.line.member
        cuts = [] if whole else _cuts(placed)
        edges = [(0, start), *((at, start + seconds) for at, seconds in cuts), (None, end)]
        text = parse(placed.piece.take.delivery.text).text
        for (first, begin), (last, stop) in pairwise(edges):
            if spoken := _spoken(text[first:last], placed.piece.take):
                result.append(Said(begin, stop, spoken, member, placed))
    return result


def content(kind: Sidecar, arrangement: Arrangement) -> str:
    """The whole text of a file."""
    return _WRITERS[kind](arrangement)


def _srt(arrangement: Arrangement) -> str:
    cues = enumerate(said(arrangement), 1)
    return "".join(f"{n}\n{_time(s.start, ',')} --> {_time(s.end, ',')}\n{s.text}\n\n" for n, s in cues)


def _vtt(arrangement: Arrangement) -> str:
    return "WEBVTT\n\n" + "".join(
        f"{_time(s.start, '.')} --> {_time(s.end, '.')}\n{_voice(s.member)}{_escaped(s.text)}\n\n"
        for s in said(arrangement)
    )


def _text(arrangement: Arrangement) -> str:
    return "".join(f"{s.member}: {s.text}\n" if s.member else f"{s.text}\n" for s in said(arrangement, whole=True))


def _labels(arrangement: Arrangement) -> str:
    return "".join(
        f"{s.start:.6f}\t{s.end:.6f}\t{s.member + ': ' if s.member else ''}{s.text}\n"
        for s in said(arrangement, whole=True)
    )


_WRITERS: Mapping[Sidecar, Callable[[Arrangement], str]] = {
    Sidecar.SRT: _srt,
    Sidecar.VTT: _vtt,
    Sidecar.TEXT: _text,
    Sidecar.LABELS: _labels,
}


def _time(seconds: float, point: str) -> str:
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{point}{thousandths:03}"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _voice(member: str) -> str:
    return f"<v {_escaped(member)}>" if member else ""


def _spoken(text: str, take: Take) -> str:
    for piece in take.unspoken:
        text = text.replace(piece, " ", 1)  # each is listed as often as it occurs
    return _GAP_BEFORE_MARK.sub("", " ".join(text.split()))


def _cuts(placed: Placed) -> list[tuple[int, float]]:
    """Where a long line is divided: characters of its plain text, and seconds from its start."""
    take = placed.piece.take
    markup = parse(take.delivery.text)
    # A subtitle begins where a word is heard for the first time.
    words = sorted({markup.plain_at(mark.text[0]): mark.start for mark in reversed(take.marks)}.items())
    return list(_divided(markup.text, 0, words))


def _divided(text: str, offset: int, words: Sequence[tuple[int, float]]) -> Iterator[tuple[int, float]]:
    inside = [(at, seconds) for at, seconds in words if offset < at < offset + len(text)]
    if _width(text) <= _WIDEST or not inside:
        return
    middle = _width(text) / 2
    best = min(inside, key=lambda word: abs(_width(text[: word[0] - offset]) - middle) - _ease(text, word[0] - offset))
    cut = best[0] - offset
    yield from _divided(text[:cut], offset, words)
    yield best
    yield from _divided(text[cut:], best[0], words)


def _ease(text: str, at: int) -> float:
    """How many columns a place may be from the middle to be as good as one between two words."""
    before = text[:at].rstrip().rstrip("”’\"')]）」』")[-1:]
    return _WIDEST / 3 if before and before in _STOPS else _WIDEST / 5 if before and before in _HALTS else 0.0


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
