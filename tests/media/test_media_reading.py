"""Pictures and sound of videos, at the times at which they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.media.container import MediaError, MediaGoneError, MediaUnsupportedError, check_installed, probe
from engines.media.pictures import PictureReader
from engines.media.sound import outline, sound_blocks
from tests.media.media_samples import RATE, beep, onset, shade, write_video

STEADY = [number / 25 for number in range(100)]


def grey(pixels: np.ndarray) -> float:
    return float(pixels[..., :3].mean())


def test_a_probe_tells_what_is_in_a_file(tmp_path: Path) -> None:
    info = probe(write_video(tmp_path / "film.mp4", STEADY, beep(1.0, 4.0)))
    assert info.seconds == pytest.approx(4.0, abs=0.05)
    assert (info.width, info.height) == (64, 48)
    assert info.frame_rate == pytest.approx(25, abs=0.5)
    assert (info.sample_rate, info.channels) == (RATE, 2)
    assert info.has_picture
    assert info.has_sound


def test_a_recording_has_no_picture(tmp_path: Path) -> None:
    info = probe(write_video(tmp_path / "voice.m4a", (), beep(0.5, 1.0), channels=1))
    assert not info.has_picture
    assert info.channels == 1


@pytest.mark.parametrize("order", [range(100), (99, 0, 50, 51, 10, 98, 97, 3), (12, 11, 13, 12, 24, 23)])
def test_the_picture_is_that_of_the_time(tmp_path: Path, order: range | tuple[int, ...]) -> None:
    reader = PictureReader(write_video(tmp_path / "film.mp4", STEADY))
    for number in order:
        picture = reader.picture(number / 25 + 0.02)
        assert picture is not None
        assert picture.start == pytest.approx(number / 25, abs=0.002)
        assert grey(picture.pixels) == pytest.approx(shade(number), abs=8)
    reader.close()


def test_frames_last_as_long_as_their_times_say(tmp_path: Path) -> None:
    times = [0.0, 0.04, 0.5, 0.55, 1.7, 1.72, 3.0]
    reader = PictureReader(write_video(tmp_path / "slides.mkv", times))
    shown = {}
    for seconds in (1.69, 0.03, 0.49, 0.51, 1.71, 2.99, 9.0, 0.6):
        picture = reader.picture(seconds)
        assert picture is not None
        shown[seconds] = round(picture.start, 3)
    assert shown == {1.69: 0.55, 0.03: 0.0, 0.49: 0.04, 0.51: 0.5, 1.71: 1.7, 2.99: 1.72, 9.0: 3.0, 0.6: 0.55}
    reader.close()


def test_the_same_picture_is_given_once_and_in_another_size_on_demand(tmp_path: Path) -> None:
    reader = PictureReader(write_video(tmp_path / "film.mp4", STEADY, size=(128, 64)))
    first = reader.picture(0.0, (64, 64))
    assert first is not None
    assert first.pixels.shape == (32, 64, 4)
    assert reader.picture(0.03, (64, 64)) is None
    again = reader.repeat((1000, 1000))
    assert again is not None
    assert again.pixels.shape == (64, 128, 4)
    reader.close()


def test_going_on_decodes_each_frame_once_and_a_jump_few(tmp_path: Path) -> None:
    reader = PictureReader(write_video(tmp_path / "film.mp4", [n / 25 for n in range(1000)], gop=25))
    for number in range(100):
        reader.picture(number / 25)
    assert reader.decoded <= 110
    before = reader.decoded
    reader.picture(37.0)
    assert reader.decoded - before < 45
    reader.close()


def test_sound_begins_where_it_is_asked_for(tmp_path: Path) -> None:
    path = write_video(tmp_path / "film.mp4", STEADY, beep(2.5, 4.0))
    for start in (0.0, 1.0, 2.25, 2.4999):
        sound = np.concatenate(list(sound_blocks(path, start, RATE)))
        assert onset(sound[:, 0]) == pytest.approx(2.5 - start, abs=0.002)
        assert np.array_equal(sound[:, 0], sound[:, 1]) or np.allclose(sound[:, 0], sound[:, 1], atol=0.05)


def test_a_jump_gives_the_samples_that_reading_through_gives(tmp_path: Path) -> None:
    time = np.arange(4 * RATE) / RATE
    chirp = (0.4 * np.sin(2 * np.pi * (200 + 300 * time) * time)).astype(np.float32)
    path = write_video(tmp_path / "film.mp4", STEADY, chirp)
    whole = np.concatenate(list(sound_blocks(path, 0.0, RATE)))
    part = np.concatenate(list(sound_blocks(path, 2.0, RATE)))
    assert np.abs(whole[2 * RATE :] - part).max() < 1e-3


def test_sound_that_begins_late_stays_with_the_picture(tmp_path: Path) -> None:
    path = write_video(tmp_path / "late.mkv", STEADY, beep(0.5, 2.0), sound_from=1.0, codec="pcm_s16le")
    sound = np.concatenate(list(sound_blocks(path, 0.0, 24_000)))
    assert onset(sound[:, 0], 24_000) == pytest.approx(1.5, abs=0.002)


def test_mono_is_as_loud_on_both_channels(tmp_path: Path) -> None:
    path = write_video(tmp_path / "mono.mkv", STEADY, beep(0.5, 2.0), channels=1, codec="pcm_s16le")
    sound = np.concatenate(list(sound_blocks(path, 0.0, RATE)))
    assert sound.shape[1] == 2
    assert np.abs(sound).max(0) == pytest.approx([0.5, 0.5], abs=0.01)


def test_an_outline_shows_where_the_sound_is(tmp_path: Path) -> None:
    path = write_video(tmp_path / "film.mp4", STEADY, beep(1.0, 4.0, length=0.5))
    told: list[float] = []
    drawn = outline(path, 4.0, told.append)
    assert drawn.rate == 200
    assert len(drawn.extremes) / drawn.rate == pytest.approx(4.0, abs=0.05)
    loud = np.flatnonzero(np.abs(drawn.extremes) > 0.2) / drawn.rate
    assert loud[0] == pytest.approx(1.0, abs=0.02)
    assert loud[-1] == pytest.approx(1.5, abs=0.05)
    assert told == sorted(told)
    assert told[-1] > 0.95


def test_a_damaged_file_gives_what_it_has(tmp_path: Path) -> None:
    path = write_video(tmp_path / "film.mkv", STEADY, beep(1.0, 4.0))
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 400] = bytes(400)
    path.write_bytes(content)
    reader = PictureReader(path)
    assert reader.picture(0.5) is not None
    assert reader.picture(3.5) is not None
    reader.close()
    assert sum(map(len, sound_blocks(path, 0.0, RATE))) > RATE


def test_what_cannot_be_read_says_so(tmp_path: Path) -> None:
    pytest.importorskip("av", reason="PyAV is not installed")
    with pytest.raises(MediaGoneError, match="is not there"):
        probe(tmp_path / "gone.mp4")
    (tmp_path / "text.mp4").write_text("no video at all")
    with pytest.raises(MediaError, match="cannot be read as video"):
        probe(tmp_path / "text.mp4")
    with pytest.raises(MediaError, match="folder"):
        probe(tmp_path)
    silent = write_video(tmp_path / "silent.mp4", STEADY)
    with pytest.raises(MediaError, match="no sound"):
        list(sound_blocks(silent, 0.0, RATE))
    voice = write_video(tmp_path / "voice.m4a", (), beep(0.5, 1.0))
    with pytest.raises(MediaError, match="no picture"):
        PictureReader(voice)


def test_a_playlist_opens_no_other_file(tmp_path: Path) -> None:
    write_video(tmp_path / "film.ts", STEADY)
    (tmp_path / "list.m3u8").write_text("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfilm.ts\n#EXT-X-ENDLIST\n")
    with pytest.raises(MediaError):
        probe(tmp_path / "list.m3u8")


def test_without_the_package_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.media.container.importlib.util.find_spec", lambda _name: None)
    with pytest.raises(MediaUnsupportedError, match="timbre extras install media"):
        check_installed()
