"""Writing one file of an export from finished takes: levelled, encoded, read back, and only then given its name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from engines.audio.encoding import open_encoder
from engines.audio.formats import Tags
from engines.audio.levels import Change, Measured, Target, apply, measure, settle
from engines.models.disk import sha256_of
from engines.text.markup import parse
from engines.types import FloatArray
from studio.document.texts import one_line
from studio.export.arrange import Arrangement, Piece, ReadTake, arrange, sound
from studio.export.plan import ExportItem, ExportMode
from studio.export.publish import explained, publish, target, unfinished, write_text
from studio.export.sidecars import content, said
from studio.export.verify import verify

_KEPT_SECONDS = 120
_LONGEST_TAG = 200
_LEVELLING, _ENCODING = 0.4, 0.85
"""Shares of the work after which the level is known, and the file is encoded; reading it back is the rest."""
_CODEC_TRIES = 5
_CODEC_MARGIN = 0.2
"""dB: peaks that a codec makes are hardly ever the same twice."""
_CODEC_CLOSE = 0.1
"""LU by which a lossy file may miss its target."""

Progress = Callable[[float], None]
"""Told the share that is done, many times a second; raises to give up."""


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """A line of a file."""

    number: int
    """In the script."""
    text: str
    """As spoken."""
    member: str
    voice: str
    start: float
    """Seconds in the file."""
    end: float
    unspoken: tuple[str, ...] = ()
    """Pieces of its text that no voice can say."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written, read back and found whole."""

    file: Path
    sha256: str
    size: int
    """Bytes."""
    seconds: float
    rate: int
    channels: int
    loudness: float | None
    """Integrated, LUFS; None where it is too short or silent."""
    true_peak: float
    """dBTP."""
    lines: tuple[SpokenLine, ...] = ()
    sidecars: tuple[Path, ...] = ()


def write_item(
    item: ExportItem, parts: tuple[Piece, ...], read: ReadTake, progress: Progress, *, owner: str = "studio"
) -> Written | None:
    """Write a file and what goes beside it.

    Returns None when one of that name appeared meanwhile and is to stay. A cancel or an error leaves nothing behind.

    Parameters
    ----------
    parts
        What is said in it, in order.
    owner
        Whose unfinished files those are; see `studio.export.publish.unfinished`.

    Raises
    ------
    AudioFileError
        If a take cannot be read, or the file cannot be written or is not whole; `DiskFullError` when there is no room.
    """
    options = item.options
    with explained(item.file.parent):
        item.file.parent.mkdir(parents=True, exist_ok=True)
        if target(item.file, options.existing) is None:
            return None
        arrangement = arrange(parts, options)
        with unfinished(item.file.parent, owner) as part:
            measured = _encode(item, arrangement, read, part, progress)
            digest, size = sha256_of(part), part.stat().st_size
            file = publish(part, item.file, options.existing)
        if file is None:
            return None
    beside = []
    for kind in options.sidecars:
        # Beside a file that was replaced, so are these.
        name = file.with_name(file.name[: -len(options.file_format.suffix)] + kind.suffix)
        if text := write_text(name, content(kind, arrangement), options.existing, owner, kind.suffix):
            beside.append(text)
    return Written(
        file,
        digest,
        size,
        arrangement.length / options.rate,
        options.rate,
        options.channels,
        None if measured.short or math.isinf(measured.loudness) else round(measured.loudness, 2),
        round(measured.true_peak, 2),
        _lines(arrangement),
        tuple(beside),
    )


def provenance(voices: str) -> str:
    """Says that speech is synthetic, for the comment of a file and for lists."""
    try:
        number = version("timbre-studio")
    except PackageNotFoundError:
        number = ""
    program = f"Timbre Studio {number}".strip()
    text = QCoreApplication.translate("Export", "Synthetic speech, made with {0} (voice: {1}).")
    return text.format(program, voices)


def _encode(item: ExportItem, arrangement: Arrangement, read: ReadTake, part: Path, progress: Progress) -> Measured:
    """Write the sound to a file; a lossy one again, where the codec has changed its level or its peaks too much."""
    goal, lossy = item.options.target, item.options.file_format.lossy
    source = _Source(arrangement, read)
    louder = lower = 0.0
    for attempt in range(_CODEC_TRIES if lossy else 1):
        # How often it will be, nobody knows: each time takes half of what is left.
        steps = _Steps(progress, 1.0 - 0.5**attempt, 1.0 - 0.5 ** (attempt + 1) if lossy else 1.0)
        wanted, found = _attempt(item, source, part, steps, louder, lower)
        # What the rule for short clips keeps from the target is no fault of the codec.
        missed = wanted.level - louder - found.level if goal.level is not None and math.isfinite(found.level) else 0.0
        over = found.true_peak - goal.ceiling
        if abs(missed) <= _CODEC_CLOSE and over <= 0.0:
            break
        louder += missed
        lower += max(0.0, over + _CODEC_MARGIN) if over > 0.0 else 0.0
    progress(1.0)
    return found


def _attempt(
    item: ExportItem, source: _Source, part: Path, steps: _Steps, louder: float, lower: float
) -> tuple[Measured, Measured]:
    """Encode once; returns what was to be, and what the file measures."""
    options = item.options
    rate, channels = options.rate, options.channels

    def blocks(first: float, last: float) -> Iterator[FloatArray]:
        return source.blocks(lambda share: steps.tell(first + (last - first) * share))

    if options.target is Target.AS_MADE and not options.file_format.clips:
        change, wanted = Change(), measure(blocks(0.0, _LEVELLING), rate, channels, options.target)
    else:
        change, wanted = settle(
            lambda: blocks(0.0, _LEVELLING), rate, channels, options.target, louder=louder, lower=lower
        )
    with (
        part.open("w+b") as file,
        open_encoder(file, options.file_format, rate, channels, _tags(item, source.arrangement)) as encoder,
    ):
        for block in apply(change, blocks(_LEVELLING, _ENCODING), rate):
            encoder.write(block)
    found = verify(
        part,
        file_format=options.file_format,
        rate=rate,
        channels=channels,
        length=source.arrangement.length,
        target=options.target,
        wanted=wanted,
        check=lambda share: steps.tell(_ENCODING + (1.0 - _ENCODING) * share),
    )
    return wanted, found


class _Source:
    """The sound of a file, to be gone through several times; kept where that takes little memory."""

    def __init__(self, arrangement: Arrangement, read: ReadTake) -> None:
        self.arrangement = arrangement
        self._read = read
        self._kept: list[FloatArray] | None = None

    def blocks(self, check: Progress) -> Iterator[FloatArray]:
        if self._kept is None:
            made = sound(self.arrangement, self._read, check)
            if self.arrangement.length > _KEPT_SECONDS * self.arrangement.rate:
                yield from made
                return
            self._kept = list(made)
        for number, block in enumerate(self._kept):
            check(number / len(self._kept))
            yield block


class _Steps:
    """Progress that never goes back, though some of the work may be done twice."""

    def __init__(self, progress: Progress, start: float, end: float) -> None:
        self._progress = progress
        self._start = self._most = start
        self._span = end - start

    def tell(self, share: float) -> None:
        self._most = max(self._most, self._start + self._span * share)
        self._progress(self._most)


def _tags(item: ExportItem, arrangement: Arrangement) -> Tags:
    members = dict.fromkeys(placed.piece.line.member for placed in arrangement.placed if placed.piece.line.member)
    voices = dict.fromkeys(placed.piece.take.delivery.voice for placed in arrangement.placed)
    chapters = arrangement.chapters if item.options.mode is ExportMode.JOINED else ()
    return Tags(
        one_line(parse(item.title).text)[:_LONGEST_TAG],
        ", ".join(members)[:_LONGEST_TAG],
        item.project,
        provenance(", ".join(voices)),
        chapters,
    )


def _lines(arrangement: Arrangement) -> tuple[SpokenLine, ...]:
    return tuple(
        SpokenLine(
            spoken.placed.piece.number,
            spoken.text,
            spoken.member,
            spoken.placed.piece.take.delivery.voice,
            round(spoken.start, 4),
            round(spoken.end, 4),
            spoken.placed.piece.take.unspoken,
        )
        for spoken in said(arrangement, whole=True)
    )
