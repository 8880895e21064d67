"""Many utterances at once on a GPU, listened to in real time."""

from __future__ import annotations

import threading
import time
from typing import Any

from engines.models.kokoro.model import KokoroModel
from engines.streaming.render import Steps, Wanted, new_pacer, render_steps
from engines.streaming.scheduler import Limits, Scheduler
from engines.types import AudioChunk, Utterance
from tests.bench.gpu_home import ENGLISH, VOICES, Bench, milliseconds, phonemes, say


class SymbolSpeaker:
    """Speaks symbols given as text, and notes when each chunk was made."""

    def __init__(self, model: KokoroModel) -> None:
        self.model = model
        self.made: dict[str, list[tuple[float, float]]] = {}
        self.errors: list[str] = []

    def steps(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Steps:
        """Like `Engine.steps`."""
        label, symbols = utterance.text.split("|", 1)
        log = self.made.setdefault(label, [])
        plan = self.model.plan(phonemes(symbols, utterance.voice), self.model.voice(utterance.voice))
        steps = render_steps(self.model, plan, new_pacer(self.model), cancel=cancel)
        answer = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                return
            if isinstance(step, AudioChunk):
                log.append((time.perf_counter(), len(step.samples) / step.sample_rate))
                answer = None
                yield step
            else:
                assert isinstance(step, Wanted)
                answer = yield step


def streams(bench: Bench, precisions: list[str]) -> None:
    """Many utterances begun at the same moment, listened to in real time."""
    texts = [" ".join(ENGLISH[i : i + 3]) for i in (0, 1, 2)]
    for precision in precisions:
        model = bench.model_at(precision)
        model.warm_up()
        for voice in VOICES:
            model.voice(voice)
        for batch in (32, 1):
            for count in (1, 4, 16, 64, 256):
                say(**_streams(model, precision, texts, batch, count))


def _streams(model: KokoroModel, precision: str, texts: list[str], batch: int, count: int) -> dict[str, Any]:
    speaker = SymbolSpeaker(model)
    with Scheduler(speaker, Limits(batch=batch, waiting=count, ahead_seconds=1e9)) as scheduler:
        begun = time.perf_counter()
        requests = [
            scheduler.submit(Utterance(f"{i}|{texts[i % len(texts)]}", VOICES[i % len(VOICES)])) for i in range(count)
        ]
        chunks = [sum(1 for _ in request) for request in requests]
        elapsed = time.perf_counter() - begun
    first = [log[0][0] - begun for log in speaker.made.values()]
    seconds = sum(length for log in speaker.made.values() for _, length in log)
    return {
        "streams": count,
        "precision": precision,
        "batch": batch,
        "first": milliseconds(first),
        "audio_s": round(seconds, 1),
        "chunks": sum(chunks),
        "wall_s": round(elapsed, 3),
        "x_realtime": round(seconds / elapsed, 1),
        "underruns": sum(underruns(log) for log in speaker.made.values()),
    }


def underruns(log: list[tuple[float, float]]) -> int:
    """How often a listener who starts with the first chunk had to wait for another."""
    count, ends = 0, log[0][0]
    for made, length in log:
        if made > ends:
            count += 1
            ends = made
        ends += length
    return count
