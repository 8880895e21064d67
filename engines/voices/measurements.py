"""Numbers about a recording of a voice: how loud, how noisy, clipped, reverberant, narrow, humming, musical.

All are estimates from the recording alone. `checks` turns them into sentences; its thresholds were set with these.
"""

from __future__ import annotations

import numpy as np
import soxr
from numpy.typing import NDArray

from engines.audio.analysis import log_mel
from engines.types import FloatArray
from engines.voices.speech_detection import FRAME_SECONDS, RATE, Stretch, speech_probabilities, speech_stretches

Mask = NDArray[np.bool_]

BANDS = 40
"""Of the mel spectrum."""
RUMBLE_BANDS = 2
"""Bands below about 100 Hz, whose noise is hardly heard."""
_QUIET = 0.1
"""Probability of speech below which nobody speaks."""
_FEWEST_PAUSES = 5
"""Frames that tell the level of the noise."""
_NEAR = 3.0
_CLIP_BLOCK_SECONDS = 0.5
_CLIPPED_SHARE = 0.45
_FEWEST_HIGH_SECONDS = 60 / 16_000
_SHORTEST_FADE = 0.25
_LEAST_FALL_DB = 8.0
_FADE_FRAME = 128
"""8 ms."""
_BAND_SIZE = 1024
_MAINS_HZ = (50.0, 60.0)
_HUM_RESOLUTION_HZ = 5.0
_HUM_BINS = 110
_SHORTEST_HUM = 3.0
_HUM_SHARE = 10**-3.8
_TONE_BINS = slice(35, 260)
"""550 to 4060 Hz: above the strong multiples of the mains."""
_TONAL_FLATNESS = 0.3


class Recording:
    """A recording with what all measurements share.

    Parameters
    ----------
    samples
        [N] mono.
    sample_rate
        Hz.
    """

    def __init__(self, samples: FloatArray, sample_rate: int) -> None:
        self.samples = samples
        self.sample_rate = sample_rate
        self.seconds = len(samples) / sample_rate
        self.sound = samples if sample_rate == RATE else soxr.resample(samples, sample_rate, RATE)
        """[M] at 16 kHz."""
        self.probabilities = speech_probabilities(self.sound, RATE)
        """[T] of speech, see `speech_probabilities`."""
        self.mel = log_mel(self.sound, RATE, bands=BANDS, hop=FRAME_SECONDS, window=2 * FRAME_SECONDS)
        """[T, BANDS] dB, of the same frames."""
        self.power: FloatArray = (10 ** (self.mel[:, RUMBLE_BANDS:] / 10)).sum(axis=1)
        """[T] mean square or so, without rumble."""
        self.phrases = speech_stretches(self.probabilities)
        """Stretches of speech between pauses."""
        self.speaking: Mask = frames_of(self.phrases, len(self.probabilities))
        """[T] whether somebody speaks."""
        spread = frames_of([Stretch(a - 0.1, b + 0.1) for a, b in self.phrases], len(self.probabilities))
        self.pausing: Mask = ~spread & (self.probabilities < _QUIET)
        """[T] whether nobody does, for certain."""

    def signal_to_noise(self) -> float | None:
        """dB between speech and pauses, 0 to 80; 0 without speech, None of recordings too short to tell."""
        noise = _usual(self.power[self.pausing])
        if noise is None and self.seconds < _NEAR:
            return None
        return _ratio(self.power[self.speaking], self._quietest() if noise is None else noise)

    def signal_to_noise_of(self, phrase: Stretch) -> float:
        """The same of one phrase, against the pauses of the three seconds before it or after, whichever is louder."""
        noises = []
        for near in (Stretch(phrase.start - _NEAR, phrase.start), Stretch(phrase.end, phrase.end + _NEAR)):
            frames = _frames(*near)
            noises.append(_usual(self.power[frames][self.pausing[frames]]))
        known = [noise for noise in noises if noise is not None]
        return _ratio(self.power[_frames(*phrase)], max(known) if known else self._quietest())

    def _quietest(self) -> float:
        """What stands in for pauses where there are none."""
        return float(np.percentile(self.power, 5))


def _usual(power: FloatArray) -> float | None:
    """The median, which does not mind a click or a cough; None of too few frames."""
    return float(np.median(power)) if len(power) >= _FEWEST_PAUSES else None


def _ratio(power: FloatArray, noise: float) -> float:
    """dB of what is above the noise, to the noise."""
    speech = float(power.mean()) if len(power) else 0.0
    return float(np.clip(10 * np.log10(max(speech / max(noise, 1e-12) - 1.0, 1.0)), 0.0, 80.0))


def frames_of(stretches: list[Stretch], count: int) -> Mask:
    """[count] whether a frame lies in one of the stretches."""
    inside = np.zeros(count, np.bool_)
    for stretch in stretches:
        inside[_frames(*stretch)] = True
    return inside


def _frames(start: float, end: float) -> slice:
    return slice(max(0, round(start / FRAME_SECONDS)), max(0, round(end / FRAME_SECONDS)))


def clipped_stretches(samples: FloatArray, sample_rate: int) -> list[Stretch]:
    """Half seconds, in a row together, whose peaks are cut off.

    There, far more samples lie just below the peak than farther down, be the ceiling at full scale or, after a change
    of volume or a codec, anywhere else.
    """
    size = round(_CLIP_BLOCK_SECONDS * sample_rate)
    fewest = round(_FEWEST_HIGH_SECONDS * sample_rate)
    loud = 0.5 * float(np.abs(samples).max(initial=0.0))
    found: list[Stretch] = []
    for block in range(len(samples) // size):
        part = samples[block * size : (block + 1) * size]
        if max(_flat_share(part, loud, fewest), _flat_share(-part, loud, fewest)) > _CLIPPED_SHARE:
            start, end = block * _CLIP_BLOCK_SECONDS, (block + 1) * _CLIP_BLOCK_SECONDS
            if found and found[-1].end == start:
                start = found.pop().start
            found.append(Stretch(start, end))
    return found


def _flat_share(part: FloatArray, loud: float, fewest: int) -> float:
    """Of the samples above 70 % of the peak, the share that is above 92 %; 0 for soft parts."""
    peak = float(part.max())
    high = np.count_nonzero(part > 0.7 * peak)
    return np.count_nonzero(part > 0.92 * peak) / high if peak > loud and high >= fewest else 0.0


def reverberation_seconds(recording: Recording) -> float | None:
    """Time in which sound dies away by 60 dB, from how speech fades into pauses; None if that is not heard twice.

    Dry speech fades in 0.1 to 0.6 s, too.
    """
    ends = [phrase.end for phrase in recording.phrases]
    starts = [*(phrase.start for phrase in recording.phrases[1:]), recording.seconds]
    times = [
        time
        for end, start in zip(ends, starts, strict=True)
        if start - end >= _SHORTEST_FADE and (time := _fade_seconds(recording.sound, end, min(start - end, 0.8))) > 0
    ]
    return float(np.median(times)) if len(times) >= 2 else None


def _fade_seconds(sound: FloatArray, end: float, gap: float) -> float:
    """Time of 60 dB from a line through the fall of the level after a phrase; 0 if it falls too little."""
    part = sound[max(0, round((end - 0.35) * RATE)) : round((end + gap - 0.05) * RATE)]
    frames = len(part) // _FADE_FRAME
    # Differences of samples: the low notes of rooms and of breath say little.
    squares = np.diff(part.astype(np.float64), prepend=part[:1]) ** 2
    level = 10 * np.log10(squares[: frames * _FADE_FRAME].reshape(frames, _FADE_FRAME).mean(axis=1) + 1e-12)
    level = np.convolve(level, np.ones(3) / 3, "valid")
    after = level[int(level.argmax()) :]
    high, low = after[0] - 5.0, max(float(np.percentile(level, 10)) + 5.0, after[0] - 30.0)
    first = int(np.flatnonzero(after > high)[-1])
    below = np.flatnonzero(after[first:] < low)
    if not len(below) or below[0] < 2 or high - low < _LEAST_FALL_DB:
        return 0.0
    fall = after[first : first + below[0] + 1]
    slope = float(np.polyfit(np.arange(len(fall)) * (_FADE_FRAME / RATE), fall, 1)[0])
    return max(0.0, -60.0 / slope)


def bandwidth_hz(samples: FloatArray, sample_rate: int) -> float:
    """The frequency up to which anything is heard in the loud moments: 60 dB below the loudest frequency there."""
    if len(samples) < 4 * _BAND_SIZE:
        return sample_rate / 2
    window = np.hanning(_BAND_SIZE).astype(np.float32)
    pieces = np.lib.stride_tricks.sliding_window_view(samples, _BAND_SIZE)[:: _BAND_SIZE // 2]
    loud = np.percentile(np.abs(np.fft.rfft(pieces * window)) ** 2, 95, axis=0)
    width = max(1, round(200 * _BAND_SIZE / sample_rate))
    level = np.convolve(loud, np.ones(width) / width, "same")
    heard = np.flatnonzero(level > level.max() * 1e-6)
    return float(heard[-1] * sample_rate / _BAND_SIZE) if level.max() > 0 else 0.0


def mains_hum(sound: FloatArray) -> float:
    """Frequency of the mains, 50 or 60 Hz, if it hums within 38 dB of the speech; 0 if it does not.

    The quietest moments of the narrow bands around its multiples are compared with those of their neighbours; the
    mains frequency itself is filtered out of references anyway.

    Parameters
    ----------
    sound
        [M] at 16 kHz; three seconds or more, or nothing is found.
    """
    size = round(RATE / _HUM_RESOLUTION_HZ)
    if len(sound) < _SHORTEST_HUM * RATE:
        return 0.0
    pieces = np.lib.stride_tricks.sliding_window_view(sound, size)[:: size // 2]
    power = np.abs(np.fft.rfft(pieces * np.hanning(size).astype(np.float32))[:, :_HUM_BINS]) ** 2
    quiet = np.percentile(power, 10, axis=0)
    levels = {0.0: _HUM_SHARE * float(power.sum(axis=1).mean())}
    for mains in _MAINS_HZ:
        bins = np.rint(mains * np.arange(2, 9) / _HUM_RESOLUTION_HZ).astype(np.int64)
        beside = quiet[bins[:, None] + np.array([-4, -3, 3, 4])].max(axis=1)
        peaks = quiet[bins] > 10 * beside
        if peaks.sum() >= 2:
            levels[mains] = float(quiet[bins][peaks].sum())
    return max(levels, key=lambda mains: levels[mains])


def tonal_share(recording: Recording, where: Mask) -> float:
    """Of the frames in `where`, the share whose sound is made of tones, as music is, and not of noise."""
    frames = np.flatnonzero(where)
    if not len(frames):
        return 0.0
    size = 1024
    padded = np.pad(recording.sound, (size // 4, size))
    pieces = np.lib.stride_tricks.sliding_window_view(padded, size)[frames * (size // 2)]
    spectra = np.fft.rfft(pieces * np.hanning(size).astype(np.float32))[:, _TONE_BINS]
    # Within groups of bins, each of its own level, for the tilt of coloured noise must not count; and those that are
    # hardly heard count little.
    groups = (np.abs(spectra) ** 2 + 1e-12).reshape(len(frames), -1, 25)
    mean = groups.mean(axis=2)
    flatness = np.exp(np.log(groups).mean(axis=2)) / mean
    weights = mean**0.3
    return float(((flatness * weights).sum(axis=1) / weights.sum(axis=1) < _TONAL_FLATNESS).mean())
