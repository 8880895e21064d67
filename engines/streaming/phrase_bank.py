"""Short phrases made ahead while nothing else is to be done, so that they sound at once when they are asked for."""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Protocol

from engines.errors import TimbreError
from engines.models.base import VoiceInfo
from engines.text.lexicon import NO_LEXICONS
from engines.types import AudioChunk, Utterance

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "phrases"
NUMBERS = tuple(str(number) for number in range(21))
LONGEST = 120
"""Characters of a line of the user's that is worth making ahead; a longer one is seldom said twice."""
_FREQUENT = 32
"""Lines of the user's that are made ahead."""
_COUNTED = 512
"""Lines whose uses are counted."""


class Speaker(Protocol):
    """The part of `engines.engine.Engine` that makes phrases."""

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """The voices by name."""
        ...

    def knows(self, utterance: Utterance) -> bool:
        """Whether all of it has been made and is kept."""
        ...

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """Make it, window by window; what is whole is kept by the speaker."""
        ...


@cache
def phrases(language: str) -> tuple[str, ...]:
    """Greetings and numbers of a language, such as `en-gb`; numbers alone where there is no list."""
    file = FOLDER / f"{language.partition('-')[0]}.txt"
    greetings = file.read_text("utf-8").splitlines() if file.is_file() else []
    return (*greetings, *NUMBERS)


class PhraseBank:
    """What is likely to be said: the user's most frequent lines, then the phrases of every voice in use.

    It has no thread and makes nothing by itself. `note` may be called from any thread, `work` from one at a time.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._uses: Counter[Utterance] = Counter()
        self._lexicons = NO_LEXICONS
        """As they were when a line was asked for last."""
        self._done: set[Utterance] = set()

    def note(self, utterance: Utterance) -> None:
        """Count a line that was asked for."""
        if len(utterance.text) > LONGEST or utterance.slot or utterance.at_once or utterance.anew:
            return
        with self._lock:
            self._lexicons = utterance.lexicons
            self._uses[replace(utterance, lexicons=NO_LEXICONS)] += 1
            if len(self._uses) > _COUNTED:
                self._uses = Counter(dict(self._uses.most_common(_COUNTED // 2)))

    def forget(self) -> None:
        """Look at everything anew: a voice may be another one now, or what was kept may be gone."""
        self._done.clear()

    def work(self, speaker: Speaker, voices: Iterable[str]) -> Iterator[None]:
        """Make what is missing, and stop after every window, so that the caller can do something better or close this.

        A phrase that is not finished is made from its start the next time. One that cannot be said is left out.

        Parameters
        ----------
        voices
            Those whose phrases are wanted, the first of them first.
        """
        for utterance in chain(self._frequent(), self._stock(speaker, voices)):
            if utterance in self._done:
                continue
            with contextlib.suppress(TimbreError):
                if not speaker.knows(utterance):
                    for _ in speaker.speak(utterance):
                        yield
            self._done.add(utterance)
            yield

    def _frequent(self) -> list[Utterance]:
        """Lines that were asked for more than once, the most frequent first."""
        with self._lock:
            often = [utterance for utterance, uses in self._uses.most_common(_FREQUENT) if uses > 1]
            return [replace(utterance, lexicons=self._lexicons) for utterance in often]

    @staticmethod
    def _stock(speaker: Speaker, voices: Iterable[str]) -> Iterator[Utterance]:
        known = speaker.voices
        for voice in voices:
            if voice in known:
                language = known[voice].language
                yield from (Utterance(phrase, voice) for phrase in phrases(language))
