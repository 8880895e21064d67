"""From a line to a real sound server whose loudspeaker is recorded: what is heard is what was rendered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from null_sink import RATE, NullSink
from pytestqt.qtbot import QtBot

from engines.audio.resample import Resampler
from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from studio.document.document import Document
from studio.document.script import Line, Member, Script
from studio.operations import Operations
from studio.playback import transport as transport_module
from studio.playback.audio_files import read_take
from studio.playback.making import Making
from studio.playback.messages import TransportState
from studio.playback.sound import Sound
from studio.playback.synthesis import EngineLike, SynthesisThread
from studio.playback.transport import LINE_GAP_SECONDS, Transport


class Studio:
    """Everything between a document and the loudspeaker, none of it made up."""

    def __init__(
        self, open_engine: Callable[[], EngineLike], folder: Path, voice: str, texts: list[str], speed: float = 1.0
    ) -> None:
        self.folder = folder
        self.document = Document()
        lines = tuple(Line(f"l{i}", text, speed=speed) for i, text in enumerate(texts))
        self.document.replace(Script(lines, (Member("", voice),)), (), None)
        self.operations = Operations()
        self.synthesis = SynthesisThread(open_engine, voice=voice)
        self.making = Making(self.document, self.synthesis, self.operations, lambda: folder)
        self.sound = Sound()
        self.transport = Transport(
            self.document, self.making, self.synthesis, self.operations, lambda: folder, self.sound
        )
        self.synthesis.start()

    @property
    def ids(self) -> list[str]:
        return [line.id for line in self.document.script.lines]

    def expected(self, gap: float) -> np.ndarray:
        """What is to be heard, at the rate of the recording."""
        resampled = []
        for line_id in self.ids:
            take = self.document.takes(line_id)[-1]
            resampler = Resampler(take.sample_rate, RATE)
            samples = read_take(self.folder, take)
            resampled += [resampler.push(samples), resampler.flush(), np.zeros(round(gap * RATE), np.float32)]
        return np.concatenate(resampled[:-1])

    def close(self) -> float:
        """Close as the program does; returns how long it took."""
        begin = time.monotonic()
        self.transport.stop()
        self.synthesis.close()
        self.sound.close()
        return time.monotonic() - begin


@contextmanager
def opened(qtbot: QtBot, *arguments) -> Iterator[Studio]:
    studio = Studio(*arguments)
    try:
        with qtbot.waitSignal(studio.synthesis.ready, timeout=30_000):
            pass
        qtbot.waitUntil(lambda: bool(studio.sound.device_in_use))
        yield studio
    finally:
        assert studio.close() < 1
        assert studio.operations.close()
        qtbot.waitUntil(lambda: not studio.operations.running)


def sounding(samples: np.ndarray) -> np.ndarray:
    loud = np.flatnonzero(np.abs(samples) > 1e-3)
    return samples[loud[0] : loud[-1] + 1]


def assert_equal(heard: np.ndarray, rendered: np.ndarray) -> None:
    """As many samples within 20 ms, and the same in every tenth of a second: a gap would show as a shift."""
    heard, rendered = sounding(heard), sounding(rendered)
    assert abs(len(heard) - len(rendered)) / RATE < 0.02
    common = min(len(heard), len(rendered))
    assert np.corrcoef(heard[:common], rendered[:common])[0, 1] > 0.99
    piece = RATE // 10
    for start in range(0, common - piece, piece):
        a, b = heard[start : start + piece], rendered[start : start + piece]
        if np.abs(b).max() > 0.01:
            assert np.corrcoef(a, b)[0, 1] > 0.99, f"at {start / RATE:.1f} s"


def make_all(qtbot: QtBot, studio: Studio) -> None:
    """A machine that makes short lines slower than they are played would pause between them."""
    studio.making.make(studio.ids)
    qtbot.waitUntil(lambda: len(studio.document.all_takes()) == len(studio.ids), timeout=120_000)


def play(qtbot: QtBot, studio: Studio, sink: NullSink) -> np.ndarray:
    with sink.recording() as heard:
        with qtbot.waitSignal(studio.transport.finished, timeout=120_000):
            studio.transport.play(studio.ids)
        time.sleep(0.1)
    qtbot.waitUntil(lambda: studio.making.waiting == 0 and len(studio.document.all_takes()) >= len(studio.ids))
    return heard[0]


def test_what_is_heard_is_what_was_rendered(
    null_sink: NullSink, tiny_model: KokoroModel, tmp_path: Path, qtbot: QtBot
) -> None:
    with opened(qtbot, lambda: Engine(tiny_model), tmp_path, "af_tiny", ["Hello."]) as studio:
        for _ in range(2):  # while it is made, and from its take
            heard = play(qtbot, studio, null_sink)
            assert_equal(heard, studio.expected(LINE_GAP_SECONDS))
            assert studio.sound.underruns == 0
        assert len(studio.document.all_takes()) == 1


def test_twenty_lines_in_a_row(
    null_sink: NullSink, tiny_model: KokoroModel, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport_module, "LINE_GAP_SECONDS", 0.01)
    with opened(qtbot, lambda: Engine(tiny_model), tmp_path, "af_tiny", list("abcdefghijklmnopqrst"), 2.0) as studio:
        make_all(qtbot, studio)
        order: list[str] = []
        studio.transport.line_started.connect(order.append)
        heard = play(qtbot, studio, null_sink)
        assert_equal(heard, studio.expected(0.01))
        assert order == studio.ids
        assert studio.sound.underruns == 0


@pytest.mark.model
def test_twenty_spoken_lines_in_a_row(
    null_sink: NullSink, engine: Engine, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport_module, "LINE_GAP_SECONDS", 0.05)
    texts = [f"{i}." for i in range(1, 20)] + ["The night train to London always leaves at noon."]
    with opened(qtbot, lambda: Engine(engine.model), tmp_path, "af_heart", texts) as studio:
        make_all(qtbot, studio)
        heard = play(qtbot, studio, null_sink)
        assert_equal(heard, studio.expected(0.05))


def test_stop_is_heard_at_once(null_sink: NullSink, tiny_model: KokoroModel, tmp_path: Path, qtbot: QtBot) -> None:
    with opened(qtbot, lambda: Engine(tiny_model), tmp_path, "af_tiny", ["Hello over there."]) as studio:
        play(qtbot, studio, null_sink)
        with null_sink.recording() as heard:
            with qtbot.waitSignal(studio.transport.line_started):
                studio.transport.play(studio.ids)
            studio.transport.stop()
            time.sleep(0.3)
        assert len(sounding(heard[0])) / RATE < 0.35
        assert studio.transport.state is TransportState.STOPPED


@pytest.mark.parametrize("moment", ["loading", "rendering", "playing", "paused"])
def test_closing_is_quick_whatever_is_done(
    moment: str, null_sink: NullSink, tiny_model: KokoroModel, tmp_path: Path, qtbot: QtBot
) -> None:
    text = "Hello over there, and once more, and yet again, until the very end of it all. " * 5
    studio = Studio(lambda: Engine(tiny_model), tmp_path, "af_tiny", [text] * 5)
    if moment != "loading":
        with qtbot.waitSignal(studio.making.chunk if moment == "rendering" else studio.transport.line_started):
            studio.transport.play(studio.ids)
        if moment == "paused":
            studio.transport.pause()
    assert studio.close() < 1
    assert not studio.synthesis.isRunning()
    assert studio.operations.close()
    qtbot.waitUntil(lambda: not studio.operations.running)
