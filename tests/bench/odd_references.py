"""Does an odd reference end in the right speech or in a sentence? Files made on the fly, one process a case.

A case passes with a sentence where nothing can be heard, or with speech: the voice's own pitch, a sensible length,
every finding that is expected, and no warning that is not. A traceback or passing the time limit fails it.
``python -m tests.bench.odd_references``; with a file, what is found in that one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import av
import numpy as np
import soundfile as sf
import soxr
from rich.progress import track
from rich.table import Table

from engines.audio.pitch import track_pitch
from engines.engine import Engine
from engines.errors import TimbreError
from engines.types import FloatArray, Utterance
from engines.voices.reference import RATE, open_reference
from tests.bench.report import ROOT, Figure, conclude, console

LIMIT_SECONDS = 30
SAME_PITCH = 0.06
WOMAN = "af_heart"
MAN = "am_michael"
TEXT = (
    "The river ran slowly past the old mill that morning. Nobody had crossed the bridge since the storm. "
    "A single lamp was burning in the upper window, and two boats lay upside down on the grass. "
    "We waited a while, then walked on towards the village. The baker was already selling his bread."
)

Make = Callable[[Path], Path]


@dataclass(frozen=True, slots=True)
class Case:
    """A file, and what must come of it."""

    name: str
    make: Make
    """Writes the file into a folder of its own."""
    expected: tuple[str, ...] = ()
    """Kinds of the checks that must be there; `sentence` if it cannot be used at all."""
    allowed: tuple[str, ...] = ()
    """Kinds of further warnings that may be."""
    shortest: float = 5.0
    """Seconds of speech that must be chosen."""
    voices: tuple[str, ...] = (WOMAN,)
    """Whose pitch it may have; none if there is no voice in it."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a case."""

    name: str
    passed: bool
    seconds: float
    """Taken by the process."""
    speech: float
    """Seconds chosen."""
    said: str


@cache
def voice(name: str) -> FloatArray:
    """[N] about 18 seconds of speech at 24 kHz in a room that is not quite silent."""
    with Engine.open() as engine:
        samples = np.concatenate([chunk.samples for chunk in engine.speak(Utterance(TEXT, name))])
    room = 1e-4 * np.random.default_rng(0).standard_normal(len(samples))
    return (0.5 * samples / np.abs(samples).max() + room).astype(np.float32)


def noise(count: int, level: float = 0.05) -> FloatArray:
    """[count] of white noise."""
    return (level * np.random.default_rng(1).standard_normal(count)).astype(np.float32)


def music(count: int) -> FloatArray:
    """[count] of plucked chords at 24 kHz."""
    random = np.random.default_rng(2)
    sound = np.zeros(count)
    times = np.arange(RATE) / RATE
    for start in range(0, count, RATE // 3):
        part = times[: count - start]
        for note in random.choice([0, 3, 5, 7, 10, 12, 15], 3):
            harmonics = sum(np.sin(2 * np.pi * 220 * 2 ** (note / 12) * n * part) / n for n in range(1, 8))
            sound[start : start + RATE] += harmonics * np.exp(-3 * part)
    return (0.1 * sound / sound.std()).astype(np.float32)


def room(samples: FloatArray, seconds: float) -> FloatArray:
    """[N] the same in a room that echoes."""
    times = np.arange(round(seconds * RATE)) / RATE
    echo = np.random.default_rng(3).standard_normal(len(times)) * 10 ** (-3 * times / seconds)
    echo /= np.sqrt((echo**2).sum())
    echo[0] += 1.0
    size = len(samples) + len(echo)
    return np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(echo, size), size)[: len(samples)].astype(np.float32)


def tones(samples: FloatArray, level: float, *hertz: float) -> FloatArray:
    """[N] the same with steady tones."""
    times = np.arange(len(samples)) / RATE
    return (samples + level * sum(np.sin(2 * np.pi * each * times) for each in hertz)).astype(np.float32)


def spoilt(change: Callable[[FloatArray], FloatArray]) -> Make:
    """A plain WAV file of the changed voice."""
    return written(lambda: change(voice(WOMAN)))


def written(
    samples: Callable[[], FloatArray], name: str = "reference.wav", rate: int = RATE, subtype: str | None = None
) -> Make:
    """A file of samples at 24 kHz, converted to `rate`."""

    def make(folder: Path) -> Path:
        sound = samples()
        path = folder / name
        kind = {".mp3": "MP3", ".opus": "OGG"}.get(path.suffix)
        sf.write(path, sound if rate == RATE else soxr.resample(sound, RATE, rate), rate, subtype=subtype, format=kind)
        return path

    return make


def channels(*gains: float) -> Make:
    """The voice on several channels."""
    return written(lambda: voice(WOMAN)[:, None] * np.array(gains, np.float32), subtype="FLOAT")


def harmed(make: Make, harm: Callable[[bytes], bytes], name: str | None = None) -> Make:
    """A file whose bytes are changed."""

    def change(folder: Path) -> Path:
        path = make(folder)
        data = harm(path.read_bytes())
        path.unlink()
        target = path if name is None else folder / name
        target.write_bytes(data)
        return target

    return change


def encoded(name: str, codec: str, *, sound: bool = True, picture: bool = False) -> Make:
    """A file made by FFmpeg."""

    def make(folder: Path) -> Path:
        with av.open(str(folder / name), "w") as container:
            video = container.add_stream("mpeg4", rate=10) if picture else None
            audio = container.add_stream(codec, rate=48_000, layout="mono") if sound else None
            if video:
                video.width, video.height, video.pix_fmt = 64, 48, "yuv420p"
                for _ in range(20):
                    frame = av.VideoFrame.from_ndarray(np.zeros((48, 64, 3), np.uint8), "rgb24")
                    container.mux(video.encode(frame))
                container.mux(video.encode())
            if audio:
                samples = soxr.resample(voice(WOMAN), RATE, 48_000)[None]
                block = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples), "fltp", "mono")
                block.sample_rate = 48_000
                container.mux(audio.encode(block))
                container.mux(audio.encode())
        return folder / name

    return make


def raw(name: str, data: bytes) -> Make:
    """A file of these bytes."""

    def make(folder: Path) -> Path:
        (folder / name).write_bytes(data)
        return folder / name

    return make


def twenty_minutes() -> FloatArray:
    """Noise for a quarter of an hour, then the voice again and again."""
    return np.concatenate([noise(15 * 60 * RATE, 0.003), np.resize(voice(WOMAN), 5 * 60 * RATE)])


def conversation() -> FloatArray:
    """A woman who speaks more than the man between."""
    woman, man = voice(WOMAN), voice(MAN)
    return np.concatenate([woman, man[: 9 * RATE], woman[: 6 * RATE]])


def with_not_numbers(samples: FloatArray) -> FloatArray:
    """[N] some of them not finite."""
    return np.where(np.arange(len(samples)) % 50_000 == 7, np.float32(np.nan), samples)


def extra_chunk(data: bytes) -> bytes:
    """A chunk of an odd size before the format, as some recorders write."""
    return data[:12] + b"bext" + (603).to_bytes(4, "little") + bytes(604) + data[12:]


def unfinished(data: bytes) -> bytes:
    """Sizes as a recorder leaves them that was switched off."""
    return data[:4] + bytes(4) + data[8:40] + bytes(4) + data[44:]


CASES = (
    Case("a good recording", spoilt(lambda x: x)),
    Case("silence", written(lambda: np.zeros(10 * RATE, np.float32)), ("silent",), shortest=0.0, voices=()),
    Case("noise", written(lambda: noise(10 * RATE)), ("no-voice",), voices=()),
    Case("music", written(lambda: music(20 * RATE)), ("no-voice",), voices=()),
    Case(
        "0.4 seconds", spoilt(lambda x: x[RATE : RATE + 9600]), allowed=("short", "no-voice"), shortest=0.2, voices=()
    ),
    Case("20 minutes, speech at their end", written(twenty_minutes), shortest=10.0),
    Case("two speakers", written(conversation), ("speakers",)),
    Case("clipped", spoilt(lambda x: np.clip(8 * x, -0.7, 0.7)), ("clipped",)),
    Case("8 kHz", written(lambda: voice(WOMAN), rate=8_000), ("narrow",)),
    Case("8 kHz, µ-law", written(lambda: voice(WOMAN), rate=8_000, subtype="ULAW"), ("narrow",), ("noisy",)),
    Case("192 kHz, float", written(lambda: voice(WOMAN), rate=192_000, subtype="FLOAT")),
    Case("24-bit", written(lambda: voice(WOMAN), rate=48_000, subtype="PCM_24")),
    Case("8-bit", written(lambda: voice(WOMAN), subtype="PCM_U8"), allowed=("noisy",)),
    Case("float, 20 dB over full scale", written(lambda: 20 * voice(WOMAN), subtype="FLOAT")),
    Case("float with values that are not numbers", written(lambda: with_not_numbers(voice(WOMAN)), subtype="FLOAT")),
    Case("-50 dB", written(lambda: voice(WOMAN) / 300, subtype="PCM_24")),
    Case("MP3", written(lambda: voice(WOMAN), "reference.mp3")),
    Case("truncated MP3", harmed(written(lambda: voice(WOMAN), "a.mp3"), lambda data: data[: len(data) * 6 // 10])),
    Case("MP3 named .wav", harmed(written(lambda: voice(WOMAN), "a.mp3"), lambda data: data, "reference.wav")),
    Case("Opus", written(lambda: voice(WOMAN), "reference.opus", 48_000, "OPUS")),
    Case("AIFF", written(lambda: voice(WOMAN), "reference.aiff")),
    Case(
        "FLAC, damaged in the middle",
        harmed(
            written(lambda: voice(WOMAN), "a.flac"),
            lambda data: data[: len(data) // 2] + bytes(400) + data[len(data) // 2 + 400 :],
        ),
    ),
    Case("M4A", encoded("reference.m4a", "aac")),
    Case("truncated M4A", harmed(encoded("a.m4a", "aac"), lambda data: data[: len(data) // 2]), ("sentence",)),
    Case("video with sound", encoded("reference.mp4", "aac", picture=True)),
    Case("video without sound", encoded("silent.mp4", "aac", sound=False, picture=True), ("sentence",)),
    Case(
        "protected file",
        raw("song.m4p", b"\0\0\0\x20ftypM4P " + np.random.default_rng(4).bytes(500_000)),
        ("sentence",),
    ),
    Case("empty file", raw("empty.wav", b""), ("sentence",)),
    Case("text named .wav", raw("notes.wav", b"The river ran slowly. " * 500), ("sentence",)),
    Case("random bytes named .mp3", raw("noise.mp3", np.random.default_rng(5).bytes(300_000)), ("sentence",)),
    Case("a playlist", raw("list.m3u8", b"#EXTM3U\n#EXTINF:9,\nhttp://127.0.0.1:9/a.mp3\n"), ("sentence",)),
    Case("WAV header without samples", written(lambda: np.zeros(0, np.float32)), ("sentence",)),
    Case("WAV with an odd chunk", harmed(spoilt(lambda x: x), extra_chunk)),
    Case("WAV that was never finished", harmed(spoilt(lambda x: x), unfinished)),
    Case("5.1 with the voice in the centre", channels(0, 0, 1, 0, 0, 0)),
    Case("stereo, one channel dead", channels(0, 1)),
    Case("stereo, one channel inverted", channels(1, -1)),
    Case("an offset", spoilt(lambda x: x + np.float32(0.3))),
    Case("mains hum", spoilt(lambda x: tones(x, 0.004, 100, 150, 250, 350)), ("hum",)),
    Case("reverberant", spoilt(lambda x: room(x, 1.3)), ("reverberant",), ("noisy",)),
    Case("in noise", spoilt(lambda x: x + noise(len(x), 0.03)), ("noisy",)),
    Case("over music", spoilt(lambda x: x + 0.15 * music(len(x))), ("music",)),
    Case("a name in Chinese with spaces", written(lambda: voice(WOMAN), "我的 录音 ö #1.wav")),
    Case("a folder", lambda folder: folder, ("sentence",)),
    Case("no such file", lambda folder: folder / "absent.wav", ("sentence",)),
)


def main() -> int:
    """Run all cases, or look at one file."""
    if len(sys.argv) > 1:
        return look(Path(sys.argv[1]))
    pitches = {name: median_pitch(voice(name)) for name in (WOMAN, MAN)}
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(track(CASES, "cases", console=console)):
            own = Path(folder) / str(number)
            own.mkdir()
            found.append(run(case, own, pitches))
    show(found)
    figures = [
        Figure("cases", len(found)),
        Figure("cases that failed", sum(not each.passed for each in found), "", 0),
        Figure("slowest case, with the start of a process", max(each.seconds for each in found), "s", LIMIT_SECONDS),
    ]
    details = [{"name": each.name, "passed": each.passed, "said": each.said} for each in found]
    return conclude("odd_references", figures, details)


def look(path: Path) -> int:
    """Print as JSON what is found in a file; 1 with a sentence if it is nothing."""
    try:
        reference = open_reference(path)
    except TimbreError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    checks = [{"kind": c.kind, "severity": c.severity, "message": c.message} for c in reference.checks]
    seconds = len(reference.samples) / RATE
    found = {"seconds": seconds, "pitch": median_pitch(reference.samples), "checks": checks}
    sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
    return 0


def median_pitch(samples: FloatArray) -> float:
    """Hz; 0 without a voice."""
    f0 = track_pitch(samples, RATE)
    return float(np.median(f0[f0 > 0])) if (f0 > 0).any() else 0.0


def run(case: Case, folder: Path, pitches: dict[str, float]) -> Found:
    """One case in a process of its own."""
    path = case.make(folder)
    command = [sys.executable, "-m", "tests.bench.odd_references", path]
    start = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=LIMIT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return Found(case.name, False, time.monotonic() - start, 0.0, "passed the time limit")
    seconds = time.monotonic() - start
    if done.returncode:
        said = done.stderr.strip()
        passed = "sentence" in case.expected and done.returncode == 1 and "Traceback" not in said
        return Found(case.name, passed, seconds, 0.0, said)
    found = json.loads(done.stdout)
    warnings = {check["kind"] for check in found["checks"] if check["severity"] != "note"}
    kinds = {check["kind"] for check in found["checks"]}
    at_pitch = not case.voices or any(abs(found["pitch"] / pitches[name] - 1) < SAME_PITCH for name in case.voices)
    as_expected = set(case.expected) <= kinds and warnings <= {*case.expected, *case.allowed}
    said = " ".join(check["message"] for check in found["checks"])
    passed = at_pitch and as_expected and found["seconds"] >= case.shortest
    return Found(case.name, passed, seconds, found["seconds"], said)


def show(found: list[Found]) -> None:
    """Print what came of every case."""
    table = Table(title="cases", title_justify="left")
    for column in ("case", "took, s", "speech, s", "said", ""):
        table.add_column(column)
    for each in found:
        verdict = "[green]ok" if each.passed else "[red bold]FAILED"
        table.add_row(each.name, f"{each.seconds:.1f}", f"{each.speech:.1f}", each.said[-300:], verdict)
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
