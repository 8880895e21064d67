"""Which parts of a recording are the best to learn a voice from: whole phrases, loud against the noise, undamaged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.voices.measurements import Recording, frames_of
from engines.voices.speech_detection import FRAME_SECONDS, Stretch

_LONGEST_PAUSE = 0.8
"""Seconds; longer pauses are cut out."""
_SHORTEST_PART = 1.0
_MARGIN_BEFORE = 0.10
_MARGIN_AFTER = 0.15
_ENOUGH_SECONDS = 5.0
"""With as much good speech, bad phrases are left out."""
_BAD = 0.3
"""Of the quality of the best phrase; what is below is only taken where it lies between good ones."""
_LONELY_PAUSE = 1.0
_LONELY_SECONDS = 2.5
_LONELY_WEIGHT = 0.6
"""Short phrases far from others are headings and interjections, which are spoken unlike the rest."""
_USUAL_LEVEL_DB = 8.0
_LEAST_QUALITY = 0.02


@dataclass(frozen=True, slots=True)
class Phrase:
    """Speech between two pauses."""

    stretch: Stretch
    quality: float
    """From 0 to 1."""


def rated_phrases(recording: Recording, clipped: list[Stretch], *, longest: float) -> list[Phrase]:
    """Every phrase of a recording with its quality; those longer than `longest` seconds are divided where softest."""
    stretches = [part for phrase in recording.phrases for part in _divided(recording, phrase, longest)]
    if not stretches:
        return []
    cut_off = frames_of(clipped, len(recording.power))
    levels = np.array([10 * np.log10(_part(recording.power, each).mean() + 1e-12) for each in stretches])
    unusual = np.exp(-(((levels - np.median(levels)) / _USUAL_LEVEL_DB) ** 2) / 2)
    phrases = []
    for number, stretch in enumerate(stretches):
        clear = float(np.clip((recording.signal_to_noise_of(stretch) - 3.0) / 27.0, 0.05, 1.0))
        whole = 1.0 - 0.8 * float(_part(cut_off, stretch).mean())
        quality = clear * whole * float(unusual[number])
        before = stretch.start - (stretches[number - 1].end if number else -np.inf)
        after = (stretches[number + 1].start if number + 1 < len(stretches) else np.inf) - stretch.end
        if min(before, after) > _LONELY_PAUSE and stretch.seconds < _LONELY_SECONDS:
            quality *= _LONELY_WEIGHT
        phrases.append(Phrase(stretch, max(quality, _LEAST_QUALITY)))
    return phrases


def without(phrases: list[Phrase], unwanted: list[Stretch]) -> list[Phrase]:
    """Those phrases of which less than a fifth lies in the unwanted stretches."""
    return [
        phrase
        for phrase in phrases
        if sum(max(0.0, min(phrase.stretch.end, b) - max(phrase.stretch.start, a)) for a, b in unwanted)
        < 0.2 * phrase.stretch.seconds
    ]


def is_within(stretch: Stretch, parts: list[Stretch]) -> bool:
    """Whether one of the parts holds all of it."""
    return any(start <= stretch.start and stretch.end <= end for start, end in parts)


def best_parts(phrases: list[Phrase], seconds: float) -> list[Stretch]:
    """The best runs of whole phrases, `seconds` in all at most, in the order of the recording.

    The first run is the one with the most good speech; others are added while there is room. Every part reaches a
    little into the pauses around it.
    """
    bad = _bad(phrases)
    taken: set[int] = set()
    chosen: list[tuple[int, int]] = []
    room = seconds
    while (room >= _SHORTEST_PART or not chosen) and (run := _best_run(phrases, bad, taken, room)):
        first, last = run
        room -= phrases[last].stretch.end - phrases[first].stretch.start
        taken.update(range(first, last + 1))
        chosen.append(run)
    return [_with_margins(phrases, first, last) for first, last in sorted(chosen)]


def worth_having(phrases: list[Phrase]) -> list[Phrase]:
    """Without those that are bad beside the best, if enough remains."""
    bad = _bad(phrases)
    return [phrase for phrase in phrases if phrase.quality > bad]


def _bad(phrases: list[Phrase]) -> float:
    """The quality up to which a phrase is not worth having."""
    bad = _BAD * max((phrase.quality for phrase in phrases), default=0.0)
    good = sum(phrase.stretch.seconds for phrase in phrases if phrase.quality > bad)
    return bad if good >= _ENOUGH_SECONDS else 0.0


def _best_run(phrases: list[Phrase], bad: float, taken: set[int], room: float) -> tuple[int, int] | None:
    """First and last phrase of the run of the greatest worth that fits and of which nothing is taken yet."""
    best, worth = None, 0.0
    for first in range(len(phrases)):
        total = 0.0
        for last in range(first, len(phrases)):
            phrase = phrases[last]
            pause = phrase.stretch.start - phrases[last - 1].stretch.end if last > first else 0.0
            too_long = phrase.stretch.end - phrases[first].stretch.start > room
            if last in taken or pause > _LONGEST_PAUSE or too_long:
                break
            total += (phrase.quality - bad) * phrase.stretch.seconds
            if total > worth:
                best, worth = (first, last), total
    return best


def _with_margins(phrases: list[Phrase], first: int, last: int) -> Stretch:
    start, end = phrases[first].stretch.start, phrases[last].stretch.end
    before = start - phrases[first - 1].stretch.end if first else start
    after = phrases[last + 1].stretch.start - end if last + 1 < len(phrases) else np.inf
    return Stretch(start - min(_MARGIN_BEFORE, before / 2), end + min(_MARGIN_AFTER, after / 2))


def _divided(recording: Recording, stretch: Stretch, longest: float) -> list[Stretch]:
    """Pieces no longer than `longest`, cut at the softest frame in the middle half."""
    if stretch.seconds <= longest:
        return [stretch]
    quarter = stretch.seconds / 4
    middle = Stretch(stretch.start + quarter, stretch.end - quarter)
    softest = int(_part(recording.power, middle).argmin())
    cut = (round(middle.start / FRAME_SECONDS) + softest) * FRAME_SECONDS
    halves = (Stretch(stretch.start, cut), Stretch(cut, stretch.end))
    return [part for half in halves for part in _divided(recording, half, longest)]


def _part(values: np.ndarray, stretch: Stretch) -> np.ndarray:
    first = min(round(stretch.start / FRAME_SECONDS), len(values) - 1)
    return values[first : max(first + 1, round(stretch.end / FRAME_SECONDS))]
