"""What may be wrong with a recording, in the words of the window where it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from studio.windows.numbers import number

if TYPE_CHECKING:
    from engines.voices.checks import Check

_SENTENCES: Mapping[tuple[str, str], object] = {
    ("empty", "stop"): QT_TRANSLATE_NOOP(
        "Checks", "There is no sound in this recording: choose another file, or record the voice again."
    ),
    ("silent", "stop"): QT_TRANSLATE_NOOP(
        "Checks",
        "This recording is silent: check that the right microphone is chosen and not muted, and record the voice "
        "again.",
    ),
    ("no-voice", "warning"): QT_TRANSLATE_NOOP(
        "Checks",
        "No voice was found in this recording: choose one in which somebody speaks, or go on with its loudest part.",
    ),
    ("short", "warning"): QT_TRANSLATE_NOOP(
        "Checks",
        "There are only {0} seconds of speech, which gives a rough likeness: record 5 to 15 seconds of fluent speech, "
        "or go on anyway.",
    ),
    ("short", "note"): QT_TRANSLATE_NOOP(
        "Checks", "There are {0} seconds of speech: with 10 to 15 the voice comes out closer."
    ),
    ("long", "note"): QT_TRANSLATE_NOOP(
        "Checks", "Only the first {0} minutes were looked at: cut the file if a better part comes later."
    ),
    ("clipped", "warning"): QT_TRANSLATE_NOOP(
        "Checks",
        "In the marked places it is too loud and distorts, which the voice would copy: record it again at a lower "
        "level, choose another recording, or go on anyway.",
    ),
    ("speakers", "warning"): QT_TRANSLATE_NOOP(
        "Checks",
        "More than one person seems to speak: the marked places are left out. If they are the voice you want, cut the "
        "recording so that only that voice is heard.",
    ),
    ("music", "warning"): QT_TRANSLATE_NOOP(
        "Checks",
        "Music or other tones are heard behind the voice, and would colour it: choose a recording without them, cut "
        "it to a part without them, or go on anyway.",
    ),
    ("noisy", "warning"): QT_TRANSLATE_NOOP(
        "Checks",
        "The noise is only {0} dB below the voice, and the voice would copy it: record again in a quiet room and "
        "closer to the microphone, choose another recording, or go on anyway.",
    ),
    ("noisy", "note"): QT_TRANSLATE_NOOP(
        "Checks", "There is some noise, {0} dB below the voice: in a quieter room the voice comes out cleaner."
    ),
    ("reverberant", "warning"): QT_TRANSLATE_NOOP(
        "Checks",
        "The room echoes for about {0} seconds, and the voice would copy it: record again nearer to the microphone or "
        "in a room with curtains and carpets, or go on anyway.",
    ),
    ("narrow", "warning"): QT_TRANSLATE_NOOP(
        "Checks",
        "Nothing is heard above {0} kHz, as on the telephone, and the voice will sound muffled: choose a recording "
        "from a better microphone or in a higher quality, or go on anyway.",
    ),
    ("narrow", "note"): QT_TRANSLATE_NOOP(
        "Checks", "Nothing is heard above {0} kHz: the voice will sound a little dull."
    ),
    ("hum", "note"): QT_TRANSLATE_NOOP(
        "Checks", "The mains hums at {0} Hz: record again with another cable or socket, or go on if it is hardly heard."
    ),
}
"""By kind and severity. They may speak of what is marked in the picture, as the engine's own cannot."""

_FIGURES: Mapping[str, Callable[[float], str]] = {
    "short": partial(number, digits=1),
    "long": number,
    "noisy": number,
    "reverberant": partial(number, digits=1),
    "narrow": lambda hertz: number(hertz / 1000, 1),
    "hum": number,
}
"""How the number of a check is written; one of another kind has none."""


def finding(check: Check) -> str:
    """What a check found and what to do about it; one that is not known here is told in the engine's words."""
    source = _SENTENCES.get((check.kind, check.severity))
    figure = _FIGURES.get(check.kind)
    if source is None or (figure and check.value is None):
        return check.message
    text = QCoreApplication.translate("Checks", str(source))
    return text.format(figure(check.value)) if figure and check.value is not None else text
