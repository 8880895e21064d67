"""What cleaning does to a recording and to its voice: both ways of each, ready to be heard one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from PySide6.QtCore import QObject, Signal

from engines.audio.loudness import amplitude, loudness
from engines.types import AudioChunk, FloatArray, Utterance
from studio.cloning.own_voices import OwnVoices
from studio.cloning.tools import Tools
from studio.operations import Operation, Operations
from studio.playback.messages import Rendered
from studio.playback.synthesis import SynthesisThread
from studio.voices import UNLISTED

if TYPE_CHECKING:
    from engines.voices.cleaning import Cleaning
    from engines.voices.profile import VoiceProfile
    from engines.voices.reference import Reference

RATE = 24_000
"""Hz of what is compared."""
_BORROWER = f"{UNLISTED}comparison"
_NAMES = (f"{UNLISTED}as-recorded", f"{UNLISTED}cleaned")
_SHORTEST = RATE // 2
"""Samples; less has no loudness, which is measured over 0.4 s."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two sounds of one loudness, [N] and [M] at `RATE`."""

    as_recorded: FloatArray
    cleaned: FloatArray


@dataclass(frozen=True)
class Spoken:
    """What is said to compare voices."""

    text: str
    language: str


Then = Callable[[Pair], object]
T = TypeVar("T")


class Comparison(QObject):
    """Makes one pair at a time, and keeps those of one recording. What is asked for last counts.

    Parameters
    ----------
    tools
        Clean a recording and make voices, away from the GUI thread.
    own
        Lends the voices that are compared to the engine.
    synthesis
        Speaks with them.
    """

    changed = Signal()
    """`busy`."""
    failed = Signal(str)
    """A sentence."""

    def __init__(
        self,
        tools: Tools,
        own: OwnVoices,
        synthesis: SynthesisThread,
        operations: Operations,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tools, self._own, self._synthesis, self._operations = tools, own, synthesis, operations
        self._pairs: dict[tuple[object, ...], Pair] = {}
        self._turn = 0
        self.busy = False
        """Whether something is being made."""
        self._speaking: dict[int, list[FloatArray]] = {}
        """By request: as recorded, then cleaned."""
        self._unsaid: set[int] = set()
        self._finish: Callable[[FloatArray, FloatArray], object] | None = None
        synthesis.chunk.connect(self._take)
        synthesis.finished.connect(self._said)
        synthesis.failed.connect(self._not_said)

    def recording(self, reference: Reference, cleaning: Cleaning, then: Then) -> None:
        """Call `then` with the recording as it is and cleaned."""
        key = ("recording", reference.sha256, cleaning)
        if self._known(key, then):
            return
        clean = self._tools.clean

        def work() -> Pair:
            return equally_loud(reference.samples, clean(reference, cleaning).samples)

        self._run(work, lambda pair: self._done(key, pair, then))

    def voice(self, reference: Reference, cleaning: Cleaning, spoken: Spoken, then: Then) -> None:
        """Call `then` with a sentence spoken by the voice of the recording as it is, and by that of the cleaned one."""
        key = ("voice", reference.sha256, cleaning, spoken)
        if self._known(key, then):
            return
        tools = self._tools

        def work() -> list[VoiceProfile]:
            cloner = tools.open_cloner()
            references = (reference, tools.clean(reference, cleaning))
            return [
                replace(cloner.clone(r, title=name, language=spoken.language, transcript="", owner=""), name=name)
                for r, name in zip(references, _NAMES, strict=True)
            ]

        def level(as_recorded: FloatArray, cleaned: FloatArray) -> None:
            self._run(lambda: equally_loud(as_recorded, cleaned), lambda pair: self._done(key, pair, then))

        def speak(profiles: list[VoiceProfile]) -> None:
            self._own.lend(_BORROWER, profiles)
            self._finish = level
            for profile in profiles:
                utterance = Utterance(spoken.text, profile.name, at_once=True)
                self._speaking[self._synthesis.say(utterance, urgent=True)] = []
            self._unsaid = set(self._speaking)

        self._run(work, speak)

    def stop(self) -> None:
        """Make nothing more of what was asked for."""
        self._turn += 1
        for request in self._speaking:
            self._synthesis.cancel(request)
        self._speaking.clear()
        self._set_busy(False)

    def close(self) -> None:
        """The same, and forget everything."""
        self.stop()
        self._pairs.clear()
        self._own.lend(_BORROWER, ())

    def _known(self, key: tuple[object, ...], then: Then) -> bool:
        self.stop()
        if pair := self._pairs.get(key):
            then(pair)
        return pair is not None

    def _run(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        turn = self._turn
        self._set_busy(True)

        def done(result: T) -> None:
            if turn == self._turn:
                then(result)

        def failed(sentence: str = "") -> None:
            if turn == self._turn:
                self._fail(sentence)

        Operation(self, "", lambda _task: work()).on_success(done).on_failure(failed).on_cancelled(failed).run(
            self._operations
        )

    def _done(self, key: tuple[object, ...], pair: Pair, then: Then) -> None:
        self._pairs[key] = pair
        self._set_busy(False)
        then(pair)

    def _take(self, request: int, chunk: AudioChunk) -> None:
        if request in self._speaking:
            self._speaking[request].append(chunk.samples)

    def _said(self, request: int, _result: Rendered) -> None:
        if request not in self._speaking:
            return
        self._unsaid.discard(request)
        if not self._unsaid and self._finish:
            first, second = (np.concatenate(pieces) for pieces in self._speaking.values())
            self._speaking.clear()
            self._finish(first, second)

    def _not_said(self, request: int, sentence: str) -> None:
        if request in self._speaking:
            self.stop()
            self._fail(sentence)

    def _fail(self, sentence: str) -> None:
        self._set_busy(False)
        if sentence:
            self.failed.emit(sentence)

    def _set_busy(self, busy: bool) -> None:
        if busy != self.busy:
            self.busy = busy
            self.changed.emit()


def equally_loud(as_recorded: FloatArray, cleaned: FloatArray) -> Pair:
    """[N] and [M] samples, the louder of them lowered to the loudness of the other (ITU-R BS.1770)."""
    levels = [loudness(np.pad(s, (0, max(0, _SHORTEST - len(s)))), RATE) for s in (as_recorded, cleaned)]
    if not np.isfinite(levels).all():
        return Pair(as_recorded, cleaned)
    gains = [np.float32(amplitude(min(levels) - level)) for level in levels]
    return Pair(as_recorded * gains[0], cleaned * gains[1])
