"""Reading a written file back before it gets its name."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from engines.audio.formats import FileFormat
from engines.audio.levels import Measured, Target, measure
from engines.audio.reading import open_sound
from engines.errors import AudioFileError
from engines.types import FloatArray

_HEARD = -60.0
"""dBTP, under which a file counts as silent."""
_AAC_PADDING = 4096
"""Samples: the last frame is filled up, and not every reader knows how far."""
_OFF = 1.5
"""dB that the level of a lossy file may differ from that of the sound it was made of."""


class VerificationError(AudioFileError):
    """A file that was just written is not what it should be."""


def verify(
    path: Path,
    *,
    file_format: FileFormat,
    rate: int,
    channels: int,
    length: int,
    target: Target,
    wanted: Measured,
    check: Callable[[float], None],
) -> Measured:
    """Decode a file and compare it with what it was made of.

    Parameters
    ----------
    length
        Samples of a channel.
    wanted
        What the sound measured before it was encoded.
    check
        Told the share that is done; may raise to give up.

    Returns
    -------
    What the file measures.

    Raises
    ------
    VerificationError
        It cannot be decoded, is shorter or longer, or silent.
    """
    try:
        opened = open_sound(path)
    except AudioFileError as error:
        raise VerificationError(_not_whole()) from error
    if (opened.rate, opened.channels) != (rate, channels):
        opened.blocks.close()
        raise VerificationError(_not_whole())
    frames = 0

    def first_channel() -> Iterator[FloatArray]:
        nonlocal frames
        with closing(opened.blocks):
            for block in opened.blocks:
                frames += len(block)
                check(min(1.0, frames / max(1, length)))
                yield block[:, 0]

    found = measure(first_channel(), rate, channels, target)
    longest = length + (_AAC_PADDING if file_format.needs_av else 0)
    if not length <= frames <= longest:
        raise VerificationError(_not_whole())
    if found.true_peak < _HEARD:
        text = QCoreApplication.translate("Export", "Nothing can be heard in it; make its lines again.")
        raise VerificationError(text)
    if math.isfinite(wanted.loudness) and abs(found.loudness - wanted.loudness) > _OFF:
        raise VerificationError(_not_whole())
    return found


def _not_whole() -> str:
    return QCoreApplication.translate(
        "Export", "The file was not whole when it was read back; check the disk and try again."
    )
