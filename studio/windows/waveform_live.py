"""The audio of a line while it is being made."""

from __future__ import annotations

from collections.abc import Sequence

from engines.types import AudioChunk
from studio.document.takes import Take, TakeMark
from studio.windows.waveform_audio import Sound
from studio.windows.waveform_envelope import Envelope
from studio.windows.waveform_words import Word, words_of


class LiveSound:
    """Grows chunk by chunk; when the line is finished, it is the sound of the take."""

    def __init__(self) -> None:
        self.sound: Sound | None = None
        """None before the first chunk."""
        self._marks: list[TakeMark] = []
        self._text = ""

    def begin(self, chunks: Sequence[AudioChunk], text: str) -> None:
        """Start anew with what there is already of a line that says `text`."""
        self.sound = None
        self._marks = []
        self._text = text
        for chunk in chunks:
            self.add(chunk)

    def add(self, chunk: AudioChunk) -> bool:
        """Append a chunk; False when it was there already."""
        if self.sound is None:
            self.sound = Sound(Envelope(), chunk.sample_rate)
        if chunk.start != len(self.sound.envelope):
            return False
        self.sound.envelope.append(chunk.samples)
        self._marks += [
            TakeMark(
                mark.start / chunk.sample_rate,
                mark.end / chunk.sample_rate,
                (mark.reading.span.start, mark.reading.span.end),
                mark.reading.symbols,
                mark.reading.source.value,
                mark.reading.language,
            )
            for mark in chunk.marks
        ]
        return True

    def words(self) -> tuple[Word, ...]:
        """Those that have begun."""
        return words_of(tuple(self._marks), self._text)

    def taken(self, take: Take) -> Sound | None:
        """The finished sound, if it is the whole of a take; there is none any more after that."""
        sound, self.sound = self.sound, None
        whole = sound is not None and len(sound.envelope) == round(take.seconds * take.sample_rate)
        return sound if whole else None
