"""Sound from files of every kind, and sentences for those that have none."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf

from engines.audio.reading import AudioReadError, read_audio
from engines.types import FloatArray


def tone(rate: int, seconds: float = 0.5, hertz: float = 440.0, level: float = 0.3) -> FloatArray:
    return (level * np.sin(2 * np.pi * hertz * np.arange(round(rate * seconds)) / rate)).astype(np.float32)


def noise(count: int, seed: int = 0) -> FloatArray:
    return (0.1 * np.random.default_rng(seed).standard_normal(count)).astype(np.float32)


def encode(path: Path, samples: FloatArray, rate: int, codec: str, *, video: bool = False) -> Path:
    """A file written by FFmpeg, with or without a picture."""
    av = pytest.importorskip("av")
    with av.open(str(path), "w") as container:
        picture = container.add_stream("mpeg4", rate=10) if video else None
        sound = container.add_stream(codec, rate=rate, layout="mono") if len(samples) else None
        if picture:
            picture.width, picture.height, picture.pix_fmt = 64, 48, "yuv420p"
            for _ in range(5):
                container.mux(picture.encode(av.VideoFrame.from_ndarray(np.zeros((48, 64, 3), np.uint8), "rgb24")))
            container.mux(picture.encode())
        if sound:
            frame = av.AudioFrame.from_ndarray(samples[None], "fltp", "mono")
            frame.sample_rate = rate
            container.mux(sound.encode(frame))
            container.mux(sound.encode())
    return path


def pitch_of(samples: FloatArray, rate: int) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(spectrum.argmax() * rate / len(samples))


@pytest.mark.parametrize(
    ("container", "subtype"),
    [
        ("WAV", "PCM_U8"),
        ("WAV", "PCM_16"),
        ("WAV", "PCM_24"),
        ("WAV", "PCM_32"),
        ("WAV", "FLOAT"),
        ("WAV", "DOUBLE"),
        ("WAV", "ULAW"),
        ("WAVEX", "PCM_24"),
        ("RF64", "PCM_16"),
        ("W64", "PCM_16"),
        ("AIFF", "PCM_16"),
        ("CAF", "PCM_16"),
        ("FLAC", "PCM_24"),
        ("OGG", "VORBIS"),
        ("OGG", "OPUS"),
        ("MP3", "MPEG_LAYER_III"),
    ],
)
def test_every_common_format(tmp_path: Path, container: str, subtype: str) -> None:
    path = tmp_path / "a.sound"
    sf.write(path, tone(48_000), 48_000, format=container, subtype=subtype)
    samples, rate = read_audio(path)
    assert rate == 48_000
    assert samples.dtype == np.float32
    assert samples.shape == (24_000,)
    assert pitch_of(samples, rate) == pytest.approx(440.0, abs=2.0)
    assert samples.std() == pytest.approx(0.3 / 2**0.5, rel=0.02)


@pytest.mark.parametrize("rate", [8_000, 22_050, 44_100, 96_000, 192_000])
def test_every_rate_is_kept_unless_it_is_too_fast(tmp_path: Path, rate: int) -> None:
    sf.write(tmp_path / "a.wav", tone(rate), rate, subtype="FLOAT")
    samples, kept = read_audio(tmp_path / "a.wav")
    assert kept == rate
    np.testing.assert_array_equal(samples, tone(rate))
    samples, converted = read_audio(tmp_path / "a.wav", fastest=24_000)
    assert converted == min(rate, 24_000)
    np.testing.assert_allclose(samples[1000:-1000], tone(converted)[1000:-1000], atol=1e-3)
    assert len(samples) == converted // 2


@pytest.mark.parametrize(("name", "codec"), [("a.m4a", "aac"), ("a.webm", "libopus"), ("a.mka", "ac3")])
def test_what_only_ffmpeg_reads(tmp_path: Path, name: str, codec: str) -> None:
    samples, rate = read_audio(encode(tmp_path / name, tone(48_000), 48_000, codec))
    assert rate == 48_000
    assert len(samples) / rate == pytest.approx(0.5, abs=0.05)
    assert pitch_of(samples, rate) == pytest.approx(440.0, abs=3.0)


def test_the_sound_of_a_video(tmp_path: Path) -> None:
    samples, rate = read_audio(encode(tmp_path / "a.mp4", tone(44_100), 44_100, "aac", video=True), fastest=24_000)
    assert rate == 24_000
    assert pitch_of(samples, rate) == pytest.approx(440.0, abs=3.0)


def test_a_video_without_sound_is_a_sentence(tmp_path: Path) -> None:
    path = encode(tmp_path / "silent.mp4", noise(0), 44_100, "aac", video=True)
    with pytest.raises(AudioReadError, match=r"“silent\.mp4” has no sound"):
        read_audio(path)


def test_without_ffmpeg_the_sentence_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = encode(tmp_path / "a.m4a", tone(48_000), 48_000, "aac")
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(AudioReadError, match="install the Python package “av”"):
        read_audio(path)


def test_reading_ends_after_the_longest(tmp_path: Path) -> None:
    sf.write(tmp_path / "a.flac", tone(48_000, 3.0), 48_000)
    assert len(read_audio(tmp_path / "a.flac", longest=1.25)[0]) == 60_000
    assert len(read_audio(tmp_path / "a.flac", longest=1.25, fastest=24_000)[0]) == 30_000
    assert len(read_audio(tmp_path / "a.flac", longest=99.0)[0]) == 144_000


@pytest.mark.parametrize(
    "gains",
    [
        (1.0, 1.0),
        (1.0, -1.0),
        (1.0, 0.0),
        (0.0, 1.0),
        (0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
    ],
    ids=["the same", "inverted", "right is dead", "left is dead", "5.1 with only the centre"],
)
def test_channels_never_weaken_the_voice(tmp_path: Path, gains: tuple[float, ...]) -> None:
    voice = noise(48_000)
    sf.write(tmp_path / "a.wav", voice[:, None] * np.array(gains, np.float32), 48_000, subtype="FLOAT")
    samples, _ = read_audio(tmp_path / "a.wav")
    np.testing.assert_allclose(np.abs(samples), np.abs(voice), atol=1e-6)
    assert abs(np.dot(samples, voice)) == pytest.approx(np.dot(voice, voice), rel=1e-4)


def test_different_channels_are_averaged(tmp_path: Path) -> None:
    left, right = noise(48_000, 1), noise(48_000, 2)
    sf.write(tmp_path / "a.wav", np.stack([left, right], 1), 48_000, subtype="FLOAT")
    np.testing.assert_allclose(read_audio(tmp_path / "a.wav")[0], (left + right) / 2, atol=1e-6)


def test_a_channel_that_comes_to_life_late_is_heard(tmp_path: Path) -> None:
    left, right = noise(48_000, 1), noise(48_000, 2)
    left[24_000:] = right[:24_000] = 0.0
    sf.write(tmp_path / "a.wav", np.stack([left, right], 1), 48_000, subtype="FLOAT")
    np.testing.assert_allclose(read_audio(tmp_path / "a.wav")[0], (left + right) / 2, atol=1e-6)


def test_values_that_are_not_numbers_become_silence(tmp_path: Path) -> None:
    voice = noise(4800)
    voice[100:103] = np.nan, np.inf, -np.inf
    sf.write(tmp_path / "a.wav", voice, 48_000, subtype="FLOAT")
    samples, _ = read_audio(tmp_path / "a.wav")
    assert not samples[100:103].any()
    np.testing.assert_array_equal(samples[103:], voice[103:])


@pytest.mark.parametrize("size", [0, 0xFFFFFFFF, 0x7FFFFFFF], ids=["none", "unknown", "too large"])
def test_wav_whose_header_was_never_finished(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.wav"
    sf.write(path, noise(4800), 48_000)
    data = bytearray(path.read_bytes())
    struct.pack_into("<I", data, 4, size)
    struct.pack_into("<I", data, 40, size)
    path.write_bytes(data)
    assert len(read_audio(path)[0]) == 4800


def test_wav_with_other_chunks_before_the_sound(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    sf.write(path, noise(4800), 48_000)
    data = path.read_bytes()
    chunk = b"LIST" + struct.pack("<I", 2001) + bytes(2002)
    path.write_bytes(data[:36] + chunk + data[36:])
    assert len(read_audio(path)[0]) == 4800


@pytest.mark.parametrize("container", ["WAV", "FLAC", "OGG", "MP3"])
def test_of_a_file_that_was_cut_off_the_rest_is_read(tmp_path: Path, container: str) -> None:
    path = tmp_path / "a.sound"
    sf.write(path, noise(96_000), 48_000, format=container)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 6 // 10])
    samples, rate = read_audio(path)
    assert rate == 48_000
    assert 0.3 < len(samples) / 96_000 < 0.7


def test_behind_damage_the_rest_is_not_needed(tmp_path: Path) -> None:
    path = tmp_path / "a.flac"
    sf.write(path, noise(96_000), 48_000)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 500] = b"\x55" * 500
    path.write_bytes(data)
    assert len(read_audio(path)[0]) > 30_000


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.wav", b"", "“a.wav” is empty"),
        ("a.wav", b"hello " * 500, "no sound or video file"),
        ("a.mp3", np.random.default_rng(0).bytes(50_000), "no sound or video file"),
        ("a.m4p", b"\0\0\0\x20ftypM4P " + np.random.default_rng(0).bytes(50_000), "protected against copying"),
        ("a.raw", bytes(range(256)) * 50, "no sound or video file"),
        ("a.txt", b"ffconcat version 1.0\nfile 'b.wav'\n", "no sound or video file"),
        ("a.m3u8", b"#EXTM3U\n#EXTINF:5,\nb.wav\n", "no sound or video file"),
    ],
)
def test_what_is_no_sound_is_a_sentence(tmp_path: Path, name: str, content: bytes, sentence: str) -> None:
    sf.write(tmp_path / "b.wav", noise(4800), 48_000)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(AudioReadError, match=sentence):
        read_audio(tmp_path / name)


def test_a_header_without_samples_is_a_sentence(tmp_path: Path) -> None:
    sf.write(tmp_path / "a.wav", noise(0), 48_000)
    with pytest.raises(AudioReadError, match="holds no sound"):
        read_audio(tmp_path / "a.wav")


@pytest.mark.parametrize("rate", [100, 4_000_000])
def test_a_rate_that_no_voice_has_is_a_sentence(tmp_path: Path, rate: int) -> None:
    sf.write(tmp_path / "a.wav", noise(4800), rate)
    with pytest.raises(AudioReadError, match=f"at {rate} Hz"):
        read_audio(tmp_path / "a.wav")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("absent.wav", "There is no file"),
        ("folder", "is a folder"),
        ("concat:a|b", "There is no file"),
        ("x" * 300, "name is too long"),
    ],
)
def test_a_name_that_is_no_file_is_a_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(AudioReadError, match=sentence):
        read_audio(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(AudioReadError, match="not an ordinary file"):
        read_audio(tmp_path / "pipe")


def test_names_with_any_characters(tmp_path: Path) -> None:
    path = tmp_path / "我的 录音 ö" / "第 1 句 #1%20.wav"
    path.parent.mkdir()
    sf.write(path, noise(4800), 48_000)
    assert len(read_audio(path)[0]) == 4800
