"""What a list tells of a voice besides its name: its description, and how it was made."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engines.voices.profile import NOISE_REDUCTION, STUDIO_SOUND, Origin

HOUSE: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("HouseVoices", "A young woman, bright and quick, for adverts and lively characters."),
    QT_TRANSLATE_NOOP("HouseVoices", "A woman with a warm, dark voice, for stories told in the evening."),
    QT_TRANSLATE_NOOP("HouseVoices", "An old lady, British and unhurried, for memoirs and grandmothers."),
    QT_TRANSLATE_NOOP("HouseVoices", "A young man, light and cheerful, for dialogue and explainers."),
    QT_TRANSLATE_NOOP("HouseVoices", "A man with a deep, dark and somewhat husky voice, for trailers and narration."),
    QT_TRANSLATE_NOOP("HouseVoices", "An old man, British, slow and a little rough, for tales and grandfathers."),
    QT_TRANSLATE_NOOP(
        "HouseVoices", "A young woman speaking Mandarin, bright and friendly, for guides and young characters."
    ),
    QT_TRANSLATE_NOOP("HouseVoices", "A woman speaking Mandarin, calm and dark, for audiobooks."),
    QT_TRANSLATE_NOOP("HouseVoices", "An old lady speaking Mandarin, slow and kind, for memories and grandmothers."),
    QT_TRANSLATE_NOOP("HouseVoices", "A young man speaking Mandarin, bright and brisk, for dialogue and explainers."),
    QT_TRANSLATE_NOOP("HouseVoices", "An old man speaking Mandarin, deep and deliberate, for history and elders."),
    QT_TRANSLATE_NOOP("HouseVoices", "A young woman speaking Japanese, bright and lively, for animation and guides."),
    QT_TRANSLATE_NOOP("HouseVoices", "An old lady speaking Japanese, soft and slow, for folk tales."),
    QT_TRANSLATE_NOOP("HouseVoices", "A man speaking Japanese, calm and clear, for documentaries and news."),
)
"""Descriptions of the voices that come with the program, as their files have them."""


def details(origin: Origin, title: Callable[[str], str]) -> str:
    """Sentences in the language of the interface; empty where nothing is known.

    Parameters
    ----------
    title
        Of a voice by its name, for those that a blend is made of.
    """
    description = origin.description
    if description in HOUSE:
        description = QCoreApplication.translate("HouseVoices", description)
    return " ".join(sentence for sentence in (description, *_making(origin, title)) if sentence)


def _making(origin: Origin, title: Callable[[str], str]) -> list[str]:
    said = []
    if origin.kind == "blend" and origin.parts:
        parts = ", ".join(f"{title(name)} {round(100 * weight)} %" for name, weight in origin.parts)
        said.append(QCoreApplication.translate("VoiceDetails", "Blended of {0}.").format(parts))
    if origin.source_name:
        said.append(QCoreApplication.translate("VoiceDetails", "Cloned from {0}.").format(origin.source_name))
    if origin.similarity is not None:
        percent = round(100 * origin.similarity)
        said.append(QCoreApplication.translate("VoiceDetails", "{0} % like its speaker.").format(percent))
    if NOISE_REDUCTION in origin.cleaning:
        said.append(QCoreApplication.translate("VoiceDetails", "Made with noise reduction."))
    if STUDIO_SOUND in origin.cleaning:
        said.append(QCoreApplication.translate("VoiceDetails", "Made with studio sound: less like the recording."))
    return said
