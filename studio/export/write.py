"""Writing one file of an export from finished takes: the work of an operation, off the GUI thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from engines.audio.resample import Resampler
from engines.audio.wav import WavWriter
from engines.errors import AudioFileError
from engines.types import FloatArray
from studio.document.takes import Take
from studio.export.folder import sentence
from studio.export.plan import ExportItem, OnExisting, free_names
from studio.operations import Task
from studio.playback.audio_files import read_take

_BLOCK = 1 << 16


def write_item(task: Task, item: ExportItem, takes: tuple[Take, ...], takes_folder: Path) -> Path | None:
    """Write the takes one after the other, with the gap of the options between them; one at a time is in memory.

    Returns the file, or None when one of that name appeared meanwhile and is to stay. A cancel or an error leaves
    nothing behind.

    Raises
    ------
    AudioFileError
        If a take cannot be read or the file cannot be written.
    Cancelled
        After a cancel.
    """
    options = item.options
    with _explained(item.file.parent):
        item.file.parent.mkdir(parents=True, exist_ok=True)
        file = _target(item)
    if file is None:
        return None
    overwrite = options.existing is OnExisting.REPLACE
    with WavWriter(file, options.rate, sample_format=options.sample_format, overwrite=overwrite) as writer:
        for number, take in enumerate(takes):
            if number:
                writer.write(np.zeros(round(options.gap * options.rate), np.float32))
            for samples, share in _converted(read_take(takes_folder, take), take.sample_rate, options.rate):
                writer.write(samples)
                task.progress("", (number + share) / len(takes))
    return file


def _target(item: ExportItem) -> Path | None:
    """Where to write, now."""
    existing = item.options.existing
    if existing is OnExisting.NUMBER:
        return next(file for file in free_names(item.file) if not file.exists())
    if existing is OnExisting.SKIP and item.file.exists():
        return None
    return item.file


def _converted(samples: FloatArray, source_rate: int, rate: int) -> Iterator[tuple[FloatArray, float]]:
    """The audio of one take at another rate, in blocks, each with the share of the take that has been given.

    Every take has a converter of its own, so takes of different rates may stand in one file.
    """
    resampler = Resampler(source_rate, rate)
    for start in range(0, len(samples), _BLOCK):
        block = samples[start : start + _BLOCK]
        yield resampler.push(block), (start + len(block)) / len(samples)
    yield resampler.flush(), 1.0


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise AudioFileError(sentence(folder, error)) from error
