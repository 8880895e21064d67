"""Emotion by example: the prosody of a recording, apart from who speaks in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """Statistics of how a recording is spoken, relative to what its speaker does when nothing is felt."""

    title: str
    """Usually the name of the file."""
