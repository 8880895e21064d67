"""Emotion by example: the prosody of a recording, apart from who speaks in it."""

from __future__ import annotations

from dataclasses import dataclass

from engines.types import Plan
from engines.voices.profile import PitchRange


@dataclass(frozen=True, slots=True)
class Example:
    """Statistics of how a recording is spoken, relative to what its speaker does when nothing is felt."""

    title: str
    """Usually the name of the file."""


def exemplified(plan: Plan, example: Example, strength: float, pitch: PitchRange | None) -> Plan:
    """A plan with the prosody of an example, as far as the strength says, 0 to 1, within the range of the voice."""
    return plan
