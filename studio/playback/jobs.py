"""The queue of lines to be made. Knows no thread and no document."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timezone

from engines.types import AudioChunk
from studio.document.script import Delivery, new_id
from studio.document.takes import Take, TakeMark


@dataclass(eq=False)
class Job:
    """A line to be made."""

    line_id: str
    delivery: Delivery
    asked: bool
    """Whether the line is wanted for itself, not only to be heard now."""
    urgent: bool
    again: bool
    """Wanted though there is a take that fits."""
    request: int = 0
    """Of the synthesis thread; 0 before it was asked."""
    chunks: list[AudioChunk] = field(default_factory=list)
    """What has been made so far."""


class Jobs:
    """Jobs by line, the urgent before the rest, each kind in the order in which they came. All in constant time."""

    def __init__(self) -> None:
        self.at_once = 1
        """Jobs that are not urgent which the synthesis thread gets at a time."""
        self._of_line: dict[str, Job] = {}
        self._waiting: tuple[OrderedDict[str, Job], OrderedDict[str, Job]] = (OrderedDict(), OrderedDict())
        self._of_request: dict[int, Job] = {}

    def __len__(self) -> int:
        return len(self._of_line)

    def __iter__(self) -> Iterator[Job]:
        return iter(list(self._of_line.values()))

    def get(self, line_id: str) -> Job | None:
        """The job of a line."""
        return self._of_line.get(line_id)

    def of_request(self, request: int) -> Job | None:
        """The job that a request was made for, None when it is wanted no longer."""
        return self._of_request.get(request)

    def add(self, job: Job) -> None:
        """Queue a new job."""
        self._of_line[job.line_id] = job
        self._queue(job)[job.line_id] = job

    def set_urgent(self, job: Job, urgent: bool) -> None:
        """Move a job to the other queue: its end if it is urgent now, else its front."""
        if job.urgent == urgent:
            return
        waits = self._queue(job).pop(job.line_id, None)
        job.urgent = urgent
        if waits:
            self._queue(job)[job.line_id] = job
            if not urgent:
                self._queue(job).move_to_end(job.line_id, last=False)

    def next(self) -> Job | None:
        """What the synthesis thread is to be asked for now; None when it has enough to do.

        It gets one urgent job at a time, besides those that are not, which it then puts off.
        """
        urgent = sum(job.urgent for job in self._of_request.values())
        most = (1, 0 if urgent else self.at_once)
        for queue, begun, limit in zip(self._waiting, (urgent, len(self._of_request) - urgent), most, strict=True):
            if queue:
                return next(iter(queue.values())) if begun < limit else None
        return None

    def begin(self, job: Job, request: int) -> None:
        """Note that the synthesis thread was asked."""
        self._queue(job).pop(job.line_id)
        job.request = request
        self._of_request[request] = job

    def restart(self, job: Job, delivery: Delivery) -> None:
        """Put a job that has begun back to the front of its queue, to say something else."""
        self._of_request.pop(job.request, None)
        job.request = 0
        job.chunks = []
        job.delivery = delivery
        self._queue(job)[job.line_id] = job
        self._queue(job).move_to_end(job.line_id, last=False)

    def remove(self, job: Job) -> None:
        """Forget a job, waiting or begun."""
        self._of_line.pop(job.line_id, None)
        self._queue(job).pop(job.line_id, None)
        self._of_request.pop(job.request, None)

    def _queue(self, job: Job) -> OrderedDict[str, Job]:
        return self._waiting[0 if job.urgent else 1]


def take_of(job: Job, chunks: tuple[AudioChunk, ...], samples: int, model: str, unspoken: tuple[str, ...]) -> Take:
    """The take that a finished job becomes."""
    rate = chunks[0].sample_rate
    marks = tuple(
        TakeMark(
            mark.start / rate,
            min(mark.end, samples) / rate,
            (mark.reading.span.start, mark.reading.span.end),
            mark.reading.symbols,
            mark.reading.source.value,
            mark.reading.language,
        )
        for chunk in chunks
        for mark in chunk.marks
    )
    created = datetime.now(timezone.utc).isoformat(timespec="seconds")
    stretch = chunks[0].stretch
    return Take(new_id(), job.line_id, job.delivery, model, samples / rate, rate, created, marks, unspoken, stretch)
