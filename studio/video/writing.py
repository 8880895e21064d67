"""Files made of a video and the speech over it. For use off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication

from engines.audio.pcm import PcmEncoder, SampleFormat
from engines.audio.wav import WavWriter, wav_header
from engines.errors import AudioFileError
from engines.media.muxing import Track, check_copy, mux, suffix_for
from engines.media.sound import sound_blocks
from studio.export.plan import OnExisting
from studio.export.publish import explained, publish, unfinished
from studio.video.mix import RATE, Mix, Sources, written

OWNER = "video"
_FORMAT = SampleFormat.PCM_24
_MOST_WAV_BYTES = 0xFFFFFFFF - 4096
_READING_BACK = 0.9
"""Share of the work after which a file is written; the rest is looking whether it is whole."""

Tell = Callable[[float], None]


def write_sound(file: Path, mix: Mix, sources: Sources, seconds: float, tell: Tell) -> Path:
    """Write the mix as WAV: stereo, 24 bits, 48 kHz, as long as the video, limited to -1 dBTP.

    The file takes its name, and that of an older one, only when it is whole.

    Raises
    ------
    TimbreError
        The file cannot be written, or the video or a take cannot be read.
    """
    width = 2 * _FORMAT.width
    if seconds * RATE * width > _MOST_WAV_BYTES:
        raise AudioFileError(
            QCoreApplication.translate(
                "Video", "A WAV file ends at 4 GiB, which this mix would pass: write it into a copy of the video."
            )
        )
    encoder = PcmEncoder(RATE, RATE, _FORMAT)
    with explained(file.parent), unfinished(file.parent, OWNER) as part:
        with part.open("wb") as target:
            target.write(wav_header(_FORMAT, RATE, 0, 2))
            size = 0
            for block in written(mix, sources, seconds, tell):
                size += target.write(encoder.encode(np.ascontiguousarray(block).reshape(-1)))
            target.seek(0)
            target.write(wav_header(_FORMAT, RATE, size // width, 2))
        _named(part, file)
    return file


def write_video(source: Path, file: Path, track: Track, mix: Mix, sources: Sources, seconds: float, tell: Tell) -> Path:
    """Write a copy of the video with the mix as its first sound; its picture is copied as it is.

    Raises
    ------
    TimbreError
        The file cannot be written, the video or a take cannot be read, or the copy is the video itself.
    """
    if file.exists() and file.samefile(source):
        raise AudioFileError(
            QCoreApplication.translate("Video", "This is the video itself: give the copy another name, or folder.")
        )
    with explained(file.parent), unfinished(file.parent, OWNER) as part:
        sound = written(mix, sources, seconds, lambda _share: None)
        with closing(sound):
            mux(source, part, suffix_for(file), sound, track, lambda done: tell(_READING_BACK * min(1, done / seconds)))
        check_copy(source, part, seconds)
        _named(part, file)
    return file


def write_clip(source: Path, start: float, end: float, file: Path) -> Path:
    """Write what is heard in a stretch of the video as mono WAV, for a voice to be cloned from."""
    with explained(file.parent):
        file.parent.mkdir(parents=True, exist_ok=True)
    left = round((end - start) * RATE)
    with closing(sound_blocks(source, start, RATE)) as blocks, WavWriter(file, RATE, overwrite=True) as writer:
        for block in blocks:
            writer.write(block[:left].mean(1))
            left -= len(block)
            if left <= 0:
                break
    return file


def _named(part: Path, file: Path) -> None:
    """Give a finished file its name; the user was asked about one that has it."""
    publish(part, file, OnExisting.REPLACE)
