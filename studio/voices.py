"""The voices that the user can choose from, with the user's own tags and favourites."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal

from engines.models.base import VoiceInfo
from engines.text.frontends import installed_front_ends
from studio.settings import Settings
from studio.voice_details import details

# In the order in which voices are listed.
_LANGUAGES: Mapping[str, object] = {
    "en-us": QT_TRANSLATE_NOOP("VoiceLibrary", "English (US)"),
    "en-gb": QT_TRANSLATE_NOOP("VoiceLibrary", "English (UK)"),
    "zh": QT_TRANSLATE_NOOP("VoiceLibrary", "Chinese"),
    "ja": QT_TRANSLATE_NOOP("VoiceLibrary", "Japanese"),
    "es": QT_TRANSLATE_NOOP("VoiceLibrary", "Spanish"),
    "fr": QT_TRANSLATE_NOOP("VoiceLibrary", "French"),
    "it": QT_TRANSLATE_NOOP("VoiceLibrary", "Italian"),
    "pt-br": QT_TRANSLATE_NOOP("VoiceLibrary", "Portuguese (Brazil)"),
    "hi": QT_TRANSLATE_NOOP("VoiceLibrary", "Hindi"),
}
_GENDERS: Mapping[str, object] = {
    "female": QT_TRANSLATE_NOOP("VoiceLibrary", "female"),
    "male": QT_TRANSLATE_NOOP("VoiceLibrary", "male"),
}
_KINDS: Mapping[str, object] = {
    "instant": QT_TRANSLATE_NOOP("VoiceLibrary", "cloned"),
    "refined": QT_TRANSLATE_NOOP("VoiceLibrary", "cloned, refined"),
    "blend": QT_TRANSLATE_NOOP("VoiceLibrary", "blended"),
    "house": QT_TRANSLATE_NOOP("VoiceLibrary", "house voice"),
}
# Only what is certain of a voice, whatever it says.
_CHARACTER: Mapping[str, tuple[object, ...]] = {
    "af_nicole": (QT_TRANSLATE_NOOP("VoiceLibrary", "whisper"),),
}
# Each has a statement, a question and no name or number that a front end could stumble on.
_SAMPLES: Mapping[str, str] = {
    "en-us": "The rain has finally stopped. Do you want to take a walk before dinner?",
    "en-gb": "The rain has stopped at last. Shall we go for a walk before supper?",
    "zh": "窗外的雨终于停了。晚饭前，我们出去走一走，好不好？",
    "ja": "雨がやっとあがりましたね。夕ご飯の前に、少し散歩に行きませんか？",
    "es": "Por fin ha dejado de llover. ¿Damos un paseo antes de cenar?",
    "fr": "La pluie s'est enfin arrêtée. On va se promener avant le dîner ?",
    "it": "Finalmente ha smesso di piovere. Facciamo due passi prima di cena?",
    "pt-br": "A chuva finalmente parou. Vamos dar uma volta antes do jantar?",
    "hi": "बारिश आख़िर रुक गई। खाने से पहले थोड़ा टहलने चलें?",
}
UNLISTED = "~"
"""Begins the names of voices that are heard while they are being made, and listed nowhere."""
_STOCK_NAME = re.compile(r"[a-z][fm]_(?P<title>\w+)")


@dataclass(frozen=True, slots=True)
class VoiceEntry:
    """A voice, as a list shows it."""

    name: str
    """What the engine calls it, for example `zf_xiaoxiao`."""
    title: str
    language: str
    """A code such as `en-gb`."""
    gender: str
    """`female` or `male`."""
    pack: str
    """The model that it belongs to."""
    kind: str
    """`stock`, `house`, `instant` or `refined` (cloned), or `blend`."""
    tags: tuple[str, ...]
    """In the language of the interface: language, gender, kind, what is known of it, then the user's own."""
    own_tags: tuple[str, ...]
    """Those of `tags` that the user gave."""
    favourite: bool
    readable: bool
    """Whether text in the voice's own language can be read."""
    visiting: bool = False
    """Whether it came with the open project and is not among the user's voices."""
    details: str = ""
    """Sentences in the language of the interface: its description, and how it was made."""

    @property
    def own(self) -> bool:
        """Whether the user made or brought it."""
        return self.kind not in {"stock", "house"}


class VoiceLibrary(QObject):
    """The voices, kept up to date with the model in use and with the settings.

    Parameters
    ----------
    settings
        Where tags and favourites are kept.
    """

    changed = Signal()
    """Any of the entries."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._stock: Mapping[str, VoiceInfo] = {}
        self._visiting: frozenset[str] = frozenset()
        self._readable = installed_front_ends().languages
        settings.changed.connect(self._setting_changed)

    def set_stock(self, voices: Mapping[str, VoiceInfo]) -> None:
        """Take over the voices that the engine has now: those of the model, and the user's."""
        listed = {name: info for name, info in voices.items() if not name.startswith(UNLISTED)}
        if listed != self._stock:
            self._stock = listed
            self.changed.emit()

    def set_visiting(self, names: Iterable[str]) -> None:
        """Mark the voices that came with the open project and are not among the user's."""
        visiting = frozenset(names)
        if visiting != self._visiting:
            self._visiting = visiting
            self.changed.emit()

    def entries(self) -> tuple[VoiceEntry, ...]:
        """All voices: the user's, those of the house, those of the model, each by language and then by title.

        Texts are in the language of the interface now.
        """
        order = {language: rank for rank, language in enumerate(_LANGUAGES)}
        favourites = frozenset(self._settings.favourite_voices)
        found = [self._entry(info, favourites) for info in self._stock.values()]
        found.sort(
            key=lambda entry: (
                not entry.own,
                entry.kind == "stock",
                order.get(entry.language, len(order)),
                entry.language,
                entry.title.casefold(),
            )
        )
        return tuple(found)

    def entry(self, name: str) -> VoiceEntry | None:
        """The voice of that name; None when the model has no such voice, or is not loaded yet."""
        info = self._stock.get(name)
        return self._entry(info, frozenset(self._settings.favourite_voices)) if info else None

    def title(self, name: str) -> str:
        """A voice's title, or its name as names are written, `Xiaoxiao`; also of one that is not there."""
        info = self._stock.get(name)
        if info and info.title:
            return info.title
        match = _STOCK_NAME.fullmatch(name)
        return match["title"].replace("_", " ").title() if match else name

    def set_favourite(self, name: str, favourite: bool) -> None:
        """Mark a voice, or unmark it."""
        others = tuple(other for other in self._settings.favourite_voices if other != name)
        self._settings.favourite_voices = (*others, name) if favourite else others

    def set_tags(self, name: str, tags: tuple[str, ...]) -> None:
        """Replace the user's own tags of a voice; blank ones and repetitions are dropped."""
        clean = dict.fromkeys(" ".join(tag.split()) for tag in tags)
        self._settings.set_voice_tags(name, tuple(tag for tag in clean if tag))

    def sample_sentence(self, language: str) -> str:
        """A short sentence that shows a voice of that language."""
        return _SAMPLES.get(language, _SAMPLES["en-us"])

    def _entry(self, info: VoiceInfo, favourites: frozenset[str]) -> VoiceEntry:
        own = self._settings.voice_tags(info.name)
        visiting = info.name in self._visiting
        known = (
            language_name(info.language),
            gender_name(info.gender),
            *([_translated(_KINDS[info.kind])] if info.kind in _KINDS else ()),
            *([QCoreApplication.translate("VoiceLibrary", "of this project")] if visiting else ()),
            *_character(info.name),
        )
        return VoiceEntry(
            name=info.name,
            title=self.title(info.name),
            language=info.language,
            gender=info.gender,
            pack=info.pack,
            kind=info.kind,
            tags=(*known, *(tag for tag in own if tag not in known)),
            own_tags=own,
            favourite=info.name in favourites,
            readable=info.language in self._readable,
            visiting=visiting,
            details=details(info.origin, self.title) if info.origin else "",
        )

    def _setting_changed(self, name: str) -> None:
        if name == "favourite_voices" or name in self._stock:
            self.changed.emit()


def language_name(code: str) -> str:
    """A language in the language of the interface; the code itself where it has no name here."""
    return _translated(_LANGUAGES[code]) if code in _LANGUAGES else code


def gender_name(gender: str) -> str:
    """`female` or `male` in the language of the interface."""
    return _translated(_GENDERS[gender]) if gender in _GENDERS else gender


def languages() -> tuple[str, ...]:
    """Codes of the languages that voices speak, in the order in which they are listed."""
    return tuple(_LANGUAGES)


def _character(name: str) -> tuple[str, ...]:
    return tuple(_translated(tag) for tag in _CHARACTER.get(name, ()))


def _translated(text: object) -> str:
    # What marks a text for translation has no type of its own.
    return QCoreApplication.translate("VoiceLibrary", str(text))
