"""Which takes of a line are looked at, and which of them is heard: a frozen value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TakeChoice:
    """One take, or two to compare. Empty when the line has none."""

    shown: tuple[str, ...] = ()
    """Ids, in the order of the takes."""
    active: str = ""
    """The one of those that is heard."""
    current: str = ""
    """The one that the line plays."""

    def pressed(self, take_id: str, order: Sequence[str]) -> TakeChoice:
        """The button of a take: bring it beside the active one; then hear it; then show it alone."""
        if take_id == self.active:
            return TakeChoice((take_id,), take_id, self.current)
        return self._pair(take_id, order)

    def switched(self, order: Sequence[str]) -> TakeChoice:
        """Hear the other one; where one is shown, the take before it is brought in."""
        others = [take_id for take_id in self.shown if take_id != self.active]
        if not others and self.active in order and len(order) > 1:
            others = [order[order.index(self.active) - 1]]
        return self._pair(others[0], order) if others else self

    def following(self, order: Sequence[str], current: str) -> TakeChoice:
        """The takes have changed: gone ones are left out, and a new take that the line plays now is shown."""
        if current == self.current and self.active in order:
            shown = tuple(take_id for take_id in self.shown if take_id in order)
            return TakeChoice(shown, self.active, current)
        others = [take_id for take_id in self.shown if take_id in order and take_id not in {self.active, current}]
        shown = tuple(take_id for take_id in order if take_id == current or take_id in others)
        return TakeChoice(shown, current if current in order else "", current)

    def hearing(self, take_id: str, order: Sequence[str]) -> TakeChoice:
        """That take is played."""
        if take_id == self.active or take_id not in order:
            return self
        return self._pair(take_id, order) if take_id in self.shown else TakeChoice((take_id,), take_id, self.current)

    def _pair(self, take_id: str, order: Sequence[str]) -> TakeChoice:
        """Make a take the active one beside the one that was active, or that is shown with it."""
        pair = set(self.shown) if take_id in self.shown else {self.active, take_id}
        return TakeChoice(tuple(each for each in order if each in pair), take_id, self.current)
