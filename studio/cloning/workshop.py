"""Making a voice of a recording, one step after the other; no widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engines.audio.wav import WavWriter
from engines.types import FloatArray
from studio.cloning.own_voices import OwnVoices
from studio.cloning.tools import Missing, Source, Tools, Written
from studio.operations import Operation, Operations, Task

if TYPE_CHECKING:
    from engines.voices.cleaning import Cleaning
    from engines.voices.profile import VoiceProfile


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user says about the voice."""

    title: str
    language: str
    transcript: str
    owner: str
    cleaning: Cleaning
    """Of the recording, before the voice is made."""


class Workshop(QObject):
    """One recording, and the voice that is made of it.

    Parameters
    ----------
    recordings
        Folder for what comes from the microphone.
    """

    changed = Signal()
    """Anything of the properties."""
    opened = Signal()
    """There is another recording."""
    transcribed = Signal(str, str)
    """What is said in the recording, and its language."""
    made = Signal(object)
    """A `VoiceProfile`, which is kept now."""
    failed = Signal(str)
    """A sentence."""

    def __init__(
        self, tools: Tools, own: OwnVoices, operations: Operations, recordings: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._tools = tools
        self._own = own
        self._operations = operations
        self._recordings = recordings
        self._reading: Operation[Source] | None = None
        self._transcribing: Operation[Written] | None = None
        self.making = False
        self.source: Source | None = None
        self.profile: VoiceProfile | None = None
        """The voice that was made of it."""
        self.cleaning: Cleaning | None = None
        """With which that was made."""
        self.missing: Missing | None = None
        """What is not installed; None until that is known."""
        Operation(self, "", lambda _task: tools.look()).on_success(self._looked).run(operations)

    @property
    def reading(self) -> bool:
        """Whether a recording is being read and looked at."""
        return self._reading is not None

    @property
    def transcribing(self) -> bool:
        """Whether what is said is being written down."""
        return self._transcribing is not None

    @property
    def usable(self) -> bool:
        """Whether a voice can be made."""
        return self.source is not None and self.source.reference.usable and not self.reading

    def open(self, path: Path) -> None:
        """Read a recording and choose its clearest speech, instead of the present one."""
        self._read(lambda: self._tools.open_source(path))

    def take(self, samples: FloatArray, rate: int) -> None:
        """Keep [N] samples from the microphone in a file, and open that."""
        name = self.tr("Recording {0}").format(datetime.now().strftime("%Y-%m-%d %H-%M-%S"))
        path = self._recordings / f"{name}.wav"

        def work() -> Source:
            path.parent.mkdir(parents=True, exist_ok=True)
            with WavWriter(path, rate) as writer:
                writer.write(samples)
            return self._tools.open_source(path)

        self._read(work)

    def transcribe(self, language: str | None) -> None:
        """Write down what is said; `transcribed` tells."""
        source = self.source
        if source is None or self._transcribing:
            return
        reference, transcribe = source.reference, self._tools.transcribe

        def done(written: Written) -> None:
            self._transcribing = None
            self.changed.emit()
            if self.source is not source:
                return
            if written.text:
                self.transcribed.emit(written.text, written.language)
            else:
                self.failed.emit(self.tr("Nothing was understood: type what is said, or leave it empty."))

        title = self.tr("Writing down what is said")
        self._transcribing = Operation(self, title, lambda _task: transcribe(reference, language))
        self._transcribing.on_success(done).on_failure(self._not_transcribed).on_cancelled(self._not_transcribed)
        self._transcribing.run(self._operations)
        self.changed.emit()

    def make(self, wish: Wish) -> None:
        """Make the voice at once, and keep it; `made` tells."""
        source = self.source
        if source is None or self.making:
            return
        reference, open_cloner, clean = source.reference, self._tools.open_cloner, self._tools.clean
        self.making = True

        def work() -> VoiceProfile:
            return open_cloner().clone(
                clean(reference, wish.cleaning),
                title=wish.title,
                language=wish.language,
                transcript=wish.transcript,
                owner=wish.owner,
            )

        title = self.tr("Making the voice {0}").format(wish.title)
        self._own.make(title, work, asker=self, then=partial(self._kept, wish.cleaning), failed=self._not_made)
        self.changed.emit()

    def _read(self, read: Callable[[], Source]) -> None:
        if self._reading:
            self._reading.cancel()

        def work(task: Task) -> Source:
            source = read()
            task.check()
            return source

        reading = Operation(self, self.tr("Looking at the recording"), work)
        self._reading = reading
        reading.on_success(partial(self._read_done, reading))
        reading.on_failure(partial(self._not_read, reading)).on_cancelled(partial(self._not_read, reading, ""))
        reading.run(self._operations)
        self.changed.emit()

    def _read_done(self, reading: Operation[Source], source: Source) -> None:
        if reading is not self._reading:
            return
        self._reading, self.source, self.profile = None, source, None
        self.opened.emit()
        self.changed.emit()

    def _not_read(self, reading: Operation[Source], sentence: str) -> None:
        if reading is self._reading:
            self._reading = None
            self._complain(sentence)

    def _not_transcribed(self, sentence: str = "") -> None:
        self._transcribing = None
        self._complain(sentence)

    def _kept(self, cleaning: Cleaning, profile: VoiceProfile) -> None:
        self.making, self.profile, self.cleaning = False, profile, cleaning
        self.changed.emit()
        self.made.emit(profile)

    def _not_made(self, sentence: str) -> None:
        self.making = False
        self._complain(sentence)

    def _looked(self, missing: Missing) -> None:
        self.missing = missing
        self.changed.emit()

    def _complain(self, sentence: str) -> None:
        self.changed.emit()
        if sentence:
            self.failed.emit(sentence)
