"""Reading sound from files of every kind: libsndfile first, and FFmpeg for what it cannot read.

FFmpeg comes with the optional package `av`. Without it WAV, AIFF, CAF, FLAC, MP3, Ogg and Opus still work, and other
files end in a sentence that says what to install.
"""

from __future__ import annotations

import errno
import importlib.util
import os
from collections.abc import Generator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from engines.audio.resample import Resampler
from engines.errors import AudioFileError
from engines.types import FloatArray

if TYPE_CHECKING:
    from av import AudioFrame, AudioResampler

SLOWEST_RATE = 4_000
FASTEST_RATE = 768_000
"""Hz; what a file's sample rate may be."""

_BLOCK_FRAMES = 1 << 13
"""Little, for libsndfile gives nothing of a block that has damage in it."""
_MOST_CHANNELS = 64
_MOST_BAD_PACKETS = 100
"""In a row; a damaged file has some, a protected one nothing else."""
_DEAD = 1e-4
"""Power of a channel, of that of the loudest one, below which it carries nothing: -40 dB."""
_INVERTED = -0.5
"""Correlation with the loudest channel below which a channel is the same sound turned upside down."""
_CONTAINERS = (
    *("aac", "ac3", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dsf", "dts", "eac3", "flac", "flv", "iff"),
    *("matroska", "mov", "mp3", "mpc", "mpc8", "mpeg", "mpegts", "mxf", "ogg", "rm", "shn", "tak", "truehd", "tta"),
    *("voc", "w64", "wav", "webm", "wv"),
)
"""FFmpeg's names of formats that hold sound themselves; playlists, which could open other files, are not among them."""


T = TypeVar("T")
Blocks = Generator[FloatArray, None, None]


class AudioReadError(AudioFileError):
    """A file has no sound that can be read."""


class Sound(NamedTuple):
    """An opened file."""

    rate: int
    channels: int
    blocks: Blocks
    """[n, channels] each, until the end or the damage behind which nothing can be read."""


def read_audio(path: Path, *, longest: float | None = None, fastest: int | None = None) -> tuple[FloatArray, int]:
    """Read the sound of an audio or video file.

    Channels are averaged; those that are silent are left out, and those that are inverted are turned over, for either
    would weaken the voice or cancel it. Of a damaged file, everything before the damage is returned.

    Parameters
    ----------
    path
        A file of any kind that libsndfile or, if `av` is installed, FFmpeg can decode.
    longest
        Seconds after which reading ends; None reads everything.
    fastest
        Sample rate, Hz; a file with a higher one is converted to it while it is read.

    Returns
    -------
    [N] mono, full scale at 1.0, values that are not numbers replaced by silence; and the sample rate in Hz.

    Raises
    ------
    AudioReadError
        There is no such file, it is no sound, or no sound could be decoded from it.
    """
    _check_file(path)
    try:
        sound = _open(path)
        if sound.channels > 1:
            weights = _mix(_until(sound, longest), sound.channels)
            sound = _open(path)  # from the start again, since all of it decides about the mix
        else:
            weights = np.ones(1, np.float32)
        target = min(sound.rate, fastest or sound.rate)
        resampler = Resampler(sound.rate, target)
        pieces = [resampler.push(block @ weights) for block in _until(sound, longest)]
    except OSError as error:
        raise AudioReadError(f"“{path}” cannot be read ({_reason(error)}): choose another file.") from error
    return np.concatenate([*pieces, resampler.flush()]), target


def open_sound(path: Path) -> Sound:
    """Open the sound of a file as it is, to read it block by block; its blocks are to be closed or read to their end.

    Raises
    ------
    AudioReadError
        There is no such file, it is no sound, or no sound could be decoded from it.
    """
    _check_file(path)
    return _open(path)


def _check_file(path: Path) -> None:
    """Raise AudioReadError for what the decoders would explain badly, or wait for without end."""
    try:
        is_file, is_folder = path.is_file(), path.is_dir()
        size = path.stat().st_size if is_file else 0
    except (OSError, ValueError) as error:
        raise AudioReadError(f"“{path}” cannot be read ({_reason(error)}): choose another file.") from error
    if is_folder:
        raise AudioReadError(f"“{path}” is a folder: choose a sound or video file in it.")
    if not path.exists():
        raise AudioReadError(f"There is no file “{path}”: check its name, or choose another.")
    if not is_file:
        raise AudioReadError(f"“{path}” is not an ordinary file: choose a sound or video file.")
    if not size:
        raise AudioReadError(f"“{path.name}” is empty: choose another file.")
    if not os.access(path, os.R_OK):
        raise AudioReadError(f"“{path}” may not be read by you: change its permissions, or copy it.")


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError):
        too_long = error.errno == errno.ENAMETOOLONG
        return "its name is too long" if too_long else (error.strerror or str(error)).lower()
    return "its name has characters that this system does not allow"


def _open(path: Path) -> Sound:
    """The file, opened by the first decoder that finds sound in it."""
    sound = _open_libsndfile(path) or _open_ffmpeg(path)
    if sound is None:
        raise AudioReadError(_not_understood(path))
    if not SLOWEST_RATE <= sound.rate <= FASTEST_RATE or not 1 <= sound.channels <= _MOST_CHANNELS:
        raise AudioReadError(
            f"“{path.name}” says that it has {sound.channels} channels at {sound.rate} Hz, which no recording of a "
            "voice has: save it again as WAV or FLAC, and choose that."
        )
    return sound


def _not_understood(path: Path) -> str:
    import soundfile  # noqa: PLC0415

    with suppress(soundfile.SoundFileError, TypeError):
        soundfile.info(path)
        return f"“{path.name}” holds no sound that can be read; it is empty or damaged: choose another file."
    if not importlib.util.find_spec("av"):
        return (
            f"“{path.name}” is not a WAV, FLAC, MP3 or Ogg file: choose one of those, or install the Python package "
            "“av”, which reads M4A and video files too."
        )
    return (
        f"“{path.name}” is no sound or video file that can be read, or it is damaged or protected against copying: "
        "choose a WAV, FLAC, MP3, Ogg, M4A or video file."
    )


def _until(sound: Sound, longest: float | None) -> Blocks:
    """The blocks of the first `longest` seconds, with silence for what is not a number."""
    left = None if longest is None else round(longest * sound.rate)
    with closing(sound.blocks):
        for block in sound.blocks:
            part = block if left is None else block[:left]
            if len(part):
                whole = np.isfinite(part.sum())  # one number tells of all, in a tenth of the time
                yield part if whole else np.nan_to_num(part, nan=0.0, posinf=0.0, neginf=0.0)
            if left is not None:
                left -= len(part)
                if left <= 0:
                    return


def _mix(blocks: Blocks, channels: int) -> FloatArray:
    """Weights [channels] that make one channel of many."""
    products = np.zeros((channels, channels))
    for block in blocks:
        precise = block.astype(np.float64)
        products += precise.T @ precise
    power = np.diag(products)
    loudest = int(power.argmax())
    alive = power > _DEAD * power[loudest]
    alive[loudest] = True
    likeness = products[loudest] / np.sqrt(np.maximum(power * power[loudest], 1e-300))
    signs = np.where(likeness < _INVERTED, -1.0, 1.0)
    weights: FloatArray = (signs * alive / alive.sum()).astype(np.float32)
    return weights


def _chain(first: T, rest: Generator[T, None, None]) -> Generator[T, None, None]:
    with closing(rest):
        yield first
        yield from rest


def _open_libsndfile(path: Path) -> Sound | None:
    import soundfile  # noqa: PLC0415 loaded only when a file is read

    class OneWay(soundfile.SoundFile):  # type: ignore[misc]
        """Reads in one go: soundfile seeks after every read where it can, and in MP3 that leaves a gap of silence."""

        def seekable(self) -> bool:
            return False

    def read(file: OneWay) -> Blocks:
        with file, suppress(soundfile.SoundFileError):
            while len(block := file.read(_BLOCK_FRAMES, dtype="float32", always_2d=True)):
                yield block

    try:
        file = OneWay(path)
    except (soundfile.SoundFileError, TypeError):  # TypeError: it wants to be told what a file named .raw holds
        return None
    blocks = read(file)
    first = next(blocks, None)
    # FFmpeg can go on behind some damage that libsndfile stops at.
    return None if first is None else Sound(file.samplerate, file.channels, _chain(first, blocks))


def _open_ffmpeg(path: Path) -> Sound | None:
    try:
        import av  # noqa: PLC0415 large, and optional
    except ImportError:
        return None
    frames = _ffmpeg_frames(path)
    try:
        first = next(frames, None)
    except av.FFmpegError:
        return None
    if first is None:
        return None
    resampler = av.AudioResampler(format="fltp", layout=first.layout, rate=first.sample_rate)
    return Sound(first.sample_rate, len(first.layout.channels), _ffmpeg_blocks(_chain(first, frames), resampler))


def _ffmpeg_frames(path: Path) -> Generator[AudioFrame, None, None]:
    """Decoded frames; raises av.FFmpegError if there is no such container, AudioReadError if it has no sound."""
    import av  # noqa: PLC0415

    with av.open(str(path.absolute()), options={"format_whitelist": ",".join(_CONTAINERS)}) as container:
        if not container.streams.audio:
            raise AudioReadError(f"“{path.name}” has no sound: choose a recording of the voice.")
        bad = 0
        packets = container.demux(container.streams.audio[0])
        while bad < _MOST_BAD_PACKETS:
            try:
                packet = next(packets, None)
            except av.FFmpegError:
                return
            if packet is None:
                return
            try:
                frames = packet.decode()
                bad = 0 if frames else bad
            except av.FFmpegError:
                bad += 1
                continue
            yield from frames


def _ffmpeg_blocks(frames: Generator[AudioFrame, None, None], resampler: AudioResampler) -> Blocks:
    """Samples of all frames in the form of the first one, should a later one differ."""
    import av  # noqa: PLC0415

    with closing(frames):
        for frame in frames:
            try:
                converted = resampler.resample(frame)
            except ValueError:  # the frames have changed
                layout, rate = resampler.layout, resampler.rate
                resampler = av.AudioResampler(format="fltp", layout=layout, rate=rate)
                converted = resampler.resample(frame)
            for part in converted:
                yield part.to_ndarray().T.astype(np.float32)
