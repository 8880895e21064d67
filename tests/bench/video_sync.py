"""Whether picture and sound of a dub stay together. ``python -m tests.bench.video_sync [--minutes 10]``

A video that the bench writes flashes every five seconds, in frames that last unequally long, and a line of the script
says a tone at the same times. It is played in the real window, on a private PulseAudio server whose null sink is
recorded (Debian: libportaudio2 pulseaudio pulseaudio-utils libasound2-plugins); nobody speaks, the takes are there.

*Lag*: from the tone in the recording to the moment at which the window has the flash, negative when the picture is
first. The recorder's own delay is in it, always the same. *Drift*: of the lag, from the first minute to the last.

Then the dub is written as a video, and read back: the picture must be the same packets, and the tones in time.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from engines.audio.loudness import loudness
from engines.media.mixing import Mixing
from engines.media.muxing import Track
from engines.media.sound import sound_blocks
from engines.types import FloatArray
from studio.application import SWITCH_SECONDS
from studio.document.script import Line, Script
from studio.document.takes import Take
from studio.document.video import Video
from studio.garbage import Collector
from studio.playback.audio_files import write_take
from studio.playback.messages import TransportState
from studio.session import Session
from studio.video.mix import RATE, Mix, Sources, render
from studio.video.placing import place
from studio.windows.main_window import MainWindow
from tests.bench.report import Figure, conclude
from tests.bench.studio_playback import TimedSink
from tests.studio.playback.playback_fakes import StepEngine

EVERY = 5.0
"""Seconds from flash to flash."""
FIRST = 2.0
FLASH, TONE = 0.4, 0.3
TAKE_RATE = 24_000
SIZE = (320, 180)
FRAMES = (0.040, 0.020, 0.033, 0.067)
"""Seconds that frames last, in turn."""
LOWERED = 12.0
EDGE = 12
"""Flashes at either end that the drift is taken between."""
MOST_DRIFT_MS, MOST_LAG_MS, MOST_MUXED_MS, MOST_LEVEL_LU = 40.0, 100.0, 20.0, 0.3


def write_film(path: Path, seconds: float) -> None:
    """Frames that flash, over noise."""
    noise = np.random.default_rng(5).normal(0.0, 0.05, 10 * RATE).astype(np.float32)
    with av.open(str(path), "w") as file:
        video = file.add_stream("mpeg4", rate=1000, options={"g": "50"})
        video.width, video.height, video.pix_fmt = *SIZE, "yuv420p"
        video.codec_context.time_base = Fraction(1, 1000)
        audio = file.add_stream("aac", rate=RATE, layout="stereo")
        written, number, at = 0, 0, 0.0
        while at < seconds:
            light = (at - FIRST) % EVERY < FLASH and at >= FIRST - 0.001
            frame = av.VideoFrame.from_ndarray(np.full((SIZE[1], SIZE[0]), 235 if light else 16, np.uint8), "gray")
            frame.pts, frame.time_base = round(at * 1000), Fraction(1, 1000)
            file.mux(video.encode(frame.reformat(format="yuv420p")))
            following = at + FRAMES[number % len(FRAMES)]
            # A frame begins with every flash: how fine the frames are is not what is measured.
            flash = FIRST + EVERY * max(0.0, np.floor((at - FIRST) / EVERY + 1 + 1e-9))
            at, number = (flash if at < flash < following else following), number + 1
            while written < at * RATE:
                start = written % len(noise) // 1024 * 1024
                block = noise[start : start + 1024]
                sound = av.AudioFrame.from_ndarray(np.repeat(block[None], 2, 0), "fltp", "stereo")
                sound.sample_rate, sound.time_base, sound.pts = RATE, Fraction(1, RATE), written
                written += len(block)
                file.mux(audio.encode(sound))
        for stream in (video, audio):
            file.mux(stream.encode(None))


def tone() -> FloatArray:
    """What every line says."""
    at = np.arange(round(TONE * TAKE_RATE)) / TAKE_RATE
    return (0.5 * np.sin(2 * np.pi * 1000 * at)).astype(np.float32)


def open_dub(session: Session, film: Path, seconds: float, original: str) -> list[float]:
    """A script of tones over the film; returns when they are."""
    times = [float(at) for at in np.arange(FIRST, seconds - 1.0, EVERY)]
    lines = tuple(Line(f"line{n}", "Beep", start=at, end=at + TONE) for n, at in enumerate(times))
    script = Script(lines, video=Video(str(film), original=original, lowered=LOWERED))
    takes = tuple(
        Take(f"take{n}", line.id, script.delivery(line), "fake", TONE, TAKE_RATE, "") for n, line in enumerate(lines)
    )
    for take in takes:
        write_take(session.projects.takes_folder(), take.id, tone(), TAKE_RATE)
    session.document.replace(script, takes, None)
    return times


def wait(until: object, seconds: float) -> None:
    """Run the event loop until a condition holds."""
    loop, timer, end = QEventLoop(), QTimer(interval=20), time.perf_counter() + seconds
    timer.timeout.connect(lambda: loop.quit() if until() or time.perf_counter() > end else None)
    timer.start()
    loop.exec()
    assert until(), "it took too long"


class Watch:
    """When the window had the first picture of every flash."""

    def __init__(self, session: Session) -> None:
        self.flashes: list[float] = []
        self.pictures = 0
        self._light = False
        session.pictures.picture.connect(self._shown)

    def _shown(self, image: QImage, _start: float) -> None:
        self.pictures += 1
        light = image.pixelColor(image.width() // 2, image.height() // 2).red() > 128
        if light and not self._light:
            self.flashes.append(time.perf_counter())
        self._light = light


def tones_heard(sink: TimedSink, since: float) -> list[float]:
    """When tones began in the recording, on the clock of `time.perf_counter`."""
    arrivals = [(when, piece) for when, piece in sink.arrivals if when >= since]
    ends = np.cumsum([len(piece) // 4 for _, piece in arrivals])
    # Pieces arrive by fits and starts; the clock of the recording is the line through all of them.
    slope, start = np.polyfit(ends, [when for when, _ in arrivals], 1)
    sound = np.abs(np.frombuffer(b"".join(piece for _, piece in arrivals), np.float32))
    loud = np.flatnonzero(sound > 0.1)
    begins = loud[np.concatenate([[True], np.diff(loud) > RATE])]
    return [float(start + slope * begin) for begin in begins]


def play(session: Session, sink: TimedSink, times: list[float], seconds: float) -> tuple[np.ndarray, Watch, float]:
    """Play all; returns the lags in milliseconds, and the share of a processor that it took."""
    watch = Watch(session)
    since, work = time.perf_counter(), time.process_time()
    session.dub.play(0.0)
    wait(lambda: session.transport.state is TransportState.STOPPED, seconds + 30)
    share = (time.process_time() - work) / (time.perf_counter() - since)
    wait(lambda: time.perf_counter() > since + seconds + 1, 5)
    heard = tones_heard(sink, since)
    assert len(heard) == len(times), f"{len(heard)} of {len(times)} tones were heard"
    assert len(watch.flashes) == len(times), f"{len(watch.flashes)} of {len(times)} flashes were seen"
    return 1000 * (np.array(watch.flashes) - np.array(heard)), watch, share


def packets(path: Path) -> list[str]:
    """What is in the picture of a file."""
    with av.open(str(path)) as file:
        found = [packet for packet in file.demux(video=0) if packet.pts is not None]
        return [hashlib.sha256(bytes(packet)).hexdigest() + str(packet.pts * packet.time_base) for packet in found]


def muxed(session: Session, film: Path, target: Path, times: list[float]) -> tuple[bool, float]:
    """Write the dub; returns whether the picture is the same, and the worst error of a tone, ms."""
    done: list[object] = []
    session.dub_files.written.connect(done.append)
    session.dub_files.write_video(target, Track("Dub"))
    wait(lambda: bool(done), 300)
    sound = np.concatenate([block[:, 0] for block in sound_blocks(target, 0.0, RATE)])
    loud = np.flatnonzero(np.abs(sound) > 0.25)
    begins = loud[np.concatenate([[True], np.diff(loud) > RATE])] / RATE
    return packets(film) == packets(target), float(1000 * np.abs(begins - np.array(times)).max())


def lowered(session: Session, film: Path) -> float:
    """By how much the original is lower under speech than it was, against what is set, LU."""
    line = Line("line", "Long", start=20.0, end=40.0)
    script = Script((line,))
    take = Take("silence", "line", script.delivery(line), "fake", 20.0, TAKE_RATE, "")
    speech = place(script, {"line": take}.get)
    sources = Sources(film, lambda one: np.zeros(round(one.seconds * TAKE_RATE), np.float32))
    heard = render(Mix(speech, Mixing(lowered=LOWERED)), sources, 0, 60 * RATE)[:, 0]
    sources.close()
    before, under = heard[: 19 * RATE], heard[20 * RATE : 40 * RATE]
    return loudness(before, RATE) - loudness(under, RATE) - LOWERED


def main() -> int:
    """Measure all and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.video_sync")
    parser.add_argument("--minutes", type=float, default=10.0)
    seconds = 60 * parser.parse_args().minutes
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # As the program has it: a collection of garbage, or a thread that keeps the interpreter, would hold up the sound.
    sys.setswitchinterval(SWITCH_SECONDS)
    app = QApplication([])
    garbage = Collector()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        film = folder / "film.mp4"
        write_film(film, seconds)
        sink = TimedSink(folder)
        os.environ.update(sink.environment)
        sink.start()
        session = Session(folder / "home", folder / "home", open_engine=StepEngine)
        session.settings.show_welcome = False
        window = MainWindow(session)
        try:
            window.show()
            window.complete()
            session.start()
            wait(lambda: hasattr(window, "video"), 10)
            times = open_dub(session, film, seconds, "mute")
            window.docks.reveal("view.video")
            wait(lambda: session.video.outline is not None, 60)
            lags, watch, share = play(session, sink, times, seconds)
            underruns = session.transport.stats.underruns
            same, worst = muxed(session, film, folder / "dubbed.mp4", times)
            level = lowered(session, film)
        finally:
            window.leave(keep=False)
            session.close()
            sink.stop()
        garbage.close()
    app.processEvents()
    drift = float(np.median(lags[-EDGE:]) - np.median(lags[:EDGE]))
    return conclude(
        "video_sync",
        [
            Figure("drift of picture against sound, first to last minute", abs(drift), "ms", MOST_DRIFT_MS),
            Figure("lag of the picture, median", float(np.median(lags)), "ms"),
            Figure("lag of the picture, farthest from sound", float(np.abs(lags).max()), "ms", MOST_LAG_MS),
            Figure("pictures shown a second", watch.pictures / seconds, ""),
            Figure("processor while playing", 100 * share, "%"),
            Figure("underruns", underruns, "", 0),
            Figure("muxed: packets of the picture unchanged", float(same), "", 1, "at least"),
            Figure("muxed: worst error of a tone", worst, "ms", MOST_MUXED_MS),
            Figure("original under speech, off what is set", abs(level), "LU", MOST_LEVEL_LU),
        ],
        {"lags": [round(float(lag), 1) for lag in lags], "minutes": seconds / 60},
    )


if __name__ == "__main__":
    sys.exit(main())
