"""A clause of a line as its curves show it: its plan without edits, and what an edit makes of that."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engines.prosody.curves import offsets_at
from engines.prosody.edit_steps import Kind, curve_of
from engines.prosody.editing import LOWEST_HZ, SILENT, edited, half_frames
from engines.prosody.edits import SegmentEdit
from engines.prosody.level import DB_OF_ENERGY
from engines.types import Plan, Span, Utterance
from studio.playback.synthesis import EngineLike

Floats = NDArray[np.float64]
_A4 = 440.0
_A4_NUMBER = 69
"""Of MIDI, in which a semitone is 1."""


def semitone(hertz: float) -> float:
    """A pitch as a number of MIDI: whole numbers are the keys of a piano."""
    return _A4_NUMBER + 12 * float(np.log2(max(hertz, 1.0) / _A4))


def hertz(number: float) -> float:
    """The pitch of such a number."""
    return float(_A4 * 2 ** ((number - _A4_NUMBER) / 12))


@dataclass(frozen=True, eq=False)
class Clause:
    """One segment of a line."""

    plan: Plan
    """Without edits."""
    occurrence: int
    """Which of the segments of the line that say the same."""
    frame_seconds: float

    @cached_property
    def symbols(self) -> str:
        """Of the model."""
        return self.plan.phonemes.symbols

    @property
    def span(self) -> Span:
        """Of the text."""
        return self.plan.phonemes.span

    @property
    def text(self) -> str:
        """As it is written."""
        return self.plan.phonemes.utterance.text[slice(*self.span)].strip()

    @cached_property
    def words(self) -> tuple[tuple[str, int, int], ...]:
        """Written words, and the symbols [start, end) that say them."""
        text = self.plan.phonemes.utterance.text
        words, at = [], 0
        for reading in self.plan.phonemes.readings:
            start, at = at, at + len(reading.symbols)
            if reading.symbols.strip():
                words.append((text[slice(*reading.span)].strip(), start, at))
        return tuple(words)

    @cached_property
    def places(self) -> Floats:
        """[2T] positions of the half-frames, in symbols."""
        return half_frames(self.plan.durations)

    @cached_property
    def audible(self) -> dict[Kind, NDArray[np.bool_]]:
        """[2T] where a curve is heard: where there is a voice, and where there is sound."""
        return {Kind.PITCH: self.plan.f0 > LOWEST_HZ, Kind.ENERGY: self.plan.energy >= SILENT}

    @cached_property
    def values(self) -> dict[Kind, Floats]:
        """[2T] pitch in semitones (of MIDI) and energy in dB, without edits."""
        pitch = _A4_NUMBER + 12 * np.log2(np.maximum(self.plan.f0, 1.0) / _A4)
        return {Kind.PITCH: pitch.astype(np.float64), Kind.ENERGY: self.plan.energy * np.float64(DB_OF_ENERGY)}

    @cached_property
    def heard(self) -> dict[Kind, Floats]:
        """[2T] the same, NaN where a curve is not heard."""
        return {kind: np.where(self.audible[kind], values, np.nan) for kind, values in self.values.items()}

    def natural_at(self, kind: Kind, places: ArrayLike) -> Floats:
        """[N] values without edits at positions in symbols; on a line where the curve is not heard."""
        places = np.asarray(places, np.float64)
        heard = self.audible[kind]
        if not heard.any():
            return np.zeros(places.shape)
        return np.asarray(np.interp(places, self.places[heard], self.values[kind][heard]))

    def edit_in(self, edits: tuple[SegmentEdit, ...]) -> SegmentEdit:
        """The edit of this clause, perhaps one that changes nothing."""
        place = (self.symbols, self.occurrence)
        found = next((edit for edit in edits if (edit.symbols, edit.occurrence) == place), None)
        return found or SegmentEdit(*place)

    def fits(self, edit: SegmentEdit) -> bool:
        """Whether an edit is of this clause."""
        return (edit.symbols, edit.occurrence) == (self.symbols, self.occurrence)


@dataclass(frozen=True, eq=False)
class Shown:
    """A clause with an edit."""

    clause: Clause
    edit: SegmentEdit

    @cached_property
    def plan(self) -> Plan:
        """With the edit."""
        return edited(self.clause.plan, self.edit)

    @cached_property
    def edges(self) -> Floats:
        """[L + 1] seconds at which the symbols and the silent ends begin and end."""
        return np.concatenate([[0], np.cumsum(self.plan.durations)]) * self.clause.frame_seconds

    @property
    def seconds(self) -> float:
        """How long it is, its silent ends included."""
        return float(self.edges[-1])

    @property
    def first_sound(self) -> float:
        """Seconds at which there is sound; it may begin before the first symbol."""
        heard = np.flatnonzero(self.clause.audible[Kind.ENERGY])
        return float(self.times[heard[0]]) if len(heard) else self.border(0)

    @property
    def count(self) -> int:
        """Of the symbols."""
        return len(self.clause.symbols)

    def border(self, index: int) -> float:
        """Seconds at which a symbol begins; the one behind the last is the end."""
        return float(self.edges[index + 1])

    def length(self, index: int) -> float:
        """Seconds of a symbol."""
        return self.border(index + 1) - self.border(index)

    def symbol_at(self, seconds: float) -> int:
        """The symbol that is heard at a time; the first before there is any, and the last after."""
        return min(max(int(np.searchsorted(self.edges, seconds, "right")) - 2, 0), self.count - 1)

    def place(self, seconds: float) -> float:
        """A time as a position in symbols."""
        return float(np.interp(seconds, self.edges, np.arange(len(self.edges)) - 1.0))

    def time(self, place: float) -> float:
        """A position in symbols as a time."""
        return float(np.interp(place, np.arange(len(self.edges)) - 1.0, self.edges))

    @cached_property
    def times(self) -> Floats:
        """[2T] seconds of the half-frames of the clause without edits, where these now are."""
        return np.asarray(np.interp(self.clause.places, np.arange(len(self.edges)) - 1.0, self.edges))

    @cached_property
    def curves(self) -> dict[Kind, Floats]:
        """[2T] values at `times`, NaN where a curve is not heard."""
        return {
            kind: natural + offsets_at(curve_of(self.edit, kind), self.clause.places)
            for kind, natural in self.clause.heard.items()
        }

    def value_at(self, kind: Kind, place: float) -> float:
        """The value of a curve at a position in symbols."""
        offset = float(offsets_at(curve_of(self.edit, kind), place))
        return float(self.clause.natural_at(kind, place)) + offset

    def mean(self, kind: Kind, start: int, end: int | None = None) -> float | None:
        """The mean of a curve over a symbol, or over symbols [start, end); None where it is not heard."""
        places = self.clause.places
        inside = self.curves[kind][(places >= start) & (places < (start + 1 if end is None else end))]
        inside = inside[np.isfinite(inside)]
        return float(inside.mean()) if len(inside) else None


def read_clauses(engine: EngineLike, utterance: Utterance) -> tuple[Clause, ...]:
    """The clauses of a text as they would be without edits and without a time to fit."""
    plain = replace(utterance, edits=(), slot=None, excerpt=None, at_once=True)
    said: Counter[str] = Counter()
    clauses = []
    for phonemes in engine.phonemize(plain):
        clauses.append(Clause(engine.plan(phonemes), said[phonemes.symbols], engine.frame_seconds))
        said[phonemes.symbols] += 1
    return tuple(clauses)


def heard_alone(utterance: Utterance, clause: Clause) -> Utterance:
    """A clause of a line as it is said in the line, at its natural length."""
    return replace(utterance, slot=None, excerpt=clause.span, at_once=True)
