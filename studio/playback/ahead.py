"""What the synthesis thread does while nothing is asked for: the phrases of a bank, a window at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engines.types import Utterance

if TYPE_CHECKING:
    from engines.streaming.phrase_bank import PhraseBank, Speaker


class MakingAhead:
    """Goes on with a bank's work where it was left. Used on one thread.

    Parameters
    ----------
    bank
        None makes nothing.
    """

    def __init__(self, bank: PhraseBank | None) -> None:
        self._bank = bank
        self._steps: Iterator[None] | None = None
        self.wanted = bank is not None
        """Whether there may be something to make."""

    def step(self, speaker: Speaker, voices: Iterable[str]) -> None:
        """Make a window of a phrase in one of these voices; an error of the speaker's ends that phrase."""
        if self._bank is None:
            return
        if self._steps is None:
            self._steps = self._bank.work(speaker, voices)
        try:
            self.wanted = next(self._steps, self) is not self
        except BaseException:
            self._steps = None
            raise

    def note(self, utterance: Utterance) -> None:
        """Count a line that was said."""
        if self._bank:
            self._bank.note(utterance)

    def look_again(self, *, forget: bool = False) -> None:
        """There are other voices or another speaker; `forget` when a name may stand for another voice."""
        self._steps = None
        self.wanted = self._bank is not None
        if forget and self._bank:
            self._bank.forget()

    def give_up(self) -> None:
        """Make nothing until `look_again`."""
        self._steps = None
        self.wanted = False
