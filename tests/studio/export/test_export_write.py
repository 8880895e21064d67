from __future__ import annotations

import errno
import hashlib
import json
import os
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engines.audio.formats import FileFormat
from engines.audio.levels import Target
from engines.audio.reading import read_audio
from engines.errors import AudioFileError
from studio.document.script import Delivery, Line
from studio.document.takes import Take
from studio.export import manifest
from studio.export.arrange import Piece
from studio.export.plan import ExportItem, ExportMode, ExportOptions, OnExisting, Sidecar
from studio.export.publish import DiskFullError, publish, sweep, unfinished
from studio.export.verify import VerificationError, verify
from studio.export.write import Written, write_item
from studio.operations import Cancelled
from tests.audio.speechlike import speechlike
from tests.ebur128 import ebur128

RATE = 24_000
SPEECH = speechlike(3.5, RATE)


def part(name: str = "a", seconds: float = 3.5, **fields) -> Piece:
    line = Line(name, f"Line {name}", **fields)
    return Piece(line, Take(name, name, Delivery(line.text, "af_x", "", 1.0), "m", seconds, RATE, ""), 1)


def read(take: Take) -> np.ndarray:
    return SPEECH[: round(take.seconds * RATE)]


def item(folder: Path, *ids: str, name: str = "x", **options) -> ExportItem:
    chosen = ExportOptions(folder, **{"mode": ExportMode.JOINED, "rate": RATE, **options})
    return ExportItem(ids or ("a",), folder / (name + chosen.file_format.suffix), chosen, False, "Title", "Project")


def write(folder: Path, *parts: Piece, progress=lambda _share: None, **options) -> Written | None:
    parts = parts or (part(),)
    return write_item(item(folder, *(p.line.id for p in parts), **options), parts, read, progress)


@pytest.mark.parametrize("target", [Target.LOUD, Target.BROADCAST])
@pytest.mark.parametrize("kind", [FileFormat.WAV_16, FileFormat.FLAC, FileFormat.OPUS, FileFormat.MP3, FileFormat.M4A])
def test_every_kind_of_file_has_the_loudness_that_was_asked_for(tmp_path: Path, kind: FileFormat, target: Target):
    if kind.needs_av:
        pytest.importorskip("av")
    written = write(tmp_path, file_format=kind, target=target)
    assert written.file == tmp_path / f"x{kind.suffix}"
    loudness, peak = ebur128(*read_audio(written.file))
    assert loudness == pytest.approx(target.level, abs=0.3)
    assert peak <= -1.0
    assert written.loudness == pytest.approx(loudness, abs=0.1)
    assert written.sha256 == hashlib.sha256(written.file.read_bytes()).hexdigest()
    assert written.size == written.file.stat().st_size
    assert written.seconds == 3.5
    assert list(tmp_path.iterdir()) == [written.file]


def test_tags_say_that_it_is_synthetic(tmp_path: Path):
    with soundfile.SoundFile(write(tmp_path, part(member="Maya"), file_format=FileFormat.FLAC).file) as file:
        assert (file.title, file.artist, file.album) == ("Title", "Maya", "Project")
        assert "Synthetic speech" in file.comment
        assert "af_x" in file.comment


def test_chapters_are_those_of_the_script(tmp_path: Path):
    av = pytest.importorskip("av")
    parts = (part("a", 1.0, begins="section"), part("b", 1.0), part("c", 1.0, begins="section"))
    written = write(tmp_path, *parts, file_format=FileFormat.M4B)
    with av.open(str(written.file)) as file:
        assert [chapter["metadata"]["title"] for chapter in file.chapters()] == ["Line a", "Line c"]


def test_sidecars_are_beside_and_never_take_a_name(tmp_path: Path):
    (tmp_path / "x.srt").write_text("mine")
    written = write(tmp_path, sidecars=(Sidecar.SRT, Sidecar.LABELS))
    assert [path.name for path in written.sidecars] == ["x (2).srt", "x.labels.txt"]
    assert (tmp_path / "x.srt").read_text() == "mine"
    assert "Line a" in written.sidecars[0].read_text("utf-8")
    again = write(tmp_path, sidecars=(Sidecar.SRT,), existing=OnExisting.REPLACE)
    assert [path.name for path in again.sidecars] == ["x.srt"]


def test_the_same_again_is_no_second_file(tmp_path: Path):
    first = write(tmp_path)
    assert write(tmp_path) == first
    other = write(tmp_path, channels=2)
    assert other.file.name == "x (2).wav"
    assert write(tmp_path, channels=2, existing=OnExisting.SKIP) is None


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.95])
def test_a_cancel_at_any_time_leaves_nothing(tmp_path: Path, share: float):
    def progress(done: float) -> None:
        if done >= share:
            raise Cancelled

    with pytest.raises(Cancelled):
        write(tmp_path, progress=progress, target=Target.LOUD)
    assert not list(tmp_path.iterdir())


def test_progress_never_goes_back(tmp_path: Path):
    shares: list[float] = []
    write(tmp_path, progress=shares.append, target=Target.LOUD, file_format=FileFormat.MP3)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


def test_silence_is_no_file(tmp_path: Path):
    with pytest.raises(VerificationError, match="Nothing can be heard"):
        write_item(item(tmp_path), (part(),), lambda _take: np.zeros(round(3.5 * RATE), np.float32), lambda _s: None)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", [FileFormat.WAV_24, FileFormat.FLAC, FileFormat.MP3])
def test_a_file_that_is_not_whole_is_found(tmp_path: Path, kind: FileFormat, monkeypatch):
    check = verify

    def spoil(path: Path, **options):
        os.truncate(path, path.stat().st_size // 2)
        return check(path, **options)

    monkeypatch.setattr("studio.export.write.verify", spoil)
    with pytest.raises(VerificationError, match="not whole"):
        write(tmp_path, file_format=kind)
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_told_apart(tmp_path: Path, monkeypatch):
    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("studio.export.write.open_encoder", full)
    with pytest.raises(DiskFullError, match="is full; free some space"):
        write(tmp_path)
    monkeypatch.setattr("studio.export.write.open_encoder", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "x")))
    with pytest.raises(AudioFileError, match="cannot be used") as caught:
        write(tmp_path)
    assert not isinstance(caught.value, DiskFullError)
    assert not list(tmp_path.iterdir())


def test_publishing_never_overwrites_unasked_even_without_hard_links(tmp_path: Path, monkeypatch):
    def nothing(*_arguments):
        raise OSError(errno.EPERM, "no links here")

    for number, patch in enumerate((lambda: None, lambda: monkeypatch.setattr("os.link", nothing))):
        patch()
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "x.wav").write_text("mine")
        for existing, name in (
            (OnExisting.NUMBER, "x (2).wav"),
            (OnExisting.SKIP, None),
            (OnExisting.REPLACE, "x.wav"),
        ):
            with unfinished(folder, "test") as path:
                path.write_text(f"new {existing.value}")
                found = publish(path, folder / "x.wav", existing)
            assert found == (folder / name if name else None)
        assert (folder / "x (2).wav").read_text() == "new number"
        assert (folder / "x.wav").read_text() == "new replace"
        assert len(list(folder.iterdir())) == 2


def test_only_old_leftovers_of_the_same_owner_are_swept(tmp_path: Path):
    old, new, other = (tmp_path / f".timbre-{name}.part" for name in ("studio-1", "studio-2", "batch-1"))
    for path in (old, new, other):
        path.touch()
    os.utime(old, (time.time() - 9999,) * 2)
    sweep(tmp_path, "studio")
    assert sorted(path.name for path in tmp_path.iterdir()) == [other.name, new.name]
    sweep(tmp_path, "batch", older=0.0)
    assert list(tmp_path.iterdir()) == [new]


def test_the_list_of_an_export_names_what_is_there_and_what_is_not(tmp_path: Path):
    written = write(tmp_path, part(member="Lin"), target=Target.LOUD)
    path = manifest.update(tmp_path, [written, manifest.Missing("y.wav", "failed", "The voice is gone.")])
    content = json.loads(path.read_text("utf-8"))
    assert "Synthetic speech" in content["note"]
    one, other = content["files"]
    assert other == {"file": "y.wav", "state": "failed", "reason": "The voice is gone."}
    assert (one["file"], one["state"], one["sha256"]) == ("x.wav", "written", written.sha256)
    assert one["lines"][0] | {"end": 0} == {
        "number": 1, "text": "Line a", "member": "Lin", "voice": "af_x", "start": 0.0, "end": 0, "unspoken": []
    }  # fmt: skip
    assert manifest.damaged(tmp_path) == []
    before = path.read_bytes()
    manifest.update(tmp_path, [written])
    assert path.read_bytes() == before
    with written.file.open("ab") as file:
        file.write(b"x")
    assert manifest.damaged(tmp_path) == ["x.wav"]
    manifest.update(tmp_path, [replace(written, file=tmp_path / "y.wav")])
    assert manifest.damaged(tmp_path) == ["x.wav", "y.wav"]
