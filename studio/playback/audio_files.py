"""Takes on disk: FLAC with 24 bits, which keeps speech to half a step of -144 dBFS in half the space of a WAV."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.errors import AudioFileError
from engines.types import FloatArray
from studio.document.takes import Take

_FULL_SCALE = 1 << 23
_SCALE = "timbre-scale="
"""What the file's comment says before the power of two by which its samples are to be multiplied."""


def write_take(folder: Path, take_id: str, samples: FloatArray, rate: int) -> Path:
    """Write the audio of a take under its own name; the file is there whole, or not at all.

    FLAC ends at full scale. Audio that goes beyond is halved until it fits, which loses one of 24 bits and no peak,
    and a comment in the file tells how often.

    Parameters
    ----------
    samples
        [N] mono.
    rate
        Hz.

    Raises
    ------
    AudioFileError
        The folder cannot be written, the disk is full, or the audio is not a sound.
    """
    import soundfile  # noqa: PLC0415 it loads a library that the window does not need to come up

    if not np.isfinite(samples).all():
        raise AudioFileError("The audio of this line came out damaged; make it again.")
    steps, scale = _encode(samples)
    path = folder / f"{take_id}.flac"
    temporary = folder / f".{path.name}.{secrets.token_hex(4)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with soundfile.SoundFile(temporary, "w", rate, 1, "PCM_24", format="FLAC") as file:
            if scale > 1:
                file.comment = f"{_SCALE}{scale}"
            file.write(steps)
        temporary.replace(path)
    except (OSError, soundfile.SoundFileError) as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise AudioFileError(
            f"The audio cannot be written to “{folder}” ({error}); free some space there or check who may write to it."
        ) from error
    return path


def read_take(folder: Path, take: Take) -> FloatArray:
    """The samples of a take: [N] float32 mono at `take.sample_rate`.

    Raises
    ------
    AudioFileError
        The file is gone or damaged.
    """
    import soundfile  # noqa: PLC0415

    try:
        with soundfile.SoundFile(folder / take.file_name) as file:
            steps = file.read(dtype="int32")
            comment, rate, channels = file.comment, file.samplerate, file.channels
        scale = int(comment.removeprefix(_SCALE)) if comment else 1
    except (OSError, ValueError, soundfile.SoundFileError) as error:
        raise AudioFileError("The audio of this take is missing or damaged; make the line again.") from error
    if rate != take.sample_rate or channels != 1 or abs(len(steps) / rate - take.seconds) > 0.5 / rate:
        raise AudioFileError("The audio of this take is not the one that was made; make the line again.")
    # A file's 24 bits are the upper ones of 32.
    samples: FloatArray = steps.astype(np.float32) * np.float32(scale / (_FULL_SCALE << 8))
    return samples


def _encode(samples: FloatArray) -> tuple[NDArray[np.int32], int]:
    """Steps of 24 bits in the upper bits of [N] int32, and the power of two that they were divided by."""
    scale = 1
    peak = float(np.abs(samples).max(initial=0.0))
    while np.rint(peak / scale * _FULL_SCALE) >= _FULL_SCALE:
        scale *= 2
    steps = np.rint(samples.astype(np.float64) / scale * _FULL_SCALE).astype(np.int32) << 8
    return steps, scale
