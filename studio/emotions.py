"""The emotions that the user can choose from by name, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal

from engines.prosody.emotion import FEELINGS
from studio.document.emotions import PLAIN, LineEmotion, in_words, named

DEGREES = (0.2, 0.4, 0.6, 0.8)
"""Intensities that lists offer besides the whole."""
_FEELINGS: Mapping[str, object] = {
    PLAIN: QT_TRANSLATE_NOOP("Emotion", "neutral"),
    "happy": QT_TRANSLATE_NOOP("Emotion", "happy"),
    "angry": QT_TRANSLATE_NOOP("Emotion", "angry"),
    "sad": QT_TRANSLATE_NOOP("Emotion", "sad"),
    "afraid": QT_TRANSLATE_NOOP("Emotion", "afraid"),
    "disgusted": QT_TRANSLATE_NOOP("Emotion", "disgusted"),
    "melancholic": QT_TRANSLATE_NOOP("Emotion", "melancholic"),
    "surprised": QT_TRANSLATE_NOOP("Emotion", "surprised"),
    "calm": QT_TRANSLATE_NOOP("Emotion", "calm"),
}


@dataclass(frozen=True, slots=True)
class EmotionEntry:
    """A preset, as a list shows it."""

    name: str
    title: str
    value: LineEmotion
    own: bool = False
    """Whether the user made or brought it."""


class EmotionLibrary(QObject):
    """The presets: neutral, those that come with the program, and the user's."""

    changed = Signal()
    """Any of the entries."""

    def entries(self) -> tuple[EmotionEntry, ...]:
        """In the order in which they are listed; titles are in the language of the interface now."""
        found = ((name, named(name)) for name in (PLAIN, *FEELINGS))
        return tuple(EmotionEntry(name, feeling_word(name), value) for name, value in found if value)

    def find(self, name: str) -> LineEmotion | None:
        """The preset of that name or title, whatever its case."""
        wanted = name.casefold()
        return next((each.value for each in self.entries() if wanted in (each.name.casefold(), each.title)), None)

    def read(self, text: str, present: LineEmotion | None = None) -> LineEmotion | None:
        """A preset and perhaps an intensity, as they are typed; None when there is no such preset.

        `present` can be named too, as `emotion_text` does, to be given another intensity.
        """
        known = emotion_name(present).casefold() if present else ""
        return in_words(text, lambda name: present if known and name.casefold() == known else self.find(name))


def feeling_word(name: str) -> str:
    """A feeling, or a preset that comes with the program; any other name is shown as it is."""
    # What marks a text for translation has no type of its own.
    return QCoreApplication.translate("Emotion", str(_FEELINGS[name])) if name in _FEELINGS else name


def emotion_name(emotion: LineEmotion) -> str:
    """The name, without how much of it there is."""
    if emotion.is_neutral:
        return feeling_word(PLAIN)
    return feeling_word(emotion.preset) if emotion.preset else QCoreApplication.translate("Emotion", "own blend")


def emotion_text(emotion: LineEmotion) -> str:
    """Name and intensity, short enough for a cell: `sad 0.6`."""
    name, intensity = emotion_name(emotion), emotion.emotion.intensity
    return name if intensity == 1.0 or emotion.is_neutral else f"{name} {shown(intensity)}"


def shown(share: float) -> str:
    """0 to 1, as it is written inside a text too: `0.6`."""
    return f"{share:.2f}".rstrip("0").rstrip(".")
