"""What the cells of the script table say about a line, without a model or a view."""

from __future__ import annotations

from collections.abc import Set

from PySide6.QtCore import QObject

from studio.document.document import Document
from studio.document.emotions import LineEmotion
from studio.document.script import SECTION, Line, Script
from studio.document.slots import SlotFit, Verdict, slot_fit
from studio.document.state import LineState
from studio.document.takes import Take
from studio.emotions import EmotionLibrary
from studio.playback.making import Making
from studio.voices import VoiceLibrary
from studio.windows import script_columns as words
from studio.windows.durations import clock
from studio.windows.numbers import number, percent
from studio.windows.script_columns import Column, seconds_text
from studio.windows.slot_words import fit_sentence, fit_text, overrun_word

_PROBLEMS = (LineState.STALE, LineState.FAILED)


class ScriptCells(QObject):
    """Texts, tooltips and marks of lines.

    States and takes are remembered until something touches the line, since a filter asks for all of them.
    """

    def __init__(
        self,
        document: Document,
        making: Making,
        voices: VoiceLibrary,
        emotions: EmotionLibrary,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._voices = voices
        self._emotions = emotions
        self._states: dict[str, LineState] = {}
        self._takes: dict[str, Take | None] = {}
        self._steps: dict[str, str] = {}
        self._known_voices: frozenset[str] = frozenset()
        self.voices_changed()

    # What makes remembered facts untrue.

    def script_changed(self, before: Script, after: Script) -> None:
        """Forget what an edit may have changed."""
        if before.cast != after.cast or before.limits != after.limits:
            self._states.clear()
            self._takes.clear()
            return
        for line in after.lines:
            if before.line(line.id) is not line:
                self.line_touched(line.id)

    def line_touched(self, line_id: str) -> None:
        """Forget a line."""
        self._states.pop(line_id, None)
        self._takes.pop(line_id, None)

    def forget(self) -> None:
        """Forget everything: another project is open."""
        self._states.clear()
        self._takes.clear()
        self._steps.clear()

    def voices_changed(self) -> None:
        """Look again which voices there are."""
        self._known_voices = frozenset(entry.name for entry in self._voices.entries())

    def set_step(self, line_id: str, step: str, share: float) -> None:
        """What is being done before a line can be made; an empty step ends that."""
        if step:
            self._steps[line_id] = f"{step} {percent(share)}" if share > 0 else step
        else:
            self._steps.pop(line_id, None)

    @property
    def stepping(self) -> Set[str]:
        """The lines with such a step."""
        return self._steps.keys()

    def drop_step(self, line_id: str) -> None:
        """The line is no longer being made."""
        self._steps.pop(line_id, None)

    # What cells show.

    def state(self, line: Line) -> LineState:
        """What has become of a line."""
        state = self._states.get(line.id)
        if state is None:
            state = self._states[line.id] = self._making.state(line.id)
        return state

    def is_problem(self, line: Line) -> bool:
        """Whether a line is stale, failed, or longer than its slot."""
        return self.state(line) in _PROBLEMS or self._is_too_long(line)

    def text(self, line: Line, column: Column) -> str:
        """What a cell shows; the number is the model's business."""
        if column is Column.TEXT:
            return line.text.replace("\n", " ")
        if column is Column.STATE:
            return self._steps.get(line.id) or words.state_word(self.state(line))
        if column is Column.DURATION:
            return self._duration(line)
        if column is Column.FIT:
            return self._fit_text(line)
        if column is Column.MEMBER:
            return words.member_title(line.member)
        if column is Column.VOICE:
            return self._voices.title(self._delivery_voice(line))
        if column is Column.SPEED:
            return number(self._script.delivery(line).speed, 2)
        if column is Column.EMOTION:
            return self._emotions.text(self._script.emotion(line))
        time = line.start if column is Column.START else line.end
        return "" if time is None else clock(time)

    def edit_value(self, line: Line, column: Column) -> str | float | LineEmotion | None:
        """What an editor of the cell begins with."""
        if column is Column.TEXT:
            return line.text
        if column is Column.MEMBER:
            return line.member
        if column is Column.VOICE:
            return line.voice
        if column is Column.EMOTION:
            return line.emotion
        if column is Column.SPEED:
            return line.speed
        if column is Column.FIT:
            return line.overrun
        if column in (Column.START, Column.END):
            time = line.start if column is Column.START else line.end
            return "" if time is None else words.exact_time(time)
        return self.text(line, column)

    def is_inherited(self, line: Line, column: Column) -> bool:
        """Whether the cell shows what the cast says, or what is assumed."""
        return (
            (column is Column.VOICE and not line.voice)
            or (column is Column.SPEED and line.speed is None)
            or (column is Column.EMOTION and line.emotion is None)
        )

    def is_odd(self, line: Line, column: Column) -> bool:
        """Whether something about the cell needs the user's attention; its tooltip says what."""
        if column is Column.MEMBER:
            return line.member not in self._script.members
        if column is Column.VOICE:
            return self._voice_is_missing(line)
        if column in (Column.DURATION, Column.FIT):
            return self._is_too_long(line)
        return column is Column.END and self._ends_early(line)

    @staticmethod
    def begins_section(line: Line) -> bool:
        """Whether one begins with a line."""
        return line.begins == SECTION

    def hue(self, line: Line) -> int | None:
        """The member's position in the cast; None for the narrator and for a stranger."""
        if not line.member or line.member not in self._script.members:
            return None
        return list(self._script.members).index(line.member)

    def tooltip(self, line: Line, column: Column) -> str:
        """More about a cell, in a sentence."""
        if column is Column.NUMBER:
            return self.tr("A section begins with this line.") if self.begins_section(line) else ""
        if column is Column.TEXT:
            return line.text
        if column is Column.STATE:
            return self._state_tooltip(line)
        if column is Column.MEMBER and self.is_odd(line, column):
            return self.tr("“{0}” is not in the cast, so the narrator says this line; choose somebody.").format(
                line.member
            )
        if column is Column.VOICE:
            return self._voice_tooltip(line)
        if column is Column.EMOTION:
            return self._emotion_tooltip(line)
        if column is Column.SPEED:
            return self.tr("From the cast") if line.speed is None else self.tr("For this line only")
        if column in (Column.DURATION, Column.FIT):
            fit = self._fit(line)
            return fit_sentence(fit, self._script.limits, len(line.text)) if fit else ""
        if column is Column.END and self._ends_early(line):
            return self.tr("The line ends before it starts; correct one of the times.")
        return ""

    @property
    def _script(self) -> Script:
        return self._document.script

    def _delivery_voice(self, line: Line) -> str:
        return self._script.delivery(line).voice

    def _voice_is_missing(self, line: Line) -> bool:
        # Before the engine is loaded no voice is known, and nothing can be said about any.
        return bool(self._known_voices) and self._delivery_voice(line) not in self._known_voices

    def _emotion_tooltip(self, line: Line) -> str:
        whose = self.tr("From the cast") if line.emotion is None else self.tr("For this line only")
        return f"{self._emotions.text(self._script.emotion(line))} · {whose}"

    def _voice_tooltip(self, line: Line) -> str:
        if self._voice_is_missing(line):
            return self.tr("The voice “{0}” is not installed; choose another.").format(self._delivery_voice(line))
        return self.tr("For this line only") if line.voice else self.tr("From the cast")

    def _state_tooltip(self, line: Line) -> str:
        state = self.state(line)
        if state is LineState.FAILED:
            return self._making.error(line.id) or words.state_help(state)
        return words.state_help(state)

    def _take(self, line: Line) -> Take | None:
        if line.id not in self._takes:
            self._takes[line.id] = self._document.current_take(line.id)
        return self._takes[line.id]

    def _fit(self, line: Line) -> SlotFit | None:
        return None if line.slot is None else slot_fit(self._script, line, self._take(line))

    def _is_too_long(self, line: Line) -> bool:
        fit = self._fit(line)
        return fit is not None and fit.verdict is Verdict.TOO_LONG

    def _fit_text(self, line: Line) -> str:
        if line.slot is None:
            return ""
        fit = self._fit(line)
        if fit is not None:
            return fit_text(fit)
        return overrun_word(line.overrun) if line.overrun else "–"

    def _duration(self, line: Line) -> str:
        take, room = self._take(line), line.slot
        length = "–" if take is None else seconds_text(take.seconds)
        if room is None:
            return length
        fit = self._fit(line)
        if take and fit and fit.over:
            figures = (number(seconds, 1) for seconds in (take.seconds, room, fit.over))
            return self.tr("{0} of {1} s, +{2} s over").format(*figures)
        return self.tr("{0} of {1}").format(length, seconds_text(room))

    @staticmethod
    def _ends_early(line: Line) -> bool:
        return line.start is not None and line.end is not None and line.end <= line.start
