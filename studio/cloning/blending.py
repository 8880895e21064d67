"""A blend that is being tried out: its parts and sliders, and the voices as data that the engine gives for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from engines.voices.blend import blend
from engines.voices.morphs import SLIDERS, Morphs
from engines.voices.profile import VoiceProfile
from studio.playback.synthesis import EngineLike, SynthesisThread

WHOLE = 100
"""Per cent that the weights sum to, always."""


class Blending(QObject):
    """Parts with weights in whole per cent, and positions of sliders.

    Parameters
    ----------
    synthesis
        Asked for voices as data.
    """

    changed = Signal()
    failed = Signal(str)
    """A sentence."""

    def __init__(self, synthesis: SynthesisThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._synthesis = synthesis
        self.weights: dict[str, int] = {}
        """By name of voice, in order."""
        self.sliders: dict[str, float] = dict.fromkeys(SLIDERS, 0.0)
        """Positions from -1 to 1."""
        self._profiles: dict[str, VoiceProfile] = {}
        self._morphs: Morphs | None = None
        self._asked: dict[int, str] = {}
        synthesis.answered.connect(self._answered)
        synthesis.failed.connect(self._refused)
        self._ask("", _find_morphs)

    @property
    def ready(self) -> bool:
        """Whether the blend can be made now."""
        return bool(self.weights) and all(name in self._profiles for name in self.weights)

    @property
    def morphable(self) -> bool:
        """Whether the sliders can be moved."""
        return self._morphs is not None

    def add(self, name: str) -> None:
        """Take a voice in, with an equal share."""
        if name not in self.weights:
            self.weights[name] = 0
            self.set_weight(name, WHOLE // len(self.weights))
            self._want(name)

    def remove(self, name: str) -> None:
        """Leave a voice out; the others share its weight."""
        if name in self.weights and len(self.weights) > 1:
            self.weights = rebalanced(self.weights, name, 0)
            del self.weights[name]
            self.changed.emit()

    def exchange(self, old: str, new: str) -> None:
        """Put another voice in the place of one."""
        if new not in self.weights:
            self.weights = {new if name == old else name: weight for name, weight in self.weights.items()}
            self._want(new)
            self.changed.emit()

    def set_weight(self, name: str, weight: int) -> None:
        """Give a voice so many per cent; the others share the rest as they did."""
        self.weights = rebalanced(self.weights, name, weight)
        self.changed.emit()

    def set_slider(self, name: str, position: float) -> None:
        """Move a slider, -1 to 1."""
        self.sliders[name] = position
        self.changed.emit()

    def mix(self, title: str) -> VoiceProfile:
        """The voice as it is set now; only while `ready`. Raises BlendError and MorphError."""
        profile = blend([(self._profiles[name], weight) for name, weight in self.weights.items()], title=title)
        if self._morphs and any(self.sliders.values()):
            profile = self._morphs.apply(profile, self.sliders)
        return profile

    def _want(self, name: str) -> None:
        if name not in self._profiles and name not in self._asked.values():
            self._ask(name, partial(_profile_of, name))

    def _ask(self, name: str, question: Callable[[EngineLike], object]) -> None:
        self._asked[self._synthesis.ask(question)] = name

    def _answered(self, request: int, answer: object) -> None:
        name = self._asked.pop(request, None)
        if name is None:
            return
        if isinstance(answer, Morphs):
            self._morphs = answer
        elif isinstance(answer, VoiceProfile):
            self._profiles[name] = answer
        self.changed.emit()

    def _refused(self, request: int, sentence: str) -> None:
        if self._asked.pop(request, None) is not None:
            self.failed.emit(sentence)


def rebalanced(weights: Mapping[str, int], name: str, weight: int) -> dict[str, int]:
    """Weights in whole per cent with one of them changed: the others share the rest in proportion.

    Where they have nothing, they share it evenly. A voice that is alone has all of it.
    """
    others = [other for other in weights if other != name]
    if not others:
        return {name: WHOLE}
    weight = min(max(weight, 0), WHOLE)
    rest = WHOLE - weight
    total = sum(weights[other] for other in others)
    exact = {other: rest * (weights[other] / total if total else 1 / len(others)) for other in others}
    shares = {other: int(share) for other, share in exact.items()}
    # What rounding leaves goes to those that lost most by it.
    by_loss = sorted(others, key=lambda other: shares[other] - exact[other])
    for other in by_loss[: rest - sum(shares.values())]:
        shares[other] += 1
    return {each: weight if each == name else shares[each] for each in weights}


def _find_morphs(engine: EngineLike) -> Morphs:
    return engine.morphs()


def _profile_of(name: str, engine: EngineLike) -> VoiceProfile:
    return engine.profile_of(name)
