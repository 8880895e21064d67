from __future__ import annotations

import importlib.util
import struct
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engines.audio.encoding import open_encoder
from engines.audio.formats import Chapter, FileFormat, FormatMissingError, Tags, check_available
from engines.audio.loudness import loudness
from engines.audio.ogg import SERIAL, fix_serial
from engines.audio.reading import read_audio
from engines.errors import AudioFileError
from tests.audio.speechlike import speechlike

TAGS = Tags("Tïtle 你好", "Maya", "A book", "Synthetic speech.", (Chapter(0, 1.25, "Öne"), Chapter(1.25, 2.5, "二")))
FORMATS = [
    pytest.param(kind, marks=pytest.mark.skipif(kind.needs_av and not importlib.util.find_spec("av"), reason="no av"))
    for kind in FileFormat
]


def write(path: Path, kind: FileFormat, samples, rate: int, channels: int = 1, pieces: int = 5) -> Path:
    file_path = path.with_suffix(kind.suffix)
    with file_path.open("w+b") as file, open_encoder(file, kind, rate, channels, TAGS) as encoder:
        for piece in np.array_split(samples, pieces):
            encoder.write(piece)
    return file_path


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_written_is_read_back(tmp_path: Path, kind: FileFormat, channels: int):
    for rate in (kind.rates[0], kind.rates[-1]):
        samples = np.concatenate([speechlike(2.5, rate), np.zeros(77, np.float32)])
        back, found = read_audio(write(tmp_path / "x", kind, samples, rate, channels))
        assert found == rate
        assert 0 <= len(back) - len(samples) <= (4096 if kind.needs_av else 0)
        back = back[: len(samples)]
        if not kind.lossy:
            step = {FileFormat.WAV_16: 3 / 2**16, FileFormat.WAV_FLOAT: 0.0}.get(kind, 1 / 2**23)
            assert np.abs(back - samples).max() <= step
        else:
            assert np.corrcoef(back, samples)[0, 1] > 0.97
            assert loudness(back, rate) == pytest.approx(loudness(samples, rate), abs=0.6)


@pytest.mark.parametrize("kind", FORMATS)
def test_the_same_sound_gives_the_same_bytes_at_any_time(tmp_path: Path, kind: FileFormat, monkeypatch):
    samples = speechlike(1.5, 48_000)
    first = write(tmp_path / "first", kind, samples, 48_000, 2)
    monkeypatch.setattr("time.time", lambda: 2e9)
    second = write(tmp_path / "second", kind, samples, 48_000, 2)
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("kind", [FileFormat.WAV_24, FileFormat.FLAC, FileFormat.OPUS, FileFormat.MP3])
def test_tags_are_in_the_file(tmp_path: Path, kind: FileFormat):
    with soundfile.SoundFile(write(tmp_path / "x", kind, speechlike(1, 48_000), 48_000)) as file:
        assert (file.title, file.artist, file.album, file.comment) == (
            TAGS.title,
            TAGS.artist,
            TAGS.album,
            TAGS.comment,
        )


def test_other_programs_read_the_tags_of_an_mp3(tmp_path: Path):
    av = pytest.importorskip("av")
    with av.open(str(write(tmp_path / "x", FileFormat.MP3, speechlike(1, 48_000), 48_000))) as file:
        found = {name: file.metadata[name] for name in ("title", "artist", "album", "comment", "encoder")}
    assert tuple(found.values()) == (TAGS.title, TAGS.artist, TAGS.album, TAGS.comment, "Timbre Studio")


def test_chapters_and_tags_of_an_audiobook(tmp_path: Path):
    av = pytest.importorskip("av")
    path = write(tmp_path / "x", FileFormat.M4B, speechlike(2.5, 44_100), 44_100)
    with av.open(str(path)) as file:
        chapters = file.chapters()
        assert [chapter["metadata"]["title"] for chapter in chapters] == ["Öne", "二"]
        assert [float(chapter["start"] * chapter["time_base"]) for chapter in chapters] == [0.0, 1.25]
        assert file.metadata["title"] == TAGS.title
        assert file.metadata["comment"] == TAGS.comment
        assert file.streams.audio[0].codec.name == "aac"


def test_sizes_in_a_wav_file_are_true(tmp_path: Path):
    for count, channels in ((0, 1), (101, 1), (101, 2)):
        data = write(tmp_path / "x", FileFormat.WAV_24, np.full(count, 0.5, np.float32), 48_000, channels).read_bytes()
        assert struct.unpack_from("<I", data, 4)[0] == len(data) - 8
        assert struct.unpack_from("<H", data, 22)[0] == channels
        assert soundfile.info(tmp_path / "x.wav").frames == count


def test_whole_numbers_are_clipped_and_floats_are_not(tmp_path: Path):
    loud = np.array([1.5, -1.5, 0.25] * 200, np.float32)
    for kind, top in ((FileFormat.WAV_24, 1.0), (FileFormat.FLAC, 1.0), (FileFormat.WAV_FLOAT, 1.5)):
        back = read_audio(write(tmp_path / "x", kind, loud, 48_000))[0]
        assert (back.max(), back.min()) == pytest.approx((top, -top), abs=1e-6)


@pytest.mark.parametrize("kind", FORMATS)
def test_values_that_are_no_numbers_are_refused(tmp_path: Path, kind: FileFormat):
    with pytest.raises(AudioFileError, match="not numbers"):
        write(tmp_path / "x", kind, np.full(4000, np.nan, np.float32), 48_000)


class Full:
    """A disk with little room."""

    def __init__(self, file, room: int) -> None:
        self.file, self.room = file, room

    def write(self, data) -> int:
        self.room -= len(data)
        if self.room < 0:
            raise OSError(28, "No space left on device")
        return self.file.write(data)

    def __getattr__(self, name):
        return getattr(self.file, name)


@pytest.mark.parametrize("kind", FORMATS)
def test_a_full_disk_is_told_as_the_system_tells_it(tmp_path: Path, kind: FileFormat):
    samples = speechlike(4, 48_000)
    with (tmp_path / "x").open("w+b") as file, pytest.raises(OSError, match="No space") as caught:  # noqa: SIM117, PT012
        with open_encoder(Full(file, 9000), kind, 48_000, 1, TAGS) as encoder:
            for piece in np.array_split(samples, 20):
                encoder.write(piece)
    assert caught.value.errno == 28


def test_a_missing_package_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    check_available(FileFormat.FLAC)
    with pytest.raises(FormatMissingError, match="M4B files need PyAV: run `timbre extras install media`"):
        check_available(FileFormat.M4B)


def ogg_checksum(page: bytes) -> int:
    """Bit by bit, as RFC 3533 has it."""
    value = 0
    for byte in page[:22] + b"\0\0\0\0" + page[26:]:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x104C11DB7 if value >> 31 else 0)) & 0xFFFFFFFF
    return value


def test_every_page_of_an_ogg_file_has_the_serial_and_a_true_checksum(tmp_path: Path):
    data = write(tmp_path / "x", FileFormat.OPUS, speechlike(2, 48_000), 48_000).read_bytes()
    starts = [at for at in range(len(data)) if data.startswith(b"OggS", at)] + [len(data)]
    assert len(starts) > 3
    for start, end in pairwise(starts):
        serial, _, checksum = struct.unpack_from("<III", data, start + 14)
        assert serial == SERIAL
        assert checksum == ogg_checksum(data[start:end])


def test_what_is_no_ogg_file_is_refused(tmp_path: Path):
    (tmp_path / "x").write_bytes(b"RIFF" * 20)
    with (tmp_path / "x").open("r+b") as file, pytest.raises(AudioFileError, match="not whole"):
        fix_serial(file)
