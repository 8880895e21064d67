"""What results depend on, as frozen keys: equal exactly when the results are.

Fields of the engine's values that are added one day become part of the keys by themselves: what is listed here are
those that a key covers in another way.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Hashable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from engines.models.base import Voice
from engines.prosody.manner import NATURAL, Manner
from engines.text.markup_edits import plain
from engines.text.sanitise import sanitise
from engines.types import Phonemes, Plan, Utterance

Rest = tuple[tuple[str, Hashable], ...]
"""Names and values of fields."""

_READING = frozenset({"voice", "at_once", "anew", "lexicons", "slot", "excerpt", "emotion", "edits"})
"""Fields of an utterance that its phonemes, as they are read, do not depend on, or only by way of the voice's language
and of entries."""
_SAID = frozenset({*_READING, "text", "language", "names"})
"""Those that the plan and the audio of a segment depend on only by way of the voice and the symbols, if at all."""
_SYMBOLS = frozenset(
    {"utterance", "span", "readings", "pause", "pause_asked", "before", "problems", "emotions", "edit"}
)
"""Fields of phonemes that are in their symbols, in their manner, or beside the sound."""
_AROUND = frozenset({"phonemes", "voice", "samples", "stretch"})
"""Fields of a plan that its audio, before it is cut to a length, depends on only by way of the voice, if at all."""


@dataclass(frozen=True, slots=True)
class ReadingKey:
    """Of the phonemes of a text."""

    reader: int
    """Number of the front end, which stays as it is while a program runs."""
    voice_language: str
    lexicon: str
    """Of the entries that touch the text; see `engines.text.lexicon.Lexicons.aspect`."""
    asked: Rest

    @classmethod
    def of(cls, reader: int, utterance: Utterance, voice: Voice) -> ReadingKey:
        """For an utterance in a voice."""
        lexicon = utterance.lexicons.aspect(sanitise(plain(utterance.text))) if utterance.lexicons else ""
        return cls(reader, voice.info.language, lexicon, _rest(utterance, _READING))


@dataclass(frozen=True, slots=True)
class SegmentKey:
    """Of a segment said in a manner: its plan where that is natural, its front output and its audio."""

    model: str
    """See `SpeechModel.digest`."""
    voice: str
    """See `Voice.digest`."""
    symbols: str
    asked: Rest
    manner: Manner = NATURAL

    @classmethod
    def of(cls, model: str, phonemes: Phonemes, voice: Voice, manner: Manner = NATURAL) -> SegmentKey:
        """For a segment in a voice."""
        asked = _rest(phonemes.utterance, _SAID) + _rest(phonemes, _SYMBOLS)
        return cls(model, voice.digest, phonemes.symbols, asked, manner)


@dataclass(frozen=True, slots=True)
class PlanKey:
    """Of a segment whose plan is given, perhaps changed by hand or to fit a slot: its front output and its audio."""

    model: str
    voice: str
    plan: str
    """Digest of its durations, curves and features."""
    to_length: bool
    """Whether it is to have a length in samples; a little more is rendered then."""

    @classmethod
    def of(cls, model: str, plan: Plan) -> PlanKey:
        """For a plan; takes a fraction of a millisecond a second of speech."""
        content = hashlib.sha256()
        for name, value in _rest(plan, _AROUND):
            shown = (value.dtype.str, value.shape) if isinstance(value, np.ndarray) else value
            content.update(repr((name, shown)).encode())
            if isinstance(value, np.ndarray):
                content.update(np.ascontiguousarray(value).data)
        return cls(model, plan.voice.digest, content.hexdigest(), plan.samples is not None)


AudioKey = SegmentKey | PlanKey


def _rest(value: Any, covered: Collection[str]) -> Rest:
    return tuple((f.name, getattr(value, f.name)) for f in fields(value) if f.name not in covered)
