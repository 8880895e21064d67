"""What is sent while it is made can be decoded, and is the sound that was given."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.audio.live_encoding import LiveFormat, live_encoder
from engines.audio.reading import read_audio
from engines.errors import AudioFileError

RATE = 24_000
TONE = (0.4 * np.sin(2 * np.pi * 440 * np.arange(2 * RATE) / RATE)).astype(np.float32)


def pieces(live_format: LiveFormat, samples: np.ndarray = TONE, size: int = 4800) -> list[bytes]:
    encoder = live_encoder(live_format, RATE)
    return [*(encoder.encode(samples[at : at + size]) for at in range(0, len(samples), size)), encoder.finish()]


def decoded(data: bytes, folder: Path) -> np.ndarray:
    (folder / "sound").write_bytes(data)
    samples, rate = read_audio(folder / "sound")
    assert rate in {RATE, 48_000}
    return samples


@pytest.mark.parametrize("live_format", [LiveFormat.PCM, LiveFormat.WAV])
def test_samples_stay_what_they_are(live_format: LiveFormat) -> None:
    data = b"".join(pieces(live_format))
    samples = np.frombuffer(data[-2 * len(TONE) :], "<i2") / 32768
    assert len(data) == 2 * len(TONE) + (44 if live_format is LiveFormat.WAV else 0)
    assert np.abs(samples - TONE).max() < 1e-4


def test_flac_is_exact_to_sixteen_bits(tmp_path: Path) -> None:
    sound = decoded(b"".join(pieces(LiveFormat.FLAC)), tmp_path)
    assert np.abs(sound[: len(TONE)] - TONE).max() <= 1 / 65536 + 1e-9


@pytest.mark.parametrize("live_format", [LiveFormat.OPUS, LiveFormat.MP3])
def test_lossy_formats_keep_the_tone(live_format: LiveFormat, tmp_path: Path) -> None:
    sound = decoded(b"".join(pieces(live_format)), tmp_path)[RATE // 4 : RATE]
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound))))
    assert spectrum.argmax() * RATE / len(sound) == pytest.approx(440, abs=2)
    assert np.sqrt(np.mean(sound**2)) == pytest.approx(0.4 / np.sqrt(2), rel=0.05)


@pytest.mark.parametrize("live_format", LiveFormat)
def test_bytes_leave_while_the_sound_is_made(live_format: LiveFormat) -> None:
    sent = pieces(live_format)
    assert all(sent[:3])
    assert len(b"".join(sent[:5])) > 0.3 * len(b"".join(sent))


@pytest.mark.parametrize("live_format", [LiveFormat.WAV])
def test_a_stream_without_sound_is_whole(live_format: LiveFormat) -> None:
    assert live_encoder(live_format, RATE).finish()


@pytest.mark.parametrize("live_format", LiveFormat)
def test_what_is_no_number_is_refused(live_format: LiveFormat) -> None:
    encoder = live_encoder(live_format, RATE)
    with pytest.raises(AudioFileError):
        encoder.encode(np.full(100, np.nan, np.float32))
    encoder.finish()
