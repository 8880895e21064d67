"""WAV files and streams: exact lengths, faithful samples, and no broken or lost file whatever happens."""

from __future__ import annotations

import io
import os
import shutil
import struct
import sys
import tempfile
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile as sf
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.audio.pcm import SampleFormat
from engines.audio.resample import Resampler, resampled_length
from engines.audio.wav import SAMPLE_RATES, AudioStream, WavWriter, wav_header
from engines.errors import AudioFileError

SOURCE = 24_000
FORMATS = list(SampleFormat)
# Dither and rounding leave 16-bit audio at 90 dB under a sine at half scale; 24-bit and float are limited by float32.
SNR = {SampleFormat.PCM_16: 84.0, SampleFormat.PCM_24: 130.0, SampleFormat.FLOAT_32: 130.0}


def sine(frames: int, rate: int = SOURCE, frequency: float = 997.0, level: float = 0.5) -> np.ndarray:
    return (level * np.sin(2 * np.pi * frequency * np.arange(frames) / rate)).astype(np.float32)


def pieces(samples: np.ndarray, size: int = 1777) -> Iterator[np.ndarray]:
    for start in range(0, len(samples), size):
        yield samples[start : start + size]


def record(path: Path, audio: np.ndarray, *, then: Callable[[], object] = lambda: None, **options: Any) -> WavWriter:
    """Write `audio` piece by piece, then do something before the file is closed."""
    with WavWriter(path, SOURCE, **options) as writer:
        for piece in pieces(audio):
            writer.write(piece)
        then()
    return writer


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@pytest.mark.parametrize("rate", SAMPLE_RATES)
@pytest.mark.parametrize("sample_format", FORMATS)
def test_a_file_gives_back_the_audio(tmp_path: Path, sample_format: SampleFormat, rate: int) -> None:
    path = tmp_path / "a.wav"
    frames = 2 * SOURCE + 1
    writer = record(path, sine(frames), rate=rate, sample_format=sample_format)

    info = sf.info(path)
    samples, read_rate = sf.read(path, dtype="float64")
    assert (read_rate, info.channels) == (rate, 1)
    assert info.subtype == {"16": "PCM_16", "24": "PCM_24", "float": "FLOAT"}[sample_format.value]
    assert len(samples) == round(frames * rate / SOURCE) == writer.frames
    expected = sine(len(samples), rate).astype(np.float64)
    inside = slice(500, -500)  # the ends of a cut-off sine ring when resampled
    error = samples[inside] - expected[inside]
    assert 10 * np.log10(np.mean(expected[inside] ** 2) / (np.mean(error**2) + 1e-20)) > SNR[sample_format]
    assert writer.clipped == 0
    assert path.stat().st_size % 2 == 0


@given(frames=st.integers(0, 3000), size=st.integers(1, 999), rate=st.sampled_from(SAMPLE_RATES))
@settings(max_examples=60, deadline=None)
def test_resampling_never_gains_or_loses_a_sample(frames: int, size: int, rate: int) -> None:
    resampler = Resampler(SOURCE, rate)
    got = sum(len(resampler.push(piece)) for piece in pieces(sine(frames), size)) + len(resampler.flush())
    assert got == resampled_length(frames, SOURCE, rate)
    assert abs(got - frames * rate / SOURCE) <= 0.5


def test_half_a_sample_rounds_up() -> None:
    assert [resampled_length(n, SOURCE, 44_100) for n in (40, 200, 280)] == [74, 368, 515]


@pytest.mark.parametrize("sample_format", FORMATS)
def test_the_unfinished_file_is_valid_after_every_write(tmp_path: Path, sample_format: SampleFormat) -> None:
    with WavWriter(tmp_path / "a.wav", SOURCE, sample_format=sample_format) as writer:
        for count in (1, 2, 3):
            writer.write(sine(100))
            (part,) = tmp_path.iterdir()
            assert sf.info(part).frames == 100 * count
    assert names(tmp_path) == ["a.wav"]


def test_24_bit_with_an_odd_number_of_bytes_is_padded(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    record(path, sine(3), sample_format=SampleFormat.PCM_24)
    data = path.read_bytes()
    assert struct.unpack_from("<I", data, 4)[0] == len(data) - 8
    assert struct.unpack_from("<I", data, 40)[0] == 9
    assert len(data) == 44 + 10


@pytest.mark.parametrize("sample_format", [SampleFormat.PCM_16, SampleFormat.PCM_24])
def test_too_loud_is_clipped_and_never_wraps_around(tmp_path: Path, sample_format: SampleFormat) -> None:
    loud = np.array([1.5, -1.5, 1.0, -1.0, 40.0, 0.5], np.float32)
    writer = record(tmp_path / "a.wav", loud, sample_format=sample_format)
    samples, _ = sf.read(tmp_path / "a.wav")
    np.testing.assert_allclose(samples, np.clip(loud, -1, 1), atol=1e-4)
    assert writer.clipped == 3


def test_float_keeps_what_is_above_full_scale(tmp_path: Path) -> None:
    loud = np.array([1.5, -3.0, 0.25], np.float32)
    record(tmp_path / "a.wav", loud, sample_format=SampleFormat.FLOAT_32)
    np.testing.assert_array_equal(sf.read(tmp_path / "a.wav", dtype="float32")[0], loud)


def test_dither_removes_distortion_keeps_silence_and_is_repeatable(tmp_path: Path) -> None:
    quiet = sine(SOURCE, level=0.4 / 32768)  # below half a step: lost without dither
    audio = np.concatenate([quiet, np.zeros(1000, np.float32)])
    for name in ("a.wav", "b.wav"):
        record(tmp_path / name, audio)
    samples, _ = sf.read(tmp_path / "a.wav", dtype="int16")
    assert not samples[-1000:].any()
    heard = np.dot(samples[:SOURCE], np.sin(2 * np.pi * 997 * np.arange(SOURCE) / SOURCE)) * 2 / SOURCE
    assert heard == pytest.approx(0.4, abs=0.05)
    assert (tmp_path / "a.wav").read_bytes() == (tmp_path / "b.wav").read_bytes()


def test_not_a_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AudioFileError, match="not numbers"):
        record(tmp_path / "a.wav", np.array([0.0, np.nan], np.float32))
    assert names(tmp_path) == []


@pytest.mark.parametrize("cause", [RuntimeError, KeyboardInterrupt, GeneratorExit])
def test_an_interrupted_export_leaves_nothing(tmp_path: Path, cause: type[BaseException]) -> None:
    seen: list[str] = []

    def interrupt() -> None:
        seen.extend(names(tmp_path))
        raise cause

    with pytest.raises(cause):
        record(tmp_path / "a.wav", sine(1000), then=interrupt)
    assert seen != ["a.wav"]
    assert len(seen) == 1
    assert names(tmp_path) == []


def test_an_interrupted_export_keeps_the_file_it_was_to_replace(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"precious")
    with pytest.raises(ZeroDivisionError):
        record(path, sine(1000), overwrite=True, then=lambda: 1 // 0)
    assert path.read_bytes() == b"precious"
    assert names(tmp_path) == ["a.wav"]


def test_an_existing_file_is_replaced_only_when_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"precious")
    with pytest.raises(AudioFileError, match="exists already"):
        WavWriter(path, SOURCE)
    assert path.read_bytes() == b"precious"
    record(path, sine(10), overwrite=True)
    assert sf.info(path).frames == 10
    assert names(tmp_path) == ["a.wav"]


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    with pytest.raises(AudioFileError, match="exists already"):
        record(path, sine(10), then=lambda: path.write_bytes(b"precious"))
    assert path.read_bytes() == b"precious"
    assert names(tmp_path) == ["a.wav"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real.wav"
    link = tmp_path / "link.wav"
    real.touch()
    link.symlink_to(real)
    record(link, sine(10), overwrite=True)
    assert link.is_symlink()
    assert sf.info(real).frames == 10


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_the_file_gets_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    record(tmp_path / "a.wav", sine(10))
    assert (tmp_path / "a.wav").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("name", ["你好 世界 – first take.wav", "ö ñ 🎙.wav", "x" * 251 + ".wav"])
def test_names_with_any_characters(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "我的 录音"
    folder.mkdir()
    record(folder / name, sine(10))
    assert names(folder) == [name]
    assert sf.info(folder / name).frames == 10


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("missing folder/a.wav", "does not exist; make it first"),
        ("folder", "it is a folder"),
        ("x" * 252 + ".wav", "name is too long"),
        ("nul\0.wav", "characters that this system does not allow"),
        ("half \ud83d.wav", "characters that this system does not allow"),
        ("file/a.wav", "not a folder"),
    ],
)
def test_impossible_names_are_refused_at_once(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(AudioFileError, match=sentence):
        WavWriter(tmp_path / name, SOURCE, overwrite=True)
    assert names(tmp_path) == ["file", "folder"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(AudioFileError, match="not an ordinary file"):
        WavWriter(tmp_path / "pipe", SOURCE, overwrite=True)
    assert names(tmp_path) == ["pipe"]


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    # Not tmp_path, whose parents only its owner may enter: as root the test gives up its rights for a moment.
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o555)
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        shutil.rmtree(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_a_read_only_folder_is_a_sentence(read_only_folder: Path) -> None:
    with pytest.raises(AudioFileError, match="permission was denied; choose a folder"):
        WavWriter(read_only_folder / "a.wav", SOURCE)


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files, as a full disk would")
def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, hard))
    try:
        with pytest.raises(AudioFileError, match="no file that large"):
            record(tmp_path / "a.wav", sine(SOURCE))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_stream_to_a_full_disk_is_a_sentence() -> None:
    with (
        Path("/dev/full").open("wb", buffering=0) as full,
        pytest.raises(AudioFileError, match="disk is full"),
        AudioStream(full, SOURCE) as stream,
    ):
        stream.write(sine(10))


def test_a_file_that_would_pass_4_gib_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.audio.wav._MAX_DATA_BYTES", 1000)
    record(tmp_path / "fits.wav", sine(500))
    with pytest.raises(AudioFileError, match="4 GiB"):
        record(tmp_path / "a.wav", sine(501))
    assert names(tmp_path) == ["fits.wav"]


@pytest.mark.parametrize("rate", SAMPLE_RATES)
@pytest.mark.parametrize("sample_format", FORMATS)
def test_a_stream_can_be_read_by_others(sample_format: SampleFormat, rate: int) -> None:
    target = io.BytesIO()
    with AudioStream(target, SOURCE, rate=rate, sample_format=sample_format) as stream:
        for piece in pieces(sine(SOURCE)):
            stream.write(piece)
    data = target.getvalue()
    assert struct.unpack_from("<I", data, 4)[0] == 0xFFFFFFFF
    samples, read_rate = sf.read(io.BytesIO(data))
    assert (read_rate, len(samples)) == (rate, rate)
    if sample_format is not SampleFormat.FLOAT_32:
        with wave.open(io.BytesIO(data)) as reader:
            assert len(reader.readframes(10**6)) == rate * sample_format.width


@pytest.mark.parametrize("sample_format", FORMATS)
def test_a_raw_stream_is_the_samples_alone(sample_format: SampleFormat) -> None:
    raw, whole = io.BytesIO(), io.BytesIO()
    for target, is_raw in ((raw, True), (whole, False)):
        with AudioStream(target, SOURCE, sample_format=sample_format, raw=is_raw) as stream:
            stream.write(sine(1000))
    assert len(raw.getvalue()) == 1000 * sample_format.width
    assert wav_header(sample_format, SOURCE, None) + raw.getvalue() == whole.getvalue()


def test_a_stream_is_heard_while_it_is_made() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0) as reader, os.fdopen(writing, "wb") as target:
        with AudioStream(target, SOURCE, raw=True) as stream:
            stream.write(sine(100))
            assert len(reader.read(1000)) == 200
        assert not target.closed


def test_a_reader_that_stops_listening_is_a_broken_pipe() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with (
        os.fdopen(writing, "wb", buffering=0) as target,
        pytest.raises(BrokenPipeError),
        AudioStream(target, SOURCE) as stream,
    ):
        stream.write(sine(100))
