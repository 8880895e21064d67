"""From the model's own plan to the one that is rendered: what is felt, then edits by hand."""

from __future__ import annotations

import math
from dataclasses import replace

from engines.prosody.editing import edited
from engines.prosody.edits import Attaching
from engines.prosody.expressing import expressed, last_expression
from engines.prosody.manner import Manner
from engines.types import Phonemes, Plan, Utterance
from engines.voices.profile import PitchRange


def directed(plan: Plan, manner: Manner, pitch: PitchRange | None) -> Plan:
    """A segment said in a manner.

    Parameters
    ----------
    plan
        As the model gives it.
    pitch
        How high the voice speaks when nothing is felt, where that is known.

    Returns
    -------
    The plan itself where the manner is natural.
    """
    emotion = manner.emotion
    if emotion.felt or manner.passages:
        plan = expressed(plan, emotion, manner.passages, pitch)
    return plan if manner.edit is None else edited(plan, manner.edit)


class Preparing:
    """Prepares the segments of an utterance, one after the other, for what is felt and edited.

    Each gets its edit, and a pause as long as what is felt makes it; a pause that the text asks for is left alone.
    """

    def __init__(self, utterance: Utterance) -> None:
        self._is_felt = utterance.emotion.felt
        self._attaching = Attaching(utterance.edits) if utterance.edits else None

    def prepared(self, phonemes: Phonemes) -> Phonemes:
        """The next segment."""
        if self._attaching:
            phonemes = replace(phonemes, edit=self._attaching.next(phonemes.symbols))
        return _paused(phonemes) if self._is_felt or phonemes.emotions else phonemes


def _paused(phonemes: Phonemes) -> Phonemes:
    if phonemes.pause_asked or not phonemes.pause:
        return phonemes
    return replace(phonemes, pause=phonemes.pause * math.exp(last_expression(phonemes).pauses))
