"""Project files are whole or untouched, and a damaged one gives what it can."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import stat
import sys
import time
import zipfile
from pathlib import Path

import pytest
from document_samples import SCRIPT, audio, put_audio, take

from engines import files
from studio.document import edits
from studio.document.errors import ProjectFileError
from studio.document.package import Opened, read_project, write_project
from studio.document.script import Line, Script
from studio.operations import Cancelled

TAKES = (take("t1"), take("t2"), take("t3", "l2"))


@pytest.fixture
def made(tmp_path: Path) -> Path:
    return put_audio(tmp_path / "made", *TAKES)


@pytest.fixture
def path(tmp_path: Path, made: Path) -> Path:
    path = tmp_path / "第一集.timbre"
    assert write_project(path, SCRIPT, TAKES, made) == ()
    return path


def opened(path: Path, into: str = "opened") -> Opened:
    folder = path.parent / into
    folder.mkdir(exist_ok=True)
    project = read_project(path, folder)
    assert {file.stem for file in folder.iterdir()} == {t.id for t in project.takes}
    for each in project.takes:
        assert (folder / each.file_name).read_bytes() == audio(each.id)
    return project


def rewritten(path: Path, document: bytes) -> Path:
    with zipfile.ZipFile(path) as old:
        others = {name: old.read(name) for name in old.namelist()[1:]}
    with zipfile.ZipFile(path, "w") as new:
        for name, data in {"project.json": document, **others}.items():
            new.writestr(name, data)
    return path


def test_what_was_saved_is_opened(path: Path) -> None:
    assert opened(path) == (SCRIPT, TAKES, ())


def test_the_file_is_a_zip_that_others_can_read(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert names == ["project.json", "takes/t1.flac", "takes/t2.flac", "takes/t3.flac"]
        assert archive.getinfo(names[0]).compress_type == zipfile.ZIP_DEFLATED
        assert archive.getinfo(names[1]).compress_type == zipfile.ZIP_STORED
        document = json.loads(archive.read("project.json"))
    assert document["version"] == 2
    assert document["program"]


def test_takes_of_deleted_lines_are_left_out_unless_chosen(tmp_path: Path, made: Path) -> None:
    script = edits.remove(SCRIPT, ["l1", "l2"])
    script = edits.set_fields(script, ["l3"], take="t3")
    write_project(tmp_path / "p.timbre", script, TAKES, made)
    assert [t.id for t in opened(tmp_path / "p.timbre").takes] == ["t3"]


def test_a_take_without_audio_is_told(tmp_path: Path, made: Path) -> None:
    (made / "t1.flac").unlink()
    warnings = write_project(tmp_path / "p.timbre", SCRIPT, TAKES, made)
    assert len(warnings) == 1
    assert "1 take" in warnings[0]
    assert opened(tmp_path / "p.timbre") == (SCRIPT, TAKES[1:], ())


def test_an_empty_project(tmp_path: Path) -> None:
    write_project(tmp_path / "p.timbre", Script(), (), tmp_path)
    assert opened(tmp_path / "p.timbre") == (Script(), (), ())


def test_progress_is_told(path: Path, made: Path, tmp_path: Path) -> None:
    shares: list[float] = []
    write_project(path, SCRIPT, TAKES, made, lambda _, share: shares.append(share))
    (tmp_path / "x").mkdir()
    read_project(path, tmp_path / "x", lambda _, share: shares.append(share))
    assert shares == [0, 1 / 3, 2 / 3] * 2


def test_nothing_is_left_beside_the_file(path: Path) -> None:
    assert [file.name for file in path.parent.iterdir() if file.is_file()] == [path.name]


def test_a_cancelled_save_leaves_the_old_file(path: Path, made: Path) -> None:
    def cancel(_: str, share: float) -> None:
        if share > 0:
            raise Cancelled

    before = path.read_bytes()
    with pytest.raises(Cancelled):
        write_project(path, Script((Line("x", "new"),)), (take("t1", "x"), take("t2", "x")), made, cancel)
    assert path.read_bytes() == before
    test_nothing_is_left_beside_the_file(path)


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "disk is full"), (errno.EACCES, "cannot be written"), (errno.EIO, "Check the disk")],
)
def test_a_failed_save_leaves_the_old_file(
    path: Path, made: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    before = path.read_bytes()
    monkeypatch.setattr(files.os, "fsync", fail)
    with pytest.raises(ProjectFileError, match=words):
        write_project(path, Script(), (), made)
    assert path.read_bytes() == before
    test_nothing_is_left_beside_the_file(path)


def test_a_folder_that_is_gone(tmp_path: Path, made: Path) -> None:
    with pytest.raises(ProjectFileError, match="another folder"):
        write_project(tmp_path / "gone" / "p.timbre", SCRIPT, (), made)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(path: Path, made: Path) -> None:
    path.parent.chmod(0o500)
    try:
        with pytest.raises(ProjectFileError, match="cannot be written"):
            write_project(path, SCRIPT, (), made)
    finally:
        path.parent.chmod(0o700)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX modes and links")
def test_mode_and_link_of_the_old_file_are_kept(path: Path, made: Path) -> None:
    path.chmod(0o640)
    link = path.with_name("link.timbre")
    link.symlink_to(path)
    write_project(link, SCRIPT, (), made)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert opened(path).takes == ()


def test_what_a_killed_save_left_is_swept_later(path: Path, made: Path) -> None:
    old = path.with_name(f".{path.name}-0123.part")
    new = path.with_name(f".{path.name}-4567.part")
    for leftover in (old, new):
        leftover.write_bytes(b"half")
    hours_ago = time.time() - 7200
    os.utime(old, (hours_ago, hours_ago))
    write_project(path, SCRIPT, (), made)
    assert not old.exists()
    assert new.exists()


def test_a_newer_file_is_refused(path: Path) -> None:
    rewritten(path, b'{"version": 7, "program": "3.1"}')
    with pytest.raises(ProjectFileError, match=r"newer.*3\.1.*version 7.*version 2"):
        opened(path)


def test_a_file_of_version_0_is_opened(path: Path) -> None:
    rewritten(path, b'{"version":0,"cast":{"":"af_sky"},"lines":[{"id":"a","text":"hi","character":"Bo"}]}')
    project = opened(path)
    assert project.script.lines == (Line("a", "hi", "Bo"),)
    assert project.script.narrator.voice == "af_sky"


@pytest.mark.parametrize("document", [b"", b"{", b'{"lines": []}', b"\x00\x01"])
def test_a_damaged_document_is_refused(path: Path, document: bytes) -> None:
    with pytest.raises(ProjectFileError, match="damaged"):
        opened(rewritten(path, document))


@pytest.mark.parametrize("content", [b"", b"Hello", b"\x00" * 5000, b"RIFF....WAVE"])
def test_what_is_no_project_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.timbre").write_bytes(content)
    with pytest.raises(ProjectFileError, match="not a Timbre project"):
        opened(tmp_path / "x.timbre")


def test_another_zip_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.timbre", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with pytest.raises(ProjectFileError, match="not a Timbre project"):
        opened(tmp_path / "x.timbre")


def test_a_file_that_is_gone_or_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ProjectFileError, match="does not exist"):
        read_project(tmp_path / "gone.timbre", tmp_path)
    with pytest.raises(ProjectFileError, match="folder"):
        read_project(tmp_path, tmp_path)


def test_a_folder_of_takes_that_cannot_be_written(path: Path) -> None:
    with pytest.raises(ProjectFileError, match="gone"):
        read_project(path, path.parent / "absent")


@pytest.mark.parametrize("share", [0.999, 0.7, 0.45])
def test_a_file_that_was_cut_off_is_salvaged(path: Path, share: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    project = opened(path)
    assert project.script == SCRIPT
    assert project.takes == TAKES[: int(share * 3.3)]
    assert "damaged" in project.warnings[0]
    assert len(project.warnings) == 1 + (len(project.takes) < 3)


def test_a_file_cut_off_in_its_document_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(ProjectFileError, match="damaged"):
        opened(path)


@pytest.mark.parametrize("directory", [True, False])
def test_a_damaged_take_is_left_out(path: Path, *, directory: bool) -> None:
    data = bytearray(path.read_bytes())
    data[data.index(b"t2t2t2") + 100] ^= 0xFF
    path.write_bytes(data if directory else data[:-100])
    project = opened(path)
    assert project.script == SCRIPT
    assert [t.id for t in project.takes] == ["t1", "t3"]
    assert any("1 take" in warning for warning in project.warnings)


def test_garbage_in_the_middle_loses_only_what_it_hits(path: Path) -> None:
    data = path.read_bytes()
    middle = data.index(b"takes/t2.flac")
    path.write_bytes(data[: middle - 20] + b"PK\x03\x04 garbage" + data[middle - 10 : -100])
    assert [t.id for t in opened(path).takes] == ["t1", "t3"]


def test_every_damaged_byte_ends_in_a_project_or_a_sentence(path: Path) -> None:
    data = path.read_bytes()
    folder = path.parent / "x"
    folder.mkdir()
    for at in [*range(0, 700, 7), *range(len(data) - 400, len(data), 7)]:
        changed = bytearray(data)
        changed[at] ^= 0x5A
        path.write_bytes(changed)
        with contextlib.suppress(ProjectFileError):
            read_project(path, folder)


def test_nothing_is_written_outside_the_folder(path: Path) -> None:
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("../evil.flac", b"x")
        archive.writestr("takes/../../evil.flac", b"x")
        document = json.loads(archive.read("project.json"))
    document["takes"].append({**document["takes"][0], "id": "../../evil"})
    rewritten(path, json.dumps(document).encode())
    project = opened(path)
    assert len(project.takes) == 3
    assert not list(path.parent.parent.rglob("evil*.flac"))
    assert len(project.warnings) == 1


def test_a_long_project_is_saved_and_opened_quickly(tmp_path: Path) -> None:
    script = edits.append(Script(), [f"Line {row} of a long script." for row in range(5000)])
    start = time.thread_time()
    write_project(tmp_path / "p.timbre", script, (), tmp_path)
    assert read_project(tmp_path / "p.timbre", tmp_path).script == script
    assert time.thread_time() - start < 1
