"""From a recording to the few seconds of clear speech that a voice is learned from."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soxr

from engines.audio.reading import AudioReadError, read_audio
from engines.types import FloatArray
from engines.voices.acoustics import levelled
from engines.voices.checks import EMPTY, NO_VOICE, SILENT, Check, inspect, too_long
from engines.voices.measurements import Recording, clipped_stretches
from engines.voices.selection import best_parts, is_within, rated_phrases, without, worth_having
from engines.voices.speakers import Describe, describe_voices, other_voices
from engines.voices.speech_detection import Stretch

RATE = 24_000
"""Hz; of every reference."""
SECONDS = 15.0
"""Of speech that are chosen; more makes a fit somewhat closer and slower."""
LONGEST_SECONDS = 1200.0
"""Of a file that are looked at."""

_FASTEST_SOURCE = 48_000
_LEFT_OUT_SECONDS = 0.5
_SILENT_LEVEL = 1e-4
"""-80 dB."""
_HIGH_PASS_HZ = (58.0, 78.0)
_CONTEXT_SECONDS = 0.1
_FADE_SECONDS = 0.01
_CANDIDATES = 6
"""Times the seconds wanted; so much good speech is searched for other voices, not all of a long recording."""
_HASH_BLOCK = 1 << 20
_EMPTY: FloatArray = np.zeros(0, np.float32)


@dataclass(frozen=True, eq=False)
class Reference:
    """Speech to learn a voice from, and what is to be known about it."""

    samples: FloatArray
    """[N] mono at 24 kHz, without rumble below 68 Hz, at `acoustics.LEVEL`; empty if a check says stop."""
    spans: tuple[Stretch, ...]
    """Where in the source the samples were, seconds; put together in this order."""
    checks: tuple[Check, ...]
    """What may be wrong with it, the worst first."""
    sha256: str
    """Of the source: of its file, or of its samples."""
    source_name: str
    """Name of the file, for display; may be empty."""
    seconds: float
    """Length of the source."""
    natural: FloatArray | None = None
    """[N] `samples` as they were before something was taken out of them; None if nothing was. See `cleaning`."""
    cleaning: tuple[str, ...] = ()
    """What was taken out; see `Origin.cleaning`."""

    @property
    def partial(self) -> bool:
        """Whether some of the source was left out, so that words spoken in it may not be in the samples."""
        return self.seconds - sum(span.seconds for span in self.spans) > _LEFT_OUT_SECONDS

    @property
    def usable(self) -> bool:
        """Whether a voice can be made from it."""
        return not any(check.severity == "stop" for check in self.checks)


def open_reference(path: Path, *, seconds: float = SECONDS) -> Reference:
    """The clearest speech of an audio or video file; of its first 20 minutes, if it is longer. See `prepare`.

    Raises
    ------
    AudioReadError
        There is no sound in the file that can be read; the sentence says why and what to do.
    """
    samples, rate = read_audio(path, longest=LONGEST_SECONDS + 1.0, fastest=_FASTEST_SOURCE)
    return prepare(samples, rate, source_name=path.name, seconds=seconds, sha256=_file_hash(path))


def prepare(
    samples: FloatArray,
    sample_rate: int,
    *,
    source_name: str = "",
    seconds: float = SECONDS,
    sha256: str = "",
    describe: Describe = describe_voices,
) -> Reference:
    """Choose the clearest speech of a recording and check it.

    Parameters
    ----------
    samples
        [N] mono.
    sample_rate
        Hz.
    source_name
        For display.
    seconds
        Of speech to choose at most: whole phrases, with their pauses. More than there is takes all that is any good.
    sha256
        Of the source; by default that of the samples.
    describe
        What tells voices apart.

    Returns
    -------
    A reference. One without samples, whose only check says stop, if the recording is empty or silent.
    """
    hashed = sha256 or hashlib.sha256(np.ascontiguousarray(samples, "<f4").tobytes()).hexdigest()
    length = len(samples) / sample_rate
    heard = _centred(samples[: round(LONGEST_SECONDS * sample_rate)])
    stop = EMPTY if not len(heard) else SILENT if np.abs(heard).max() < _SILENT_LEVEL else None
    if stop:
        return Reference(_EMPTY, (), (stop,), hashed, source_name, length)
    recording = Recording(heard, sample_rate)
    clipped = clipped_stretches(recording.samples, sample_rate)
    phrases = rated_phrases(recording, clipped, longest=seconds / 2)
    good = worth_having(phrases)
    candidates = best_parts(good, _CANDIDATES * seconds)
    others = other_voices(describe(recording, [p.stretch for p in good if is_within(p.stretch, candidates)]))
    parts = best_parts(without(phrases, others), seconds)
    parts = [Stretch(start, min(end, recording.seconds)) for start, end in parts]
    if parts:
        checks = inspect(recording, parts, clipped, others)
    else:
        parts = [_loudest(recording, seconds)]
        checks = [NO_VOICE]
    if length > LONGEST_SECONDS:
        checks.append(too_long(LONGEST_SECONDS))
    chosen = levelled(np.concatenate([_cut(recording, part) for part in parts]))
    return Reference(chosen, tuple(parts), tuple(checks), hashed, source_name, length)


def _centred(samples: FloatArray) -> FloatArray:
    """Without an offset, and with silence for what is not a number."""
    if not len(samples):
        return _EMPTY
    mean = samples.mean(dtype=np.float64)
    if not np.isfinite(mean):
        samples = np.nan_to_num(samples, nan=0.0, posinf=0.0, neginf=0.0)
        mean = samples.mean(dtype=np.float64)
    return samples.astype(np.float32, copy=False) - np.float32(mean)


def _loudest(recording: Recording, seconds: float) -> Stretch:
    """The stretch of `seconds` with the most power."""
    frames = len(recording.power)
    width = min(frames, max(1, round(seconds * frames / recording.seconds)))
    running = np.concatenate([[0.0], np.cumsum(recording.power, dtype=np.float64)])
    first = int((running[width:] - running[:-width]).argmax())
    start = first * recording.seconds / frames
    return Stretch(start, min(recording.seconds, start + seconds))


def _cut(recording: Recording, part: Stretch) -> FloatArray:
    """[N] of a part at 24 kHz, without rumble, faded in and out."""
    rate = recording.sample_rate
    start = max(0.0, part.start - _CONTEXT_SECONDS)
    wide = recording.samples[round(start * rate) : round((part.end + _CONTEXT_SECONDS) * rate)]
    sound = wide if rate == RATE else soxr.resample(wide, rate, RATE)
    size = 1 << (len(sound) + RATE // 4).bit_length()
    gain = np.interp(np.fft.rfftfreq(size, 1 / RATE), _HIGH_PASS_HZ, (0.0, 1.0))
    filtered = np.fft.irfft(np.fft.rfft(sound, size) * gain, size)[: len(sound)]
    first = round((part.start - start) * RATE)
    piece = filtered[first : first + round(part.seconds * RATE)].astype(np.float32)
    fade = min(round(_FADE_SECONDS * RATE), len(piece) // 2)
    ramp = np.linspace(0.0, 1.0, fade, endpoint=False, dtype=np.float32)
    piece[:fade] *= ramp
    piece[len(piece) - fade :] *= ramp[::-1]
    return piece


def _file_hash(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while block := file.read(_HASH_BLOCK):
                digest.update(block)
    except OSError as error:
        raise AudioReadError(f"“{path}” changed while it was read: choose it again.") from error
    return digest.hexdigest()
