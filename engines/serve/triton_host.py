"""What runs inside Triton: an engine with its scheduler, which answers one request by many chunks.

Each request of the model is one JSON message. `about` is answered by what there is to speak with; `start` by the audio
of a turn, chunk by chunk; `text`, `end` and `cancel` go on with a turn, and are answered by nothing; `ping` is answered
by how many turns at once can be kept up with.
"""

from __future__ import annotations

import json
import queue
import threading
from dataclasses import asdict
from typing import Any, Protocol

from engines.serve.config import ServeConfig, cache_config
from engines.serve.desk import Heard, LocalDesk, ServedEngine
from engines.serve.failures import refused
from engines.serve.wire import marks_out, utterance_in
from engines.streaming.cache_shared import SharedAudio
from engines.streaming.scheduler import Limits
from engines.text.arriving import LiveText
from engines.types import FloatArray

_SHARE = 0.8
"""See `Limits.share`."""
_LOOK_SECONDS = 0.2
"""How often it is looked whether the client has left, while there is nothing to send."""


def settings_of(model_config: str) -> ServeConfig:
    """What the parameters of a model's `config.pbtxt` say, which are those of `[cache]` of a server's file.

    Raises
    ------
    ConfigError
        One is not known, or has a value that cannot be.
    """
    given = {name: value["string_value"] for name, value in json.loads(model_config).get("parameters", {}).items()}
    return cache_config(given)


class Answer(Protocol):
    """Where the answers to one request go. Its methods may be called from any thread."""

    def send(self, event: dict[str, Any], samples: FloatArray | None = None) -> None: ...  # noqa: D102
    def finish(self) -> None: ...  # noqa: D102
    def is_cancelled(self) -> bool: ...  # noqa: D102


class _Turn:
    def __init__(self, live: LiveText) -> None:
        self.live = live
        self.something = threading.Event()
        self.heard: Heard | None = None

    def wake(self) -> None:
        if self.heard:
            self.heard.wake()


class Host:
    """Answers messages; closing it ends all turns.

    Parameters
    ----------
    engine, shared
        Closed with it; see `LocalDesk`.
    """

    def __init__(self, engine: ServedEngine, limits: Limits | None = None, shared: SharedAudio | None = None) -> None:
        self._engine = engine
        self._desk = LocalDesk(engine, limits or Limits(share=_SHARE), shared=shared)
        self._turns: dict[str, _Turn] = {}
        self._threads: set[threading.Thread] = set()

    def close(self) -> None:
        """End everything, and wait for it."""
        self._desk.close()
        for thread in list(self._threads):
            thread.join()
        self._engine.close()

    def handle(self, message: str, answer: Answer) -> None:
        """Answer a message: at once, or from another thread as the audio is made."""
        try:
            data = json.loads(message)
            if data["type"] == "start":
                self._start(data, answer)
                return
            self._other(data, answer)
        except Exception as error:  # whatever it is, it is the client's to know
            _fail(error, answer)
        answer.finish()

    def _other(self, data: dict[str, Any], answer: Answer) -> None:
        kind = data["type"]
        if kind == "about":
            if data.get("refresh"):
                self._engine.refresh_voices()
            voices = [asdict(info) for info in self._engine.voices.values()]
            rate = self._engine.sample_rate
            answer.send({"type": "about", "voices": voices, "sample_rate": rate})
        elif kind == "warm":
            self._engine.warm_up(str(data["voice"]))
        elif kind == "ping":
            answer.send({"type": "load", "capacity": self._desk.load.capacity})
        elif turn := self._turns.get(data["turn"]):  # else it is over
            if kind == "text":
                turn.live.add(data["text"])
            elif kind == "end":
                turn.live.end()
            elif kind == "cancel" and turn.heard:
                turn.heard.cancel()
            turn.wake()

    def _start(self, data: dict[str, Any], answer: Answer) -> None:
        turn = _Turn(LiveText(utterance_in(data["utterance"])))
        turn.heard = self._desk.submit_live(turn.live, turn.something.set)
        self._turns[data["turn"]] = turn
        thread = threading.Thread(target=self._speak, args=(data["turn"], turn, answer), name="timbre-turn")
        self._threads.add(thread)
        thread.start()

    def _speak(self, number: str, turn: _Turn, answer: Answer) -> None:
        heard = turn.heard
        assert heard
        try:
            while True:
                if answer.is_cancelled():
                    heard.cancel()
                try:
                    chunk = heard.take()
                except queue.Empty:
                    turn.something.wait(_LOOK_SECONDS)
                    turn.something.clear()
                    continue
                if chunk is None:
                    break
                event = {"type": "audio", "start": chunk.start, "sample_rate": chunk.sample_rate}
                event |= {"marks": marks_out(chunk), "stretch": chunk.stretch}
                answer.send(event, chunk.samples)
            answer.send({"type": "done"})
        except Exception as error:
            heard.cancel()
            _fail(error, answer)
        finally:
            del self._turns[number]
            answer.finish()
            self._threads.discard(threading.current_thread())


def _fail(error: Exception, answer: Answer) -> None:
    failure = refused(error)
    answer.send(
        {
            "type": "error",
            "code": failure.name,
            "status": failure.status,
            "message": str(failure),
            "param": failure.param,
            "retry_after": failure.retry_after,
        }
    )
