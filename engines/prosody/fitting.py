"""Speech fitted to a slot of time, as dubbing needs it: its plans are stretched or shortened, its pitch stays.

Pauses give or take time first, then vowels, then everything alike, since listeners notice a changed pause least and a
changed consonant most; that is also how people hurry (Goldman Eisler, Psycholinguistics, 1968, on pauses; Gay, Journal
of the Acoustical Society of America 63, 1978, on vowels).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.prosody.sounds import Sound, sounds
from engines.prosody.stretching import whole_frames, with_durations
from engines.types import Plan, Slot

Audible = Callable[[Plan], tuple[int, int]]
"""The frames [start, end) of a plan that are rendered."""

_STAGES: tuple[tuple[frozenset[Sound], float, float], ...] = (
    (frozenset({Sound.PAUSE}), 0.5, 1.5),
    (frozenset({Sound.VOWEL}), 0.8, 1.25),
)
"""What gives way, and its least and greatest length as a share of the natural one; what remains is shared by all."""
_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Timing:
    """How the plans of a model become samples."""

    sample_rate: int
    frame_samples: int
    audible: Audible
    onset: float
    """Seconds usually cut from the start of a segment, where it is silent."""

    def seconds(self, plan: Plan) -> float:
        """How long a segment sounds, without the pause behind it."""
        start, end = self.audible(plan)
        return max((end - start) * self.frame_samples / self.sample_rate - self.onset, 0.0)

    def total(self, plans: Sequence[Plan]) -> float:
        """How long an utterance lasts, with its pauses."""
        return sum(self.seconds(plan) + plan.phonemes.before + plan.phonemes.pause for plan in plans)


class Fit(NamedTuple):
    """What has to be done to the length of speech, and what is done."""

    needed: float
    """The slot as a share of the natural length: 0.5 when twice as much is said as there is time for."""
    factor: float
    """The share of the natural length that the speech gets."""

    @property
    def fits(self) -> bool:
        """Whether the speech ends within its slot."""
        return self.factor <= self.needed


def fit_of(natural: float, slot: Slot, *, unsure: float = 0.0) -> Fit:
    """How speech of so many seconds is brought into a slot.

    It fills the slot as far as the limits allow. Speech that would have to be hurried more is hurried to the limit,
    and is too long. Speech that would have to be drawn out more stays as it is, and is followed by silence: drawling
    is heard, a pause is not. `unsure` is by how many seconds the natural length may be another one: at a limit, speech
    that may be within it fits.
    """
    if natural <= 0:
        return Fit(1.0, 1.0)
    needed = slot.seconds / natural
    if slot.seconds > slot.longest * (natural + unsure):
        return Fit(needed, 1.0)
    if slot.seconds < slot.shortest * (natural - unsure):
        return Fit(needed, slot.shortest)
    return Fit(needed, needed)


def fitted(plans: Sequence[Plan], slot: Slot, timing: Timing) -> tuple[Plan, ...]:
    """All segments of an utterance brought into a slot.

    Returns
    -------
    The plans with their durations, curves and the pauses behind them stretched. Each says in `Plan.samples` how long
    its audio is to be, so that all of it with the pauses is as long as the slot to the sample where that is within the
    limits, and in `Plan.stretch` what was done. They are returned as they are where nothing is to be done.
    """
    natural = timing.total(plans)
    fit = fit_of(natural, slot, unsure=timing.onset * len(plans))
    if natural <= 0 or fit.factor < fit.needed:  # there is nothing to hear, or it would have to be drawn out too much
        return tuple(plans)
    wanted = natural * fit.factor
    return _to_the_sample(_stretched(plans, wanted, timing), wanted, fit.factor, timing)


def _stretched(plans: Sequence[Plan], wanted: float, timing: Timing) -> list[Plan]:
    """The plans with which the speech comes nearest to so many seconds.

    Where sound begins and ends follows from the stretched energy, so the result is measured and corrected for.
    """
    layout = _Layout(plans, timing)
    aim, best, least = wanted, list(plans), np.inf
    for _ in range(_ROUNDS):
        tried = layout.of(aim)
        miss = wanted - timing.total(tried)
        if abs(miss) < least:
            best, least = tried, abs(miss)
        if abs(miss) <= timing.frame_samples / timing.sample_rate / 2:
            break
        aim += miss
    return best


def _to_the_sample(plans: list[Plan], wanted: float, factor: float, timing: Timing) -> tuple[Plan, ...]:
    """Give every segment its length in samples; the part of a frame that is over goes to the pauses, if there are."""
    rate = timing.sample_rate
    lengths = [round(timing.seconds(plan) * rate) for plan in plans]
    before = [round(plan.phonemes.before * rate) for plan in plans]
    after = [round(plan.phonemes.pause * rate) for plan in plans]
    over = round(wanted * rate) - sum(lengths) - sum(before) - sum(after)
    pauses = [index for index, pause in enumerate(after) if pause]
    for number, index in enumerate(pauses):
        given = max(over // (len(pauses) - number), -after[index])
        after[index] += given
        over -= given
    lengths[-1] = max(lengths[-1] + over, 1)
    return tuple(
        replace(_paused(plan, b / rate, a / rate), samples=length, stretch=factor)
        for plan, length, b, a in zip(plans, lengths, before, after, strict=True)
    )


def _paused(plan: Plan, before: float, after: float) -> Plan:
    """The plan with other pauses around it."""
    return replace(plan, phonemes=replace(plan.phonemes, before=before, pause=after))


class _Layout:
    """All that takes time in an utterance, in order: the audible part of every symbol, and the pauses of segments."""

    def __init__(self, plans: Sequence[Plan], timing: Timing) -> None:
        self._plans = plans
        self._timing = timing
        kinds: list[Sound] = []
        lengths: list[float] = []
        self._silent: list[NDArray[np.float64]] = []
        for plan in plans:
            heard = _overlap(plan, timing.audible(plan))
            self._silent.append(plan.durations - heard)
            # The model's own silence at both ends is no pause: what is heard of it is sound that begins or fades.
            kinds += [Sound.PAUSE, Sound.OTHER, *sounds(plan.phonemes.symbols), Sound.OTHER, Sound.PAUSE]
            pauses = plan.phonemes.before, plan.phonemes.pause
            lengths += [pauses[0] * self._frames_a_second, *heard, pauses[1] * self._frames_a_second]
        self._kinds = kinds
        self._lengths = np.array(lengths)
        self._onset = len(plans) * timing.onset * self._frames_a_second

    @property
    def _frames_a_second(self) -> float:
        return self._timing.sample_rate / self._timing.frame_samples

    def of(self, seconds: float) -> list[Plan]:
        """The plans with which the utterance should sound for so long."""
        lengths = shared_out(self._lengths, self._kinds, seconds * self._frames_a_second + self._onset)
        plans: list[Plan] = []
        at = 0
        for plan, silent in zip(self._plans, self._silent, strict=True):
            before, *heard, after = lengths[at : at + len(plan.durations) + 2]
            changed = with_durations(plan, whole_frames(np.array(heard) + silent))
            plans.append(_paused(changed, before / self._frames_a_second, after / self._frames_a_second))
            at += len(plan.durations) + 2
        return plans


def shared_out(lengths: NDArray[np.float64], kinds: Sequence[Sound], wanted: float) -> NDArray[np.float64]:
    """[N] lengths whose sum is `wanted`, from natural ones: pauses give way first, then vowels, then all alike."""
    lengths = lengths.copy()
    missing = wanted - lengths.sum()
    for stage, least, greatest in _STAGES:
        chosen = np.array([kind in stage for kind in kinds])
        has = lengths[chosen].sum()
        room = has * ((greatest if missing > 0 else least) - 1)
        given = min(missing, room) if missing > 0 else max(missing, room)
        if has > 0:
            lengths[chosen] *= 1 + given / has
            missing -= given
    total = lengths.sum()
    return lengths * max(wanted / total, 0.0) if total > 0 else lengths


def _overlap(plan: Plan, audible: tuple[int, int]) -> NDArray[np.float64]:
    """[L] frames of every symbol that are heard."""
    ends = np.cumsum(plan.durations)
    start, end = audible
    heard = np.minimum(ends, end) - np.maximum(ends - plan.durations, start)
    return np.asarray(np.maximum(heard, 0), np.float64)
