"""What may be wrong with a reference, in words that say what to do about it.

The limits were set on 251 readers of LibriSpeech and on the same clips with noise, rooms, clipping, codecs, hum, music
and a second speaker added.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.voices.measurements import (
    Recording,
    bandwidth_hz,
    mains_hum,
    reverberation_seconds,
    tonal_share,
)
from engines.voices.speech_detection import RATE, Stretch

Severity = Literal["note", "warning", "stop"]

_SHORT = 3.0
_BRIEF = 6.0
_NOISY_DB = 14.0
_HISS_DB = 22.0
_REVERBERANT = 0.8
_TELEPHONE_HZ = 4_300.0
_DULL_HZ = 5_600.0
_CLEAR_ENOUGH_DB = 20.0
"""Noise hides where a voice's own frequencies end."""
_HUM_SECONDS = 60.0
_TONAL = 0.35
_FEWEST_PAUSE_FRAMES = 6
_MUSIC_DB = 30.0
"""Softer music is not heard in the voice."""


@dataclass(frozen=True, slots=True)
class Check:
    """One finding."""

    kind: str
    """`empty`, `silent`, `no-voice`, `short`, `long`, `clipped`, `noisy`, `speakers`, `music`, `reverberant`,
    `narrow` or `hum`."""
    severity: Severity
    """`stop` means that there is no voice to be made from this."""
    message: str
    """A sentence that says what to do."""
    spans: tuple[Stretch, ...] = ()
    """Where, in seconds of the source, for the picture; empty if everywhere."""
    value: float | None = None
    """The number in the sentence, for those who say it in other words: `short` and `reverberant` in seconds, `long` in
    minutes, `noisy` in decibels, `narrow` and `hum` in hertz."""


EMPTY = Check("empty", "stop", "There is no sound in this recording: choose another file, or record the voice again.")
SILENT = Check(
    "silent",
    "stop",
    "This recording is silent: check that the right microphone is chosen and not muted, and record the voice again.",
)
NO_VOICE = Check(
    "no-voice",
    "warning",
    "No voice was found in this recording: choose one in which somebody speaks, or go on with its loudest part.",
)


def too_long(seconds: float) -> Check:
    """The recording goes on after what was read."""
    minutes = seconds / 60
    return Check(
        "long",
        "note",
        f"Only the first {minutes:.0f} minutes were looked at: cut the file if a better part comes later.",
        value=minutes,
    )


def inspect(recording: Recording, parts: list[Stretch], clipped: list[Stretch], others: list[Stretch]) -> list[Check]:
    """Every finding about the chosen parts of a recording, the worst first.

    Parameters
    ----------
    parts
        What was chosen of it.
    clipped
        See `measurements.clipped_stretches`.
    others
        Where another voice than the chosen one speaks, see `speakers.other_voices`.
    """
    noise = recording.signal_to_noise()
    music = _music(recording, noise)
    found = [
        _length(recording, parts),
        _clipping(parts, clipped),
        _speakers(others),
        music,
        # What sounds on in the pauses makes these three hard to tell.
        None if music else _noise(noise),
        None if music else _reverberation(recording),
        _bandwidth(recording, parts, noise),
        _hum(recording, parts),
    ]
    order: list[Severity] = ["stop", "warning", "note"]
    return sorted((check for check in found if check), key=lambda check: order.index(check.severity))


def _length(recording: Recording, parts: list[Stretch]) -> Check | None:
    seconds = sum(part.seconds for part in parts)
    if seconds < _SHORT:
        return Check(
            "short",
            "warning",
            f"There are only {seconds:.1f} seconds of speech: the voice will be a rough likeness. "
            "Record or add 5 to 15 seconds of fluent speech.",
            value=seconds,
        )
    if seconds < _BRIEF:
        return Check(
            "short",
            "note",
            f"There are {seconds:.1f} seconds of speech: with 10 to 15 the voice comes out closer.",
            value=seconds,
        )
    return None


def _clipping(parts: list[Stretch], clipped: list[Stretch]) -> Check | None:
    spans = tuple(span for span in clipped if any(a < span.end and span.start < b for a, b in parts))
    if not spans:
        return None
    return Check(
        "clipped",
        "warning",
        "The recording is too loud in places and distorts there, which the voice would copy: "
        "record it again at a lower level, choose another recording, or go on anyway.",
        spans,
    )


def _speakers(others: list[Stretch]) -> Check | None:
    if not others:
        return None
    return Check(
        "speakers",
        "warning",
        "More than one person seems to speak: only the voice that speaks most is used. "
        "If you want another one, cut the recording so that only that voice is heard.",
        tuple(others),
    )


def _music(recording: Recording, noise: float | None) -> Check | None:
    pauses = int(recording.pausing.sum())
    if noise is None or noise > _MUSIC_DB or pauses < _FEWEST_PAUSE_FRAMES:
        return None
    if tonal_share(recording, recording.pausing) < _TONAL:
        return None
    return Check(
        "music",
        "warning",
        "Music or other tones are heard behind the voice, and would colour it: choose a recording without them, cut "
        "it to a part without them, or go on anyway.",
    )


def _noise(noise: float | None) -> Check | None:
    if noise is None:
        return None
    if noise < _NOISY_DB:
        return Check(
            "noisy",
            "warning",
            f"The noise is only {noise:.0f} dB below the voice, and the voice would copy it: record again in a quiet "
            "room and closer to the microphone, choose another recording, or go on anyway.",
            value=noise,
        )
    if noise < _HISS_DB:
        return Check(
            "noisy",
            "note",
            f"There is some noise, {noise:.0f} dB below the voice: in a quieter room the voice comes out cleaner.",
            value=noise,
        )
    return None


def _reverberation(recording: Recording) -> Check | None:
    seconds = reverberation_seconds(recording)
    if seconds is None or seconds < _REVERBERANT:
        return None
    return Check(
        "reverberant",
        "warning",
        f"The room echoes for about {seconds:.1f} seconds, and the voice would copy it: record again nearer to the "
        "microphone or in a room with curtains and carpets, or go on anyway.",
        value=seconds,
    )


def _bandwidth(recording: Recording, parts: list[Stretch], noise: float | None) -> Check | None:
    if noise is not None and noise < _CLEAR_ENOUGH_DB:
        return None
    rate = recording.sample_rate
    width = max((bandwidth_hz(recording.samples[round(a * rate) : round(b * rate)], rate) for a, b in parts), default=0)
    if not 0 < width < _DULL_HZ:
        return None
    if width < _TELEPHONE_HZ:
        return Check(
            "narrow",
            "warning",
            f"Nothing is heard above {width / 1000:.1f} kHz, as on the telephone: the voice will sound muffled. "
            "Choose a recording from a better microphone or in a higher quality, or go on anyway.",
            value=width,
        )
    return Check(
        "narrow",
        "note",
        f"Nothing is heard above {width / 1000:.1f} kHz: the voice will sound a little dull.",
        value=width,
    )


def _hum(recording: Recording, parts: list[Stretch]) -> Check | None:
    start = round(parts[0].start * RATE)
    mains = mains_hum(recording.sound[start : start + round(_HUM_SECONDS * RATE)])
    if not mains:
        return None
    return Check(
        "hum",
        "note",
        f"The mains hums at {mains:.0f} Hz: record again with another cable or socket, or go on if it is hardly heard.",
        value=mains,
    )
