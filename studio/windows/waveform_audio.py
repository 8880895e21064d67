"""The audio of takes for drawing: read and summarised away from the GUI thread, and kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engines.types import FloatArray
from studio.document.takes import Take
from studio.operations import Operation, Operations, Task
from studio.playback.audio_files import read_take
from studio.windows.spectrogram import Spectrogram, spectrogram
from studio.windows.waveform_envelope import Envelope

MOST_SAMPLES = 40_000_000
"""Kept in memory: 160 MB, half an hour."""
_LANE = "waveform"


@dataclass(slots=True, eq=False)
class Sound:
    """What is drawn of a take, or of a line being made."""

    envelope: Envelope
    rate: int
    spectrogram: Spectrogram | None = None

    @property
    def seconds(self) -> float:
        """How long it is."""
        return len(self.envelope) / self.rate


class SoundShelf(QObject):
    """Sounds of takes by their id: the ones used last, up to `MOST_SAMPLES`.

    Parameters
    ----------
    takes_folder
        Where the audio of takes is now.
    """

    loaded = Signal(str)
    """Id of a take whose sound, or spectrogram, is there now."""
    failed = Signal(str, str)
    """Id of a take that cannot be read, and a sentence."""

    def __init__(self, operations: Operations, takes_folder: Callable[[], Path], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._operations = operations
        self._takes_folder = takes_folder
        self._sounds: OrderedDict[str, Sound] = OrderedDict()
        self._reading: dict[str, Operation[Sound]] = {}
        self._analysing: dict[str, Operation[Spectrogram]] = {}

    def get(self, take_id: str) -> Sound | None:
        """The sound, if it is there."""
        sound = self._sounds.get(take_id)
        if sound:
            self._sounds.move_to_end(take_id)
        return sound

    def put(self, take_id: str, sound: Sound) -> None:
        """Keep a sound, and forget the ones used longest ago when there are too many."""
        self._sounds[take_id] = sound
        self._sounds.move_to_end(take_id)
        total = sum(len(kept.envelope) for kept in self._sounds.values())
        while total > MOST_SAMPLES and len(self._sounds) > 2:  # two are shown side by side
            _, oldest = self._sounds.popitem(last=False)
            total -= len(oldest.envelope)
        self.loaded.emit(take_id)

    def clear(self) -> None:
        """Forget all of them: another project is open."""
        self.want((), spectrograms=False)
        self._sounds.clear()

    def want(self, takes: tuple[Take, ...], *, spectrograms: bool) -> None:
        """Get these ready and give up the work on all others."""
        wanted = {take.id for take in takes}
        for running in (self._reading, self._analysing):
            for take_id in [key for key in running if key not in wanted]:
                running.pop(take_id).cancel()
        for take in takes:
            sound = self.get(take.id)
            if sound is None:
                self._read(take)
            elif spectrograms and sound.spectrogram is None:
                self._analyse(take.id, sound)

    def _read(self, take: Take) -> None:
        if take.id in self._reading:
            return
        folder = self._takes_folder()

        def work(task: Task) -> Sound:
            samples = read_take(folder, take)
            task.check()
            return Sound(Envelope(samples), take.sample_rate)

        def keep(sound: Sound) -> None:
            if self._reading.pop(take.id, None):
                self.put(take.id, sound)

        def tell(sentence: str) -> None:
            if self._reading.pop(take.id, None):
                self.failed.emit(take.id, sentence)

        self._reading[take.id] = Operation(self, "", work).on_success(keep).on_failure(tell)
        self._reading[take.id].run(self._operations, lane=_LANE)

    def _analyse(self, take_id: str, sound: Sound) -> None:
        if take_id in self._analysing:
            return
        samples: FloatArray = sound.envelope.samples

        def work(task: Task) -> Spectrogram:
            return spectrogram(samples, sound.rate, task.check)

        def keep(result: Spectrogram) -> None:
            if self._analysing.pop(take_id, None):
                sound.spectrogram = result
                self.loaded.emit(take_id)

        self._analysing[take_id] = Operation(self, "", work).on_success(keep)
        self._analysing[take_id].run(self._operations, lane=_LANE)
