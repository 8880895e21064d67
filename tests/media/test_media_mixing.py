"""How loud the original is, and what is in a copy with one more sound."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

from engines.audio.loudness import loudness
from engines.media.container import MediaError
from engines.media.mixing import ATTACK, RELEASE, Mixing, Original, gain, stretches
from engines.media.muxing import Track, mux, suffix_for
from engines.media.pictures import PictureReader
from engines.media.sound import sound_blocks
from tests.media.media_samples import RATE, beep, onset, write_video

STEADY = [number / 25 for number in range(150)]


def test_speech_that_hardly_parts_is_one_stretch() -> None:
    assert stretches([(5.0, 6.0), (1.0, 2.0), (2.3, 3.0), (2.4, 2.6)]) == ((1.0, 3.0), (5.0, 6.0))


@pytest.mark.parametrize("lowered", [6.0, 15.0, 30.0])
def test_the_original_is_lowered_by_what_is_set(lowered: float) -> None:
    noise = np.random.default_rng(3).normal(0, 0.1, 20 * RATE).astype(np.float32)
    factor = gain(Mixing(Original.DUCK, lowered), ((5.0, 10.0),), 0, len(noise), RATE)
    under = noise[5 * RATE : 10 * RATE]
    heard = under * factor[5 * RATE : 10 * RATE]
    assert loudness(heard, RATE) - loudness(under, RATE) == pytest.approx(-lowered, abs=0.05)
    assert (factor[: round((5 - ATTACK) * RATE)] == 1.0).all()
    assert (factor[round((10 + RELEASE) * RATE) + 1 :] == 1.0).all()


def test_a_window_of_the_gain_is_a_part_of_the_whole() -> None:
    speech = stretches([(0.05, 0.6), (2.0, 2.2), (3.5, 9.0)])
    mixing = Mixing(lowered=12.0)
    whole = gain(mixing, speech, 0, 5 * RATE, RATE)
    parts = [gain(mixing, speech, start, 7_000, RATE) for start in range(0, 5 * RATE, 7_000)]
    assert np.array_equal(whole, np.concatenate(parts)[: len(whole)])
    steps = np.abs(np.diff(20 * np.log10(whole)))
    assert steps.max() < 0.01  # dB from sample to sample: no click


@pytest.mark.parametrize(("original", "factor"), [(Original.KEEP, 1.0), (Original.MUTE, 0.0)])
def test_the_original_may_stay_or_go(original: Original, factor: float) -> None:
    assert (gain(Mixing(original), ((0.0, 1.0),), 0, 100, RATE) == factor).all()


def packets(path: Path, kind: str) -> list[tuple[str, float]]:
    """Contents and times, from the first on, of the stream of a kind."""
    av = pytest.importorskip("av", reason="PyAV is not installed")
    with av.open(str(path)) as file:
        stream = next(stream for stream in file.streams if stream.type == kind)
        found = [packet for packet in file.demux(stream) if packet.pts is not None]
        return [
            (hashlib.sha256(bytes(packet)).hexdigest(), round(float(packet.pts * packet.time_base), 3))
            for packet in found
        ]


def first_picture(path: Path) -> float:
    reader = PictureReader(path)
    picture = reader.picture(0.0)
    reader.close()
    assert picture is not None
    return picture.start


@pytest.mark.parametrize("suffix", [".mp4", ".mov", ".mkv"])
def test_a_copy_has_the_same_picture_and_the_new_sound_in_time(tmp_path: Path, suffix: str) -> None:
    source = write_video(tmp_path / f"film{suffix}", STEADY, beep(1.0, 6.0))
    target = tmp_path / f"dubbed{suffix}"
    new = beep(3.0, 6.0)
    blocks = (np.repeat(new[start : start + 5000, None], 2, 1) for start in range(0, len(new), 5000))
    done: list[float] = []
    mux(source, target, suffix, blocks, Track("Dub", "eng"), done.append)
    before, after = packets(source, "video"), packets(target, "video")
    assert [content for content, _ in before] == [content for content, _ in after]
    shift = after[0][1] - before[0][1]
    assert [time + shift for _, time in before] == pytest.approx([time for _, time in after], abs=0.0015)
    heard = np.concatenate(list(sound_blocks(target, 0.0, RATE)))
    assert onset(heard[:, 0]) == pytest.approx(3.0 + shift, abs=0.005)
    assert done[-1] == pytest.approx(6.0, abs=0.1)
    import av  # noqa: PLC0415

    with av.open(str(target)) as file:
        kinds = [stream.type for stream in file.streams]
        assert kinds == ["video", "audio", "audio"]
        first, second = file.streams.audio
        assert first.language == "eng"
        assert int(first.disposition) & 1
        assert not int(second.disposition) & 1
        old = [frame.to_ndarray()[0] for frame in file.decode(second)]
    assert onset(np.concatenate(old)) == pytest.approx(1.0 + shift, abs=0.03)


def test_a_file_with_a_late_start_keeps_sound_and_picture_together(tmp_path: Path) -> None:
    source = write_video(tmp_path / "film.ts", STEADY, beep(1.0, 6.0))
    target = tmp_path / "dubbed.ts"
    new = np.repeat(beep(3.0, 6.0)[:, None], 2, 1)
    mux(source, target, ".ts", [new], Track("Dub"), lambda _seconds: None)
    heard = np.concatenate(list(sound_blocks(target, 0.0, RATE)))
    # The new sound begins a little earlier, as its coding does, and the whole file with it.
    shift = first_picture(target) - first_picture(source)
    assert onset(heard[:, 0]) - shift == pytest.approx(3.0, abs=0.005)


def test_what_a_kind_of_file_cannot_hold_says_so(tmp_path: Path) -> None:
    source = write_video(tmp_path / "film.mkv", STEADY, beep(1.0, 6.0))
    with pytest.raises(MediaError, match="MKV"):
        mux(source, tmp_path / "dubbed.webm", ".webm", [], Track("Dub"), lambda _seconds: None)


def test_other_kinds_of_files_become_matroska() -> None:
    assert suffix_for(Path("film.MP4")) == ".mp4"
    assert suffix_for(Path("film.avi")) == ".mkv"
