"""Takes on disk."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from engines.errors import AudioFileError
from studio.document.script import Delivery
from studio.document.takes import Take
from studio.playback.audio_files import read_take, write_take

RATE = 24_000
STEP = 2.0**-24
"""Half of the smallest step of 24 bits."""


def take_of(samples: np.ndarray, take_id: str = "a1") -> Take:
    return Take(take_id, "line", Delivery("hi", "af_heart", "", 1.0), "tiny", len(samples) / RATE, RATE, "2026-01-01")


def noise(peak: float, seconds: float = 0.2) -> np.ndarray:
    rng = np.random.default_rng(1)
    samples = rng.uniform(-1, 1, round(seconds * RATE)).astype(np.float32)
    samples[3] = 1.0
    samples[4] = -1.0
    return samples * np.float32(peak)


@pytest.mark.parametrize("peak", [0.0, 1e-6, 0.5, 1.0, 1.0001, 3.7, 200.0])
def test_what_is_read_is_what_was_written_also_above_full_scale(peak: float, tmp_path: Path) -> None:
    samples = noise(peak)
    path = write_take(tmp_path / "takes", "a1", samples, RATE)
    assert path == tmp_path / "takes" / "a1.flac"
    back = read_take(tmp_path / "takes", take_of(samples))
    assert back.dtype == np.float32
    scale = 2 ** max(np.ceil(np.log2(peak)) if peak else 0, 0)
    assert np.abs(back.astype(np.float64) - samples).max() <= STEP * scale * 2
    assert [p.name for p in (tmp_path / "takes").iterdir()] == ["a1.flac"]


def test_names_outside_ascii_and_a_take_of_one_sample(tmp_path: Path) -> None:
    folder = tmp_path / "用户 ö"
    samples = np.array([0.25], np.float32)
    write_take(folder, "a1", samples, RATE)
    np.testing.assert_allclose(read_take(folder, take_of(samples)), samples, atol=STEP)


def test_audio_that_is_no_sound_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AudioFileError, match="make it again"):
        write_take(tmp_path, "a1", np.array([0.0, np.nan], np.float32), RATE)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AudioFileError, match="cannot be written"):
        write_take(tmp_path / "file", "a1", noise(0.5), RATE)


def test_missing_damaged_and_foreign_files_are_sentences(tmp_path: Path) -> None:
    samples = noise(0.5)
    with pytest.raises(AudioFileError, match="missing or damaged"):
        read_take(tmp_path, take_of(samples))
    path = write_take(tmp_path, "a1", samples, RATE)
    shutil.copy(path, tmp_path / "b2.flac")
    with pytest.raises(AudioFileError, match="not the one"):
        read_take(tmp_path, take_of(noise(0.5, seconds=0.3), "b2"))
    path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(AudioFileError, match="make the line again"):
        read_take(tmp_path, take_of(samples))
    path.write_bytes(b"")
    with pytest.raises(AudioFileError, match="missing or damaged"):
        read_take(tmp_path, take_of(samples))
