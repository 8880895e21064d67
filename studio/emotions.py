"""The emotions that the user can choose from by name, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QObject, Signal

from engines.prosody.emotion import Emotion, blended
from engines.prosody.preset import Preset
from engines.prosody.presets import NEUTRAL_NAME, Presets, PresetStore, built_in
from studio.document.emotions import UNMOVED, LineEmotion, in_words, named, of_preset
from studio.operations import Operation, Operations
from studio.playback.synthesis import EngineLike, SynthesisThread

DEGREES = (0.2, 0.4, 0.6, 0.8)
"""Intensities that lists offer besides the whole."""
_LANE = "emotions"


@dataclass(frozen=True, slots=True)
class EmotionEntry:
    """A preset, as a list shows it."""

    name: str
    """What texts call it: `[excited 0.5]…[/]`."""
    title: str
    value: LineEmotion
    description: str = ""
    own: bool = False
    """Whether the user made or brought it, so that it can be changed."""


class EmotionLibrary(QObject):
    """The presets: neutral, those that come with the program, and the user's, which change on the disk as they do here.

    After a change the engine takes them over, since texts may name them.

    Parameters
    ----------
    store
        Read and written on the threads of `operations` only; without one there are none of the user's own.
    """

    changed = Signal()
    """Any of the entries."""
    added = Signal(str)
    """Name of a preset that is there now."""
    deleted = Signal(object)
    """A `Preset`, which `restore` takes."""
    told = Signal(str)
    """A sentence: what was done."""
    failed = Signal(str)
    """A sentence: why something was not done."""

    def __init__(
        self,
        operations: Operations | None = None,
        synthesis: SynthesisThread | None = None,
        store: PresetStore | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._operations = operations
        self._synthesis = synthesis
        self._store = store
        self._presets: Presets | None = None

    @property
    def presets(self) -> Presets:
        """As they are known now."""
        return built_in() if self._presets is None else self._presets

    def load(self) -> None:
        """Read those of the user, at the start of the program."""
        self._change(lambda _store: None, lambda _nothing: None)

    def entries(self) -> tuple[EmotionEntry, ...]:
        """In the order in which they are listed; titles are in the language of the interface now."""
        language = QLocale().name()
        neutral = EmotionEntry(NEUTRAL_NAME, _neutral_title(), UNMOVED)
        return (
            neutral,
            *(
                EmotionEntry(
                    preset.name,
                    preset.title_in(language),
                    of_preset(preset),
                    preset.description_in(language),
                    preset.own,
                )
                for preset in self.presets
            ),
        )

    def find(self, name: str) -> LineEmotion | None:
        """The preset of that name or title, whatever its case."""
        return UNMOVED if name.strip() == _neutral_title() else named(name, self.presets)

    def read(self, text: str, present: LineEmotion | None = None) -> LineEmotion | None:
        """A preset or feelings and perhaps intensities, as they are typed; None when there is no such emotion.

        `present` may be named too, as `text` does, to be given another intensity.
        """
        if text.strip() == _neutral_title():
            return UNMOVED
        if present and (name := self.name(present)) and text.strip().startswith(name):
            degree = in_words(f"{NEUTRAL_NAME} {text.strip()[len(name) :]}")
            return present.graded(degree.emotion.intensity) if degree else None
        return in_words(text, self.presets)

    def name(self, emotion: LineEmotion) -> str:
        """What it is called, without how much of it there is."""
        if emotion.is_neutral:
            return _neutral_title()
        preset = next((preset for preset in self.presets if preset.name == emotion.preset), None)
        if preset:
            return preset.title_in(QLocale().name())
        if emotion.emotion.example is not None and not emotion.preset:
            return emotion.emotion.example.title
        return emotion.preset or QCoreApplication.translate("Emotion", "own blend")

    def text(self, emotion: LineEmotion) -> str:
        """Name and intensity, short enough for a cell: `Sad 0.6`; a star where a preset was altered."""
        if emotion.is_neutral:
            return self.name(emotion)
        star = "*" if self.is_altered(emotion) else ""
        intensity = emotion.emotion.intensity
        return f"{self.name(emotion)}{star}" + ("" if intensity == 1.0 else f" {shown(intensity)}")

    def is_altered(self, emotion: LineEmotion) -> bool:
        """Whether it has more than another intensity than the preset that it came from."""
        preset = next((preset for preset in self.presets if preset.name == emotion.preset), None)
        return preset is not None and replace(preset.emotion, intensity=emotion.emotion.intensity) != emotion.emotion

    # Changes of the user's own.

    def add(self, title: str, emotion: Emotion) -> None:
        """Keep an emotion under a title; what it has of an example is no part of a preset."""
        preset = Preset("", title.strip(), blended([(emotion, 1.0)]))
        self._change(lambda store: store.add(preset), self._has_added)

    def save(self, name: str, emotion: Emotion) -> None:
        """Give a preset of the user's other values."""
        own = next((preset for preset in self.presets if preset.name == name), None)
        if own:
            changed = replace(own, emotion=blended([(emotion, 1.0)]))
            self._change(lambda store: store.save(changed), self._has_added)

    def copy(self, name: str) -> None:
        """Add a copy of a preset."""
        self._change(lambda store: store.copy(name), self._has_added)

    def rename(self, name: str, title: str) -> None:
        """Give a preset of the user's another title."""
        self._change(lambda store: store.rename(name, title), self._has_added)

    def delete(self, name: str) -> None:
        """Take a preset of the user's away; `deleted` tells what brings it back. Lines keep their values."""
        self._change(lambda store: store.delete(name), self.deleted.emit)

    def restore(self, preset: Preset) -> None:
        """Bring one back."""
        self._change(lambda store: store.add(preset), self._has_added)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Add presets from files."""
        for path in paths:
            self._change(lambda store, path=path: store.import_file(path), self._has_added)  # type: ignore[misc]

    def export(self, name: str, path: Path) -> None:
        """Write a preset into a file, over what is there, which the user has been asked about."""
        text = self.tr("{0} was written.").format(path.name)
        self._change(lambda store: store.export_file(name, path, overwrite=True), lambda _path: self.told.emit(text))

    def _has_added(self, preset: Preset) -> None:
        self.added.emit(preset.name)

    def _change(self, work: Callable[[PresetStore], object], done: Callable[..., object]) -> None:
        store = self._store
        if store is None or self._operations is None:
            return

        def run(_task: object) -> tuple[object, Presets]:
            result = work(store)
            return result, store.load()

        def finished(results: tuple[object, Presets]) -> None:
            result, self._presets = results
            self.changed.emit()
            if self._synthesis:
                self._synthesis.ask(_refresh)
            done(result)

        operation = Operation(self, "", run, essential=True)
        operation.on_success(finished).on_failure(self.failed.emit).run(self._operations, lane=_LANE)


def shown(share: float) -> str:
    """0 to 1, as it is written inside a text too: `0.6`."""
    return f"{share:.2f}".rstrip("0").rstrip(".") or "0"


def _neutral_title() -> str:
    return QCoreApplication.translate("Emotion", "Neutral")


def _refresh(engine: EngineLike) -> None:
    engine.refresh_emotions()
