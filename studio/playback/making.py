"""Which lines are to be made, and what has become of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from engines.types import AudioChunk, FloatArray
from studio.document.document import Change, Document
from studio.document.script import Delivery, Line, Script, changed_lines, same_lexicons
from studio.document.state import LineState
from studio.document.takes import Take, fitting_take
from studio.operations import Operation, Operations, Task
from studio.playback.audio_files import write_take
from studio.playback.jobs import Job, Jobs, take_of
from studio.playback.messages import EngineInfo, Rendered
from studio.playback.recent import RecentAudio
from studio.playback.synthesis import SynthesisThread

_AT_ONCE = 200
"""Lines whose new state is found out, or told, in one turn of the event loop."""


class Making(QObject):
    """Keeps the queue of lines and turns finished ones into takes of the document.

    A line's state follows from the document (is there a take that says what is written now?) and from this queue. An
    edit of a line that is being made starts it anew, so that a take never holds a mixture.

    Parameters
    ----------
    takes_folder
        Where the audio of takes is written at present.
    """

    state_changed = Signal(str)
    """Id of a line of the script whose state is another one now."""
    chunk = Signal(str, object)
    """Line and `AudioChunk`, while it is being made."""
    rendered = Signal(str)
    """The line's last chunk was there; `made` follows once its audio is on disk."""
    made = Signal(str, object)
    """Line and `Take`, which the document has by now."""
    failed = Signal(str, str)
    """Line and a sentence."""
    preparing = Signal(str, str, float)
    """Line, step and share done: its voice is measured for the first use."""
    queue_changed = Signal()

    def __init__(
        self,
        document: Document,
        synthesis: SynthesisThread,
        operations: Operations,
        takes_folder: Callable[[], Path],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._synthesis = synthesis
        self._operations = operations
        self._takes_folder = takes_folder
        self._model = ""
        self._jobs = Jobs()
        self._saving: dict[str, Job] = {}
        self._project = 0
        self._told_waiting = 0
        self._failures: dict[str, tuple[Delivery, str]] = {}
        self._recent = RecentAudio()
        self._states: dict[str, LineState] = {}
        self._unnoted: deque[str] = deque()
        self._untold: deque[str] = deque()
        self._telling = QTimer(self, singleShot=True, interval=0)
        self._telling.timeout.connect(self._tell)
        self._reread: deque[str] = deque()
        """Lines that a change of a lexicon touches, and that are still to be looked at."""
        self._looking = QTimer(self, singleShot=True, interval=0)
        self._looking.timeout.connect(self._look_at_reread)
        document.changed.connect(self._follow)
        document.replaced.connect(self._start_over)
        document.takes_changed.connect(self._update)
        synthesis.ready.connect(self._know_model)
        synthesis.preparing.connect(self._on_preparing)
        synthesis.chunk.connect(self._on_chunk)
        synthesis.finished.connect(self._on_finished)
        synthesis.failed.connect(self._on_failed)
        self._start_over()

    @property
    def waiting(self) -> int:
        """How many lines are queued or being made."""
        return len(self._jobs)

    @property
    def at_once(self) -> int:
        """How many lines are made at a time."""
        return self._jobs.at_once

    def state(self, line_id: str) -> LineState:
        """What has become of a line."""
        line = self._document.script.line(line_id)
        return LineState.EMPTY if line is None else self._state(self._document.script, line)

    def error(self, line_id: str) -> str:
        """Why a line failed; empty when it did not."""
        return self._failures[line_id][1] if line_id in self._failures else ""

    def chunks(self, line_id: str) -> tuple[AudioChunk, ...]:
        """What has been made so far of a line that is being made."""
        job = self._jobs.get(line_id) or self._saving.get(line_id)
        return tuple(job.chunks) if job else ()

    def take(self, line_id: str) -> Take | None:
        """The take that says a line as it is written now: the chosen one if it does, else the newest that does."""
        line = self._document.script.line(line_id)
        return None if line is None else self._fitting(line, self._document.script.delivery(line))

    def audio(self, take: Take) -> FloatArray | None:
        """The samples of a take that was made or kept a moment ago; None when they are to be read from disk."""
        return self._recent.get(take.id)

    def keep_audio(self, take: Take, samples: FloatArray) -> None:
        """Remember samples that were read, for the next who wants them."""
        self._recent.put(take.id, samples)

    def make(self, line_ids: Iterable[str], *, urgent: bool = False, again: bool = False) -> None:
        """Queue lines that are not ready; failed ones are tried again.

        Parameters
        ----------
        urgent
            Somebody listens: these go before those that are not urgent, and even what is being made waits.
        again
            Make another take also of those that are ready.
        """
        script = self._document.script
        changed = []
        for line_id in line_ids:
            line = script.line(line_id)
            if line is None or not line.text.strip():
                continue
            job = self._jobs.get(line_id)
            if job:
                job.asked |= not urgent
                self._urge(job, job.urgent or urgent)
                continue
            delivery = script.delivery(line)
            saving = self._saving.get(line_id)
            if not again and ((saving and saving.delivery == delivery) or self._fitting(line, delivery)):
                continue
            self._failures.pop(line_id, None)
            self._jobs.add(Job(line_id, delivery, asked=not urgent, urgent=urgent, again=again))
            changed.append(line_id)
        self._go_on(changed)

    def adopt(self, line_id: str, chunks: Iterable[AudioChunk], unspoken: tuple[str, ...]) -> None:
        """Keep what was made elsewhere, of a line as it is written now, as its take, unless it has such a one."""
        line = self._document.script.line(line_id)
        if line is None:
            return
        delivery = self._document.script.delivery(line)
        if self._fitting(line, delivery):
            return
        if job := self._jobs.get(line_id):
            self._drop(job)
        self._failures.pop(line_id, None)
        job = Job(line_id, delivery, asked=True, urgent=False, again=False, chunks=list(chunks))
        self._saving[line_id] = job
        self._save(job, unspoken)
        self._go_on([line_id])

    def release(self, line_ids: Iterable[str]) -> None:
        """Nobody listens to these any more: what was wanted for that alone and has not begun is dropped."""
        dropped = []
        for line_id in line_ids:
            job = self._jobs.get(line_id)
            if job is None:
                continue
            if job.asked or job.request:
                self._urge(job, False)
            else:
                self._jobs.remove(job)
                dropped.append(line_id)
        self._go_on(dropped)

    def cancel(self, line_ids: Iterable[str] | None = None) -> None:
        """Take lines out of the queue, all of them if none are given, also those being made."""
        jobs = list(self._jobs) if line_ids is None else [self._jobs.get(line_id) for line_id in line_ids]
        dropped = [job for job in jobs if job]
        for job in dropped:
            self._drop(job)
        self._go_on([job.line_id for job in dropped])

    def _state(self, script: Script, line: Line) -> LineState:
        job = self._jobs.get(line.id)
        if job:
            return LineState.MAKING if job.request else LineState.QUEUED
        if not line.text.strip():
            return LineState.EMPTY
        if line.id in self._failures:
            return LineState.FAILED
        if line.id not in self._saving and not self._document.takes(line.id):
            return LineState.NOT_MADE
        delivery = script.delivery(line)
        saving = self._saving.get(line.id)
        if saving and saving.delivery == delivery:
            return LineState.MAKING
        if self._fitting(line, delivery):
            return LineState.READY
        return LineState.STALE if self._document.takes(line.id) else LineState.NOT_MADE

    def _fitting(self, line: Line, delivery: Delivery) -> Take | None:
        return fitting_take(line, delivery, self._document.takes(line.id))

    # The document changes.

    def _follow(self, change: Change) -> None:
        before, after = change
        if not same_lexicons(before, after):
            self._look_for_reread(before, after)
            # The rest of the change is followed at once, as ever.
            before = replace(before, lexicon=after.lexicon, user_lexicon=after.user_lexicon)
        touched = list(changed_lines(before, after))
        self._turn(touched, after)
        gone = [line_id for line_id in before.rows if line_id not in after.rows] if before.lines != after.lines else []
        for line_id in gone:
            job = self._jobs.get(line_id)
            if job:
                self._drop(job)
            self._failures.pop(line_id, None)
            self._states.pop(line_id, None)
        self._go_on(touched)

    def _look_for_reread(self, before: Script, after: Script) -> None:
        """Find the lines that have a word of another reading now: in thousands of lines that takes a moment.

        What is being made must not wait for that; what has not begun says what its line says when it begins.
        """
        begun = {job.line_id for job in self._jobs if job.request}
        self._turn([*begun, *(line_id for line_id in self._saving if line_id not in begun)], after)
        project = self._project

        def found(line_ids: list[str]) -> None:
            if project == self._project:
                self._reread.extend(line_ids)
                self._look_at_reread()

        Operation(self, "", lambda _task: list(changed_lines(before, after))).on_success(found).run(
            self._operations, lane="reread"
        )

    def _look_at_reread(self) -> None:
        line_ids = [self._reread.popleft() for _ in range(min(len(self._reread), _AT_ONCE))]
        self._turn(line_ids, self._document.script)
        self._go_on(line_ids)
        if self._reread:
            self._looking.start()

    def _turn(self, line_ids: Iterable[str], script: Script) -> None:
        """Let work for lines that are said otherwise now go that way."""
        if self._failures or self._jobs or self._saving:  # else thousands of lines are no work
            for line_id in line_ids:
                failed = self._failures.get(line_id)
                line = script.line(line_id)
                if failed and (line is None or failed[0] != script.delivery(line)):
                    del self._failures[line_id]
                self._redirect(line_id, script)

    def _redirect(self, line_id: str, script: Script) -> None:
        """Let what is queued or being made for a line say what it says now."""
        line = script.line(line_id)
        job, saving = self._jobs.get(line_id), self._saving.get(line_id)
        if line is None or not (job or saving):
            return
        delivery = script.delivery(line)
        if job is None and saving and saving.delivery != delivery:
            job = Job(line_id, delivery, saving.asked, saving.urgent, again=False)
            self._jobs.add(job)
        if job is None or (job.delivery == delivery and not job.request):
            return
        if not line.text.strip() or (not job.again and self._fitting(line, delivery)):
            self._drop(job)
        elif job.request:
            self._synthesis.cancel(job.request)
            self._jobs.restart(job, delivery)
        else:
            job.delivery = delivery

    def _start_over(self) -> None:
        """Another project."""
        for job in self._jobs:
            self._drop(job)
        self._project += 1
        self._saving.clear()
        self._failures.clear()
        self._recent.clear()
        self._unnoted.clear()
        self._untold.clear()
        self._reread.clear()
        known, self._states = self._states, {}
        script = self._document.script
        for line in script.lines:
            self._states[line.id] = self._state(script, line)
        self._tell_later([line_id for line_id, state in self._states.items() if known.get(line_id, state) != state])
        self._tell_waiting()

    # The synthesis thread answers.

    def _know_model(self, info: EngineInfo) -> None:
        self._model = info.model
        self._jobs.at_once = info.at_once
        self._go_on([])

    def _on_preparing(self, request: int, step: str, share: float) -> None:
        job = self._jobs.of_request(request)
        if job:
            self.preparing.emit(job.line_id, step, share)

    def _on_chunk(self, request: int, chunk: AudioChunk) -> None:
        job = self._jobs.of_request(request)
        if job:
            job.chunks.append(chunk)
            self.chunk.emit(job.line_id, chunk)

    def _on_failed(self, request: int, sentence: str) -> None:
        job = self._jobs.of_request(request)
        if job:
            self._jobs.remove(job)
            self._fail(job, sentence)
            self._go_on([job.line_id])

    def _on_finished(self, request: int, result: Rendered) -> None:
        job = self._jobs.of_request(request)
        if job is None:
            return
        self._jobs.remove(job)
        if not any(len(chunk.samples) for chunk in job.chunks):
            self._fail(job, self.tr("There is nothing to hear in this line; write words or numbers."))
            self._go_on([job.line_id])
            return
        self._saving[job.line_id] = job
        self.rendered.emit(job.line_id)
        self._save(job, result.unspoken)
        self._go_on([job.line_id])

    def _save(self, job: Job, unspoken: tuple[str, ...]) -> None:
        folder, model, chunks, project = self._takes_folder(), self._model, tuple(job.chunks), self._project

        def work(_task: Task) -> tuple[Take, FloatArray]:
            samples = np.concatenate([chunk.samples for chunk in chunks])
            take = take_of(job, chunks, len(samples), model, unspoken)
            write_take(folder, take.id, samples, take.sample_rate)
            return take, samples

        def saved(result: tuple[Take, FloatArray]) -> None:
            take, samples = result
            if not self._saved(job, project):
                return
            self._recent.put(take.id, samples)
            self._document.add_take(take)
            self.made.emit(take.line, take)

        def not_saved(sentence: str) -> None:
            if self._saved(job, project):
                self._fail(job, sentence)
                self._update(job.line_id)

        Operation(self, "", work, essential=True).on_success(saved).on_failure(not_saved).run(
            self._operations, lane="takes"
        )

    def _saved(self, job: Job, project: int) -> bool:
        """Note the end of writing; whether the project that it was for is still open."""
        if self._saving.get(job.line_id) is job:
            del self._saving[job.line_id]
        return project == self._project

    def _fail(self, job: Job, sentence: str) -> None:
        line = self._document.script.line(job.line_id)
        if line and self._document.script.delivery(line) == job.delivery:
            self._failures[job.line_id] = (job.delivery, sentence)
        self.failed.emit(job.line_id, sentence)

    # The queue moves.

    def _drop(self, job: Job) -> None:
        if job.request:
            self._synthesis.cancel(job.request)
        self._jobs.remove(job)

    def _urge(self, job: Job, urgent: bool) -> None:
        if job.urgent != urgent and job.request:
            self._synthesis.urge(job.request, urgent)
        self._jobs.set_urgent(job, urgent)

    def _go_on(self, changed: Iterable[str]) -> None:
        """Ask for the next lines, then tell what has become of the changed ones."""
        changed = list(changed)
        lexicons = self._document.script.lexicons
        while job := self._jobs.next():
            line = self._document.script.line(job.line_id)
            if line:  # a lexicon may have changed meanwhile
                job.delivery = self._document.script.delivery(line)
            self._jobs.begin(job, self._synthesis.say(job.delivery.utterance(lexicons), urgent=job.urgent))
            changed.append(job.line_id)
        # Of thousands that were known, most are looked at in the next turns of the event loop.
        known = [line_id for line_id in changed if line_id in self._states]
        self._unnoted.extend(known[_AT_ONCE:])
        later = set(known[_AT_ONCE:])
        self._tell_later(self._note(line_id for line_id in changed if line_id not in later))
        self._tell_waiting()

    def _update(self, line_id: str) -> None:
        self._tell_later(self._note([line_id]))

    def _note(self, line_ids: Iterable[str]) -> list[str]:
        """Those of the lines whose state is another one than was known; new ones are known from now on."""
        script, states = self._document.script, self._states
        changed = []
        for line_id in line_ids:
            line = script.line(line_id)
            if line is None:
                continue
            state = self._state(script, line)
            if states.setdefault(line_id, state) is not state:
                states[line_id] = state
                changed.append(line_id)
        return changed

    def _tell_later(self, line_ids: list[str]) -> None:
        """Tell at once, unless there are so many that the window would stand still."""
        self._untold.extend(line_ids)
        self._tell()

    def _tell(self) -> None:
        if not self._untold:
            self._untold.extend(self._note(self._unnoted.popleft() for _ in range(min(len(self._unnoted), _AT_ONCE))))
        for _ in range(min(len(self._untold), _AT_ONCE)):
            line_id = self._untold.popleft()
            if line_id in self._states:  # it may have been deleted meanwhile
                self.state_changed.emit(line_id)
        if self._untold or self._unnoted:
            self._telling.start()

    def _tell_waiting(self) -> None:
        if self.waiting != self._told_waiting:
            self._told_waiting = self.waiting
            self.queue_changed.emit()
